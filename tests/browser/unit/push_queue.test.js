// Pushes wait while dice roll.
import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.addEventListener ??= () => {};
globalThis.matchMedia ??= () => ({ matches: false });
globalThis.document ??= { visibilityState: 'visible' };
const { PushQueue } = await import('../../../web-client/core/push_queue.js');

const push = (seq) => ({ t: 'match', match: 'm_1', seq, by: { seat: 1 }, events: [] });

test('whoever leaves the page while dice roll is shown at once what has waited', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const store = { state: { table: { stage: 'rolling', push: push(1) } }, dispatch: () => {} };
  const shown = [];
  const queue = new PushQueue(store, (message) => shown.push(message.seq));
  queue.on_rendered();
  queue.enqueue(push(2));
  assert.deepEqual(shown, []);
  store.state = { table: null };
  queue.on_rendered();
  assert.deepEqual(shown, [2]);
  queue.enqueue(push(3));
  assert.deepEqual(shown, [2, 3]);
});
