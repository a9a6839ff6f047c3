// @ts-check
// Effects of the Yahtzee table.

import { sound_beat, highlight_beat } from '../../ui/game/beats.js';
import { roll_ms } from '../../core/push_queue.js';

/** @import { YahtzeeEvent as GameEvent } from '../../../js/protocol.js' */
/** @import { Beat } from '../../ui/game/beats.js' */

/** Boxes that get a highlight, in any preset. @type {Set<import('../../../js/protocol.js').YahtzeeBox>} */
export const great = new Set(['yahtzee', 'generala', 'double_generala']);

/** @param {GameEvent[]} events */
export const effects = (events) => events.flatMap(beats);

/** @param {GameEvent} event @returns {Beat[]} */
function beats(event) {
  switch (event.e) {
    case 'rolled':
      return [{ at: 0, sound: 'dice', count: event.thrown.length }, ...thrown(event.dice)];
    case 'scored':
      return [sound_beat(0, 'write'), { at: 100, ms: 350, swell: `score-${event.seat}` }];
    case 'served_generala':
      return [{ at: roll_ms, sound: 'great' }];
    case 'yahtzee_bonus':
      return [highlight_beat(100, `further ${event.points}`)];
    case 'upper_bonus':
      return [highlight_beat(100, `bonus ${event.points}`)];
    default:
      return [];
  }
}

/** Five of a kind and straights of five. @param {number[]} dice @returns {Beat[]} */
function thrown(dice) {
  const faces = new Set(dice);
  if (faces.size === 1) return [highlight_beat(roll_ms, 'five')];
  return faces.size === 5 && !(faces.has(1) && faces.has(6)) ? [highlight_beat(roll_ms, 'straight')] : [];
}
