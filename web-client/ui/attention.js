// @ts-check
// Notifications for a player who may be looking elsewhere. Pure; device.js shows them.
import { my_seat, my_turn, time_left } from '../core/state.js';
import { words } from '../i18n/words.js';

/** @import { State } from '../core/shapes.js' */
/** @typedef {'turn' | 'hurry'} Call */

/** Time left, in ms, at which a reminder is sent, on clocks that are long enough. */
const hurry_ms = 10_000;

/**
 * The notification for a change from one state to the next.
 * @param {State} before @param {State} now @returns {Call | null}
 */
export function notification_for(before, now) {
  const turn = my_turn(now);
  if (turn === null) return null;
  if (my_turn(before) === null || before.table?.push.match !== now.table?.push.match) return 'turn';
  const of_ms = now.table?.push.clock?.of_ms ?? 0;
  return of_ms > 2 * hurry_ms && is_late(now) && !is_late(before) ? 'hurry' : null;
}

/** @param {State} state */
const is_late = (state) => (time_left(state) ?? Infinity) < hurry_ms;

/** The title of the browser tab. @param {State} state @param {string} [heading] of a page that has its own */
export const title = (state, heading) => (my_turn(state) !== null ? words.your_turn_title : heading ? `${heading} – ${words.title}` : words.title);

/** Number of tables that wait for us, for the badge of the installed page. @param {State} state */
export const waiting_table_count = (state) => (my_turn(state) === null ? 0 : 1);

/** Whether we are in a match, so that the screen should stay on. @param {State} state */
export function is_playing(state) {
  const { room, table, choices } = state;
  return choices.awake && room?.phase === 'playing' && table !== null && my_seat(state) !== null;
}

/**
 * Whether to offer notifications: the player has left the page during a match and has not answered the question before.
 * @param {State} state
 */
export function may_offer_notifications(state) {
  return state.page_was_hidden && !state.choices.offered && is_playing({ ...state, choices: { ...state.choices, awake: true } });
}
