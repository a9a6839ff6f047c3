// @ts-check
// What a move leaves: dice to throw, or the upper section; which boxes are open, and what the bonus needs.
import { language, make_formatters } from '../../i18n/language.js';
import { box_labels, column_worth, columns_of } from './sheets.js';
import { sheets } from './words.js';

/** @typedef {import('../practice/practice_games.js').Decision<import('./table.js').Own>} Decision */

/** @type {typeof import('./practice_texts.en.js')} */
const { words } = await import(`./practice_texts.${language}.js`);
const { list } = make_formatters(language);
const { title_of } = box_labels(sheets);
const upper_boxes = ['aces', 'twos', 'threes', 'fours', 'fives', 'sixes'];

/** @param {Decision['best']} move @param {Decision['view']} view */
export function outcome_text(move, { turn, seats, upper_goal: goal }) {
  if (move.do === 'roll') return words.thrown(move.dice.length);
  return goal !== undefined && upper_boxes.includes(move.box) ? words.upper(columns_of(seats[turn.seat])[0].upper + column_worth(turn.worth, 0)[move.box], goal) : '';
}

/** @param {Decision} decision */
export function reasons({ view, seat }) {
  const [{ boxes: written, upper }] = columns_of(view.seats[seat]); // only cards of one column are practised
  const { upper_goal: goal } = view;
  const open = view.boxes.filter((box) => !(box in written));
  const lacks = goal !== undefined && upper < goal && open.some((box) => upper_boxes.includes(box));
  return [words.open(list(open.map((box) => title_of(view, box)))), ...(lacks ? [words.bonus(upper, goal, goal - upper)] : [])];
}
