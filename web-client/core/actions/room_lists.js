// @ts-check
// Actions that load what is known of rooms: the public ones, an invitation's, and those where we have a seat.
import { store_left, stored_left } from '../persisted_state.js';
import { is_seat_reserved } from '../prospects.js';

/** @import { Parts } from '../actions.js' */

const recall_ms = 1_000;
/** Number of public rooms per game that are shown and kept up to date. */
export const window_size = 20;

/** @param {Parts} parts */
export function list_actions({ store, connection, base }) {
  const { dispatch } = store;

  const list = () =>
    connection.request({ t: 'lobby.watch', limit: window_size }).then(
      ({ rooms = [], total = rooms.length }) => dispatch({ type: 'listed', rooms, total }),
      () => {}, // requested again with the next connection
    );

  /** A room that only another server knows, if any. To ask for it again would cost this address a wrong code each time. */
  let elsewhere = '';
  /** @param {string} room @returns {Promise<import('../../ui/join/invitation.js').Invitation | null>} what is known of a room, or null */
  const fetch_room = async (room) => {
    const answer = await fetch(new URL(`api/v1/rooms/${room}`, base)).catch(() => null);
    if (answer?.ok) return answer.json().catch(() => null); // it broke off
    if (answer?.status === 503 && (await answer.json().catch(() => null))?.error?.code === 'elsewhere') elsewhere = room;
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
    /** @type {import('../shapes.js').SeatedRoomSummary[] | null} */
    const mine = rooms.length === 0 ? [] : await connection.request({ t: 'me.tables' }).then(({ tables }) => tables, () => null);
    if (!mine) return; // requested again with the next connection
    const reserved = left === null || left === elsewhere || mine.some(({ room }) => room === left) ? [] : await reserved_seat_summary(left);
    dispatch({ type: 'recalled', mine: [...mine, ...reserved] });
  };
  /** Once the match is over the room is forgotten: the server takes the code of a closed room for a wrong one. @param {string} room @returns {Promise<import('../shapes.js').SeatedRoomSummary[]>} */
  const reserved_seat_summary = async (room) => {
    const known = await fetch_room(room);
    if (known && store.state.left === room && ('closed' in known || !(known.locked || known.phase === 'playing'))) {
      if (stored_left() === room) store_left(''); // another tab may have left another one since
      dispatch({ type: 'left_over' });
    }
    if (!known || 'closed' in known || !is_seat_reserved(store.state, known)) return [];
    return [{ room, game: known.game, phase: 'playing', players: known.seated ?? [], your_turn: false, left: true }];
  };
  /** Updates the list of our own rooms after a push. Several pushes in a short time send one request. */
  const load_own_rooms_soon = () => {
    recalling ??= setTimeout(() => {
      recalling = undefined;
      if (store.state.page.at === 'start') load_own_rooms();
    }, recall_ms);
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let recalling;

  return { list, load_invitation, load_own_rooms, load_own_rooms_soon };
}
