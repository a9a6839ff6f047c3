// @ts-check
// Texts of Yahtzee: the table.
import { make_formatters } from '../../i18n/language.js';
import { thrown_faces, foreign_sheets, box_labels } from './sheets.js';

const { counted, text } = make_formatters('en');
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

const { place_of, title_of } = box_labels(sheets);

/** @param {number} throws one to three */
const in_throws = (throws) => ['one throw', 'two throws', 'three throws'][throws - 1];

export const words = {
  hints: [
    'Throw the dice, up to three times a turn.',
    'Choose dice to keep; only the others are thrown.',
    'Then choose a box; choose it again to write there.',
  ],
  dice: 'Dice',
  first: 'Throw the dice',
  again: counted({ one: 'Throw one die', other: 'Throw # dice' }),
  left: counted({ one: '# throw left', other: '# throws left' }),
  /** @param {number[]} faces */
  keeping: (faces) => (faces.length === 0 ? 'Keep nothing' : `Keep ${faces.join(' ')}`),
  all_kept: 'All dice are kept',
  none_left: 'No throws left',
  pick: 'Choose a box',
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

/** @satisfies {import('../say.js').Says<import('./table.js').Own>} */
export const says = {
  rolloff: ['You threw {points} for the start.', '{name} threw {points} for the start.'],
  starts: ['You start.', '{name} starts.'],
  rolled: (event) => ['You threw {dice}.', '{name} threw {dice}.', { dice: thrown_faces(event) }],
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
