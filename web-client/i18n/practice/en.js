// @ts-check
// Texts of practice.
import { make_formatters } from '../language.js';

const { counted, text } = make_formatters('en');

export const words = {
  title: 'Practice',
  coming: 'The computer is looking for a decision…',
  none: 'This server has no practice.',
  gone: 'This decision cannot be tried again any more.',
  later: 'The computer has too much to do right now.',
  waits: 'It goes on as soon as there is a connection.',
  again: 'Try again',
  table: 'The table as it lay',
  of_match: 'From one of your matches',
  of_computer: 'From a game of computers that err on purpose',
  decides: text('{name} decides'),
  question: 'What would you play?',
  judging: 'The computer is working it out…',
  right: 'Right',
  near: text('Nearly: it gives away {amount}'),
  wrong: 'There is better',
  better: {
    points: text('“{best}” brings {amount} more on average than “{chosen}”.'),
    win: text('“{best}” raises the chance to win by {amount} against “{chosen}”.'),
    pot: text('“{best}” brings {amount} more of the pot on average than “{chosen}”.'),
  },
  points_of_share: counted({ one: '# percentage point', other: '# percentage points' }),
  choices: 'What each choice is worth',
  choice: 'Choice',
  /** @type {{[unit: string]: string}} */
  worth: { points: 'Points in the end', win: 'Chance to win', pot: 'Share of the pot' },
  less: 'Given away',
  best: 'Best',
  yours: 'Yours',
  played: 'Played',
  computers: 'The computer’s',
  estimate: 'An estimate: the computer does not know exactly what every move is worth.',
  comes_back: counted({ one: 'It comes back tomorrow.', other: 'It comes back in # days.' }),
  done: 'Right on two days: it does not come back.',
  next: 'Next',
  replay: 'See it in the replay',
  games: 'Games to practise',
  leave: 'Done',
};
