// @ts-check
// Compares the record of a match with a player's own notes of it (docs/fairness.md, "Notes"). The server's command has
// the same texts.
import { equal } from './contributor_checks.js';
import { chain_length, from_hex, hex, player_mark } from './fairness.js';
import { check_dice, digest, Fault, has_own, integer, is_object, array_member, Malformed, member, same_values } from './fairness_verify.js';
import { seat_values, text } from './fairness_verify.js';
import { compare_moves, compare_people, compare_shown, read_sight, count_unknown_moves } from './own_sight.js';
import { read_json } from './strict_json.js';
import { recent_endings } from './verdict_text.js';

/** @typedef {import('./fairness.js').Bytes} Bytes */
/** @typedef {import('./fairness_verify.js').Verdict} Verdict */
/** @typedef {{seq: number, hash: Bytes, by: unknown, n: number, move: unknown, k: number, seats: unknown[], value: Bytes | null,
 *     accepted: boolean}} Ask */

/**
 * The notes of a match; null if there are none. `lines`: the text of a file of notes. Damaged lines are skipped.
 * @param {string} lines @param {unknown} match @returns {unknown}
 */
export function find_notes(lines, match) {
  let found = null;
  for (const line of lines.split('\n')) {
    try {
      const notes = read_json(line);
      if (typeof match === 'string' && member(notes, 'match') === match) found = notes;
    } catch {
      continue;
    }
  }
  return found;
}

/** How the last matches of a file of notes ended, of those at the server of `own`; older notes do not say where they were. @param {string} lines @param {unknown} own notes @returns {string[]} */
export function ends_of(lines, own) {
  const server = member(own, 'server');
  const ends = lines.split('\n').map((line) => {
    try {
      const notes = read_json(line);
      return [null, server].includes(member(notes, 'server')) ? member(notes, 'ended') : null;
    } catch {
      return null;
    }
  });
  return recent_endings(ends);
}

/** @param {unknown} object @param {string} name */
const optional_digest = (object, name) => (member(object, name) === null ? null : digest(object, name));

/** @param {unknown} object @param {string} name */
function flag(object, name) {
  const value = member(object, name) ?? false;
  if (typeof value !== 'boolean') throw new Malformed(name);
  return value;
}

/** @param {unknown} ask @returns {Ask} */
function read_ask(ask) {
  if (!is_object(ask)) throw new Malformed('asks');
  return {
    seq: integer(ask, 'seq', 2),
    hash: digest(ask, 'hash'),
    by: member(ask, 'by'),
    n: integer(ask, 'n', 0),
    move: member(ask, 'move'),
    k: integer(ask, 'k', 0),
    seats: array_member(ask, 'seats'),
    value: optional_digest(ask, 'value'),
    accepted: flag(ask, 'accepted'),
  };
}

/** Two entries and all between them. @param {unknown} span @returns {[number, number]} */
function read_span(span) {
  const [first, last] = Array.isArray(span) && span.length === 2 ? span : [];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 1 || last < first) throw new Malformed('live');
  return [first, last];
}

/** @param {unknown} notes */
function nonce_of(notes) {
  const nonce = text(notes, 'nonce');
  if (!/^[0-9a-f]{32}$/.test(nonce)) throw new Malformed('nonce');
  return from_hex(nonce);
}

/** @param {unknown} notes */
function read_notes(notes) {
  const commit = optional_digest(notes, 'commit');
  const [settings, players] = ['settings', 'players'].map((name) => (commit ? text(notes, name) : ''));
  const seat = member(notes, 'seat') === null ? null : integer(notes, 'seat', 0, 255);
  const fields = {
    commit, settings, players, seat,
    ...(seat === null || member(notes, 'nonce') === null
      ? { player: '', nonce: null }
      : { player: text(notes, 'player'), nonce: nonce_of(notes) }),
    tip: optional_digest(notes, 'tip'),
    tip_accepted: flag(notes, 'tip_accepted'),
    reveal_accepted: flag(notes, 'reveal_accepted'),
    roster: optional_digest(notes, 'roster'),
    reveals: member(notes, 'reveals') === null ? null : seat_values(notes, 'reveals'),
    asks: array_member(notes, 'asks').map(read_ask),
    seq: integer(notes, 'seq', 0),
    hash: optional_digest(notes, 'hash'),
    faults: array_member(notes, 'faults'),
  };
  if (!fields.faults.every((fault) => typeof fault === 'string')) throw new Malformed('faults');
  const witness = flag(notes, 'witness');
  const live = member(notes, 'live') === null ? [] : array_member(notes, 'live').map(read_span);
  return { ...fields, witness, live, ...read_sight(notes) };
}

