// People with a browser each, and checks of every page that they see.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import axe from 'axe-core/axe.min.js';
import { chromium } from 'playwright-core';

import { watch } from './frames.js';
import { in_new_context, shared_process } from './visitors.js';

const flags = ['headless', 'no-sandbox', 'disable-gpu', 'disable-quic', 'no-first-run', 'disable-sync'];
const quiet_flags = ['disable-background-networking', 'disable-component-update'];

export const phone = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
export const desk = { viewport: { width: 1280, height: 800 } };

/** Time limit in ms for one step of a page. A shared machine can stall for many seconds. */
const patience_ms = 60_000;

/** The frames of its pages are recorded. @param {string[]} more flags, without leading dashes */
export const open_browser = (...more) => open_with_fonts('wide', ...more);

/**
 * The pages see only one family, so that the fonts of the machine do not matter: DejaVu, or Open Sans, which is narrower and has lines as
 * high as those of Noto, the font of phones.
 * @param {'wide' | 'narrow'} fonts @param {string[]} more flags, without leading dashes
 */
export async function open_with_fonts(fonts, ...more) {
  const browser = await chromium.launch({
    env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL(`fonts/${fonts}.conf`, import.meta.url)) },
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...flags, ...quiet_flags, shared_process, ...more].map((flag) => `--${flag}`),
  });
  const new_context = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = (await new_context(options)).on('page', watch);
    context.setDefaultTimeout(patience_ms);
    return context;
  };
  return browser;
}

/** The window sizes that every page must fit: laptops, a phone in landscape, phones. */
export const sizes = [
  [1280, 620],
  [720, 450],
  [740, 360],
  [360, 590],
  [360, 740],
];

/**
 * axe knows no contrast on a gradient. While it looks, each ground has its colour with the least contrast to the text on it: the felt its
 * brightest point under the lamp. Light, dark.
 */
const grounds = {
  html: ['#39694c', '#254f37'],
  '.bar': ['#6d4128', '#482b1b'],
  '.big-screen': ['#1a4f3b', '#0f3325'],
  '.sheet': ['#f8eed8', '#33241a'],
  '.pad-paper': ['#f4e6c6', '#d4c096'],
  '.dice-tray': ['#4d2d1c', '#3a2115'],
  'button.primary': ['#e0a038', '#cb8f2f'],
};

/** A page without opacity is laid out, hit and read like any other. */
function hide_from_painting() {
  const unpainted = new CSSStyleSheet();
  unpainted.replaceSync('html { opacity: 0 !important; }');
  document.adoptedStyleSheets = [unpainted];
}

/** The pages of these people have logged no error and asked no other server. @param {Person[]} people */
export function no_complaints(...people) {
  for (const { name, complaints } of people) assert.deepEqual(complaints, [], name);
}

/** A new visitor with a device. */
export class Person {
  /**
   * The motion preference of the devices. Tests of animations set it to 'no-preference', which takes a third more time.
   * @type {'reduce' | 'no-preference'}
   */
  static motion = 'reduce';
  /** Whether pages are painted: only for pictures. Without it they are laid out alike and take two thirds of the time. */
  static painted = Boolean(process.env.SHOTS || process.env.README_SCREENS);
  /** How a visit begins. A file whose tests need no empty HTTP cache sets it to in_left_context, which takes half of the time. */
  static begin = in_new_context;

  /** @param {import('playwright-core').Browser} browser @param {string} name @param {object} device
   * @param {string} house @param {string} locale language of the browser */
  static async meet(browser, name, device, house, locale = 'en-GB') {
    const person = new Person();
    person.name = name;
    person.device = device === phone ? 'phone' : 'desk';
    person.page = await Person.begin(browser, { serviceWorkers: 'block', reducedMotion: Person.motion, ...device, locale }, house);
    if (!Person.painted) await person.page.addInitScript(hide_from_painting);
    person.complaints = [];
    person.page.on('console', (said) => {
      if (said.text().includes('Service Worker registration blocked')) return; // blocked by the tests
      if (said.location().url.endsWith('/analysis') && said.text().includes('503')) return; // the page asks again
      if (['error', 'warning'].includes(said.type())) person.complaints.push(said.text());
    });
    person.page.on('pageerror', (error) => person.complaints.push(error.stack));
    person.page.on('request', (request) => {
      if (!request.url().startsWith(house)) person.complaints.push(`a request to ${request.url()}`);
    });
    return person;
  }

