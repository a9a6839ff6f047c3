// Whole games by keyboard: Tab, arrows, letters, Enter and Space, and always to be seen where one is.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { Backstage } from './backstage.js';
import { House } from './house.js';
import { desk, open_browser, Person } from './people.js';

const most_steps = 150;

let house;
let browser;
let backstage;

before(async () => {
  house = await House.open();
  browser = await open_browser();
  backstage = await Backstage.of(browser, house.url);
});
after(async () => {
  await browser?.close();
  await house?.close();
});

/** Somebody without mouse or finger. */
class Typist {
  /** @param {string} name @param {(page: import('playwright-core').Page) => Promise<void>} [first] before the page opens */
  static async meet(name, first) {
    const typist = new Typist();
    typist.person = await Person.meet(browser, name, desk, house.url);
    typist.page = typist.person.page;
    await first?.(typist.page);
    await typist.page.goto(house.url);
    await typist.page.locator('#name').waitFor();
    return typist;
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  /** Where the focus is: does it match, and is it seen? @param {string} selector */
  at(selector) {
    return this.page.evaluate((wanted) => {
      const one = document.activeElement;
      if (!one || one === document.body) return { there: false, seen: true, what: '' };
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      const { width, height, top, bottom } = one.getBoundingClientRect();
      const drawn = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      const in_sight = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
      return { there: one.matches(wanted), seen: drawn && in_sight, what: one.outerHTML.slice(0, 160) };
    }, selector);
  }

  /** Tabs on until the focus is there. @param {string} selector */
  async to(selector) {
    for (let steps = 0; steps < most_steps; ++steps) {
      const { there, seen, what } = await this.at(selector);
      assert.ok(seen, `the focus cannot be seen on ${what}`);
      if (there) return;
      await this.press('Tab');
    }
    assert.fail(`${selector} cannot be reached`);
  }

  /** @param {string} selector @param {string} [key] */
  async use(selector, key = 'Enter') {
    await this.to(selector);
    await this.press(key);
  }

  /** Makes a table of that game for who is there. @param {string} game as it is called */
  async make_table(game) {
    await this.to('#name');
    await this.page.keyboard.type(this.person.name);
    await this.use('.open-form');
    await this.page.locator('#game:focus').waitFor();
    await this.page.keyboard.type(game);
    assert.equal(await this.page.locator('select').first().evaluate((one) => one.selectedOptions[0].text), game);
    await this.use('form .primary');
    await this.page.locator('.seats').waitFor();
    return new URL(this.page.url()).pathname.slice(-6);
  }

  /** Starts once a friend sits there, who plays by himself. @param {string} room */
  async start(room) {
    const friend = await backstage.arrive('Benedikt');
    await friend.ask({ t: 'room.join', room, as: 'player' });
    await friend.ask({ t: 'room.ready', room, ready: true });
    await backstage.go_on([friend]);
    await this.page.locator('.begin .primary:enabled').waitFor();
    await this.use('.begin .primary');
    await this.page.locator('.play').waitFor();
  }

  /** Waits until one of these can be used; which? @param {string[]} selectors */
  async first_of(selectors) {
    const found = await this.page.waitForFunction((all) => all.find((one) => document.querySelector(one)), selectors);
    return found.jsonValue();
  }
}

/** What the page has read out: every sentence that was in a live region. @param {import('playwright-core').Page} page */
async function listen(page) {
  await page.evaluate(() => {
    window.heard = new Set();
    const hear = () => window.heard.add(document.querySelector('.ticker[role=status]')?.textContent.trim() ?? '');
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });
    hear();
  });
  return () => page.evaluate(() => [...window.heard]);
}

const over = '.places';

test('who opens the form of a table by keyboard goes on in it, however late it comes, and cancelling leads back', async () => {
  let arrive;
  const late = new Promise((resolve) => (arrive = resolve));
  const ana = await Typist.meet('Ana', (page) => page.route('**/views/make.js', (route) => late.then(() => route.continue())));
  await ana.to('#name');
  await ana.page.keyboard.type('Ana');
  await ana.use('.open-form');
  await ana.page.locator('.open-form').waitFor({ state: 'detached' });
  arrive();
  await ana.page.locator('#game:focus').waitFor();
  await ana.use('form .deeds button[type=button]');
  await ana.page.locator('.open-form:focus').waitFor();
  assert.ok((await ana.at('.open-form')).seen, 'one sees where one is');
});

test('a whole game of Yahtzee is played by keyboard alone, and what happens is read out', async () => {
  const ana = await Typist.meet('Ana');
  await ana.start(await ana.make_table('Yahtzee'));
  const heard = await listen(ana.page);
  const throwing = '.tray .primary:enabled';
  for (let turns = 0; (await ana.first_of([over, throwing])) !== over; ++turns) {
    assert.ok(turns < 13, 'thirteen boxes, thirteen turns');
    await ana.use(throwing);
    await ana.page.locator('.box:enabled').first().waitFor();
    if (turns === 0) {
      await ana.use('.dice button', 'Space'); // one is kept
      await ana.to('.dice button[aria-pressed=true]');
      await ana.use(throwing);
      await ana.page.locator('.box:enabled').first().waitFor();
    }
    await ana.use('.box:enabled', 'Space');
    await ana.use('.box[aria-pressed=true]');
    await ana.page.locator('.box').first().waitFor({ state: 'detached' });
  }
  const sentences = await heard();
  assert.ok(sentences.some((one) => /^You threw /.test(one)), sentences.join('|'));
  assert.ok(sentences.some((one) => /^Benedikt wrote /.test(one)));
  assert.deepEqual(ana.person.complaints, []);
});

test('a whole game of TRES is played by keyboard alone, and what happens is read out', async () => {
  const ana = await Typist.meet('Ana');
  await ana.start(await ana.make_table('TRES'));
  const heard = await listen(ana.page);
  const [card, place, say, otherwise] = ['.tres-own-card.playable', 'button.tres-place:enabled', '.tres-say.ready:enabled', '.tres-deeds .large:enabled:not(.tres-say)'];
  const lines = () => ana.page.locator('.log li').count();
  for (let moves = 0; ; ++moves) {
    assert.ok(moves < 300, 'the game does not end');
    const asked = await ana.first_of([over, say, card, otherwise]);
    if (asked === over) break;
    const before = await lines();
    await ana.use(asked);
    if (asked === card) {
      const next = await ana.first_of([over, place, `${card}[aria-pressed=false]`]);
      if (next === over) break;
      await ana.use(next);
      if (next !== place) await ana.use(place);
    }
    await ana.page.waitForFunction(
      ([count, end]) => document.querySelectorAll('.log li').length > count || document.querySelector(end),
      [before, over],
    );
  }
  const sentences = await heard();
  assert.ok(sentences.some((one) => /^You /.test(one)), sentences.join('|'));
  assert.ok(sentences.some((one) => /^Benedikt /.test(one)));
  assert.deepEqual(ana.person.complaints, []);
});
