// A table on a television: the window of a spectator that is looked at from far away.
import assert from 'node:assert/strict';
import test from 'node:test';

import { act_at_table } from './acted.js';
import { Backstage } from './backstage.js';
import { Person } from './people.js';
import { server_and_browser } from './server_and_browser.js';

const { house, browser } = await server_and_browser();

const about = { game: 'escalera', target: 100, pot: 12 };
const last = { seat: 1, dice: [1, 2, 3, 4, 6, 2], points: 15, straights: [4], reset: false, marks: [{ of: 'straight', dice: [0, 1, 2, 3], points: 15 }] };
const push = { about, view: { phase: 'play', round: 8, turn: { seat: 0 }, seats: [{ score: 55 }, { score: 80 }], last }, events: [{ e: 'rolled', ...last, score: 80 }] };

/** @param {[number, number]} size @param {boolean} watches */
async function at_table([width, height], watches) {
  const one = await Person.meet(browser, 'TV', { viewport: { width, height } }, house.url);
  const watchers = watches ? [{ id: 'p_tv', name: 'TV', bot: false }] : [];
  const table = await act_at_table(one, house.url, { game: 'escalera', title: 'Escalera', names: ['Ana', 'Ben'], set: { watchers, spectators: watchers.length } });
  table.push({ ...push, ...(!watches && { you: { seat: 0, n: 1, moves: [{ do: 'roll' }] } }) });
  await one.page.locator('.esc-race').waitFor();
  return one;
}
const corner = ({ page }) => page.locator('.tv-corner');
const opacity = (part) => part.evaluate((it) => getComputedStyle(it).opacity);

test('a television shows the way to the table, and controls only to who points at them', async () => {
  const tv = await at_table([1920, 1080], true);
  const { page } = tv;
  await corner(tv).getByText('K7QX2M').waitFor();
  await corner(tv).getByRole('img').waitFor();
  assert.equal(await page.locator('.bar').evaluate((bar) => bar.offsetHeight), 84);
  const menu = tv.button('Menu');
  await page.mouse.move(900, 700);
  assert.equal(await opacity(menu), '0');
  await menu.hover();
  assert.equal(await opacity(menu), '1');
  await page.mouse.move(900, 700);
  await menu.focus();
  assert.equal(await opacity(menu), '1');
  const scores = await page.locator('.strip b').evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)));
  assert.ok(scores.length === 2 && scores.every((size) => size >= 32), `scores of ${scores} pixels, to be read from three metres`);
  const edge = await page.locator('.dice-field').evaluate((field) => parseFloat(field.style.getPropertyValue('--s')));
  assert.ok(edge >= 110 && edge <= 180, `dice of ${edge} pixels`);
  await tv.is_accessible('a television');
  await tv.fits('a television');
  assert.deepEqual(tv.complaints, []);
  await page.context().close();
});

test('a television shows neither the code of the table nor the way there when the code is hidden', async () => {
  const tv = await at_table([1920, 1080], true);
  await corner(tv).waitFor();
  await tv.button('Menu').click();
  await tv.button('Invite').click();
  await tv.button('Hide the code').click();
  await corner(tv).waitFor({ state: 'detached' });
  await tv.page.keyboard.press('Escape');
  assert.ok(!(await tv.page.locator('body').innerText()).includes('K7QX2M'));
  assert.deepEqual(tv.complaints, []);
  await tv.page.context().close();
});

const boxes = ['aces', 'twos', 'threes', 'fours', 'fives', 'sixes', 'three_of_a_kind', 'four_of_a_kind', 'full_house', 'small_straight', 'large_straight', 'yahtzee', 'chance'];
const seats = [0, 1, 2, 3].map(() => ({ score: 30, boxes: { small_straight: 30 }, upper: 0, upper_par: 0 }));
const four_fours = {
  about: { game: 'yahtzee', rounds: 13, preset: 'yahtzee', boxes, upper_goal: 63 },
  view: { phase: 'play', round: 2, turn: { seat: 3, dice: [4, 4, 5, 4, 4], throws: 2, throws_left: 1, worth: { fours: 16, chance: 21 } }, seats },
  events: [{ e: 'rolled', seat: 3, thrown: [0, 1], dice: [4, 4, 5, 4, 4] }],
};

test('a pad on a television has two dice on the felt of 150 pixels and more, and no text below 24', async () => {
  const tv = await Person.meet(browser, 'TV', { viewport: { width: 1920, height: 1080 } }, house.url);
  const table = await act_at_table(tv, house.url, { game: 'yahtzee', title: 'Yahtzee', names: ['Ana', 'Ben', 'Cleo', 'Davide'], set: { watchers: [{ id: 'p_tv', name: 'TV', bot: false }], spectators: 1 } });
  table.push(four_fours);
  await tv.page.locator('html[data-tv] .pad').waitFor();
  await tv.page.waitForFunction(() => parseFloat(document.querySelector('.dice-field').style.getPropertyValue('--s')) >= 150);
  const small = await tv.page.evaluate(() => {
    const has_text = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
    const seen = (one) => one.checkVisibility({ opacityProperty: true }) && !one.closest('.unseen') && getComputedStyle(one).clipPath === 'none' && one.clientWidth !== 1;
    return [...document.querySelectorAll('.page *')].filter((one) => has_text(one) && seen(one) && parseFloat(getComputedStyle(one).fontSize) < 23.9).map((one) => `${one.outerHTML.slice(0, 80)}`);
  });
  assert.deepEqual(small, []);
  await tv.page.context().close();
});

test('neither a player nor a spectator at a smaller window has the table of a television', async () => {
  for (const [size, watches] of [[[1920, 1080], false], [[1700, 1000], true]]) {
    const one = await at_table(size, watches);
    await one.button('Menu').waitFor();
    assert.equal(await corner(one).count(), 0);
    assert.equal(await one.page.locator('html[data-tv]').count(), 0);
    await one.page.context().close();
  }
});

test('the room on a television shows its seats and the way in large, and asks for no name', async () => {
  const backstage = await Backstage.of(browser, house.url);
  const { room } = await backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana', 'Ben']);
  for (const [width, height] of [[1920, 1080], [2560, 1440]]) {
    const tv = await Person.meet(browser, 'TV', { viewport: { width, height } }, house.url);
    await tv.page.goto(`${house.url}r/${room}`);
    // The page's own title takes the place of that which came with the document.
    const size = await tv.page.waitForFunction(() => {
      const title = document.querySelector('.hero h1');
      return title?.offsetHeight && (title.getBoundingClientRect().height / title.offsetHeight) * parseFloat(getComputedStyle(title).fontSize);
    });
    const shown = await size.jsonValue();
    assert.ok(shown >= 28, `a title of ${shown} pixels`);
    await tv.fits('an invitation on a television');
    await tv.button('Just watch').click();
    await tv.page.locator('html[data-tv] .seats').waitFor();
    const code = await tv.page.locator('.bring .qr').boundingBox();
    assert.ok(code.width >= 320, `a code of ${code.width} pixels`);
    const names = await tv.page.locator('.begins .who strong').evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)));
    assert.ok(names.length > 0 && names.every((size) => size >= 24), `names of ${names} pixels`);
    assert.ok(await tv.page.evaluate(() => document.querySelector('.begins .seats').getBoundingClientRect().bottom <= innerHeight), 'all seats are in view');
    await tv.fits('a room on a television');
    assert.deepEqual(tv.complaints, []);
    await tv.page.context().close();
  }
});
