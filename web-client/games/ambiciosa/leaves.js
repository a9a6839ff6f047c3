// @ts-check
// What a move leaves: the total, or what is at stake.
import { language } from '../../i18n/words.js';

/** @type {typeof import('./leaves.en.js')} */
const { words } = await import(`./leaves.${language}.js`);

/** @param {import('../../core/types.js').Move} move @param {any} view */
export function leaves(move, { turn: { seat, points }, seats }) {
  const total = seats[seat].score;
  return move.do === 'bank' ? words.written(total + points) : words.at_stake(total, points);
}
