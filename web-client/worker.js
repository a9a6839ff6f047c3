// @ts-check
// The service worker: where there is no network, a page of ours says so, and a call to the table leads back to it.
// It keeps that page and nothing else; everything that is fetched otherwise goes its own way and is kept by nobody.

const worker = /** @type {any} */ (self);
const { scope } = worker.registration;
const here = new URL('./', worker.location.href).href; // v/HASH/: another one with each version
const cache_prefix = `offline ${scope} `; // other houses may have the same origin
const cache_name = cache_prefix + here;
const files = ['offline.html', 'offline.js', 'i18n/language.js', 'theme.js', 'ui/style.css', 'offline.css', 'ui/dark.css', 'icon.svg'];
const kept = files.map((file) => here + file);

worker.addEventListener('install', (/** @type {any} */ event) => {
  const filled = caches.open(cache_name).then((cache) => cache.addAll(kept));
  event.waitUntil(filled.then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(take_over()));
async function take_over() {
  const old = (await caches.keys()).filter((name) => name.startsWith(cache_prefix) && name !== cache_name);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (kept.includes(request.url)) event.respondWith(caches.match(request.url).then((found) => found ?? fetch(request)));
});

/** What a proxy says while the house behind it is closed. */
const shut = [502, 503, 504];

/** @param {Request} request */
async function page(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && !shut.includes(answer.status)) return answer;
  const offline = await caches.match(here + files[0]);
  if (!offline) return answer ?? Response.error();
  const headers = new Headers(offline.headers); // the Content-Security-Policy among them
  for (const name of ['Content-Encoding', 'Content-Length', 'Cache-Control']) headers.delete(name);
  return new Response((await offline.text()).replaceAll('{{here}}', here), { headers });
}

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(back_to_the_table());
});
async function back_to_the_table() {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const ours = pages.find((/** @type {any} */ { url }) => url.startsWith(`${scope}r/`)) ?? pages[0];
  return ours ? ours.focus() : worker.clients.openWindow(scope);
}
