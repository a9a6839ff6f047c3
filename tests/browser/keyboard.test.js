// Whole games by keyboard: Tab, arrows, letters, Enter and Space, with the focus always visible.
import assert from 'node:assert/strict';
import test from 'node:test';

import { act_at_table } from './acted.js';
import { Backstage } from './backstage.js';
import { desk, Person } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const whole = process.env.WHOLE_MATCHES === 'all';
const most_steps = 150;
/** Waits poll every 20 ms, since their conditions need no frame to be drawn. */
const polling = { polling: 20 };

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** A person without mouse or touch. */
class Typist {
  /** @param {string} name @param {(page: import('playwright-core').Page) => Promise<void>} [first] runs before the page opens */
  static async meet(name, first, device = desk, path = '') {
    const typist = new Typist();
    typist.person = await Person.meet(browser, name, device, house.url);
    typist.page = typist.person.page;
    await first?.(typist.page);
    await typist.page.goto(house.url + path);
    if (path === '') await typist.page.locator('#name').waitFor();
    return typist;
  }
  /** The host of a table of the backstage. The others go on playing. */
  static async at({ room, host, players }, device = desk) {
    const [, ...others] = players;
    const ana = await Typist.meet(host.name, (page) => as(page, host), device, `r/${room}`);
    await backstage.go_on(others);
    return ana;
  }

  strokes = 0;

  press(key) {
    ++this.strokes;
    return this.page.keyboard.press(key);
  }

  /** Throws, and waits until throws are accepted again. */
  async throws() {
    const left = () => document.querySelector('.tray small')?.textContent + document.querySelectorAll('.log li').length;
    const before = await this.page.evaluate(left);
    await this.press('Space');
    await this.page.waitForFunction(([was]) => document.querySelector('.box') && !document.querySelector('.tray.locked') && document.querySelector('.tray small')?.textContent + document.querySelectorAll('.log li').length !== was, [before], polling);
  }

  /** The focus: whether it matches, whether it is behind the first that does, and whether it is visible. @param {string} selector */
  at(selector) {
    return this.page.evaluate((wanted) => {
      const one = document.activeElement;
      if (!one || one === document.body) return { there: false, behind: false, seen: true, what: '' };
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      const { width, height, top, bottom } = one.getBoundingClientRect();
      const drawn = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      const in_sight = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
      const behind = ((document.querySelector(wanted)?.compareDocumentPosition(one) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
      return { there: one.matches(wanted), behind, seen: drawn && in_sight, what: one.outerHTML.slice(0, 160) };
    }, selector);
  }

  /** Tabs until the focus is there. @param {string} selector */
  async to(selector) {
    for (let steps = 0; steps < most_steps; ++steps) {
      const { there, behind, seen, what } = await this.at(selector);
      assert.ok(seen, `the focus cannot be seen on ${what}`);
      if (there) return;
      await this.press(behind ? 'Shift+Tab' : 'Tab');
    }
    assert.fail(`${selector} cannot be reached`);
  }

  /** @param {string} selector @param {string} [key] */
  async use(selector, key = 'Enter') {
    await this.to(selector);
    await this.press(key);
  }

  /** Creates a room of that game for the people present. @param {string} game its name */
  async make_table(game) {
    await this.to('#name');
    await this.page.keyboard.type(this.person.name);
    await this.use('.open-form');
    await this.page.locator('#game:focus').waitFor();
    const chosen = () => this.page.locator('#game').evaluate((one) => one.selectedOptions[0].text);
    await this.page.keyboard.press('Home'); // typed letters choose only if they follow each other fast
    for (let others = 0; others < 8 && (await chosen()) !== game; others++) await this.page.keyboard.press('ArrowDown');
    assert.equal(await chosen(), game);
    await this.use('form .primary');
    await this.page.locator('.seats').waitFor();
    return new URL(this.page.url()).pathname.slice(-6);
  }

  /** Starts once a friend has a seat, who plays automatically. @param {string} room */
  async start(room) {
    const friend = await backstage.arrive('Benedikt');
    await friend.ask({ t: 'room.join', room, as: 'player' });
    await friend.ask({ t: 'room.ready', room, ready: true });
    await backstage.go_on([friend]);
    await this.page.locator('.begin .primary:enabled').waitFor();
    await this.use('.begin .primary');
    await this.page.locator('.play').waitFor();
  }

  /** Waits until one of these is enabled, and returns it. @param {string[]} selectors */
  async first_of(selectors) {
    const found = await this.page.waitForFunction((all) => all.find((one) => document.querySelector(one)), selectors, polling);
    return found.jsonValue();
  }
}

/** The page is that of this player. @param {import('playwright-core').Page} page */
const as = (page, { name, token }) => page.addInitScript((stored) => localStorage.setItem('cubilete.player', stored), JSON.stringify({ name, token }));

/** Everything that was announced: each sentence in a live region. @param {import('playwright-core').Page} page */
async function listen(page) {
  await page.evaluate(() => {
    window.heard = new Set();
    const hear = () => window.heard.add(document.querySelector('.news [role=status]')?.textContent.replace(/\s+/g, ' ').trim() ?? '');
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });
    hear();
  });
  return () => page.evaluate(() => [...window.heard]);
}

