// The connection of the operator's page, and what its forms send.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';

import { DeskConnection } from '../../../web-client/desk/desk_connection.js';

await import('./drawn.js');
const { changed_fields } = await import('../../../web-client/desk/dialogs.js');

/** Calls `run` with the sockets that the page opens, which only note what it sends, where the browser stores nothing. */
async function with_fake_sockets(run) {
  const globals = ['sessionStorage', 'WebSocket'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  const sockets = [];
  class FakeSocket {
    static OPEN = 1;
    readyState = 1;
    sent = [];
    constructor() {
      sockets.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close() {}
  }
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: () => assert.fail('SecurityError') });
  Object.defineProperty(globalThis, 'WebSocket', { configurable: true, value: FakeSocket });
  try {
    await run(sockets);
  } finally {
    for (const [name, property] of globals) property ? Object.defineProperty(globalThis, name, property) : delete globalThis[name];
  }
}

test('the session of a desk is not sent to another server of the same host', () => {
  const globals = ['document', 'sessionStorage', 'WebSocket'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  const define = (name, value) => Object.defineProperty(globalThis, name, { configurable: true, value });
  const stored = new Map();
  define('sessionStorage', { getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => void stored.set(key, text) });
  define('WebSocket', class {});
  const open_at = (path, secret) => {
    define('document', { baseURI: `http://localhost${path}` });
    const desk = new DeskConnection('ws://localhost/ws', () => {});
    desk.open(secret);
    return desk.state;
  };
  try {
    assert.deepEqual([open_at('/one/', 'secret of a link'), open_at('/other/', ''), open_at('/', ''), open_at('/one/', '')], ['opening', 'over', 'over', 'opening']);
  } finally {
    for (const [name, property] of globals) property ? Object.defineProperty(globalThis, name, property) : delete globalThis[name];
  }
});

test('where the browser stores nothing, a link opens the desk, which opens again after a break', async (its) => {
  its.mock.timers.enable({ apis: ['setTimeout'] });
  await with_fake_sockets(async (sockets) => {
    const connection = new DeskConnection('ws://localhost/ws', () => {});
    connection.open('secret of the link');
    sockets[0].onopen();
    assert.equal(sockets[0].sent[0].secret, 'secret of the link');
    sockets[0].onmessage({ data: JSON.stringify({ t: 'ok', re: sockets[0].sent[0].id, session: 'secret of the session', link: 1 }) });
    await new Promise((later) => setImmediate(later));
    assert.equal(connection.state, 'open');
    sockets[0].onclose();
    its.mock.timers.tick(60_000);
    sockets[1].onopen();
    assert.equal(sockets[1].sent[0].secret, 'secret of the session');
    sockets[1].onmessage({ data: JSON.stringify({ t: 'refused', re: sockets[1].sent[0].id, code: 'forbidden', why: 'desk_not_open', message: '' }) });
    await new Promise((later) => setImmediate(later));
    connection.open('');
    assert.deepEqual([connection.state, sockets.length], ['over', 2], 'a secret that opens nothing is gone');
  });
});

test('a list of words that is longer than a message is refused at once, not after the wait for an answer', async (its) => {
  its.mock.timers.enable({ apis: ['setTimeout'] });
  await with_fake_sockets(async (sockets) => {
    const connection = new DeskConnection('ws://localhost/ws', () => {});
    connection.open('secret of the link');
    const refused = assert.rejects(connection.ask('desk.set', { key: 'refused-words', value: 'word\n'.repeat(4_000) }), { code: 'too_big' });
    sockets[0].onmessage({ data: JSON.stringify({ t: 'refused', re: null, code: 'too_big', text: 'A message has at most 16384 bytes.' }) });
    await refused;
  });
});

test('a change of a decree has only what the operator has changed', () => {
  const ban = { text: 'insults' };
  assert.deepEqual(changed_fields(ban, { for: '', reason: 'insults', newcomers: '' }), {});
  assert.deepEqual(changed_fields(ban, { for: '30d', reason: 'insults', newcomers: '' }), { for: '30d' });
  assert.deepEqual(changed_fields(ban, { for: '', reason: 'insults again', newcomers: '0m' }), { reason: 'insults again', newcomers: '0m' });
});

test('a refusal is read in the language of the page, also for a reason that players may have, or by its code', () => {
  const refusals = ['desk_node_silent', 'lookups_waiting', 'disk_full', undefined].map((why) => ({ why, code: 'storage', message: 'In English.' }));
  const script = `globalThis.document = {};
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { languages: ['it'] } });
    const { sentence_of } = await import('${new URL('../../../web-client/desk/words.js', import.meta.url)}');
    console.log(JSON.stringify(${JSON.stringify(refusals)}.map(sentence_of)));`;
  assert.deepEqual(JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script])), [
    'Non tutti i server hanno risposto; riprova.',
    'In questo momento troppi stanno consultando l’archivio.',
    'Il server non ha potuto annotarlo; non è cambiato nulla.',
    'In English.',
  ]);
});
