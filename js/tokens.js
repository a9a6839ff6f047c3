// @ts-check
// Where a bot stores the tokens that identify it, and its notes of provable dice. token_file.js stores them in files,
// for Node.

/** @typedef {import('./contributor.js').Store} Notes */
/**
 * `get` returns the token that was used last. `set` puts a token before all others; without one it removes the first, whose player was
 * deleted. `all` returns every token, the last used first: one that a server does not know may be known again tomorrow, by another server at
 * the same address or from another backup, and it is the only proof of who plays.
 * @typedef {{get: () => string | undefined, set: (token: string | undefined) => void, all?: () => string[], notes?: Notes}} Token
 */

/**
 * @param {() => string} read @param {(text: string) => void} write a token a line
 * @returns {Token & {all: () => string[]}}
 */
export function token_lines(read, write) {
  const all = () => read().split('\n').filter((line) => line !== '');
  return {
    all,
    get: () => all()[0],
    set: (token) => write([...(token ? [token] : []), ...all().filter((one, place) => (token ? one !== token : place > 0))].map((one) => `${one}\n`).join('')),
  };
}

/** @returns {Token} Keeps the tokens until the program ends. */
export function token_in_memory() {
  let stored = '';
  return token_lines(
    () => stored,
    (text) => void (stored = text),
  );
}

const most_tried = 6; // on one connection

/** Chooses the token of the next hello. */
export class TokenChoice {
  /** Those that this server does not know. @type {Set<string>} */ #refused = new Set();

  /** @param {Token} tokens */
  constructor(tokens) {
    this.tokens = tokens;
  }

  /** Undefined: the next hello has none. @returns {string | undefined} */
  get next() {
    const all = this.tokens.all?.() ?? [this.tokens.get()];
    return this.#refused.size < most_tried ? all.find((one) => one && !this.#refused.has(one)) : undefined;
  }

  /** The server does not know the token. Returns whether there was one. */
  refused() {
    const { next } = this;
    if (next) this.#refused.add(next);
    return next !== undefined;
  }

  /** To call with the reply to hello. @param {{token?: string}} reply */
  greeted({ token = this.next }) {
    this.#refused.clear();
    if (token && token !== this.tokens.get()) this.tokens.set(token);
  }
}

/** @returns {Notes} Keeps them until the program ends. */
export function notes_in_memory() {
  const stored = new Map();
  return {
    get: (key) => stored.get(key) ?? null,
    set: (key, text) => void stored.set(key, text),
    remove: (key) => void stored.delete(key),
  };
}

/**
 * Keeps the tokens and the notes in this browser; another bot on the same page needs another name.
 * @param {string} name @returns {Token}
 */
export function token_in_browser(name) {
  const key = `cubilete bot ${name}`;
  return {
    ...token_lines(
      () => localStorage.getItem(key) ?? '',
      (text) => localStorage.setItem(key, text),
    ),
    notes: {
      get: (match) => localStorage.getItem(`${key} notes ${match}`),
      set: (match, text) => localStorage.setItem(`${key} notes ${match}`, text),
      remove: (match) => localStorage.removeItem(`${key} notes ${match}`),
    },
  };
}
