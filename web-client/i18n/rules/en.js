// @ts-check
// Texts that the rules of several games share.
import { make_formatters } from '../language.js';

export const formats = make_formatters('en');

/** @param {number} count */
export const chips = (count) => formats.plural(count, { one: '# chip', other: '# chips' });

/** The page around the rules. */
export const words = {
  title: 'Rules',
  /** @param {string} game */
  of: (game) => `Rules of ${game}`,
  close: 'Close the rules',
  print: 'Print',
  play: 'Make a table',
  house_rules: 'House rules of this table',
  house_rule: 'House rule',
  rule: 'Rule',
  here: 'Here',
  book: 'In the book',
  as_the_book: 'This table plays by the book.',
  the_book: 'This is the book. Where a table has house rules of its own, its rules say so.',
};

export const titles = {
  aim: 'The aim',
  start: 'Who starts',
  turn: 'Your turn',
  end: 'The end',
  time: 'When time runs out',
};

/** @param {string} starter @param {string} rolloff how the roll-off works */
export const start_text = (starter, rolloff) => {
  if (starter === 'random') return 'Who starts is drawn by lot.';
  return starter === 'first' ? 'The first seat starts.' : rolloff;
};

/** @type {string} */
export const around = 'Play goes to the left. In a rematch the next seat starts.';

/** @param {string} what the server does in the end */
export const late = (what) =>
  `If your time runs out, the computer plays for you: ${what} After three turns like that it goes on at once, until you are back.`;

/** A race to a target. @param {string} target */
export const last_round = (target) =>
  `When somebody has ${target}, the round is played to its end, so that all have had the same number of turns. Then the highest total wins.`;

/** @type {string} */
export const shared_win = 'Whoever shares the highest total shares the win.';

/**
 * A tie in a race.
 * @param {string} tie @param {string} target @param {boolean} falls totals can decrease
 */
export const race_tie = (tie, target, falls) => {
  if (tie === 'shared') return shared_win;
  const who = tie === 'extra_round_all' ? 'everybody plays an extra round' : 'those who share it play an extra round';
  const after = falls ? ` If nobody has ${target} after it, ordinary rounds go on.` : '';
  return `If the highest total is shared, ${who}, totals kept, and so on until one leads.${after}`;
};
