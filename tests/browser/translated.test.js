// A page that the browser translates: every text is put into elements that the page does not know.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { desk, Person } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** As browsers' translators do, with every text but that of elements that ask not to be translated. */
const translate = ({ page }) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT);
    const all = [];
    while (texts.nextNode()) all.push(texts.currentNode);
    let changed = 0;
    for (const text of all) {
      if (text.parentElement.closest('[translate=no], font, textarea, svg')) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
      ++changed;
    }
    return changed;
  });
/** The text of the page without white space. */
const words = ({ page }) => page.evaluate(() => document.getElementById('app').innerText.replaceAll(/\s/g, ''));
/** Both pages have drawn the newest push. */
const settled = ({ page }, hash) => page.waitForFunction((head) => document.querySelector('.fingerprint code')?.textContent.replaceAll(' ', '') === head, hash.slice(0, 12));

/** The host makes the first listed move, the others as many as follow. */
const step = async ({ players, host }) => {
  const before = await backstage.page.evaluate((all) => {
    const [first, ...others] = all.map((at) => window.players[at]);
    const { seq, you } = first.push;
    for (const one of [first, ...others]) one.until = { seat: 0, seq: seq + 1 };
    first.move(you.moves[0]);
    return seq;
  }, players.map(({ at }) => at));
  await backstage.page.waitForFunction(([at, seq]) => window.players[at].push.seq > seq && window.players[at].push.to_act.includes(0), [host.at, before], { polling: 20 });
};

for (const game of ['yahtzee', 'tres'])
  test(`a translated page says the same as an untouched one after each step: ${game}`, async () => {
    const table = await backstage.table({ game }, ['Ana', 'Ben']);
    const pages = [];
    for (const name of ['Ana', 'Ana, translated']) {
      const one = await Person.meet(browser, name, desk, house.url);
      await one.page.addInitScript((stored) => localStorage.setItem('cubilete.player', JSON.stringify(stored)), { name: 'Ana', token: table.host.token });
      await one.page.goto(`${house.url}r/${table.room}`);
      await one.page.locator('.seat.mine').waitFor();
      pages.push(one);
    }
    const [untouched, translated] = pages;
    assert.ok((await translate(translated)) > 10);
    await backstage.play(table, 2);
    for (let moves = 0; moves < 4; ++moves) {
      const { hash } = await backstage.page.evaluate((at) => window.players[at].push, table.host.at);
      for (const one of pages) await settled(one, hash);
      assert.equal(await words(translated), await words(untouched), `after ${moves} moves`);
      assert.ok((await translate(translated)) > 10);
      await step(table);
    }
    for (const one of pages) assert.deepEqual(one.complaints, []);
  });
