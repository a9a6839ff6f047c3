// The page tries again to load a part that could not be loaded.
import assert from 'node:assert/strict';
import test from 'node:test';

import './drawn.js';
import { form_actions } from '../../../web-client/core/actions/room_form.js';
import { initial_state, reduce } from '../../../web-client/core/state.js';
import { parts } from '../../../web-client/parts.js';
import { MissingPartsRetry } from '../../../web-client/core/missing_parts_retry.js';

/** @param {() => Promise<{status: number}>} fetch */
function page(fetch) {
  const calls = { again: 0, outdated: 0, asked: 0, waits: [], timers: new Map() };
  const missing = new MissingPartsRetry({
    address: 'https://example.org/v/abc/boot.js',
    again: () => ++calls.again,
    outdated: () => ++calls.outdated,
    fetch: (address, how) => {
      assert.deepEqual([address, how], ['https://example.org/v/abc/boot.js', { method: 'HEAD', cache: 'no-store' }]);
      ++calls.asked;
      return fetch();
    },
    timers: {
      set: (action, ms) => calls.timers.set(calls.waits.push(ms), action) && calls.waits.length,
      clear: (timer) => calls.timers.delete(timer),
    },
  });
  return { missing, calls };
}
const answers = (status) => async () => ({ status });
const away = async () => {
  throw new Error('no network');
};

test('a page whose version is gone from the server is outdated, and asks once for many missing parts', async () => {
  const { missing, calls } = page(answers(404));
  await Promise.all([missing.on_part_missing(), missing.on_part_missing(), missing.on_part_missing()]);
  assert.deepEqual([calls.outdated, calls.asked, calls.again, calls.waits], [1, 1, 0, []]);
});

test('a part is fetched again after longer and longer waits while the network is away or the server is busy', async () => {
  for (const fetch of [away, answers(503), answers(429), answers(200)]) {
    const { missing, calls } = page(fetch);
    for (let times = 1; times <= 7; ++times) {
      await missing.on_part_missing();
      await missing.on_part_missing();
      assert.equal(calls.asked, times);
      calls.timers.get(times)();
      assert.equal(calls.again, times);
    }
    assert.deepEqual(calls.waits, [2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
    assert.equal(calls.outdated, 0);
  }
});

test('a part is fetched again at once when the network is back', async () => {
  const { missing, calls } = page(away);
  await missing.on_part_missing();
  missing.on_network_back();
  assert.deepEqual([calls.again, calls.timers.size], [1, 0]);
  await missing.on_part_missing();
  assert.equal(calls.waits.at(-1), 2000, 'the waits begin anew');
});

test('a network that is back while the page asks for its version needs no second attempt', async () => {
  let answer;
  const { missing, calls } = page(() => new Promise((resolve) => (answer = resolve)));
  const asked = missing.on_part_missing();
  missing.on_network_back();
  answer({ status: 200 });
  await asked;
  assert.deepEqual([calls.again, calls.waits], [1, []]);
});

test('the form of a linked table that did not come is open once its part has come, and closes no connection', async (its) => {
  const page = { at: 'new', game: 'yahtzee', options: { joker: 'free' } };
  const game = { id: 'yahtzee', title: 'Yahtzee', seats: { min: 1, max: 8 }, turn_ms: 45_000, options: [{ name: 'joker', kind: 'choice', choices: ['forced', 'free'], default: 'forced' }] };
  const store = { state: reduce(initial_state({ name: 'Ana', page, now: 0 }), { type: 'welcomed', me: null, games: [game], rooms: [] }) };
  store.dispatch = (event) => (store.state = reduce(store.state, event));
  const { open_linked_form } = form_actions({ store }, {}, {});
  const { load } = parts.make;
  its.mock.method(parts.make, 'load', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await open_linked_form(page.game, page.options);
  assert.equal(store.state.form, null);
  parts.make.load = load;
  await open_linked_form(page.game, page.options);
  assert.equal(store.state.form.options.joker, 'free');
});
