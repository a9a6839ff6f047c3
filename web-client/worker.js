// @ts-check
// The service worker: shows the offline page without a network, and focuses the page when a notification is clicked. It caches only the
// offline page; all other requests pass through.

const worker = /** @type {any} */ (self);
const { scope } = worker.registration;
const here = new URL('./', worker.location.href).href; // v/HASH/: differs with each version
const cache_prefix = `offline ${scope} `; // other servers may share the origin
const cache_name = cache_prefix + here;
const font = 'vendor/fraunces/fraunces-650.woff2';
const files = ['offline.html', 'offline.js', 'i18n/language.js', 'boot.js', 'ui/style.css', 'offline.css', 'ui/dark.css', 'icon.svg', font];
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

/** The server sends it with all its documents; the error page of a proxy has none or another one. */
const mark = 'Content-Security-Policy';

/** Proxies have many statuses for a server that is down, so every error that is not the server's own counts. @param {Request} request */
async function page(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < 500) return answer;
  const offline = await caches.match(here + files[0]);
  if (!offline) return answer ?? Response.error();
  if (answer?.headers.get(mark) === offline.headers.get(mark)) return answer;
  const headers = new Headers(offline.headers); // includes the Content-Security-Policy
  for (const name of ['Content-Encoding', 'Content-Length', 'Cache-Control']) headers.delete(name);
  return new Response((await offline.text()).replaceAll('{{here}}', here), { headers });
}

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(back_to_the_table(event.notification.data));
});
/** @param {string} address of the page that has shown the notification. Some browsers know pages only by the addresses at which they were loaded. */
async function back_to_the_table(address) {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const found = (/** @type {(url: string) => boolean} */ fits) => pages.find((/** @type {any} */ { url }) => fits(url));
  const ours = found((url) => url === address) ?? found((url) => url.startsWith(`${scope}r/`)) ?? pages[0];
  return ours ? ours.focus() : worker.clients.openWindow(address ?? scope);
}
