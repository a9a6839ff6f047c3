// @ts-check
// Effects of the Threes Away table: chips fly from the pot and into it.

import { sound_beat, highlight_beat, shake_beat } from '../../ui/game/beats.js';

/** @import { ThreesAwayEvent as GameEvent } from '../../../js/protocol.js' */
/** @import { Beat } from '../../ui/game/beats.js' */

const flight_ms = 260;
const most_chips = 6;

/** @param {GameEvent[]} events */
export function effects(events) {
  const won = events.some(({ e }) => e === 'took_pot');
  return events.flatMap((event) => beats(event, won));
}

/** @param {GameEvent} event @param {boolean} won a player has just won the pot @returns {Beat[]} */
function beats(event, won) {
  switch (event.e) {
    case 'rolled':
    case 'bottoms':
      return [{ at: 0, sound: 'dice', count: event.dice.length }];
    case 'kept':
      return [{ at: 0, sound: 'pick' }];
    case 'out':
      return shake_beat(0, `seat-${event.seat}`, 'bad');
    case 'scored':
      return [
        ...(event.points === 0 ? [highlight_beat(100, 'zero')] : [sound_beat(100, 'write')]),
        { at: 100, ms: 300, swell: `seat-${event.seat}` },
      ];
    case 'moon':
      return [highlight_beat(100, 'moon')];
    case 'took_pot':
      return [
        ...chips(event.chips, 0, ['pot'], [`seat-${event.seat}`]),
        { at: 200, sound: 'chips', count: event.chips },
        highlight_beat(300, `pot ${event.chips}`),
      ];
    case 'ante': {
      // the old pot moves before the new one is paid in
      const at = won ? flight_ms : 0;
      const paid = event.paid.flatMap((count, seat) =>
        count > 0 ? chips(1, at, [`seat-${seat}`], ['pot']) : [],
      );
      return [...paid, { at: at + 250, sound: 'chips', count: paid.length }];
    }
    default:
      return [];
  }
}

/** @param {number} count @param {number} at @param {string[]} from @param {string[]} to @returns {Beat[]} */
const chips = (count, at, from, to) =>
  Array.from({ length: Math.min(count, most_chips) }, (_, one) => ({
    at: at + 40 * one,
    ms: flight_ms,
    fly: { thing: 'chip', from, to },
  }));
