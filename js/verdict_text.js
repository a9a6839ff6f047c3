// @ts-check
// A verdict on the dice of a match in one line, with the words that all verifiers share.
import { in_order } from './fairness.js';

/** @typedef {"fair" | "server's dice" | "left out" | "not verifiable" | "FALSE"} Kind */
/**
 * The result of the comparison with a player's notes.
 * @typedef {object} NotesComparison
 * @property {number | null} seat of the notes
 * @property {boolean | null} key Whether the seat's secret is in the key; null without a seat and without its tip in the roster.
 * @property {number | null} agree Entries that the record says were shown as the notes have it; null: nothing could be compared.
 * @property {number} entries of the log
 * @property {number} stray Moves of the seat that the notes do not have.
 * @property {string[]} ends of the last matches of the notes
 */
/**
 * @typedef {object} Verdict
 * @property {Kind} kind
 * @property {number} entry Where the first fault is; 0 = in no entry.
 * @property {string} reason
 * @property {number} draws
 * @property {number} early Draws without any seat's own value: the server could know them before the move.
 * @property {Map<number, number>} without By seat of the roster: draws without a value of this seat.
 * @property {number | null} own Draws with a value of the own notes' seat; null without notes.
 * @property {NotesComparison | null} comparison null without notes
 * @property {[seat: number, entry: number][]} late Values that came too late, each one bit of choice for the server.
 *     Entry 0 is the reveal.
 */

/** How a match ended, of those that were broken off. */
const broken_off = ['void', 'unopened', 'no_record'];
const ended = ['finished', 'abandoned', ...broken_off];
const most_ends = 20;

/** The last ones of these that say how a match ended. @param {unknown} ends any JSON values @returns {string[]} */
export const recent_endings = (ends) => (Array.isArray(ends) ? ends.filter((end) => ended.includes(end)).slice(-most_ends) : []);

/** @param {number} count @param {string} name */
export const count_text = (count, name) => `${count} ${name}${count === 1 ? '' : 's'}`;

/** One line, for example "FALSE at entry 3: draw 4 has another result". @param {Verdict} verdict */
export function verdict_text(verdict) {
  const { kind, entry, reason } = verdict;
  if (kind === 'not verifiable') return `not verifiable: ${reason}`;
  if (kind === 'FALSE') return entry ? `FALSE at entry ${entry}: ${reason}` : `FALSE: ${reason}`;
  const parts = reason ? [`${kind}: ${reason}`] : verdict_parts(verdict);
  return [...parts, ...notes_parts(verdict)].join('; ');
}

/** @param {Verdict} verdict */
function verdict_parts({ kind, draws, early, without, late }) {
  const parts = [`${kind}: ${count_text(draws, 'draw')}`];
  if (kind === 'fair') {
    for (const [seat, count] of in_order(without)) if (count) parts.push(`${count} without a value of seat ${seat}`);
    if (early) parts.push(`${early} the server could know early`);
    if (late.length) {
      const when = late.map(([seat, at]) => `seat ${seat} late at ${at ? `entry ${at}` : 'the reveal'}`).join(', ');
      parts.push(`up to ${count_text(late.length, 'bit')} of choice (${when})`);
    }
  }
  return [...parts, 'checked without the rules'];
}

/** @param {Verdict} verdict */
function notes_parts({ comparison, own, draws }) {
  if (!comparison) return [];
  const { key, agree, entries, stray, seat, ends } = comparison;
  const parts = [];
  if (key !== null) parts.push(`your secret is ${key ? '' : 'not '}in the key, your value in ${own} of ${count_text(draws, 'draw')}`);
  if (agree === null) parts.push('what was shown is not checked');
  else
    parts.push(
      `what was shown agrees with the record in ${agree} of ${entries} entr${entries === 1 ? 'y' : 'ies'}`,
      'only cubilete verify knows the rules',
    );
  if (stray) parts.push(`${count_text(stray, 'move')} of seat ${seat} came from another device, or from nobody`);
  const broken = ends.filter((end) => broken_off.includes(end)).length;
  const abandoned = ends.filter((end) => end === 'abandoned').length;
  if (broken + abandoned > 0) {
    const were = `${broken} of the last ${ends.length} match${ends.length === 1 ? '' : 'es'} ${broken === 1 ? 'was' : 'were'} broken off`;
    parts.push(abandoned ? `${were}, ${abandoned} abandoned` : were);
  }
  return parts;
}
