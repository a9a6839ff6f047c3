// Provable dice on the page, with a real server: who contributes, what the badge says, what a starting match and a waiting throw look like.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';

import { check_dice, verdict_text } from '../../js/fairness_verify.js';
import { Backstage } from './backstage.js';
import { answer_late, play_alone } from './dicing.js';
import { House, patient_dice } from './house.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);
/** A page that answers too late is out for the whole match. Here a shared machine may stall a page. */
const patient = await House.open(...patient_dice);
after(() => patient.close());

/** Two people with a page each at a table of Escalera, ready to start; the first is the host. */
async function two_pages(settings = {}, devices = [desk, phone], { url } = house) {
  const [ana, ben] = [await Person.meet(browser, 'Ana', devices[0], url), await Person.meet(browser, 'Ben', devices[1], url)];
  for (const { page } of [ana, ben]) await page.addInitScript(answer_late);
  await ana.page.goto(url);
  await ben.take_seat(await ana.make_table({ game: 'Escalera', seats: 2, ...settings }));
  return { ana, ben, people: [ana, ben] };
}
const start = async ({ ana, people }) => {
  await ana.button('Start the game').click();
  for (const { page } of people) await page.locator('.play').waitFor();
};
const badge = ({ page }) => page.locator('.dice-badge');
const says = ({ page }, name) => page.getByRole('button', { name }).waitFor();
const opened = async (person) => {
  await badge(person).click();
  const details = person.page.locator('#sheet[open] .badge-details');
  await details.waitFor();
  return details;
};
const notes_of = ({ page }) => page.evaluate(() => Object.keys(localStorage).flatMap((key) => (/^cubilete\.dice\.m_/.test(key) ? [JSON.parse(localStorage[key])] : [])));
const throws = (person) => person.page.locator('.race-actions .primary[aria-disabled=false]');
/** Presses until the button has listened, which it does not while dice are rolling. @param {Person} person */
async function throw_the_dice(person) {
  await play_alone([person]);
  await person.page.locator('.log li', { hasText: /^You threw (?!.*for the start)/ }).first().waitFor({ state: 'attached' });
}
const stop = (people) => Promise.all(people.map(({ page }) => page.evaluate(() => clearInterval(window.playing))));
const close = (people) => Promise.all(people.map(({ page }) => page.context().close()));

