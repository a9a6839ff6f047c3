// @ts-check
// What should reach a player who may be looking elsewhere. Pure: what the device does about it is in device.js.
import { my_seat, my_turn, time_left } from '../core/state.js';
import { words } from '../i18n/words.js';

/** @typedef {import('../core/shapes.js').State} State */
/** @typedef {'turn' | 'hurry'} Call */

/** When a call to hurry comes, on clocks that leave time for it. */
const hurry_ms = 10_000;

/**
 * What calls us now that did not a moment ago.
 * @param {State} before @param {State} now @returns {Call | null}
 */
export function call(before, now) {
  const turn = my_turn(now);
  if (turn === null) return null;
  if (my_turn(before) === null || before.table?.push.match !== now.table?.push.match) return 'turn';
  const of_ms = now.table?.push.clock?.of_ms ?? 0;
  return of_ms > 2 * hurry_ms && is_late(now) && !is_late(before) ? 'hurry' : null;
}

/** @param {State} state */
const is_late = (state) => (time_left(state) ?? Infinity) < hurry_ms;

/** What the tab says. @param {State} state */
export const title = (state) => (my_turn(state) === null ? words.title : words.your_turn_title);

/** How many tables wait for us, for the icon of an installed page. @param {State} state */
export const badge = (state) => (my_turn(state) === null ? 0 : 1);

/** We are in the middle of a match, so the screen should stay on. @param {State} state */
export function is_playing(state) {
  const { room, table, choices } = state;
  return choices.awake && room?.phase === 'playing' && table !== null && my_seat(state) !== null;
}

/**
 * Now it would have helped to be called: we have left the page in a match, and have never said yes or no.
 * @param {State} state
 */
export function may_offer_call(state) {
  return state.wandered && !state.choices.offered && is_playing({ ...state, choices: { ...state.choices, awake: true } });
}
