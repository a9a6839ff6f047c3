// @ts-check
// What a person may want, as verbs. Each turns into requests, and into events that say how they went.
import { keep } from './choices.js';
import { ask_to_call, copied } from './feel/device.js';
import { focus_soon } from './focus.js';
import { blank_form, fields_of, form_of } from './form.js';
import { remember } from './identity.js';
import { remember_language } from './language.js';
import { fetched } from './later.js';
import { Lost, Refused } from './connection.js';
import { address_of, code_in } from './place.js';
import { am_host, am_next, my_seat } from './state.js';
import { words } from './words.js';

/** @typedef {import('./shapes.js').State} State */
/** @typedef {import('./shapes.js').Event} Event */
/** @typedef {import('./shapes.js').Where} Where */
/** @typedef {import('./shapes.js').Page} Page */
/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {ReturnType<typeof actions>} Actions */

/** How long the house may be at its sums, of which a new server has half a minute's before its first advice. */
const patience_ms = 120_000;
const least_wait_ms = 500;
const glance_ms = 100;
const passed = (/** @type {number} */ ms) => new Promise((later) => setTimeout(later, ms));

/**
 * @param {object} parts
 * @param {{state: State, dispatch: (event: Event) => void}} parts.store
 * @param {import('./connection.js').Connection} parts.connection
 * @param {string} parts.base address below which everything lies
 * @param {(code: string) => void} parts.become greets the server anew, with a code of another device
 * @param {(game: string) => void} parts.lay_out sends for what a game is played with, before it is there to be played
 */
