// @ts-check
// Name and token of this browser's player. The token is sent only in hello.

const key = 'cubilete.player';

/** @typedef {{name?: string, token?: string}} Identity */

/** @returns {Identity} */
export function remembered() {
  try {
    const known = JSON.parse(localStorage.getItem(key) ?? '{}');
    return {
      ...(typeof known.name === 'string' && { name: known.name }),
      ...(typeof known.token === 'string' && { token: known.token }),
    };
  } catch {
    return {}; // storage is disabled: a new guest with each load
  }
}

/** @param {Identity} change Undefined fields are removed. */
export function remember(change) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...remembered(), ...change }));
  } catch {
    // see remembered()
  }
}
