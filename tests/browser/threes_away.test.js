import assert from 'node:assert/strict';
import test from 'node:test';

import { House } from './house.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';

const { house, browser } = await server_and_browser();

const meet = async (name, device) => {
  const person = await Person.meet(browser, name, device, house.url);
  await person.page.goto(house.url);
  await person.button('New table').waitFor();
  return person;
};

const invite = async (host, seats, rules) => {
  const { page } = host;
  await page.getByLabel('Your name').fill(host.name);
  await host.button('New table').click();
  await page.getByLabel('Game', { exact: true }).selectOption({ label: 'Threes Away' });
  await page.getByLabel('Seats').selectOption(`${seats}`);
  await page.getByLabel('Time for a turn').selectOption({ label: 'No clock' });
  await page.getByText('House rules').click();
  await rules(page);
  await host.button('Make the table').click();
  return page.getByLabel('Send this link').inputValue();
};

const sit_down = async ({ page, name }, invitation) => {
  await page.goto(invitation);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Take a seat' }).click();
  await page.locator('.seat.mine .is-ready').waitFor();
};

/** A person's page at the table. */
const at = ({ page }) => ({
  over: () => page.locator('.places').isVisible(),
  roll: page.locator('.tray:not(.deaf)').getByRole('button', { name: /^Throw /, disabled: false }),
  keep: page.locator('.tray:not(.deaf)').getByRole('button', { name: /^Keep/ }),
  bottoms: page.locator('.tray:not(.deaf)').getByRole('button', { name: /^Bottoms/ }),
  dice: page.locator('.dice button'),
  asked: () => page.locator('.places, .tray:not(.deaf) .dice button, .tray:not(.deaf) .actions [aria-disabled=false]').first().waitFor(),
  /** Runs an action, and waits for its effect. */
  async so(action) {
    const told = () => document.querySelectorAll('.log li').length;
    const before = await page.evaluate(told);
    await action();
    await page.waitForFunction((count) => document.querySelectorAll('.log li').length > count, before);
  },
});

/** The points of each die on the felt, from its label. */
const counts = async (table) => {
  const labels = await table.dice.evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-label')));
  return labels.map((label) => Number(label.match(/counts (\d)/)[1]));
};

/** Throws, or keeps every die that counts at most two, else the lowest. */
const move = async (person) => {
  const table = at(person);
  if (await table.roll.isVisible()) return table.so(() => table.roll.click());
  const worth = await counts(table);
  const wanted = Math.max(2, Math.min(...worth));
  for (const [position, points] of worth.entries()) {
    const die = table.dice.nth(position);
    if (points <= wanted && (await die.getAttribute('aria-pressed')) === 'false') await die.click();
  }
  return table.so(() => table.keep.click());
};

const play_out = async (people, look) => {
  for (let moves = 0; ; ++moves) {
    assert.ok(moves < 600, 'the game does not end');
    const asked = await Promise.any(people.map((one) => at(one).asked().then(() => one)));
    if (await at(asked).over()) return;
    await look(moves);
    await move(asked);
  }
};

test('three friends play Threes Away for two pots, and the chips are counted right', async () => {
  const people = [await meet('Ana', desk), await meet('Benedikt-Maximilian', phone), await meet('Cleo', desk)];
  const shown = people.slice(0, 2);
  const invitation = await invite(people[0], people.length, (page) => page.getByLabel('Pots to play for').fill('2'));
  for (const one of people.slice(1)) await sit_down(one, invitation);
  await people[0].button('Start the game').click();
  for (const one of people) await one.page.locator('.threes-felt').waitFor();
  for (const one of people) assert.equal(await one.page.locator('.threes-heap [class^=chip-]').count(), 3, 'a chip lies in the pot for each');

  await play_out(people, async (moves) => {
    if (moves === 0) for (const one of shown) await one.inspect('11-threes');
    if (moves === 5) for (const one of shown) await one.inspect('12-threes-later');
  });

  for (const one of people) await one.page.locator('.places').waitFor();
  for (const one of shown) await one.inspect('13-threes-result');
  const results = await Promise.all(people.map((one) => one.page.locator('.places').innerText()));
  assert.equal(new Set(results).size, 1);
  const chips = await people[0].page.locator('.places .points').allInnerTexts();
  assert.equal(chips.map((text) => Number.parseInt(text)).reduce((a, b) => a + b), 3 * 20);
  for (const one of people) assert.deepEqual(one.complaints, []);
});

test('with bottoms, dice are turned over one by one, or all at once', async () => {
  const [ana, ben] = [await meet('Ana', desk), await meet('Ben', phone)];
  const rules = (label) => (page) => page.getByLabel('Bottoms').selectOption({ label });
  for (const label of ['Die by die', 'The whole throw']) {
    await ana.page.goto(house.url);
    const invitation = await invite(ana, 2, rules(label));
    await sit_down(ben, invitation);
    await ana.button('Start the game').click();
    const player = await Promise.any([ana, ben].map((one) => at(one).roll.waitFor().then(() => one)));
    const table = at(player);
    await table.so(() => table.roll.click());
    await table.dice.first().waitFor();
    if (label === 'Die by die') {
      const worth = await counts(table);
      for (const [position, points] of worth.entries()) {
        const die = table.dice.nth(position);
        await die.click();
        assert.equal(await die.getAttribute('aria-pressed'), 'true');
        await die.click();
        const turned = (await die.getAttribute('aria-label')).includes('turned over');
        assert.equal(turned, points > 3);
        if (!turned) await die.click();
      }
      await player.inspect('14-threes-per-die');
      await table.so(() => table.keep.click());
    } else {
      const before = await counts(table);
      await player.inspect('15-threes-whole-throw');
      await table.so(() => table.bottoms.click());
      const after = await counts(table);
      const value = (face) => (face === 3 ? 0 : face);
      for (const [position, points] of before.entries())
        assert.equal(after[position], value(7 - (points === 0 ? 3 : points)));
      assert.equal(await table.bottoms.count(), 0);
    }
  }
  for (const one of [ana, ben]) assert.deepEqual(one.complaints, []);
});

test('the plate of a player who is away has a small mark', async () => {
  const [ana, ben] = await Promise.all([meet('Ana', phone), meet('Ben', desk)]);
  await sit_down(ben, await invite(ana, 2, async () => {}));
  await ana.button('Start the game').click();
  await ana.page.locator('.player .plate').first().waitFor();
  await ben.page.context().close();
  const mark = ana.page.locator('.threes-felt .absent');
  await mark.waitFor();
  const { width, height } = await mark.boundingBox();
  assert.ok(Math.max(width, height) < 30, `${width} × ${height}`);
  await ana.page.context().close();
});