const over = '.places';

test('the form of a room keeps the keyboard focus, however late it loads, and cancelling restores it', async () => {
  let arrive;
  const late = new Promise((resolve) => (arrive = resolve));
  const ana = await Typist.meet('Ana', (page) => page.route('**/make-*.js', (route) => late.then(() => route.continue())));
  await ana.to('#name');
  await ana.page.keyboard.type('Ana');
  await ana.use('.open-form');
  await ana.page.locator('.open-form').waitFor({ state: 'detached' });
  arrive();
  await ana.page.locator('#game:focus').waitFor();
  await ana.use('form .actions button[type=button]');
  await ana.page.locator('.open-form:focus').waitFor();
  assert.ok((await ana.at('.open-form')).seen, 'one sees where one is');
});

test('the focus stays on a seat that one takes, leaves or gives to the computer', async () => {
  const ana = await Typist.meet('Ana');
  const { page } = ana;
  await ana.make_table('TRES');
  await page.locator('.mine button:focus').waitFor();
  await ana.use('.seat:nth-child(3) button');
  await page.locator('.mine:nth-child(3) button:focus').waitFor();
  await ana.use('.mine .stand');
  await page.locator('.free:nth-child(3) button:focus').waitFor();
  await ana.press('Enter');
  await page.locator('.mine:nth-child(3) button:focus').waitFor();
  await ana.use('.add-house');
  await page.locator('.seat:nth-child(1) select:focus').waitFor();
  await ana.use('.send-away');
  await page.locator('.free:nth-child(1) button:focus').waitFor();
  const code = new URL(page.url()).pathname;
  const ben = await Typist.meet('Ben');
  await ben.page.goto(`${house.url}${code.slice(1)}`);
  await ben.to('#name');
  await ben.page.keyboard.type('Ben');
  await ben.press('Enter');
  await ben.page.locator('.mine button:focus').waitFor();
  assert.ok((await ben.at('.mine button')).seen);
});

test('the focus stays on the language that was chosen: on the page, in the settings and in the menu of a table', async () => {
  const ana = await Typist.meet('Ana');
  /** @param {string} place @param {string} language */
  const choose = async (place, language) => {
    await ana.use(`${place} .languages [lang=${language}]`);
    await ana.page.locator(`html[lang=${language}] ${place} .languages [aria-pressed=true]:focus`).waitFor();
    assert.ok((await ana.at(`${place} [lang=${language}]`)).seen, `in ${place}`);
  };
  await choose('main', 'it');
  await ana.use('.settings-button');
  await choose('#settings[open]', 'en');
  await ana.press('Escape');
  await ana.page.waitForFunction(() => !document.activeElement.closest('#settings'));
  await ana.make_table('Yahtzee');
  await ana.use('.menu-button');
  await choose('#sheet[open]', 'es');
});

