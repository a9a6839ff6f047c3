// @ts-check
// Keeps the notes of matches (docs/fairness.md, "Notes"), and tells each lapse of the server once, with a count at the end.

/** @import { FaultKind, Notes } from './contributor_checks.js' */
/**
 * Where notes are kept, by the id of the match, of players who share a store by `MATCH PLAYER`; `matches` has the list of these keys, the oldest
 * first. `set` and `remove` may throw.
 * @typedef {{get: (key: string) => string | null, set: (key: string, text: string) => void,
 *     remove: (key: string) => void}} Store
 */
/** `again`, only after the match: how often more. @typedef {{match: string, kind: FaultKind, text: string, entry?: number, again?: number}} Fault */

const index = 'matches';
/** @type {Set<FaultKind>} */
const harmless_kinds = new Set(['taken', 'lost', 'refused', 'storage', 'not_shown', 'left_out']);
const no_more = 'this program contributes no more to the match';

/** Null without a text, or if it was damaged, by hand for example. @param {string | null | undefined} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

export class Notebook {
  #store;
  #on_fault;
  #keep;
  #player;
  /** The texts that were told, by key and kind. @type {Map<string, string>} */ #first_texts = new Map();
  /** By key: new notes, and those that the store did not take. Older ones would accuse a server that has played on.
   *  @type {Map<string, string>} */
  #unstored = new Map();

  /** @param {Store} store @param {(fault: Fault) => void} on_fault @param {number} keep notes of this many matches
   *  @param {() => string | null} [player] whose notes these are, in a store that players share */
  constructor(store, on_fault, keep, player) {
    this.#store = store;
    this.#on_fault = on_fault;
    this.#keep = keep;
    this.#player = player;
  }

  /** @param {string} match @returns {Notes | null} */
  get(match) {
    const key = this.#key(match);
    const text = this.#unstored.get(key) || this.#store.get(key);
    if (text || !this.#player) return parsed(text);
    const older = parsed(this.#store.get(match)); // of a page that did not share its store between players
    if (older?.player !== this.#player()) return null;
    this.#unstored.set(key, '');
    return older;
  }

  /** The ids of the matches, the oldest first. @returns {string[]} */
  matches() {
    const match_of = (/** @type {string} */ key) => key.split(' ')[0];
    return this.#keys().filter((key) => key === this.#key(match_of(key))).map(match_of);
  }

  /** The server shows two players of a browser another seat of the same match. @param {string} match */
  #key(match) {
    return this.#player ? `${match} ${this.#player()}` : match;
  }

  /** @returns {string[]} */
  #keys() {
    return parsed(this.#store.get(index)) ?? [];
  }

  /** Stores the notes of a match as the newest ones, and removes the oldest. @param {Notes} notes */
  add(notes) {
    this.#unstored.set(this.#key(notes.match), '');
    this.save(notes);
  }

  /** Returns whether it worked: without notes nothing may be given. @param {Notes} notes */
  save(notes) {
    const key = this.#key(notes.match);
    const text = JSON.stringify(notes);
    try {
      if (this.#unstored.has(key)) this.#store_newest(key, text);
      else this.#store.set(key, text);
      this.#unstored.delete(key);
      return true;
    } catch (why) {
      this.#unstored.set(key, text);
      this.#unstored = new Map([...this.#unstored].slice(-this.#keep));
      this.fault(notes, 'storage', `the notes cannot be stored (${why}), so ${no_more}`);
      return false;
    }
  }

  /** Stores what could not be stored before; returns whether all is. @param {Notes} notes */
  catch_up(notes) {
    return !this.#unstored.has(this.#key(notes.match)) || this.save(notes);
  }

  /** @param {string} key @param {string} text */
  #store_newest(key, text) {
    const keys = this.#keys().filter((one) => one !== key);
    keys.push(key);
    for (const old of keys.splice(0, Math.max(0, keys.length - this.#keep))) this.#store.remove(old);
    this.#store.set(key, text);
    this.#store.set(index, JSON.stringify(keys));
  }

  /** @param {Notes} notes @param {[FaultKind, string]} wrong */
  give_up(notes, [kind, text]) {
    notes.silent = true;
    return this.fault(notes, kind, `${text}; ${no_more}`);
  }

  /** Tells it, if it is the first of its kind in this match. @param {Notes} notes @param {FaultKind} kind @param {string} text
   *  @param {number} [entry] @returns {null} */
  fault(notes, kind, text, entry) {
    const counts = (notes.counts ??= {});
    const is_first = !counts[kind] && !notes.faults.includes(text);
    if (!harmless_kinds.has(kind)) {
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (!notes.faults.includes(text)) notes.faults.push(text);
      this.save(notes);
    }
    if (is_first) this.report(notes.match, kind, text, entry);
    return null;
  }

  /** @param {string} match @param {FaultKind} kind @param {string} text @param {number} [entry] */
  report(match, kind, text, entry) {
    const key = `${this.#key(match)} ${kind}`;
    if (this.#first_texts.has(key)) return;
    this.#first_texts.set(key, text);
    this.#on_fault({ match, kind, text, ...(entry && { entry }) });
  }

  /** Returns the result of `read`, or null if it throws: then the push is told as malformed. @template Made @param {import('./protocol.js').DicePush | import('./protocol.js').DiceAskPush | import('./protocol.js').MatchPush} push @param {() => Made} read @returns {Made | null} */
  read_or_report(push, read) {
    try {
      return read();
    } catch (why) {
      const text = `the push ${push.t} cannot be read: ${why instanceof Error ? why.message : why}`;
      this.report(String(push.match), 'malformed', text);
      return null;
    }
  }

  /** To call when the match is over. @param {Notes} notes */
  tell_counts({ match, counts = {} }) {
    for (const [kind, count] of /** @type {[FaultKind, number][]} */ (Object.entries(counts))) {
      const first = this.#first_texts.get(`${this.#key(match)} ${kind}`);
      if (!first || count < 2) continue;
      const again = count - 1;
      this.#on_fault({ match, kind, text: `${first}; ${again} more time${again === 1 ? '' : 's'}`, again });
    }
  }

  /** The notes of a server's matches, the oldest first. Older notes do not say whose they are. @param {string | null} server */
  notes_of(server) {
    return this.matches().flatMap((match) => {
      const notes = this.get(match);
      return notes && (notes.server ?? server) === server ? notes : [];
    });
  }
}
