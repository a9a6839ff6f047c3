// @ts-check
// Checks the dice of a finished match's record (docs/fairness.md). It knows no rules: it finds every result that does
// not follow from the published secrets, but not a draw that the rules did not ask for. The server has the same check
// with the same texts.
import { commitment, draw, draw_key, from_hex, hash, in_order, kinds } from './fairness.js';
import { next_link, is_valid_request, roster_hash, equal_bytes } from './fairness.js';
import { face_of } from './shown.js';
import { json_text } from './strict_json.js';
import { count_text } from './verdict_text.js';

export { verdict_text } from './verdict_text.js';

/** @typedef {import('./fairness.js').Bytes} Bytes */
/** @typedef {import('./fairness.js').Values} Values */
/** @typedef {import('./verdict_text.js').Kind} Kind */
/** @typedef {import('./verdict_text.js').Verdict} Verdict */
/** @typedef {{k: number, kind: string, values: number[]}} Proven */

export class Fault extends Error {
  /** @param {string} reason @param {Kind} [kind] @param {number} [entry] */
  constructor(reason, kind = 'FALSE', entry) {
    super(reason);
    this.kind = kind;
    this.entry = entry;
  }
}

export class Malformed extends Fault {
  /** @param {string} field */
  constructor(field) {
    super(`the field ${field} is malformed`);
    this.field = field;
  }
}

/** @param {string} name */
const malformed = (name) => new Malformed(name);

/** @param {unknown} value */
export const is_object = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** As Object.hasOwn, which a worker and a saved page lack in the oldest browsers. @param {object} object @param {PropertyKey} name */
export const has_own = (object, name) => Object.prototype.hasOwnProperty.call(object, name);

/** Null if it is no object, or has no such member. @param {any} object @param {string} name @returns {any} */
export const member = (object, name) => (is_object(object) && has_own(object, name) ? object[name] : null);

/** @param {any} object @param {string} name @param {number} least @param {number} [most] @returns {number} */
export function integer(object, name, least, most = Number.MAX_SAFE_INTEGER) {
  const value = member(object, name);
  if (!Number.isSafeInteger(value) || value < least || value > most) throw malformed(name);
  return value;
}

/** @param {any} object @param {string} name @returns {string} */
export function text(object, name) {
  const value = member(object, name);
  const alone = /[\ud800-\udfff]/u; // no UTF-8 for these: a pair of them counts as one other character
  if (typeof value !== 'string' || alone.test(value)) throw malformed(name);
  return value;
}

/** @param {any} object @param {string} name @returns {any[]} */
export function array_member(object, name) {
  const value = member(object, name);
  if (!Array.isArray(value)) throw malformed(name);
  return value;
}

/** @param {any} value */
const is_digest = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** @param {any} object @param {string} name */
export function digest(object, name) {
  const value = member(object, name);
  if (!is_digest(value)) throw malformed(name);
  return from_hex(value);
}

/** As many as there are numbers of seats. Who shows a record has a line for each. */
const most_seats = 256;

/** By seat; null stands for a value that came too late. @param {any} object @param {string} name @returns {Values} */
export function seat_values(object, name) {
  const values = member(object, name);
  if (!is_object(values)) throw malformed(name);
  const read = new Map();
  for (const [seat, value] of Object.entries(values)) {
    if (!/^(0|[1-9][0-9]{0,2})$/.test(seat) || Number(seat) > 255) throw malformed(name);
    if (value !== null && !is_digest(value)) throw malformed(name);
    read.set(Number(seat), value === null ? null : from_hex(value));
  }
  return read;
}

/** @param {Map<number, any>} one @param {Map<number, any>} other */
const same_seats = (one, other) => one.size === other.size && [...one.keys()].every((seat) => other.has(seat));

/** @param {Values} one @param {Values} other */
export function same_values(one, other) {
  return same_seats(one, other) && [...one].every(([seat, value]) => {
    const against = other.get(seat);
    return value && against ? equal_bytes(value, against) : !value && !against;
  });
}

/**
 * Whether the record's result is these values, or for a pick its one value.
 * @param {any} result @param {string} kind @param {number[]} values
 */
