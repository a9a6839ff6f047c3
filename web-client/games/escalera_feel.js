// @ts-check
// How the table of Escalera feels.

import { heard } from '../feel/beats.js';

/** @typedef {import('../feel/beats.js').Beat} Beat */
/** @typedef {import('../types.js').GameEvent} GameEvent */

/** From here on a throw is cheered: a whole straight, or a good many sixes. */
const large = 30;

/** @param {GameEvent[]} events */
export const feel = (events) => events.flatMap(beats);

/** @param {GameEvent} event @returns {Beat[]} */
function beats(event) {
  switch (event.e) {
    case 'rolled':
      return [
        { at: 0, sound: 'dice', count: 6 },
        ...(event.points > 0
          ? [
              heard(430, event.points >= large ? 'great' : 'good'),
              { at: 430, ms: 270, swell: `score-${event.seat}` },
            ]
          : []),
      ];
    case 'reset':
      return [
        { at: 430, ms: 270, shake: 'tray' },
        { at: 430, sound: 'alarm' },
      ];
    case 'ante':
      return [{ at: 0, sound: 'chips', count: 4 }];
    default:
      return [];
  }
}