test('a table of two pages', async (run) => {
  const table = await two_pages({ rules: { 'Points to win': '50' } }, [desk, phone], patient);
  const { ana, ben, people } = table;
  await start(table);

  await run.test('each throw has the secrets of both pages, also after a reload and in another tab, and the record proves it', async () => {
    for (const one of people) await says(one, 'Dice and cards: everybody’s secret counts');
    const details = await opened(ana);
    assert.equal(await details.locator('.badge-seats .there').count(), 2);
    assert.match(await details.textContent(), /not even the server knows/);
    assert.match(await details.locator('a[href$="/fair"]').textContent(), /plain words/);
    await ana.page.keyboard.press('Escape');
    await play_alone([ben]);
    await throw_the_dice(ana);
    await stop([ana]);
    await throws(ana).waitFor();
    await ana.page.reload();
    await ana.page.locator('.play').waitFor();
    const second = await ana.page.context().newPage();
    await second.goto(ana.page.url());
    await second.locator('.play').waitFor();
    await ana.page.close(); // whichever tab answered before
    ana.page = second;
    await play_alone([ana]);
    for (const { page } of people) await page.locator('.places').waitFor();
    await second.waitForFunction(() => Object.keys(localStorage).some((key) => /^cubilete\.dice\.m_/.test(key) && JSON.parse(localStorage[key]).opened));
    assert.equal(await second.locator('.dice-badge.is-all').count(), 1);
    const [notes] = await notes_of(ana);
    assert.deepEqual(notes.faults, []);
    const record = await (await fetch(`${patient.url}api/v1/matches/${notes.match}?log=1000`)).json();
    const verdict = check_dice(record);
    assert.equal(verdict.kind, 'fair', verdict_text(verdict));
    assert.ok(verdict.early >= record.log[0].extra.drawn.length, 'the roll-off asks nobody');
    const drew = record.log.filter(({ seq, extra }) => seq > 1 && extra?.fresh);
    assert.ok(drew.length > 1);
    for (const { seq, extra } of drew) assert.equal(extra.fresh[0], notes.asks.find((ask) => ask.seq === seq).value, `entry ${seq}`);
    for (const one of people) assert.deepEqual(one.complaints, []);
  });

  await run.test('a rematch starts without leaving the result in between', async () => {
    await stop(people);
    await ana.page.evaluate(() => {
      window.shown = new Set();
      const note = () => window.shown.add(document.querySelector('.table')?.className.includes('is-over'));
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await ben.button('Play again').click();
    await ana.button('Play again').click();
    await ana.page.locator('.places').waitFor({ state: 'detached' });
    await says(ana, 'Dice and cards: everybody’s secret counts');
    assert.deepEqual([...(await ana.page.evaluate(() => [...window.shown]))].sort(), [false, true]);
  });
  await close(people);
});

test('the badge names who does not contribute: an old program, a computer player, who came late', async () => {
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  await ana.page.addInitScript(answer_late);
  await ana.page.goto(house.url);
  const invitation = await ana.make_table({ game: 'Escalera', seats: 3 });
  const old = await backstage.arrive('Otto');
  const room = invitation.split('/').at(-1);
  await old.ask({ t: 'room.join', room, as: 'player' });
  await old.ask({ t: 'room.ready', room, ready: true });
  await ana.button('Add a computer player').click();
  await ana.page.locator('.seat .level').waitFor();
  await start({ ana, people: [ana] });
  await says(ana, 'Dice and cards: secrets that count: 1 of 3');
  const details = await opened(ana);
  const lines = () => details.locator('.badge-seats li').allTextContents();
  const [mine, others, house_player] = (await lines()).map((text) => text.replace(/\s+/g, ' '));
  assert.match(mine, /Ana you counts/);
  assert.match(others, /Otto .*an old program/);
  assert.match(house_player, /a computer player/);

  await ana.page.keyboard.press('Escape');
  await ana.page.evaluate(() => window.hold());
  await backstage.go_on([old]);
  await ana.page.locator('.log li', { hasText: 'Your secret came too late' }).or(throws(ana)).first().waitFor();
  if (await throws(ana).isVisible()) await throws(ana).click();
  await ana.page.locator('.log li', { hasText: 'Your secret came too late' }).waitFor();
  await opened(ana);
  assert.match((await lines())[0], /answered too late/);
  await close([ana]);
});

test('without new secrets the badge says that the server can know throws early; without contributors, that it is alone', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  await ana.page.goto(house.url);
  await ana.page.getByLabel('Your name').fill('Ana');
  await ana.start('Yahtzee', 'Against the computer');
  await ana.page.locator('.play').waitFor();
  const details = await opened(ana);
  assert.match(await details.textContent(), /can know throws early/);
  await close([ana]);

  const table = await backstage.table({ game: 'escalera' }, ['Otto', 'Pia']);
  await backstage.play(table, 1);
  const eva = await Person.meet(browser, 'Eva', phone, house.url);
  await eva.page.goto(`${house.url}r/${table.room}`);
  await eva.page.getByLabel('Your name').fill('Eva');
  await eva.button('Watch').first().click();
  await says(eva, 'Dice and cards: from the server alone');
  assert.match(await (await opened(eva)).textContent(), /The server alone/);
  await close([eva]);
});

test('a start that takes long says what it waits for, and goes on without who says nothing', async () => {
  const { ana, ben, people } = await two_pages();
  await ben.page.evaluate(() => window.hold());
  const button = ana.button('Start the game');
  await button.click();
  await ana.page.locator('.begin [role=status]', { hasText: 'lock their secrets away' }).waitFor();
  await ben.page.locator('.begin [role=status]', { hasText: 'lock their secrets away' }).waitFor();
  assert.deepEqual([await button.getAttribute('aria-busy'), await button.getAttribute('aria-disabled')], ['true', 'true']);
  await says(ana, 'Dice and cards: secrets are being collected');
  for (const { page } of people) await page.locator('.play').waitFor();
  await says(ana, 'Dice and cards: secrets that count: 1 of 2');
  for (const one of people) assert.deepEqual(one.complaints, []);
  await close(people);
});

test('who opens the first secret too late is a line in the log', async () => {
  const { ana, ben, people } = await two_pages();
  await ben.page.evaluate(() => window.hold('dice.reveal'));
  await ana.button('Start the game').click();
  await ana.page.locator('.begin [role=status]', { hasText: 'open their first secret' }).waitFor();
  await ana.page.locator('.log li', { hasText: 'Ben’s secret came too late' }).waitFor();
  await says(ana, 'Dice and cards: secrets that count: 1 of 2');
  await close(people);
});

test('while a throw waits for secrets its dice are in the shaking cup, and nothing shifts', async () => {
  Person.motion = 'no-preference';
  try {
    const table = await two_pages({ game: 'Yahtzee' }, [desk, phone], patient);
    const { people } = table;
    await start(table);
    const mover = await Promise.any(people.map((one) => one.my_turn().then(() => one)));
    const other = people.find((one) => one !== mover);
    await mover.throw_dice();
    await mover.page.locator('.die-button').nth(1).click();
    await other.page.evaluate(() => window.hold());
    const places = () => [...document.querySelectorAll('.play button, .play .dice li, .strip b, .ticker')].filter((one) => one.checkVisibility()).map((one) => Object.values(one.getBoundingClientRect().toJSON()));
    await mover.page.locator('.tray:not(.locked)').waitFor();
    await mover.page.waitForFunction(() => document.querySelector('.dice').getAnimations({ subtree: true }).length === 0); // it slides into the tray
    const still = await mover.page.evaluate(places);
    await mover.throwing.click();
    for (const { page } of people) {
      await page.locator('.dice-cup.shaking').waitFor();
      assert.equal(await page.locator('.dice > .shaken').count(), 4);
    }
    const moved = (await mover.page.evaluate(places)).filter((box, at) => box.some((side, which) => Math.abs(side - still[at][which]) > 1)); // a pressed button is a pixel lower
    assert.deepEqual(moved, []);
    assert.equal(await mover.page.locator('.dice > .shaken[data-position="1"]').count(), 0, 'a kept die stays');
    await other.page.evaluate(() => window.let_go());
    for (const { page } of people) await page.locator('.dice-cup.shaking').waitFor({ state: 'detached' });
    await says(mover, 'Dice and cards: everybody’s secret counts');
    await mover.page.emulateMedia({ reducedMotion: 'reduce' });
    await other.page.evaluate(() => window.hold());
    await mover.throwing.click();
    await mover.page.locator('.shaken').first().waitFor();
    assert.equal(await mover.page.locator('.dice-cup > svg').evaluate((cup) => getComputedStyle(cup).animationName), 'none', 'the cup stands still');
    await other.page.evaluate(() => window.let_go());
    await close(people);
  } finally {
    Person.motion = 'reduce';
  }
});

test('a browser that keeps nothing contributes, too', async () => {
  const eva = await Person.meet(browser, 'Eva', desk, house.url);
  await eva.page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('', 'SecurityError'); } }));
  const table = await backstage.table({ game: 'escalera', seats: 2 }, ['Otto']);
  await eva.take_seat(`${house.url}r/${table.room}`);
  await table.host.ask({ t: 'room.start', room: table.room });
  await says(eva, 'Dice and cards: secrets that count: 1 of 2');
  await backstage.go_on([table.host]);
  await throw_the_dice(eva);
  assert.equal(await eva.page.locator('.log li', { hasText: 'too late' }).count(), 0);
  assert.deepEqual(eva.complaints, []);
  await close([eva]);
});

