// @ts-check
// Actions of a room's members: seats, the start of a match, votes, reports and chat.
import { focus_soon } from '../focus.js';
import { default_form, form_from_room, is_same_form } from '../form.js';
import { store_draft, store_role, stored_role } from '../persisted_state.js';
import { game_of, is_host, my_seat } from '../state.js';
import { stays_on_page } from './attempt.js';
import { say_ready } from './joining.js';
import { advance_hints } from './match.js';

/** @import { Parts } from '../actions.js' */

/** The others are told of a shaken cup at most this often. */
const least_shake_ms = 1000;

/** @param {Parts} parts @param {import('./attempt.js').Attempts} attempts
 * @param {{save_name_for: (as: 'player' | 'spectator') => Promise<boolean>}} ways */
export function seat_actions({ store, connection, contribute, stir }, { attempt, code, ask }, { save_name_for }) {
  const { dispatch } = store;

  /** The host has unsaved changes to the table's settings. */
  const unsaved = () => {
    const { form, room } = store.state;
    return form !== null && room !== null && !is_same_form(form, form_from_room(room));
  };
  /**
   * Starting a match discards unsaved settings, so the player must confirm first.
   * @param {'start' | 'rematch'} then @param {boolean} sure
   */
  const confirm_and_start = (then, sure) => {
    if (!sure && unsaved()) return dispatch({ type: 'question', question: { what: 'unsaved', then } });
    return attempt(then, async () => {
      if (needs_no_clock()) await connection.request({ t: 'room.set', room: code(), clock: { turn_ms: 0 } });
      await connection.request({ t: `room.${then}`, room: code() });
      dispatch({ type: 'filled', form: null });
    });
  };
  /** Nobody waits but the computer, and the clock is that of every new table: nobody has asked for it. */
  const needs_no_clock = () => {
    const { room } = store.state;
    const game = game_of(store.state);
    const people = (room?.seats ?? []).filter(({ player }) => player !== null && !player.bot);
    const turn_ms = room?.clock?.turn_ms ?? 0;
    return game !== undefined && is_host(store.state) && people.length === 1 && room?.next.length === 0 && turn_ms > 0 && turn_ms === default_form(game).turn_ms;
  };

  let shown_at = -least_shake_ms;

  return {
    sit: async (/** @type {number} */ seat) => {
      const is_here = stays_on_page(store);
      if (!(await save_name_for('player')) || !is_here()) return;
      await attempt('seats', async () => {
        const [room, before] = [code(), my_seat(store.state)];
        if (store.state.cannot_contribute) await contribute();
        await connection.move({ t: 'room.seat', room, seat }, { wanted: is_here }); // not with request(): the connection may be new
        if (!is_here()) return void connection.request({ t: 'room.seat', room, seat: before }).catch(() => {});
        store_role(room, 'player');
        focus_soon(`.mine:nth-child(${seat + 1}) button`);
        if (!is_host(store.state)) await say_ready(connection, room, true);
      });
    },
    /** Adds a bot to a seat, changes its level, or removes it. */
    set_seat_bot: async (/** @type {number} */ seat, /** @type {import('../types.js').Level | null} */ level) => {
      if (await ask('seats', { t: 'room.bot', seat, level })) focus_soon(`.${level ? 'seat' : 'free'}:nth-child(${seat + 1}) > ${level ? 'select' : 'button'}`);
    },
    stand: async () => {
      const [room, is_here] = [code(), stays_on_page(store)];
      const seat = my_seat(store.state) ?? 0;
      if (!(await ask('seats', { t: 'room.seat', seat: null }))) return;
      if (is_here() || stored_role(room)) store_role(room, 'spectator'); // only one room's is stored
      if (is_here()) focus_soon(`.free:nth-child(${seat + 1}) button`);
    },
    ready: (/** @type {boolean} */ ready) => attempt('start', () => say_ready(connection, code(), ready)),
    start: (sure = false) => confirm_and_start('start', sure),
    rematch: (sure = false) => {
      advance_hints(store, null);
      return confirm_and_start('rematch', sure);
    },
    kick: (/** @type {string} */ player) => ask('seats', { t: 'room.kick', player }),
    ban: (/** @type {string} */ player) => ask('seats', { t: 'room.ban', player }),
    /** Tells the operator of the server. @param {string} player @param {'chat' | 'name' | 'play'} about @param {string} text @param {string} arrived what to say then */
    report: async (player, about, text, arrived) => {
      const sent = await ask('seats', { t: 'room.report', player, about, ...(text && { text }) });
      if (sent) dispatch({ type: 'notice', notice: { no: 0, text: arrived } });
      return sent;
    },
    vote_out: (/** @type {string} */ player) => ask('seats', { t: 'room.vote_out', player }),
    stand_in: (/** @type {string} */ player) => ask('seats', { t: 'room.stand_in', player }),
    make_host: (/** @type {string} */ player) => ask('seats', { t: 'room.host', player }),
    /** Shakes the cup for the next match; the others see it, at most once a second. @param {Uint8Array} motion */
    shake: (motion) => {
      stir(motion);
      if (performance.now() < shown_at + least_shake_ms) return;
      shown_at = performance.now();
      dispatch({ type: 'stirred' });
      connection.request({ t: 'dice.shake', room: code() }).catch(() => {}); // decoration
    },
    /** Stores whether the player refused access to the device's motion. @param {boolean} refused */
    motion: (refused) => dispatch({ type: 'motion', refused }),
    say: (/** @type {string} */ text) => ask('chat', { t: 'room.chat', text }),
    store_chat_draft: (/** @type {string} */ text) => {
      store_draft(code(), text);
      dispatch({ type: 'drafted', text });
    },
  };
}
