// @ts-check
// Parts of the page that not every visit needs: each is fetched when it is first wanted, or a little before.
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

/** @typedef {typeof import('../parts.js').parts} Parts */
/** @typedef {keyof Parts} PartName */
/** @template {PartName} Name @typedef {Awaited<ReturnType<Parts[Name]['load']>>} Part */

/** Told when a part has come. @type {() => void} */
let arrived = () => {};
/** @type {Shelf<any>} */
const shelf = new Shelf(
  (name) => fetched(/** @type {PartName} */ (name)),
  () => arrived(),
);

/** What there is to fetch; from app.js, so that nothing in here knows the views. @type {Parts} */
let offered;
/** @param {Parts} parts */
export function offer_parts(parts) {
  offered = parts;
}

/** With its style sheets. @template {PartName} Name @param {Name} name @returns {Promise<Part<Name>>} */
export async function fetched(name) {
  const { load, sheets } = offered[name];
  const [part] = await Promise.all([load(), ...sheets.map((sheet) => stylesheet(sheet))]);
  return /** @type {any} */ (part);
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
