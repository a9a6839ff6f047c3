// The clock of the device beside that of the server.
import assert from 'node:assert/strict';
import test from 'node:test';

import { clock_ahead_ms } from '../../../web-client/core/server_clock.js';

const noon = Date.parse('Mon, 30 Nov 2026 12:00:00 GMT');

test('how far the clock of the device is ahead is told by any answer of the server; without one it counts as right', async (its) => {
  its.mock.method(Date, 'now', () => noon + 90_000);
  const answers = [() => new Response(null, { status: 429, headers: { Date: 'Mon, 30 Nov 2026 12:00:00 GMT' } }), () => new Response(null), () => Promise.reject(new TypeError('no network'))];
  const ahead = [];
  for (const answer of answers) {
    its.mock.method(globalThis, 'fetch', async () => answer());
    ahead.push(await clock_ahead_ms('http://localhost/'));
  }
  assert.deepEqual(ahead, [90_000, 0, 0]);
});
