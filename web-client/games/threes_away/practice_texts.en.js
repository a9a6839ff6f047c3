// @ts-check
// Texts of Threes Away: what a move leaves, and what there was to consider, for practice.
import { make_formatters } from '../../i18n/language.js';

const { counted, plural, text } = make_formatters('en');

export const words = {
  ends: text('the turn ends with {sum}'),
  goes_on: text('{kept}, sum {sum}, {dice}'),
  kept: counted({ one: 'one die kept', other: '# dice kept' }),
  dice: counted({ one: 'one to throw', other: '# to throw' }),
  lowest: text('The score to beat is {sum}.'),
  cap: text('Only a score up to {cap} wins this round.'),
  no_score: 'Nobody has a score in this round yet.',
  pot: counted({ one: 'The pot has # chip.', other: 'The pot has # chips.' }),
  /** @param {number} players */
  still: (players) => (players === 0 ? 'Nobody throws after this turn.' : plural(players, { one: 'One player throws after this turn.', other: '# players throw after this turn.' })),
};
