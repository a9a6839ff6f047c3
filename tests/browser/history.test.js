// After a match: summary, public replay, player page, leaderboards, and deletion of the player.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { Person, desk, phone, sizes } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** The size and place of everything on the stage of a replay, by the size of the window. @param {import('playwright-core').Page} page */
async function stage_in_sizes(page) {
  const before = page.viewportSize();
  const found = {};
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    found[`${width} × ${height}`] = await page.locator('.stage').evaluate((stage) => {
      const top = stage.getBoundingClientRect().y;
      return [...stage.querySelectorAll('*')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return `${one.tagName} ${one.getAttribute('class') ?? ''}: ${[x, y - top, width, height].map(Math.round).join(' ')}`;
      });
    });
    const owner = page.locator('.stage .pad .name:visible').first();
    assert.ok((await owner.boundingBox()).height > 10, 'the pad says whose each column is');
  }
  await page.setViewportSize(before);
  return found;
}

test('a match is summarized, replayed, counted in statistics, and anonymized after deletion', { timeout: 600_000 }, async () => {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  const { page } = ana;
  const table = await backstage.table({ game: 'yahtzee' }, ['Ana']);
  await backstage.play(table);
  await ana.come_as(table.host, `${house.url}r/${table.room}`);
  await ana.look_back();
  await ana.sees('How it went');
  await page.locator('.chart').first().waitFor();
  await page.locator('.summary').scrollIntoViewIfNeeded();
  await page.getByText('As a table').first().click();
  assert.equal(await page.locator('.as-table').first().locator('tbody tr').count(), 13);

  await page.getByRole('link', { name: 'Watch it again' }).first().click();
  await page.locator('.controls').waitFor();
  const from_table = await stage_in_sizes(page);
  for (const [width, height] of [[390, 760], [1280, 800]]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const [pad, dice, controls] = await Promise.all(['.stage .pad', '.stage .dice-zone', '.controls'].map((part) => page.locator(part).boundingBox()));
    const where = `${width} × ${height}: ${JSON.stringify({ pad, dice, controls })}`;
    assert.ok(pad.y <= dice.y, `the board comes first at ${where}`);
    assert.ok(dice.y + dice.height <= controls.y + 1, `the dice are in view at ${where}`);
  }
  await page.setViewportSize(phone.viewport);
  await page.reload();
  await page.locator('.controls').waitFor();
  assert.deepEqual(from_table, await stage_in_sizes(page), 'the replay is the same, however it was reached');
  const where = () => page.locator('.where').textContent();
  assert.match(await where(), /^1 of /);
  await page.locator('body').press('End');
  const last = await where();
  assert.match(last, /^(\d+) of \1$/);
  await ana.button('One move back').click();
  await page.locator('body').press('Home');
  await page.locator('body').press('ArrowRight');
  assert.match(await where(), /^2 of /);
  await ana.button('Play', { exact: true }).click();
  await page.locator('.where', { hasText: /^4 of / }).waitFor();
  await ana.button('Pause').click();
  const shared = page.url();

  const ben = await Person.meet(browser, 'Ben', desk, house.url);
  await ben.page.goto(shared);
  await ben.page.locator('.controls').waitFor();
  await ben.page.locator('body').press('End');
  await ben.page.getByRole('link', { name: 'Ana' }).click();
  await ben.sees('Here since');
  assert.equal(await ben.page.getByText('What is stored about you').count(), 0);
  assert.equal(await ben.page.locator('.matches li').count(), 0, 'her table was not public');
  await ben.inspect('player', ['light']);

  await page.getByRole('link', { name: 'Ana' }).click();
  await ana.sees('What is stored about you');
  await page.locator('.matches li').waitFor();
  assert.equal(await page.locator('.matches li').count(), 1, 'to herself it is listed');
  await ana.inspect('own-page', ['light']);
  const [download] = await Promise.all([page.waitForEvent('download'), ana.button('Download everything').click()]);
  const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
  assert.equal(exported.player.name, 'Ana');
  assert.equal(exported.matches.length, 1);

  await page.goto(`${house.url}top`);
  await ana.button('Best').click();
  await page.locator('.board').getByText('Ana').waitFor();

  await page.getByRole('link', { name: 'Ana' }).click();
  await ana.button('Delete me').click();
  await ana.sees('Delete you for good?');
  await ana.inspect('delete-me', ['light']);
  await ana.button('Yes, delete me for good').click();
  await page.getByLabel('Your name').waitFor();
  assert.equal(await page.getByLabel('Your name').inputValue(), '');
  await ben.page.goto(shared);
  await ben.page.locator('.players', { hasText: 'guest' }).waitFor();
  assert.equal(await ben.page.getByRole('link', { name: 'Ana' }).count(), 0);
  await ben.page.goto(`${house.url}m/m_nobody`);
  await ben.sees('There is no such match.');
  await ben.page.getByRole('link', { name: 'To the start page' }).click();
  await ben.button('New table').waitFor();

  for (const person of [ana, ben])
    assert.deepEqual(person.complaints.filter((one) => !/404|WebSocket/.test(one)), [], person.name);
});

test('a page loaded during a match has the whole log', { timeout: 600_000 }, async () => {
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  await ana.page.goto(house.url);
  await ana.make_table({ seats: 1 });
  await ana.button('Start the game').click();
  for (let box = 0; box < 2; ++box) {
    await ana.my_turn();
    await ana.throw_dice();
    await ana.write();
  }
  const lines = ana.page.locator('.log li');
  await ana.page.locator('.log li', { hasText: 'wrote' }).nth(1).waitFor();
  const texts = await lines.allTextContents();
  await ana.page.reload();
  await ana.page.locator('.log li', { hasText: 'wrote' }).nth(1).waitFor();
  assert.deepEqual(await lines.allTextContents(), texts);
  assert.deepEqual(ana.complaints, []);
});

test('the replay of a match whose dice throw themselves calls nobody late', { timeout: 600_000 }, async () => {
  const table = await backstage.table({ game: 'escalera', options: { auto_roll: true }, clock: { turn_ms: 45_000 } }, ['Ana', 'Ben']);
  const { at } = table.host;
  await table.host.ask({ t: 'room.start', room: table.room });
  await backstage.page.waitForFunction((host) => window.players[host].push?.seq >= 3, at, { polling: 20 }); // two throws that nobody made
  await backstage.go_on(table.players);
  await backstage.page.waitForFunction((host) => window.players[host].push.result, at, { polling: 20, timeout: 180_000 });

  const carla = await Person.meet(browser, 'Carla', desk, house.url);
  await carla.page.goto(`${house.url}m/${await backstage.match(table.host)}`);
  await carla.page.locator('.controls').waitFor();
  await carla.page.locator('body').press('End');
  const lines = await carla.page.locator('details .log li').allTextContents();
  assert.ok(lines.filter((line) => line.includes('threw')).length > 2, lines.join('\n'));
  assert.deepEqual(lines.filter((line) => line.includes('Time ran out')), []);
  assert.deepEqual(carla.complaints, []);
});
