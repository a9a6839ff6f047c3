// @ts-check
// Effects of the La Ambiciosa table.

import { heard, looked_up_for, shaken } from '../../ui/game/beats.js';
import { roll_ms } from '../../core/pace.js';

/** @import { AmbiciosaWholeView as View } from '../../../js/protocol.js' */
/** @import { GameEvent } from '../../core/shapes.js' */
/** @import { Beat } from '../../ui/game/beats.js' */

/** Throws with at least this many points get an effect. */
const large = 500;

/** @param {GameEvent[]} events @param {{view?: View}} [table] */
export const effects = (events, { view } = {}) => events.flatMap((event) => beats(event, view?.target ?? Infinity));

/** @param {GameEvent} event @param {number} target @returns {Beat[]} */
function beats(event, target) {
  switch (event.e) {
    case 'rolled':
      return [
        { at: 0, sound: 'dice', count: 3 },
        ...(event.dice?.every((/** @type {string} */ face) => face === 'A') ? [looked_up_for(roll_ms, 'aces')] : event.points >= large ? [heard(roll_ms, 'good')] : []),
      ];
    case 'bust':
      return shaken(roll_ms, 'tray', 'bad', 260);
    case 'penalty':
      return shaken(roll_ms, 'tray', 'alarm', 270);
    case 'banked':
      return [
        { at: 0, ms: 400, fly: { thing: `points ${event.points}`, from: ['hand'], to: [`score-${event.seat}`] } },
        { at: 0, sound: 'write' },
        { at: 360, ms: 300, swell: `score-${event.seat}` },
        ...(event.score >= target ? [looked_up_for(360, `goal ${target}`)] : []),
      ];
    case 'final_round':
    case 'extra_round':
      return [{ at: 500, sound: 'good' }];
    default:
      return [];
  }
}
