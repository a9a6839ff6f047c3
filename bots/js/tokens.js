// @ts-check
// Where a bot keeps what proves who it is. token_file.js keeps it in a file, for Node.

/** @typedef {{get: () => string | undefined, set: (token: string | undefined) => void}} Token */

/** @returns {Token} For as long as the program runs. */
export function token_in_memory() {
  /** @type {string | undefined} */
  let kept;
  return { get: () => kept, set: (token) => void (kept = token) };
}

/**
 * For this browser; another bot on the same page wants another name.
 * @param {string} name @returns {Token}
 */
export function token_in_browser(name) {
  const key = `cubilete bot ${name}`;
  return {
    get: () => localStorage.getItem(key) ?? undefined,
    set: (token) => (token ? localStorage.setItem(key, token) : localStorage.removeItem(key)),
  };
}
