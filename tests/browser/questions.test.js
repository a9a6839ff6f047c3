// Irreversible actions ask for confirmation in a dialog, which restores the keyboard focus.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { desk, Person } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** The page of a room's host. @param {string} [path] */
const host_of = async ({ host, room }, path = `r/${room}`) => {
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  await ana.page.addInitScript((token) => localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token })), host.token);
  await ana.page.goto(house.url + path);
  return ana;
};
/** Waits until the focus is on the element of this name. */
const focuses = ({ page }, name) => page.waitForFunction((wanted) => [document.activeElement?.getAttribute('aria-label'), document.activeElement?.textContent.trim()].includes(wanted), name);
const asked = ({ page }) => page.locator('#question[open]');

test('a host must confirm removing a member or handing over the room, and Escape cancels', async () => {
  const table = await backstage.table({ game: 'yahtzee', seats: 3 }, ['Ana', 'Benedikt', 'Cleo']);
  const ana = await host_of(table);
  const { keyboard } = ana.page;
  const menu = ana.page.locator('.menu[open]');
  await ana.page.getByLabel('More about Cleo').click();
  await menu.waitFor();
  await ana.page.getByLabel('More about Benedikt').click(); // above the open menu
  await menu.getByRole('button').first().waitFor();
  assert.equal(await menu.count(), 1, 'a click on another menu closes this one');
  await ana.page.locator('h1').click();
  await menu.waitFor({ state: 'detached' });
  await ana.page.getByLabel('More about Benedikt').press('Enter');
  await menu.waitFor();
  await keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await focuses(ana, 'More about Benedikt');
  await keyboard.press('Enter');
  for (const [action, question] of Object.entries({
    'Remove from the table': 'Remove Benedikt from the table?',
    'Ban from this table': 'Ban Benedikt from this table?',
    'Make host': 'Make Benedikt the host?',
  })) {
    await ana.page.locator('.menu[open]').getByRole('button', { name: action }).press('Enter');
    await ana.page.getByRole('alertdialog', { name: question }).waitFor();
    await focuses(ana, 'Cancel');
    await keyboard.press('Escape');
    await asked(ana).waitFor({ state: 'hidden' });
    await focuses(ana, action);
  }
  assert.equal(await ana.page.locator('.seat .who strong').count(), 3, 'nothing was done');

  await ana.page.locator('.menu[open]').getByRole('button', { name: 'Remove from the table' }).press('Enter');
  await asked(ana).getByRole('button', { name: 'Remove from the table' }).press('Enter');
  await asked(ana).waitFor({ state: 'hidden' });
  await ana.page.locator('.seat.free').waitFor();
  await ana.page.waitForFunction(() => document.activeElement?.className === 'seats'); // where they sat

  await ana.page.getByLabel('More about Cleo').click();
  await ana.button('Make host').click();
  await asked(ana).getByRole('button', { name: 'Make host' }).click();
  await ana.page.locator('.seat', { hasText: 'Cleo' }).getByText('host', { exact: true }).waitFor();
  assert.deepEqual(ana.complaints, []);
});

test('a second question stays although the browser says late that the first was closed', async () => {
  const ana = await host_of(await backstage.table({ game: 'yahtzee', seats: 3 }, ['Ana', 'Benedikt']));
  await ana.page.getByLabel('More about Benedikt').click();
  const shown = await ana.page.evaluate(async () => {
    const press = (text) => [...document.querySelectorAll('.menu[open] button')].find(({ textContent }) => textContent.trim() === text).click();
    const drawn = () => new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(resolve))));
    const question = () => document.querySelector('#question[open] h2')?.textContent;
    press('Remove from the table');
    while (!question()) await new Promise(requestAnimationFrame); // it is loaded
    const first = question();
    document.querySelector('#question .primary').click();
    await drawn();
    const between = question();
    press('Ban from this table');
    await drawn();
    const closed = new Promise((resolve) => document.querySelector('#question').addEventListener('close', resolve, { once: true }));
    const second = question();
    await closed;
    await drawn();
    return [first, between, second, question()];
  });
  const second = 'Ban Benedikt from this table?';
  assert.deepEqual(shown, ['Remove Benedikt from the table?', undefined, second, second]);
  assert.deepEqual(ana.complaints, []);
});

test('starting a match with unsaved changes asks whether to play without them', async () => {
  const ana = await host_of(await backstage.table({ game: 'yahtzee' }, ['Ana', 'Benedikt']));
  await ana.button('Change').click();
  await ana.page.getByLabel('Time for a turn').selectOption({ label: '1 minute' });
  await ana.button('Start the game').click();
  await ana.page.getByRole('alertdialog', { name: 'Play without your changes?' }).getByRole('button', { name: 'Cancel' }).click();
  await asked(ana).waitFor({ state: 'hidden' });
  await focuses(ana, 'Start the game');
  await ana.button('Save').click();
  await ana.button('Change').click();
  await ana.button('Start the game').click(); // nothing has changed, so there is no question
  await ana.page.locator('.play').waitFor();
  assert.deepEqual(ana.complaints, []);
});

test('a rematch with unsaved changes asks, too', async () => {
  const table = await backstage.table({ game: 'yahtzee' }, ['Ana', 'Benedikt']);
  await backstage.play(table);
  const ana = await host_of(table);
  await ana.page.getByText('Seats and rules of the next game').click();
  await ana.button('Change').click();
  await ana.page.getByLabel('Time for a turn').selectOption({ label: '1 minute' });
  await ana.button('Play again').click();
  await asked(ana).getByRole('button', { name: 'Play without them' }).click();
  await asked(ana).waitFor({ state: 'hidden' });
  await ana.button('You are in').waitFor();
  await focuses(ana, 'You are in');
  await ana.page.getByLabel('Time for a turn').waitFor({ state: 'detached' });
  await table.players[1].ask({ t: 'room.ready', room: table.room, ready: true }); // they play on
  await ana.button('Play again').click(); // the changes are forgotten, so there is no question
  await ana.button('You are in').waitFor();
  assert.deepEqual(ana.complaints, []);
});

test('cancelling to leave a match puts the focus back on the menu', async () => {
  const table = await backstage.table({ game: 'yahtzee' }, ['Ana', 'Benedikt']);
  await backstage.play(table, 1);
  const ana = await host_of(table);
  await ana.button('Menu').press('Enter');
  await ana.page.locator('#sheet').getByRole('button', { name: 'Leave', exact: true }).press('Enter');
  await ana.page.getByRole('alertdialog', { name: 'Leave the game?' }).waitFor();
  await asked(ana).getByText('The computer will play for you until you come back.', { exact: true }).waitFor();
  await focuses(ana, 'Stay');
  await ana.page.keyboard.press('Enter');
  await asked(ana).waitFor({ state: 'hidden' });
  await focuses(ana, 'Menu');
  assert.deepEqual(ana.complaints, []);
});

test('the last person at a table is told that the game ends when they leave', async () => {
  const table = await backstage.table({ game: 'yahtzee', seats: 2 }, ['Ana']);
  await table.host.ask({ t: 'room.bot', room: table.room, seat: 1, level: 'easy' });
  await table.host.ask({ t: 'room.start', room: table.room });
  const ana = await host_of(table);
  await ana.button('Menu').click();
  await ana.page.locator('#sheet').getByRole('button', { name: 'Leave', exact: true }).click();
  await asked(ana).getByText('Nobody else plays at this table, so the game ends at once.').waitFor();
  await ana.button('Leave the game').click();
  await ana.button('New table').waitFor();
  assert.deepEqual(ana.complaints, []);
});
