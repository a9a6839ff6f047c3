// @ts-check
// Actions of joining and leaving a room, of its members between matches, and of the match.
import { Refused } from '../../../js/connection.js';
import { save_choices } from '../choices.js';
import { focus_soon } from '../focus.js';
import { default_form, form_from_room, is_same_form } from '../form.js';
import { store_draft, store_left, store_local, store_role, stored_draft } from '../persisted_state.js';
import { game_view, loaded_part } from '../lazy_modules.js';
import { normalize_password } from '../names.js';
import { is_host, is_next_in_queue, game_of, my_seat, my_turn } from '../state.js';
import { words } from '../../i18n/words.js';
import { with_pending_button } from './attempt.js';

/** @import { Parts, Ways } from '../actions.js' */
/** @import { MatchPush, Move } from '../shapes.js' */

/** A member joins again as what they are. Only who surely neither sits nor waits says that they watch. @param {import('../shapes.js').State} state */
const previous_role = (state) => state.room !== null && my_seat(state) === null && !is_next_in_queue(state) && { as: 'spectator' };

/** The others are told of a shaken cup at most this often. */
const least_shake_ms = 1000;

/** @param {Parts} parts @param {import('./attempt.js').Attempts} attempts
 * @param {Ways & {fetch_page: () => Promise<void>, load_own_rooms: () => Promise<void>, load_invitation: (room: string) => Promise<void>}} ways */
export function seat_actions({ store, connection, contribute, stir }, { attempt, reason_text, code, ask }, { go, save_name, fetch_page, load_own_rooms, load_invitation }) {
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
      const had_a_seat = store.state.rooms.includes(room);
      if (had_a_seat) await contribute();
      const reply = await connection[send]({
        t: 'room.join',
        room,
        ...(as === 'spectator' && { as }),
        ...password_field(),
      });
      store_role(room, as);
      dispatch({ type: 'joined', code: room });
      dispatch({ type: 'drafted', text: stored_draft(room) });
      connection.request({ t: 'lobby.unwatch' }).catch(() => {});
      if (reply.as !== 'player' || had_a_seat) return;
      focus_soon('.room .mine button');
      await say_ready(room, true);
    });
  /** The password, if the room asked for one. */
  const password_field = () => normalize_password(store.state.password) !== '' && { password: normalize_password(store.state.password) };
  /** @param {string} room @param {boolean} ready */
  const say_ready = (room, ready) => connection.move({ t: 'room.ready', room, ready });

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

  /** @param {string} room @param {boolean} left a match there, in which the server keeps our seat */
  const on_room_left = (room, left) => {
    if (left) store_left(room);
    dispatch({ type: 'seated', code: room, yes: false, left });
  };

  let shown_at = -least_shake_ms;

  return {
    enter_room,
    type_password: (/** @type {string} */ password) => dispatch({ type: 'unlocking', password }),
    enter: async (/** @type {string} */ room, /** @type {'player' | 'spectator'} */ as) => {
      if (!(await save_name_for(as))) return;
      await go({ at: 'room', code: room });
      if (!store.state.joined) await enter_room(as, 'move');
    },
    join: async (/** @type {'player' | 'spectator'} */ as) => {
      if (await save_name_for(as)) await enter_room(as, 'move');
    },
    /** Joins the room again after a new connection or an absence, with all events since. */
    come_back: async () => {
      const { page, joined, room, table } = store.state;
      if (!joined || !room) return fetch_page();
      const seen = table && { match: table.push.match, seq: table.push.seq };
      await contribute();
      try {
        await with_pending_button(() => connection.request({ t: 'room.join', room: code(), ...previous_role(store.state), ...password_field(), ...(seen && { seen }) }));
      } catch (why) {
        if (!(why instanceof Refused)) return; // the next connection tries again
        dispatch({ type: 'went', page });
        dispatch({ type: 'failed', where: 'join', text: await reason_text(why), code: why.code });
      }
    },

    sit: async (/** @type {number} */ seat) => {
      if (!(await save_name_for('player'))) return;
      await attempt('seats', async () => {
        const room = code();
        await connection.request({ t: 'room.seat', room, seat });
        focus_soon(`.mine:nth-child(${seat + 1}) button`);
        if (!is_host(store.state)) await say_ready(room, true);
      });
    },
    /** Adds a bot to a seat, changes its level, or removes it. */
    set_seat_bot: async (/** @type {number} */ seat, /** @type {import('../types.js').Level | null} */ level) => {
      if (await ask('seats', { t: 'room.bot', seat, level })) focus_soon(`.${level ? 'seat' : 'free'}:nth-child(${seat + 1}) > ${level ? 'select' : 'button'}`);
    },
    stand: async () => {
      const seat = my_seat(store.state) ?? 0;
      if (await ask('seats', { t: 'room.seat', seat: null })) focus_soon(`.free:nth-child(${seat + 1}) button`);
    },
    ready: (/** @type {boolean} */ ready) => attempt('start', () => say_ready(code(), ready)),
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
    /** Leaves a room where we have a seat, from the start page. @param {string} room */
    leave_table: async (room) => {
      const plays = store.state.mine.find((one) => one.room === room)?.phase === 'playing'; // the list may be without it before the reply
      if (!(await ask('leave', { t: 'room.leave', room }))) return false;
      on_room_left(room, plays);
      await load_own_rooms();
      return true;
    },
    leave: async () => {
      const room = code();
      const plays = store.state.room?.phase === 'playing' && my_seat(store.state) !== null;
      if (!(await ask('leave', { t: 'room.leave' }))) return;
      store_role(room, null);
      on_room_left(room, plays);
      await go({ at: 'start' });
    },
  };
}

