// Transfer size of a first visit to every page. Other languages differ only in texts, so some pages suffice.
import assert from 'node:assert/strict';
import test from 'node:test';

import { games } from './games.js';
import { browser, house, tables } from './pages.js';
import { Person, phone } from './people.js';

/** Limits of a first visit in bytes, compressed, with response headers. */
const most_bytes = { start: 86_000, join: 80_000, fair: 80_000, table: 126_000, other: 130_000 };
const most_requests = { start: 14, join: 11, other: 30 };

/** The tables, and the largest page of each other kind. */
const in_every_language = new Set(['start', 'room', ...games.map((game) => `table-${game}`), 'result', 'rules-tres']);

/**
 * The server's responses to a visitor with an empty cache, until no more come.
 * @param {string} locale @param {string} path @param {string} seen @param {string} [token]
 */
async function first_visit(locale, path, seen, token) {
  const person = await Person.meet(browser, 'Ana', phone, house.url, locale);
  const { page } = person;
  if (token)
    await page.addInitScript((mine) => localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token: mine })), token);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const come = { bytes: 0, heads: 0, requests: 0 };
  devtools.on('Network.responseReceived', ({ response }) => (come.heads += response.encodedDataLength));
  devtools.on('Network.requestWillBeSent', ({ request }) => (come.requests += request.url.endsWith('/icon.svg') ? 0 : 1)); // not every browser shows it
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (come.bytes += encodedDataLength));
  await page.goto(house.url + path);
  await page.locator(seen).first().waitFor();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(person.complaints, []); // no requests to other hosts, no policy violated
  await page.context().close();
  return come;
}

for (const locale of ['en-GB', 'es-MX', 'it-IT'])
  test(`every page stays within its size limit, ${locale}`, async (context) => {
    const { match, host } = tables.result;
    const table = (name, seen = '.play') => [`r/${tables[name].room}`, seen, tables[name].host.token];
    const first_seen = {
      start: ['', '#name'],
      join: [`r/${tables.room.room}`, '#name'],
      room: table('room', '.seats'),
      ...Object.fromEntries(games.map((game) => [`table-${game}`, table(game)])),
      result: table('result', '.places'),
      replay: [`m/${match}`, '.controls'],
      player: [`p/${host.id}`, 'main .figures'],
      boards: ['top', 'main h1'],
      fair: ['fair', '.fair-page'],
      practice: ['practice', '.practice-choices'],
      ...Object.fromEntries(games.map((game) => [`rules-${game}`, [`rules/${game}`, '.rules-text']])),
    };
    for (const [name, [path, seen, token]] of Object.entries(first_seen)) {
      if (locale !== 'en-GB' && !in_every_language.has(name)) continue;
      await context.test(name, async (page) => {
        const { bytes, heads, requests } = await first_visit(locale, path, seen, token);
        page.diagnostic(`${name}: ${bytes} bytes in ${requests} requests, ${heads} of them heads`);
        assert.ok(bytes > 20_000 && bytes <= (most_bytes[name] ?? most_bytes[name.startsWith('table-') ? 'table' : 'other']), `${bytes} bytes`);
        assert.ok(requests <= (most_requests[name] ?? most_requests.other), `${requests} requests`);
      });
    }
  });
