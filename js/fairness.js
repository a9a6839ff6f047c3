// @ts-check
// The arithmetic of provable dice (docs/fairness.md): chains of secrets, commitments, the key of a match, its draws.
// Everything is SHA-256 or HMAC-SHA-256 over a list of parts, each preceded by its length as four bytes, big-endian;
// the first part is a tag that names the purpose. Numbers are big-endian. It uses neither DOM nor Node: bots and the
// page can share it.
import { hmac_sha256, sha256 } from './sha256.js';

/** @typedef {Uint8Array} Bytes */
/**
 * By seat: 32 bytes that the seat has published, or null if they came too late.
 * @typedef {Map<number, Bytes | null>} Values
 */
/**
 * A draw that a game asks for. dice: `a` dice (1 to 6) of `b` faces (1 to 255); pick: one of 0 to a-1, b = 0; shuffle: `a`
 * cards (0 to 256), b = 0. `k` counts the draws of the match from 0.
 * @typedef {{k: number, kind: string, a: number, b: number}} Request
 */

export const chain_length = 4096;
/** @type {Map<string, number>} */
export const kinds = new Map([['dice', 1], ['pick', 2], ['shuffle', 3]]);

const utf8 = new TextEncoder();

/** @param {Bytes} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
/** @param {string} text an even number of hexadecimal digits */
export const from_hex = (text) => Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
/** @param {Bytes} one @param {Bytes} other */
export const equal_bytes = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

/** @param {number} number @returns {Bytes} */
export function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** @param {number} number up to 2^53 - 1 @returns {Bytes} */
export const u64 = (number) => concat([u32(Math.floor(number / 2 ** 32)), u32(number % 2 ** 32)]);

