// The words and figures of what luck gave and decisions gave away, and how the page waits for them.
import assert from 'node:assert/strict';
import test from 'node:test';

import './drawn.js';
import { page_address, parse_page_address } from '../../../web-client/core/urls.js';
import { initial_state } from '../../../web-client/core/state.js';
import { fetch_analysis } from '../../../web-client/ui/luck/asking.js';
import { amount, change, cost_of_others, cost_shown, progress_of, luck_shown, rounded, analysis_summary, analysis_remark, sentences, why_better } from '../../../web-client/ui/luck/figures.js';

const nobody = { count: 0, cost: 0 };
const seat = (more) => ({ seat: 0, start: 254.6, result: 259.4, luck: 14.26, others: 0, given_away: 9.46, decisions: { own: { count: 37, cost: 9.46 }, house: nobody, clock: nobody }, curve: [], dearest: [], luckiest: null, unluckiest: null, ...more });
const account = (unit, exact, ...seats) => ({ unit, exact, until: 9, seats: seats.map((one, at) => seat({ seat: at, ...one })) });
const frame = (seq, round) => ({ seq, view: { round } });

test('luck and decisions are told in a sentence each, with how many decisions there were', () => {
  assert.deepEqual(sentences('points', seat(), null), ['Your throws were 14 points better than average.', 'Your decisions cost 9.5 points in all (37 decisions).']);
  assert.deepEqual(sentences('points', seat({ luck: -1, given_away: 0 }), 'Ana'), ['Ana’s throws were 1 point worse than average.', 'Ana’s decisions cost nothing (37 decisions).']);
  assert.deepEqual(sentences('points', seat({ luck: 0.04 }), null)[0], 'Your throws were just average.');
  assert.deepEqual(sentences('win', seat({ luck: 0.321, given_away: 0.042 }), null), ['The throws raised your chance to win by 32 percentage points.', 'Your decisions lowered your chance to win by 4.2 percentage points in all (37 decisions).']);
  assert.deepEqual(sentences('pot', seat({ luck: -0.4, given_away: 0.1 }), 'Bo'), ['The throws brought Bo 0.4 pots less than average.', 'Bo’s decisions cost 0.1 pots in all (37 decisions).']);
  assert.deepEqual(sentences('games', seat({ luck: null, given_away: 1.31 }), null), ['Your decisions cost 1.31 games in all (37 decisions).']);
  assert.deepEqual(sentences('ahead', seat({ luck: null, given_away: 0.03 }), null), ['Your decisions lowered your chance to end in front by 3 percentage points in all (37 decisions).']);
});

test('an amount is rounded once', () => {
  assert.equal(amount('points', 91.46), '91 points');
  assert.equal(amount('points', -91.54), '92 points');
  assert.equal(amount('win', 0.3446), '34 percentage points');
});

test('decisions of the computer and of the clock count among a player’s, and without any there is no sentence about them', () => {
  const mixed = seat({ decisions: { own: { count: 5, cost: 1 }, house: { count: 2, cost: 1 }, clock: { count: 1, cost: 0 } } });
  assert.match(sentences('points', mixed, null)[1], /\(8 decisions\)/);
  assert.equal(sentences('win', seat({ decisions: { own: nobody, house: nobody, clock: nobody } }), null).length, 1);
});

test('what the numbers are worth is said for each kind of game', () => {
  const none = { own: nobody, house: nobody, clock: nobody };
  const kinds = [account('points', true, {}), account('points', false, {}), account('ahead', false, { luck: null }), account('win', false, { luck: null }), account('win', true, { decisions: none })].map(analysis_remark);
  assert.equal(new Set(kinds).size, 5);
  assert.match(kinds[0], /^Exact/);
  for (const rough of kinds.slice(1, 4)) assert.match(rough, /^An estimate/);
  assert.match(kinds[4], /luck alone/);
});

test('a change has its sign, and what is shown as zero has none', () => {
  assert.deepEqual([14.26, -2.64, 0.01, -0.01].map((value) => change('points', value)), ['+14.3', '−2.6', '0.0', '0.0']);
  assert.deepEqual([0.5, -0.0432].map((value) => change('win', value)), ['+50.0%', '−4.3%']);
  assert.equal(amount('points', -123.4), '123 points');
});