/** @typedef {ReturnType<typeof read_notes>} Known */

/**
 * @param {any} record a fair one @param {Known} notes with a commitment
 * @param {boolean} own whether the roster has the tip of the notes
 */
function compare_start({ proof }, notes, own) {
  const { seat } = notes;
  if (proof.commit !== hex(/** @type {Bytes} */ (notes.commit))) throw new Fault('the notes have another commitment');
  if (proof.settings !== notes.settings) throw new Fault('the notes have other settings');
  if (proof.players !== notes.players) throw new Fault('the notes have other players');
  if (seat !== null) {
    if (notes.nonce && JSON.parse(proof.players)[seat] !== hex(player_mark(notes.nonce, notes.player)))
      throw new Fault(`seat ${seat} is not the player of the notes`);
    if (notes.tip !== null && notes.tip_accepted && !own) {
      if (!has_own(proof.tips, seat)) throw new Fault(`the tip of seat ${seat} came in time and is missing`);
      throw new Fault(`seat ${seat} has another tip than in the notes`);
    }
  }
  if (notes.roster !== null && proof.roster !== hex(notes.roster)) throw new Fault('the notes have another roster');
  if (own && notes.reveal_accepted && proof.reveals[Number(seat)] === null)
    throw new Fault(`the reveal of seat ${seat} came in time and is missing`);
  if (notes.reveals !== null && !same_values(notes.reveals, seat_values(proof, 'reveals')))
    throw new Fault('the notes have other reveals');
}

/**
 * Returns the number of entries that were shown as the record says; null if nothing can be compared.
 * @param {any} record a fair one @param {Known} notes @param {boolean} own whether the roster has the tip of the notes
 */
function compare(record, notes, own) {
  const { proof, log, result } = record;
  const { seat } = notes;
  if (notes.commit) compare_start(record, notes, own);
  for (const ask of notes.asks) compare_ask(record, ask, seat);
  if (notes.seq > log.length) throw new Fault(`the notes have an entry ${notes.seq}, the log ends before it`);
  if (notes.seq > 0 && notes.hash !== null && log[notes.seq - 1].hash !== hex(notes.hash))
    throw new Fault('the notes have another hash', 'FALSE', notes.seq);
  const agree = compare_shown(record, notes.shown, seat);
  if (notes.result !== null && !equal(notes.result, result)) throw new Fault('another result was shown than is recorded');
  compare_people(record, notes.people);
  compare_moves(record, notes.moves ?? [], seat);
  if (notes.faults.length > 0) throw new Fault(`noticed during the match: ${notes.faults[0]}`);
  if (notes.witness && notes.reveals !== null) compare_live(log, notes, own && proof.reveals[Number(seat)] !== null);
  return agree;
}

/**
 * Why the notes' seat has no say in the dice; null if it has one, or without a seat.
 * @param {any} record @param {Known} notes @param {boolean} own @param {number} draws with its value
 */
function left_out({ proof, log }, { seat, witness, live }, own, draws) {
  if (seat === null) return null;
  if (!own && has_own(proof.tips, seat)) return `another device holds the secret of seat ${seat}: check with its notes`;
  if (!own) return `the secret of seat ${seat} is not in the key`;
  const has_draw = (/** @type {number} */ seq) => seq > 1 && member(log[seq - 1].extra, 'drawn') !== null;
  const shown = log.some((/** @type {unknown} */ _, /** @type {number} */ at) => has_draw(at + 1) && is_live(live, at + 1));
  return witness && draws === 0 && shown ? `the value of seat ${seat} is in no throw` : null;
}

/** @param {[number, number][]} live @param {number} seq */
const is_live = (live, seq) => live.some(([first, last]) => first <= seq && seq <= last);

/**
 * Each draw that the server showed when it was made was asked for.
 * @param {any[]} log @param {ReturnType<typeof read_notes>} notes @param {boolean} takes_part the seat has a say in the first entry
 */
