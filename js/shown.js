// @ts-check
// What a viewer is shown of an entry, as the record binds it (docs/fairness.md, "What is shown"). The texts are those of the
// server's JSON, without spaces, in its order.
import { hash, hex, u64 } from './fairness.js';

/** The newest entry's push, as it came. @typedef {{seq: number, to_act?: unknown, view?: unknown, you?: unknown, events?: unknown, entries?: unknown, result?: any}} Push */
/**
 * Hashes of 24 hexadecimal digits: what a watcher with this view sees, what this seat sees (null for a spectator), and the
 * events alone; the faces of the dice that were thrown, or null.
 * @typedef {[watcher: string, seat: string | null, events: string, faces: number[] | null]} Shown
 */

/** The version of the views that the hashes of a record are of. */
export const views_version = 1;

/** The faces of dice with names; the others are numbers. */
const face_names = ['A', 'K', 'Q', 'J', '10', '9'];

const short_hash = (/** @type {(Uint8Array | string)[]} */ ...parts) => hex(hash(...parts)).slice(0, 24);
const text = (/** @type {unknown} */ value) => JSON.stringify(value ?? null);

/** JSON whose members are sorted by name at every depth: the record has them in another order than the push.
 *  @param {any} value @returns {string} */
function sorted_text(value) {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(sorted_text).join(',')}]`;
  if (typeof value !== 'object' || value === null) return text(value);
  const members = Object.keys(value).sort().map((name) => `${text(name)}:${sorted_text(value[name])}`);
  return `{${members.join(',')}}`;
}

/** @param {Push} push */
export const view_hash = ({ seq, to_act, view }) => hash('cubilete/dice/view/1', u64(seq), text(to_act), text(view));

/** @param {number} seq @param {any} events */
export const events_hash = (seq, events) => short_hash('cubilete/dice/events/1', u64(seq), sorted_text(events));

/** Another push of the same entry must show the same. @param {Push} push @returns {[view: string, you: string]} */
export const sight_hashes = (push) => [hex(view_hash(push)), short_hash('cubilete/dice/you/1', push.you ? text(push.you) : '')];

/** @param {Push} push @param {any[]} events of its entry alone @returns {Shown} */
export function shown_hashes(push, events) {
  const [view, seen] = [view_hash(push), text(events)];
  const seat = push.you ? short_hash('cubilete/dice/shown/1', view, seen, text(push.you)) : null;
  return [short_hash('cubilete/dice/shown/1', view, seen, ''), seat, events_hash(push.seq, events), faces_of(events)];
}

/** The faces of all dice that these events show as thrown. @param {any[]} events @returns {number[] | null} */
function faces_of(events) {
  const thrown = events.flatMap((event) => {
    if (!['rolled', 'rolloff', 'bottoms'].includes(event?.e) || !Array.isArray(event.dice)) return [];
    const { dice, thrown } = event;
    return Array.isArray(thrown) ? thrown.map((at) => dice[at]) : dice;
  });
  return thrown.length > 0 ? thrown.map((face) => face_of(face) ?? 0) : null;
}

/** Null for what is no face. @param {any} said @returns {number | null} */
export function face_of(said) {
  if (typeof said === 'string') return face_names.indexOf(said) + 1 || null;
  return Number.isSafeInteger(said) && said >= 1 && said <= 255 ? said : null;
}
