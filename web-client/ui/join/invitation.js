// @ts-check
// The data of an invitation link. The server embeds it in the page of the link and serves it at api/v1/rooms/CODE. Pure.
import { site_text } from './site.js';

/**
 * @typedef {object} Open
 * @property {string} room
 * @property {string} game @property {string} title of the game
 * @property {string} host a name, or empty
 * @property {boolean} locked has a password; then the following fields are absent
 * @property {'waiting' | 'playing' | 'finished'} [phase]
 * @property {string[]} [seated] names
 * @property {number} [seats]
 * @property {number} [turn_ms]
 * @property {boolean} [spectators]
 */
/** @typedef {Open | {room: string, closed: true}} Invitation */

/** @param {Open} invitation */
export const invitation_title = ({ host, title }) =>
  host === '' ? site_text('invites_nobody', { game: title }) : site_text('invites', { host, game: title });

/** @param {Open} invitation */
export const free_seats = ({ seats = 0, seated = [] }) => seats - seated.length;

/** Whether a seat is free, now or in the next match. @param {Open} invitation */
export const has_seat = (invitation) => invitation.locked || free_seats(invitation) > 0;

/** Text about free seats, a running match and the clock. @param {Open} invitation @returns {string} */
export function room_details(invitation) {
  if (invitation.locked) return site_text('locked');
  const { phase = 'waiting', turn_ms = 0, spectators } = invitation;
  const free = free_seats(invitation);
  const seats =
    free > 1
      ? site_text('free_many', { count: free })
      : site_text(free === 1 ? 'free_one' : spectators ? 'free_none' : 'free_none_closed');
  const clock = turn_ms === 0 ? site_text('no_clock') : site_text('clock', { count: Math.floor(turn_ms / 1000) });
  return [seats, site_text(phase), clock].join(' ');
}
