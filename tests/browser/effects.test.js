// Effects of a table (animations, sounds, notifications) and their preferences.
import assert from 'node:assert/strict';
import test from 'node:test';

import { act_at_table } from './acted.js';
import { Backstage } from './backstage.js';
import { Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { stage } from './staged.js';
import { in_left_context } from './visitors.js';

Person.motion = 'no-preference';
Person.begin = in_left_context;

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** Records calls of device features, which the test browser lacks. Runs in the page, before its scripts. */
function watch() {
  const asked = { animate: 0, moved: 0, ears: 0, awake: 0, released: 0, badges: [], permission: 0, called: [], buzz: [] };
  Object.assign(window, { asked });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (how[0].some((frame) => Object.keys(frame).some((what) => !['opacity', 'easing', 'offset'].includes(what)))) ++asked.animate; // a fade is no motion
    return animate.apply(this, how);
  };
  for (const kind of ['animationstart', 'transitionstart']) addEventListener(kind, () => ++asked.moved, true);
  window.AudioContext = class extends window.AudioContext {
    constructor() {
      super();
      ++asked.ears;
    }
  };
  const lock = () => Object.assign(new EventTarget(), { release: () => Promise.resolve(++asked.released) });
  const devices = {
    wakeLock: { request: () => Promise.resolve(++asked.awake).then(lock) },
    setAppBadge: (count) => Promise.resolve(asked.badges.push(count)),
    clearAppBadge: () => Promise.resolve(asked.badges.push(0)),
    vibrate: (pattern) => asked.buzz.push(pattern),
  };
  for (const [name, value] of Object.entries(devices)) Object.defineProperty(navigator, name, { value });
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() {
      ++asked.permission;
      return (this.permission = 'granted');
    }
    constructor(title, { body }) {
      asked.called.push(`${title}: ${body}`);
    }
    close() {}
  };
}
const asked = ({ page }) => page.evaluate(() => window.asked);

/** Simulates that the page is hidden or visible again. */
const look_away = ({ page }, away) =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, away ? 'hidden' : 'visible');

const meet = async (name, device) => {
  const person = await Person.meet(browser, name, device, house.url);
  await person.page.addInitScript(watch);
  await person.page.goto(house.url);
  await person.button('New table').waitFor();
  return person;
};
/** One player at a Yahtzee table, before the first throw. */
const alone = async (name, device) => {
  const person = await meet(name, device);
  await person.make_table();
  await person.button('Start the game').click();
  await person.throwing.waitFor();
  return person;
};
/** Eva's page at a Yahtzee table where a friend without a page has the first turn. */
const waiting = async () => {
  const eva = await meet('Eva', phone);
  const { room, host } = await backstage.table({ game: 'yahtzee', seats: 2, options: { starter: 'first' } }, ['Ana']);
  await eva.take_seat(`${house.url}r/${room}`);
  await host.ask({ t: 'room.start', room });
  await eva.page.locator('.play').waitFor();
  /** The friend's whole turn. */
  const turn = async () => {
    await backstage.move(host, 'roll');
    await backstage.move(host, 'score');
    await eva.my_turn();
  };
  return { eva, room, friend: host, turn };
};
const finite = () =>
  document.getAnimations().filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime)).length;

test('moves do not wait for animations, and a key ends them at once', async () => {
  const eva = await alone('Eva', phone);
  const { page } = eva;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.001 }); // slows down animations to minutes

  await eva.throwing.click();
  await eva.button(/^Write /)
    .first()
    .waitFor();
  await page.waitForFunction(() => document.getAnimations().length > 0);
  await page.locator('.box').last().evaluate((box) => box.click());
  const writing = page.locator('.tray').getByRole('button', { name: /^Write / });
  await writing.evaluate((button) => button.click());
  await eva.sees(/^You wrote \d+ in /);
  await page.waitForFunction(finite); // the score grows and counts
  await page.keyboard.press('Shift');
  assert.equal(await page.evaluate(finite), 0);
  const [shown, true_one] = await page
    .locator('.strip b')
    .evaluate((score) => [score.textContent, score.dataset.figure, score.className]);
  assert.equal(shown, true_one);
  assert.equal(await page.locator('.counting, .ghost').count(), 0);

  await eva.throwing.evaluate((button) => button.click());
  await eva.dice.nth(4).waitFor(); // the dice are rendered after the server's answer; something else may be animated before
  await page.waitForFunction(finite);
  const faces = await eva.faces();
  await page.touchscreen.tap(180, 200);
  assert.equal(await page.evaluate(finite), 0);
  assert.deepEqual(await eva.faces(), faces);
  assert.deepEqual(eva.complaints, []);
});

