// Shaking the cup before a match, and the setting that asks for fresh secrets.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { House } from './house.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { stage } from './staged.js';

const { house, browser } = await server_and_browser();

/** The page's clock stands unless `time` is changed. Runs in the page, before its scripts. */
function stand_still() {
  window.time = 5000;
  performance.now = () => window.time;
}

/** Two people at a table that waits, and what the first one's page has sent about shaking. */
async function waiting() {
  const [ana, ben] = [await Person.meet(browser, 'Ana', desk, house.url), await Person.meet(browser, 'Ben', phone, house.url)];
  for (const { page } of [ana, ben]) await page.addInitScript(stand_still);
  const sent = [];
  ana.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => payload.includes('dice.shake') && sent.push(payload)));
  await ana.page.goto(house.url);
  await ben.take_seat(await ana.make_table({ seats: 2 }));
  for (const { page } of [ana, ben]) await page.locator('.shake-cup').waitFor();
  return { ana, ben, sent };
}
const shaken = (person, name) => person.page.locator('.shake [role=status]', { hasText: name }).waitFor();
const close = (...people) => Promise.all(people.map(({ page }) => page.context().close()));

test('the cup is shaken by a key, a tap or a drag; everybody sees it, at most once a second', async () => {
  const { ana, ben, sent } = await waiting();
  await ana.page.locator('.shake-cup').focus();
  await ana.page.keyboard.press('Space');
  await shaken(ana, 'Shaken.');
  await shaken(ben, 'Ana shook the cup.');
  assert.equal(await ben.page.locator('.seat').first().evaluate((seat) => /wobbles-/.test(seat.className)), true);
  assert.equal(await ben.page.locator('.seat').nth(1).evaluate((seat) => /wobbles-/.test(seat.className)), false);
  for (let times = 0; times < 20; ++times) await ana.page.keyboard.press('Enter');
  const box = await ana.page.locator('.shake-cup').boundingBox();
  await ana.page.mouse.move(box.x + 50, box.y + 50);
  await ana.page.mouse.down();
  for (let at = 0; at < 12; ++at) await ana.page.mouse.move(box.x + 50 + 20 * (at % 2), box.y + 50 - at);
  await ana.page.mouse.up();
  assert.equal(sent.length, 1);
  await ana.page.evaluate(() => (window.time += 1000));
  await ana.page.keyboard.press('Enter');
  for (const end = Date.now() + 30_000; sent.length < 2 && Date.now() < end; ) await new Promise((later) => setTimeout(later, 20));
  assert.equal(sent.length, 2);
  await ben.page.locator('.shake-cup').tap();
  await shaken(ana, 'Ben shook the cup.');
  await ana.button('Start the game').click();
  for (const { page } of [ana, ben]) await page.locator('.dice-badge.is-all').waitFor();
  assert.deepEqual([ana.complaints, ben.complaints], [[], []]);
  await close(ana, ben);
});

test('before a game with cards there are cards to shake, and neither cup nor dice', async () => {
  const ana = await Person.meet(browser, 'Ana', { viewport: { width: 1440, height: 900 } }, house.url);
  await ana.page.goto(house.url);
  await ana.make_table({ game: 'TRES' });
  await ana.button('The cards: shuffle them').locator('img[src*="/tres/"]').waitFor();
  await ana.sees('your shake is in the shuffle');
  assert.equal(await ana.page.locator('main :is(.cup, .still)').count(), 0);
  await ana.page.locator('.begins > img[src*="/tres/"]').waitFor();
  assert.deepEqual(ana.complaints, []);
  await close(ana);
});

test('a drag moves the cup and shakes it once; reduced motion keeps it still', async () => {
  for (const motion of ['no-preference', 'reduce']) {
    const { ana, ben } = await waiting();
    await ana.page.emulateMedia({ reducedMotion: motion });
    const cup = ana.page.locator('.shake-cup');
    await cup.scrollIntoViewIfNeeded();
    const box = await cup.boundingBox();
    await ana.page.mouse.move(box.x + 50, box.y + 50);
    await ana.page.mouse.down();
    await ana.page.mouse.move(box.x + 80, box.y + 30, { steps: 3 });
    await shaken(ana, 'Shaken.');
    const moved = await cup.evaluate((one) => one.style.translate !== '');
    assert.equal(moved, motion === 'no-preference');
    const animated = () => cup.locator('svg').evaluate((one) => getComputedStyle(one).animationName);
    assert.equal((await animated()) === 'none', motion === 'reduce');
    await ana.page.mouse.up();
    assert.equal(await cup.evaluate((one) => one.style.translate), '');
    await close(ana, ben);
  }
});

