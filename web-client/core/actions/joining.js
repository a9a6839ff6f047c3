// @ts-check
// Actions of joining and leaving a room.
import { Refused } from '../../../js/connection.js';
import { focus_soon } from '../focus.js';
import { store_left, store_role, stored_draft } from '../persisted_state.js';
import { normalize_password } from '../names.js';
import { is_next_in_queue, my_seat } from '../state.js';
import { stays_on_page, with_pending_button } from './attempt.js';

/** @import { Parts, Ways } from '../actions.js' */

/** A member joins again as what they are. Only who surely neither sits nor waits says that they watch. @param {import('../shapes.js').State} state */
export const previous_role = (state) => state.room !== null && my_seat(state) === null && !is_next_in_queue(state) && { as: 'spectator' };

/** @param {Parts['connection']} connection @param {string} room @param {boolean} ready */
export const say_ready = (connection, room, ready) => connection.move({ t: 'room.ready', room, ready });

/** Leaves a room that was entered after its page was left. @param {Pick<Parts, 'store' | 'connection' | 'left'>} parts @param {string} room */
export const give_back = ({ store, connection, left }, room) =>
  connection.request({ t: 'room.leave', room }).then(
    () => {
      left(room);
      store.dispatch({ type: 'seated', code: room, yes: false });
    },
    () => {}, // the start page lists it
  );

/** @param {Parts} parts @param {import('./attempt.js').Attempts} attempts
 * @param {Ways & {fetch_page: () => Promise<void>, load_own_rooms: () => Promise<void>, load_invitation: (room: string) => Promise<void>}} ways */
export function joining_actions({ store, connection, contribute, left }, { attempt, reason_text, code, ask }, { go, save_name, fetch_page, load_own_rooms, load_invitation }) {
  const { dispatch } = store;

  /** Whoever only watches needs no name. Who watches without one and wants a seat is asked at the door. @param {'player' | 'spectator'} as */
  const save_name_for = async (as) => {
    const { joined, name, page } = store.state;
    if (name.trim() !== '') return save_name();
    if (as === 'spectator') return true;
    if (!joined) return save_name();
    dispatch({ type: 'went', page });
    await load_invitation(code());
    focus_soon('#name');
    return save_name();
  };

  /**
   * Joins the room. Without `as` the server gives a seat if one is free, else it adds a spectator. Taking a seat also sets "ready".
   * @param {'player' | 'spectator'} as
   * @param {'request' | 'move'} send `move` queues without a connection and is sent with the next one
   */
  const enter_room = (as, send = 'request') =>
    attempt('join', async () => {
      const room = code();
      const { joined: watched } = store.state;
      const had_a_seat = store.state.rooms.includes(room);
      if (had_a_seat || (as === 'player' && store.state.cannot_contribute)) await contribute();
      const join = { t: /** @type {const} */ ('room.join'), room, ...(as === 'spectator' && { as }), ...password_field() };
      const is_here = () => code() === room;
      const reply = await (send === 'move' ? connection.move(join, { wanted: is_here }) : connection.request(join));
      if (!is_here()) {
        if (send !== 'move' || had_a_seat) return;
        if (watched) return void connection.request({ t: 'room.seat', room, seat: null }).catch(() => {});
        return void give_back({ store, connection, left }, room);
      }
      store_role(room, as);
      dispatch({ type: 'joined', code: room });
      dispatch({ type: 'drafted', text: stored_draft(room) });
      connection.request({ t: 'lobby.unwatch' }).catch(() => {});
      if (reply.as !== 'player' || had_a_seat) return;
      focus_soon('.room .mine button');
      say_ready(connection, room, true).catch(() => {}); // not awaited: while the page comes back, moves wait until it has
    });
  /** The password, if the room asked for one. */
  const password_field = () => normalize_password(store.state.password) !== '' && { password: normalize_password(store.state.password) };

  /**
   * Returns whether the server took it.
   * @param {string} room @param {number | undefined} cup whoever plays it keeps the seat @param {boolean} plays a match there, in which the server keeps our seat
   */
  const leave_room = async (room, cup, plays) => {
    if (!(await ask('leave', { t: 'room.leave', room }))) return false;
    left(room);
    if (cup) return true;
    if (plays) store_left(room);
    dispatch({ type: 'seated', code: room, yes: false, left: plays });
    return true;
  };

  return {
    save_name_for,
    enter_room,
    type_password: (/** @type {string} */ password) => dispatch({ type: 'unlocking', password }),
    enter: async (/** @type {string} */ room, /** @type {'player' | 'spectator'} */ as) => {
      const is_here = stays_on_page(store);
      if (!(await save_name_for(as)) || !is_here()) return;
      store_role(room, null); // the button that was pressed says it
      await go({ at: 'room', code: room });
      if (code() === room && !store.state.joined) await enter_room(as, 'move');
    },
    join: async (/** @type {'player' | 'spectator'} */ as) => {
      const is_here = stays_on_page(store);
      if ((await save_name_for(as)) && is_here()) await enter_room(as, 'move');
    },
    /** Joins the room again after a new connection or an absence, with all events since. */
    come_back: async () => {
      const { page, joined, room, table } = store.state;
      if (!joined || !room) return fetch_page();
      const seen = table && { match: table.push.match, seq: table.seen };
      await contribute();
      if (store.state.page !== page) return; // another page fetches what it shows by itself
      try {
        await with_pending_button(() => connection.request({ t: 'room.join', room: code(), ...previous_role(store.state), ...password_field(), ...(seen && { seen }) }));
      } catch (why) {
        if (!(why instanceof Refused) || store.state.page !== page) return; // the next connection tries again
        dispatch({ type: 'went', page });
        dispatch({ type: 'failed', where: 'join', text: await reason_text(why), code: why.code });
      }
    },
    /** Leaves a room where we have a seat, from the start page. @param {string} room */
    leave_table: async (room) => {
      const one = store.state.mine.find((each) => each.room === room); // the list may be without it before the reply
      if (!(await leave_room(room, one?.cup, one?.phase === 'playing'))) return false;
      await load_own_rooms();
      return true;
    },
    leave: async () => {
      const [room, is_here] = [code(), stays_on_page(store)];
      const plays = store.state.room?.phase === 'playing' && my_seat(store.state) !== null;
      if (!(await leave_room(room, store.state.room?.cup, plays))) return;
      store_role(room, null);
      if (is_here()) await go({ at: 'start' });
    },
  };
}
