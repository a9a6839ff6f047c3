// The service worker shows its own pages instead of errors, and leads from a notification back to its table.
import assert from 'node:assert/strict';
import test from 'node:test';

const policy = { 'Content-Security-Policy': "default-src 'none'" };
const listeners = {};
globalThis.self = {
  clients: {},
  registration: { scope: 'https://house/' },
  location: { href: 'https://house/v/abc/worker.js' },
  addEventListener: (type, listener) => (listeners[type] = listener),
};
globalThis.caches = {
  match: async (url) => (url === 'https://house/v/abc/offline.html' ? new Response('<base href="{{here}}">', { headers: policy }) : undefined),
};
await import('../../../web-client/worker.js');

/** Returns the text that a browser shows for a page with this answer; null: none came. @param {Response | null} answer */
async function shown(answer) {
  globalThis.fetch = async () => answer ?? Promise.reject(new TypeError('Failed to fetch'));
  let found;
  listeners.fetch({ request: { mode: 'navigate', url: 'https://house/r/K7QX2M' }, respondWith: (response) => (found = response) });
  return (await found).text();
}
const offline = '<base href="https://house/v/abc/">';

test('every error page of a proxy is replaced by the offline page, whatever its status', async () => {
  for (const status of [500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530, 599]) {
    assert.equal(await shown(new Response('a proxy’s page', { status })), offline, `${status}`);
    assert.equal(await shown(new Response('a proxy’s page', { status, headers: { 'Content-Security-Policy': 'sandbox' } })), offline, `${status}`);
  }
  assert.equal(await shown(null), offline);
});

test('what the server itself answers is shown, also its errors', async () => {
  for (const status of [200, 404, 421, 429]) assert.equal(await shown(new Response('a page', { status })), 'a page');
  assert.equal(await shown(new Response('not ready', { status: 503, headers: policy })), 'not ready');
});

/** The address that is in front after a click on the notification of the first one, while these pages are open. @param {...string} open */
async function in_front(address, ...open) {
  let front;
  self.clients.matchAll = async () => open.map((url) => ({ url, focus: () => (front = url) }));
  self.clients.openWindow = (url) => (front = `new ${url}`);
  let done;
  listeners.notificationclick({ notification: { data: address, close() {} }, waitUntil: (promise) => (done = promise) });
  await done;
  return front;
}

test('a notification leads back to its own table, also if others are open', async () => {
  const [first, second, start] = ['https://house/r/K7QX2M', 'https://house/r/P4T9WD', 'https://house/'];
  assert.equal(await in_front(second, start, first, second), second);
  assert.equal(await in_front(first, start, first, second), first);
  assert.equal(await in_front(first, start, second), second, 'a table that is open');
  assert.equal(await in_front(first, start), start);
  assert.equal(await in_front(first), `new ${first}`);
});