  /** Opens the start page. @param {Parameters<typeof Person.meet>} who */
  static async at_home(...who) {
    const person = await Person.meet(...who);
    await person.page.goto(who[3]);
    await person.button('New table').waitFor();
    return person;
  }

  button(name) {
    return this.page.getByRole('button', { name });
  }
  async sees(text) {
    await this.page.getByText(text).first().waitFor();
  }
  get title() {
    return this.page.title();
  }

  // ---- in a room

  /** The values are labels of options, numbers for fields, or true. */
  async make_table({ game = 'Yahtzee', seats = null, clock = 'No clock', rules = {} } = {}) {
    await this.page.getByLabel('Your name').fill(this.name);
    await this.button('New table').click();
    await this.page.getByLabel('Game', { exact: true }).selectOption({ label: game });
    if (seats) await this.page.getByLabel('Seats').selectOption(`${seats}`);
    await this.page.getByLabel('Time for a turn').selectOption({ label: clock });
    await this.page.getByText('House rules').click();
    for (const [rule, value] of Object.entries(rules)) {
      const field = this.page.getByLabel(rule);
      if (typeof value === 'number') await field.fill(`${value}`);
      else await (value === true ? field.check() : field.selectOption({ label: value }));
    }
    await this.button('Make the table').click();
    return this.page.getByLabel('Send this link').inputValue();
  }
  /** Starts a game from the start page. @param {string} game @param {string} how with whom */
  async start(game, how) {
    await this.page.getByLabel(how, { exact: true }).check();
    await this.button(`${game}: ${how}`).click();
  }
  async take_seat(invitation) {
    await this.page.goto(invitation);
    await this.page.getByLabel('Your name').fill(this.name);
    await this.button('Take a seat').click();
    await this.page.locator('.seat.mine .is-ready').waitFor();
  }
  /** Comes to a table as a player who has had no page. @param {{name: string, token: string}} player @param {string} address */
  async come_as({ name, token }, address) {
    await this.page.addInitScript((stored) => localStorage.setItem('cubilete.player', stored), JSON.stringify({ name, token }));
    await this.page.goto(address);
  }

  /** Opens the summary of a match, below its result. */
  async look_back() {
    await this.page.locator('.how-it-went, .summary').first().evaluate((part) => part.scrollIntoView({ block: 'center' }));
    await this.page.locator('.summary').waitFor();
  }

  // ---- at the Yahtzee table

  get throwing() {
    return this.page.locator('.tray:not(.locked) .actions').getByRole('button', { name: /^Throw /, disabled: false });
  }
  get dice() {
    return this.page.locator('.dice [aria-label]');
  }
  /** The thrown faces as text. */
  async faces() {
    const labels = await this.dice.evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-label')));
    return labels.map((label) => label.replace(/^Die \d: /, '').replace(', kept', ''));
  }
  async throw_dice() {
    await this.throwing.click();
    await this.button(/^Write /)
      .first()
      .waitFor();
  }
  /** Writes into an open box: the one with most points, or another. @returns {Promise<string>} the points */
  async write(box = null) {
    const labels = await this.page
      .locator('.box')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    const worth = (label) => Number(label.match(/^Write (\d+) in/)[1]);
    const label = labels.filter((one) => !box || one.endsWith(` in ${box}`)).sort((a, b) => worth(b) - worth(a))[0];
    const open = this.page.locator(`.box[aria-label="${label}"]`);
    if ((await open.getAttribute('aria-pressed')) === 'false') await open.click(); // a Yahtzee is marked from the start
    await this.page.locator('.tray').getByRole('button', { name: label }).click();
    return label;
  }
  /** The fingerprint of the match, as shown in the panel. */
  fingerprint() {
    return this.page.locator('.fingerprint code').textContent();
  }
  async my_turn() {
    await this.page.locator('.turn', { hasText: 'Your turn' }).waitFor();
  }

  // ---- checks

  /** Checks in both themes what a picture cannot show; takes the picture, too, if SHOTS is set. */
  async inspect(title, themes = ['light', 'dark']) {
    for (const [at, theme] of themes.entries()) {
      await this.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      if (process.env.SHOTS) {
        await mkdir(new URL('shots/', import.meta.url), { recursive: true });
        await this.page.screenshot({ path: new URL(`shots/${title}-${this.device}-${theme}.png`, import.meta.url).pathname });
      }
      // The other theme differs only in colours.
      await this.is_accessible(`${title} on a ${this.device}, ${theme}`, at === 0 ? undefined : ['color-contrast']);
    }
    await this.fits(title);
    await this.page.emulateMedia({ colorScheme: null, reducedMotion: Person.motion }); // the change may restart the dice animation
  }

