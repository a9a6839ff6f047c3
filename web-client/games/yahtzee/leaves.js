// @ts-check
// What a move leaves: the open boxes.
import { language, list } from '../../i18n/words.js';
import { names_on } from './sheets.js';
import { sheets } from './words.js';

/** @type {typeof import('./leaves.en.js')} */
const { words } = await import(`./leaves.${language}.js`);
const { title_of } = names_on(sheets);

/** @param {import('../../core/types.js').Move} move @param {any} view */
export function leaves(move, view) {
  const written = view.seats[view.turn.seat].boxes;
  const open = view.boxes.filter((/** @type {string} */ box) => !(box in written));
  if (move.do === 'roll') return `${words.stay(open.length)}, ${words.thrown(move.dice.length)}`;
  const rest = open.filter((/** @type {string} */ box) => box !== move.box).map((/** @type {string} */ box) => title_of(view, box));
  return rest.length === 0 ? words.full : words.open(list(rest));
}
