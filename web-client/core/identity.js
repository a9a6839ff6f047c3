// @ts-check
// Name, avatar and tokens of this browser's player. A token is sent only in hello, and it is the only proof of who plays: one that a server does not
// know is tried again another time, since the same address may belong to another server today. Each path has its own, since paths of one host
// may be different servers.
import { colours, face_count } from './avatars.js';
import { base_path, local } from './storage.js';

/** Of all paths, before each had its own: the first token to try. */
const older_key = 'cubilete.player';
const most_tried = 6; // on one connection; all but the first are tried only if the server does not know those before
const max_tokens = 50;

/** @typedef {{token: string, server?: string}} Kept a token, and the id of the server that knows it */
/** @typedef {{name?: string, avatar?: number, tokens: Kept[]}} Identity the token that was used last comes first */

/** @param {string} path of the page's base @param {Pick<typeof local, 'get' | 'set'>} storage */
export function identity_at(path, storage) {
  const key = `${older_key} ${path}`;
  /** The tokens that the server does not know, until it answers hello. @type {Set<string>} */
  const refused = new Set();
  /** The token by which the server knows this page's player. @type {string | undefined} */
  let used_token;

  /** @returns {Identity} */
  const read = () => {
    try {
      const own = storage.get(key);
      const { name, avatar, token, tokens } = JSON.parse(own ?? storage.get(older_key) ?? '{}');
      const all = own ? tokens : [{ token }];
      const valid = all.filter((/** @type {{token?: unknown} | null} */ one) => typeof one?.token === 'string');
      return { ...(typeof name === 'string' && { name }), ...(Number.isInteger(avatar) && { avatar }), tokens: valid };
    } catch {
      return { tokens: [] };
    }
  };
  /** @param {Partial<Identity>} change Undefined fields are removed. */
  const write = (change) => storage.set(key, JSON.stringify({ ...read(), ...change }));
  const current_token = () => {
    const usable = read().tokens.filter(({ token }) => !refused.has(token));
    const next = usable.find(({ token }) => token === used_token) ?? usable[0]; // another tab may have stored its own since
    return refused.size < most_tried ? next?.token : undefined;
  };

  return {
    /** @returns {{name?: string, token?: string}} for the next hello */
    remembered() {
      const { name } = read();
      const token = current_token();
      return { ...(name !== undefined && { name }), ...(token !== undefined && { token }) };
    },
    /** The avatar of a new guest: the last one here, at first a random one. The server keeps those of the others. */
    first_avatar() {
      const avatar = read().avatar ?? Math.floor(Math.random() * face_count * colours);
      write({ avatar });
      return avatar;
    },
    /** @param {number | undefined} avatar */
    remember_avatar: (avatar) => avatar !== read().avatar && write({ avatar }),
    /** @param {string | undefined} name */
    remember_name: (name) => write({ name }),
    /** The server does not know the token: the next hello has the next one, or none. */
    reject_token() {
      const token = current_token();
      if (token !== undefined) refused.add(token);
    },
    /**
     * To call with the reply to hello.
     * @param {{token?: string, server?: {id?: string}}} reply @param {boolean} [instead] it replaces the token that we had
     */
    greeted({ token: given, server }, instead = false) {
      const had = current_token();
      const { tokens } = read();
      const token = given ?? had;
      refused.clear();
      if (token === undefined) return;
      used_token = token;
      const used = { token, ...(server?.id && { server: server.id }) };
      const others = tokens.filter((one) => one.token !== token && !(instead && one.token === had));
      // Those of this very server come last: it has just refused them, unless they are of another device.
      const is_here = (/** @type {Kept} */ one) => used.server !== undefined && one.server === used.server;
      const all = [used, ...others.filter((one) => !is_here(one)), ...others.filter(is_here)].slice(0, max_tokens);
      if (JSON.stringify(all) !== JSON.stringify(tokens)) write({ tokens: all });
    },
    /** The player was deleted. */
    forget() {
      write({ name: undefined, avatar: undefined, tokens: read().tokens.filter(({ token }) => token !== used_token) });
    },
  };
}

export const { remembered, remember_name, first_avatar, remember_avatar, reject_token, greeted, forget } = identity_at(base_path(), local);
export const { forgets } = local;