  /** @param {string} where @param {string[]} [rules] only these */
  async is_accessible(where, rules) {
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(axe.source);
    const { violations } = await this.page.evaluate(
      async ([only, all]) => {
        const flat = new CSSStyleSheet();
        const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
        const lines = Object.entries(all).map(([one, [light, other]]) => `:is(${one}, #no) { background: ${dark ? other : light} !important; }`);
        flat.replaceSync(`body::before { content: none !important; } ${lines.join(' ')}`);
        const before = document.adoptedStyleSheets;
        document.adoptedStyleSheets = [flat];
        const found = await window.axe.run({ resultTypes: ['violations'], ...(only && { runOnly: only }) });
        document.adoptedStyleSheets = before;
        return found;
      },
      [rules ?? null, grounds],
    );
    const texts = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n  ')}`,
    );
    assert.deepEqual(texts, [], where);
  }

  /** fits() in every window size that the page must fit. @param {string} where @param {number[][]} [windows] */
  async fits_everywhere(where, windows = sizes) {
    const before = this.page.viewportSize();
    try {
      for (const [width, height] of windows) {
        await this.page.setViewportSize({ width, height });
        await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        await this.fits(`${where} at ${width} × ${height}`);
      }
    } finally {
      await this.page.setViewportSize(before);
    }
  }

  /** No horizontal scrolling, no truncated text, all controls large enough for a thumb and not covered. */
  async fits(where) {
    const { over, small, covered, cut } = await this.page.evaluate(() => {
      const least = 44;
      const root = document.documentElement;
      const selector = 'button, summary, select, input:not([type=checkbox], [type=radio]), label.check, a';
      const sheets = [...document.querySelectorAll('.panel.open, .big-screen, dialog[open]')];
      const above = sheets.filter((one) => getComputedStyle(one).position === 'fixed').at(-1);
      const targets = [...(above ?? document).querySelectorAll(selector)].filter((one) => one.checkVisibility());
      const spelled = (one) => one.outerHTML.slice(0, 200);
      const tiny = targets.filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        const [wide, high] = one.matches('.box') ? [23, 24] : [least, least]; // its row's label is part of it, and it only marks
        return width < wide - 0.5 || height < high - 0.5;
      });
      /** The element at the middle of a control, after scrolling to it. */
      const met = (one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2);
      };
      const reached = (one) => {
        const hit = met(one);
        // An open menu covers what is below it until it is closed; advice, until it is hidden.
        return hit !== null && (one.contains(hit) || hit.contains(one) && hit.matches('label') || hit.closest('.menu-items, .floats') !== null);
      };
      const scrolled = [root, ...document.querySelectorAll('*')].filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth);
      const before = scrolled.map((one) => [one, one.scrollTop, one.scrollLeft]);
      const hidden = targets.filter((one) => {
        if (one.closest('.tres-hand, .unseen') || reached(one)) return false; // cards in a hand overlap
        one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        return !reached(one);
      });
      for (const [one, top, left] of before) one.scrollTo({ top, left, behavior: 'instant' });
      /** Text that overflows its container and cannot be scrolled to. An ellipsis is allowed. */
      const is_cut = (one) => {
        if (one.clientWidth <= 1 || one.scrollWidth <= one.clientWidth + 1 || !one.checkVisibility()) return false; // most by far
        const { overflowX, textOverflow, clipPath } = getComputedStyle(one);
        const held = overflowX === 'hidden' || overflowX === 'clip' || one.matches('button, .bar *');
        const has_text = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
        return held && has_text && textOverflow !== 'ellipsis' && clipPath === 'none';
      };
      return {
        cut: [...document.querySelectorAll('body *')].filter(is_cut).map(spelled),
        over: root.scrollWidth - root.clientWidth,
        small: tiny.map(spelled),
        covered: hidden.map((one) => `${spelled(one)} under ${met(one)?.outerHTML.slice(0, 80)}`),
      };
    });
    assert.equal(over, 0, `${where} is wider than the ${this.device}`);
    assert.deepEqual(cut, [], `text is cut off in ${where}`);
    assert.deepEqual(small, [], `too small to tap in ${where}`);
    assert.deepEqual(covered, [], `something lies over it in ${where}`);
  }
}

/** The player who is prompted first. @param {Person[]} people */
export async function starter_of(people) {
  return Promise.any(people.map((one) => one.my_turn().then(() => one)));
}
