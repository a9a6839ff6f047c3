// @ts-check
// Where a bot stores the token that identifies it. token_file.js stores it in a file, for Node.

/** @typedef {{get: () => string | undefined, set: (token: string | undefined) => void}} Token */

/** @returns {Token} Keeps the token until the program ends. */
export function token_in_memory() {
  /** @type {string | undefined} */
  let kept;
  return { get: () => kept, set: (token) => void (kept = token) };
}

/**
 * Keeps the token in this browser; another bot on the same page needs another name.
 * @param {string} name @returns {Token}
 */
export function token_in_browser(name) {
  const key = `cubilete bot ${name}`;
  return {
    get: () => localStorage.getItem(key) ?? undefined,
    set: (token) => (token ? localStorage.setItem(key, token) : localStorage.removeItem(key)),
  };
}
