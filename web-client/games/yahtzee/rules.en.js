// @ts-check
// Texts of the rules of Yahtzee; rules.js decides which of them a table’s page has.
// A static import would make two files of the words, for tables, too.
const { sheets } = await import('./words.en.js');

/** The names of the boxes of a card. @typedef {{[box: string]: string}} Names */
/** What boxes take, given their points. @typedef {{[box: string]: (points: string) => string}} Takes */

export const rules = {
  sheets: /** @type {{[preset: string]: Names}} */ (sheets),
  lead: (/** @type {string} */ boxes) =>
    `Five dice, three throws a turn, and a card of ${boxes} boxes to fill as well as you can.`,
  aim: (/** @type {string} */ boxes) =>
    `Fill all ${boxes} boxes of your card, one a turn, and have the highest total in the end.`,
  columns: 'The card has three columns. What you make in the second counts double, in the third three times.',
  rolloff: 'Each throws the five dice and the highest sum starts. Those tied throw again.',
  throw_all: 'Throw all five dice.',
  duplicate: 'This first throw of the round is the same for everybody.',
  throw_again: 'Keep what you like and throw the others again, up to twice. Dice kept before may be thrown again, too.',
  fill: 'After any throw you may fill a box; after the third you must.',
  free_order: 'Boxes are filled in any order, each of them once.',
  worth: 'A box gets what the dice are worth there. Where they are worth nothing that is a zero.',
  worth_or_zero: 'A box gets what the dice are worth there, or a zero, if you like that better.',
  upper_title: 'Upper section',
  upper: (/** @type {Names} */ { aces, sixes }) => `From ${aces} to ${sixes}: the sum of the dice of that number.`,
  /** @param {Names} names @param {string} threes points @param {string} twos points @param {string} fours points */
  upper_example: (names, threes, twos, fours) =>
    `${threes} in ${names.threes}, ${twos} in ${names.twos}, or ${fours} in ${names.fours}.`,
  no_upper_bonus: 'There is no bonus for the upper section.',
  lower_title: 'Lower section',
  lower_table: { caption: 'Boxes of the lower section', head: ['Box', 'Dice', 'Points'] },
  takes: /** @type {Takes} */ ({
    one_pair: (points) => `Two alike, the higher pair: ${points}`,
    two_pairs: (points) => `Two different pairs, only these: ${points}`,
    three_of_a_kind: (points) => `Three or more alike, all five dice: ${points}`,
    four_of_a_kind: (points) => `Four or more alike, all five dice: ${points}`,
    full_house: (points) => `Three of one number and two of another: ${points}`,
    small_straight: (points) => `Four in a row: ${points}`,
    large_straight: (points) => `Five in a row: ${points}`,
    yahtzee: (points) => `Five alike: ${points}`,
    chance: (points) => `Any dice, all five: ${points}`,
    straight: (points) => `Five in a row: ${points}`,
    poker: (points) => `Four or more alike: ${points}`,
    generala: (points) => `Five alike: ${points}`,
    double_generala: (points) => `Five alike once more: ${points}`,
  }),
  yatzy_takes: /** @type {Takes} */ ({
    three_of_a_kind: (points) => `Three alike, only these: ${points}`,
    four_of_a_kind: (points) => `Four alike, only these: ${points}`,
    full_house: (points) => `Three of one number and two of another, all five dice: ${points}`,
    small_straight: (points) => `1 to 5: ${points}`,
    large_straight: (points) => `2 to 6: ${points}`,
  }),
  five_is_full_house: (/** @type {Names} */ { full_house }) => `Five alike count as ${full_house}, too.`,
  no_full_house: (/** @type {Names} */ { full_house }) => `Five alike do not make ${full_house}: it takes two numbers.`,
  only_joker_full_house: (/** @type {Names} */ { full_house }) =>
    `Five alike do not make ${full_house}, jokers apart: it takes two numbers.`,
  served: (/** @type {Names} */ { straight, full_house, poker }) =>
    `${straight}, ${full_house} and ${poker} made with the first throw of a turn count 5 more.`,
  served_generala: (/** @type {Names} */ { generala }) =>
    `${generala} with the first throw of a turn wins the match at once.`,
  served_generala_together: (/** @type {Names} */ { generala }) =>
    `${generala} with the first throw of a turn wins the match at once, together with all who were given that throw.`,
  double_generala: (/** @type {Names} */ { generala, double_generala }) =>
    `${double_generala} counts only when ${generala} was made before.`,
  jokers_title: (/** @type {Names} */ { yahtzee }) => `Another ${yahtzee}`,
  no_bonus: 'Further five alike bring no bonus.',
  no_jokers: 'Nor are they jokers: they go into any open box, for what they are worth there.',
  only_chance_left: (/** @type {Names} */ { yahtzee, chance }) =>
    `Below ${yahtzee} only ${chance} is left: the five dice count their sum there.`,
  upper_first: 'They go into the upper box of their number.',
  then_zero: 'If those are filled too, they make a zero in an open upper box.',
  then_zero_with_bonus: 'If those are filled too, they make a zero in an open upper box; a bonus is yours all the same.',
  any_box: 'They go into any open box.',
  always_full_points: (/** @type {string} */ worth) => `Everywhere they count for full points: ${worth}.`,
  joker_example: (/** @type {Names} */ { yahtzee, fours, large_straight }, /** @type {string} */ points) =>
    `${yahtzee} holds 0 and ${fours} is filled: you may take ${points} in ${large_straight}, without a bonus.`,
  wild_joker_example: (/** @type {Names} */ { yahtzee, large_straight }, /** @type {string} */ points) =>
    `${yahtzee} holds 0: you may take ${points} in ${large_straight}, without a bonus.`,
  one_column: {
    forced_order: 'Boxes are filled from top to bottom.',
    upper_bonus: (/** @type {string} */ points) =>
      `Whoever has 63 or more up here gets a bonus of ${points}. Three of each number are just enough.`,
    bonus: (/** @type {Names} */ { yahtzee }, /** @type {string} */ points) =>
      `If you throw five alike when the ${yahtzee} box is filled and the ${yahtzee} box holds 50, you get ${points} more, every time.`,
    joker: (/** @type {Names} */ { yahtzee }) =>
      `When the ${yahtzee} box is filled, with 50 or with 0, five alike are a joker:`,
    then_lower: (/** @type {string} */ worth) =>
      `If that is filled, into any open box of the lower section, for full points: ${worth}.`,
    full_points: (/** @type {string} */ worth) =>
      `Once the upper box of their number is filled, they count for full points: ${worth}.`,
    end: 'When all cards are full, boxes and bonuses are added up. The highest total wins.',
  },
  three_columns: {
    forced_order: 'Boxes are filled from top to bottom in each column.',
    upper_bonus: (/** @type {string} */ points) =>
      `Whoever has 63 or more up here, in a column, gets a bonus of ${points}. Three of each number are just enough.`,
    bonus: (/** @type {Names} */ { yahtzee }, /** @type {string} */ points) =>
      `If you throw five alike when all three ${yahtzee} boxes are filled and one of the ${yahtzee} boxes holds 50, you get ${points} more, every time, and it is not multiplied.`,
    joker: (/** @type {Names} */ { yahtzee }) =>
      `When all three ${yahtzee} boxes are filled, with 50 or with 0, five alike are a joker:`,
    then_lower: (/** @type {string} */ worth) =>
      `If that is filled in every column, into any open box of the lower section, for full points: ${worth}.`,
    full_points: (/** @type {string} */ worth) =>
      `Once the upper box of their number is filled in every column, they count for full points: ${worth}.`,
    end: 'When all cards are full, each column with its bonus is counted once, twice, three times. The highest total wins.',
  },
  playoff: 'Those who share the highest total play one more turn each, for the sum of their dice.',
  playoff_as_chance: (/** @type {Names} */ { chance }) =>
    `Those who share the highest total play one more turn each, scored as ${chance}: the sum of their dice.`,
  playoff_end: 'The highest sum wins; those who share it go on until one leads.',
  late: 'it throws if nothing lies there yet, and fills the box that gets most.',
};
