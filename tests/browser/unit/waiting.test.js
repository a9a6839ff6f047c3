// Why the connection does not come back.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test from 'node:test';

import { make_break_reporter } from '../../../js/break_reporter.js';
import { probe_connection } from '../../../js/connection_probe.js';
import { make_connection_monitor } from '../../../web-client/core/waiting.js';
import { settled } from './scripted_socket.js';

const socket = 'wss://example.org/games/ws';
const page = 'https://example.org/games/r/K7QX2M';
const [health, upgraded] = ['https://example.org/games/healthz', 'https://example.org/games/ws'];
const fine = { [health]: 200, [page]: 200, [upgraded]: 426 };

/** A host that answers each address with a status; 0 is a redirection to another origin, as a browser shows it. */
const host = (answers) => {
  const asked = [];
  const ask = async (address, how) => {
    assert.deepEqual(how, { redirect: 'manual', cache: 'no-store' });
    asked.push(address);
    if (answers[address] === undefined) throw new TypeError('Failed to fetch');
    return { status: answers[address], type: answers[address] === 0 ? 'opaqueredirect' : 'basic' };
  };
  return { ask, asked };
};
const found = (answers, at = page) => probe_connection(socket, at, host({ ...fine, ...answers }).ask);

test('a proxy that does not pass the upgrade on is found last, after the server and its page have answered', async () => {
  const { ask, asked } = host(fine);
  assert.deepEqual(await probe_connection(socket, page, ask), { what: 'upgrade', status: 426 });
  assert.deepEqual(asked, [health, page, upgraded]);
  assert.deepEqual(await found({ [upgraded]: 404 }), { what: 'upgrade', status: 404 });
});

test('a login in front of the server is recognized by its redirection or its status, wherever it stands', async () => {
  for (const address of [health, page, upgraded]) {
    assert.deepEqual(await found({ [address]: 0 }), { what: 'login' });
    for (const status of [302, 401, 403, 511]) assert.deepEqual(await found({ [address]: status }), { what: 'login', status });
  }
});

test('limits, a full server and one that is down have their own causes', async () => {
  assert.deepEqual(await found({ [upgraded]: 429 }), { what: 'too_many', status: 429 });
  assert.deepEqual(await found({ [upgraded]: 503 }), { what: 'full', status: 503 });
  for (const status of [502, 503, 522]) assert.deepEqual(await found({ [health]: status }), { what: 'down', status });
  assert.deepEqual(await found({ [health]: undefined }), { what: 'silent' });
});

/** A monitor of a connection whose attempts all fail, and the states that it shows. */
function watched(cause, is_known = true) {
  const shown = [];
  let asked = 0;
  const hear = make_connection_monitor('https://example.org/games/', (link) => shown.push(link), { ask: async () => (++asked, cause), is_known: () => is_known });
  const fail = async (failures, code = 1006, text = '') => {
    hear({ state: 'waiting', wait_ms: 500, code, text, failures });
    await settled();
    const { cause, broke } = shown.at(-1);
    return { cause, broke };
  };
  return { hear, fail, shown, asks: () => asked };
}

test('after the third failure the page asks why, and keeps the cause until the connection is open', async () => {
  const { hear, fail, shown, asks } = watched({ what: 'login', status: 401 });
  for (const failures of [1, 2]) assert.deepEqual(await fail(failures), { cause: undefined, broke: undefined });
  assert.equal(asks(), 0);
  assert.deepEqual(await fail(3, 1013, 'later'), { cause: { what: 'login', status: 401 }, broke: { code: 1013, text: 'later' } });
  hear({ state: 'connecting' });
  assert.equal(shown.at(-1).cause.what, 'login');
  hear({ state: 'open' });
  assert.deepEqual(shown.at(-1), { state: 'open' });
});

test('if the server sees another host than the browser, its address is the cause of a refused socket', async () => {
  const unknown = watched({ what: 'upgrade', status: 426 }, false);
  assert.deepEqual((await unknown.fail(3)).cause, { what: 'address' });
  const full = watched({ what: 'full', status: 503 }, false);
  assert.deepEqual((await full.fail(3)).cause, { what: 'full', status: 503 });
});

/** Returns the lines that a bot prints about these states of its connection. */
async function reports_of(links, cause) {
  const lines = [];
  const hear = make_break_reporter('http://house', 'ws://house/ws', (line) => lines.push(line), async () => cause);
  for (const link of links) await hear(link);
  return lines;
}
const failure = (failures, code = 1006, text = '') => ({ state: 'waiting', wait_ms: 500, code, text, failures });

test('a bot tells once why it has no connection: at first at once, later after the third failure', async () => {
  const proxy = { what: 'upgrade', status: 426 };
  assert.deepEqual(await reports_of([failure(1), { state: 'connecting' }, failure(2), failure(3)], proxy), [
    'no connection to http://house yet (no WebSocket gets through to it, HTTP 426), trying again',
  ]);
  assert.deepEqual(await reports_of([{ state: 'open' }, failure(1, 1012), failure(2)], proxy), []);
  const later = [{ state: 'open' }, failure(1), failure(2), failure(3, 1006, 'Unexpected server response: 503')];
  const unasked = new Proxy({}, { get: (_, name) => name !== 'then' && assert.fail('a plain request looks like an attempt without a wait') });
  assert.deepEqual(await reports_of(later, unasked), ['no connection to http://house (Unexpected server response: 503), trying again']);
  const refusal = { ...failure(1, 0, 'The server is busy.'), refused: 'busy' };
  assert.deepEqual(await reports_of([refusal], unasked), ['http://house does not let the bot in yet (The server is busy.), trying again']);
  assert.deepEqual(await reports_of([failure(5, 4009, 'too many sockets')], proxy), [
    'no connection to http://house yet (close code 4009, too many sockets), trying again',
  ]);
});

test('in Node the status of a redirection is told, too', async () => {
  const gate = createServer((_, response) => response.writeHead(302, { Location: 'https://login.example.org/' }).end());
  await new Promise((open) => gate.listen(0, '127.0.0.1', open));
  assert.deepEqual(await probe_connection(`ws://127.0.0.1:${gate.address().port}/ws`), { what: 'login', status: 302 });
  gate.close();
});
