// @ts-check
// Texts of the rules of Threes Away; rules.js decides which of them a table’s page has.
import { make_formatters } from '../../i18n/language.js';

const { plural } = make_formatters('en');

/** Texts for the values of an option. @typedef {{[value: string]: string}} ByValue */

export const rules = {
  lead: (/** @type {number} */ face) =>
    `Five dice, and the less they show the better: a ${face} counts nothing, and the lowest sum takes the pot.`,
  pots: (/** @type {number} */ count) => plural(count, { one: 'one pot', other: '# pots' }),
  aim: (/** @type {string} */ pots, /** @type {string} */ chips) =>
    `Have the most chips after ${pots}. Everybody begins with ${chips}; whoever has them all wins at once. They are only to play with.`,
  rolloff: 'Each throws the five dice and the highest sum starts; here every face counts its number. Those tied throw again.',
  next_starter: /** @type {ByValue} */ ({
    rotate: 'After that each round is begun by the next player.',
    winner:
      'After that whoever took the last pot begins the next one. A round that is played again is begun by the next player.',
    lowest:
      'After that whoever had the lowest score of the last round begins, of several the one who threw first; if nobody had a score, the next player.',
  }),
  pot_title: 'The pot',
  ante: (/** @type {string} */ chips) => `For every pot each player puts in ${chips}.`,
  short: 'If you cannot pay it all, you put in what you have and play on. Without chips you sit out from the next pot on.',
  throw_all: 'Throw the five dice.',
  set_aside: 'Set aside at least one of them, or as many as you like.',
  must_keep: (/** @type {number} */ face) => `Every ${face} must be set aside.`,
  throw_others: 'Throw the others, set aside at least one more, and so on until all five are out.',
  keep_all: 'You may keep all five at once, even after the first throw.',
  dice_table: { caption: 'What dice count', head: ['Die', 'Points'] },
  nothing: 'Nothing',
  its_number: 'Its number',
  kept_example: (/** @type {number} */ sum) => `All kept: a score of ${sum}.`,
  beaten_title: 'Beaten',
  beaten:
    'When your dice set aside come to more than the lowest score of this round, you are out at once and have no score.',
  beaten_or_over_limit:
    'When your dice set aside come to more than the lowest score of this round or than its limit, you are out at once and have no score.',
  equal: 'With as much you go on.',
  beaten_example: 'The lowest score is 4, and you set this aside: you are out.',
  never_beaten: 'Nobody is out before the turn is over: all dice are thrown, beaten or not.',
  zero_title: 'Zero',
  zero_ante: (/** @type {string} */ chips) =>
    `Zero, the perfect score. Everybody who plays for this pot puts in ${chips} more, its maker too.`,
  no_zero_ante: 'Zero, the perfect score. It brings no more chips into the pot.',
  shoot_the_moon:
    'Five 6s in one throw, all kept: you shoot the moon and take the pot at once, whatever the others have.',
  bottoms_title: 'Bottoms',
  per_die: 'When you set a die aside you may turn it over, if that makes it count less.',
  turned_table: { caption: 'Dice turned over', head: ['Die', 'Counts'] },
  whole_throw: 'After each throw you may call “bottoms” once: then all its dice are read from below.',
  whole_throw_example: (/** @type {number} */ sum) => `Bottoms! All kept, that makes ${sum}.`,
  winner_title: 'Who takes the pot',
  lowest_wins: 'When all have had their turn, the lowest score takes the whole pot.',
  lowest_within_limit_wins: 'The lowest score takes the whole pot, but only if it is low enough for its round.',
  limits_table: { caption: 'What wins', head: ['Round', 'At most'] },
  nobody_within_limit: (/** @type {string} */ chips) =>
    `If nobody makes it, all who played put in ${chips} and play the next round for the same pot.`,
  tie: /** @type {ByValue} */ ({
    all_tie:
      'One tie, all tie: if the lowest score is shared, all play another round, whatever they had. Only zeros are played off by those alone who made them.',
    tied_only: 'If the lowest score is shared, only those who share it play another round.',
    split: 'Those who share the lowest score share the pot; odd chips go out one by one, from the starter on.',
  }),
  tie_within_limit: /** @type {ByValue} */ ({
    all_tie:
      'That holds for a lowest score within the limit, too: shared, it does not win, and the next round has the next limit.',
    tied_only: 'That holds for a lowest score within the limit, too; the next round has the next limit.',
    split: 'That holds for a lowest score within the limit; above it nobody takes anything.',
  }),
  tie_ante: /** @type {{[tie: string]: (chips: string) => string}} */ ({
    all_tie: (chips) => `Whoever plays again puts in ${chips}.`,
    tied_only: (chips) => `Only whoever plays again puts in ${chips}.`,
  }),
  zeros_tie_ante: 'Before zeros are played off everybody who plays for the pot does.',
  no_tie_ante: 'Nobody puts in anything for it.',
  late: (/** @type {number} */ face) => `it sets aside every ${face}, or else the lowest die, and throws on.`,
};