function matches_values(result, kind, values) {
  if (kind === 'pick') return result === values[0];
  return Array.isArray(result) && result.length === values.length && values.every((value, at) => value === result[at]);
}

/** @returns {Verdict} */
export const new_verdict = () =>
  ({ kind: 'fair', entry: 0, reason: '', draws: 0, early: 0, without: new Map(), own: null, comparison: null, late: [] });

class Check {
  verdict = new_verdict();
  /** By seat that is not out: the value it gave last. @type {Map<number, Bytes>} */
  #given = new Map();
  /** @type {Map<number, Bytes>} */
  #tips = new Map();
  /** @type {Values} */
  #reveals = new Map();
  #match = '';
  #settings = '';
  #players = '';
  /** @type {Bytes} */ #commit = new Uint8Array();
  /** @type {Bytes} */ #seed = new Uint8Array();
  /** @type {Bytes} */ #roster = new Uint8Array();
  /** @type {Bytes} */ #key = new Uint8Array();
  /** @type {Bytes} */ #hash = new Uint8Array();

  /** @param {any} record @param {(entry: number, of: number) => void} on_entry */
  check(record, on_entry) {
    if (!is_object(record)) throw new Fault('it is not the record of a match', 'not verifiable');
    if (member(record, 'kept') === false) throw new Fault('the log was deleted', 'not verifiable');
    const proof = member(record, 'proof');
    if (proof === null) return this.#check_without_proof(record);
    if (member(record, 'next') !== null) throw new Fault('the log continues on another page', 'not verifiable');
    if (!is_object(proof)) throw malformed('proof');
    this.#read_proof(record, proof);
    // A match that became void while it started has no entries.
    const is_void = member(member(record, 'result'), 'reason') === 'void';
    const last = integer(proof, 'seq', is_void ? 0 : 1);
    const draws = integer(proof, 'k', 0);
    const log = member(record, 'log');
    if (!Array.isArray(log)) throw malformed('log');

    this.#check_roster();
    this.#hash = hash('cubilete/match/1', this.#match);
    for (const entry of log) {
      on_entry(++this.verdict.entry, log.length);
      this.#check_entry(entry);
    }
    this.verdict.entry = 0;
    if (log.length !== last) throw new Fault(`the log has ${log.length} entries, the proof says ${last}`);
    if (this.verdict.draws !== draws)
      throw new Fault(`the match has ${this.verdict.draws} draws, the proof says ${draws}`);
    if ([...this.#reveals.values()].every((reveal) => reveal === null)) this.verdict.kind = "server's dice";
  }

  /**
   * Says why there is no proof. The start of a match with provable dice names its roster, so the server cannot call it
   * a match from before.
   * @param {any} record
   */
  #check_without_proof(record) {
    if (has_own(record, 'ended_ms') && record.ended_ms === null)
      throw new Fault('the match is still running', 'not verifiable');
    const log = member(record, 'log');
    const extra = Array.isArray(log) ? member(log[0], 'extra') : null;
    if (member(extra, 'roster') !== null) throw new Fault('never opened');
    if (member(extra, 'dice') !== 'server') throw new Fault('no proof: played before', 'not verifiable');
    this.verdict.kind = "server's dice";
    this.verdict.reason = "no player's program took part";
  }

  /** @param {any} record @param {any} proof */
  #read_proof(record, proof) {
    const people = member(record, 'seats');
    if (Array.isArray(people) && people.length > most_seats) throw malformed('seats');
    this.#match = text(record, 'id');
    if (integer(record, 'chain', 1) !== 2) throw malformed('chain');
    this.#commit = digest(proof, 'commit');
    if (member(proof, 'seed') === null) throw new Fault("the server's secret was never published");
    this.#seed = digest(proof, 'seed');
    this.#settings = text(proof, 'settings');
    this.#players = text(proof, 'players');
    if (!/^\["[0-9a-f]{64}"(,"[0-9a-f]{64}"){0,255}\]$/.test(this.#players)) throw malformed('players');
    const seats = this.#players.split(',').length;
    for (const [seat, tip] of seat_values(proof, 'tips')) {
      if (tip === null || seat >= seats) throw malformed('tips');
      this.#tips.set(seat, tip);
    }
    this.#roster = digest(proof, 'roster');
    this.#reveals = seat_values(proof, 'reveals');
  }

  #check_roster() {
    if (!equal_bytes(commitment(this.#match, this.#seed), this.#commit))
      throw new Fault("the server's secret does not fit its commitment");
    if (new Set([...this.#tips.values()].map(String)).size < this.#tips.size)
      throw new Fault('two seats have the same tip');
    const roster = roster_hash(this.#match, this.#commit, this.#settings, this.#players, this.#tips);
    if (!equal_bytes(roster, this.#roster)) throw new Fault('the roster does not fit its hash');
    if (!same_seats(this.#reveals, this.#tips)) throw new Fault("the reveals are not those of the roster's seats");
    for (const [seat, reveal] of in_order(this.#reveals)) {
      this.verdict.without.set(seat, 0);
      if (reveal === null) this.verdict.late.push([seat, 0]);
      else if (!this.#follows(reveal, this.#tips.get(seat)))
        throw new Fault(`the reveal of seat ${seat} does not lead to its tip`);
      else this.#given.set(seat, reveal);
    }
    this.#key = draw_key(this.#seed, this.#roster, this.#reveals);
  }

  /** @param {Bytes} value @param {Bytes | undefined} next */
  #follows(value, next) {
    return next !== undefined && equal_bytes(next_link(value), next);
  }

  /** @param {any} entry */
  #check_entry(entry) {
    if (!is_object(entry)) throw malformed('log');
    if (integer(entry, 'seq', 1) !== this.verdict.entry) throw new Fault('it has another number');
    const extra = member(entry, 'extra');
    if (extra !== null && !is_object(extra)) throw malformed('extra');
    if (this.verdict.entry === 1) this.#check_start(entry, extra);
    this.#check_shown(extra);
    /** @type {Proven[]} */
    let drawn = [];
    if (member(extra, 'drawn') !== null) drawn = this.#check_draws(extra);
    else if (member(extra, 'seats') !== null || member(extra, 'fresh') !== null) throw malformed('drawn');
    this.#check_played(entry, drawn);
    this.#hash = entry_hash(this.#hash, entry, this.verdict.entry);
  }

  /** @param {any} entry @param {any} extra */
  #check_start(entry, extra) {
    if (json_text(member(entry, 'move')) !== this.#settings)
      throw new Fault('the settings are not those of the proof');
    if (!equal_bytes(digest(extra, 'roster'), this.#roster)) throw new Fault('the roster is not that of the proof');
    if (!same_values(seat_values(extra, 'reveals'), this.#reveals))
      throw new Fault('the reveals are not those of the proof');
  }

  /** The hashes of what a watcher and each seat of the roster were shown. @param {any} extra */
  #check_shown(extra) {
    const shown = member(extra, 'shown');
    const digits = new RegExp(`^[0-9a-f]{${24 * (1 + this.#tips.size)}}$`);
    if (shown !== null && !(typeof shown === 'string' && digits.test(shown))) throw malformed('shown');
  }

  /** @param {any} extra @returns {Proven[]} */
  #check_draws(extra) {
    const verdict = this.verdict;
    const proven = [];
    const fresh = this.#check_fresh(extra);
    const early = [...fresh.values()].every((value) => value === null);
    const { drawn } = extra;
    if (!Array.isArray(drawn) || drawn.length === 0) throw malformed('drawn');
    for (const said of drawn) {
      const kind = member(said, 'kind');
      if (typeof kind !== 'string' || !kinds.has(kind)) throw malformed('drawn');
      const request = {
        k: integer(said, 'k', 0),
        kind,
        a: integer(said, 'a', 0, 0xffffffff),
        b: integer(said, 'b', 0, 0xffffffff),
      };
      if (request.k !== verdict.draws) throw new Fault(`draw ${request.k} should be number ${verdict.draws}`);
      if (!is_valid_request(request)) throw new Fault(`draw ${request.k} has an impossible size`);
      const values = draw(this.#key, request, fresh);
      if (!matches_values(member(said, 'result'), kind, values)) throw new Fault(`draw ${request.k} has another result`);
      proven.push({ k: request.k, kind, values });
      ++verdict.draws;
      if (early) ++verdict.early;
      for (const [seat, count] of verdict.without) if (!fresh.get(seat)) verdict.without.set(seat, count + 1);
    }
    return proven;
  }

  /** @param {any} extra */
  #check_fresh(extra) {
    const seats = member(extra, 'seats');
    if (!Array.isArray(seats)) throw malformed('seats');
    let before = -1;
    for (const seat of seats) {
      if (!Number.isSafeInteger(seat) || seat < 0 || seat > 255) throw malformed('seats');
      if (seat <= before) throw new Fault('its seats are not in rising order');
      if (!this.#tips.has(seat)) throw new Fault(`seat ${seat} is not in the roster`);
      if (!this.#given.has(seat)) throw new Fault(`seat ${seat} is out`);
      before = seat;
    }
    if (this.verdict.entry === 1 && seats.length > 0)
      throw new Fault('it asks seats, which starts with the second entry');
    const fresh = seat_values(extra, 'fresh');
    if (fresh.size !== seats.length || !seats.every((seat) => fresh.has(seat)))
      throw new Fault('the values are not those of its seats');
    for (const [seat, value] of in_order(fresh)) {
      if (value === null) {
        this.verdict.late.push([seat, this.verdict.entry]);
        this.#given.delete(seat);
      } else if (!this.#follows(value, this.#given.get(seat))) {
        throw new Fault(`the value of seat ${seat} is not the next of its chain`);
      } else {
        this.#given.set(seat, value);
      }
    }
    return fresh;
  }

  /**
   * The results that the log says the match was played with are those of the proof.
   * @param {any} entry @param {Proven[]} drawn
   */
  #check_played(entry, drawn) {
    const draws = member(entry, 'draws');
    if (!Array.isArray(draws)) throw malformed('draws');
    if (draws.length !== drawn.length)
      throw new Fault(`it was played with ${count_text(draws.length, 'draw')}, the proof has ${drawn.length}`);
    drawn.forEach((proven, at) => {
      if (!this.#played(draws[at], proven)) throw new Fault(`draw ${proven.k} was played with another result`);
    });
  }

  /** @param {any} said @param {Proven} proven */
  #played(said, { kind, values }) {
    const shown = member(said, kind === 'shuffle' ? 'cards' : 'dice');
    if (!Array.isArray(shown) || shown.length !== values.length) return false;
    if (kind === 'shuffle') return true;
    if (kind === 'pick') return shown[0] === values[0] + 1; // shown as a die
    return values.every((value, at) => face_of(shown[at]) === value);
  }
}

/**
 * The hash of an entry of the log after `before`. Throws a Fault if it is not the one that the entry has.
 * @param {Bytes} before @param {any} entry @param {number} number
 */
export function entry_hash(before, entry, number) {
  for (const name of ['by', 'move']) if (!has_own(entry, name)) throw malformed(name);
  const [n, left_ms, at_ms] = ['n', 'left_ms', 'at_ms'].map((name) =>
    String(integer(entry, name, Number.MIN_SAFE_INTEGER)),
  );
  const said = digest(entry, 'hash');
  const salt = digest(entry, 'salt');
  const [id, extra] = ['id', 'extra'].map((name) => {
    const value = member(entry, name);
    return value === null ? '' : json_text(value);
  });
  const [by, move, draws] = ['by', 'move', 'draws'].map((name) => json_text(entry[name]));
  const secret = hash('cubilete/draws/1', salt, draws);
  const made = hash('cubilete/entry/2', before, String(number), by, id, n, move, secret, at_ms, left_ms, extra);
  if (!equal_bytes(made, said)) throw new Fault('the entry does not fit its hash');
  return made;
}

/**
 * Checks a record with its whole log.
 * @param {any} record any JSON value, read with read_record() of strict_json.js
 * @param {(entry: number, of: number) => void} [on_entry] called before each entry, counted from 1
 * @returns {Verdict}
 */
export function check_dice(record, on_entry = () => {}) {
  const check = new Check();
  return run_check(check.verdict, () => check.check(record, on_entry));
}

/**
 * The verdict, with the fault that `check` meets.
 * @param {Verdict} verdict @param {() => void} check
 */
export function run_check(verdict, check) {
  try {
    check();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    verdict.kind = fault.kind;
    verdict.reason = fault.message;
  }
  return verdict;
}
