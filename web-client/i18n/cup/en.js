// @ts-check
// Texts of the day's cup.
import { make_formatters } from '../language.js';

const { plural, text } = make_formatters('en');

export const words = {
  title: 'The day’s cup',
  day: text('No. {day}, {date} (UTC)'),
  none: 'This server has no cup of the day.',
  lead: text('One game of {game} a day, alone, with the same dice for everybody. What counts is how little your decisions give away against the best ones.'),
  ranked: 'Who gives away least comes first, whatever the dice brought. An example: the best choice leads to 252 points on average, yours to 250; then you have given away 2.',
  once: text('You have one try. A game begun is finished by midnight UTC (in {left}) or lost; until then you may leave and come back.'),
  play: 'Play',
  go_on: 'Go on',
  playing: text('Your game of today waits for you until midnight UTC (in {left}).'),
  lost: 'Your game of today was broken off.',
  /** @param {number} points */
  points: (points) => plural(points, { one: '# point', other: '# points' }),
  line: text('Cubilete no. {day}: {points}'),
  copy: 'Copy the result',
  not_yet: 'The squares come as soon as the game has been analysed. Load the page again.',
  so_far: text('place {place} of {players} so far'),
  closed: 'Until midnight nobody sees your dice, your moves or better ones.',
  /** @param {string} squares */
  squares: (squares) => {
    const count = (/** @type {string} */ kind) => [...squares].filter((one) => one === kind).length;
    return `${plural(count('0'), { one: '# turn', other: '# turns' })} without a loss, ${plural(count('1'), { one: '# turn', other: '# turns' })} with a small one, ${plural(count('2'), { one: '# turn', other: '# turns' })} with a large one`;
  },
  today: 'Today',
  yesterday: text('No. {day}, {date}'),
  /** @param {number} players @param {string} median @param {string} best */
  field: (players, median, best) => `${plural(players, { one: '# player', other: '# players' })}. Given away: ${median} points in the middle of the field, ${best} by the best.`,
  place: text('You came in at place {place}: {given_away} points given away, luck {luck}.'),
  /** @param {string} turn @param {number} players */
  missed: (turn, players) => `Turn ${turn} was the hardest: ${plural(players, { one: '# player', other: '# players' })} gave something away there.`,
  nobody: 'Nobody has finished yet.',
  rank: 'Place',
  player: 'Player',
  given_away: 'Given away',
  points_head: 'Points',
  chain: 'Why the dice are the same for all',
  chain_is: 'The seeds of all days are a chain that was fixed on the first day. Each one is opened after its day and proves the days before. The server knows the dice of every day from the start: this shows that nobody changed them, not that nobody was told. A second player beside you who has seen the dice cannot be prevented either.',
  same_chain: 'This browser has seen no other chain.',
  other_chain: text('Another chain: these seeds do not belong to those that this browser saw on {date}.'),
  end: 'End of the chain',
  opened: text('Seed of no. {day}'),
};
