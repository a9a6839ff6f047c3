// @ts-check
// Checks a record by itself and against the reader's own notes, and tells the two apart.
import { check_record } from '../../../js/cup.js';
import { verdict_text } from '../../../js/fairness_verify.js';
import { compare_own } from '../../../js/own_notes.js';

/** @import { Verdict } from '../../../js/fairness_verify.js' */
/**
 * `text`: the verdict in the words of all verifiers. `notes`: what came of the comparison. `mine`: the seat of the notes, if its
 * secret is in the record.
 * @typedef {{verdict: Verdict, text: string, notes: 'none' | 'agree' | 'differ' | 'damaged', mine: number | null}} Checked
 */

/**
 * @param {any} record any JSON value @param {any} notes of its match; null if there are none
 * @param {any} [ends] how the reader's last matches ended @param {(entry: number, of: number) => void} [on_entry] called before each entry
 * @returns {Checked}
 */
export function check(record, notes, ends = null, on_entry) {
  const alone = check_record(record, on_entry);
  if (notes === null) return { verdict: alone, text: verdict_text(alone), notes: 'none', mine: null };
  const verdict = compare_own(record, notes, alone, ends);
  const text = verdict_text(verdict);
  if (verdict.comparison) {
    const mine = notes.seat !== null && notes.tip !== null && record.proof?.tips[notes.seat] === notes.tip ? notes.seat : null;
    return { verdict, text, notes: 'agree', mine };
  }
  if (alone.kind !== 'FALSE' && verdict.kind === 'FALSE') return { verdict, text, notes: 'differ', mine: null };
  const damaged = text !== verdict_text(alone);
  return { verdict: alone, text, notes: damaged ? 'damaged' : 'none', mine: null };
}
