// @ts-check
// Which parts of the page are loaded before they are drawn.
import { remembered } from '../core/identity.js';
import { look_ahead, part } from '../core/later.js';
import { invitation, invited_to_wait } from './door.js';

/** @import { State } from '../core/shapes.js' */

/**
 * Requests the modules of this page at once, while the connection opens.
 * @param {State} state @param {(game: string) => void} open_book
 */
export function send_for_parts({ page }, open_book) {
  if (page.at === 'room' && remembered().token && (invited_to_wait || !invitation)) part('room');
  if (page.at === 'room') part(remembered().token ? 'table' : 'join');
  else if (page.at === 'rules') open_book(page.game);
  else if (page.at === 'nowhere') part('join');
  else if (page.at === 'new') ['start', 'make'].forEach((name) => part(/** @type {'start' | 'make'} */ (name)));
  else part(page.at === 'start' || page.at === 'fair' ? page.at : 'history');
  if (page.at === 'match') part('proof');
}

let looked_from = /** @type {string | undefined} */ (undefined);

/**
 * Preloads the modules that come next, so that the first throw does not wait. A visitor who stays on the start page loads nothing more.
 * @param {State} state @param {boolean} touched the visitor has done something
 */
export function look_further({ greeted, page, room, joined, rooms }, touched) {
  if (!greeted) return;
  const door = page.at === 'room' && !joined && !rooms.includes(page.code);
  const from = door ? 'door' : page.at === 'room' ? room?.phase : page.at;
  if (from === looked_from || ((from === 'start' || (from === 'door' && invited_to_wait)) && !touched)) return;
  looked_from = from;
  if (from === 'start') look_ahead(['room', 'make', 'table']);
  else if (from === 'finished' || (from === 'door' && invited_to_wait)) look_ahead(['room']);
  else if (from === 'waiting' || from === 'door') look_ahead(['table']);
}