test('players who prefer reduced motion see nothing move', async () => {
  const calm = await alone('Calma', { ...phone, reducedMotion: 'reduce' });
  for (let turn = 0; turn < 2; ++turn) {
    await calm.throw_dice();
    await calm.write();
    await calm.throwing.waitFor();
  }
  const { animate, moved } = await asked(calm);
  assert.deepEqual([animate, moved], [0, 0]);
  await calm.page.emulateMedia({ reducedMotion: 'no-preference' });
  await calm.throw_dice();
  assert.ok((await asked(calm)).animate > 0); // checks that the recording works
  assert.deepEqual(calm.complaints, []);
});

test('a table is silent until its player enables sounds, and the choice is kept', async () => {
  const eva = await alone('Eva', phone);
  await eva.throw_dice();
  await eva.page.locator('.die-button').first().click();
  const silent = await asked(eva);
  assert.equal(silent.ears, 0);
  assert.ok(!silent.buzz.some((pattern) => `${pattern}` === '6'), 'nor is a choice felt');
  await eva.button('Menu').click();
  await eva.button('Settings').click();
  await eva.page.getByRole('switch', { name: 'Sounds' }).check();
  await eva.page.keyboard.press('Escape');
  await eva.write();
  await eva.page.waitForFunction(() => window.asked.ears === 1);
  await eva.page.waitForFunction(() => ['6', '10'].every((wanted) => window.asked.buzz.some((pattern) => `${pattern}` === wanted)));
  await eva.page.reload();
  await eva.throwing.click();
  await eva.page.waitForFunction(() => window.asked.ears === 1);
  assert.deepEqual(eva.complaints, []);
});

test('the dark or light theme is chosen once and kept', async () => {
  const eva = await meet('Eva', { ...phone, colorScheme: 'light' });
  const { page } = eva;
  const felt = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--felt'));
  const light = await felt();
  await eva.button('Settings').click();
  await page.getByLabel('Dark').check();
  const dark = await felt();
  assert.notEqual(dark, light);
  await page.reload();
  await eva.button('New table').waitFor();
  assert.equal(await felt(), dark);
  await page.emulateMedia({ colorScheme: 'dark' });
  await eva.button('Settings').click();
  await page.getByLabel('Light').check();
  assert.equal(await felt(), light);
  await page.getByLabel('Like my device').check();
  assert.equal(await felt(), dark);
  assert.deepEqual(eva.complaints, []);
});

test('the screen stays on only during a match, and the icon shows whose turn it is', async () => {
  const { eva, turn } = await waiting();
  await eva.page.waitForFunction(() => window.asked.awake === 1);
  const badges = async (...expected) => {
    await eva.page.waitForFunction((count) => window.asked.badges.length >= count, expected.length);
    assert.deepEqual((await asked(eva)).badges, expected);
  };
  await badges();
  await turn();
  await badges(1);
  await eva.page.waitForFunction(() => window.asked.buzz.length > 0);
  await eva.throw_dice();
  await eva.write();
  await badges(1, 0);
  assert.equal((await asked(eva)).released, 0);
  await eva.page.getByRole('link', { name: 'Cubilete' }).click();
  await eva.button('New table').waitFor();
  await eva.page.waitForFunction(() => window.asked.released === 1);
  assert.deepEqual(eva.complaints, []);
});

test('the notification permission is requested only by a button, offered when a notification would have helped', async () => {
  const { eva, turn } = await waiting();
  const offer = eva.page.getByRole('group', { name: 'Notify me when it is my turn' });
  assert.equal(await offer.count(), 0);
  await look_away(eva, true);
  await look_away(eva, false);
  await offer.waitFor();
  await eva.inspect('31-offer', ['light']);
  assert.equal((await asked(eva)).permission, 0);
  await eva.button('Call me').click();
  await offer.waitFor({ state: 'detached' });
  assert.equal((await asked(eva)).permission, 1);

  await look_away(eva, true);
  await turn();
  await eva.page.waitForFunction(() => window.asked.called.length === 1);
  assert.match((await asked(eva)).called[0], /^Your turn.*Yahtzee$/);
  assert.deepEqual(eva.complaints, []);
});