test('the motion of the device shakes the cup after a tap, where it is allowed', async () => {
  for (const answer of ['granted', 'denied']) {
    const eva = await Person.meet(browser, 'Eva', phone, house.url);
    await eva.page.addInitScript(stand_still);
    await eva.page.addInitScript((said) => {
      window.asked = 0;
      DeviceMotionEvent.requestPermission = async () => (++window.asked, said); // as on iOS
    }, answer);
    await eva.page.goto(house.url);
    await eva.make_table();
    const cup = eva.page.locator('.shake-cup');
    await cup.waitFor();
    const moves = () =>
      eva.page.evaluate(async () => {
        window.time += 1000;
        const changes = [];
        for (const x of [1, 12]) {
          const before = document.querySelector('.shake-cup').className;
          dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration: { x, y: 3, z: 1 } }));
          await new Promise((drawn) => requestAnimationFrame(drawn));
          changes.push(document.querySelector('.shake-cup').className !== before);
        }
        return changes;
      });
    assert.deepEqual(await moves(), [false, false], 'nobody was asked yet');
    assert.equal(await eva.page.evaluate(() => window.asked), 0);
    await cup.tap();
    await shaken(eva, 'Shaken.');
    assert.equal(await eva.page.evaluate(() => window.asked), 1);
    assert.deepEqual(await moves(), [false, answer === 'granted']);
    await close(eva);
  }
});

test('where the motion was refused or the question dismissed, it can be asked for again', async () => {
  const eva = await Person.meet(browser, 'Eva', phone, house.url);
  await eva.page.addInitScript(() => {
    const answers = [async () => 'denied', async () => Promise.reject(new DOMException('dismissed', 'NotAllowedError')), async () => 'granted'];
    window.asked = 0;
    DeviceMotionEvent.requestPermission = () => answers[window.asked++](); // as on iOS
  });
  await eva.page.goto(house.url);
  await eva.make_table();
  const again = eva.button('Allow the motion');
  assert.equal(await again.count(), 0, 'nothing was refused yet');
  const asked = (times) => eva.page.waitForFunction((count) => window.asked === count, times);
  await eva.page.locator('.shake-cup').tap();
  await again.waitFor();
  await eva.page.locator('.shake-cup').tap();
  await shaken(eva, 'Shaken.');
  await asked(1); // a tap on the cup does not ask a second time
  await eva.inspect('room-motion-refused', ['light']);
  await again.tap();
  await asked(2);
  await again.tap();
  await asked(3);
  await again.waitFor({ state: 'detached' });
  const events = await eva.page.evaluate(() => {
    const before = performance.now();
    performance.now = () => before + 5000;
    const cup = document.querySelector('.shake-cup').className;
    dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration: { x: 12, y: 3, z: 1 } }));
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(document.querySelector('.shake-cup').className !== cup))));
  });
  assert.equal(events, true, 'the cup follows the motion');
  assert.deepEqual(eva.complaints, []);
  await close(eva);
});

test('a host chooses whether throws ask for fresh secrets', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  await ana.page.goto(house.url);
  await ana.page.getByLabel('Your name').fill('Ana');
  await ana.button('New table').click();
  await ana.page.getByText('House rules').click();
  const field = ana.page.getByLabel('New secrets for each throw');
  assert.equal(await field.inputValue(), 'auto');
  assert.match(await ana.page.locator('#witness-hint').textContent(), /not even the server knows a throw before/);
  await field.selectOption({ label: 'Always' });
  await ana.button('Make the table').click();
  await ana.page.locator('.settings', { hasText: 'New secrets for each throw' }).waitFor();
  await ana.button('Add a computer player').click();
  await ana.button('Start the game').click();
  await ana.page.locator('.dice-badge').click();
  await ana.page.locator('.badge-details', { hasText: 'everybody who is here adds a new secret' }).waitFor();
  assert.deepEqual(ana.complaints, []);
  await close(ana);
});