test('figures that stand beside each other add up as they are shown', () => {
  assert.equal(cost_shown('win', { cost: 0.00295, worth: [0.03651, 0.03946] }), 0.002, 'of 3.7% and 3.9%');
  assert.equal(cost_shown('points', { cost: 1.06, worth: [200.04, 201.1] }), 1.1);
  assert.equal(cost_shown('points', { cost: 1.06 }), 1.06, 'alone');
  const decisions = { own: { count: 3, cost: 0.14 }, house: nobody, clock: nobody };
  const shown = luck_shown('points', seat({ start: 200.04, luck: 10.05, result: 209.95, others: 0, decisions }));
  assert.equal(rounded('points', 200 + shown - 0.1), rounded('points', 209.95));
  assert.equal(luck_shown('ahead', seat({ luck: null })), null);
});

test('why a move is better is said by what follows from both moves, and by what this turn and later ones have of it', () => {
  const dear = (more) => ({ entry: 4, chosen: {}, best: {}, cost: 9.4, ...more });
  assert.equal(why_better('points', dear({ worth: [212.3, 221.7], this_turn: -4 })), 'It leads to 221.7 points on average, not 212.3: −4.0 in this turn, +13.4 in those to come.');
  assert.equal(why_better('points', dear({ worth: [212.3, 221.7], this_turn: 9.38 })), 'It leads to 221.7 points on average, not 212.3.');
  // 24.06 is 1.34 and 22.72; the worths that are shown differ by 24.1.
  assert.equal(why_better('points', dear({ worth: [217.54, 241.6], cost: 24.06, this_turn: 1.34 })), 'It leads to 241.6 points on average, not 217.5: +1.3 in this turn, +22.8 in those to come.');
  assert.equal(why_better('win', dear({ cost: 0.043, worth: [0.583, 0.626] })), 'It leaves a chance to win of 62.6%, not 58.3%.');
  assert.equal(why_better('pot', dear({ cost: 0.1, worth: [0.25, 0.35] })), 'It leaves 35.0% of the pot on average, not 25.0%.');
  assert.equal(why_better('win', dear({ cost: 0.1, interval: [0.05, 0.15] })), null, 'simulated');
});

test('what all other decisions cost is said unless it would be shown as nothing', () => {
  const own = (cost, ...costs) => seat({ decisions: { own: { count: 30, cost }, house: nobody, clock: nobody }, dearest: costs.map((each) => ({ entry: 2, chosen: {}, best: {}, cost: each })) });
  assert.equal(cost_of_others(account('points', true, {}), own(20, 5, 3, 2)), 'All other decisions cost 10 points.');
  assert.equal(cost_of_others(account('points', true, {}), own(8.03, 5, 3, 0.01)), null);
  assert.equal(cost_of_others(account('win', true, {}), own(0.09, 0.04, 0.02)), 'All other decisions cost 3 percentage points.');
  assert.equal(cost_of_others(account('win', false, { luck: null }), own(1.5, 0.3, 0.2)), 'All other decisions cost 1 game.');
});

test('the curve has a point for each round, which the entry that ends it belongs to', () => {
  const frames = [frame(1, 1), frame(2, 1), frame(3, 1), frame(4, 2), frame(5, 2), frame(6, 3), frame(7, 3)];
  const curve = [[1, 250], [2, 252], [4, 247], [5, 249], [7, 251]];
  const { by_round, steps, lines, x_of } = progress_of({ ...account('points', true, { curve }), until: 7 }, frames);
  assert.ok(by_round);
  assert.deepEqual(steps, [{ at: 0, values: [250] }, { at: 1, values: [247] }, { at: 2, values: [249] }, { at: 3, values: [251] }]);
  assert.deepEqual(lines[0].map(({ value }) => value), [250, 247, 249, 251]);
  assert.deepEqual([2, 4, 5, 7].map(x_of), [1, 1, 2, 3]);
});

