import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { play_alone } from './dicing.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** Ana's page at a table that has all its seats taken by her and players without a page. */
const begun = async (device, friends, rules) => {
  const ana = await Person.meet(browser, 'Ana', device, house.url);
  await ana.page.goto(house.url);
  const invitation = await ana.make_table({ game: 'Threes Away', seats: 1 + friends.length, rules });
  const others = await backstage.sit_down(invitation, friends);
  await ana.button('Start the game').click();
  await ana.page.locator('.threes-felt').waitFor();
  assert.equal(await ana.page.locator('.threes-heap [class^=chip-]').count(), 1 + friends.length, 'a chip lies in the pot for each');
  await backstage.go_on(others);
  return { ana, others, invitation };
};

/** A person's page at the table. */
const at = ({ page }) => ({
  roll: page.locator('.tray:not(.locked)').getByRole('button', { name: /^Throw /, disabled: false }),
  keep: page.locator('.tray:not(.locked)').getByRole('button', { name: /^Keep/ }),
  bottoms: page.locator('.tray:not(.locked)').getByRole('button', { name: /^Bottoms/ }),
  dice: page.locator('.dice button'),
  /** Runs an action, and waits for its effect. */
  async so(action) {
    const log_length = () => document.querySelectorAll('.log li').length;
    const before = await page.evaluate(log_length);
    await action();
    await page.waitForFunction((count) => document.querySelectorAll('.log li').length > count, before);
  },
});

/** The points of each die on the felt, from its label. */
const counts = async (table) => {
  const labels = await table.dice.evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-label')));
  return labels.map((label) => Number(label.match(/counts (\d)/)[1]));
};

test('three friends play Threes Away for two pots, and the chips are counted right', async () => {
  const { ana, others, invitation } = await begun(desk, ['Benedikt-Maximilian', 'Cleo'], { 'Pots to play for': 2 });
  await play_alone([ana], ['.tray:not(.locked) .actions .primary[aria-disabled=false]', '.tray:not(.locked) .dice button[aria-pressed=false]']);
  await ana.page.locator('.places').waitFor();

  const benedikt = await Person.meet(browser, 'Benedikt-Maximilian', phone, house.url);
  await benedikt.come_as(others[0], invitation);
  await benedikt.page.locator('.places').waitFor();
  await benedikt.inspect('13-threes-result');
  const results = await Promise.all([ana, benedikt].map((one) => one.page.locator('.places').innerText()));
  assert.equal(results[0], results[1]);
  const chips = await ana.page.locator('.places .points').allInnerTexts();
  assert.equal(chips.map((text) => Number.parseInt(text)).reduce((a, b) => a + b), 3 * 20);
  for (const one of [ana, benedikt]) assert.deepEqual(one.complaints, []);
});

test('with bottoms, dice are turned over one by one', async () => {
  const { ana } = await begun(phone, ['Ben'], { Bottoms: 'Die by die' });
  const table = at(ana);
  await table.so(() => table.roll.click());
  await table.dice.first().waitFor();
  for (const [position, points] of (await counts(table)).entries()) {
    const die = table.dice.nth(position);
    await die.click();
    assert.equal(await die.getAttribute('aria-pressed'), 'true');
    await die.click();
    const turned = (await die.getAttribute('aria-label')).includes('turned over');
    assert.equal(turned, points > 3);
    if (!turned) await die.click();
  }
  await ana.inspect('14-threes-per-die');
  await table.so(() => table.keep.click());
  assert.deepEqual(ana.complaints, []);
});

test('with bottoms of the whole throw, dice are turned over all at once', async () => {
  const { ana } = await begun(phone, ['Ben'], { Bottoms: 'The whole throw' });
  const table = at(ana);
  await table.so(() => table.roll.click());
  await table.dice.first().waitFor();
  const before = await counts(table);
  await ana.inspect('15-threes-whole-throw', ['light']);
  await table.so(() => table.bottoms.click());
  const after = await counts(table);
  const value = (face) => (face === 3 ? 0 : face);
  for (const [position, points] of before.entries()) assert.equal(after[position], value(7 - (points === 0 ? 3 : points)));
  assert.equal(await table.bottoms.count(), 0);
  assert.deepEqual(ana.complaints, []);
});

test('the plate of a player who is away has a small mark', async () => {
  const { ana, others } = await begun(phone, ['Ben']);
  await ana.page.locator('.player .plate').first().waitFor();
  await backstage.leave(others[0]);
  const mark = ana.page.locator('.threes-felt .absent');
  await mark.waitFor();
  const { width, height } = await mark.boundingBox();
  assert.ok(Math.max(width, height) < 30, `${width} × ${height}`);
});