test('a player whose part of the dice came late takes part as soon as they have a seat', async () => {
  const eva = await Person.meet(browser, 'Eva', desk, house.url);
  await eva.page.goto(house.url);
  await eva.page.getByLabel('Your name').fill('Eva');
  await eva.make_table({ game: 'Escalera', seats: 2 }); // so that the browser has a token
  let arrive;
  const late = new Promise((resolve) => (arrive = resolve));
  await eva.page.route('**/answers-*.js', (route) => late.then(() => route.continue()));
  const table = await backstage.table({ game: 'escalera', seats: 2 }, ['Otto']);
  await eva.page.goto(`${house.url}r/${table.room}`);
  await eva.page.locator('html[data-begun]').waitFor();
  await eva.button('Take a seat').waitFor(); // drawn after hello, which could not promise
  arrive();
  await eva.button('Take a seat').click();
  await eva.page.locator('.seat.mine .is-ready').waitFor();
  await table.host.ask({ t: 'room.start', room: table.room });
  await eva.page.locator('.play').waitFor();
  await badge(eva).waitFor();
  await close([eva]);
});

test('a page that cannot load its part of the dice plays without it', async () => {
  const eva = await Person.meet(browser, 'Eva', desk, house.url);
  await eva.page.route('**/answers-*.js', (route) => route.abort());
  const table = await backstage.table({ game: 'escalera', seats: 2 }, ['Otto']);
  await eva.take_seat(`${house.url}r/${table.room}`);
  await eva.page.reload(); // now the seat is ours, so the page must be able to answer before it joins
  await table.host.ask({ t: 'room.start', room: table.room });
  await eva.page.locator('.play').waitFor();
  await backstage.go_on([table.host]);
  await throw_the_dice(eva);
  assert.equal(await badge(eva).count(), 0, 'the page does not know who contributes');
  await close([eva]);
});
