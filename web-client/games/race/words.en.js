// @ts-check
// Shared texts of games in which all players race to a target.
import { speaking } from '../../i18n/language.js';

const { list, number, text } = speaking('en');

export const words = {
  others: text('{name} is playing.'),
  race: text('Race to {target}'),
  last: 'Last round!',
  /** @param {number} round */
  extra: (round) => (round === 1 ? 'Extra round!' : `Extra round ${number(round)}!`),
  /** @param {string[]} names @param {number} score */
  lead: (names, score) => `${list(names)} ${names.length === 1 ? 'leads' : 'share the lead'} with ${number(score)}.`,
};

/** @satisfies {import('../say.js').Says} */
export const says = {
  starts: ['You start.', '{name} starts.'],
  final_round: ['You have come to the target: the last round!', '{name} has come to the target: the last round!'],
  extra_round: ({ seats }, { names }) =>
    `The lead is shared: an extra round for ${list(seats.map((/** @type {number} */ seat) => names[seat]))}.`,
  resumed: 'Nobody has the target any more: the race goes on.',
  over: 'The game is over.',
};
