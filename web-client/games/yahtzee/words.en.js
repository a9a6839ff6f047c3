// @ts-check
// Texts of Yahtzee: the table and the rules.
import { speaking } from '../../i18n/language.js';
import { fell, foreign_sheets, names_on } from './sheets.js';

const { counted, number, text } = speaking('en');
const faces = ['', 'one', 'two', 'three', 'four', 'five', 'six'];

const upper = { aces: 'Aces', twos: 'Twos', threes: 'Threes', fours: 'Fours', fives: 'Fives', sixes: 'Sixes' };
const common = {
  three_of_a_kind: '3 of a Kind',
  four_of_a_kind: '4 of a Kind',
  full_house: 'Full House',
  small_straight: 'Small Straight',
  large_straight: 'Large Straight',
  chance: 'Chance',
};

export const sheets = {
  yahtzee: { ...upper, ...common, yahtzee: 'Yahtzee' },
  yatzy: { ...upper, aces: 'Ones', one_pair: 'One Pair', two_pairs: 'Two Pairs', ...common, full_house: 'House', yahtzee: 'Yatzy' },
  ...foreign_sheets,
};

const { place_of, title_of } = names_on(sheets);

/** @param {number} throws one to three */
const in_throws = (throws) => ['one throw', 'two throws', 'three throws'][throws - 1];

export const words = {
  hints: [
    'Throw the dice, up to three times a turn.',
    'Tap dice to keep them; only the others are thrown.',
    'Then tap a box of your card, twice, to write there.',
  ],
  dice: 'Dice',
  first: 'Throw the dice',
  again: counted({ one: 'Throw one die', other: 'Throw # dice' }),
  left: counted({ one: '# throw left', other: '# throws left' }),
  /** @param {number[]} faces */
  keeping: (faces) => (faces.length === 0 ? 'Keep nothing' : `Keep ${faces.join(' ')}`),
  all_kept: 'All dice are kept',
  none_left: 'No throws left',
  pick: 'Tap a box',
  or_keep: 'or dice to keep',
  others: text('{name} is playing'),
  /** @param {number} position @param {number} face @param {boolean} kept */
  die: (position, face, kept) => `Die ${position + 1}: ${faces[face]}${kept ? ', kept' : ''}`,
  you_keep: 'You keep',
  keeps: text('{name} keeps'),
  would_bring: text('would bring {points}'),
  write: text('Write {points} in {place}'),
  write_zero: 'Write a zero there',
  playoff: text('Keep {points}'),
  cards: 'Score cards',
  you: 'You',
  total: 'Total',
  upper: 'Upper section',
  lower: 'Lower section',
  bonus: 'Bonus',
  five: (/** @type {string} */ faces, /** @type {number} */ throws) => `Five ${faces.toLowerCase()} in ${in_throws(throws)}`,
  shout: text('{box}!'),
  sum: 'Sum',
  further: text('{box} bonus'),
  box: 'Box',
};

/** @satisfies {import('../say.js').Says} */
export const says = {
  rolloff: ['You threw {points} for the start.', '{name} threw {points} for the start.'],
  starts: ['You start.', '{name} starts.'],
  rolled: (event) => ['You threw {dice}.', '{name} threw {dice}.', { dice: fell(event) }],
  scored: (event, { options }) => ['You wrote {points} in {box}.', '{name} wrote {points} in {box}.', { box: place_of(options, event) }],
  served_generala: [
    'You threw a Generala with the first throw: the match is won!',
    '{name} threw a Generala with the first throw: the match is won!',
  ],
  yahtzee_bonus: (_, { options }) => [
    'You earned a {what} of {points}!',
    '{name} earned a {what} of {points}!',
    { what: words.further(title_of(options, 'yahtzee')) },
  ],
  upper_bonus: ['You earned the upper bonus of {points}!', '{name} earned the upper bonus of {points}!'],
  playoff: 'The highest total is shared: those who are tied play one more turn, scored as Chance (the sum of the dice).',
  playoff_scored: ['You made {points} in the play-off.', '{name} made {points} in the play-off.'],
  over: 'The game is over.',
};

/** Names of its options, and of their values as `option.value`. */
export const options = {
  preset: 'Whose card',
  joker: 'Extra Yahtzees',
  yahtzee_bonus: 'Bonus for each extra Yahtzee',
  upper_bonus: 'Upper bonus',
  five_is_full_house: 'Five alike is a full house',
  columns: 'Columns',
  order: 'Order of the boxes',
  zero: 'A zero where the dice score',
  duplicate: 'Everybody gets the same first throws',
  'preset.yahtzee': 'Yahtzee',
  'preset.yatzy': 'Yatzy (Scandinavian)',
  'preset.kniffel': 'Kniffel (German names)',
  'preset.generala': 'Generala',
  'joker.forced': 'Forced joker (the book)',
  'joker.free': 'Free joker',
  'joker.wild': 'Wild joker',
  'joker.none': 'No joker, no bonus',
  'columns.1': 'One',
  'columns.3': 'Three: ×1, ×2, ×3',
  'order.free': 'Any order',
  'order.forced': 'Top to bottom',
  'zero.forced': 'Not allowed',
  'zero.free': 'Allowed',
  'tie.playoff_turn': 'Play-off turn',
};

/** Translations of the refusals of its options. @type {{[english: string]: string}} */
export const reasons = {};

// The rules; rules.js decides which of these texts a table’s page has.

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
