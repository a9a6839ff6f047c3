// @ts-check
// How the Yahtzee table feels.

/** @typedef {import('../feel/beats.js').Beat} Beat */
/** @typedef {import('../types.js').GameEvent} GameEvent */

/** What makes people look up from their phones, in any preset. */
const great = new Set(['yahtzee', 'generala', 'double_generala']);

/** @param {GameEvent[]} events */
export const feel = (events) => events.flatMap(beats);

/** @param {GameEvent} event @returns {Beat[]} */
function beats(event) {
  switch (event.e) {
    case 'rolled':
      return [{ at: 0, sound: 'dice', count: event.thrown.length }];
    case 'scored': {
      const shout = great.has(event.box) && event.points > 0;
      return [
        { at: 0, sound: event.points === 0 ? 'bad' : shout ? 'great' : 'write' },
        { at: 100, ms: 350, swell: `score-${event.seat}` },
      ];
    }
    case 'served_generala':
    case 'yahtzee_bonus':
      return [{ at: 100, sound: 'great' }];
    case 'upper_bonus':
      return [{ at: 100, sound: 'good' }];
    default:
      return [];
  }
}
