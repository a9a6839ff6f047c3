// @ts-check
// Stores what a game's view remembers of a match (dice kept back, cards chosen), so that a reload keeps it.

const key = 'cubilete.kept';

/** @param {string} match @param {object} local */
export function store_local(match, local) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ match, local }, packed));
  } catch {
    // storage is disabled: a reload loses it
  }
}

/** @param {string} match @returns {object | undefined} */
export function stored_local(match) {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? 'null', unpacked);
    return found?.match === match ? found.local : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} _ @param {any} value */
const packed = (_, value) =>
  value instanceof Set ? { '.set': [...value] } : value instanceof Map ? { '.map': [...value] } : value;
/** @param {string} _ @param {any} value */
const unpacked = (_, value) => (value?.['.set'] ? new Set(value['.set']) : value?.['.map'] ? new Map(value['.map']) : value);