/** The first push to the host of a new match of three. */
async function first_push(game) {
  const backstage = await Backstage.of(browser, house.url);
  const table = await backstage.table({ game }, ['Ana', 'Ben', 'Cleo']);
  await backstage.play(table, 1);
  const { room: _, match: __, ...push } = await backstage.page.evaluate((at) => window.players[at].push, table.host.at);
  await backstage.close();
  return push;
}
/** Which of these elements are still seen when the animations have begun, by their text. */
const seen = ({ page }, selector) =>
  page.locator(selector).evaluateAll((all) => {
    for (const animation of document.getAnimations()) animation.currentTime = 220;
    return all.filter((one) => getComputedStyle(one.closest('li > *') ?? one).opacity !== '0').map((one) => one.textContent.trim());
  });
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 620 },
];

test('under the cup of Threes Away lies nothing of the throw before: no die, no empty place, no mark', async () => {
  const push = await first_push('threes_away');
  const eva = await Person.meet(browser, 'Eva', { ...desk, reducedMotion: 'no-preference' }, house.url);
  await eva.page.goto(house.url);
  await eva.page.locator('.open-form').waitFor();
  const scene = { game: 'threes_away', title: 'Threes Away', names: ['Ana', 'Ben', 'Cleo'], choices: { hinted: ['threes_away'], asked_sound: true } };
  const turn = { ...push.view.turn, seat: 0, dice: [3, 4, 3], kept: [1, 1], in_hand: 0, sum: 2, throws: 2, worth: [0, 4, 0] };
  const moves = [0, 1, 2].map((die) => ({ do: 'keep', dice: [die] }));
  for (const viewport of sizes) {
    await eva.page.setViewportSize(viewport);
    await stage(eva, { ...scene, push: { ...push, view: { ...push.view, turn }, you: { ...push.you, moves } }, waits: { do: 'keep', dice: [0] } });
    assert.equal(await eva.page.locator('.shaken').count(), 2);
    assert.equal((await seen(eva, '.tray .dice .die-stage')).length, 1, 'the die that is kept');
    assert.deepEqual(await seen(eva, '.tray .dice .die-note'), ['counts 0'], 'its mark, and not that of the third die');
    const empty = { ...turn, dice: [], kept: [], in_hand: 5, sum: 0, throws: 0, worth: [] };
    await stage(eva, { ...scene, push: { ...push, view: { ...push.view, turn: empty } }, waits: { do: 'roll' } });
    assert.equal(await eva.page.locator('.dice-cup.shaking').count(), 1);
    assert.deepEqual(await seen(eva, '.tray .dice .die-stage'), []);
  }
  await close(eva);
});

test('while TRES shuffles, the gathered cards do not lie on the table', async () => {
  const push = await first_push('tres');
  const { view } = push;
  const eva = await Person.meet(browser, 'Eva', { ...desk, reducedMotion: 'no-preference' }, house.url);
  await eva.page.goto(house.url);
  await eva.page.locator('.open-form').waitFor();
  const scene = { game: 'tres', title: 'TRES', names: ['Ana', 'Ben', 'Cleo'], choices: { hinted: ['tres'], asked_sound: true } };
  const shown = { ...view, pile: 0, discards: 9, top: 'r4', turn: { seat: 0 } };
  const last = { ...view.seats[0], cards: 1, hand: ['g5'] };
  const of_pile = '.tres-pile.shuffles .tres-face';
  for (const viewport of sizes) {
    await eva.page.setViewportSize(viewport);
    await stage(eva, { ...scene, push: { ...push, view: shown }, waits: { do: 'draw' } });
    assert.deepEqual([await seen(eva, of_pile), await seen(eva, '.discarded .tres-face')].map((all) => all.length), [1, 0]);
    assert.equal((await seen(eva, '.tres-table li')).length, view.table.length, 'the cards of the table are not shuffled');
    const ends = { ...shown, seats: [last, ...view.seats.slice(1)] };
    await stage(eva, { ...scene, push: { ...push, view: ends }, waits: { do: 'play', on: 0, cards: ['g5'] } });
    assert.deepEqual([await seen(eva, of_pile), await seen(eva, '.discarded .tres-face')].map((all) => all.length), [1, 0]);
    assert.deepEqual(await seen(eva, '.tres-table li'), [], 'all cards are shuffled for the next hand');
  }
  await close(eva);
});