test('a reaction takes two taps and shows at the table; muted players are neither shown nor counted', async () => {
  const { eva, room, friend } = await waiting();
  const { page } = eva;
  const say = (text) => friend.ask({ t: 'room.chat', room, text });
  await say('😂');
  await page.locator('.said', { hasText: '😂' }).waitFor();
  const [said, scores] = await Promise.all(['.said', '.strip'].map((part) => page.locator(part).first().boundingBox()));
  assert.ok(said.y >= scores.y + scores.height, 'the scores stay visible');
  assert.equal(await page.locator('.badge').textContent(), '1');
  await page.locator('.react summary').click();
  await eva.inspect('32-reactions', ['light']);
  await eva.button('🙌').click();
  await page.locator('.chat').getByText('🙌').waitFor({ state: 'attached' });

  await eva.button('Log and chat').click();
  await page.getByText('Mute players').click();
  await page.getByLabel('Mute Ana').check();
  assert.equal(await page.locator('.chat').getByText('😂').count(), 0);
  await eva.inspect('33-muted', ['light']);
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
  await say('😮');
  // At once, because a line that arrives between the two draws the form anew.
  await page.getByLabel('Say something').evaluate((field) => {
    field.value = 'Here';
    field.form.requestSubmit();
  });
  await page.locator('.chat').getByText('Here').waitFor({ state: 'attached' }); // so all earlier lines have arrived
  assert.equal(await page.locator('.badge').count(), 0);
  assert.equal(await page.locator('.chat, .said').getByText('😮').count(), 0);
  assert.deepEqual(eva.complaints, []);
});

// ---- the space on a phone

const wide = 'W'.repeat(20);
const people = ['Benedikt-Maximilian', wide, 'Ana', 'María del Carmen 1', 'Ñ', 'Christopherus Rex', 'W W W', 'Zoë'];
const within = (page, selector) =>
  page.locator(selector).evaluateAll((parts) =>
    parts.map((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const { left: from, right: to } = part.parentElement.getBoundingClientRect();
      const whole = part.scrollWidth <= part.clientWidth + 1 || getComputedStyle(part).display === 'inline';
      return left >= from - 1 && right <= to + 1 && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && whole;
    }),
  );

test('eight players with long names have their scores in sight on a phone', async () => {
  const eva = await meet('Eva', phone);
  const seats = people.map((_, seat) => ({ score: 1000 + seat, in_round: true }));
  const last = { seat: 1, dice: [1, 2, 3, 4, 6, 6], points: 0, marks: [], reset: false };
  const view = { game: 'escalera', phase: 'play', round: 2, target: 100, pot: 0, extra_round: 0, turn: { seat: 1 }, last, seats };
  for (const count of [2, 3, 4, 6, 8]) {
    const push = { events: [], view: { ...view, seats: seats.slice(0, count) } };
    await stage(eva, { game: 'escalera', title: 'Escalera', names: people.slice(0, count), push });
    const shown = await within(eva.page, '.strip b');
    assert.deepEqual(shown, Array(count).fill(true));
    await eva.fits(`${count} players`);
  }
  await eva.inspect('34-players-8');
});

