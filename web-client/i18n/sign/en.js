// @ts-check
// Texts of the table's sign, which tells whose secrets count, and of a match that starts.
import { speaking } from '../language.js';

const { text } = speaking('en');

export const words = {
  sign: {
    closed: 'Dice and cards: secrets are being collected',
    all: 'Dice and cards: everybody’s secret counts',
    some: text('Dice and cards: secrets that count: {count} of {of}'),
    server: 'Dice and cards: from the server alone',
    fault: 'Dice and cards: something is wrong',
  },
  broken: text('Your last matches here ({of}): {broken} broken off.'),
  broken_and_abandoned: text('Your last matches here ({of}): {broken} broken off, {abandoned} abandoned by players.'),
  waits: {
    tips: 'The game is starting. Waiting for the programs of all players to lock their secrets away.',
    reveals: 'The game is starting. Waiting for the programs of all players to open their first secret.',
  },
};