export function actions({ store, connection, base, become, lay_out }) {
  const { dispatch } = store;

  /**
   * Does something about the page's room and says where it failed.
   * @param {Where} where @param {() => Promise<any>} deed
   */
  const attempt = async (where, deed) => {
    dispatch({ type: 'asked', where });
    try {
      await deed();
      dispatch({ type: 'answered', where });
      return true;
    } catch (why) {
      dispatch({ type: 'failed', where, text: await told(why), ...(why instanceof Refused && { code: why.code }) });
      return false;
    }
  };
  /** @param {unknown} why */
  const told = (why) => reason(why, store.state.password !== '');
  const code = () => (store.state.page.at === 'room' ? store.state.page.code : '');
  /** @param {Where} where @param {Message} message */
  const ask = (where, message) => attempt(where, () => connection.request({ room: code(), ...message }));

  /** @param {Page} page */
  const go = (page) => {
    if (address_of(page, base) !== location.href) history.pushState(null, '', address_of(page, base));
    return arrive(page);
  };

  /** The page is shown. @param {Page} page */
  const arrive = (page) => {
    dispatch({ type: 'went', page });
    return fetch_page();
  };

  /** Asks the server for what belongs on the page; a seat that we hold is taken without a word. */
  const fetch_page = async () => {
    const { page, rooms } = store.state;
    if (page.at !== 'start' && page.at !== 'room') return;
    if (page.at === 'room' && rooms.includes(page.code)) await enter_room('player');
    else await list();
  };

  const list = () =>
    connection.request({ t: 'lobby.watch' }).then(
      (reply) => dispatch({ type: 'listed', rooms: reply.rooms ?? [] }),
      () => {}, // asked again with the next connection
    );

  /** The form of a new table. @param {string} [id] of its game @param {import('./types.js').OptionValues} [options] */
  const plan = (id, options) => {
    const { games, form, room } = store.state;
    const game = games.find((one) => one.id === id) ?? games[0];
    const { public: is_public, watch, password, open, hints } = form ?? {};
    const door = form && { public: is_public, watch, password, open, hints };
    const least = (room?.seats ?? []).filter(({ player }) => player !== null).length;
    const blank = game && blank_form(game);
    if (blank) {
      const set = { ...blank.options, ...options };
      dispatch({ type: 'filled', form: { ...blank, ...door, options: set, seats: Math.max(blank.seats, least) } });
    }
  };

  const close_form = () => {
    focus_soon('.open-form');
    dispatch({ type: 'filled', form: null });
  };

  /** Our name as typed is the one at the table. @returns {Promise<boolean>} */
  const named = async () => {
    const name = store.state.name.trim();
    if (name === '') {
      dispatch({ type: 'failed', where: 'name', text: words.name.missing });
      document.getElementById('name')?.focus();
      return false;
    }
    if (name === store.state.me?.name) return true;
    return attempt('name', async () => {
      const { player } = await connection.request({ t: 'rename', name });
      remember({ name: player.name });
      dispatch({ type: 'renamed', me: player });
    });
  };

  /**
   * Without `as` the server gives a seat where it can and lets us watch where it cannot. Who takes a seat means to
   * play, so nobody has to say that as well.
   * @param {'player' | 'spectator'} as
   */
  const enter_room = (as) =>
    attempt('join', async () => {
      const room = code();
      const had_a_seat = store.state.rooms.includes(room);
      const reply = await connection.request({
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
  const say_ready = (room, ready) => connection.request({ t: 'room.ready', room, ready });

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

  /** @param {Partial<import('./choices.js').Choices>} change */
  const choose = (change) => {
    dispatch({ type: 'chose', change });
    keep(store.state.choices);
  };

  return {
    arrive,
    show: (/** @type {Page} */ page) => go(page),
    address: (/** @type {Page} */ page) => address_of(page, base),

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
    rank: (/** @type {Partial<import('./shapes.js').Board>} */ board) => dispatch({ type: 'ranked', board }),

    /** All that is stored about us, as a file. */
    take_out: () =>
      attempt('me', async () => {
        let { re: _, t: __, ...kept } = /** @type {any} */ (await connection.request({ t: 'me.export' }));
        for (let next = kept.next; next; ) {
          const more = await connection.request({ t: 'me.export', after: next });
          kept.matches.push(...more.matches);
          next = more.next;
        }
        delete kept.next;
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([JSON.stringify(kept, null, 2)], { type: 'application/json' }));
        link.download = 'cubilete.json';
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      }),
    /** We want to be forgotten; then the page begins anew, as whoever comes for the first time. */
    vanish: () =>
      attempt('me', async () => {
        await connection.request({ t: 'me.delete' });
        remember({ token: undefined, name: undefined });
        location.assign(address_of({ at: 'start' }, base));
      }),
    /** The page was loaded in the middle of a match: what happened before, for the log. @param {string} match */
    recall: (match) => {
      const as = my_seat(store.state) === null ? { as: 'spectator' } : {};
      connection.request({ t: 'room.join', room: code(), ...as, seen: { match, seq: 0 } }).catch(() => {});
    },

    home: () => go({ at: 'start' }),
    home_address: () => address_of({ at: 'start' }, base),
    reconnect: () => connection.open(),
    /** The whole page in another language; seat and match are where they were. */
    speak: (/** @type {string} */ language) => {
      remember_language(language);
      location.reload();
    },

    name: (/** @type {string} */ name) => dispatch({ type: 'named', name }),
    plan,
    fill: (/** @type {import('./shapes.js').Form} */ form) => dispatch({ type: 'filled', form }),
    open_form: () => {
      focus_soon('#game');
      plan();
    },
    close_form,
    make: async () => {
      const { form } = store.state;
      if (form) lay_out(form.game);
      if (!form || !(await named())) return;
      await attempt('make', async () => {
        const { room } = await connection.request({ t: 'room.create', ...fields_of(form) });
        dispatch({ type: 'seated', code: room, yes: true });
        await go({ at: 'room', code: room });
      });
    },

    /** The host changes what the table is set to. */
    edit: () => {
      focus_soon('#game');
      if (store.state.room) dispatch({ type: 'filled', form: form_of(store.state.room) });
    },
    change: async () => {
      const { form } = store.state;
      if (form && (await ask('change', { t: 'room.set', ...fields_of(form) }))) close_form();
    },
    /** A seat among strangers, at once; a player of the house comes only where we like that. */
    quick: async (/** @type {string} */ game) => {
      lay_out(game);
      if (!(await named())) return;
      await attempt('quick', async () => {
        const bots = store.state.choices.company;
        const { room } = await connection.request({ t: 'quick.match', game, bots });
        dispatch({ type: 'seated', code: room, yes: true });
        await go({ at: 'room', code: room });
      });
    },
    /** A match against the house, at once and without haste. @param {import('./types.js').Game} game */
    practise: async ({ id: game, seats: { min } }) => {
      lay_out(game);
      if (!(await named())) return;
      await attempt('house', async () => {
        const seats = Math.max(2, min);
        const table = { game, seats, clock: { turn_ms: 0 }, hints: true };
        const { room } = await connection.request({ t: 'room.create', ...table });
        dispatch({ type: 'seated', code: room, yes: true });
        for (let seat = 1; seat < seats; ++seat)
          await connection.request({ t: 'room.bot', room, seat, level: 'medium' });
        await connection.request({ t: 'room.start', room });
        await go({ at: 'room', code: room });
      });
    },
    unlock: (/** @type {string} */ password) => dispatch({ type: 'unlocking', password }),

    visit: (/** @type {string} */ room) => go({ at: 'room', code: room }),
    enter: async (/** @type {string} */ room, /** @type {'player' | 'spectator'} */ as) => {
      if (!(await named())) return;
      await go({ at: 'room', code: room });
      if (!store.state.joined) await enter_room(as);
    },
    find: (/** @type {string} */ text) => {
      const found = code_in(text);
      return found ? go({ at: 'room', code: found }) : Promise.resolve();
    },
    join: async (/** @type {'player' | 'spectator'} */ as) => {
      if (await named()) await enter_room(as);
    },
    /** After a new connection, or from being away: back to where we were, with all that happened since. */
    come_back: async () => {
      const { page, joined, room, table } = store.state;
      if (!joined || !room) return fetch_page();
      const seen = table && { match: table.push.match, seq: table.push.seq };
      try {
        await connection.request({ t: 'room.join', room: code(), ...watching(), ...key(), ...(seen && { seen }) });
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
    house: (/** @type {number} */ seat, /** @type {import('./types.js').Level | null} */ level) =>
      ask('seats', { t: 'room.bot', seat, level }),
    stand: () => ask('seats', { t: 'room.seat', seat: null }),
    ready: (/** @type {boolean} */ ready) => attempt('start', () => say_ready(code(), ready)),
    start: () => ask('start', { t: 'room.start' }),
    rematch: () => ask('rematch', { t: 'room.rematch' }),
    kick: (/** @type {string} */ player) => ask('seats', { t: 'room.kick', player }),
    ban: (/** @type {string} */ player) => ask('seats', { t: 'room.ban', player }),
    vote_out: (/** @type {string} */ player) => ask('seats', { t: 'room.vote_out', player }),
    make_host: (/** @type {string} */ player) => ask('seats', { t: 'room.host', player }),
    say: (/** @type {string} */ text) => ask('chat', { t: 'room.chat', text }),
    leave: async () => {
      const room = code();
      if (!(await ask('leave', { t: 'room.leave' }))) return;
      dispatch({ type: 'seated', code: room, yes: false });
      await go({ at: 'start' });
    },

    keep: (/** @type {object} */ local) => dispatch({ type: 'kept', local }),
    /** What the house expects of each of our moves. Everybody sees that we asked. */
    consult: () => attempt('hint', ask_house).finally(() => dispatch({ type: 'put_off', yes: false })),
    play: (/** @type {Move} */ move) => {
      const push = store.state.table?.push;
      if (!push?.you) return Promise.resolve(false);
      const { room, match, you } = push;
      return attempt('move', () => connection.move({ t: 'move', room, match, n: you.n, move }));
    },

    /** The rules of this table, over the page. @param {string} game */
    open_rules: (game) => dispatch({ type: 'opened', rules: game }),
    close_rules: () => dispatch({ type: 'opened', rules: null }),
    rules_address: (/** @type {string} */ game) => address_of({ at: 'rules', game }, base),
    study: (/** @type {string} */ game) => go({ at: 'rules', game }),
    /** A new table of a game, wherever we are. @param {string} id @param {import('./types.js').OptionValues} options */
    play_game: (id, options) => {
      const arrived = go({ at: 'start' });
      plan(id, options);
      return arrived;
    },

    panel: (/** @type {boolean} */ open) => {
      focus_soon(open ? '#panel button' : '.panel-button');
      dispatch({ type: 'paneled', open });
    },
    settings: (/** @type {boolean} */ open) => dispatch({ type: 'set', open }),
    choose,
    /** To be called by a notification. The browser asks only after somebody has said yes here. */
    be_called: async (/** @type {boolean} */ yes) => choose({ offered: true, call: yes && (await ask_to_call()) }),
    mute: (/** @type {string} */ player, /** @type {boolean} */ yes) => {
      const others = store.state.choices.muted.filter((id) => id !== player);
      choose({ muted: yes ? [...others, player] : others });
    },
    /** Codes are kept off the screen, for who shows it to the world. */
    hide: (/** @type {boolean} */ hidden) => choose({ hidden }),
    big: (/** @type {boolean} */ yes) => {
      focus_soon(yes ? '#big-close' : '#link');
      dispatch({ type: 'enlarged', yes });
    },
    noticed: () => dispatch({ type: 'noticed' }),
    /** A code for another device, as long as it is good. */
    offer: () =>
      attempt('device', async () => {
        const { code: offered, expires_ms } = await connection.request({ t: 'device.offer' });
        dispatch({ type: 'offered', code: offered });
        setTimeout(() => {
          if (store.state.offer === offered) dispatch({ type: 'offered', code: null });
        }, expires_ms);
      }),
    device_link: (/** @type {string} */ offered) => `${address_of({ at: 'start' }, base)}#device=${offered}`,
    /** From now on this device is that of the player who was given the code; null = it stays whose it is. */
    become: (/** @type {string | null} */ offered) => {
      dispatch({ type: 'invited', code: null });
      if (offered === null) return;
      become(offered);
    },
    invitation: () => address_of(store.state.page, base),
    copy: async () => {
      await copied(address_of(store.state.page, base));
      dispatch({ type: 'copied', yes: true });
      setTimeout(() => dispatch({ type: 'copied', yes: false }), 2000);
    },
    share: () => navigator.share({ title: words.title, url: address_of(store.state.page, base) }).catch(() => {}),
  };
}

/**
 * Why something did not work, in words.
 * @param {unknown} why @param {boolean} [tried_key] with a password @returns {Promise<string>}
 */
export async function reason(why, tried_key = false) {
  if (why instanceof Lost) return words.link.lost;
  if (!(why instanceof Refused)) return String(why);
  if (why.code === 'wrong_password') return tried_key ? words.door.wrong : words.door.locked;
  const explained = await fetched('refusal').catch(() => null);
  return explained?.in_words(why) ?? why.text; // without a line the server's English has to do
}
