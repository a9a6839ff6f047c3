// A button with an unanswered request: it shows that it waits and keeps the focus.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { desk, Person } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** Holds back the page's messages while `held`. */
const holdable = () => {
  const { send } = WebSocket.prototype;
  let held = null;
  window.hold = () => (held = []);
  window.held = () => held.length;
  window.let_go = () => {
    const all = held;
    held = null;
    for (const one of all) one();
  };
  WebSocket.prototype.send = function (text) {
    if (held) held.push(() => send.call(this, text));
    else send.call(this, text);
  };
};

/** @param {string | null} token */
const meet = async (token, path = '') => {
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  await ana.page.addInitScript(holdable);
  if (token) await ana.page.addInitScript((mine) => localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token: mine })), token);
  await ana.page.goto(house.url + path);
  return ana;
};

/** Presses a button while messages are held: it keeps the focus, ignores clicks, shows the wait in time, and recovers afterwards. */
async function waits({ page }, button, what) {
  await button.focus(); // again, if what is loaded with the page has drawn the button anew
  await page.evaluate(() => window.hold());
  const one = await button.elementHandle();
  assert.ok(await one.evaluate((pressed) => document.activeElement === pressed), `${what} has the focus`);
  await page.keyboard.press('Enter');
  assert.equal(await one.getAttribute('aria-busy'), 'true', `${what} waits`);
  assert.equal(await one.getAttribute('aria-disabled'), 'true', `${what} says that it is deaf`);
  await page.keyboard.press('Enter');
  await one.evaluate((pressed) => pressed.click());
  assert.equal(await page.evaluate(() => window.held()), 1, `${what} asks once`);
  assert.ok(await one.evaluate((pressed) => document.activeElement === pressed), `${what} keeps the focus`);
  const shows = (pressed) => getComputedStyle(pressed, '::after').opacity === '1' && getComputedStyle(pressed, '::after').content !== 'none';
  await page.waitForFunction(shows, one);
  await page.evaluate(() => window.let_go());
  return one;
}
const itself = (page, one) => page.waitForFunction((pressed) => !pressed.isConnected || !pressed.hasAttribute('aria-busy'), one);

test('every button with a pending request shows it after a second, sends it once and keeps the focus', async () => {
  const ana = await meet(null);
  const { page } = ana;
  await page.getByLabel('Your name').fill('Ana');
  await ana.button('New table').click();
  await waits(ana, ana.button('Make the table'), 'a new table');
  for (const name of ['Stand up', 'Sit here: Seat 2', 'Add a computer player', 'Send', 'Show a code']) {
    if (name === 'Send') await page.getByLabel('Say something').fill('Hello');
    if (name === 'Show a code') await page.getByText('Play on another device').click();
    const button = ana.button(name).first();
    await button.waitFor();
    await itself(page, await waits(ana, button, name));
  }
  await itself(page, await waits(ana, ana.button('Start the game'), 'the start'));
  await page.locator('.play').waitFor();
  assert.deepEqual(ana.complaints, []);
});

test('a dialog, a rematch and the export of stored data wait the same way', async () => {
  const table = await backstage.table({ game: 'yahtzee' }, ['Ana', 'Benedikt']);
  await backstage.play(table);
  const ana = await meet(table.host.token, `r/${table.room}`);
  await ana.page.locator('.places').waitFor(); // the whole result has come, and draws no button anew
  await waits(ana, ana.button('Play again'), 'a rematch');
  await ana.button('You are in').waitFor();
  assert.ok(await ana.button('You are in').evaluate((one) => document.activeElement === one));
  await ana.page.goto(`${house.url}p/${table.host.id}`);
  const leaving = ana.button('Take me off the leaderboards');
  await leaving.waitFor();
  await waits(ana, leaving, 'the boards');
  await ana.button('Put me back on the leaderboards').waitFor();
  await itself(ana.page, await waits(ana, ana.button('Download everything'), 'the download'));
  await ana.button('Delete me').click();
  await waits(ana, ana.button('Yes, delete me for good'), 'an answer');
  await ana.page.getByLabel('Your name').waitFor();
  assert.deepEqual(ana.complaints.filter((one) => !one.includes('WebSocket')), []);
});
