// @ts-check
// What this browser noted of its matches while they were played (core/dice).

const prefix = 'cubilete.dice.';

/** @param {string} match @returns {any} null if there are no notes */
export function notes_of(match) {
  try {
    return JSON.parse(localStorage.getItem(prefix + match) ?? 'null');
  } catch {
    return null; // storage is disabled, or was changed by hand
  }
}