test('at Yahtzee, Tab goes from Throw to the dice, then to the boxes, and what one may do besides is no button', async () => {
  const ana = await Typist.meet('Ana');
  await ana.start(await ana.make_table('Yahtzee'));
  await ana.to('.tray [aria-keyshortcuts~=Space]');
  await ana.page.locator(throwable).waitFor();
  await ana.throws();
  assert.equal(await ana.page.locator('.actions button').count(), 1);
  await ana.page.locator('.actions p', { hasText: 'Choose a box' }).waitFor();
  await ana.to('.tray [aria-keyshortcuts~=Space]');
  for (const position of [1, 2, 3, 4, 5]) {
    await ana.press('Tab');
    const { there, seen } = await ana.at(`.die-button[aria-keyshortcuts="${position}"]`);
    assert.deepEqual({ there, seen }, { there: true, seen: true });
  }
  await ana.press('Space');
  await ana.page.locator('.die-button[aria-pressed=true]:focus').waitFor();
  await ana.to('.box');
});

/** The focus is never lost but at the end of a match, whose result gets it as soon as it is loaded. @param {Typist} typist @param {string} when */
const has_focus = async ({ page }, when) => {
  if (await page.evaluate(() => document.activeElement !== document.body)) return;
  await page.locator(over).waitFor().catch(() => assert.fail(`the focus is lost ${when}`));
};
const throwable = '.tray:not(.locked) [aria-keyshortcuts~="Space"][aria-disabled=false]';

const boxes = 13;

/** A match of Yahtzee at Ana’s turn in that round. @param {number} round */
async function begun(round) {
  const table = await backstage.table({ game: 'yahtzee', options: { starter: 'first' } }, ['Ana', 'Benedikt']);
  await backstage.play(table, 1 + 4 * (round - 1), 'score'); // two entries for each turn
  return table;
}

/**
 * The last rounds of a match of Yahtzee without Tab; others play the rounds before. Each takes the same keys.
 * @param {number} rounds @param {(ana: Typist) => Promise<void>} keep may throw again
 */
async function last_rounds(rounds, keep) {
  const ana = await Typist.at(await begun(boxes - rounds + 1));
  await ana.page.locator(throwable).waitFor();
  await ana.to('.tray [aria-keyshortcuts~=Space]');
  const heard = await listen(ana.page);
  let most = 0;
  for (let turns = 0; (await ana.first_of([over, throwable])) !== over; ++turns) {
    assert.ok(turns < rounds, 'a turn for each box');
    ana.strokes = 0;
    await has_focus(ana, 'when one is asked to throw');
    await ana.throws();
    await keep(ana);
    await has_focus(ana, 'after a throw');
    await ana.press('ArrowDown'); // to the first open box
    await ana.page.locator('.box:focus').waitFor();
    if (!(await ana.at('.box[aria-pressed=true]')).there) await ana.press('Enter'); // straights and five alike are marked from the start
    await ana.page.locator('.box[aria-pressed=true]:focus').waitFor();
    await ana.press('Enter');
    await ana.page.locator('.box').first().waitFor({ state: 'detached' });
    await has_focus(ana, 'after a box is written');
    most = Math.max(most, ana.strokes);
  }
  assert.deepEqual(ana.person.complaints, []);
  return { strokes: boxes * most, sentences: await heard() };
}

test('a game of Yahtzee with one throw per round takes at most sixty keystrokes and is read out completely', async () => {
  const { strokes, sentences } = await last_rounds(whole ? boxes : 2, async () => {});
  assert.ok(strokes <= 60, `${strokes} keystrokes`);
  const said = (pattern) => assert.ok(sentences.some((one) => pattern.test(one)), `${pattern} in ${sentences.join('|')}`);
  said(/Your turn, 3 throws left/);
  said(/You threw \d \d \d \d \d\..*Your turn, 2 throws left/);
  said(/Benedikt wrote /);
  said(/You win!|Benedikt wins|share the win/);
});

