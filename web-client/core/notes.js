// @ts-check
// Where this browser keeps its notes about the dice of matches (docs/fairness.md, "Notes"): one JSON object a match in localStorage, under
// `cubilete.dice.<match>`. They contain the player's secrets and are never sent.

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

/** The text of a match's notes, or null. @param {string} match @returns {string | null} */
export function stored_notes_text(match) {
  try {
    return memory_notes.get(match) ?? localStorage.getItem(prefix + match);
  } catch {
    return null;
  }
}

/** This browser's notes of a match; null if there are none. @param {string} match @returns {any} */
export const read_notes = (match) => parse_or_null(stored_notes_text(match));

/**
 * How the last matches at a server ended, as far as it is known, the oldest first. Older notes do not say where they were.
 * @param {string | null} server the id of its data @param {Pick<import('../../js/contributor.js').Store, 'get'>} [store] @returns {string[]}
 */
export function read_endings(server, store = { get: stored_notes_text }) {
  const all = (parse_or_null(store.get('matches')) ?? []).flatMap((/** @type {string} */ match) => parse_or_null(store.get(match)) ?? []);
  const here = all.filter((/** @type {any} */ notes) => (notes.server ?? server) === server);
  return here.flatMap((/** @type {any} */ notes) => notes.ended ?? []);
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
