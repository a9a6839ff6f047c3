// @ts-check
// What a move leaves: the sum that is kept, and the dice still to be thrown.
import { language } from '../../i18n/words.js';

/** @type {typeof import('./leaves.en.js')} */
const { words } = await import(`./leaves.${language}.js`);

/** @param {import('../../core/types.js').Move} move @param {any} view */
export function leaves(move, { turn }) {
  if (move.do !== 'keep') return '';
  const turned = move.turned ?? [];
  const worth = (/** @type {number} */ at) => (turned.includes(at) ? (turn.worth_turned?.[at] ?? 0) : turn.worth[at]);
  const sum = move.dice.reduce((/** @type {number} */ total, /** @type {number} */ at) => total + worth(at), turn.sum);
  const left = turn.dice.length - move.dice.length;
  return left === 0 ? words.ends(sum) : words.goes_on(sum, words.dice(left));
}
