// The page installed as an app, and without a network.
import assert from 'node:assert/strict';
import { appendFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';

import { Cable, copied_page, House } from './house.js';
import { open_browser, Person, phone } from './people.js';

let browser;

before(async () => (browser = await open_browser()));
after(() => browser?.close());

/** A person whose browser allows service workers. */
async function meet(url, locale) {
  const person = await Person.meet(browser, 'Ana', { ...phone, serviceWorkers: 'allow' }, url, locale);
  await person.page.goto(url);
  await person.page.evaluate(() => navigator.serviceWorker.ready);
  await person.page.waitForFunction(() => navigator.serviceWorker.controller);
  return person;
}

/** Every address in the service worker's caches. */
const cached_urls = (page) =>
  page.evaluate(async () => {
    const caches_open = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_open.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => url);
  });

for (const [locale, text] of Object.entries({
  'en-GB': 'The table is out of reach',
  'es-MX': 'No llegamos a la mesa',
  'it-IT': 'Il tavolo non si raggiunge',
}))
  test(`without a network the page says so, and it reloads by itself, ${locale}`, async () => {
    const house = await House.open();
    const cable = await Cable.to(house);
    const ana = await meet(cable.url, locale);
    const version = await ana.page.evaluate(() => document.querySelector('script[type=module]').src.match(/v\/\w+\//)[0]);
    cable.unplug();
    const { complaints } = ana;
    await ana.page.goto(`${cable.url}r/K7QX2M`);
    await ana.sees(text);
    assert.equal(await ana.page.getByRole('heading').count(), 1);
    await ana.inspect(`70-offline-${locale.slice(0, 2)}`);
    for (const url of await cached_urls(ana.page)) assert.ok(url.startsWith(cable.url + version), url);
    complaints.length = 0; // about unreachable addresses
    cable.plug();
    await ana.page.locator('.covers button').first().waitFor({ timeout: 60_000 }); // the room does not exist any more; others are offered
    assert.deepEqual(complaints.filter((one) => !/ERR_|404|Failed to fetch/.test(one)), []);
    await ana.page.context().close();
    cable.close();
    await house.close();
  });

test('caches of an older version are removed once a new one is active', async () => {
  const folder = await copied_page();
  const house = await House.open('--web', folder);
  const ana = await meet(house.url);
  const before = await cached_urls(ana.page);
  await appendFile(join(folder, 'icon.svg'), '<!-- as it is now -->');
  await house.restart();
  await ana.page.goto(house.url);
  const old = async () => (await cached_urls(ana.page)).some((url) => before.includes(url));
  while (await old()) await ana.page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal((await cached_urls(ana.page)).length, before.length);
  await ana.page.context().close();
  await house.close();
  await rm(dirname(folder), { recursive: true });
});

test('the page can be installed, also below a path, and its icons exist', async () => {
  const house = await House.open();
  const proxy = http.createServer((request, response) => {
    const { url, method, headers } = request;
    if (!url.startsWith('/games/')) return response.writeHead(404).end();
    const passed = http.request({ port: house.port, host: '127.0.0.1', path: url.slice(6), method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${proxy.address().port}`;
  await house.stop();
  house.flags = ['--public-url', `${origin}/games/`];
  await house.start(house.port);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/games/`);
  const devtools = await context.newCDPSession(page);
  const { url, data, errors } = await devtools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const { headers } = await fetch(url);
  assert.equal(headers.get('content-type'), 'application/manifest+json');
  const manifest = JSON.parse(data);
  assert.equal(new URL(manifest.start_url, url).href, `${origin}/games/`);
  assert.equal(new URL(manifest.scope, url).href, `${origin}/games/`);
  const touch = await page.locator('link[rel=apple-touch-icon]').evaluate((link) => link.href);
  const icons = manifest.icons.map(({ src, sizes, type }) => ({ src: new URL(src, url).href, sizes, type }));
  for (const { src, sizes, type } of [...icons, { src: touch, sizes: '180x180', type: 'image/png' }]) {
    const icon = await fetch(src);
    assert.equal(icon.headers.get('content-type'), type);
    const bytes = Buffer.from(await icon.arrayBuffer());
    if (type === 'image/png') assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
  const worker = new URL('worker.js', url).href;
  assert.equal((await fetch(worker)).headers.get('service-worker-allowed'), '/games/');
  // whether the worker gets its scope is reported by the browser itself
  const scope = await page.evaluate(
    async ([script, home]) => (await navigator.serviceWorker.register(script, { scope: home })).scope,
    [worker, `${origin}/games/`],
  );
  assert.equal(scope, `${origin}/games/`);
  await context.close();
  proxy.close();
  await house.close();
});