test('a game of Yahtzee with three throws per round and two dice kept takes at most two hundred keystrokes', async () => {
  const { strokes } = await last_rounds(whole ? boxes : 1, async (ana) => {
    for (const dice of ['12', '23']) {
      for (const die of dice) await ana.press(die);
      await ana.page.waitForFunction(() => document.querySelectorAll('.dice [aria-pressed=true]').length === 2);
      await ana.throws();
    }
  });
  assert.ok(strokes <= 200, `${strokes} keystrokes`);
});

test('a turn at TRES takes at most six keystrokes, and events are read out', async () => {
  const ana = await Typist.at(await backstage.table({ game: 'tres' }, ['Ana', 'Benedikt']));
  await ana.page.locator('.begin .primary:enabled').waitFor();
  await ana.use('.begin .primary');
  await ana.page.locator('.play').waitFor();
  const heard = await listen(ana.page);
  const [card, place] = ['.tres-own-card.playable', '.tres-place'];
  const [say, grab, draw, pass] = ['.tres-say.ready', '.tres-catch', 'd', 'p'].map((one) => (one.length > 1 ? `${one}[aria-busy=false], ${one}:not([aria-busy])` : `.tres-${one}[aria-disabled=false]`));
  const lines = () => ana.page.locator('.log li').count();
  let turns = 0;
  let most = 0;
  for (; ; ++turns) {
    assert.ok(turns < 300, 'the game does not end');
    if (turns === 12 && !whole) break; // the rest is more of the same
    const asked = await ana.first_of([over, say, grab, card, draw, pass]);
    if (asked === over) break;
    await has_focus(ana, 'at a turn');
    const before = await lines();
    ana.strokes = 0;
    if (asked === say) await ana.press('t');
    else if (asked === grab) await ana.press('c');
    else if (asked === draw) await ana.press('d');
    else if (asked === pass) await ana.press('p');
    else {
      if (!(await ana.at('.tres-own-card')).there) await ana.press('ArrowDown');
      // If only one card can be played, it is selected already and its piles have the focus next.
      await ana.page.locator(`${card}:focus, ${place}:focus`).waitFor();
      const at_place = (await ana.at(place)).there;
      if (!at_place) await ana.press('Enter');
      const next = at_place ? place : await ana.first_of([over, place, `${card}[aria-pressed=false]`]);
      if (next !== place && next !== over) {
        const chosen = ana.page.locator('.tres-own-card:focus');
        const before_moving = await chosen.evaluate((one) => one.getBoundingClientRect().left);
        await ana.press('ArrowRight');
        if ((await chosen.evaluate((one) => one.getBoundingClientRect().left)) === before_moving) await ana.press('ArrowLeft');
        await ana.press('Enter');
      }
      await ana.page.locator(`${place}:focus, ${over}`).first().waitFor();
      await ana.press('Enter');
    }
    most = Math.max(most, ana.strokes);
    await ana.page.waitForFunction(
      ([count, end]) => document.querySelectorAll('.log li').length > count || document.querySelector(end),
      [before, over],
      polling,
    );
  }
  assert.ok(most <= 6, `${most} keystrokes`);
  const sentences = await heard();
  for (const pattern of [/^You /, /Your turn, /, /^Benedikt /]) assert.ok(sentences.some((one) => pattern.test(one)), sentences.join('|'));
  assert.deepEqual(ana.person.complaints, []);
});

