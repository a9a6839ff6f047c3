// @ts-check
// How the draws of one entry follow from what was published. For a record that check_dice() has found consistent.
import { uniform_below, draw_key, from_hex, words } from '../../../js/fairness.js';

/**
 * One number of 0 to n-1: words from the end of the range are skipped, the next one counts.
 * @typedef {{n: number, skipped: number[], word: number, value: number}} Step
 */
/** @typedef {{k: number, kind: string, a: number, b: number, result: number | number[], steps: Step[]}} DrawInputs */
/**
 * `asked`: the seats that were asked for a value, rising, with what they gave; null = it came too late.
 * @typedef {{asked: [seat: number, value: string | null][], draws: DrawInputs[]}} EntryInputs
 */

/** @param {{[seat: string]: string | null}} by_seat @returns {import('../../../js/fairness.js').Values} */
const values_of = (by_seat) => new Map(Object.entries(by_seat).map(([seat, value]) => [Number(seat), value === null ? null : from_hex(value)]));

/** The sizes of the numbers that a draw needs, in their order. @param {import('../../../js/fairness.js').Request} request */
function number_ranges({ kind, a, b }) {
  if (kind === 'dice') return Array(a).fill(b);
  return kind === 'pick' ? [a] : Array.from({ length: Math.max(0, a - 1) }, (_, at) => a - at);
}

/** @param {Iterator<number, any>} source @param {number} n @returns {Step} */
function next_number(source, n) {
  /** @type {number[]} */
  const taken = [];
  const recorder = {
    next: () => {
      const next = source.next();
      taken.push(next.value);
      return next;
    },
  };
  const value = uniform_below(recorder, n);
  return { n, skipped: taken.slice(0, -1), word: taken[taken.length - 1], value };
}

/** @param {any} record @param {number} seq @returns {EntryInputs | null} null if the entry drew nothing */
export function inputs_of(record, seq) {
  const { seats, fresh, drawn } = record.log[seq - 1]?.extra ?? {};
  if (!drawn || !record.proof) return null; // the cup's dice have other inputs
  const { seed, roster, reveals } = record.proof;
  const key = draw_key(from_hex(seed), from_hex(roster), values_of(reveals));
  const values = values_of(fresh);
  return {
    asked: seats.map((/** @type {number} */ seat) => [seat, fresh[seat]]),
    draws: drawn.map((/** @type {DrawInputs} */ { k, kind, a, b, result }) => {
      const source = words(key, { k, kind, a, b }, values);
      return { k, kind, a, b, result, steps: number_ranges({ k, kind, a, b }).map((n) => next_number(source, n)) };
    }),
  };
}
