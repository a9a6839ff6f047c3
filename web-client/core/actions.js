// @ts-check
// The actions of a person. Each sends requests and dispatches events that report the outcome.
import { attempts } from './actions/attempt.js';
import { person_actions } from './actions/person.js';
import { match_actions, seat_actions } from './actions/room.js';
import { table_actions } from './actions/tables.js';
import { stored_role } from './persisted_state.js';
import { page_address, parse_typed_code } from './urls.js';
import { is_seat_reserved } from './prospects.js';
import { nothing_further, update_room_list } from './state.js';

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
 * @property {(bytes: Uint8Array) => void} stir makes a motion part of the next secret for the dice
 * @property {(match: string, n: number, move: import('./types.js').Move) => import('../../js/connection.js').Watcher | undefined} watcher notes a move with the match's dice
 */
/**
 * Helpers that several actions share.
 * @typedef {object} Ways
 * @property {(page: Page) => Promise<void>} go to another page
 * @property {() => Promise<boolean>} save_name saves the typed name on the server
 */

const recall_ms = 1_000;
/** Number of public rooms per game that are shown and kept up to date; each further request adds as many. */
const window_size = 20;
const further_size = 50;

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
    const { page, rooms } = store.state;
    if (page.at === 'new') return open_linked_form(page.game, page.options);
    if (page.at !== 'start' && page.at !== 'room') return;
    const as = page.at !== 'room' ? null : rooms.includes(page.code) ? 'player' : stored_role(page.code);
    if (as === null || !(await enter_room(as))) await Promise.all([list(), page.at === 'room' ? load_invitation(page.code) : load_own_rooms()]);
  };

  const list = () =>
    connection.request({ t: 'lobby.watch', limit: window_size }).then(
      ({ rooms = [], total = rooms.length }) => dispatch({ type: 'listed', rooms, total }),
      () => {}, // requested again with the next connection
    );

  /**
   * Requests the next public rooms of each game that has more than are shown. They are not updated. Starts from the first room if the list
   * is exhausted or the last known room is gone.
   */
  const list_further = async () => {
    const { games, lobby, further } = store.state;
    const longer = games.filter(({ id }) => lobby.filter(({ game }) => game === id).length >= window_size);
    const all_seen = longer.every(({ id }) => further.after[id] === null);
    const { rooms, after } = all_seen ? nothing_further : further;
    const next = async (/** @type {string} */ game) => {
      const ask = (/** @type {string | null} */ from) => connection.request({ t: 'lobby.list', game, after: from, limit: further_size });
      const from = after[game] ?? null;
      const answer = await ask(from).catch((why) => {
        if (from === null || why.code !== 'no_room') throw why;
        return ask(null);
      });
      return { game, listed: answer.rooms };
    };
    const answers = await Promise.all(longer.filter(({ id }) => after[id] !== null).map(({ id }) => next(id)));
    const ends = answers.map(({ game, listed }) => [game, listed.length < further_size ? null : listed[listed.length - 1].room]);
    const news = answers.flatMap(({ listed }) => listed);
    dispatch({
      type: 'listed_further',
      further: { rooms: update_room_list(rooms, news), after: { ...after, ...Object.fromEntries(ends) } },
    });
  };

  /** @param {string} room @returns {Promise<import('../ui/join/invitation.js').Invitation | null>} what is known of a room, or null */
  const fetch_room = async (room) => {
    const answer = await fetch(new URL(`api/v1/rooms/${room}`, base)).catch(() => null);
    if (answer?.ok) return answer.json();
    return answer?.status === 404 ? { room, closed: true } : null;
  };
  /** The invitation's room, unless the server embedded it in the page. @param {string} room */
  const load_invitation = async (room) => {
    if (embedded_room !== room) dispatch({ type: 'invitation_loaded', invitation: await fetch_room(room) });
    embedded_room = undefined;
  };
  let embedded_room = store.state.invitation?.room;
  /** The state of the rooms where we have a seat, and of the one that keeps it for us until its match is over. */
  const load_own_rooms = async () => {
    const { rooms, left } = store.state;
    /** @type {import('./shapes.js').SeatedRoomSummary[] | null} */
    const mine = rooms.length === 0 ? [] : await connection.request({ t: 'me.tables' }).then(({ tables }) => tables, () => null);
    if (!mine) return; // requested again with the next connection
    const reserved = left === null || mine.some(({ room }) => room === left) ? [] : await reserved_seat_summary(left);
    dispatch({ type: 'recalled', mine: [...mine, ...reserved] });
  };
  /** @param {string} room @returns {Promise<import('./shapes.js').SeatedRoomSummary[]>} */
  const reserved_seat_summary = async (room) => {
    const known = await fetch_room(room);
    if (!known || 'closed' in known || !is_seat_reserved(store.state, known)) return [];
    return [{ room, game: known.game, phase: 'playing', players: known.seated ?? [], your_turn: false, left: true }];
  };
  /** Updates that list after a push. Several pushes in a short time send one request. */
  const load_own_rooms_soon = () => {
    recalling ??= setTimeout(() => {
      recalling = undefined;
      if (store.state.page.at === 'start') load_own_rooms();
    }, recall_ms);
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let recalling;

  const { save_name, ...person } = person_actions(parts, tries);
  const { open_linked_form, ...tables } = table_actions(parts, tries, { go, save_name });
  const { enter_room, ...seats } = seat_actions(parts, tries, { go, save_name, fetch_page, load_own_rooms, load_invitation });

  return {
    ...person,
    ...tables,
    ...seats,
    ...match_actions(parts, tries),
    arrive,
    load_own_rooms_soon,
    show: (/** @type {Page} */ page) => go(page),
    address: (/** @type {Page} */ page) => page_address(page, base),

    open_start_page: () => go({ at: 'start' }),
    home_address: () => page_address({ at: 'start' }, base),
    reconnect: () => connection.open(),
    list_further: () => tries.attempt('list', list_further),
    open_room: (/** @type {string} */ room) => go({ at: 'room', code: room }),
    open_typed_code: (/** @type {string} */ text) => {
      const found = parse_typed_code(text);
      return found ? go({ at: 'room', code: found }) : Promise.resolve();
    },
    /** Opens the rules of this table over the page. @param {string} game */
    open_rules: (game) => dispatch({ type: 'rules', rules: game }),
    close_rules: () => dispatch({ type: 'rules', rules: null }),
    /** The page that explains provable dice. */
    fair_address: () => new URL('fair', base).href,
    rules_address: (/** @type {string} */ game) => page_address({ at: 'rules', game }, base),
    open_rules_page: (/** @type {string} */ game) => go({ at: 'rules', game }),
  };
}