/** Options for short matches, and the buttons of a turn: the first that is there is pressed. @type {Record<string, {options: object, buttons: string[]}>} */
const others = {
  ambiciosa: { options: { target: 1_000 }, buttons: ['.tray:not(.locked) .race-actions button:not(.primary)[aria-disabled=false]', '.tray:not(.locked) .race-actions .primary[aria-disabled=false]'] },
  escalera: { options: { target: 50 }, buttons: ['.tray:not(.locked) .race-actions .primary[aria-disabled=false]'] },
  threes_away: { options: { pots: 1 }, buttons: ['.tray:not(.locked) .actions .primary[aria-disabled=false]', '.tray:not(.locked) .die-button'] },
};
for (const [game, { options, buttons }] of Object.entries(others))
  test(`a match of ${game} is played to its end and played again by keyboard in a low window, and the focus is never lost`, async () => {
    const table = await backstage.table({ game, options }, ['Ana', 'Benedikt']);
    const ana = await Typist.at(table, { viewport: { width: 1280, height: 620 } });
    const visible = async (when) => {
      await has_focus(ana, when);
      const { seen, what } = await ana.at('*');
      assert.ok(seen, `the focus cannot be seen on ${what} ${when}`);
    };
    await ana.page.locator('.begin .primary:enabled').waitFor();
    await ana.use('.begin .primary');
    await ana.page.locator('.play .tray').waitFor();
    await visible('when the match has begun');
    const lines = () => ana.page.locator('.log li').count();
    for (let turns = 0; ; ++turns) {
      assert.ok(turns < 400, 'the match does not end');
      const asked = await ana.first_of([over, ...buttons]);
      if (asked === over) break;
      await visible('at a turn');
      const before = await lines();
      await ana.use(asked);
      await has_focus(ana, 'after a move');
      await ana.page.waitForFunction(
        ([count, end, die]) => (die ? document.querySelector('.die-button[aria-pressed=true]') : document.querySelectorAll('.log li').length > count || document.querySelector(end)),
        [before, over, asked.endsWith('.die-button')],
        polling,
      );
    }
    await ana.page.locator('.result .primary:focus').waitFor();
    await visible('after the match');
    await ana.press('Enter');
    await ana.page.locator('.result .primary[aria-disabled=true], .table:not(.is-over)').first().waitFor();
    await has_focus(ana, 'when one wants to play again');
    assert.deepEqual(ana.person.complaints, []);
    await ana.page.context().close();
  });

test('the list of shortcuts opens on request, and shortcuts are ignored in text fields', async () => {
  const ana = await Typist.at(await begun(1));
  await ana.page.locator(throwable).waitFor();
  await ana.page.getByRole('button', { name: 'Log and chat' }).click();
  await ana.page.getByLabel('Say something').focus();
  await ana.page.keyboard.type('? 1 d c');
  assert.equal(await ana.page.getByLabel('Say something').inputValue(), '? 1 d c');
  await ana.page.locator('.panel .sheet h2').first().click();
  await ana.press('?');
  await ana.page.locator('dialog[open] kbd').first().waitFor();
  await ana.person.inspect('keys', ['light']);
  await ana.press('Escape');
  await ana.page.locator('dialog[open]').waitFor({ state: 'detached' });
  assert.deepEqual(ana.person.complaints, []);
});

test('a chat line that is being typed when the match starts is not lost, and none of its keys is a move', async () => {
  const { room, host, players } = await backstage.table({ game: 'tres' }, ['Ana', 'Benedikt', 'Clara', 'Dora']);
  const low = { viewport: { width: 360, height: 640 } };
  const typists = [];
  for (const [{ name, token }, device, line] of [[players[1], desk, 'good lck'], [players[2], low, 'good lck'], [players[3], low, '']]) {
    const { page, person } = await Typist.meet(name, (its) => as(its, { name, token }), device, `r/${room}`);
    await page.locator('#say').focus();
    await page.keyboard.type(line);
    for (let back = 0; back < Math.min(2, line.length); ++back) await page.keyboard.press('ArrowLeft');
    typists.push({ page, person, line });
  }
  await host.ask({ t: 'room.start', room });
  for (const { page, person, line } of typists) {
    await page.locator('.play .tres-felt').waitFor();
    await page.keyboard.type('u? d ');
    assert.equal(await page.locator('#say').inputValue(), line && 'good lu? d ck');
    assert.equal(await page.locator('dialog[open], .play :focus').count(), 0, 'the keys were text');
    assert.deepEqual(person.complaints, []);
  }
});

