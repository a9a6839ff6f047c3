// @ts-check
// What a move leaves: the dice that are kept, their sum, and the dice still to be thrown; what the turn is about.
import { language } from '../../i18n/language.js';

/** @typedef {import('../practice/practice_games.js').Decision<import('./table.js').Own>} Decision */

/** @type {typeof import('./practice_texts.en.js')} */
const { words } = await import(`./practice_texts.${language}.js`);

/** @param {Decision['best']} move @param {Decision['view']} view */
export function outcome_text(move, { turn }) {
  if (move.do !== 'keep') return '';
  const turned = move.turned ?? [];
  const worth = (/** @type {number} */ at) => (turned.includes(at) ? (turn.worth_turned?.[at] ?? 0) : turn.worth[at]);
  const sum = move.dice.reduce((total, at) => total + worth(at), turn.sum);
  const left = turn.dice.length - move.dice.length;
  return left === 0 ? words.ends(sum) : words.goes_on(words.kept(turn.kept.length + move.dice.length), sum, words.dice(left));
}

/** @param {Decision} decision */
export function reasons({ view: { lowest, cap, pot, seats }, seat }) {
  const still = seats.filter(({ score, out, sits_out, out_of_pot }, one) => one !== seat && score === undefined && !out && !sits_out && !out_of_pot);
  return [lowest !== undefined ? words.lowest(lowest) : cap !== undefined ? words.cap(cap) : words.no_score, words.pot(pot), words.still(still.length)];
}
