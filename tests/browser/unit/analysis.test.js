// The library gets the analysis of a match, waits while the server makes it, and gets the record of a match.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fetch_analysis, fetch_record } from '../../../js/record.js';

/** Answers one after the other; `asked` has the addresses. */
function server(...answers) {
  const asked = [];
  const fetch = async (address) => {
    asked.push(address);
    const [status, json] = answers.shift();
    return new Response(JSON.stringify(json), { status });
  };
  return { fetch, asked };
}
const busy = [503, { error: { code: 'busy', retry_ms: 1 } }];

test('an analysis that is being made is asked for again', async () => {
  const { fetch, asked } = server(busy, busy, [200, { match: 'm_1', seats: [{ luck: -1.5 }] }]);
  const analysis = await fetch_analysis('https://dice.example.org/r/K7QX2M', 'm_1', { fetch });
  assert.equal(analysis.seats[0].luck, -1.5);
  assert.deepEqual(asked, Array(3).fill('https://dice.example.org/api/v1/matches/m_1/analysis'));
});

test('a match without one is refused, and so is a server that stays busy', async () => {
  const over = server([409, { error: { code: 'not_over' } }]);
  await assert.rejects(fetch_analysis('https://dice.example.org', 'm_1', over), /409/);
  const waits = server([503, { error: { code: 'busy', retry_ms: 5_000 } }]);
  await assert.rejects(fetch_analysis('https://dice.example.org', 'm_1', { ...waits, most_ms: 1_000 }), /503/);
});

test('the record of another match is refused', async () => {
  const record = { id: 'm_2', log: [], next: null };
  await assert.rejects(fetch_record('https://dice.example.org', 'm_1', server([200, record])), /something else than this match/);
  assert.deepEqual(await fetch_record('https://dice.example.org', 'm_2', server([200, record])), record);
});

test('a record that is no UTF-8 is refused', async () => {
  const bytes = Uint8Array.from([...'{"id":"m_', ...'"}'].map((letter) => letter.charCodeAt(0)));
  bytes[8] = 0xff;
  await assert.rejects(fetch_record('https://dice.example.org', 'm_1', { fetch: async () => new Response(bytes) }), TypeError);
});
