// @ts-check
// The dice of the day's cup (docs/cup.md): the chain of seeds, the faces of a day, and the check of a match's record. The check knows no
// rules: it finds every face that does not follow from the day's seed. The server has the same check with the same texts.
import { uniform_below, from_hex, hash, equal_bytes, u32, words_of } from './fairness.js';
import { check_dice, digest, entry_hash, Fault, integer, is_object, run_check, array_member, Malformed, member } from './fairness_verify.js';
import { new_verdict, text } from './fairness_verify.js';
import { count_text } from './verdict_text.js';

/** @typedef {import('./fairness.js').Bytes} Bytes */
/** @typedef {import('./verdict_text.js').Verdict} Verdict */
/** @typedef {{day: number, seed: Bytes}} Opened a day with its seed */
/** A seed as a server shows it; the end of the chain has no date. @typedef {{day: number, seed: string, date: string | null}} Shown */

/** Days of a chain. The seeds are numbered from 1; that of day 0 is the published end. */
export const days = 10_000;
const positions = 5;
const most_throws = 3;

/** The seed that many days before the day of this one. @param {Bytes} seed @param {number} days */
export function earlier_seed(seed, days) {
  for (let day = 0; day < days; ++day) seed = hash('cubilete/cup/seed/1', seed);
  return seed;
}

/** Whether two days with their seeds belong to one chain. @param {Opened} one @param {Opened} other */
export function same_chain(one, other) {
  const [first, last] = one.day < other.day ? [one, other] : [other, one];
  return equal_bytes(earlier_seed(last.seed, last.day - first.day), first.seed);
}

/**
 * Returns the newest seed that was seen, as text to keep, now that the server shows one: `{"day", "seed", "date"}`, of day 0 the end of the
 * chain. `other` is what was kept before, if that belongs to another chain; then it stays kept.
 * @param {string | null} stored null at first @param {Shown} shown @returns {{stored: string, other: Shown | null}}
 */
export function newest_seed(stored, shown) {
  const now = JSON.stringify({ day: shown.day, seed: shown.seed, date: shown.date });
  /** @type {Shown | null} */
  let known = null;
  try {
    known = stored === null ? null : JSON.parse(stored);
  } catch {
    // damaged, as if nothing were kept
  }
  if (known === null || !/^[0-9a-f]{64}$/.test(known.seed) || !Number.isSafeInteger(known.day)) return { stored: now, other: null };
  const [one, other] = [known, shown].map(({ day, seed }) => ({ day, seed: from_hex(seed) }));
  if (!same_chain(one, other)) return { stored: /** @type {string} */ (stored), other: known };
  return { stored: known.day > shown.day ? /** @type {string} */ (stored) : now, other: null };
}

/**
 * A face, 1 to 6. Day, turn and throw count from 1, the die is its position, 0 to 4.
 * @param {Bytes} seed of the day @param {number} day @param {number} turn @param {number} number @param {number} die
 */
export const face = (seed, day, turn, number, die) =>
  1 + uniform_below(words_of(seed, 'cubilete/cup/draw/1', u32(day), u32(turn), u32(number), u32(die)), 6);

/**
 * The day of the cup that the record names; null for any other match. One with a proof is never of the cup, whatever it names.
 * @param {unknown} record @returns {unknown}
 */
function cup_day(record) {
  if (member(record, 'proof') !== null) return null;
  const log = member(record, 'log');
  return Array.isArray(log) ? member(member(log[0], 'move'), 'cup') : null;
}

/** @param {unknown} said @param {number[]} faces */
const is_faces = (said, faces) =>
  Array.isArray(said) && said.length === faces.length && faces.every((face, at) => face === said[at]);

class CupCheck {
  verdict = new_verdict();
  #day = 0;
  /** @type {Bytes} */ #seed = new Uint8Array();
  /** @type {Bytes} */ #hash = new Uint8Array();
  #last = { turn: 0, number: most_throws };

