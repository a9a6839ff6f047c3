// @ts-check
// Parts of the page that not every visit needs: each is fetched when it is first wanted, or a little before.
import { language } from '../i18n/language.js';
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

const labels = ['i18n/options/labels.js', `i18n/options/${language}.js`];
const seats = ['ui/room/seats.js', 'ui/room/settings.js', 'ui/people.js', 'core/options.js'];
const past = ['i18n/history/words.js', `i18n/history/${language}.js`, 'ui/history/summary.js', 'ui/history/chart.js', 'ui/history/frames.js'];

/**
 * Every part with all that it brings along, so that nothing waits for the file that names it. `load` is a function for
 * the compiler's sake: it knows by it what a part offers.
 */
export const parts = {
  start: {
    load: () => import('../ui/start/start.js'),
    files: ['ui/start/start.js', 'ui/lit_repeat.js', 'vendor/lit-html/directives/repeat.js', 'ui/device.js', 'ui/games.js'],
    sheets: ['ui/start/start.css'],
  },
  join: {
    load: () => import('../ui/join/join.js'),
    files: ['ui/join/join.js', 'ui/games.js', 'ui/invite.js', 'ui/join/invitation.js', 'ui/join/site.js', `i18n/site/${language}.js`],
    sheets: ['ui/start/start.css'],
  },
  make: {
    load: () => import('../ui/make/make.js'),
    files: ['ui/make/make.js', 'core/options.js', ...labels],
    sheets: [],
  },
  room: {
    load: () => import('../ui/room/room.js'),
    files: ['ui/room/room.js', 'ui/invite.js', 'ui/device.js', 'ui/chat.js', ...seats],
    sheets: ['ui/people.css', 'ui/room/room.css'],
  },
  table: {
    load: () => import('../ui/table/table.js'),
    files: ['ui/table/table.js', 'ui/table/keys.js', 'ui/table/hint.js', 'ui/table/result.js', 'ui/chat.js', 'ui/table/log.js', 'ui/people.js', 'ui/effects/effects.js', 'ui/effects/motion.js', 'ui/effects/beats.js'],
    sheets: ['ui/people.css', 'ui/table/table.css', 'ui/table/result.css', 'ui/table/windows.css', 'ui/effects/effects.css'],
  },
  again: { load: () => import('../ui/room/again.js'), files: ['ui/room/again.js', ...seats], sheets: ['ui/room/room.css'] },
  labels: { load: () => import('../i18n/options/labels.js'), files: labels, sheets: [] },
  advice: { load: () => import('../ui/advice/advice.js'), files: ['ui/advice/advice.js'], sheets: ['ui/advice/advice.css'] },
  qr: {
    load: () => import('../ui/share/qr.js'),
    files: ['ui/share/qr.js', 'ui/share/qr_path.js', 'vendor/lean-qr/nano.mjs'],
    sheets: ['ui/share/qr.css'],
  },
  preferences: {
    load: () => import('../ui/dialogs/preferences.js'),
    files: ['ui/dialogs/preferences.js'],
    sheets: ['ui/dialogs/preferences.css'],
  },
  sheets: {
    load: () => import('../ui/dialogs/sheets.js'),
    files: ['ui/dialogs/sheets.js', 'ui/invite.js'],
    sheets: ['ui/room/room.css', 'ui/dialogs/preferences.css'],
  },
  picture: { load: () => import('../ui/share/picture.js'), files: ['ui/share/picture.js'], sheets: [] },
  questions: {
    load: () => import('../ui/dialogs/questions.js'),
    files: ['ui/dialogs/questions.js', `i18n/questions/${language}.js`],
    sheets: ['ui/dialogs/preferences.css'],
  },
  rules: {
    load: () => import('../ui/rules/rules.js'),
    files: ['ui/rules/rules.js', 'ui/rules/rulebook.js', 'ui/dice.js', `i18n/rules/${language}.js`, 'core/options.js', ...labels],
    sheets: ['ui/dice.css', 'ui/rules/rules.css'],
  },
  summary: { load: () => import('../ui/history/summary.js'), files: past, sheets: ['ui/history/charts.css'] },
  past: {
    load: () => import('../ui/history/index.js'),
    files: ['ui/history/index.js', 'ui/history/boards.js', 'ui/history/player.js', 'ui/history/replay.js', 'ui/table/log.js', ...past],
    sheets: ['ui/people.css', 'ui/table/table.css', 'ui/history/charts.css', 'ui/history/history.css'],
  },
  refusal: {
    load: () => import('../i18n/refusals/refusal.js'),
    files: ['i18n/refusals/refusal.js', `i18n/refusals/${language}.js`, ...labels],
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
  link.href = new URL(`../${file}`, import.meta.url).href;
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
