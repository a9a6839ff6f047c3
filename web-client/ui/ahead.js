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
  else part(page.at === 'start' || page.at === 'fair' || page.at === 'cup' || page.at === 'practice' ? page.at : 'history');
  if (page.at === 'match') part('proof');
}

let looked_from = /** @type {string | undefined} */ (undefined);

/**
 * Preloads the modules that come next, so that the first throw does not wait. A visitor who does nothing on the start page, at a table or at its
 * end loads nothing more.
 * @param {State} state @param {boolean} touched the visitor has done something
 */
export function look_further({ greeted, page, room, joined, rooms }, touched) {
  if (!greeted) return;
  const door = page.at === 'room' && !joined && !rooms.includes(page.code);
  const from = door ? 'door' : page.at === 'room' ? room?.phase : page.at;
  const soon = from === 'waiting' || (from === 'door' && !invited_to_wait);
  if (from === looked_from || !(soon || touched)) return;
  looked_from = from;
  if (from === 'start') look_ahead(['room', 'make', 'table']);
  else if (soon) look_ahead(['table']);
  else if (from === 'playing') look_ahead(['result']);
  else if (from === 'finished' || from === 'door') look_ahead(['room']);
}
