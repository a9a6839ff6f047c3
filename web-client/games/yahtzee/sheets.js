// @ts-check
// The names of the boxes of Yahtzee and its variants, and its columns.

/** @import { YahtzeeCard, YahtzeePlayer, YahtzeeWorth } from '../../../js/protocol.js' */

/**
 * The names on a card, and their language if it differs from the page's.
 * @typedef {{lang?: string, [box: string]: string | undefined}} Sheet
 */

/** A table's view or options, which may name its card. @typedef {{preset?: string | number | boolean}} Table */

/** Cards whose boxes keep names in their original language on every page. */
export const foreign_sheets = {
  kniffel: {
    lang: 'de',
    aces: 'Einser',
    twos: 'Zweier',
    threes: 'Dreier',
    fours: 'Vierer',
    fives: 'Fünfer',
    sixes: 'Sechser',
    three_of_a_kind: 'Dreierpasch',
    four_of_a_kind: 'Viererpasch',
    full_house: 'Full House',
    small_straight: 'Kleine Straße',
    large_straight: 'Große Straße',
    yahtzee: 'Kniffel',
    chance: 'Chance',
  },
  generala: {
    lang: 'es',
    aces: 'Unos',
    twos: 'Doses',
    threes: 'Treses',
    fours: 'Cuatros',
    fives: 'Cincos',
    sixes: 'Seises',
    straight: 'Escalera',
    full_house: 'Full',
    poker: 'Póker',
    generala: 'Generala',
    double_generala: 'Doble Generala',
  },
};

/** A game with one column has no `columns`: the player object itself is the column. @param {YahtzeePlayer} player @returns {YahtzeeCard[]} */
export const columns_of = (player) => ('columns' in player ? player.columns : [player]);
/** @param {YahtzeeWorth | YahtzeeWorth[] | undefined} worth @param {number} column @returns {YahtzeeWorth} */
export const column_worth = (worth, column) => (Array.isArray(worth) ? worth[column] : worth) ?? {};

export const multipliers = ['×1', '×2', '×3'];

/**
 * The names of a table's boxes; its view or options identify the table.
 * @param {{yahtzee: Sheet, [preset: string]: Sheet}} sheets
 */
export function box_labels(sheets) {
  /** @param {Table} table @returns {Sheet} */
  const sheet_of = ({ preset }) => sheets[`${preset}`] ?? sheets.yahtzee;
  /** @param {Table} table @param {string} box */
  const title_of = (table, box) => sheet_of(table)[box] ?? box;
  /** A box with its column, if there are several. @param {Table} table @param {{box: string, column?: number}} place */
  const place_of = (table, { box, column }) =>
    `${title_of(table, box)}${column === undefined ? '' : ` ${multipliers[column]}`}`;
  return { sheet_of, title_of, place_of };
}

/** The boxes with a name worth telling, the better ones later. */
const figures = [
  ...['one_pair', 'two_pairs', 'three_of_a_kind', 'four_of_a_kind', 'poker', 'full_house', 'small_straight', 'straight', 'large_straight'],
  ...['yahtzee', 'generala', 'double_generala'],
];
/** The boxes for so many equal dice, also where that box is filled. @type {{[count: number]: string[]}} */
const equal = { 3: ['three_of_a_kind'], 4: ['four_of_a_kind', 'poker'], 5: ['yahtzee', 'generala'] };

/**
 * The best that dice are, whatever it would bring.
 * @param {number[]} dice @param {string[]} boxes of the card @param {{[box: string]: number}} worth of the open boxes
 */
export function best_combination(dice, boxes, worth) {
  const most = Math.max(...dice.map((face) => dice.filter((one) => one === face).length));
  return figures.findLast((box) => worth[box] > 0 || (equal[most]?.includes(box) && boxes.includes(box)));
}

/** The faces of a throw. @param {{thrown: number[], dice: number[]}} event */
export const thrown_faces = ({ thrown, dice }) => thrown.map((position) => dice[position]).join(' ');
