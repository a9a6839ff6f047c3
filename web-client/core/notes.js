// @ts-check
// Where this browser keeps its notes about the dice of matches (docs/fairness.md, "Notes"): one JSON object a match and player in localStorage,
// under `cubilete.dice.<match> <player>`. They contain the player's secrets and are never sent.

const prefix = 'cubilete.dice.';

/** The notes that localStorage does not take: all of them where it is disabled. @type {Map<string, string>} */
const memory_notes = new Map();

/** @returns {import('../../js/contributor.js').Store} */
export function notes_store() {
  return {
    get: stored_notes_text,
    set: (key, text) => {
      memory_notes.delete(key);
      try {
        localStorage.setItem(prefix + key, text);
      } catch {
        memory_notes.set(key, text);
        remove_key(key); // older notes would give a value twice after a reload
      }
    },
    remove: (key) => {
      memory_notes.delete(key);
      remove_key(key);
    },
  };
}

/** The text under a key, or null. @param {string} key @returns {string | null} */
export function stored_notes_text(key) {
  try {
    return memory_notes.get(key) ?? localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/**
 * All notes that can be read, the oldest first.
 * @param {Pick<import('../../js/contributor.js').Store, 'get'>} store @returns {import('../../js/contributor.js').Notes[]}
 */
const all_notes = (store) => (parse_or_null(store.get('matches')) ?? []).flatMap((/** @type {string} */ key) => parse_or_null(store.get(key)) ?? []);

/** This browser's newest notes of a match, rather of a seat than of a spectator; null if there are none. @param {string} match */
export function read_notes(match) {
  const found = all_notes({ get: stored_notes_text }).filter((notes) => notes.match === match);
  return found.findLast(({ seat }) => seat !== null) ?? found.at(-1) ?? null;
}

/**
 * How the last matches at a server ended, as far as it is known, the oldest first; each once, though two players of this browser may have been there.
 * Older notes do not say where they were.
 * @param {string | null} server the id of its data @param {Pick<import('../../js/contributor.js').Store, 'get'>} [store] @returns {string[]}
 */
export function read_endings(server, store = { get: stored_notes_text }) {
  const here = all_notes(store).filter((notes) => (notes.server ?? server) === server);
  return [...new Map(here.flatMap(({ match, ended }) => (ended ? [[match, ended]] : []))).values()];
}

/** @param {string | null} text @returns {any} */
function parse_or_null(text) {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null; // changed by hand
  }
}

/** @param {string} key */
function remove_key(key) {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // it is disabled
  }
}
