import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { desk, Person, phone, starter_of } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const rounds = 13;
const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/**
 * Notes what moves at a table without an input in the half second before. A number that grows in its place does not, and the buttons of
 * one's own turn are others than the line of other turns. Runs in the page.
 */
function note_shifts() {
  window.shifts = [];
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const moved = ({ node, previousRect, currentRect }) =>
    node?.parentElement?.closest('.table') && !node.parentElement.closest('.actions') && middle(previousRect).some((place, axis) => Math.abs(place - middle(currentRect)[axis]) > 2);
  const shift_text = ({ node, previousRect, currentRect }) => `${node.className || node.parentElement.className} from ${middle(previousRect)} to ${middle(currentRect)}`;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries()) if (!hadRecentInput) window.shifts.push(...sources.filter(moved).map(shift_text));
  }).observe({ type: 'layout-shift' });
}

const meet = async (name, device) => {
  const person = await Person.meet(browser, name, device, house.url);
  await person.page.addInitScript(note_shifts);
  await person.page.goto(house.url);
  await person.button('New table').waitFor();
  return person;
};

/** A player of the backstage at a table. */
const page_of = async ({ name, token }, room, device) => {
  const person = await Person.meet(browser, name, device, house.url);
  await person.page.addInitScript((stored) => localStorage.setItem('cubilete.player', stored), JSON.stringify({ name, token }));
  await person.page.goto(`${house.url}r/${room}`);
  return person;
};

test('two friends create a room, play Yahtzee to the end and start a rematch', async () => {
  const ana = await meet('Ana', desk);
  const ben = await meet('<b>Ben</b>', phone);
  const people = [ana, ben];

  const invitation = await ana.make_table();
  assert.match(invitation, new RegExp(`^${house.url}r/[0-9A-Z]{6}$`));
  await ben.take_seat(invitation);
  await ana.sees('<b>Ben</b>');
  const line = '<img src=x onerror=alert(1)> & "hola"';
  await ben.page.getByLabel('Say something').fill(line);
  await ben.page.keyboard.press('Enter');
  await ana.sees(line);

  await ana.button('Start the game').click();
  const first = await starter_of(people);
  const second = people.find((one) => one !== first);
  assert.match(await first.title, /^Your turn/);
  assert.doesNotMatch(await second.title, /^Your turn/);

  await first.throw_dice();
  const before_keeping = await first.faces();
  for (const position of [1, 3]) await first.dice.nth(position).click();
  assert.equal(await first.page.locator('.dice [aria-pressed=true]').count(), 2);
  await first.inspect('4-kept', ['light']);
  await second.page.locator('.pad td.now.worth').nth(rounds - 1).waitFor({ state: 'attached' });
  const heard = await second.page.locator('.pad td.now.worth').evaluateAll((all) => all.map((cell) => cell.querySelector('.unseen').textContent));
  assert.equal(heard.length, rounds, 'each open box of the other player');
  for (const text of heard) assert.match(text, /^would bring \d+$/, 'a screen reader does not take it for a score');
  await first.page.locator('.tray:not(.locked)').getByRole('button', { name: 'Throw 3 dice' }).click();
  await first.button(/1 throw left/).waitFor();
  const after_keeping = await first.faces();
  for (const position of [1, 3]) assert.equal(after_keeping[position], before_keeping[position]);
  await second.sees('1 throw left');
  assert.deepEqual(await second.faces(), after_keeping);
  assert.match(await first.fingerprint(), /^[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}$/);
  assert.equal(await second.fingerprint(), await first.fingerprint());
  await first.throwing.click();
  await first.sees('No throws left');
  const written = await first.write('Chance');
  const points = written.match(/\d+/)[0];
  await second.my_turn();
  await second.sees(`${first.name} wrote ${points} in Chance.`);

  for (const { page } of people) await page.evaluate(() => (window.shifts = []));
  for (let turn = 1; turn < 2 * rounds; ++turn) {
    const [one, other] = turn % 2 === 0 ? [first, second] : [second, first];
    await one.my_turn();
    await one.throw_dice();
    await one.write();
    if (turn < 2 * rounds - 1) await other.my_turn();
    else break;
    for (const { name, page } of people) assert.deepEqual(await page.evaluate(() => window.shifts), [], `nothing moves on the page of ${name} in turn ${turn}`);
  }

  const results = await Promise.all(people.map((one) => one.page.locator('.places').innerText()));
  assert.equal(results[0], results[1]);
  const scores = await Promise.all(people.map((one) => one.page.locator('.pad .lower .total td').allInnerTexts().then((texts) => texts.map((text) => text.replaceAll(/\D+/g, '')).sort().join())));
  assert.equal(scores[0], scores[1]);

  await ana.button('Play again').click();
  await ben.sees('1 of 2 wants to play again');
  await ben.button('Play again').click();
  await second.my_turn();
  await second.sees('Round 1');
  for (const one of people) assert.deepEqual(one.complaints, []);
});

