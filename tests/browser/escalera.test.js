import assert from 'node:assert/strict';
import test from 'node:test';

import { act_at_table } from './acted.js';
import { Backstage } from './backstage.js';
import { play_alone } from './dicing.js';
import { desk, Person, phone } from './people.js';
import { racer } from './racing.js';
import { server_and_browser } from './server_and_browser.js';
import { stage } from './staged.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const target = 50;
const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** Ana's page at a table that has all its seats taken by her and players without a page. */
async function begun(friends, rules) {
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  await ana.page.goto(house.url);
  const invitation = await ana.make_table({ game: 'Escalera', seats: 1 + friends.length, rules });
  const others = await backstage.sit_down(invitation, friends);
  await ana.page.evaluate(note_felts);
  await ana.button('Start the game').click();
  await ana.page.locator('.race-actions').waitFor();
  return { ana, others, invitation };
}

/** Notes what lies on the felt each time it changes. Runs in the page. */
function note_felts() {
  const felts = new Set();
  const note = () => {
    const verdict = document.querySelector('.esc-verdict b')?.innerText;
    const dice = document.querySelectorAll('.esc-tray .dice > li').length;
    const groups = [...document.querySelectorAll('.esc-dice[aria-label]')].map((group) => group.getAttribute('aria-label'));
    if (verdict) felts.add(JSON.stringify({ verdict, dice, groups }));
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  window.felts = () => [...felts].map((felt) => JSON.parse(felt));
}

/** The content of a person's felt. */
const felt = ({ page }) => ({
  groups: () =>
    page.locator('.esc-dice[aria-label]').evaluateAll((all) => all.map((group) => group.getAttribute('aria-label'))),
  dice: page.locator('.esc-tray .dice > li'),
  verdict: () => page.locator('.esc-verdict b').innerText(),
});

test('a tablet that is turned shows the stairs of its new window at once', async () => {
  const table = await backstage.table({ game: 'escalera' }, ['Ana', 'Benedikt']);
  await backstage.play(table, 4);
  const ana = await Person.meet(browser, 'Ana', { viewport: { width: 1180, height: 820 } }, house.url);
  await ana.come_as(table.host, `${house.url}r/${table.room}`);
  const length = () => ana.page.locator('.esc-stairs').getAttribute('viewBox').then((box) => Number(box.split(' ')[2]));
  const [lying, standing] = [540, 360];
  await ana.page.locator('.esc-stairs').waitFor();
  assert.equal(await length(), lying);
  await ana.page.setViewportSize({ width: 820, height: 1180 });
  await ana.page.locator(`.esc-stairs[viewBox^="0 0 ${standing} "]`).waitFor();
  await ana.page.setViewportSize({ width: 1180, height: 820 });
  await ana.page.locator(`.esc-stairs[viewBox^="0 0 ${lying} "]`).waitFor();
  assert.deepEqual(ana.complaints, []);
});

test('no advice is offered at Escalera, where a player has nothing to choose', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  await ana.page.goto(house.url);
  await ana.button('New table').tap();
  const advice = ana.page.getByLabel('The computer gives advice');
  for (const [game, count] of [['Yahtzee', 1], ['Escalera', 0], ['TRES', 1]]) {
    await ana.page.getByLabel('Game', { exact: true }).selectOption({ label: game });
    await ana.page.locator('.options label').nth(3).waitFor({ state: 'attached' }); // once the game has come
    assert.equal(await advice.count(), count, game);
  }
  await ana.page.goto(house.url);
  await ana.page.getByLabel('Your name').fill('Ana');
  await ana.start('Escalera', 'Against the computer');
  await ana.page.locator('.race-actions').waitFor();
  assert.equal(await ana.button('What would the computer do?').count(), 0);
});

test('the log of a match that begins as its table is made has the throws for the start', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  await ana.page.goto(house.url);
  await ana.page.getByLabel('Your name').fill('Ana');
  await ana.start('Escalera', 'Against the computer');
  await ana.page.locator('.race-actions').waitFor();
  await ana.page.locator('.log li', { hasText: /^You threw .* for the start/ }).first().waitFor({ state: 'attached' });
  assert.deepEqual(ana.complaints, []);
});

