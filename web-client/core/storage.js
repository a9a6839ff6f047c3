// @ts-check
// The browser's storage, and the memory of the page for what the browser does not take: all of it where it is disabled.

/**
 * @param {() => Storage} place throws where it is disabled
 * @param {{[key: string]: string}} [handed] what an earlier load of the page had in memory
 */
export function storage(place, handed = {}) {
  /** @type {Map<string, string>} */
  const memory = new Map(Object.entries(handed));
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
    /** Returns the values that are in memory alone. */
    unstored: () => Object.fromEntries(memory),
  };
}

/** Of the page's base. Paths of one host may be different servers. */
export const base_path = () => new URL(globalThis.document?.baseURI ?? 'http://localhost/').pathname;
/** Where data of this server alone are stored. @param {string} name */
export const server_key = (name) => (base_path() === '/' ? name : `${name} ${base_path()}`);

const handed = globalThis.history?.state?.handed;
export const local = storage(() => localStorage, handed?.local);
export const session = storage(() => sessionStorage, handed?.session);

/**
 * Loads the page again, as the same player. What the browser does not store goes with the entry of its history, which a reload keeps and which
 * only pages of this host can read: without it the seat would be lost.
 */
export function reload() {
  history.replaceState({ ...history.state, handed: { local: local.unstored(), session: session.unstored() } }, '');
  location.reload();
}

/** The token does not stay in the history. To call when all modules have read what was handed over. */
export function forget_handed() {
  if (!handed) return;
  const { handed: _, ...others } = history.state;
  history.replaceState(others, '');
}