function compare_live(log, { seat, asks, live }, takes_part) {
  const asked = new Set(asks.map(({ seq }) => seq));
  if (asks.filter(({ value }) => value !== null).length >= chain_length - 1) takes_part = false;
  for (const [at, { extra }] of log.entries()) {
    const seq = at + 1;
    if (seq === 1 || member(extra, 'drawn') === null) continue;
    if (is_live(live, seq) && !asked.has(seq) && (extra.seats.length > 0 || takes_part))
      throw new Fault('it drew, but the server did not ask for it', 'FALSE', seq);
    if (seat !== null && extra.fresh[seat] === null) takes_part = false;
  }
}

/** @param {any} record @param {Ask} ask @param {number | null} seat */
function compare_ask({ log, result }, ask, seat) {
  const { seq } = ask;
  const wrong = (/** @type {string} */ reason) => new Fault(reason, 'FALSE', seq);
  if (seq > log.length) {
    const reason = member(result, 'reason');
    if (seq === log.length + 1 && typeof reason === 'string' && reason !== 'finished') return; // it was broken off
    throw new Fault(`entry ${seq} was asked for and is missing`);
  }
  const { by, n, move, extra } = log[seq - 1];
  if (log[seq - 2].hash !== hex(ask.hash)) throw wrong('the question followed another entry before it');
  if (!equal(by, ask.by) || n !== ask.n || !equal(move, ask.move)) throw wrong('it is not the one that was asked for');
  const drawn = member(extra, 'drawn');
  if (drawn === null) throw wrong('it drew nothing, but was asked for');
  if (drawn[0].k !== ask.k) throw wrong('its first draw is not the one that was asked for');
  if (!equal(extra.seats, ask.seats)) throw wrong('its seats are not those that were asked');
  if (seat !== null && ask.accepted && ask.value !== null && extra.fresh[seat] !== hex(ask.value))
    throw wrong(`the value of seat ${seat} came in time and is missing`);
}

/** @param {any} record @param {Verdict} verdict @param {unknown} notes @param {unknown} ends */
function check(record, verdict, notes, ends) {
  if (verdict.kind === 'FALSE' || !is_object(record)) return;
  if (notes === null || member(notes, 'match') !== member(record, 'id'))
    throw new Fault('the notes have no line for this match', 'not verifiable');
  const known = read_notes(notes);
  const { seat, tip, commit, faults } = known;
  const proof = member(record, 'proof');
  if (proof === null) {
    const running = has_own(record, 'ended_ms') && record.ended_ms === null;
    if (commit && !running && member(record, 'kept') !== false) throw new Fault('never opened');
    if (faults.length > 0) throw new Fault(`noticed during the match: ${faults[0]}`);
  }
  if (verdict.kind === 'not verifiable') return;
  const comparison = { seat, key: null, agree: null, entries: 0, stray: 0, ends: recent_endings(Array.isArray(ends) ? ends : [known.ended]) };
  if (proof === null) {
    if (seat !== null) Object.assign(verdict, { kind: 'left out', reason: `the secret of seat ${seat} is not in the key` });
    verdict.comparison = comparison;
    return;
  }
  const own = seat !== null && tip !== null && proof.tips[seat] === hex(tip);
  const agree = compare(record, known, own);
  const draws = own ? verdict.draws - (verdict.without.get(seat) ?? 0) : 0;
  const reason = left_out(record, known, own, draws);
  if (reason !== null) Object.assign(verdict, { kind: 'left out', reason });
  verdict.own = draws;
  const key = own ? proof.reveals[seat] !== null : null;
  verdict.comparison = { ...comparison, key, agree, entries: record.log.length, stray: count_unknown_moves(record, known.moves, seat) };
}

/**
 * Checks a record with its whole log, and compares it with the notes of its match if it is fair by itself.
 * @param {unknown} record any JSON value @param {unknown} notes from find_notes @param {unknown} [ends] from ends_of
 */
export const check_own = (record, notes, ends = null) => compare_own(record, notes, check_dice(record), ends);

/**
 * Compares a record that was checked by itself with the notes of its match.
 * @param {unknown} record @param {unknown} notes @param {Verdict} alone what check_dice() has said @param {unknown} [ends] from ends_of; without
 *     it only the match of the notes counts @returns {Verdict}
 */
export function compare_own(record, notes, alone, ends = null) {
  const verdict = { ...alone };
  try {
    check(record, verdict, notes, ends);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const malformed = fault instanceof Malformed;
    verdict.kind = malformed ? 'not verifiable' : fault.kind;
    verdict.reason = malformed ? `the field ${fault.field} of the notes is malformed` : fault.message;
    verdict.entry = fault.entry ?? 0;
  }
  return verdict;
}
