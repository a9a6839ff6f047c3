// @ts-check
// Effects of the Escalera table.

import { sound_beat, highlight_beat, shake_beat } from '../../ui/game/beats.js';
import { roll_ms } from '../../core/push_queue.js';

/** @import { EscaleraEvent as GameEvent } from '../../../js/protocol.js' */
/** @import { Beat } from '../../ui/game/beats.js' */

/** Throws with at least this many points get an effect: a full straight or several sixes. */
const large_throw = 30;

/** @param {GameEvent[]} events */
export const effects = (events) => events.flatMap(beats);

/** @param {GameEvent} event @returns {Beat[]} */
function beats(event) {
  switch (event.e) {
    case 'rolled':
      return [
        { at: 0, sound: 'dice', count: 6 },
        ...(event.points > 0
          ? [
              ...(event.straights?.includes(6) ? [] : [sound_beat(roll_ms, event.points >= large_throw ? 'great' : 'good')]),
              { at: roll_ms, ms: 270, swell: `score-${event.seat}` },
            ]
          : []),
        ...(event.straights?.includes(6) ? [highlight_beat(roll_ms, 'straight')] : []),
      ];
    case 'reset':
      return shake_beat(roll_ms, 'tray', 'alarm', 270);
    case 'ante':
      return [{ at: 0, sound: 'chips', count: 4 }];
    default:
      return [];
  }
}
