// Practice: how patiently the page asks, its address, and what a move leaves.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Refused } from '../../../js/connection.js';
import { address_of, page_at } from '../../../web-client/core/place.js';
import { ask_patiently } from '../../../web-client/ui/practice/asking.js';

const { parts } = await import('../../../web-client/parts.js');
const { leaves_of } = await parts.leaves.load();
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
  const found = await ask_patiently(ask, { t: 'practice.next' }, async (ms) => void pauses.push(ms));
  assert.deepEqual(found, { state: 'here', data: { position: 'm_1.12' } });
  assert.deepEqual(pauses, [2_500, 1_000]);
  assert.deepEqual(asked, Array(3).fill({ t: 'practice.next' }));
});

test('a page does not wait for ever, nor for what is not there', async () => {
  const always = Array.from({ length: 200 }, () => busy(1_000));
  let waited = 0;
  assert.deepEqual(await ask_patiently(server(...always).ask, {}, async (ms) => void (waited += ms)), { state: 'failed' });
  assert.equal(waited, 120_000);
  const gone = new Refused({ code: 'stale', text: '', why: 'no_such_position' });
  assert.deepEqual(await ask_patiently(server(gone).ask, {}, () => assert.fail('it waits')), { state: 'missing' });
  await assert.rejects(ask_patiently(server(new Error('lost')).ask, {}), /lost/);
});

test('practice has an address, also for one decision', () => {
  assert.deepEqual(page_at(`${base}practice`, base), { at: 'practice' });
  assert.equal(address_of({ at: 'practice' }, base), `${base}practice`);
  for (const position of ['m_a-B9.12', 'yahtzee.77.12']) {
    const page = { at: 'practice', position };
    assert.equal(address_of(page, base), `${base}practice?position=${position}`);
    assert.deepEqual(page_at(address_of(page, base), base), page);
  }
  for (const odd of ['m_1', 'm_1.x', 'm_1.2.3.4', '../x.1', '']) assert.deepEqual(page_at(`${base}practice?position=${odd}`, base), { at: 'practice' });
  assert.deepEqual(page_at(`${base}practice/m_1`, base), { at: 'nowhere' });
});

test('a move of Yahtzee leaves boxes open', async () => {
  const leaves = await leaves_of('yahtzee');
  const view = { boxes: ['aces', 'twos', 'yahtzee', 'chance'], turn: { seat: 1 }, seats: [{ boxes: {} }, { boxes: { twos: 6 } }] };
  assert.equal(leaves({ do: 'score', box: 'aces' }, view), 'open are then Yahtzee and Chance');
  assert.equal(leaves({ do: 'roll', dice: [0, 3] }, view), 'all 3 boxes stay open, 2 dice are thrown');
  const last = { ...view, seats: [{ boxes: {} }, { boxes: { aces: 1, twos: 6, yahtzee: 0 } }] };
  assert.equal(leaves({ do: 'score', box: 'chance' }, last), 'the card is full');
  assert.equal(leaves({ do: 'roll', dice: [4] }, last), 'the last box stays open, one die is thrown');
});

test('other games say what is certain, and what is at stake', async () => {
  const ambiciosa = await leaves_of('ambiciosa');
  const race = { turn: { seat: 0, points: 300 }, seats: [{ score: 1_200 }, { score: 0 }] };
  assert.equal(ambiciosa({ do: 'bank' }, race), 'a total of 1,500, for certain');
  assert.equal(ambiciosa({ do: 'roll' }, race), 'a total of 1,200 for certain, 300 at stake');
  const threes = await leaves_of('threes_away');
  const pot = { turn: { dice: [3, 6, 2], sum: 1, worth: [0, 6, 2], worth_turned: [null, 1, null] } };
  assert.equal(threes({ do: 'keep', dice: [0, 2] }, pot), '3 kept, one die to throw');
  assert.equal(threes({ do: 'keep', dice: [0, 1, 2], turned: [1] }, pot), 'the turn ends with 4');
  assert.equal(threes({ do: 'roll' }, pot), '');
  assert.equal(await leaves_of('tres'), null);
});
