// @ts-check
// Where a bot stores the token that identifies it, and its notes of provable dice. token_file.js stores them in files,
// for Node.

/** @typedef {import('./contributor.js').Store} Notes */
/** @typedef {{get: () => string | undefined, set: (token: string | undefined) => void, notes?: Notes}} Token */

/** @returns {Token} Keeps the token until the program ends. */
export function token_in_memory() {
  /** @type {string | undefined} */
  let kept;
  return { get: () => kept, set: (token) => void (kept = token) };
}

/** @returns {Notes} Keeps them until the program ends. */
export function notes_in_memory() {
  const kept = new Map();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, text) => void kept.set(key, text),
    remove: (key) => void kept.delete(key),
  };
}

/**
 * Keeps the token and the notes in this browser; another bot on the same page needs another name.
 * @param {string} name @returns {Token}
 */
export function token_in_browser(name) {
  const key = `cubilete bot ${name}`;
  return {
    get: () => localStorage.getItem(key) ?? undefined,
    set: (token) => (token ? localStorage.setItem(key, token) : localStorage.removeItem(key)),
    notes: {
      get: (match) => localStorage.getItem(`${key} notes ${match}`),
      set: (match, text) => localStorage.setItem(`${key} notes ${match}`, text),
      remove: (match) => localStorage.removeItem(`${key} notes ${match}`),
    },
  };
}