test('a table with three columns can be played on a phone, alone', async () => {
  const zoe = await meet('Zoe', phone);
  await zoe.make_table({ rules: { Columns: 'Three: ×1, ×2, ×3' } });
  await zoe.button('Start the game').click();
  await zoe.throw_dice();
  await zoe.inspect('7-columns', ['light']);
  assert.equal(await zoe.page.locator('.box').count(), 3 * 13);
  await zoe.page.locator('.box').last().click();
  await zoe.page
    .locator('.tray')
    .getByRole('button', { name: /^Write \d+ in Chance ×3/ })
    .click();
  await zoe.sees(/wrote \d+ in Chance ×3/);
  await zoe.throwing.waitFor();
  assert.deepEqual(zoe.complaints, []);
});

const cards = [
  { name: 'Yatzy', rounds: 15, boxes: ['One Pair', 'Two Pairs', 'House', 'Yatzy'] },
  { name: 'Kniffel', rounds: 13, boxes: ['Einser', 'Viererpasch', 'Große Straße', 'Kniffel'] },
  { name: 'Generala', rounds: 11, boxes: ['Escalera', 'Full', 'Póker', 'Generala', 'Doble Generala'] },
];
for (const { name, rounds: turns, boxes } of cards) {
  // The cards differ in their boxes. Generala alone has another end.
  const whole = process.env.WHOLE_MATCHES === 'all' || name === 'Generala';
  test(`${name} can be played on a phone${whole ? ' to the end' : ''}`, async () => {
    const { room, host } = await backstage.table({ game: 'yahtzee', options: { preset: name.toLowerCase() }, seats: 2 }, ['Uma']);
    await host.ask({ t: 'room.start', room });
    const uma = await page_of(host, room, phone);
    const over = uma.page.locator('.places');
    for (let turn = 1; turn <= (whole ? turns : 2); ++turn) {
      await uma.throwing.or(over).waitFor();
      if (await over.isVisible()) break; // a Generala on the first throw ends the match
      if (process.env.WHOLE_MATCHES !== 'all' && turn > 2 && turn < turns) {
        for (const move of ['roll', 'score']) await backstage.move(host, move); // more of the same
        continue;
      }
      await uma.throwing.click();
      await uma.button(/^Write /).first().or(over).first().waitFor();
      if (await over.isVisible()) break;
      if (turn === 1) {
        assert.equal(await uma.page.locator('.box').count(), turns);
        for (const box of boxes) await uma.page.getByRole('rowheader', { name: box, exact: true }).waitFor();
      }
      if (turn === 2) await uma.inspect(`9-card-${name}`, ['light']);
      const written = await uma.write();
      await uma.sees(written.replace(/^Write (\d+)/, 'You wrote $1'));
    }
    if (whole) {
      await over.waitFor();
      await uma.inspect(`9-over-${name}`, ['light']);
    }
    assert.deepEqual(uma.complaints, []);
  });
}

test('eight players with three columns each see one set at a time, and a tap on a player shows theirs', async () => {
  const friends = ['Ana', 'Benedikt', 'Cleo', 'Davide', 'Elena', 'Fabio', 'Gaia', 'Hugo'];
  const table = await backstage.table({ game: 'yahtzee', options: { columns: 3, starter: 'first' } }, friends);
  await backstage.play(table, 20);
  await backstage.move(table.host, 'roll');
  const ana = await page_of(table.host, table.room, desk);
  const { page } = ana;
  for (const [width, height] of [[390, 760], [360, 640], [740, 360], [1280, 620], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    await page.locator('.pad .box:visible').first().waitFor();
    const boxes = await page.locator('.pad .box').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    assert.ok(boxes.length > 30 && Math.min(...boxes) >= 23, `${width} × ${height}: boxes of ${Math.min(...boxes)} pixels`);
    const others = page.locator('.pad-players button');
    assert.equal(await others.count(), 8);
    await others.nth(1).click();
    await page.locator('.pad .box:visible').first().waitFor({ state: 'detached' });
    assert.equal(await page.locator('.pad td.shown:visible').first().isVisible(), true);
    await others.nth(0).click();
    await page.locator('.pad .box:visible').first().waitFor();
    await ana.fits(`eight players with three columns at ${width} × ${height}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `${width} × ${height} needs no scrolling`);
  }
  assert.deepEqual(ana.complaints, []);
});
