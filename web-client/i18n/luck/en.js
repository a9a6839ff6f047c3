// @ts-check
// Texts of what luck gave and decisions gave away in a match.
import { make_formatters } from '../language.js';

const { counted, text } = make_formatters('en');

export const words = {
  coming: 'The computer is going through the match…',
  later: 'The computer has too much to do right now.',
  again: 'Try again',
  exact: 'Exact: the computer knows what every move of this game is worth.',
  estimate: 'An estimate: the computer does not know exactly what every move is worth.',
  many: 'An estimate, and of decisions only: with three players or more nobody knows exactly what a move is worth.',
  simulated: 'An estimate, and of decisions only: the computer plays the game on, many times. What is too close to call does not count.',
  no_choice: 'This game is luck alone: there is nothing to decide.',
  extra: 'What came after the last regular turn is left out.',
  why_not: {
    columns: 'A card with three columns is too much even for the computer: nobody knows what its moves are worth.',
    alone: 'Played alone, this game has nothing to measure luck against.',
    not_kept: 'The log of this match is not kept any more.',
    rules: 'The rules have changed since then, so this match cannot be judged any more.',
    long: 'This match was too long to be judged.',
  },

  pots: counted({ one: '# pot', other: '# pots' }),
  points_of_share: counted({ one: '# percentage point', other: '# percentage points' }),
  decisions: counted({ one: '# decision', other: '# decisions' }),
  luck: {
    points: {
      more: { you: text('Your throws were {amount} better than average.'), them: text('{name}’s throws were {amount} better than average.') },
      less: { you: text('Your throws were {amount} worse than average.'), them: text('{name}’s throws were {amount} worse than average.') },
      even: { you: 'Your throws were just average.', them: text('{name}’s throws were just average.') },
    },
    win: {
      more: { you: text('The throws raised your chance to win by {amount}.'), them: text('The throws raised {name}’s chance to win by {amount}.') },
      less: { you: text('The throws lowered your chance to win by {amount}.'), them: text('The throws lowered {name}’s chance to win by {amount}.') },
      even: { you: 'The throws left your chance to win as it was.', them: text('The throws left {name}’s chance to win as it was.') },
    },
    pot: {
      more: { you: text('The throws brought you {amount} more than average.'), them: text('The throws brought {name} {amount} more than average.') },
      less: { you: text('The throws brought you {amount} less than average.'), them: text('The throws brought {name} {amount} less than average.') },
      even: { you: 'The throws brought you just the average.', them: text('The throws brought {name} just the average.') },
    },
  },
  cost: {
    points: { you: text('Your decisions cost {amount} in all'), them: text('{name}’s decisions cost {amount} in all') },
    win: { you: text('Your decisions lowered your chance to win by {amount} in all'), them: text('{name}’s decisions lowered that chance by {amount} in all') },
    ahead: { you: text('Your decisions lowered your chance to end in front by {amount} in all'), them: text('{name}’s decisions lowered the chance to end in front by {amount} in all') },
    pot: { you: text('Your decisions cost {amount} in all'), them: text('{name}’s decisions cost {amount} in all') },
  },
  nothing: { you: 'Your decisions cost nothing', them: text('{name}’s decisions cost nothing') },
  /** Behind one of these sentences. */
  of: text('{sentence} ({decisions}).'),

  progress: {
    points: 'The points that each could expect to end with',
    win: 'The chance to win',
    pot: 'The chance to win the present pot',
  },
  round: 'Round',
  move: 'Move',
  start: 'Start',
  made: 'What made the result',
  expected: 'Best play, before luck',
  luck_share: 'Luck',
  own: 'Decisions',
  house: 'The computer’s decisions',
  clock: 'The clock’s decisions',
  others: 'Decisions of others',
  end: 'End',

  in_unit: { points: 'in points', pot: 'in pots' },
  dearest: 'The decisions that cost most',
  dearest_of: text('{name}: the decisions that cost most'),
  chosen: 'Played',
  better: 'Better',
  /** Why the better move is better: what can be expected after it, and after the one that was played. */
  why: {
    points: text('It leads to {best} points on average, not {chosen}.'),
    turns: text('It leads to {best} points on average, not {chosen}: {now} in this turn, {later} in those to come.'),
    win: text('It leaves a chance to win of {best}, not {chosen}.'),
    ahead: text('It leaves a chance to end in front of {best}, not {chosen}.'),
    pot: text('It leaves {best} of the pot on average, not {chosen}.'),
  },
  rest: text('All other decisions cost {amount}.'),
  between: text('between {low} and {high}'),
  look: 'See it',
  look_at: text('{place}: see it in the replay'),
  try_again: 'Try it again',
  try_at: text('{place}: try it again'),
  thrown_by: text('thrown by {name}'),
  luckiest: 'Luckiest throw',
  unluckiest: 'Unluckiest throw',

  shared_luck: text('Luck: {players}'),
  shared_cost: text('Given away: {players}'),
};
