// @ts-check
// Texts of the replay, player and leaderboard pages.
import { make_formatters } from '../language.js';

const { plural, text } = make_formatters('en');

export const words = {
  guest: 'guest',
  summary: 'How it went',
  rounds: 'Scores, round by round',
  entries: 'How it went, move by move',
  round: 'Round',
  entry: 'Move',
  faces: 'How the dice fell',
  face: 'Face',
  thrown: 'Thrown',
  expectation: 'Expected',
  /** @param {string} each @param {number} total */
  expected: (each, total) => `${plural(total, { one: '# die', other: '# dice' })}: ${each} of each face are to be expected.`,
  as_table: 'As a table',
  watch_replay: 'Watch it again',
  boards: 'Leaderboards',

  replay: 'Replay',
  controls: 'Playing it back',
  first: 'To the beginning',
  previous: 'One move back',
  next: 'One move on',
  last: 'To the end',
  play: 'Play',
  pause: 'Pause',
  position: 'Where we are',
  speed: 'Speed',
  times: text('{speed}×'),
  step_of: text('{at} of {of}'),
  share: 'Copy the link',
  no_match: 'There is no such match.',
  still_played: 'This match is still being played. It can be watched again when it is over.',
  closed: 'This match of the day’s cup can be watched after midnight UTC.',
  no_replay: 'The rules have changed since then, so this match cannot be shown again.',
  not_kept: 'The log of this match is not kept any more; its result stays.',

  no_player: 'There is no such player.',
  since: text('Here since {day}'),
  nothing_yet: 'No finished match yet.',
  totals: 'Results by game',
  matches: 'Matches',
  wins: 'Wins',
  best: 'Best',
  average: 'Average',
  care: 'Care',
  history: 'Matches',
  older: 'Older matches',
  against: text('with {names}'),
  alone: 'alone',
  won: 'won,',

  data: 'What is stored about you',
  data_hint: 'Your name and avatar, your seats, your last chat lines and your matches. No e-mail, and of your address at most a hash.',
  take_out: 'Download everything',
  leave_boards: 'Take me off the leaderboards',
  join_boards: 'Put me back on the leaderboards',
  vanish: 'Delete me',

  board_by: 'Ranked by',
  board_of: 'Matches of',
  /** @param {number | null} days */
  span: (days) => (days === null ? 'All time' : plural(days, { one: 'Last day', other: 'Last # days' })),
  rank: 'Place',
  player: 'Player',
  empty_board: 'Nobody yet. Be the first!',
  no_boards: 'This server keeps no leaderboards.',
  counts: {
    wins: 'Wins count in matches of at least two people.',
    best: 'Best scores count by the usual rules, also when playing alone.',
    average: 'Averages are over at least five matches by the usual rules.',
  },
};
