// @ts-check
// Parts of the page that not every visit needs: each is fetched when it is first wanted, or a little before.
import { language } from './language.js';
import { stylesheet } from './stylesheet.js';

/**
 * Things that come when they are first asked for: null = on the way, undefined = not to be had.
 * @template Thing
 */
export class Shelf {
  /** @param {(key: string) => Promise<Thing>} fetch @param {() => void} arrived something is there now, or is not to be had */
  constructor(fetch, arrived) {
    this.fetch = fetch;
    this.arrived = arrived;
    /** @type {Map<string, Thing | null | undefined>} */
    this.things = new Map();
  }

  /** @param {string} key @returns {Thing | null | undefined} */
  get(key) {
    if (!this.things.has(key)) {
      this.things.set(key, null);
      this.fetch(key)
        .then((thing) => this.things.set(key, thing))
        .catch(() => this.things.set(key, undefined))
        .finally(() => this.arrived());
    }
    return this.things.get(key);
  }

  /** The line may have broken under what is missing: whoever wants it asks again. */
  forget_missing() {
    for (const [key, thing] of this.things) if (thing === undefined) this.things.delete(key);
  }
}

const labels = ['labels.js', `words/options.${language}.js`];
const seats = ['views/seats.js', 'views/settings.js', 'views/people.js', 'options.js'];
const past = ['history/words.js', `words/history.${language}.js`, 'history/summary.js', 'history/chart.js', 'history/frames.js'];

/**
 * Every part with all that it brings along, so that nothing waits for the file that names it. `load` is a function for
 * the compiler's sake: it knows by it what a part offers.
 */
export const parts = {
  start: {
    load: () => import('./views/start.js'),
    files: ['views/start.js', 'lit_repeat.js', 'vendor/lit-html/directives/repeat.js', 'views/device.js', 'views/games.js'],
    sheets: ['start.css'],
  },
  join: {
    load: () => import('./views/join.js'),
    files: ['views/join.js', 'views/games.js', 'views/invite.js', 'invitation.js', 'site.js', `words/site.${language}.js`],
    sheets: ['start.css'],
  },
  make: {
    load: () => import('./views/make.js'),
    files: ['views/make.js', 'options.js', ...labels],
    sheets: [],
  },
  room: {
    load: () => import('./views/room.js'),
    files: ['views/room.js', 'views/invite.js', 'views/device.js', 'views/chat.js', ...seats],
    sheets: ['people.css', 'room.css'],
  },
  table: {
    load: () => import('./views/table.js'),
    files: ['views/table.js', 'views/keys.js', 'views/hint.js', 'views/result.js', 'views/chat.js', 'views/log.js', 'views/people.js', 'feel/feel.js', 'feel/motion.js', 'feel/beats.js'],
    sheets: ['people.css', 'table.css', 'result.css', 'windows.css', 'feel.css'],
  },
  again: { load: () => import('./views/again.js'), files: ['views/again.js', ...seats], sheets: ['room.css'] },
  labels: { load: () => import('./labels.js'), files: labels, sheets: [] },
  advice: { load: () => import('./views/advice.js'), files: ['views/advice.js'], sheets: ['advice.css'] },
  qr: {
    load: () => import('./views/qr.js'),
    files: ['views/qr.js', 'qr.js', 'vendor/lean-qr/nano.mjs'],
    sheets: ['qr.css'],
  },
  preferences: {
    load: () => import('./views/preferences.js'),
    files: ['views/preferences.js'],
    sheets: ['preferences.css'],
  },
  sheets: {
    load: () => import('./views/sheets.js'),
    files: ['views/sheets.js', 'views/invite.js'],
    sheets: ['room.css', 'preferences.css'],
  },
  picture: { load: () => import('./views/picture.js'), files: ['views/picture.js'], sheets: [] },
  questions: {
    load: () => import('./views/questions.js'),
    files: ['views/questions.js', `words/questions.${language}.js`],
    sheets: ['preferences.css'],
  },
  rules: {
    load: () => import('./views/rules.js'),
    files: ['views/rules.js', 'rulebook.js', 'dice.js', `words/rules.${language}.js`, 'options.js', ...labels],
    sheets: ['dice.css', 'rules.css'],
  },
  summary: { load: () => import('./history/summary.js'), files: past, sheets: ['history/charts.css'] },
  past: {
    load: () => import('./history/index.js'),
    files: ['history/index.js', 'history/boards.js', 'history/player.js', 'history/replay.js', 'views/log.js', ...past],
    sheets: ['people.css', 'table.css', 'history/charts.css', 'history/history.css'],
  },
  refusal: {
    load: () => import('./refusal.js'),
    files: ['refusal.js', `words/refusals.${language}.js`, ...labels],
    sheets: [],
  },
};
/** @typedef {typeof parts} Parts */
/** @typedef {keyof Parts} PartName */
/** @template {PartName} Name @typedef {Awaited<ReturnType<Parts[Name]['load']>>} Part */

/** Told when a part has come. @type {() => void} */
let arrived = () => {};
/** @type {Shelf<any>} */
const shelf = new Shelf(
  (name) => fetched(/** @type {PartName} */ (name)),
  () => arrived(),
);

/** With all that it brings along. @template {PartName} Name @param {Name} name @returns {Promise<Part<Name>>} */
export async function fetched(name) {
  const { load, files, sheets } = parts[name];
  for (const file of files) preload(file);
  const [part] = await Promise.all([load(), ...sheets.map((sheet) => stylesheet(sheet))]);
  return /** @type {any} */ (part);
}

/** @type {Set<string>} */
const preloaded = new Set();
/** @param {string} file */
function preload(file) {
  if (preloaded.has(file)) return;
  preloaded.add(file);
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = new URL(file, import.meta.url).href;
  document.head.append(link);
}

/** null = on the way, undefined = not to be had.
 * @template {PartName} Name @param {Name} name @returns {Part<Name> | null | undefined} */
export const part = (name) => shelf.get(name);

/** The same if it is here; nobody is sent for it. @template {PartName} Name @param {Name} name @returns {Part<Name> | null | undefined} */
export const part_here = (name) => shelf.things.get(name);

/** @param {() => void} then */
export function when_parts_come(then) {
  arrived = then;
}
export const forget_missing_parts = () => shelf.forget_missing();

/** What will be wanted next comes while nothing else is to do. @param {PartName[]} names */
export async function look_ahead(names) {
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  for (const name of names) {
    await new Promise((idle) => ('requestIdleCallback' in window ? requestIdleCallback(idle, { timeout: 2000 }) : setTimeout(idle, 200)));
    part(name);
  }
}
