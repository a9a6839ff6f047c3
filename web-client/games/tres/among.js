// @ts-check
// Sentences about two players: who was caught, and by whom.

/** @import { GameEvent } from '../../core/shapes.js' */
/** @import { Helpers } from '../contract.js' */

/**
 * Chooses the sentence for the reader, and fills in `{name}` and `{by}`.
 * @param {[caught_you: string, by_you: string, others: string]} sentences
 * @returns {(event: GameEvent, helpers: Pick<Helpers, 'names' | 'mine'>) => string}
 */
export const among = ([caught_you, by_you, others]) => ({ seat, by }, { names, mine }) => {
  const sentence = seat === mine ? caught_you : by === mine ? by_you : others;
  return sentence.replaceAll(/\{(\w+)\}/g, (_, who) => names[who === 'by' ? by : seat]);
};
