// @ts-check
// What comes next for a member of a room, as far as the room's push tells. Pure.
import { my_seat } from './state.js';

/** @import { State } from './shapes.js' */

/**
 * What follows when we leave the running match. `plays`: the house plays on for us. `ends`: nobody else plays, so the server ends the match at
 * once. `unsure`: without the room's push, and while every other person is away and the house plays for them, since they may have left as well.
 * @param {State} state @returns {'plays' | 'ends' | 'unsure'}
 */
export function after_leaving(state) {
  if (!state.room) return 'unsure';
  const own = my_seat(state);
  const others = state.room.seats.filter(({ player, level }, seat) => player !== null && !level && seat !== own);
  if (others.length === 0) return 'ends';
  return others.every(({ house, online }) => house && !online) ? 'unsure' : 'plays';
}
