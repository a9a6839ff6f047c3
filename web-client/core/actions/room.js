// @ts-check
// Into a room and out of it, what its members do between matches, and the match itself.
import { Refused } from '../connection.js';
import { form_of, same_form } from '../form.js';
import { store_local } from '../kept.js';
import { am_host, am_next, my_seat } from '../state.js';
import { waited } from './attempt.js';

/** @typedef {import('../actions.js').Parts} Parts */
/** @typedef {import('../actions.js').Ways} Ways */
/** @typedef {import('../types.js').Move} Move */

/** @param {Parts} parts @param {import('./attempt.js').Attempts} attempts
 * @param {Ways & {fetch_page: () => Promise<any>, recall_rooms: () => Promise<any>}} ways */
export function seat_verbs({ store, connection }, { attempt, told, code, ask }, { go, named, fetch_page, recall_rooms }) {
  const { dispatch } = store;

  /**
   * Without `as` the server gives a seat where it can and lets us watch where it cannot. Who takes a seat means to
   * play, so nobody has to say that as well.
   * @param {'player' | 'spectator'} as
   * @param {'request' | 'move'} send `move` also while there is no connection: it is sent with the next one
   */
  const enter_room = (as, send = 'request') =>
    attempt('join', async () => {
      const room = code();
      const had_a_seat = store.state.rooms.includes(room);
      const reply = await connection[send]({
        t: 'room.join',
        room,
        ...(as === 'spectator' && { as }),
        ...key(),
      });
      dispatch({ type: 'joined', code: room });
      connection.request({ t: 'lobby.unwatch' }).catch(() => {});
      if (reply.as === 'player' && !had_a_seat) await say_ready(room, true);
    });
  /** The password, where one was asked for. */
  const key = () => store.state.password !== '' && { password: store.state.password };
  /** Who has no seat and waits for none comes back to watch. */
  const watching = () => my_seat(store.state) === null && !am_next(store.state) && { as: 'spectator' };
  /** @param {string} room @param {boolean} ready */
  const say_ready = (room, ready) => connection.move({ t: 'room.ready', room, ready });

  /** The host is changing the table, and has not saved it. */
  const unsaved = () => {
    const { form, room } = store.state;
    return form !== null && room !== null && !same_form(form, form_of(room));
  };
  /** What has been changed is lost with the next match, so that is asked first.
   * @param {'start' | 'rematch'} then @param {boolean} sure */
  const go_on = (then, sure) => {
    if (!sure && unsaved()) return dispatch({ type: 'question', question: { what: 'unsaved', then } });
    return ask(then, { t: `room.${then}` });
  };

  return {
    enter_room,
    unlock: (/** @type {string} */ password) => dispatch({ type: 'unlocking', password }),
    enter: async (/** @type {string} */ room, /** @type {'player' | 'spectator'} */ as) => {
      if (!(await named())) return;
      await go({ at: 'room', code: room });
      if (!store.state.joined) await enter_room(as, 'move');
    },
    join: async (/** @type {'player' | 'spectator'} */ as) => {
      if (await named()) await enter_room(as, 'move');
    },
    /** After a new connection, or from being away: back to where we were, with all that happened since. */
    come_back: async () => {
      const { page, joined, room, table } = store.state;
      if (!joined || !room) return fetch_page();
      const seen = table && { match: table.push.match, seq: table.push.seq };
      try {
        await waited(() => connection.request({ t: 'room.join', room: code(), ...watching(), ...key(), ...(seen && { seen }) }));
      } catch (why) {
        if (!(why instanceof Refused)) return; // the next connection tries again
        dispatch({ type: 'went', page });
        dispatch({ type: 'failed', where: 'join', text: await told(why), code: why.code });
      }
    },

    sit: (/** @type {number} */ seat) =>
      attempt('seats', async () => {
        const room = code();
        await connection.request({ t: 'room.seat', room, seat });
        if (!am_host(store.state)) await say_ready(room, true);
      }),
    /** A player of the house takes the seat, plays better or worse, or goes. */
    house: (/** @type {number} */ seat, /** @type {import('../types.js').Level | null} */ level) =>
      ask('seats', { t: 'room.bot', seat, level }),
    stand: () => ask('seats', { t: 'room.seat', seat: null }),
    ready: (/** @type {boolean} */ ready) => attempt('start', () => say_ready(code(), ready)),
    start: (sure = false) => go_on('start', sure),
    rematch: (sure = false) => go_on('rematch', sure),
    kick: (/** @type {string} */ player) => ask('seats', { t: 'room.kick', player }),
    ban: (/** @type {string} */ player) => ask('seats', { t: 'room.ban', player }),
    vote_out: (/** @type {string} */ player) => ask('seats', { t: 'room.vote_out', player }),
    stand_in: (/** @type {string} */ player) => ask('seats', { t: 'room.stand_in', player }),
    make_host: (/** @type {string} */ player) => ask('seats', { t: 'room.host', player }),
    say: (/** @type {string} */ text) => ask('chat', { t: 'room.chat', text }),
    /** Gives up a seat at a table from the start page. @param {string} room */
    leave_table: async (room) => {
      if (!(await ask('leave', { t: 'room.leave', room }))) return false;
      dispatch({ type: 'seated', code: room, yes: false });
      await recall_rooms();
      return true;
    },
    leave: async () => {
      const room = code();
      if (!(await ask('leave', { t: 'room.leave' }))) return;
      dispatch({ type: 'seated', code: room, yes: false });
      await go({ at: 'start' });
    },
  };
}

