// Nothing is cut or needs sideways scrolling where space is least: with text twice as large, and with the longest names on the narrowest phone.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { games } from './games.js';
import { Person } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { stage } from './staged.js';

/** The longest names that the server accepts, of the widest letters. */
const longest = ['W', 'M', 'G', 'O'].map((letter) => letter + letter.toLowerCase().repeat(19));
const narrowest = { viewport: { width: 320, height: 568 } };

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** How much wider the page is than the window, and the texts of buttons that are wider than these. Runs in the page. */
function too_wide() {
  const root = document.documentElement;
  const cut = [...document.querySelectorAll('button:not(.tres-own-card, .die-button), h1, h2, h3')].filter((one) => one.checkVisibility() && !one.closest('.unseen') && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow !== 'ellipsis');
  return { over: root.scrollWidth - root.clientWidth, cut: cut.map((one) => `${one.className} ${one.textContent.trim().slice(0, 30)}`) };
}
const nothing = { over: 0, cut: [] };

/** @param {Person} one @param {string} path @param {string} seen */
async function opened(one, path, seen) {
  await one.page.goto(house.url + path);
  await one.page.locator(seen).first().waitFor();
  await one.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** A page of a player. @param {{name: string, token: string}} player */
async function page_of({ name, token }, device = narrowest, locale = 'en-GB') {
  const one = await Person.meet(browser, name, device, house.url, locale);
  await one.page.addInitScript((stored) => localStorage.setItem('cubilete.player', stored), JSON.stringify({ name, token }));
  return one;
}

test('with text twice as large the start page and each table fit the width of a phone', async () => {
  const rooms = new Map();
  for (const game of games) {
    const table = await backstage.table({ game }, ['Ana', 'Benedikt', 'Cleo']);
    await backstage.play(table, 8);
    rooms.set(game, table);
  }
  const larger = () => addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
  const looked = async (one, path, drawn, where) => {
    await one.page.addInitScript(larger);
    await opened(one, path, drawn);
    for (const width of [390, 360]) {
      await one.page.setViewportSize({ width, height: 740 });
      assert.deepEqual(await one.page.evaluate(too_wide), nothing, `${where} at ${width} pixels`);
    }
    await one.page.context().close();
  };
  const device = { viewport: { width: 390, height: 740 } };
  for (const locale of ['en-GB', 'es-MX', 'it-IT'])
    await looked(await Person.meet(browser, 'Eva', device, house.url, locale), '', '.game-card', `the start page in ${locale}`);
  // Spanish has the longest words.
  for (const [game, { host, room }] of rooms) await looked(await page_of(host, device, 'es-MX'), `r/${room}`, '.play', game);
});

test('the longest names without a space fit the narrowest phone, from the room to the leaderboards', async () => {
  const look = async (one, where) => assert.deepEqual(await one.page.evaluate(too_wide), nothing, where);
  const waiting = await backstage.table({ game: 'yahtzee', seats: 5 }, longest);
  await waiting.host.ask({ t: 'room.chat', room: waiting.room, text: 'w'.repeat(60) });
  const host = await page_of(waiting.host);
  await opened(host, `r/${waiting.room}`, '.seats');
  await look(host, 'the room');
  const guest = await Person.meet(browser, 'Zoë', narrowest, house.url);
  await opened(guest, `r/${waiting.room}`, '#name');
  await look(guest, 'the invitation');
  for (const game of games) {
    const table = await backstage.table({ game }, longest);
    await backstage.play(table, 8);
    const one = await page_of(table.host);
    await opened(one, `r/${table.room}`, '.play');
    await look(one, `the table of ${game}`);
    await one.page.context().close();
  }
  const ended = await backstage.table({ game: 'escalera' }, longest);
  await backstage.play(ended);
  const one = await page_of(ended.host);
  const pages = { [`r/${ended.room}`]: '.places', [`m/${await backstage.match(ended.host)}`]: '.controls', [`p/${ended.host.id}`]: '.match', '': '.my-rooms li', 'top/escalera': '.board' };
  for (const [path, seen] of Object.entries(pages)) {
    await opened(one, path, seen);
    await look(one, `the page at /${path}`);
    if (seen === '.places') {
      await one.look_back();
      await look(one, 'the summary below the result');
    }
  }
});

/** Whether all of an element is in the window and not covered. Runs in the page. */
function in_sight(one) {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const hits = [left + 3, right - 3].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
  return top >= 0 && bottom <= innerHeight && hits.every((hit) => hit !== null && one.contains(hit));
}

test('after a match the next one is offered without scrolling, and the podium is in the middle', async () => {
  for (const count of [2, 3]) {
    const table = await backstage.table({ game: 'yahtzee' }, ['Ana', 'Benedikt', 'Cleo'].slice(0, count));
    await backstage.play(table);
    const one = await page_of(table.host);
    await opened(one, `r/${table.room}`, '.places');
    for (const [width, height] of [[320, 568], [360, 640], [600, 800], [740, 360], [1280, 620]]) {
      await one.page.setViewportSize({ width, height });
      if (height > 400) assert.ok(await one.button('Play again').evaluate(in_sight), `${width} × ${height}`);
      const off = await one.page.evaluate(() => {
        const [sheet, ...steps] = document.querySelectorAll('.result:has(.podium), .podium li');
        const { left, right } = sheet.getBoundingClientRect();
        return steps[0].getBoundingClientRect().left - left - (right - steps.at(-1).getBoundingClientRect().right);
      });
      assert.ok(Math.abs(off) <= 1, `${off} pixels aside with ${count} players at ${width} × ${height}`);
    }
    await one.page.context().close();
  }
});

test('the actions at TRES fit the narrowest phone, and nothing moves when the page asks whether to draw', async () => {
  const table = await backstage.table({ game: 'tres', options: { tres_call: 'window' } }, ['Ana', 'Benedikt']);
  await backstage.play(table, 1);
  const { room: _, match: __, ...push } = await backstage.page.evaluate((at) => window.players[at].push, table.host.at);
  Object.assign(push.view, { table: ['r7', 'g1', 'b1'], turn: { seat: 0, drawn: false } });
  const hand = ['r1', 'r2', 'g2', 'g3', 'b3', 'b4', 'y8'];
  Object.assign(push.view.seats[0], { hand, cards: hand.length });
  push.to_act = [0];
  const moves = [{ do: 'draw' }, { do: 'play', on: 0, cards: ['r1'] }];
  const boxes = (one) => one.page.locator('.tres-felt, .tres-line, .tres-hand, .tres-actions button').evaluateAll((all) => all.map((part) => JSON.stringify(part.getBoundingClientRect())));
  for (const locale of ['en-GB', 'es-MX', 'it-IT']) {
    const one = await Person.meet(browser, 'Ana', narrowest, house.url, locale);
    await opened(one, '', '#name');
    const places = [];
    for (const local of [{}, { key: `${push.view.round} ${hand.join(' ')}`, picked: [], tres: true, sure: 1 }, { key: `${push.view.round} ${hand.join(' ')}`, picked: [], tres: false, sure: 1 }]) {
      await stage(one, { game: 'tres', title: 'TRES', names: ['Ana', 'Benedikt'], local, push: { ...push, you: { ...push.you, moves } }, set: { options: { tres_call: 'window' } } });
      assert.deepEqual(await one.page.evaluate(too_wide), nothing, locale);
      for (const button of await one.page.locator('.tres-actions button').all()) assert.ok(await button.evaluate(in_sight), `${await button.innerText()} in ${locale}`);
      places.push(await boxes(one));
    }
    assert.equal(await one.page.locator('.tres-d').getAttribute('aria-describedby'), 'tres-hint');
    for (const later of places.slice(1)) assert.deepEqual(later, places[0], locale);
  }
});
