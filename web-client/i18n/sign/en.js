// @ts-check
// Texts of the table's sign, which tells whose secrets count, and of a match that starts.
import { speaking } from '../language.js';

const { number } = speaking('en');

export const words = {
  sign: {
    closed: 'Dice and cards: secrets are being collected',
    all: 'Dice and cards: everybody’s secret counts',
    /** @param {number} count @param {number} of */
    some: (count, of) => `Dice and cards: secrets that count: ${number(count)} of ${number(of)}`,
    server: 'Dice and cards: from the server alone',
    fault: 'Dice and cards: something is wrong',
  },
  waits: {
    tips: 'The game is starting. Waiting for the programs of all players to lock their secrets away.',
    reveals: 'The game is starting. Waiting for the programs of all players to open their first secret.',
  },
};