/** @param {Bytes[]} pieces */
function concat(pieces) {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** @param {(Bytes | string)[]} parts */
function joined(parts) {
  const bytes = parts.map((part) => (typeof part === 'string' ? utf8.encode(part) : part));
  return concat(bytes.flatMap((part) => [u32(part.length), part]));
}

/** @param {(Bytes | string)[]} parts texts are hashed as UTF-8 */
export const hash = (...parts) => sha256(joined(parts));

/** The commitment that the server publishes before any seat sends its tip. @param {string} match @param {Bytes} seed */
export const commitment = (match, seed) => hash('cubilete/dice/server/1', match, seed);

/** The parts of a link's hash, without the link. */
const before_link = joined(['cubilete/dice/chain/1', new Uint8Array(32)]).subarray(0, -32);

/** @param {Bytes} link 32 bytes @returns {Bytes} */
export function next_link(link) {
  const bytes = new Uint8Array(before_link.length + 32); // joined() would take most of the time of a chain
  bytes.set(before_link);
  bytes.set(link, before_link.length);
  return sha256(bytes);
}

/** Of this many links of a chain one stays in memory. */
const checkpoint_interval = 64;

/**
 * The values that a seat gives in one match. The tip is known from the start; the others are published from the tip
 * backwards, so that nobody can compute the next one. It keeps 4 KiB.
 */
export class Chain {
  #length;
  #made = 0;
  #link;
  /** Every `step`th link, from the secret on. @type {Bytes[]} */
  #checkpoints = [];
  /** A cache: the links from `#checkpoints[from]` to the next one that is kept, computed for the last value. @type {{from: number, links: Bytes[]}} */
  #part = { from: -1, links: [] };

  /** Computes nothing yet. @param {Bytes} secret 32 random bytes @param {number} [length] */
  constructor(secret, length = chain_length) {
    this.#link = secret;
    this.#length = length;
  }

  /** Computes that many more links: all take 5 to 20 ms on a desktop, too long at once for a page on a slow phone. */
  make(links = this.#length) {
    const until = Math.min(this.#length, this.#made + links);
    for (; this.#made < until; ++this.#made) {
      if (this.#made % checkpoint_interval === 0) this.#checkpoints.push(this.#link);
      this.#link = next_link(this.#link);
    }
  }

  get tip() {
    this.make();
    return this.#link;
  }

  /**
   * Number 0 is the reveal, 1 the first value after it.
   * @param {number} number @returns {Bytes | undefined} nothing when the chain is used up
   */
  value(number) {
    const at = this.#length - 1 - number;
    if (at < 0 || number < 0) return undefined;
    this.make();
    const from = Math.floor(at / checkpoint_interval);
    if (from !== this.#part.from) {
      const links = [this.#checkpoints[from]];
      while (links.length < checkpoint_interval) links.push(next_link(links[links.length - 1]));
      this.#part = { from, links };
    }
    return this.#part.links[at % checkpoint_interval];
  }
}

/**
 * The mark that the roster has in place of a player's id; only that player's clients get the nonce.
 * @param {Bytes} nonce 16 bytes @param {string} player
 */
export const player_mark = (nonce, player) => hash('cubilete/dice/player/1', nonce, player);

/**
 * Covers all that is fixed before the seats reveal.
 * @param {string} match @param {Bytes} commit @param {string} settings the text of entry 1's move
 * @param {string} players @param {Map<number, Bytes>} tips
 */
export function roster_hash(match, commit, settings, players, tips) {
  const named = in_order(tips).map(([seat, tip]) => concat([u32(seat), tip]));
  return hash('cubilete/dice/roster/1', match, commit, settings, players, ...named);
}

/** @template Value @param {Map<number, Value>} by_seat */
export const in_order = (by_seat) => [...by_seat].sort(([one], [other]) => one - other);

/** A part for each seat: its value, or the mark that it gave none. @param {Values} values */
function value_parts(values) {
  return in_order(values).map(([seat, value]) =>
    value ? concat([u32(seat), Uint8Array.of(1), value]) : concat([u32(seat), Uint8Array.of(0)]),
  );
}

/**
 * The key of a match's draws.
 * @param {Bytes} seed @param {Bytes} roster @param {Values} reveals of every seat of the roster, without others
 */
export const draw_key = (seed, roster, reveals) =>
  hmac_sha256(seed, joined(['cubilete/dice/key/1', roster, ...value_parts(reveals)]));

/** @param {Request} request */
export function is_valid_request({ kind, a, b }) {
  if (kind === 'dice') return 1 <= a && a <= 6 && 1 <= b && b <= 255;
  if (kind === 'pick') return 1 <= a && a <= 0x7fffffff && b === 0;
  return kind === 'shuffle' && 0 <= a && a <= 256 && b === 0;
}

/**
 * The 32-bit words of a draw, without end.
 * @param {Bytes} key @param {Request} request @param {Values} fresh
 */
export const words = (key, { k, kind, a, b }, fresh) =>
  words_of(key, 'cubilete/dice/draw/1', u64(k), u32(kinds.get(kind) ?? 0), u32(a), u32(b), ...value_parts(fresh));

/**
 * The 32-bit words of these parts and the number of a block, without end.
 * @param {Bytes} key @param {(Bytes | string)[]} parts
 */
export function* words_of(key, ...parts) {
  for (let block = 0; ; ++block) {
    const made = new DataView(hmac_sha256(key, joined([...parts, u32(block)])).buffer);
    for (let at = 0; at < 32; at += 4) yield made.getUint32(at);
  }
}

/**
 * One of 0 to n-1, each from equally many words; a word that is left over is skipped.
 * @param {Iterator<number, any>} source @param {number} n @param {number} [range] how many different words there are
 * @returns {number}
 */
export function uniform_below(source, n, range = 2 ** 32) {
  for (;;) {
    const word = source.next().value;
    if (word < range - (range % n)) return word % n;
  }
}

/**
 * The faces; the picked number alone; or for each place of the pile, the top first, where its card was before.
 * @param {Bytes} key @param {Request} request @param {Values} fresh
 */
export function draw(key, request, fresh) {
  const source = words(key, request, fresh);
  const { kind, a, b } = request;
  if (kind === 'dice') return Array.from({ length: a }, () => 1 + uniform_below(source, b));
  if (kind === 'pick') return [uniform_below(source, a)];
  const places = Array.from({ length: a }, (_, place) => place);
  for (let last = a - 1; last > 0; --last) {
    const other = uniform_below(source, last + 1);
    [places[last], places[other]] = [places[other], places[last]];
  }
  return places;
}
