// The answers about finished matches, as the page keeps them.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Lost, Refused } from '../../../js/connection.js';
import { Records } from '../../../web-client/core/records.js';

/** The state of an address after its answer. @param {(records: Records) => {state: string}} ask @param {object} parts */
async function found(ask, parts = {}) {
  let records;
  await new Promise((changed) => {
    records = new Records({ base: 'http://localhost/', changed, ...parts });
    assert.equal(ask(records).state, 'coming');
  });
  return ask(records).state;
}

test('a match that is closed for now is told from one that does not exist and from a failure', async (its) => {
  const states = { 404: 'missing', 409: 'closed', 500: 'failed', 503: 'failed' };
  for (const [status, state] of Object.entries(states)) {
    its.mock.method(globalThis, 'fetch', async () => new Response('{}', { status: Number(status) }));
    assert.equal(await found((records) => records.load('matches/m_1?views=1')), state, status);
  }
});

test('a page that stays open at midnight asks for the cup of the new day, also if its timer slept', async (its) => {
  let [now, day, changes] = [0, 0, 0];
  const timers = [];
  its.mock.method(Date, 'now', () => now);
  its.mock.method(globalThis, 'setTimeout', (action, ms) => timers.push({ action, ms }));
  const records = new Records({ base: 'http://localhost/', changed: () => ++changes, asked: async () => ({ day: ++day, ends_ms: 60_000 }) });
  records.cup();
  await new Promise(setImmediate);
  now = 59_000;
  assert.equal(records.cup().data.day, 1);
  const [{ action, ms }] = timers;
  assert.ok(ms >= 60_000);
  now = ms;
  action();
  assert.equal(changes, 2, 'the page is drawn for the answer, and at midnight');
  assert.equal(records.cup().state, 'coming');
  await new Promise(setImmediate);
  assert.equal(records.cup().data.day, 2);
  now += 60_000;
  assert.equal(records.cup().state, 'coming');
});

test('a server without a cup is told from one whose answer was lost', async () => {
  const failure = (why) => found((records) => records.cup(), { asked: async () => Promise.reject(why) });
  assert.equal(await failure(new Refused({ code: 'not_started', text: 'This server has no cup of the day.' })), 'missing');
  for (const why of [new Refused({ code: 'busy', text: 'Later.' }), new Lost('There is no connection right now.')]) assert.equal(await failure(why), 'failed');
});