/**
 * The first hints of a game: what a move of one's own has shown is not told again once it could be read, and none comes back in the next match.
 * A hint comes when it is due; the last one stays until the turn is over. The question about sounds after it keeps its place: going away by
 * itself it would move the table.
 * @param {Parts['store']} store @param {MatchPush | null} before what the move answered; null: no hint is left
 */
function advance_hints(store, before) {
  const { table } = store.state;
  let { hint } = store.state;
  const { dispatch } = store;
  const game = table?.push.view.game;
  const move_on = () => {
    const { state } = store;
    const { choices } = state;
    if (!game || choices.hinted.includes(game) || state.hint !== hint || state.table?.push.view.game !== game) return true;
    const { push, local } = state.table;
    const hints = game_view(game)?.hints ?? [];
    const next = hints[hint + 1];
    if (before && next) {
      if (next.due && (my_turn(state) === null || !next.due(push.view, local))) return false;
      dispatch({ type: 'hint', hint: ++hint });
      return !hints[hint + 1]?.due;
    }
    if (before && turn_of(before) === turn_of(push)) return false;
    const change = { hinted: [...choices.hinted, game] };
    dispatch({ type: 'hint', hint: 0 });
    dispatch({ type: 'chose', change });
    save_choices({ ...choices, ...change });
    return true;
  };
  if (!before) move_on();
  else loaded_part('table')?.when_hint_read(move_on);
}

/** @param {MatchPush} push */
const turn_of = ({ view }) => `${view.round} ${view.turn?.seat}`;

/** Longest wait for advice, in ms: a new server computes up to half a minute before its first answer. */
const longest_advice_wait_ms = 120_000;
const least_wait_ms = 500;
const poll_ms = 100;
const sleep = (/** @type {number} */ ms) => new Promise((later) => setTimeout(later, ms));


