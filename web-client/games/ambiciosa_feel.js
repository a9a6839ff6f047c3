// @ts-check
// How the table of La Ambiciosa feels.

import { heard } from '../feel/beats.js';

/** @typedef {import('../feel/beats.js').Beat} Beat */
/** @typedef {import('../types.js').GameEvent} GameEvent */

/** From here on a throw is cheered. */
const large = 500;

/** @param {GameEvent[]} events */
export const feel = (events) => events.flatMap(beats);

/** @param {GameEvent} event @returns {Beat[]} */
function beats(event) {
  switch (event.e) {
    case 'rolled':
      return [
        { at: 0, sound: 'dice', count: 3 },
        ...(event.points >= large ? [heard(450, 'great')] : []),
      ];
    case 'bust':
      return [
        { at: 430, ms: 260, shake: 'tray' },
        { at: 430, sound: 'bad' },
      ];
    case 'penalty':
      return [
        { at: 430, ms: 270, shake: 'tray' },
        { at: 430, sound: 'alarm' },
      ];
    case 'banked':
      return [
        { at: 0, ms: 400, fly: { thing: `points ${event.points}`, from: ['hand'], to: [`score-${event.seat}`] } },
        { at: 0, sound: 'write' },
        { at: 360, ms: 300, swell: `score-${event.seat}` },
      ];
    case 'final_round':
    case 'extra_round':
      return [{ at: 500, sound: 'good' }];
    default:
      return [];
  }
}
