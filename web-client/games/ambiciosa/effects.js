// @ts-check
// Effects of the La Ambiciosa table.

import { sound_beat, highlight_beat } from '../../ui/game/beats.js';
import { roll_ms } from '../../core/push_queue.js';

/** @import { AmbiciosaEvent as GameEvent, AmbiciosaWholeView as View } from '../../../js/protocol.js' */
/** @import { Beat } from '../../ui/game/beats.js' */

/** Throws with at least this many points get an effect. */
const large_throw = 500;

/** @param {GameEvent[]} events @param {{view?: View}} [table] */
export const effects = (events, { view } = {}) => events.flatMap((event) => beats(event, view?.target ?? Infinity));

/** The points in hand fall. @param {{lost: number}} event @param {import('../../ui/game/beats.js').Sound} sound @returns {Beat[]} */
const loss_beats = (event, sound) => [sound_beat(roll_ms, sound), ...(event.lost > 0 ? [{ at: roll_ms, ms: 240, fall: { thing: `lost ${event.lost}`, spot: 'hand' } }] : [])];

/** @param {GameEvent} event @param {number} target @returns {Beat[]} */
function beats(event, target) {
  switch (event.e) {
    case 'rolled':
      return [
        { at: 0, sound: 'dice', count: 3 },
        ...(event.dice?.every((face) => face === 'A') ? [highlight_beat(roll_ms, 'aces')] : event.points >= large_throw ? [sound_beat(roll_ms, 'good')] : []),
      ];
    case 'bust':
      return loss_beats(event, 'bad');
    case 'penalty':
      return loss_beats(event, 'alarm');
    case 'banked':
      return [
        { at: 0, ms: 400, fly: { thing: `points ${event.points}`, from: ['hand'], to: [`score-${event.seat}`] } },
        { at: 0, sound: 'write' },
        { at: 360, ms: 300, swell: `score-${event.seat}` },
        ...(event.score >= target ? [highlight_beat(360, `goal ${target}`)] : []),
      ];
    case 'final_round':
    case 'extra_round':
      return [{ at: 500, sound: 'good' }];
    default:
      return [];
  }
}
