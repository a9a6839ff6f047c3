// Members that the server leaves out of a push are added before anything is drawn.
import assert from 'node:assert/strict';
import test from 'node:test';

import { full_push, full_view } from '../../../web-client/core/full_push.js';

const first = { match: 'm_1', seq: 1, about: { target: 100 }, view: { round: 1 } };

test('a push keeps what was sent only once in its match', () => {
  const before = full_push(first, null);
  const next = full_push({ match: 'm_1', seq: 2, view: { round: 2, turn: { seat: 0 } } }, before);
  assert.deepEqual(next.view, { target: 100, round: 2, turn: { seat: 0 } });
  assert.deepEqual(next.about, { target: 100 });
});

test('what was sent for another match is not kept', () => {
  const next = full_push({ match: 'm_2', seq: 1, view: { round: 1 } }, full_push(first, null));
  assert.equal(next.about, undefined);
  assert.deepEqual(next.view, { turn: null, round: 1 });
});

test('members that are empty are left out by the server and added here', () => {
  const { result, clock, view, you } = full_push({ ...first, you: { seat: 1, n: 3 } }, null);
  assert.deepEqual([result, clock, view.turn, you], [null, null, null, { seat: 1, n: 3, moves: [] }]);
  assert.equal('you' in full_push(first, null), false);
  assert.deepEqual(full_view(undefined, { turn: { seat: 2 } }), { turn: { seat: 2 } });
});
