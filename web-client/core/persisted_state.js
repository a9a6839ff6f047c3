// @ts-check
// Stores what a game's view remembers of a match (dice kept back, cards chosen), and the chat line being written, so that a reload keeps them.
import { local, server_key, session } from './storage.js';

const key = 'cubilete.kept';
const draft_key = 'cubilete.draft';

/** @param {string} match @param {object} local */
export const store_local = (match, local) => session.set(key, JSON.stringify({ match, local }, encode_collections));

/** @param {string} match @returns {object | undefined} */
export function stored_local(match) {
  const found = read(key, decode_collections);
  return found?.match === match ? found.local : undefined;
}

/** @param {string} room @param {string} text */
export const store_draft = (room, text) => session.set(draft_key, JSON.stringify({ room, text }));

/** @param {string} room @returns {string} */
export function stored_draft(room) {
  const found = read(draft_key);
  return found?.room === room && typeof found.text === 'string' ? found.text : '';
}

/** @param {string} at @param {(key: string, value: Collected) => unknown} [reviver] @returns {{match?: string, local?: object, room?: string, text?: unknown, as?: unknown} | null} null if what is stored is damaged */
function read(at, reviver) {
  try {
    return JSON.parse(session.get(at) ?? 'null', reviver);
  } catch {
    return null;
  }
}

const role_key = 'cubilete.role';
/** As what this page has joined a room: who watches or waits has no seat by which the server would know them. Null forgets that of this room alone.
 * @param {string} room @param {'player' | 'spectator' | null} as */
export const store_role = (room, as) => (as ?? stored_role(room)) && session.set(role_key, JSON.stringify({ room, as }));

/** @param {string} room @returns {'player' | 'spectator' | null} */
export function stored_role(room) {
  const found = read(role_key);
  return found?.room === room && (found.as === 'player' || found.as === 'spectator') ? found.as : null;
}

const name_key = 'cubilete.name';
/** A name that is typed but not saved, for the page's next load. @param {string} name */
export const store_typed_name = (name) => session.set(name_key, name);

/** Returns it once; empty without one. */
export function take_typed_name() {
  const name = session.get(name_key) ?? '';
  if (name) session.set(name_key, '');
  return name;
}

const left_room_key = 'cubilete.left';
/** The room whose running match this player has left last; empty: its match is over. @param {string} room */
export const store_left = (room) => local.set(server_key(left_room_key), room);
export const stored_left = () => local.get(server_key(left_room_key)) || null;

/** As a Set and a Map are stored. @typedef {{'.set'?: unknown[], '.map'?: [unknown, unknown][]} | null} Collected */
/** @param {string} _ @param {unknown} value */
const encode_collections = (_, value) =>
  value instanceof Set ? { '.set': [...value] } : value instanceof Map ? { '.map': [...value] } : value;
/** @param {string} _ @param {Collected} value */
const decode_collections = (_, value) => (value?.['.set'] ? new Set(value['.set']) : value?.['.map'] ? new Map(value['.map']) : value);
