import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { desk, Person, phone } from './people.js';
import { racer } from './racing.js';
import { server_and_browser } from './server_and_browser.js';
import { stage } from './staged.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const target = 1_000;
const target_label = "1,000";
/** Points in hand that are kept. */
const enough = 100;
const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

const number = (text) => Number(text.replace('−', '-').replace(',', ''));
/** A person's page at the table of La Ambiciosa. */
const at = (person) => ({
  ...racer(person),
  stop: person.page.locator('.ambi-stop'),
  in_hand: async () => number(await person.page.locator('.ambi-hand b').innerText()),
  total_of: async (name) => number(await person.page.locator('.ambi-lane', { hasText: name }).locator('b').innerText()),
  faces: () =>
    person.page.locator('.dice [aria-label]').evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-label'))),
});

/** Presses a focused button, or tabs to it first, without a mouse. */
const press = async ({ page }, button) => {
  const focused = () => button.evaluate((one) => one === document.activeElement);
  for (let steps = 0; !(await focused()); ++steps) {
    assert.ok(steps < 40, 'the keyboard does not come there');
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
};

/** Notes Ana's verdicts that say that points are kept; the next throw replaces them. Runs in the page. */
function note_verdicts() {
  window.kept = new Set();
  const note = () => {
    const verdict = document.querySelector('.ambi-verdict.kept');
    if (verdict?.textContent.includes('Ana')) window.kept.add(verdict);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}

test('two friends play La Ambiciosa to the end, one with the keyboard only', async () => {
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  await ana.page.goto(house.url);
  const invitation = await ana.make_table({ game: 'La Ambiciosa', seats: 2, rules: { 'Points to win': target_label } });
  const [friend] = await backstage.sit_down(invitation, ['Benedikt']);
  await ana.button('Start the game').click();
  await ana.page.locator('.race-actions').waitFor();
  await ana.page.evaluate(note_verdicts);
  await backstage.go_on([friend]);

  const table = at(ana);
  let stops = 0;
  for (;;) {
    await table.asked();
    if (await table.over()) break;
    const hand = await table.in_hand();
    assert.equal(await table.stop.getAttribute('aria-disabled'), hand > 0 ? 'false' : 'true');
    if (hand < enough) {
      await table.so(() => press(ana, table.throwing));
      continue;
    }
    const total = await table.total_of('Ana');
    await table.so(() => press(ana, table.stop));
    assert.equal(await table.total_of('Ana'), total + hand);
    assert.equal(await ana.page.evaluate(() => window.kept.size), ++stops, 'the page says that they are kept');
  }

  assert.ok(stops > 0);
  assert.ok((await table.points())[0] >= target);
  const benedikt = await Person.meet(browser, 'Benedikt', phone, house.url);
  await benedikt.come_as(friend, invitation);
  await benedikt.page.locator('.places').waitFor();
  assert.equal(await at(benedikt).results(), await table.results());
  assert.deepEqual(await at(benedikt).faces(), await table.faces());
  await benedikt.inspect('18-ambiciosa-result');
  for (const one of [ana, benedikt]) assert.deepEqual(one.complaints, []);
});

// ---- outcomes that are too rare to wait for

const each = [
  [-1000, 1],
  [-500, 1],
  [-100, 1],
  [-50, 1],
  [0, 60],
  [50, 48],
  [100, 60],
  [150, 24],
  [200, 15],
  [250, 3],
  [500, 1],
  [1000, 1],
].map(([points, throws]) => ({ points, throws }));
const odds = { throws: 216, lost: 64, each };
const names = ['Ana', 'Benedikt-Maximilian', 'Cleo', 'Dora', 'Émile', 'Fritz', 'Gül', 'Hans'];

test('eight players in an extra round see who lost a thousand points and who only watches', async () => {
  const scores = [5000, 4000, -150, 3300, 2000, 5000, 50, 0];
  const push = {
    events: [
      { e: 'rolled', seat: 1, dice: ['J', 'J', 'J'], points: -1000, turn_points: 0 },
      { e: 'penalty', seat: 1, lost: 450, points: -1000, score: 4000 },
    ],
    view: {
      ...{ game: 'ambiciosa', phase: 'play', round: 31, target: 5000, final_round: true, extra_round: 2 },
      seats: scores.map((score) => ({ score, sits_out: score < 4000 })),
      turn: { seat: 5, points: 0, throws: 0 },
      odds,
      last: { seat: 1, dice: ['J', 'J', 'J'], points: -1000 },
    },
    you: { seat: 5, n: 1, moves: [{ do: 'roll' }] },
  };
  const person = await Person.meet(browser, 'Fritz', phone, house.url);
  await person.page.goto(house.url);
  await stage(person, { game: 'ambiciosa', title: 'La Ambiciosa', names, push });
  for (const { viewport } of [desk, phone]) {
    await person.page.setViewportSize(viewport);
    await person.sees('Extra round 2!');
    await person.sees('Ana and Fritz share the lead with 5,000.');
    assert.match(await person.page.locator('.ambi-verdict').innerText(), /Benedikt-Maximilian\s+−1,000\s+450 lost/);
    assert.equal(await person.page.locator('.ambi-lane.waits').count(), 5);
    await person.page.locator('.ambi-odds', { hasText: '2% cost up to 1,000 besides (J J J)' }).waitFor();
    const risk = await person.page.locator('.ambi-odds [role=img]').getAttribute('aria-label');
    assert.match(risk, /^Next throw: 30% end the turn, 2% cost up to 1,000 besides \(J J J\), 22% bring 50, 28% bring 100, /);
    await person.fits(`an extra round of eight in a window of ${viewport.width}`);
  }
  await person.inspect('19-ambiciosa-extra');
  assert.deepEqual(person.complaints, []);
});

test('the average of the next throw includes the points in hand, which can be lost', async () => {
  const person = await Person.meet(browser, 'Ana', phone, house.url);
  await person.page.goto(house.url);
  for (const [points, mean] of [
    [0, '+72'],
    [200, '+13'],
    [250, '−2'],
    [900, '−194'],
  ]) {
    const push = {
      view: {
        ...{ game: 'ambiciosa', phase: 'play', round: 1, target: 5000, final_round: false, extra_round: 0 },
        seats: [0, 0].map((score) => ({ score, in_round: true })),
        turn: { seat: 0, points, throws: 1 },
        odds,
        last: { seat: 0, dice: ['A', 'A', 'K'], points: 250 },
      },
      you: { seat: 0, n: 1, moves: [{ do: 'bank' }, { do: 'roll' }] },
    };
    await stage(person, { game: 'ambiciosa', title: 'La Ambiciosa', names: names.slice(0, 2), push });
    await person.sees(`average ${mean}`);
  }
  const lefts = await person.page.locator('.race-actions button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  assert.deepEqual(lefts, [...lefts].sort((a, b) => a - b), 'Tab goes from left to right');
});