test('each pot begins a new stroke, and a value stays until an entry changes it', () => {
  const curve = [[1, 0.5], [4, 1], [4, 0.5], [8, 0]];
  const { by_round, lines } = progress_of(account('pot', true, { curve }), []);
  assert.ok(!by_round);
  const other = progress_of(account('pot', true, { curve }, { curve: [[1, 0.5], [4, 0.25]] }), []).lines[1];
  assert.deepEqual(other.map(({ x, stroke }) => [x, stroke]), [[1, 0], [4, 0], [4, 1], [9, 1]], 'who had nothing left begins anew with the others');
  assert.deepEqual(lines[0].map(({ x, value, stroke }) => [x, value, stroke]), [[1, 50, 0], [4, 50, 0], [4, 100, 0], [4, 50, 1], [8, 50, 1], [8, 0, 1], [9, 0, 1]]);
});

test('who is told of the result is told of luck and decisions, too', () => {
  assert.deepEqual(analysis_summary(account('points', true, {}, { luck: -22, given_away: 3.6 }), ['Ana', 'Bo']), ['Luck: Ana +14.3, Bo −22.0', 'Given away: Ana 9.5, Bo 3.6']);
  assert.deepEqual(analysis_summary(account('win', false, { luck: null, given_away: 1.31 }), ['Ana']), ['Given away: Ana 1.31']);
  assert.deepEqual(analysis_summary(account('win', true, { luck: 0.1, decisions: { own: nobody, house: nobody, clock: nobody } }), ['Ana']), ['Luck: Ana +10.0%']);
});

/** Answers in turn; the pauses between are noted. */
function server(...answers) {
  const paused = [];
  const fetch = async () => {
    const [status, json, headers] = answers.length > 1 ? answers.shift() : answers[0];
    return new Response(JSON.stringify(json), { status, headers });
  };
  return { fetch, paused, pause: async (ms) => void paused.push(ms) };
}

test('the page waits as long as a busy server says, and at least a second', async () => {
  const busy = (retry_ms) => [503, { error: { code: 'busy', retry_ms } }];
  const transport = server(busy(3_000), busy(1), [429, {}, { 'Retry-After': '7' }], [200, { unit: 'points' }]);
  assert.deepEqual(await fetch_analysis('m_1', transport), { state: 'here', data: { unit: 'points' } });
  assert.deepEqual(transport.paused, [3_000, 1_000, 7_000]);
});

test('a server without accounts has none, and one that stays busy is given up', async () => {
  assert.deepEqual(await fetch_analysis('m_1', server([404, {}])), { state: 'missing' });
  assert.deepEqual(await fetch_analysis('m_1', server([409, {}])), { state: 'failed' });
  const transport = server([503, { error: { retry_ms: 30_000 } }]);
  assert.deepEqual(await fetch_analysis('m_1', transport), { state: 'failed' });
  assert.equal(transport.paused.length, 4);
});

test('the address of a match may name an entry of its log, at which the replay begins', () => {
  const page = parse_page_address('https://dice.example.org/m/m_1?at=12', 'https://dice.example.org/');
  assert.deepEqual(page, { at: 'match', id: 'm_1', entry: 12 });
  assert.equal(page_address(page, 'https://dice.example.org/'), 'https://dice.example.org/m/m_1?at=12');
  assert.equal(initial_state({ name: '', page, now: 0 }).replay.at, 11);
  for (const at of ['0', '-3', '1.5', 'x', '']) assert.deepEqual(parse_page_address(`https://dice.example.org/m/m_1?at=${at}`, 'https://dice.example.org/'), { at: 'match', id: 'm_1' });
});

test('the cards before a decision leave out a place of the table that is empty, as while the pile is', async () => {
  const { default: tres } = await import('../../../web-client/games/tres/table.js');
  const view = { table: ['r1', null, 'g2'], turn: { seat: 0 }, seats: [{ score: 0, cards: 1, hand: ['b3'] }] };
  assert.equal(tres.show_position(view).label, 'Table: red 1, green 2. Your hand: blue 3');
});