test('three friends play Escalera to the end, and every straight is marked', async () => {
  const { ana, others, invitation } = await begun(['Benedikt', 'Cleo'], { 'Points to win': `${target}` });
  await backstage.go_on(others);
  await play_alone([ana]);
  await ana.page.locator('.places').waitFor();
  const felts = await ana.page.evaluate(() => window.felts());
  assert.ok(felts.some(({ groups }) => groups.some((text) => text.startsWith('Straight '))));
  for (const { verdict, dice, groups } of felts) {
    assert.equal(dice, 6);
    const marked = groups.flatMap((text) => text.match(/: (\d+) points/)?.[1] ?? []).map(Number);
    assert.equal(marked.reduce((a, b) => a + b, 0), Number(verdict.match(/^\+(\d+)/)?.[1] ?? 0), groups.join());
  }

  const benedikt = await Person.meet(browser, 'Benedikt', phone, house.url);
  await benedikt.come_as(others[0], invitation);
  await benedikt.page.locator('.places').waitFor();
  assert.equal(await racer(benedikt).results(), await racer(ana).results());
  assert.deepEqual(await felt(benedikt).groups(), await felt(ana).groups());
  assert.ok((await racer(ana).points())[0] >= target);
  await benedikt.inspect('22-escalera-result');
  for (const one of [ana, benedikt]) assert.deepEqual(one.complaints, []);
});

test('automatic throws need no player, and no player is shown as late', async () => {
  const { ana } = await begun(['Ben'], { 'The dice throw themselves': true });
  await ana.page.locator('.esc-tray .dice > li').first().waitFor();
  assert.equal(await ana.page.locator('.log li', { hasText: 'Time ran out' }).count(), 0);
});

// ---- outcomes that are too rare to wait for

const straight = (dice, points) => ({ of: 'straight', dice, points });
const eight = ['Ana', 'Benedikt-Maximilian', 'Cleo', 'Dora', 'Émile', 'Fritz', 'Gül', 'Hans'];
const scene = ({ names, scores, thrown, more = [], pot = 0, ...view }) => {
  const last = { seat: 0, straights: [], reset: false, ...thrown };
  return {
    ...{ game: 'escalera', title: 'Escalera', names },
    push: {
      events: [{ e: 'rolled', ...last, score: scores[0] }, ...more],
      view: {
        ...{ game: 'escalera', phase: 'play', round: 9, target: 100, final_round: false, extra_round: 0, ...view },
        seats: scores.map((score) => ({ score, in_round: true })),
        ...{ turn: { seat: 1 }, pot, last },
      },
      you: { seat: 1, n: 1, moves: [{ do: 'roll' }] },
    },
  };
};
const aces = {
  dice: [1, 6, 1, 1, 3, 1],
  points: 0,
  reset: true,
  marks: [{ of: 'aces', dice: [0, 2, 3, 5], points: 0 }],
};
const two = { dice: [2, 1, 4, 1, 3, 2], points: 20, marks: [straight([0, 1, 2, 4], 15), straight([3, 5], 5)] };
const sixes = { dice: [6, 6, 4, 6, 6, 6], points: 30, marks: [{ of: 'sixes', dice: [0, 1, 3, 4, 5], points: 30 }] };
const counted_ace = {
  dice: [1, 2, 1, 1, 3, 1],
  points: 10,
  reset: true,
  marks: [{ of: 'aces', dice: [0, 2, 3, 5], points: 0 }, straight([0, 1, 4], 10)],
};

const no_one = { dice: [2, 4, 6, 6, 3, 2], points: 0, marks: [] };
const lone_ace = { dice: [1, 4, 6, 6, 3, 5], points: 0, marks: [] };

