// A dialog shows what the browser refuses to copy.
import assert from 'node:assert/strict';
import test from 'node:test';

import { drawn } from './drawn.js';
import { sharing_actions } from '../../../web-client/core/actions/sharing.js';
import { load_part, part } from '../../../web-client/core/lazy_modules.js';
import { initial_state, reduce } from '../../../web-client/core/state.js';

part('questions');
await load_part('questions');
await new Promise((later) => setTimeout(later));

/** A page at a table, in a browser without a clipboard whose older way to copy answers. @param {boolean} copies */
function page_where(copies) {
  Object.assign(document, { activeElement: null, execCommand: () => copies, body: { append() {} } });
  document.createElement = () => ({ select() {}, remove() {} });
  const start = initial_state({ name: 'Ana', page: { at: 'room', code: 'K7QX2M' }, now: 0 });
  const store = { state: { ...start, greeted: true, link: { state: 'open' } }, dispatch: (event) => (store.state = reduce(store.state, event)) };
  return { store, act: sharing_actions({ store, base: 'https://house.example/' }) };
}

test('what the browser does not copy is shown to copy by hand, unless the player hides codes', async () => {
  const { store, act } = page_where(false);
  assert.equal(await act.copy(), false);
  assert.deepEqual([store.state.question, store.state.copied], [{ what: 'copy', text: 'https://house.example/r/K7QX2M' }, null]);
  const shown = drawn(store.state).join('');
  assert.match(shown, /does not let this page copy.*house\.example\/r\/K7QX2M/s);
  store.dispatch({ type: 'chose', change: { hidden: true } });
  const hidden = drawn(store.state).join('');
  assert.match(hidden, /does not let this page copy/);
  assert.doesNotMatch(hidden, /K7QX2M/);
});

test('what the browser copies is told beside the button', async (its) => {
  its.mock.timers.enable({ apis: ['setTimeout'] });
  const { store, act } = page_where(true);
  assert.equal(await act.copy_text('a line'), true);
  assert.deepEqual([store.state.question, store.state.copied], [null, 'a line']);
});

test('the link of a match is told to be copied also where others reach the server at another address', async (its) => {
  its.mock.timers.enable({ apis: ['setTimeout'] });
  const { store, act } = page_where(true);
  Object.assign(store.state, { reach: ['http://192.0.2.7:8080/'], page: { at: 'match', id: 'm_1', entry: 7 } });
  await act.copy();
  assert.deepEqual([store.state.copied, act.page_link()], Array(2).fill('http://192.0.2.7:8080/m/m_1'));
});
