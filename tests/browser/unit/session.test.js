// The page's player behind the connection.
import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.addEventListener ??= () => {};
const { Session } = await import('../../../web-client/core/session.js');
const { initial_state, reduce } = await import('../../../web-client/core/state.js');

/** The session of a page that has just been opened. @param {object} [more] */
function opened(more) {
  const store = { state: initial_state({ name: 'Ana', page: { at: 'start' }, now: 0 }), dispatch: (event) => (store.state = reduce(store.state, event)) };
  const push_queue = () => ({ enqueue() {}, catch_up() {} });
  return { store, session: new Session({ store, base: 'http://localhost/', push_queue, opened() {}, come_back: async () => {}, ...more }) };
}

test('after a silence the page asks for what changes nothing of the public rooms that it is told of', () => {
  const { store, session } = opened();
  for (const joined of [false, true]) {
    store.state = { ...store.state, joined };
    assert.deepEqual(session.connection.options.probe(), { t: 'lobby.unwatch', game: 'none' });
  }
});
