// @ts-check
// Who we are, as this browser remembers it. The token goes nowhere but into the greeting.

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
    return {}; // storage switched off: a new guest each time
  }
}

/** @param {Identity} change A field that is undefined is forgotten. */
export function remember(change) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...remembered(), ...change }));
  } catch {
    // see remembered()
  }
}