  /** @param {unknown} record @param {(entry: number, of: number) => void} on_entry */
  check(record, on_entry) {
    if (member(record, 'next') !== null) throw new Fault('the log continues on another page', 'not verifiable');
    const opened = member(record, 'cup');
    if (member(opened, 'seed') === null) throw new Fault('the seed of the day is not open yet', 'not verifiable');
    const match = text(record, 'id');
    if (integer(record, 'chain', 1) !== 2) throw new Malformed('chain');
    const log = array_member(record, 'log');
    this.#day = integer(member(log[0], 'move'), 'cup', 1, days);
    if (integer(opened, 'day', 1, days) !== this.#day) throw new Fault('the seed is of another day than the match');
    this.#seed = digest(opened, 'seed');
    if (!equal_bytes(earlier_seed(this.#seed, this.#day), digest(member(log[0], 'extra'), 'end')))
      throw new Fault('the seed does not lead to the end of its chain');

    const { verdict } = this;
    this.#hash = hash('cubilete/match/1', match);
    for (const entry of log) {
      on_entry(++verdict.entry, log.length);
      this.#check_entry(entry);
    }
    verdict.entry = 0;
    verdict.reason = `${count_text(verdict.draws, 'draw')}; day ${this.#day} of the cup; checked without the rules`;
  }

  /** @param {unknown} entry */
  #check_entry(entry) {
    if (!is_object(entry)) throw new Malformed('log');
    if (integer(entry, 'seq', 1) !== this.verdict.entry) throw new Fault('it has another number');
    const extra = member(entry, 'extra');
    if (extra !== null && !is_object(extra)) throw new Malformed('extra');
    const drawn = member(extra, 'drawn') === null ? [] : array_member(extra, 'drawn');
    const draws = array_member(entry, 'draws');
    if (draws.length !== drawn.length)
      throw new Fault(`it was played with ${count_text(draws.length, 'draw')}, the day has ${drawn.length}`);
    drawn.forEach((said, at) => this.#check_throw(said, draws[at]));
    this.#hash = entry_hash(this.#hash, entry, this.verdict.entry);
  }

  /** @param {unknown} said @param {unknown} played */
  #check_throw(said, played) {
    const [turn, number] = ['turn', 'throw'].map((name) => integer(said, name, 1, 0xffffffff));
    const again = turn === this.#last.turn && number === this.#last.number + 1 && number <= most_throws;
    if (!again && !(turn === this.#last.turn + 1 && number === 1)) throw new Fault(`throw ${number} of turn ${turn} is out of order`);
    this.#last = { turn, number };
    const dice = array_member(said, 'dice');
    const is_position = (/** @type {any} */ die, /** @type {number} */ at) =>
      Number.isSafeInteger(die) && (at === 0 ? die >= 0 : die > dice[at - 1]) && die < positions;
    if (dice.length === 0 || !dice.every(is_position)) throw new Malformed('dice');
    if (number === 1 && dice.length < positions) throw new Fault(`throw ${number} of turn ${turn} does not take all dice`);
    const faces = dice.map((die) => face(this.#seed, this.#day, turn, number, die));
    if (!is_faces(member(said, 'result'), faces)) throw new Fault(`throw ${number} of turn ${turn} has another result`);
    if (!is_faces(member(played, 'dice'), faces)) throw new Fault(`throw ${number} of turn ${turn} was played with another result`);
    ++this.verdict.draws;
  }
}

/**
 * Checks a record with its whole log, of a match of the cup or of any other.
 * @param {unknown} record any JSON value, read with read_record() of strict_json.js
 * @param {(entry: number, of: number) => void} [on_entry] called before each entry, counted from 1
 * @returns {Verdict}
 */
export function check_record(record, on_entry = () => {}) {
  if (cup_day(record) === null) return check_dice(record, on_entry);
  const check = new CupCheck();
  return run_check(check.verdict, () => check.check(record, on_entry));
}
