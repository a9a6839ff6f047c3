// The cup of the day: found from the start page, played once, left and taken up again, with its squares; and what its page says of the seeds.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Person, desk, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';

const { house, browser } = await server_and_browser();

/** A turn: one throw, one box. @param {Person} person */
async function turn(person) {
  await person.my_turn();
  await person.throw_dice();
  await person.write();
}

test('a player plays the cup of the day once, leaves and comes back, and copies the squares', { timeout: 600_000 }, async () => {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  const { page } = ana;
  await page.goto(house.url);
  await page.getByRole('link', { name: 'The day’s cup' }).click();
  await page.locator('.cup-day', { hasText: /^Yahtzee · No\. \d+/ }).waitFor();
  await ana.sees('One game of Yahtzee a day');
  await ana.sees('Who gives away least comes first');
  await ana.sees(/is finished by midnight UTC \(in (\d+ h )?\d+ min\) or lost/);
  await ana.sees('This browser has seen no other chain.');
  await page.getByLabel('Your name').fill('Ana');
  await ana.button('Play').click();
  await page.locator('.turn', { hasText: 'The day’s cup · Round 1' }).waitFor();
  await ana.fits('the table of the cup');
  for (let box = 0; box < 3; ++box) await turn(ana);
  await page.goto(house.url);
  await page.locator('.my-rooms').getByText('The day’s cup').waitFor();
  await page.goto(`${house.url}cup`);
  await ana.button('Go on').click();
  for (let box = 3; box < 13; ++box) await turn(ana);
  await page.locator('.result').getByRole('link', { name: 'The day’s cup' }).click();
  for (;;) {
    await page.locator('.cup-day').waitFor();
    if (await page.locator('.cup-page .sheet').first().locator('.squares').count()) break;
    await page.reload(); // the analysis takes a moment
  }
  await ana.inspect('cup');
  assert.equal(await page.locator('.cup-page .squares').first().locator('i').count(), 13);
  assert.equal(await ana.button('Play').count(), 0);
  const place = page.getByText(/place 1 of 1 so far/);
  while (!(await page.locator('.board tbody tr.mine').count()) || !(await place.count())) {
    await page.reload(); // board and place last for some seconds, each for itself
    await page.locator('.board, .cup-page .sheet:nth-of-type(2) .hint').first().waitFor();
    await page.locator('.cup-page .squares').first().waitFor();
  }
  const points = await page.locator('.board tr.mine td').last().innerText();
  await page.goto(house.url);
  await page.locator('.history-links').getByRole('link', { name: `The day’s cup: ${points} points, place 1 of 1` }).click();
  await page.locator('.cup-day').waitFor();
});

test('how long the cup is open does not depend on the clock of the device', async () => {
  const eva = await Person.meet(browser, 'Eva', phone, house.url);
  await eva.page.addInitScript(() => {
    const right = Date.now;
    Date.now = () => right() - 40 * 60_000;
  });
  await eva.page.goto(`${house.url}cup`);
  const said = await eva.page.getByText(/is finished by midnight UTC/).innerText();
  const [, hours = '0', minutes] = said.match(/(?:(\d+) h )?(\d+) min/);
  const left = Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 60_000);
  assert.ok(Math.abs(Number(hours) * 60 + Number(minutes) - left) % 1_439 <= 1, `${said}: ${left} min`);
});

test('another chain of seeds is told, with the date of the one that this browser saw', { timeout: 300_000 }, async () => {
  const ben = await Person.meet(browser, 'Ben', desk, house.url);
  const { page } = ben;
  await page.goto(`${house.url}cup`);
  await ben.sees('This browser has seen no other chain.');
  await page.evaluate(() => localStorage.setItem('cubilete.cup', JSON.stringify({ day: 7, seed: '5a'.repeat(32), date: '2026-11-20' })));
  for (let visit = 0; visit < 2; ++visit) {
    await page.reload();
    await ben.sees('Another chain: these seeds do not belong to those that this browser saw on 20 November 2026.');
  }
});

test('the table of the cup says calmly where its dice come from, and offers nothing that is refused there', { timeout: 300_000 }, async () => {
  const cleo = await Person.meet(browser, 'Cleo', phone, house.url);
  const { page } = cleo;
  await page.goto(`${house.url}cup`);
  await page.getByLabel('Your name').fill('Cleo');
  await cleo.button('Play').click();
  await turn(cleo);
  const badge = page.locator('.dice-badge.is-cup');
  await badge.waitFor();
  assert.equal(await badge.getAttribute('aria-label'), 'Dice: those of the day’s cup, the same for everybody');
  await page.locator('.panel-button').click();
  const log = page.locator('#panel.open');
  await log.locator('.moves li').first().waitFor();
  assert.doesNotMatch(await log.textContent(), /secret/i);
  for (const refused of ['.chat', '.react', '#say']) assert.equal(await page.locator(refused).count(), 0, refused);
  await log.locator('.panel-head button').click();
  await badge.click();
  await page.locator('.badge-details', { hasText: 'they hold no secrets of players' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.menu-button').click();
  await page.locator('.menu-list').waitFor();
  assert.equal(await cleo.button('Invite').count(), 0);
  await page.locator('.menu-list .leaving').click();
  await page.locator('.open-form').waitFor(); // who leaves may come back: nobody is asked
  assert.deepEqual(cleo.complaints, []);
});
