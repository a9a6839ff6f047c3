// Practice: how patiently the page asks, its address, and what a move leaves.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Refused } from '../../../js/connection.js';
import { page_address, parse_page_address } from '../../../web-client/core/urls.js';
import { initial_state, reduce } from '../../../web-client/core/state.js';
import { request_with_retry } from '../../../web-client/ui/practice/asking.js';

const { parts } = await import('../../../web-client/parts.js');
const { practice_games, load_practice_texts } = await parts.practice_games.load();
const base = 'https://house.example/games/';

/** Answers one after the other; a refusal is thrown. */
function server(...answers) {
  const asked = [];
  return {
    asked,
    ask: async (request) => {
      asked.push(request);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}
const busy = (retry_ms) => new Refused({ code: 'busy', text: '', retry_ms });

test('a page asks again as long as the computer has too much to do, and as late as it says', async () => {
  const { ask, asked } = server(busy(2_500), new Refused({ code: 'rate_limited', text: '' }), { position: 'm_1.12' });
  const pauses = [];
  const found = await request_with_retry(ask, { t: 'practice.next' }, async (ms) => void pauses.push(ms));
  assert.deepEqual(found, { state: 'here', data: { position: 'm_1.12' } });
  assert.deepEqual(pauses, [2_500, 1_000]);
  assert.deepEqual(asked, Array(3).fill({ t: 'practice.next' }));
});

test('a page does not wait for ever, nor for what is not there', async () => {
  const always = Array.from({ length: 200 }, () => busy(1_000));
  let waited = 0;
  assert.deepEqual(await request_with_retry(server(...always).ask, {}, async (ms) => void (waited += ms)), { state: 'failed' });
  assert.equal(waited, 120_000);
  const gone = new Refused({ code: 'stale', text: '', why: 'no_such_position' });
  assert.deepEqual(await request_with_retry(server(gone).ask, {}, () => assert.fail('it waits')), { state: 'missing' });
  await assert.rejects(request_with_retry(server(new Error('lost')).ask, {}), /lost/);
});

test('a page asks again after a full disk and a restart, which say nothing about the exercise', async () => {
  for (const code of ['storage', 'shutting_down']) {
    const later = new Refused({ code, text: '', retry_ms: 10 });
    assert.deepEqual(await request_with_retry(server(later, { game: 'yahtzee' }).ask, {}, async () => {}), { state: 'here', data: { game: 'yahtzee' } });
  }
});

test('practice has an address, also for one decision', () => {
  assert.deepEqual(parse_page_address(`${base}practice`, base), { at: 'practice' });
  assert.equal(page_address({ at: 'practice' }, base), `${base}practice`);
  for (const position of ['m_a-B9.12', 'yahtzee.77.12']) {
    const page = { at: 'practice', position };
    assert.equal(page_address(page, base), `${base}practice?position=${position}`);
    assert.deepEqual(parse_page_address(page_address(page, base), base), page);
  }
  const page = { at: 'practice', game: 'threes_away', position: 'threes_away.77.12' };
  assert.equal(page_address(page, base), `${base}practice?game=threes_away&position=threes_away.77.12`);
  assert.deepEqual(parse_page_address(page_address(page, base), base), page);
  for (const odd of ['m_1', 'm_1.x', 'm_1.2.3.4', '../x.1', '']) assert.deepEqual(parse_page_address(`${base}practice?position=${odd}`, base), { at: 'practice' });
  assert.deepEqual(parse_page_address(`${base}practice/m_1`, base), { at: 'nowhere' });
});

test('a decision of Yahtzee is about the open boxes and the bonus', async () => {
  const { outcome_text, reasons } = await load_practice_texts('yahtzee');
  const view = { boxes: ['aces', 'twos', 'yahtzee', 'chance'], upper_goal: 63, turn: { seat: 1, worth: { aces: 2, yahtzee: 0, chance: 11 } }, seats: [{ boxes: {}, upper: 0 }, { boxes: { twos: 6 }, upper: 6 }] };
  assert.equal(outcome_text({ do: 'score', box: 'aces' }, view), 'upper section: 8 of 63');
  assert.equal(outcome_text({ do: 'score', box: 'chance' }, view), '');
  assert.equal(outcome_text({ do: 'roll', dice: [0, 3] }, view), '2 dice are thrown');
  assert.equal(outcome_text({ do: 'roll', dice: [4] }, view), 'one die is thrown');
  const of = (changed) => reasons({ view: { ...view, ...changed }, seat: 1 });
  assert.deepEqual(of({}), ['Open boxes: Aces, Yahtzee, and Chance.', 'The upper section has 6 of 63: the bonus needs 57 more.']);
  assert.deepEqual(of({ seats: [{}, { boxes: { aces: 1, twos: 6 }, upper: 7 }] }), ['Open boxes: Yahtzee and Chance.'], 'nothing more can come to the upper section');
  assert.deepEqual(of({ upper_goal: undefined }), ['Open boxes: Aces, Yahtzee, and Chance.']);
});

test('a decision of La Ambiciosa is about how far everybody has to go', async () => {
  const { outcome_text, reasons } = await load_practice_texts('ambiciosa');
  const odds = { throws: 10, lost: 4, each: [{ points: 0, throws: 4 }, { points: 100, throws: 6 }] };
  const race = { target: 5_000, odds, turn: { seat: 0, points: 300 }, seats: [{ score: 1_200 }, { score: 4_700 }] };
  assert.equal(outcome_text({ do: 'bank' }, race), '1,500 written down');
  assert.equal(outcome_text({ do: 'roll' }, race), '1,200 written down, 300 at stake', 'three jacks take from the written total: nothing is certain');
  const about = (best, points, mine, scores) => reasons({ view: { ...race, turn: { seat: 0, points }, seats: scores.map((score) => ({ score })) }, seat: 0, names: ['Ana', 'Bruno'], mine, best: { do: best } });
  const average = (mean) => `On average a throw changes the points by ${mean} here; but what counts is the chance to win, not the average.`;
  assert.deepEqual(about('roll', 300, null, [1_200, 4_700]), ['Ana needs 3,800 more and Bruno needs 300 more.', 'Whoever is behind gains more by a risk.', average('−60')]);
  assert.deepEqual(about('bank', 100, 0, [4_700, 1_200]), ['You need 300 more and Bruno needs 3,800 more.', 'Whoever is ahead need not take a risk.', average('+20')]);
  assert.deepEqual(about('roll', 100, 0, [4_700, 1_200]), ['You need 300 more and Bruno needs 3,800 more.']);
});

test('a decision of Threes Away is about the sum to beat, the pot, and who still throws', async () => {
  const { outcome_text, reasons } = await load_practice_texts('threes_away');
  const view = { pot: 3, lowest: 4, turn: { seat: 1, dice: [3, 6, 2], kept: [1, 3], sum: 1, worth: [0, 6, 2], worth_turned: [null, 1, null] }, seats: [{ score: 4 }, {}, {}, { out: true }] };
  assert.equal(outcome_text({ do: 'keep', dice: [0, 2] }, view), '4 dice kept, sum 3, one to throw');
  assert.equal(outcome_text({ do: 'keep', dice: [0, 1, 2], turned: [1] }, view), 'the turn ends with 4');
  assert.equal(outcome_text({ do: 'roll' }, view), '');
  const first = { ...view, turn: { ...view.turn, kept: [], sum: 0 } };
  assert.equal(outcome_text({ do: 'keep', dice: [2] }, first), 'one die kept, sum 2, 2 to throw');
  assert.deepEqual(reasons({ view, seat: 1 }), ['The score to beat is 4.', 'The pot has 3 chips.', 'One player throws after this turn.']);
  assert.deepEqual(reasons({ view: { ...view, lowest: undefined, cap: 2, pot: 1, seats: [{ out: true }, {}] }, seat: 1 }), ['Only a score up to 2 wins this round.', 'The pot has 1 chip.', 'Nobody throws after this turn.']);
  assert.equal(reasons({ view: { ...view, lowest: undefined }, seat: 1 })[0], 'Nobody has a score in this round yet.');
});

test('only games whose moves have a known worth are practised', async () => {
  assert.equal(await load_practice_texts('tres'), null);
  for (const game of practice_games) assert.equal(typeof (await load_practice_texts(game)).reasons, 'function');
});

/** The practice page of a decision of La Ambiciosa that a move was chosen in, with what the server answered. @param {object} verdict */
async function page_with(verdict) {
  const { drawn, pushes } = await import('./drawn.js');
  const { part, load_part } = await import('../../../web-client/core/lazy_modules.js');
  globalThis.history ??= { state: null, replaceState: () => {} };
  for (const name of ['practice', 'practice_games']) part(name);
  await Promise.all(['practice', 'practice_games'].map((name) => load_part(name)));
  await new Promise((later) => setTimeout(later));
  const { about, view } = pushes.ambiciosa;
  const [bank, roll] = [{ do: 'bank' }, { do: 'roll' }];
  const posed = { position: 'm_1.12', game: 'ambiciosa', match: 'm_1', entry: 12, options: {}, seats: [{ name: 'Ana' }, { name: 'Bruno' }], seat: 0, view: { ...about, ...view, turn: { seat: 0, points: 300, throws: 2 } }, choices: [bank, roll] };
  const answers = { practice: { state: 'here', data: posed }, judged: verdict, practice_texts: { state: 'here', data: await load_practice_texts('ambiciosa') } };
  const records = { cached: (key) => answers[key.split(' ')[0]], asked: () => {}, retry_failed: () => {} };
  const begun = initial_state({ name: 'Ana', page: { at: 'practice', position: 'm_1.12' }, now: 0 });
  const state = [{ type: 'welcomed', me: { id: 'p_1', name: 'Ana' }, games: [{ id: 'ambiciosa', title: 'La Ambiciosa' }], rooms: [] }, { type: 'linked', link: { state: 'open' } }, { type: 'practised', chosen: bank }].reduce(reduce, begun);
  return drawn(state, records).join('');
}

test('an answer that is refused for good says so and goes on to the next decision', async () => {
  const said = await page_with({ state: 'missing' });
  assert.match(said, /This decision cannot be tried again any more\./);
  assert.match(said, />Next</);
  assert.doesNotMatch(said, /Try again</);
});

test('a cost that is hardly one is no fault, and differences are those of the figures that are shown', async () => {
  const judged = (roll, bank, unit = 'win') => page_with({ state: 'here', data: { unit, exact: true, right: false, cost: roll - bank, times_right: 0, days: 1, played: { do: 'roll' }, worth: [{ move: { do: 'roll' }, worth: roll }, { move: { do: 'bank' }, worth: bank }] } });
  const near = await judged(0.03946, 0.03651);
  assert.match(near, /Nearly: it gives away 0\.2 percentage points/);
  assert.match(near, /3\.9%.*3\.7%.*−0\.2%/);
  const wrong = await judged(0.5, 0.4);
  assert.match(wrong, /There is better/);
  assert.match(wrong, /raises the chance to win by 10 percentage points/);
});
