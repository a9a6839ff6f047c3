// @ts-check
// Texts of a table: its options, the badge about its dice, the cup before a match, confirmations, and races to a target.
import { make_formatters } from '../language.js';

const { list, number, text } = make_formatters('en');

// The options that several games have. The others are in games/<id>/words.LANGUAGE.js; what is not listed is spelled from its name on the wire.
/** Names of options, and of their values as `option.value`. */
export const options = {
  starter: 'Who starts',
  tie: 'A tie',
  ante: 'Ante in chips',
  target: 'Points to win',
  'starter.rolloff': 'Highest throw',
  'starter.random': 'Drawn by lot',
  'starter.first': 'First seat',
  'tie.shared': 'Shared win',
  'tie.extra_round_all': 'An extra round for all',
  'tie.extra_round_tied': 'An extra round for the tied',
};

/** Values of any option. */
export const values = {
  true: 'Yes',
  false: 'No',
  off: 'Off',
  on: 'On',
};

// Texts of the table's badge, which tells whose secrets count, and of a match that starts.
export const badge = {
  badge: {
    closed: 'Dice and cards: secrets are being collected',
    all: 'Dice and cards: everybody’s secret counts',
    some: text('Dice and cards: secrets that count: {count} of {of}'),
    server: 'Dice and cards: from the server alone',
    cup: 'Dice: those of the day’s cup, the same for everybody',
    fault: 'Dice and cards: something is wrong',
  },
  broken: text('Your last matches here ({of}): {broken} broken off.'),
  broken_and_abandoned: text('Your last matches here ({of}): {broken} broken off, {abandoned} abandoned by players.'),
  waits: {
    tips: 'The game is starting. Waiting for the programs of all players to lock their secrets away.',
    reveals: 'The game is starting. Waiting for the programs of all players to open their first secret.',
  },
};

// Texts of the cup that can be shaken before a match.
export const shake = {
  title: 'Shake for luck',
  hint: 'Drag the cup, tap it, or shake your phone: your shake is in the dice.',
  cup: 'The cup: shake it',
  done: 'Shaken. It is part of your secret now.',
  shakers: text('{names} shook the cup.'),
  cards: {
    hint: 'Drag the cards, tap them, or shake your phone: your shake is in the shuffle.',
    cup: 'The cards: shuffle them',
    shakers: text('{names} shuffled the cards.'),
  },
  motion_refused: 'Your phone’s motion is not used, because it was not allowed. If your browser does not ask again, close it and open it again.',
  motion_again: 'Allow the motion',
};

// Shared texts of games in which all players race to a target.
export const race = {
  others: text('{name} is playing.'),
  race: text('Race to {target}'),
  last: 'Last round!',
  /** @param {number} round */
  extra: (round) => (round === 1 ? 'Extra round!' : `Extra round ${number(round)}!`),
  /** @param {string[]} names @param {number} score */
  lead: (names, score) => `${list(names)} ${names.length === 1 ? 'leads' : 'share the lead'} with ${number(score)}.`,
};

/** @satisfies {import('../../games/say.js').Says} */
export const race_says = {
  starts: ['You start.', '{name} starts.'],
  final_round: ['You have come to the target: the last round!', '{name} has come to the target: the last round!'],
  extra_round: ({ seats }, { names }) =>
    `The lead is shared: an extra round for ${list(seats.map((/** @type {number} */ seat) => names[seat]))}.`,
  resumed: 'Nobody has the target any more: the race goes on.',
  over: 'The game is over.',
};
