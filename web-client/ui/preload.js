// @ts-check
// Which parts of the page are loaded before they are drawn.
import { remembered } from '../core/identity.js';
import { preload_parts, part } from '../core/lazy_modules.js';
import { invitation, is_invited_to_wait } from './embedded_invitation.js';
import { is_wide_window } from './invite.js';

/** @import { State } from '../core/shapes.js' */

/**
 * Requests the modules of this page at once, while the connection opens.
 * @param {State} state @param {(game: string) => void} open_book
 */
export function load_page_parts({ page }, open_book) {
  if (page.at === 'room' && remembered().token && (is_invited_to_wait || !invitation)) {
    part('room');
    if (is_wide_window()) part('qr');
  }
  if (page.at === 'room') part(remembered().token ? 'table' : 'join');
  else if (page.at === 'rules') open_book(page.game);
  else if (page.at === 'nowhere') part('join');
  else if (page.at === 'new') ['start', 'make'].forEach((name) => part(/** @type {'start' | 'make'} */ (name)));
  else part(page.at === 'start' || page.at === 'fair' || page.at === 'cup' || page.at === 'practice' ? page.at : 'history');
  if (page.at === 'match') part('proof');
}

let preloaded_page = /** @type {string | undefined} */ (undefined);

/**
 * Preloads the modules that come next, so that the first throw does not wait. A visitor who does nothing on the start page, at a table or at its
 * end loads nothing more.
 * @param {State} state @param {boolean} touched the visitor has done something
 */
export function preload_next_parts({ greeted, page, room, joined, rooms }, touched) {
  if (!greeted) return;
  const is_invitation = page.at === 'room' && !joined && !rooms.includes(page.code);
  const from = is_invitation ? 'invitation' : page.at === 'room' ? room?.phase : page.at;
  const soon = from === 'waiting' || (from === 'invitation' && !is_invited_to_wait);
  if (from === preloaded_page || !(soon || touched)) return;
  preloaded_page = from;
  if (from === 'start') preload_parts(is_wide_window() ? ['room', 'make', 'qr', 'table'] : ['room', 'make', 'table']);
  else if (soon) preload_parts(['table']);
  else if (from === 'playing') preload_parts(['result']);
  else if (from === 'finished' || from === 'invitation') preload_parts(['room']);
}