/** `colours`: the marks of this throw have colours that no other has. */
const seldom = [
  {
    what: 'a throw that counts nothing says which number a straight would begin with',
    shot: '23-escalera-nothing',
    scene: scene({ names: ['Ana', 'Benedikt-Maximilian'], scores: [20, 45], thrown: no_one }),
    groups: ['Counts nothing: 2, 2, 3, 4, 6, 6'],
    sees: ['Without a 1: a straight begins with 1-2'],
  },
  {
    what: 'of a lone ace it is the two that is missing',
    shot: '23-escalera-no-two',
    scene: scene({ names: ['Ana', 'Ben'], scores: [20, 45], thrown: lone_ace }),
    groups: ['Counts nothing: 1, 3, 4, 5, 6, 6'],
    sees: ['Without a 2: a straight begins with 1-2'],
  },
  {
    what: 'four aces raise the alarm, in the last round of eight',
    shot: '23-escalera-aces',
    colours: true,
    scene: scene({
      ...{ names: eight, scores: [0, 40, 45, 105, 90, 100, 100, 100], thrown: aces, pot: 80, final_round: true },
      more: [{ e: 'reset', seat: 0, aces: 4, lost: 85 }],
    }),
    groups: ['Four aces!', 'Counts nothing: 3, 6'],
    sees: ['85 points are gone', 'Last round!', 'Dora leads with 105.', 'Pot 80'],
  },
  {
    what: 'two straights of a throw are told apart',
    shot: '24-escalera-two',
    colours: true,
    scene: scene({ names: ['Ana', 'Ben', 'Cleo'], scores: [20, 45, 20], thrown: two }),
    groups: ['Straight 1-2-3-4: 15 points', 'Straight 1-2: 5 points'],
    sees: ['+20', 'Two straights', 'Ana threw 1-2-3-4 and 1-2: +20, so 20.'],
  },
  {
    what: 'five sixes are marked',
    shot: '25-escalera-sixes',
    colours: true,
    scene: scene({ names: ['Ana', 'Ben'], scores: [75, 80], thrown: sixes, target: 150 }),
    groups: ['Five sixes: 30 points', 'Counts nothing: 4'],
    sees: ['+30', 'Ana threw five sixes: +30, so 75.'],
  },
  {
    what: 'an ace of the alarm that counts in a straight lies once, in the straight',
    shot: '26-escalera-counted',
    scene: scene({
      ...{ names: ['Ana', 'Ben'], scores: [10, 80], thrown: counted_ace },
      more: [{ e: 'reset', seat: 0, aces: 4, lost: 30 }],
    }),
    groups: ['Four aces!', 'Straight 1-2-3: 10 points'],
    sees: ['30 points are gone, +10'],
  },
];

test('rare throws', async (context) => {
  const person = await Person.meet(browser, 'Ben', phone, house.url);
  await person.page.goto(house.url);
  for (const { what, shot, scene: seen, groups, sees, colours } of seldom)
    await context.test(`${what}, on a phone and a desktop`, async () => {
      await stage(person, seen);
      for (const text of sees) await person.sees(text);
      assert.deepEqual(await felt(person).groups(), groups);
      assert.equal(await felt(person).dice.count(), 6);
      if (colours) await person.inspect(shot);
      await person.fits_everywhere(shot, [phone, desk].map(({ viewport }) => [viewport.width, viewport.height]));
    });
  assert.deepEqual(person.complaints, []);
});

test('the last climb leaves a ghost and a dotted arc, and the token goes up in one hop a step', async () => {
  const one = await Person.meet(browser, 'Ana', { ...desk, reducedMotion: 'no-preference' }, house.url);
  const { push } = await act_at_table(one, house.url, { game: 'escalera', title: 'Escalera', names: ['Ana', 'Ben'] });
  const devtools = await one.page.context().newCDPSession(one.page);
  const about = { game: 'escalera', target: 100, pot: 0 };
  const thrown = (seat, dice, points, marks) => ({ seat, dice, points, straights: [], reset: false, marks });
  const view = (last, scores) => ({ phase: 'play', round: 2, turn: { seat: 0 }, seats: scores.map((score) => ({ score })), last });
  const nothing = thrown(0, [2, 3, 4, 5, 6, 6], 0, []);
  push({ about, view: view(nothing, [55, 65]), events: [{ e: 'rolled', ...nothing, score: 55 }], you: { seat: 0, n: 1, moves: [] } });
  await one.page.locator('.climber').first().waitFor();
  assert.equal(await one.page.locator('.ghost-climber').count(), 0);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.0001 });
  const climb = thrown(1, [1, 2, 3, 4, 6, 2], 15, [{ of: 'straight', dice: [0, 1, 2, 3], points: 15 }]);
  push({ view: view(climb, [55, 80]), events: [{ e: 'rolled', ...climb, score: 80 }], you: { seat: 0, n: 2, moves: [{ do: 'roll' }] } });
  await one.page.locator('.ghost-climber .way').waitFor({ state: 'attached' });
  const avatar = (whose) => one.page.locator(whose).evaluate((token) => token.querySelector('.disc').classList + token.querySelector('.face').innerHTML);
  assert.equal(await avatar('.ghost-climber'), await avatar('.climber.seat-1'));
  assert.notEqual(await avatar('.ghost-climber'), await avatar('.climber.seat-0'));
  const [hops] = await one.page.locator('.climber.seat-1 > g').evaluate((token) => token.getAnimations().map((one) => [one.effect.getKeyframes().length, one.effect.getComputedTiming().duration]));
  assert.equal(hops[0], 1 + 2 * 3, 'three steps');
  assert.ok(hops[1] <= 500);
  await one.page.context().close();
});
