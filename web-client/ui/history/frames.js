// @ts-check
// Prepares a finished match from the HTTP API: the public view after each entry, the scores over time, and the dice statistics. Pure.

import { full_view } from '../../core/full_push.js';

/** @import { By, GameEvent, MatchPush } from '../../core/shapes.js' */
/** @import { View } from '../../core/types.js' */
/** @typedef {{id: string | null, name: string, bot: boolean, avatar?: number}} Person */
/** @typedef {{op: string, path: string, value?: unknown}} Change RFC 6902 */
/** @typedef {{seq: number, by: By, draws: {dice?: (number | string)[]}[], events: GameEvent[], at_ms: number,
 *     hash: string, extra?: {drawn?: unknown[]}, about?: MatchPush['about'], view?: View, patch?: Change[]}} Entry */
/** @typedef {{id: string, game: string, settings: {options: import('../../core/types.js').OptionValues}, started_ms: number,
 *     ended_ms: number | null, seats: Person[], result: import('../../core/types.js').Result | null, log?: Entry[],
 *     replay?: boolean, kept?: boolean, proof?: import('../../../js/protocol.js').Proof}} Record */
/** @typedef {{seq: number, by: By, events: GameEvent[], view: View, at_ms: number, hash: string}} Frame */

/** @type {WeakMap<object, Frame[]>} */
const known = new WeakMap();

/** The public view after each entry; empty if the server no longer knows these rules. @param {Record} record */
export function replay_frames(record) {
  const before = known.get(record);
  if (before) return before;
  /** @type {Frame[]} */
  const frames = [];
  /** @type {MatchPush['about']} */
  let constant;
  /** @type {View | undefined} */
  let last;
  for (const { seq, by, events, at_ms, hash, about, view, patch } of record.replay ? (record.log ?? []) : []) {
    constant ??= about;
    last = view ?? (last && patch ? apply_patch(last, patch) : undefined);
    if (!last) break;
    frames.push({ seq, by, events, view: full_view(constant, last), at_ms, hash });
  }
  known.set(record, frames);
  return frames;
}

/**
 * Applies a patch without changing the original; unchanged parts are shared.
 * @template T @param {T} value @param {Change[]} changes @returns {T}
 */
export const apply_patch = (value, changes) => changes.reduce((now, change) => apply_change(now, pointer_keys(change.path), change), value);

/** @param {string} path a JSON pointer */
const pointer_keys = (path) =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** @param {any} node @param {string[]} keys @param {Change} change @returns {any} */
function apply_change(node, [key, ...rest], change) {
  if (key === undefined) return change.value;
  const copy = Array.isArray(node) ? [...node] : { ...node };
  if (rest.length > 0) copy[key] = apply_change(copy[key], rest, change);
  else if (!Array.isArray(copy)) {
    if (change.op === 'remove') delete copy[key];
    else copy[key] = change.value;
  } else if (change.op === 'remove') copy.splice(Number(key), 1);
  else if (change.op === 'add') copy.splice(key === '-' ? copy.length : Number(key), 0, change.value);
  else copy[Number(key)] = change.value;
  return copy;
}

/**
 * The value of each seat after each round, or after each entry if there was only one round.
 * @param {Frame[]} frames @param {(view: View, seat: number) => number} measure
 * @returns {{by_round: boolean, steps: {at: number, values: number[]}[]}}
 */
export function values_by_round(frames, measure) {
  const values = (/** @type {View} */ view) => view.seats.map((_, seat) => measure(view, seat));
  /** @type {Map<number, number[]>} */
  const rounds = new Map();
  // The entry that ends a round begins the next one.
  for (const [at, { view }] of frames.entries()) rounds.set(view.round, values((frames[at + 1] ?? frames[at]).view));
  const by_round = rounds.size > 2;
  const steps = by_round
    ? [...rounds].map(([at, those]) => ({ at, values: those }))
    : frames.map(({ view, seq }) => ({ at: seq, values: values(view) }));
  return { by_round, steps };
}

const poker = ['9', '10', 'J', 'Q', 'K', 'A'];

/**
 * How often each face was thrown by all players, without the throws for the start; null for games without dice.
 * @param {Record} record @returns {{faces: string[], counts: number[], total: number} | null}
 */
export function face_counts({ log = [] }) {
  const thrown = log
    .filter(({ seq }) => seq > 1)
    .flatMap(({ draws }) => draws.flatMap(({ dice }) => dice ?? []))
    .map(String);
  if (thrown.length === 0) return null;
  const faces = thrown.every((face) => /^[1-6]$/.test(face)) ? ['1', '2', '3', '4', '5', '6'] : poker;
  return {
    faces,
    counts: faces.map((face) => thrown.filter((one) => one === face).length),
    total: thrown.length,
  };
}