test('what is typed while a chat line is on its way stays, and a line that is refused comes back', async () => {
  const { room, host } = await backstage.table({ game: 'tres', seats: 2 }, ['Ana']);
  const held = [];
  const { page, person } = await Typist.meet('Ana', async (its) => {
    await as(its, host);
    await its.routeWebSocket(/\/ws/, (route) => {
      const server = route.connectToServer();
      route.onMessage((frame) => {
        const { t, id: re, text } = JSON.parse(frame);
        if (t !== 'room.chat') return server.send(frame);
        const refuse = () => route.send(JSON.stringify({ t: 'refused', re, code: 'bad_text', text: 'not here' }));
        held.push({ text, pass: () => server.send(frame), refuse });
      });
    });
  }, desk, `r/${room}`);
  const line = page.locator('#say');
  const has = (text) => page.waitForFunction((wanted) => document.querySelector('#say').value === wanted, text, polling);
  const answered = () => page.locator('.say [aria-busy=true]').waitFor({ state: 'detached' });
  await line.focus();
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await has('');
  await page.keyboard.type('Two');
  held[0].pass();
  await answered();
  await page.keyboard.press('Enter');
  await has('');
  await page.keyboard.type('three');
  held[1].refuse();
  await answered();
  await has('Two three');
  assert.deepEqual(held.map(({ text }) => text), ['One', 'Two']);
  await page.locator('.chat').getByRole('alert').waitFor();
  await page.locator('.chat li', { hasText: 'One' }).waitFor();
  assert.equal(await page.locator('.chat li').count(), 1);
  assert.deepEqual(person.complaints, []);
});

test('Space throws also from what does nothing, ? shows the keys from any control, and Escape closes the reactions', async () => {
  const { page, person } = await Typist.meet('Ana');
  const table = await act_at_table(person, house.url, { game: 'ambiciosa', title: 'La Ambiciosa', names: ['Ana', 'Ben'] });
  const view = { phase: 'play', round: 1, turn: { seat: 0, points: 0, throws: 0 }, seats: [{ score: 0 }, { score: 0 }], last: null, odds: { throws: 216, lost: 64, each: [{ points: 50, throws: 152 }] } };
  const push = (n) => table.push({ about: { game: 'ambiciosa', target: 5000 }, view, you: { seat: 0, n, moves: [{ do: 'roll' }] } });
  const keys = page.locator('dialog[open] kbd').first();
  const sent = () => table.asked.filter(({ t }) => t === 'move').length;
  for (const [at, selector] of ['.ambi-stop[aria-disabled=true]', '.log', '.react summary'].entries()) {
    push(at + 1);
    await page.locator(selector).focus();
    await page.keyboard.press('?');
    await keys.waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.locator(selector).focus();
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.equal(ring, selector.includes('disabled') ? 'dotted' : 'solid', `the ring on ${selector}`);
    await page.keyboard.press('Space');
    if (selector.includes('summary')) await page.locator('.react[open]').waitFor();
    else await page.waitForFunction(() => !document.querySelector('.race-actions [aria-busy=true]'));
    assert.equal(sent(), Math.min(2, at + 1), selector);
  }
  const on_summary = () => page.waitForFunction(() => document.activeElement === document.querySelector('.react:not([open]) summary'));
  await page.keyboard.press('Escape');
  await on_summary();
  for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
  await on_summary();
  assert.equal(table.asked.filter(({ t }) => t === 'room.chat').length, 1);
  assert.deepEqual(person.complaints, []);
});
