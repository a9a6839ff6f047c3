// Absent players during a match, and the players who wait for them.
import assert from 'node:assert/strict';
import test from 'node:test';

import { act_at_table } from './acted.js';
import { Backstage } from './backstage.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';

const { house, browser } = await server_and_browser('--limit', 'absence=1s', '--limit', 'bot-pause=50ms');

test('a player who waits for a long-absent player can let a bot play for them', async () => {
  const ben = await Person.meet(browser, 'Ben', desk, house.url, 'en-GB');
  await ben.page.goto(`${house.url}new/yahtzee?starter=first`);
  await ben.page.locator('#name').fill('Ben');
  await ben.button('Make the table').click();
  await ben.page.getByLabel('Send this link').waitFor();
  const ana = await Person.meet(browser, 'Ana', phone, house.url, 'en-GB');
  await ana.page.goto(ben.page.url());
  await ana.page.locator('#name').fill('Ana');
  await ana.page.keyboard.press('Enter');
  await ana.page.locator('.seat.mine .is-ready').waitFor();
  await ben.button('Start').click();
  await ana.sees('Ben’s turn');
  await ben.page.context().close();
  await ana.page.locator('.absence', { hasText: 'Ben is away' }).waitFor();
  await ana.button('Let the computer play').tap();
  await ana.page.locator('.turn.mine').waitFor();
  assert.deepEqual(ana.complaints, []);
});

test('two players without their host let a bot play for the absent player, and both see the votes', async () => {
  const backstage = await Backstage.of(browser, house.url);
  const { room, host, players } = await backstage.table({ game: 'yahtzee', options: { starter: 'first' } }, ['Ben', 'Ana', 'Cleo']);
  await host.ask({ t: 'room.start', room });
  const [ana, cleo] = await Promise.all(
    players.slice(1).map(async ({ name, token }, at) => {
      const one = await Person.meet(browser, name, at === 0 ? phone : desk, house.url, 'en-GB');
      await one.page.addInitScript((stored) => localStorage.setItem('cubilete.player', JSON.stringify(stored)), { name, token });
      await one.page.goto(`${house.url}r/${room}`);
      await one.sees('Ben’s turn');
      return one;
    }),
  );
  await backstage.close(); // disconnects the host and the backstage connections of the other two
  for (const one of [ana, cleo]) await one.page.locator('.absence', { hasText: 'Ben is away' }).waitFor();
  await ana.button('Let the computer play').tap();
  await ana.page.locator('.absence', { hasText: '1 of 2 wants the computer to play' }).waitFor();
  assert.equal(await ana.button('Let the computer play').count(), 0);
  assert.equal(await cleo.page.locator('.turn.mine').count(), 0);
  await cleo.button('Let the computer play').click();
  await ana.page.locator('.turn.mine').waitFor(); // the bot has moved for Ben
  await ana.page.locator('.absence').waitFor({ state: 'detached' });
  assert.deepEqual([...ana.complaints, ...cleo.complaints], []);
});

test('whose time ran out reads that the computer played, at once and on the next turn, until the next move', async () => {
  const note = 'Your time ran out: the computer played.';
  const odds = { throws: 216, lost: 64, each: [{ points: 50, throws: 152 }] };
  const seats = [0, 0].map((score) => ({ score, boxes: {}, upper: 0 }));
  const boxes = ['aces', 'yahtzee', 'chance'];
  const games = {
    ambiciosa: [{ target: 5000, odds }, { points: 0, throws: 0 }, { last: null }, (seat) => [{ e: 'banked', seat, points: 50, score: 50 }]],
    yahtzee: [{ rounds: 3, preset: 'yahtzee', boxes }, { dice: [], throws: 0, throws_left: 3, worth: {} }, {}, (seat) => [{ e: 'scored', seat, box: 'aces', points: 1 }]],
  };
  for (const [game, [about, turn, rest, moved]] of Object.entries(games)) {
    const ana = await Person.meet(browser, 'Ana', phone, house.url, 'en-GB');
    await ana.page.addInitScript((hinted) => localStorage.setItem('cubilete.choices', JSON.stringify({ hinted, asked_sound: true })), [game]);
    const { push } = await act_at_table(ana, house.url, { game, title: game, names: ['Ana', 'Ben'] });
    const notice = ana.page.locator('.play').getByText(note).filter({ visible: true });
    const next = (by, mover, seat, n) =>
      push({ about: { game, ...about }, by, events: moved(mover), view: { phase: 'play', round: 1, ...rest, turn: { seat, ...turn }, seats }, you: { seat: 0, n, moves: seat === 0 ? [{ do: 'roll' }] : [] }, clock: { kind: 'turn', left_ms: 600_000, of_ms: 600_000 } });
    const my_turn = ana.page.locator('.turn.mine');
    next({ seat: 1 }, 1, 0, 1);
    await my_turn.waitFor();
    assert.equal(await notice.count(), 0, game);
    next({ clock: true }, 0, 1, 2);
    await ana.sees('Ben’s turn');
    await notice.first().waitFor();
    next({ seat: 1 }, 1, 0, 3);
    await my_turn.waitFor();
    await notice.first().waitFor();
    next({ seat: 0 }, 0, 1, 4);
    await ana.sees('Ben’s turn');
    await notice.first().waitFor({ state: 'detached' });
    assert.equal(await ana.page.locator('.log li', { hasText: note }).count(), 1);
    assert.deepEqual(ana.complaints, []);
    await ana.page.context().close();
  }
});
