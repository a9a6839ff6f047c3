// @ts-check
// Texts of La Ambiciosa: the table.
import { make_formatters } from '../../i18n/language.js';

const { list, number, plural, text } = make_formatters('en');

/** So many of a face that counts. @type {{[face: string]: string[]}} */
const counts = { A: ['an ace', 'two aces', 'three aces'], K: ['a king', 'two kings', 'three kings'] };

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
  /** @param {string[]} faces the aces and kings of a throw */
  counted: (faces) =>
    list(Object.keys(counts).flatMap((face) => counts[face][faces.filter((one) => one === face).length - 1] ?? [])).replace(/^./, (first) => first.toUpperCase()),
  three_aces: 'Three aces!',
  throw: 'Throw',
  again: 'Throw again',
  stop: 'Me planto',
  /** The translation of a term from another language. @type {string} */
  gloss: 'I stop here',
  write: text('I stop: write {points}'),
  risking: text('and risk {points}'),
  next: 'Next throw',
  risk: text('{share} end the turn'),
  brings: text('{share} bring {points}'),
  mean: text('average {points}'),
  lose: 'lose it all',
  /** The cost of three jacks, the dearest of the throws that are written with a minus. */
  cost: text('{share} cost up to {points} besides (J J J)'),
  /** @param {number[]} points */
  either: (points) => points.join(' or '),
  from: text('{points} up'),
  expected: 'Expected total after this turn',
  out: 'looks on',
};

export const faces = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', 10: 'ten', 9: 'nine' };

/** @param {number} points */
const gone = (points) =>
  points > 0 ? plural(points, { one: ', and # point is lost', other: ', and # points are lost' }) : '';

/** @satisfies {import('../say.js').Says<import('./table.js').Own>} */
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
