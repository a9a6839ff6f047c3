// @ts-check
// What comes next for a member of a room, as far as the room's push tells. Pure.
import { my_seat } from './state.js';

/** @import { State } from './shapes.js' */

/**
 * The effect of our leaving the running match. `plays`: the house plays on for us. `ends`: nobody else plays, so the server ends the match at
 * once. `unsure`: without the room's push, and while every other person is away and the house plays for them, since they may have left as well.
 * @param {State} state @returns {'plays' | 'ends' | 'unsure'}
 */
export function effect_of_leaving(state) {
  if (!state.room) return 'unsure';
  const own = my_seat(state);
  const others = state.room.seats.filter(({ player, level }, seat) => player !== null && !level && seat !== own);
  if (others.length === 0) return 'ends';
  return others.every(({ house, online }) => house && !online) ? 'unsure' : 'plays';
}

/**
 * The place that a member without a seat waits for. `next_match`: there is a seat for them, and they get it when the match is over. `line`: they get a
 * seat after these `before` others, as seats become free between matches. Null: they do not wait. Only the first fifty who wait are known.
 * @param {State} state @returns {{next_match: true} | {line: number} | null}
 */
export function own_waiting_place(state) {
  const { room, me } = state;
  const before = room?.next.findIndex(({ id }) => id === me?.id) ?? -1;
  return room === null || before < 0 ? null : waiting_place(room, before);
}

/**
 * Whether the seat that we left during a match is ours still: the server keeps it until the match is over. An invitation has only names.
 * @param {Pick<State, 'left' | 'me'>} state @param {import('../ui/join/invitation.js').Open} invitation
 */
export const is_seat_reserved = ({ left, me }, { room, phase, seated = [] }) =>
  phase === 'playing' && left === room && me !== null && seated.includes(me.name);

/** The place that the next member without a seat would wait for. @param {import('./shapes.js').Room} room @returns {{next_match: true} | {line: number}} */
export const next_waiting_place = (room) => waiting_place(room, room.next.length);

/** @param {import('./shapes.js').Room} room @param {number} before players who wait longer @returns {{next_match: true} | {line: number}} */
function waiting_place({ phase, seats }, before) {
  const free = seats.filter(({ player }) => player === null).length;
  return phase === 'playing' && before < free ? { next_match: true } : { line: Math.max(0, before - free) };
}
