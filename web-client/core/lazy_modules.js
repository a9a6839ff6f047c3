// @ts-check
// Parts of the page that not every visit needs: each is fetched when it is first wanted, or a little before.
import { stylesheet } from './stylesheet.js';

/**
 * Loads modules when they are first asked for: null while one is loading, undefined if it could not be loaded.
 * @template Module
 */
export class LazyModules {
  /**
   * @param {(key: string) => Promise<Module>} fetch
   * @param {() => void} arrived called when one was loaded or could not be
   * @param {() => void} missed called when one could not be loaded
   */
  constructor(fetch, arrived, missed = () => {}) {
    this.fetch = fetch;
    this.arrived = arrived;
    this.missed = missed;
    /** @type {Map<string, Module | null | undefined>} */
    this.modules = new Map();
  }

  /** @param {string} key @returns {Module | null | undefined} */
  get(key) {
    if (!this.modules.has(key)) {
      this.modules.set(key, null);
      this.fetch(key)
        .then((module) => this.modules.set(key, module))
        .catch(() => {
          this.modules.set(key, undefined);
          this.missed();
        })
        .finally(() => this.arrived());
    }
    return this.modules.get(key);
  }

  /** Asks again for what could not be loaded, e.g. because the connection broke. */
  forget_missing() {
    for (const [key, module] of this.modules) if (module === undefined) this.modules.delete(key);
  }
}

/** @import { GameView } from '../games/contract.js' */
/** @typedef {typeof import('../parts.js').parts} Parts */
/** @typedef {keyof Parts} PartName */
/** @template {PartName} Name @typedef {Awaited<ReturnType<Parts[Name]['load']>>} Part */

/** Told when a part has come. @type {() => void} */
let on_loaded = () => {};
/** Told when a part could not be loaded. @type {() => void} */
let on_failed = () => {};
/** @type {LazyModules<Part<PartName>>} */
const lazy_parts = new LazyModules(
  (name) => load_part(/** @type {PartName} */ (name)),
  () => on_loaded(),
  () => on_failed(),
);

/** The parts that can be fetched; from app.js, so that nothing in here knows the views. @type {Parts} */
let registered_parts;
/** The views of games. @type {LazyModules<GameView> | undefined} */
let registered_views;
/** @param {Parts} parts @param {LazyModules<GameView>} game_views */
export function register_parts(parts, game_views) {
  registered_parts = parts;
  registered_views = game_views;
}

/** The view of a game: null while it is loading, undefined if it could not be loaded. @param {string} game its id */
export const game_view = (game) => (registered_views && /^[a-z_]+$/.test(game) ? registered_views.get(game) : undefined);
/** Whether there is something to advise in a game: where a player has no choice there is not. True while it is loading. @param {string} game its id */
export function has_advice(game) {
  const view = game_view(game);
  return !view || view.describe_move !== undefined;
}
/** The views that are loaded. */
export const loaded_game_views = () => [...(registered_views?.modules.values() ?? [])].flatMap((view) => view ?? []);

/** With its style sheets. @template {PartName} Name @param {Name} name @returns {Promise<Part<Name>>} */
export async function load_part(name) {
  const { load, sheets } = registered_parts[name];
  const [part] = await Promise.all([load(), ...sheets.map((sheet) => stylesheet(sheet))]);
  return /** @type {Part<Name>} */ (part);
}

/** null = loading, undefined = could not be loaded.
 * @template {PartName} Name @param {Name} name @returns {Part<Name> | null | undefined} */
export const part = (name) => /** @type {Part<Name> | null | undefined} */ (lazy_parts.get(name));

/** The part if it is loaded; does not start loading it. @template {PartName} Name @param {Name} name @returns {Part<Name> | null | undefined} */
export const loaded_part = (name) => /** @type {Part<Name> | null | undefined} */ (lazy_parts.modules.get(name));

/** @param {() => void} then @param {() => void} failed */
export function observe_parts(then, failed) {
  on_loaded = then;
  on_failed = failed;
}
export const forget_missing_parts = () => lazy_parts.forget_missing();

/** Loads these parts in idle time. @param {PartName[]} names */
export async function preload_parts(names) {
  if (/** @type {Navigator & {connection?: {saveData: boolean}}} */ (navigator).connection?.saveData) return;
  for (const name of names) {
    await new Promise((idle) => ('requestIdleCallback' in window ? requestIdleCallback(idle, { timeout: 2000 }) : setTimeout(idle, 200)));
    part(name);
  }
}
