// @ts-check
// The actions of a person. Each sends requests and dispatches events that report the outcome.
import { attempts } from './actions/attempt.js';
import { display_actions } from './actions/display.js';
import { joining_actions } from './actions/joining.js';
import { match_actions } from './actions/match.js';
import { profile_actions } from './actions/profile.js';
import { form_actions } from './actions/room_form.js';
import { list_actions } from './actions/room_lists.js';
import { seat_actions } from './actions/seats.js';
import { sharing_actions } from './actions/sharing.js';
import { table_actions } from './actions/tables.js';
import { loaded_part } from './lazy_modules.js';
import { stored_role } from './persisted_state.js';
import { page_address, parse_typed_code } from './urls.js';

/** @import { Event, Page, State } from './shapes.js' */
/** @typedef {ReturnType<typeof actions>} Actions */
/**
 * @typedef {object} Parts
 * @property {{state: State, dispatch: (event: Event) => void}} store
 * @property {import('../../js/connection.js').Connection} connection
 * @property {string} base base address of the page
 * @property {(code: string) => Promise<void>} become sends hello again, with the code of a device link
 * @property {(game: string) => void} preload_game preloads the modules of a game before the match starts
 * @property {() => Promise<void>} contribute resolves when this page can answer for its player's seat, or the server knows that it cannot
 * @property {(room: string) => void} left says to the part that answers about dice that the room was left
 * @property {(bytes: Uint8Array) => void} stir makes a motion part of the next secret for the dice
 * @property {(match: string, n: number, move: import('./types.js').Move) => import('../../js/connection.js').Watcher | undefined} watcher notes a move with the match's dice
 */
/**
 * Helpers that several actions share.
 * @typedef {object} Ways
 * @property {(page: Page) => Promise<void>} go to another page
 * @property {() => Promise<boolean>} save_name saves the typed name on the server
 */

/** @param {Parts} parts */
export function actions(parts) {
  const { store, connection, base } = parts;
  const { dispatch } = store;
  const tries = attempts(parts);

  /** @param {Page} page */
  const go = (page) => {
    if (page_address(page, base) !== location.href) history.pushState(null, '', page_address(page, base));
    if (page.at !== store.state.page.at) scrollTo(0, 0);
    return arrive(page);
  };

  /** Navigates to the page. @param {Page} page */
  const arrive = (page) => {
    dispatch({ type: 'went', page });
    return fetch_page();
  };

  /** Requests what the page shows. A seat that we hold is taken again without asking; who watched or waited goes on. */
  const fetch_page = async () => {
    const { page, rooms, form } = store.state;
    if (page.at === 'new') return form === null ? open_linked_form(page.game, page.options) : undefined; // after a break it stays as it was filled in
    if (page.at !== 'start' && page.at !== 'room') return;
    const as = page.at !== 'room' ? null : rooms.includes(page.code) ? 'player' : stored_role(page.code);
    if (as === null || !(await enter_room(as))) await Promise.all([list(), page.at === 'room' ? load_invitation(page.code) : load_own_rooms()]);
  };

  const { list, load_invitation, load_own_rooms, load_own_rooms_soon } = list_actions(parts);
  const { save_name, ...profile } = profile_actions(parts, tries);
  const { open_linked_form, ...forms } = form_actions(parts, tries, { go });
  const { enter_room, save_name_for, ...joining } = joining_actions(parts, tries, { go, save_name, fetch_page, load_own_rooms, load_invitation });

  return {
    ...profile,
    ...display_actions(parts),
    ...sharing_actions(parts),
    ...forms,
    ...table_actions(parts, tries, { go, save_name }),
    ...joining,
    ...seat_actions(parts, tries, { save_name_for }),
    ...match_actions(parts, tries),
    arrive,
    load_own_rooms_soon,
    show: (/** @type {Page} */ page) => go(page),
    address: (/** @type {Page} */ page) => page_address(page, base),

    reconnect: () => connection.open(),
    list_further: () => tries.attempt('list', async () => loaded_part('start')?.list_further(parts)),
    open_typed_code: (/** @type {string} */ text) => {
      const found = parse_typed_code(text);
      return found ? go({ at: 'room', code: found }) : Promise.resolve();
    },
    /** Opens the rules of this table over the page. @param {string} game */
    open_rules: (game) => dispatch({ type: 'rules', rules: game }),
    close_rules: () => dispatch({ type: 'rules', rules: null }),
  };
}
