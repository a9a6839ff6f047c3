// @ts-check
// What a move leaves: dice to throw, or the upper section; which boxes are open, and what the bonus needs.
import { language, make_formatters } from '../../i18n/language.js';
import { box_labels } from './sheets.js';
import { sheets } from './words.js';

/** @import { Decision } from '../practice/practice_games.js' */

/** @type {typeof import('./practice_texts.en.js')} */
const { words } = await import(`./practice_texts.${language}.js`);
const { list } = make_formatters(language);
const { title_of } = box_labels(sheets);
const upper_boxes = ['aces', 'twos', 'threes', 'fours', 'fives', 'sixes'];

/** @param {import('../../core/types.js').Move} move @param {any} view */
export function outcome_text(move, { turn, seats, upper_goal: goal }) {
  if (move.do === 'roll') return words.thrown(move.dice.length);
  return goal !== undefined && upper_boxes.includes(move.box) ? words.upper(seats[turn.seat].upper + turn.worth[move.box], goal) : '';
}

/** @param {Decision} decision */
export function reasons({ view, seat }) {
  const { boxes: written, upper } = view.seats[seat];
  const { upper_goal: goal } = view;
  const open = view.boxes.filter((/** @type {string} */ box) => !(box in written));
  const lacks = goal !== undefined && upper < goal && open.some((/** @type {string} */ box) => upper_boxes.includes(box));
  return [words.open(list(open.map((/** @type {string} */ box) => title_of(view, box)))), ...(lacks ? [words.bonus(upper, goal, goal - upper)] : [])];
}
