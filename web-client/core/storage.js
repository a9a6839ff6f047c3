// @ts-check
// The browser's storage, and the memory of the page for what the browser does not take: all of it where it is disabled.

/**
 * @param {() => Storage} place throws where it is disabled
 */
export function storage(place) {
  /** @type {Map<string, string>} */
  const memory = new Map();
  return {
    /** @param {string} key @returns {string | null} */
    get(key) {
      try {
        return memory.get(key) ?? place().getItem(key);
      } catch {
        return null;
      }
    },
    /** @param {string} key @param {string} text */
    set(key, text) {
      try {
        place().setItem(key, text);
        memory.delete(key);
      } catch {
        memory.set(key, text);
      }
    },
    /** Whether something will be gone when the page is closed. */
    forgets: () => memory.size > 0,
  };
}

export const local = storage(() => localStorage);
export const session = storage(() => sessionStorage);
