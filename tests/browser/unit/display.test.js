// A change of language keeps the typed name.
import assert from 'node:assert/strict';
import test from 'node:test';

import { display_actions } from '../../../web-client/core/actions/display.js';
import { take_typed_name } from '../../../web-client/core/persisted_state.js';
import { initial_state } from '../../../web-client/core/state.js';

test('a name that is typed but not saved is still there in the other language, once', () => {
  let loads = 0;
  Object.assign(globalThis, { history: { state: null, replaceState() {} }, location: { reload: () => ++loads } });
  const state = initial_state({ name: ' Ana ', page: { at: 'start' }, now: 0 });
  display_actions({ store: { state, dispatch: () => {} }, base: 'http://localhost/' }).change_language('es');
  assert.deepEqual([loads, take_typed_name(), take_typed_name()], [1, 'Ana', '']);
});