/** Actions of a running match and of a replay. @param {Parts} parts @param {import('./attempt.js').Attempts} attempts */
export function match_actions({ store, connection, base, watcher }, { attempt, code }) {
  const { dispatch } = store;

  /** Timer of a running replay. @type {ReturnType<typeof setInterval> | undefined} */
  let playing;
  const stop_playing = () => {
    clearInterval(playing);
    playing = undefined;
    dispatch({ type: 'replayed', replay: { playing: false } });
  };
  /** @param {number} length number of entries of the match @param {number} speed entries per second */
  const keep_playing = (length, speed) => {
    clearInterval(playing);
    dispatch({ type: 'replayed', replay: { playing: true, speed } });
    playing = setInterval(() => {
      const { page, replay } = store.state;
      if (page.at !== 'match' || replay.at >= length - 1) return stop_playing();
      dispatch({ type: 'replayed', replay: { at: replay.at + 1 } });
    }, 1000 / speed);
  };

  /** Requests advice and polls while the server is computing, until it answers, the decision is over or the time limit is reached. */
  const poll_advice = async () => {
    const current_decision = () => {
      const { joined, table } = store.state;
      return joined && table?.push.you && !table.push.result ? `${table.push.match} ${table.push.you.n}` : null;
    };
    const asked = current_decision();
    const match = store.state.table?.push.match ?? '';
    const give_up_at = Date.now() + longest_advice_wait_ms;
    while (current_decision() === asked) {
      try {
        const { n, unit, worth } = await connection.request({ t: 'hint', room: code() });
        return dispatch({ type: 'advised', match, advice: { n, unit, worth } });
      } catch (why) {
        if (!(why instanceof Refused) || why.code !== 'busy' || Date.now() > give_up_at) throw why;
        dispatch({ type: 'advice_delayed', yes: true });
        const again_at = Date.now() + Math.max(why.retry_ms ?? 0, least_wait_ms);
        while (Date.now() < again_at && current_decision() === asked) await sleep(poll_ms);
      }
    }
  };

  /** The room may be that of the next match already: players and options of the finished one are in its record. @param {string} match */
  const look_up = async (match) => {
    const answer = await fetch(new URL(`api/v1/matches/${match}?from=${store.state.table?.push.seq}`, base));
    const { seats, settings } = await answer.json();
    dispatch({ type: 'recorded', match, players: seats, options: settings.options });
  };

  return {
    keep: (/** @type {object} */ local) => {
      dispatch({ type: 'kept', local });
      store_local(store.state.table?.push.match ?? '', local);
    },
    /** Requests the expected value of each of our moves. All players see the request. */
    request_advice: () => attempt('hint', poll_advice).finally(() => dispatch({ type: 'advice_delayed', yes: false })),
    /** Hides or shows the advice. */
    read_advice: (/** @type {boolean} */ read) => dispatch({ type: 'read', read }),
    play: async (/** @type {Move} */ move) => {
      const push = store.state.table?.push;
      if (!push?.you) return false;
      const { room, match, you, seq } = push;
      /** The clock has made this move meanwhile: the player did nothing wrong. @param {unknown} why */
      const is_late = (why) =>
        why instanceof Refused && (why.code === 'not_your_turn' || why.code === 'stale') && store.state.table?.log.some((line) => line.seq > seq && line.by.clock);
      let late = false;
      const send_move = () => connection.move({ t: 'move', room, match, n: you.n, move }, watcher(match, you.n, move));
      const answered = await attempt('move', () => send_move().catch((why) => {
        if (!is_late(why)) throw why;
        late = true;
      }));
      if (late) dispatch({ type: 'failed', where: 'move', text: words.link.late });
      else if (answered) advance_hints(store, push);
      return answered && !late;
    },

    /** Loads the earlier log if the page was opened during a match. @param {string} match */
    load_earlier_log: (match) => {
      connection.request({ t: 'room.join', room: code(), ...previous_role(store.state), seen: { match, seq: 0 } }).catch(() => {});
      if (store.state.table?.push.result) look_up(match).catch(() => {});
    },
    /** Shows an entry of the replay, counted from 0. */
    show_entry: (/** @type {number} */ at) => {
      if (playing !== undefined) stop_playing();
      dispatch({ type: 'replayed', replay: { at } });
    },
    play_replay: (/** @type {number} */ length) => {
      if (playing !== undefined) return stop_playing();
      if (store.state.replay.at >= length - 1) dispatch({ type: 'replayed', replay: { at: 0 } });
      keep_playing(length, store.state.replay.speed);
    },
    speed: (/** @type {number} */ speed, /** @type {number} */ length) => {
      if (playing !== undefined) keep_playing(length, speed);
      else dispatch({ type: 'replayed', replay: { speed } });
    },
    show_inputs: (/** @type {boolean} */ inputs) => dispatch({ type: 'replayed', replay: { inputs } }),
    look_back: () => dispatch({ type: 'looked_back' }),
    choose_in_practice: (/** @type {import('../types.js').Move} */ chosen) => dispatch({ type: 'practised', chosen }),
    mark_summary_seen: () => store.state.summary_seen || dispatch({ type: 'summary_seen' }),
    choose_leaderboard: (/** @type {Partial<import('../shapes.js').Board>} */ board) => dispatch({ type: 'ranked', board }),
  };
}
