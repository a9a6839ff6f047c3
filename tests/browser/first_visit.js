// Measures a first visit on a slow phone: CPU slowed down four times, network Fast 3G of Chromium's developer tools. Prints the numbers and
// asserts nothing. CUBILETE_BIN names the server.
import { Backstage } from './backstage.js';
import { House } from './house.js';
import { open_browser, Person, phone } from './people.js';

const fast_3g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const runs = 3;

/** @param {Person} person */
async function slowed(person) {
  const tools = await person.page.context().newCDPSession(person.page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', fast_3g);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const seen = { requests: 0, bytes: 0 };
  tools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    ++seen.requests;
    seen.bytes += encodedDataLength;
  });
  return seen;
}

Person.painted = true;
const house = await House.open();
const browser = await open_browser();
const backstage = await Backstage.of(browser, house.url);
/** @param {string} what @param {number} began */
const tell = (what, began) => console.log(`  ${what} after ${Math.round(performance.now() - began)} ms`);

for (let run = 1; run <= runs; ++run) {
  const { room } = await backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana']);
  const ben = await Person.meet(browser, 'Ben', phone, house.url);
  const seen = await slowed(ben);
  console.log(`invitation, visit ${run} of ${runs}`);
  const began = performance.now();
  ben.page.goto(`${house.url}r/${room}`).catch(() => {});
  await ben.page.locator('h1').waitFor();
  tell('who invites is read', began);
  await ben.page.locator('#invitation[data-ready], form .primary:not(#invitation *)').first().waitFor();
  tell('the button works', began);
  await ben.page.locator('#name').fill('Ben');
  await ben.page.keyboard.press('Enter');
  await ben.page.locator('.seat.mine').waitFor({ timeout: 60_000 });
  tell('a name and Enter later one sits', began);
  console.log(`  ${seen.requests} requests, ${(seen.bytes / 1000).toFixed(1)} kB`);
  await ben.page.context().close();
}
const ana = await Person.meet(browser, 'Ana', phone, house.url);
const seen = await slowed(ana);
const began = performance.now();
await ana.page.goto(house.url, { timeout: 60_000 });
await ana.page.locator('.open-form').waitFor({ timeout: 60_000 });
console.log(`start page: ${seen.requests} requests, ${(seen.bytes / 1000).toFixed(1)} kB until it is drawn`);
tell('it is drawn', began);
await browser.close();
await house.close();
