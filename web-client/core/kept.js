// @ts-check
// Stores what a game's view remembers of a match (dice kept back, cards chosen), and the chat line being written, so that a reload keeps them.

const key = 'cubilete.kept';
const draft_key = 'cubilete.draft';

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

/** @param {string} room @param {string} text */
export function store_draft(room, text) {
  try {
    sessionStorage.setItem(draft_key, JSON.stringify({ room, text }));
  } catch {
    // see store_local()
  }
}

/** @param {string} room @returns {string} */
export function stored_draft(room) {
  try {
    const found = JSON.parse(sessionStorage.getItem(draft_key) ?? 'null');
    return found?.room === room && typeof found.text === 'string' ? found.text : '';
  } catch {
    return '';
  }
}

/** @param {string} _ @param {any} value */
const packed = (_, value) =>
  value instanceof Set ? { '.set': [...value] } : value instanceof Map ? { '.map': [...value] } : value;
/** @param {string} _ @param {any} value */
const unpacked = (_, value) => (value?.['.set'] ? new Set(value['.set']) : value?.['.map'] ? new Map(value['.map']) : value);
