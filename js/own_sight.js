// @ts-check
// Compares what the notes say of a match besides its secrets with its record: what was shown, who played, and the own moves
// (docs/fairness.md, "Notes"). The server's command has the same texts.
import { equal } from './contributor_checks.js';
import { Fault, has_own, integer, is_object, array_member, Malformed, member, text } from './fairness_verify.js';
import { events_hash, views_version } from './shown.js';

/** @typedef {{watcher: string, seat: string | null, events: string, faces: number[] | null}} Sight */
/** @typedef {{id: string, n: number, move: unknown, seq: number | null}} Move */

const digits = 24;
const is_short = (/** @type {unknown} */ value) => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);
const is_face = (/** @type {any} */ face) => Number.isSafeInteger(face) && face >= 0 && face <= 255;

/** @param {unknown} notes */
export function read_sight(notes) {
  return { shown: read_shown(notes), result: member(notes, 'result'), people: read_people(notes), moves: read_moves(notes), ended: read_ended(notes) };
}

/** By entry, rising; null for notes of an older program. @param {unknown} notes @returns {Map<number, Sight> | null} */
function read_shown(notes) {
  const shown = member(notes, 'shown');
  if (shown === null) return null;
  if (!is_object(shown)) throw new Malformed('shown');
  const read = Object.entries(shown).map(([seq, sight]) => {
    const [watcher, seat, events, faces] = Array.isArray(sight) && sight.length === 4 ? sight : [];
    if (!/^[1-9][0-9]{0,15}$/.test(seq) || ![watcher, seat ?? watcher, events].every(is_short)) throw new Malformed('shown');
    if (faces !== null && !(Array.isArray(faces) && faces.every(is_face))) throw new Malformed('shown');
    return /** @type {[number, Sight]} */ ([Number(seq), { watcher, seat, events, faces }]);
  });
  return new Map(read.sort(([one], [other]) => one - other));
}

/** @param {unknown} notes @returns {(string | null)[] | null} */
function read_people(notes) {
  if (member(notes, 'people') === null) return null;
  const people = array_member(notes, 'people');
  if (!people.every((id) => id === null || typeof id === 'string')) throw new Malformed('people');
  return people;
}

/** @param {unknown} notes @returns {Move[] | null} null: of an older program */
function read_moves(notes) {
  if (member(notes, 'moves') === null) return null;
  try {
    return array_member(notes, 'moves').map((sent) => {
      const seq = member(sent, 'seq') === null ? null : integer(sent, 'seq', 1);
      return { id: text(sent, 'id'), n: integer(sent, 'n', 0), move: member(sent, 'move'), seq };
    });
  } catch (fault) {
    throw fault instanceof Malformed ? new Malformed('moves') : fault;
  }
}

/** @param {unknown} notes @returns {string | null} */
function read_ended(notes) {
  const ended = member(notes, 'ended');
  if (![null, 'finished', 'abandoned', 'void', 'unopened', 'no_record'].includes(ended)) throw new Malformed('ended');
  return ended;
}

/**
 * Returns how many entries were shown as the record says; null if nothing can be compared.
 * @param {any} record a fair one @param {Map<number, Sight> | null} shown @param {number | null} seat
 */
export function compare_shown({ log, proof, replay }, shown, seat) {
  const is_known = member(member(log[0], 'extra'), 'views') === views_version;
  const drawn_values = (/** @type {any} */ { extra }) => member(extra, 'drawn') ?? [];
  const hides = log.some((/** @type {unknown} */ entry) => drawn_values(entry).some((/** @type {any} */ { kind }) => kind === 'shuffle'));
  const place = Object.keys(proof.tips).map(Number).sort((one, other) => one - other).indexOf(seat ?? -1);
  let agree = 0;
  for (const [seq, sight] of shown ?? []) {
    if (seq > log.length) break;
    const wrong = (/** @type {string} */ reason) => new Fault(reason, 'FALSE', seq);
    const { extra, events } = log[seq - 1];
    const thrown = drawn_values(log[seq - 1]).filter((/** @type {any} */ { kind }) => kind === 'dice').flatMap((/** @type {any} */ { result }) => result);
    if (sight.faces !== null && !equal(sight.faces, thrown)) throw wrong('other dice were shown than are recorded');
    const said = is_known ? member(extra, 'shown') : null;
    if (said !== null) {
      const shown_hash = (/** @type {number} */ at) => said.slice(digits * at, digits * (at + 1));
      const same = sight.seat !== null && place >= 0 ? sight.seat === shown_hash(place + 1) : sight.watcher === shown_hash(0);
      if (!same) throw wrong('something else was shown than is recorded');
      ++agree;
      if (!hides && seat !== null && sight.watcher !== shown_hash(0)) throw wrong(`seat ${seat} was shown something else than the others`);
    }
    if (!hides && replay === true && Array.isArray(events) && events_hash(seq, events) !== sight.events)
      throw wrong('the record has other events than were shown');
  }
  return is_known && shown ? agree : null;
}

/** @param {any} record @param {(string | null)[] | null} people */
export function compare_people({ seats }, people) {
  if (people === null || !Array.isArray(seats)) return;
  const differs = (/** @type {unknown} */ seat, /** @type {number} */ at) => typeof people[at] === 'string' && typeof member(seat, 'id') === 'string' && member(seat, 'id') !== people[at];
  if (seats.length !== people.length || seats.some(differs)) throw new Fault('the record has other people at its seats');
}

/** @param {any} record @param {Move[]} moves @param {number | null} seat */
export function compare_moves({ log, result }, moves, seat) {
  if (seat === null) return;
  for (const { id, n, move, seq } of moves) {
    const wrong = (/** @type {number} */ at) => new Fault('it is not the move that was sent', 'FALSE', at);
    const is_own = (/** @type {any} */ entry) => entry.id === id && member(entry.by, 'seat') === seat;
    if (seq !== null && seq > log.length) {
      const reason = member(result, 'reason');
      if (seq === log.length + 1 && typeof reason === 'string' && reason !== 'finished') continue; // it was broken off
      throw wrong(seq);
    }
    const entry = seq === null ? log.find(is_own) : log[seq - 1];
    if (!entry) continue;
    if (seq !== null && !(is_own(entry) && entry.n === n)) throw wrong(seq);
    if (!same_move(move, entry.move)) throw wrong(entry.seq);
  }
}

/**
 * A move as it was sent and as the log has it: texts are other spellings, members may be more, and places in another order.
 * @param {any} sent @param {any} logged
 */
function same_move(sent, logged) {
  if (typeof sent === 'string' && is_object(logged)) return true;
  if (!is_object(sent) || !is_object(logged)) return equal(sent, logged);
  return Object.keys(sent).every((name) => !has_own(logged, name) || same_part(sent[name], logged[name]));
}

/** @param {unknown} one @param {unknown} other */
function same_part(one, other) {
  if (!Array.isArray(one) || !Array.isArray(other)) return equal(one, other);
  const rest = [...other];
  for (const part of one) {
    const at = rest.findIndex((each) => equal(each, part));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return rest.length === 0;
}

/** The moves of the seat that the notes do not have. @param {any} record @param {Move[] | null} moves @param {number | null} seat */
export function count_unknown_moves({ log }, moves, seat) {
  if (moves === null || seat === null) return 0;
  const sent = new Set(moves.map(({ id }) => id));
  const is_own = (/** @type {any} */ { by }) => member(by, 'seat') === seat && member(by, 'house') !== true && member(by, 'hint') !== true;
  return log.filter((/** @type {any} */ entry) => is_own(entry) && !sent.has(entry.id)).length;
}
