// @ts-check
// Points of the score cards of Yahtzee and its variants, for the rules in every language (docs/rules.md 3, A13, A14).

/** @typedef {{preset: string, joker: string, yahtzee_bonus: number, upper_bonus: number, five_is_full_house: boolean,
 *     columns: number, order: string, zero: string, duplicate: boolean, tie: string, starter: string}} Options */
/**
 * The points of a box: `sum` of all five dice, only the dice `alike`, or a fixed number.
 * @typedef {{box: string, dice: number[], rest?: number[], points: number}} Line
 */

const three = { box: 'three_of_a_kind', dice: [5, 5, 5, 2, 1], points: 18 };
const four = { box: 'four_of_a_kind', dice: [2, 2, 2, 2, 6], points: 14 };
const full = [3, 3, 3, 5, 5];
const one_to_five = [1, 2, 3, 4, 5];
const two_to_six = [2, 3, 4, 5, 6];
const chance = { box: 'chance', dice: [1, 3, 4, 6, 6], points: 20 };
const five = [4, 4, 4, 4, 4];

/** @type {Line[]} */
const yahtzee = [
  three,
  four,
  { box: 'full_house', dice: full, points: 25 },
  { box: 'small_straight', dice: [1, 2, 3, 4], rest: [6], points: 30 },
  { box: 'large_straight', dice: two_to_six, points: 40 },
  { box: 'yahtzee', dice: five, points: 50 },
  chance,
];

/** The lower section of each preset with an example throw per box, from top to bottom. @type {{[preset: string]: Line[]}} */
const lower = {
  yahtzee,
  kniffel: yahtzee,
  yatzy: [
    { box: 'one_pair', dice: [5, 5], rest: [3, 3, 1], points: 10 },
    { box: 'two_pairs', dice: [5, 5, 3, 3], rest: [1], points: 16 },
    { box: 'three_of_a_kind', dice: [5, 5, 5], rest: [2, 1], points: 15 },
    { box: 'four_of_a_kind', dice: [2, 2, 2, 2], rest: [6], points: 8 },
    { box: 'small_straight', dice: one_to_five, points: 15 },
    { box: 'large_straight', dice: two_to_six, points: 20 },
    { box: 'full_house', dice: full, points: 19 },
    chance,
    { box: 'yahtzee', dice: five, points: 50 },
  ],
  generala: [
    { box: 'straight', dice: two_to_six, points: 20 },
    { box: 'full_house', dice: full, points: 30 },
    { box: 'poker', dice: [2, 2, 2, 2], rest: [6], points: 40 },
    { box: 'generala', dice: five, points: 50 },
    { box: 'double_generala', dice: five, points: 60 },
  ],
};
const upper_boxes = 6;

/** @param {Options} options */
export function rule_facts({ preset, columns, joker, yahtzee_bonus, order }) {
  const lines = lower[preset];
  const has_jokers = preset === 'yahtzee' || preset === 'kniffel';
  const boxes = (upper_boxes + lines.length) * columns;
  return {
    lines,
    boxes,
    yatzy: preset === 'yatzy',
    generala: preset === 'generala',
    /** Five of a kind may count extra once its box is filled. */
    has_jokers,
    /** In other boxes than that of the number; from top to bottom only Chance follows Yahtzee. */
    joker_counts: has_jokers && joker !== 'none' && order === 'free',
    bonus: joker === 'none' ? 0 : yahtzee_bonus,
    threes_to_sixes: { dice: [3, 3, 3, 2, 4], threes: 9, twos: 2, fours: 4 },
    five,
  };
}
