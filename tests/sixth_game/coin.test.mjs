// A sixth game is one folder in engine/games, one line in games.def and one folder in web-client/games, nothing else.
// CUBILETE_BIN is a server built from a copy of the project to which these were added (tests/sixth_game/check).
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { Backstage } from '../browser/backstage.js';
import { House } from '../browser/house.js';
import { desk, open_browser, Person, phone } from '../browser/people.js';

test('a new game is two folders and a line', async () => {
  const here = new URL('.', import.meta.url);
  const files = await readdir(here, { recursive: true, withFileTypes: true });
  const added = files.filter((file) => file.isFile() && !['check', 'coin.test.mjs'].includes(file.name));
  const folders = new Set(added.map((file) => (file.parentPath ?? file.path).replace(here.pathname, '').replace(/\/$/, '')));
  assert.deepEqual([...folders].sort(), ['engine/games/coin', 'web-client/games/coin']);
  console.log(`${added.length} files in ${folders.size} folders, and a line in games.def`);
});

test('two people toss a coin on their pages until one has won', async () => {
  const house = await House.open();
  const browser = await open_browser();
  const backstage = await Backstage.of(browser, house.url);
  const { room, host, players } = await backstage.table({ game: 'coin' }, ['Ana', 'Benedikt']);
  await host.ask({ t: 'room.start', room });
  const people = [];
  for (const [seat, device] of [desk, phone].entries()) {
    const { name, token } = players[seat];
    const person = await Person.meet(browser, name, device, house.url);
    await person.page.addInitScript((player) => localStorage.setItem('cubilete.player', player), JSON.stringify({ name, token }));
    await person.page.goto(`${house.url}r/${room}`);
    await person.page.locator('.coin-seat').first().waitFor();
    people.push(person);
  }
  const is_over = () => people[0].page.locator('.places').isVisible();
  for (let tries = 0; !(await is_over()); ++tries) {
    assert.ok(tries < 2_000, 'the match does not end');
    for (const { page } of people) {
      const toss = page.locator('.tray .primary[aria-disabled=false]:not([aria-busy=true])');
      if (await toss.isVisible()) await toss.click({ timeout: 5_000 }).catch(() => {});
    }
    await pause(20);
  }
  for (const person of people) {
    await person.page.locator('.places').waitFor();
    const heads = await person.page.locator('.coin-seat b').allInnerTexts();
    assert.ok(heads.includes('3'), `${heads}`);
    assert.match(await person.page.locator('.log').first().textContent(), /tossed (heads|tails)/);
    assert.deepEqual(person.complaints, []);
  }
  await browser.close();
  await house.close();
});
