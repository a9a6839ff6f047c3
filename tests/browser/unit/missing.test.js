// The page tries again to load a part that could not be loaded.
import assert from 'node:assert/strict';
import test from 'node:test';

import { MissingPartsRetry } from '../../../web-client/core/missing_parts_retry.js';

/** @param {() => Promise<{status: number}>} fetch */
function page(fetch) {
  const told = { again: 0, outdated: 0, asked: 0, waits: [], timers: new Map() };
  const missing = new MissingPartsRetry({
    address: 'https://example.org/v/abc/boot.js',
    again: () => ++told.again,
    outdated: () => ++told.outdated,
    fetch: (address, how) => {
      assert.deepEqual([address, how], ['https://example.org/v/abc/boot.js', { method: 'HEAD', cache: 'no-store' }]);
      ++told.asked;
      return fetch();
    },
    timers: {
      set: (action, ms) => told.timers.set(told.waits.push(ms), action) && told.waits.length,
      clear: (timer) => told.timers.delete(timer),
    },
  });
  return { missing, told };
}
const answers = (status) => async () => ({ status });
const away = async () => {
  throw new Error('no network');
};

test('a page whose version is gone from the server is outdated, and asks once for many missing parts', async () => {
  const { missing, told } = page(answers(404));
  await Promise.all([missing.on_part_missing(), missing.on_part_missing(), missing.on_part_missing()]);
  assert.deepEqual([told.outdated, told.asked, told.again, told.waits], [1, 1, 0, []]);
});

test('a part is fetched again after longer and longer waits while the network is away or the server is busy', async () => {
  for (const fetch of [away, answers(503), answers(429), answers(200)]) {
    const { missing, told } = page(fetch);
    for (let times = 1; times <= 7; ++times) {
      await missing.on_part_missing();
      await missing.on_part_missing();
      assert.equal(told.asked, times);
      told.timers.get(times)();
      assert.equal(told.again, times);
    }
    assert.deepEqual(told.waits, [2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
    assert.equal(told.outdated, 0);
  }
});

test('a part is fetched again at once when the network is back', async () => {
  const { missing, told } = page(away);
  await missing.on_part_missing();
  missing.on_network_back();
  assert.deepEqual([told.again, told.timers.size], [1, 0]);
  await missing.on_part_missing();
  assert.equal(told.waits.at(-1), 2000, 'the waits begin anew');
});

test('a network that is back while the page asks for its version needs no second attempt', async () => {
  let answer;
  const { missing, told } = page(() => new Promise((resolve) => (answer = resolve)));
  const asked = missing.on_part_missing();
  missing.on_network_back();
  answer({ status: 200 });
  await asked;
  assert.deepEqual([told.again, told.waits], [1, []]);
});