/** How long the house may be at its sums, of which a new server has half a minute's before its first advice. */
const patience_ms = 120_000;
const least_wait_ms = 500;
const glance_ms = 100;
const passed = (/** @type {number} */ ms) => new Promise((later) => setTimeout(later, ms));


/** A match as it is played, and as it is looked back at. @param {Parts} parts @param {import('./attempt.js').Attempts} attempts */
export function match_verbs({ store, connection }, { attempt, code }) {
  const { dispatch } = store;

  /** Something that is wanted again and again while a replay plays. @type {any} */
  let playing = null;
  const stop_playing = () => {
    clearInterval(playing);
    playing = null;
    dispatch({ type: 'replayed', replay: { playing: false } });
  };
  /** @param {number} length entries of the match @param {number} speed entries a second */
  const keep_playing = (length, speed) => {
    clearInterval(playing);
    dispatch({ type: 'replayed', replay: { playing: true, speed } });
    playing = setInterval(() => {
      const { page, replay } = store.state;
      if (page.at !== 'match' || replay.at >= length - 1) return stop_playing();
      dispatch({ type: 'replayed', replay: { at: replay.at + 1 } });
    }, 1000 / speed);
  };

  /** Asks the house, and again while it is at its sums, until it answers, the decision is over or it takes too long. */
  const ask_house = async () => {
    const decision = () => {
      const { joined, table } = store.state;
      return joined && table?.push.you && !table.push.result ? `${table.push.match} ${table.push.you.n}` : null;
    };
    const asked = decision();
    const match = store.state.table?.push.match ?? '';
    const give_up_at = Date.now() + patience_ms;
    while (decision() === asked) {
      try {
        const { n, unit, worth } = /** @type {any} */ (await connection.request({ t: 'hint', room: code() }));
        return dispatch({ type: 'advised', match, advice: { n, unit, worth } });
      } catch (why) {
        if (!(why instanceof Refused) || why.code !== 'busy' || Date.now() > give_up_at) throw why;
        dispatch({ type: 'put_off', yes: true });
        const again_at = Date.now() + Math.max(why.retry_ms ?? 0, least_wait_ms);
        while (Date.now() < again_at && decision() === asked) await passed(glance_ms);
      }
    }
  };

  return {
    keep: (/** @type {object} */ local) => {
      dispatch({ type: 'kept', local });
      store_local(store.state.table?.push.match ?? '', local);
    },
    /** What the house expects of each of our moves. Everybody sees that we asked. */
    consult: () => attempt('hint', ask_house).finally(() => dispatch({ type: 'put_off', yes: false })),
    /** Advice that was read makes room for the table; it can be read again. */
    read_advice: (/** @type {boolean} */ read) => dispatch({ type: 'read', read }),
    play: (/** @type {Move} */ move) => {
      const push = store.state.table?.push;
      if (!push?.you) return Promise.resolve(false);
      const { room, match, you } = push;
      return attempt('move', () => connection.move({ t: 'move', room, match, n: you.n, move }));
    },

    /** The page was loaded in the middle of a match: what happened before, for the log. @param {string} match */
    recall: (match) => {
      const as = my_seat(store.state) === null ? { as: 'spectator' } : {};
      connection.request({ t: 'room.join', room: code(), ...as, seen: { match, seq: 0 } }).catch(() => {});
    },
    /** To an entry of the replay, counted from 0. */
    step: (/** @type {number} */ at) => {
      if (playing !== null) stop_playing();
      dispatch({ type: 'replayed', replay: { at } });
    },
    watch: (/** @type {number} */ length) => {
      if (playing !== null) return stop_playing();
      if (store.state.replay.at >= length - 1) dispatch({ type: 'replayed', replay: { at: 0 } });
      keep_playing(length, store.state.replay.speed);
    },
    speed: (/** @type {number} */ speed, /** @type {number} */ length) => {
      if (playing !== null) keep_playing(length, speed);
      else dispatch({ type: 'replayed', replay: { speed } });
    },
    rank: (/** @type {Partial<import('../shapes.js').Board>} */ board) => dispatch({ type: 'ranked', board }),
  };
}
