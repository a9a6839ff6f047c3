// The choice of an avatar, and where the others see it.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

const visitor = async (name, token, path) => {
  const person = await Person.meet(browser, name, phone, house.url);
  if (token) await person.page.addInitScript((stored) => localStorage.setItem('cubilete.player', stored), JSON.stringify({ name, token }));
  await person.page.goto(house.url + path);
  return person;
};
/** The dialog. @param {Person} person */
const dialog = ({ page }) => page.locator('#sheet[open]');
/** The shape of a face in a place, and its colour. @param {import('playwright-core').Locator} place */
const drawn = (place) =>
  place.locator('.token.face').first().evaluate((token) => [...token.querySelectorAll('path')].map((path) => path.getAttribute('d')).join() + getComputedStyle(token).getPropertyValue('--seat'));
/** Waits until `other` shows the avatar of `one`. */
async function same(one, other) {
  const [shape, kind] = await one.locator('.token.face').first().evaluate((token) => [token.querySelector('path').getAttribute('d'), token.className]);
  await other.locator(`[class="${kind}"]`, { has: other.page().locator(`path[d="${shape}"]`) }).first().waitFor({ state: 'attached' });
}

test('a new visitor has an avatar, chooses another one with the keyboard, and keeps it after a reload', async () => {
  const ana = await visitor('Ana', null, '');
  const own = ana.page.locator('.bar .own-avatar');
  await own.waitFor();
  await own.focus();
  await ana.page.keyboard.press('Enter');
  await dialog(ana).getByRole('radio', { name: 'Fox' }).waitFor();
  assert.equal(await dialog(ana).getByRole('radio').count(), 12 + 8);
  assert.equal(await dialog(ana).getByRole('radio', { checked: true }).count(), 2);
  const checked = (group) => dialog(ana).getByRole('group', { name: group }).getByRole('radio', { checked: true });
  // To the last face by the arrow keys, whichever the first one was.
  await checked('Face').focus();
  while ((await checked('Face').getAttribute('aria-label')) !== 'Bull') await ana.page.keyboard.press('ArrowRight');
  await ana.page.keyboard.press('Tab');
  while ((await checked('Colour').getAttribute('aria-label')) !== 'Plum') await ana.page.keyboard.press('ArrowRight');
  const chosen = await drawn(dialog(ana));
  assert.match(chosen, /#8d2f5c/);
  await ana.inspect('avatar');
  await ana.fits_everywhere('avatar', [[320, 568], [390, 760], [740, 360], [1280, 620]]);
  await ana.page.keyboard.press('Escape');
  assert.equal(await drawn(ana.page.locator('.bar')), chosen);
  assert.equal(await ana.page.evaluate(() => document.activeElement?.className), 'own-avatar');
  await ana.page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('"avatar":95')));
  await ana.page.reload();
  await own.waitFor();
  assert.equal(await drawn(ana.page.locator('.bar')), chosen);
  assert.deepEqual(ana.complaints, []);
});

test('the others in a room and at the table see a new avatar at once', async () => {
  const table = await backstage.table({ game: 'yahtzee' }, ['Ana', 'Benedikt']);
  const [ana, ben] = await Promise.all(table.players.map(({ name, token }) => visitor(name, token, `r/${table.room}`)));
  const seat_of = ({ page }, name) => page.locator('.seat', { hasText: name });
  await seat_of(ana, 'Ana').locator('.own-avatar').click();
  await dialog(ana).locator('label', { has: ana.page.getByRole('radio', { name: 'Owl' }) }).click();
  await same(dialog(ana), seat_of(ben, 'Ana'));
  await same(seat_of(ana, 'Ana'), seat_of(ben, 'Ana'));
  await ana.page.keyboard.press('Escape');

  await backstage.play(table, 1);
  await ana.throwing.waitFor();
  const head_of = ({ page }, seat) => page.locator(`.pad thead #seat-${seat}`);
  const before_choice = await drawn(head_of(ben, 0));
  await ana.button('Menu').click();
  await dialog(ana).getByRole('button', { name: 'Your avatar' }).click();
  await dialog(ana).locator('label', { has: ana.page.getByRole('radio', { name: 'Octopus' }) }).click();
  await same(dialog(ana), head_of(ben, 0));
  assert.notEqual(await drawn(head_of(ben, 0)), before_choice);
  for (const { complaints } of [ana, ben]) assert.deepEqual(complaints, []);
});
