// A server in the local network over plain http, where browsers disable many features.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { House } from './house.js';
import { desk, open_browser, Person, phone } from './people.js';

const name = 'dice.example'; // any name but localhost: its pages have no secure context
let house;
let browser;
let url;

before(async () => {
  house = await House.open('--hosts', name);
  browser = await open_browser(`host-resolver-rules=MAP ${name} 127.0.0.1`);
  url = house.url.replace('127.0.0.1', name);
});
after(async () => {
  await browser?.close();
  await house?.close();
});

test('friends meet and play on a page without a secure context', async () => {
  const ana = await Person.meet(browser, 'Ana', desk, url);
  const ben = await Person.meet(browser, 'Ben', phone, url);
  await ana.page.goto(url);
  assert.equal(await ana.page.evaluate(() => window.isSecureContext), false);
  const invitation = await ana.make_table({ game: 'Yahtzee', seats: 2, rules: { 'Who starts': 'First seat' } });
  assert.ok(invitation.startsWith(url), invitation);
  await ana.button('Copy').click();
  await ana.sees('Copied');
  await ben.take_seat(invitation);
  await ana.button('Start the game').click();
  await ana.throw_dice();
  await ana.write();
  await ben.throw_dice();
  await ben.page.reload();
  await ben.page.locator('.turn.mine').waitFor();
  await ana.page.locator('.bar').getByRole('button', { name: 'Menu' }).click();
  await ana.page.locator('dialog[open]').getByRole('button', { name: 'Settings' }).click();
  await ana.page.getByLabel('Sounds').check();
  // The header is for https; over http Chromium logs that it is ignored.
  for (const one of [ana, ben]) assert.deepEqual(one.complaints.filter((said) => !said.includes('Cross-Origin-Opener-Policy')), [], one.name);
});

test('a page says that the invitation is copied only if the browser has copied it, else it shows what to copy by hand', async () => {
  const ana = await Person.meet(browser, 'Ana', desk, url);
  await ana.page.goto(url);
  const invitation = await ana.make_table();
  await ana.page.evaluate(() => {
    const copy = document.execCommand.bind(document);
    document.execCommand = (...what) => !window.refuses && copy(...what);
    window.refuses = true;
  });
  const copying = ana.page.locator('.invite-link button').first();
  await copying.click();
  const by_hand = ana.page.locator('dialog[open] .to-copy');
  await ana.page.locator('dialog[open] .to-copy:focus').waitFor();
  assert.equal(await by_hand.evaluate((one) => one.value.slice(one.selectionStart, one.selectionEnd)), invitation);
  assert.equal((await copying.innerText()).trim(), 'Copy');
  await ana.inspect('not-copied', ['light']);
  await ana.button('Try again').click();
  await by_hand.waitFor();
  await ana.page.evaluate(() => (window.refuses = false));
  await ana.button('Try again').click();
  await copying.getByText('Copied').waitFor();
  assert.equal(await ana.page.locator('dialog[open]').count(), 0);
  await ana.page.evaluate(() => (window.refuses = true));
  await ana.page.locator('.invite-more .quiet').click(); // hides the code of the table
  await copying.click();
  await ana.sees('Not copied');
  assert.equal(await ana.page.locator('.to-copy').count(), 0, 'a code that is hidden stays hidden');
});
