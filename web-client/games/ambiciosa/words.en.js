// @ts-check
// Texts of La Ambiciosa: the table and the rules.
import { speaking } from '../../i18n/language.js';

const { number, plural, text } = speaking('en');

export const words = {
  hints: [
    'Throw as often as you dare: points gather in hand.',
    'The bar shows what the next throw may bring or cost.',
    '“Me planto” writes your points and ends the turn.',
  ],
  dice: 'Dice',
  in_my_hand: 'In your hand',
  in_hand: text('{name}’s hand'),
  then: text('makes {score}'),
  nothing: 'Nothing',
  lost: text('{points} lost'),
  planted: '¡Me planto!',
  three_aces: 'Three aces!',
  throw: 'Throw',
  again: 'Throw again',
  stop: 'Me planto',
  /** The translation of a term from another language. @type {string} */
  gloss: 'I stop here',
  write: text('I stop: write {points}'),
  next: 'Next throw',
  risk: text('{share} end the turn'),
  brings: text('{share} bring {points}'),
  mean: text('average {points}'),
  expected: 'Expected total after this turn',
  out: 'looks on',
};

export const faces = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', 10: 'ten', 9: 'nine' };

/** @param {number} points */
const gone = (points) =>
  points > 0 ? plural(points, { one: ', and # point is lost', other: ', and # points are lost' }) : '';

/** @satisfies {import('../say.js').Says} */
export const says = {
  rolloff: ['You threw {dice} for the start.', '{name} threw {dice} for the start.'],
  rolled: ({ points }) =>
    points > 0
      ? ['You threw {dice}: {points}, so {turn_points} in hand.', '{name} threw {dice}: {points}, so {turn_points} in hand.']
      : ['You threw {dice}.', '{name} threw {dice}.'],
  bust: ({ lost }) => `Nothing${gone(lost)}.`,
  penalty: ({ lost, points }) => `That is ${number(points)}${gone(lost)}.`,
  banked: ['“¡Me planto!” You wrote {points}: {score} now.', '“¡Me planto!” {name} wrote {points}: {score} now.'],
};

/** Names of its options, and of their values as `option.value`. */
export const options = {
  floor_at_zero: 'Nobody falls below zero',
  min_bank: 'Points needed to stop',
  negative_triples: 'Bad triples cost points',
};

// The rules; rules.js decides which of these texts a table’s page has.
export const rules = {
  lead: (/** @type {string} */ goal) =>
    `Three poker dice and a cup. Aces and kings pile up points as long as you dare to throw; one bad throw takes back all that you have not written down. First to ${goal}!`,
  aim: (/** @type {string} */ goal) =>
    `Write down ${goal} points. Points in your hand do not count yet: they can still be lost.`,
  rolloff: 'Each throws one die and the highest starts: ace, king, queen, jack, 10, 9. Those tied throw again.',
  turn: [
    'Throw all three dice.',
    'Aces and kings score: add their points to those of your turn.',
    'Throw all three again, or say “me planto”: the points of your turn are written down and your turn is over.',
    'A throw that scores nothing ends your turn, and its points are lost.',
  ],
  min_bank: (/** @type {string} */ points) => `You may stop only with at least ${points} points in the turn.`,
  no_min_bank: 'You may stop with any points at all, but you must throw once.',
  dice_title: 'What dice count',
  dice_table: { caption: 'Each die', head: ['Die', 'Points'] },
  ace: (/** @type {string} */ points) => `Ace: ${points}`,
  king: (/** @type {string} */ points) => `King: ${points}`,
  nothing: 'Nothing',
  ace_and_king: 'An ace and a king: 150.',
  two_aces_and_king: 'Two aces and a king: 250.',
  nothing_thrown: 'Nothing: the turn is over and its points are lost.',
  triples_title: 'Three alike',
  triples: 'Three alike count as such, in place of the single dice.',
  triples_table: { caption: 'Three alike', head: ['Throw', 'Points'] },
  good_triple: (/** @type {string} */ points) => `${points}, and you may go on`,
  bad_triple: (/** @type {string} */ points) => `${points}, and the turn ends`,
  harmless_triple: 'Nothing, and the turn ends',
  bad_triples: 'A bad triple takes the points of your turn first; then its own are taken from your total.',
  bad_triple_example: (/** @type {string} */ turn, /** @type {string} */ points) =>
    `With ${turn} in hand: they are lost, and ${points} is written down.`,
  floor: (/** @type {string} */ total) =>
    `No total falls below zero: with ${total} written down, three jacks leave you with 0.`,
  no_floor: (/** @type {string} */ total, /** @type {string} */ left) =>
    `A total may fall below zero: with ${total} written down, three jacks leave you with ${left}.`,
  harmless_triples: 'Bad triples cost nothing but the turn and its points.',
  late: 'it throws if it must, and stops as soon as it may.',
};
