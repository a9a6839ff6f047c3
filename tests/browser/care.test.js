// The average cost of a player's decisions: on their page and on the board by care, from real matches.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);
const api = async (path) => (await fetch(`${house.url}api/v1/${path}`)).json();

/** Plays another match to its end. @param {any} table */
async function again({ room, host }) {
  const before = await backstage.match(host);
  await backstage.page.evaluate((at) => (window.players[at].until = { seat: -1, seq: 0, first: 'roll' }), host.at);
  await host.ask({ t: 'room.rematch', room });
  await backstage.page.waitForFunction(
    ([at, last]) => {
      const player = window.players[at];
      return player.push.match !== last && player.push.result;
    },
    [host.at, before],
    { polling: 20, timeout: 120_000 },
  );
}
/** The care of a player in a game, when so many of their decisions are known. @param {string} id @param {number} least */
async function care_of(id, least) {
  for (;;) {
    const care = (await api(`players/${id}`)).games[0]?.care;
    if (care && care.count >= least) return care;
    await new Promise((later) => setTimeout(later, 300));
  }
}
/** @param {any} player */
async function at_home({ name, token }, device) {
  const person = await Person.meet(browser, name, device, house.url);
  await person.page.addInitScript((known) => localStorage.setItem('cubilete.player', JSON.stringify(known)), { name, token });
  return person;
}
const points = (care) => `${Math.round((100 * care.cost) / care.count) / 100} point${Math.round((100 * care.cost) / care.count) === 100 ? '' : 's'}`;

test('who has decided often is on the board by care, until they leave the boards', async () => {
  const table = await backstage.table({ game: 'yahtzee' }, ['Ana']);
  await backstage.play(table, Infinity, 'roll');
  const first = await care_of(table.host.id, 1);
  assert.ok(first.count > 30 && first.cost > 0 && first.unit === 'points', JSON.stringify(first));
  assert.deepEqual((await api('leaderboard?game=yahtzee&by=care')).rows, [], 'too few decisions');
  const matches = Math.ceil(200 / first.count);
  for (let match = 1; match < matches; ++match) await again(table);
  const care = await care_of(table.host.id, 200);

  const ana = await at_home(table.host, phone);
  await ana.page.goto(`${house.url}p/${table.host.id}`);
  const row = ana.page.locator('.care tbody tr');
  await row.waitFor();
  assert.deepEqual(await row.locator('th, td').allInnerTexts(), ['Yahtzee', points(care), `${care.count}`, ''], 'one month has no trend');
  await ana.inspect('care');
  await ana.fits_everywhere('care', [[320, 568], [360, 740], [740, 360], [1280, 620]]);

  const ben = await Person.meet(browser, 'Ben', desk, house.url);
  // The board is computed at most once a minute; that of a month was not asked for yet.
  await ben.page.goto(`${house.url}top/yahtzee`);
  await ben.button('Last 30 days').click();
  await ben.button('Care').click();
  const ranked = ben.page.locator('.board tbody tr');
  await ranked.waitFor();
  assert.deepEqual((await ranked.locator('th, td').allInnerTexts()).map((text) => text.trim()), ['1', 'Ana', points(care), `${care.count}`]);
  await ben.inspect('care-board');
  await ben.page.getByRole('link', { name: 'TRES' }).click();
  await ben.sees('In this game nobody can measure it.');

  await ana.button('Take me off the leaderboards').click();
  await ana.button('Put me back on the leaderboards').waitFor();
  assert.deepEqual((await api('leaderboard?game=yahtzee&by=care&days=30')).rows, []);
  assert.equal((await api(`players/${table.host.id}`)).games[0].care, undefined);
  await ana.page.reload();
  await ana.page.locator('main .figures').first().waitFor();
  assert.equal(await ana.page.locator('.care').count(), 0);
  for (const person of [ana, ben]) assert.deepEqual(person.complaints, [], person.name);
});