test('a hand of ten and seven opponents with long names fit on a phone', async () => {
  const eva = await meet('Eva', phone);
  const hand = ['r1', 'r3', 'g3', 'g8', 'b1', 'b9', 'y5', 'y7', 'W', 'P3'];
  const seats = people.map((_, seat) => ({ score: 0, cards: seat === 0 ? 10 : 3 * seat, hand: seat === 0 ? hand : null, said_tres: seat === 2 }));
  const view = { game: 'tres', phase: 'play', round: 1, target: 1, turn: { seat: 0, drawn: false }, table: ['r2', 'b7', 'S3'] };
  const rest = { pile: 40, discards: 12, top: 'S3', direction: 1, call: null };
  const events = (/** @type {number} */ by) => [
    { e: 'played', seat: by, on: 1, cards: ['r4', 'S3'], below: 'r5', toma_tres: true },
    { e: 'drew', seat: 1, count: 3, why: 'toma_tres' },
    { e: 'lost_turn', seat: 1, why: 'skip' },
  ];
  for (const count of [2, 4, 8]) {
    const push = {
      events: events(count - 1),
      view: { ...view, ...rest, seats: seats.slice(0, count) },
      you: { seat: 0, n: 1, moves: [{ do: 'draw' }, { do: 'play', on: 0, cards: ['r1'] }] },
    };
    await stage(eva, { game: 'tres', title: 'TRES', names: people.slice(0, count), push });
    await eva.fits(`a hand of ten, ${count} players`);
    assert.ok(await eva.page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `${count} players`);
    const covered = await eva.page.locator('.tres-rival').evaluateAll((rivals) =>
      rivals.filter((rival) => {
        const name = rival.querySelector('h2').getBoundingClientRect();
        const marks = [...rival.querySelectorAll('.tres-marks b')].map((mark) => mark.getBoundingClientRect());
        return marks.some((mark) => mark.top < name.bottom - 1 && mark.bottom > name.top + 1 && mark.left < name.right - 1);
      }).length,
    );
    assert.equal(covered, 0);
  }
  await eva.inspect('35-hand-of-ten-8', ['light']);
});

test('no name overflows its plate at the Threes Away table', async () => {
  const eva = await meet('Eva', phone);
  const seats = people.map(() => ({ chips: 18 }));
  const turn = { seat: 0, dice: [], kept: [], in_hand: 5, sum: 0, throws: 0, worth: [] };
  const view = { game: 'threes_away', phase: 'play', round: 1, turn, pot: 8, pot_number: 1, pots: 5, lowest: null, cap: null };
  const names = people.map((name, seat) => (seat % 2 ? wide : name));
  await stage(eva, { game: 'threes_away', title: 'Threes Away', names, push: { events: [], view: { ...view, seats } } });
  const out = await eva.page.locator('.player').evaluateAll((players) =>
    players.filter((player) => {
      const plate = player.querySelector('.plate').getBoundingClientRect();
      const name = player.querySelector('.name').getBoundingClientRect();
      return name.left < plate.left || name.right > plate.right;
    }).length,
  );
  assert.equal(out, 0);
  await eva.fits('long names on plates');
});

test('a pin of La Ambiciosa slides to its new place in 320 ms, and those of the others stay', async () => {
  const eva = await Person.meet(browser, 'Eva', phone, house.url);
  await eva.page.addInitScript(() => {
    window.slides = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
      if (this.matches('.ambi-pin')) window.slides.push({ frames, duration: how.duration });
      return animate.call(this, frames, how);
    };
  });
  const table = await act_at_table(eva, house.url, { game: 'ambiciosa', title: 'La Ambiciosa', names: people.slice(0, 2) });
  const about = { game: 'ambiciosa', target: 5000 };
  const odds = { throws: 216, lost: 64, each: [{ points: 50, throws: 152 }] };
  const view = (score, turn) => ({ phase: 'play', round: 1, seats: [{ score }, { score: 500 }], turn: { points: 0, throws: 0, ...turn }, odds });
  table.push({ about, view: view(1000, { seat: 0, points: 1500, throws: 2 }), you: { seat: 0, n: 1, moves: [{ do: 'bank' }, { do: 'roll' }] } });
  await eva.page.locator('.ghost-pin').waitFor();
  const width = await eva.page.locator('.ambi-track').evaluate((track) => track.clientWidth);
  table.push({ view: view(2500, { seat: 1 }), events: [{ e: 'banked', seat: 0, points: 1500, score: 2500 }], you: { seat: 0, n: 2, moves: [] } });
  await eva.page.waitForFunction(() => window.slides.length > 0);
  const slides = await eva.page.evaluate(() => window.slides);
  assert.equal(slides.length, 1);
  assert.equal(slides[0].duration, 320);
  for (const frame of slides[0].frames) assert.deepEqual(Object.keys(frame), ['transform']);
  assert.match(slides[0].frames[0].transform, new RegExp(`${(-(1500 / 5000) * width).toFixed(1)}px`));
  await eva.page.context().close();
});
