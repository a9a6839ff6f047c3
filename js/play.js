// @ts-check
// A seat in one room: joins, plays the matches there, and reconnects after each break.
import { socket_address } from './address.js';
import { make_break_reporter } from './break_reporter.js';
import { Connection, deleted, Lost, retryable_codes, Refused, system_timers } from './connection.js';
import { DiceClient } from './dice.js';
import { prompt_key, LatestPush } from './latest_push.js';
import { Outcomes } from './outcomes.js';
import { PromptAttempts } from './prompt_attempts.js';
import { verify_match } from './record.js';
import { most_tries, RequestRetry } from './request_retry.js';
import { Tasks } from './tasks.js';
import { notes_in_memory, TokenChoice, token_in_memory } from './tokens.js';

/** @import * as Wire from './protocol.js' */
/** @import { Verdict } from './record.js' */
/** @import { Move, PlayOptions, Push, Result, You } from './types.js' */
/** What the server sends, or that the room is gone at a return. @typedef {import('./connection.js').Push | {t: 'gone', room: string, reason: 'no_room'}} Message */

const most_refusals = 3; // moves per prompt; after that the clock, or other seats, continue without the bot

/** Refusals of a move after which the seat need not move any more. */
const moved_on = new Set(['stale', 'not_your_turn', 'match_over', 'not_in_room', 'not_seated', 'not_started']);
/** Refusals for good: the same request would be refused again. */
const faults = new Set([
  'illegal_move',
  'bad_message',
  'unknown_type',
  'too_big',
  'too_deep',
  'bad_text',
  'bad_options',
  'not_host',
]);
const seat_taken = new Set(['seat_taken']);

/** @typedef {{reason: string, results: Result[], verdicts: Verdict[]}} Outcome */

/**
 * Plays in a room.
 * @param {PlayOptions} seat
 * @returns {Promise<Outcome>} At the end: the results of all matches in
 *     which the bot had a seat, with `verify` the verdicts on their dice, and the reason for the end: `matches` (the wanted
 *     number was played), `aborted`, `no_room` (it was gone after a break), or the reason of `gone` (protocol/README.md). Rejects with NoAddress,
 *     with TypeError if a setting is missing, with Refused if the server refuses the bot, with Lost if it closed the connection for good
 *     or refused 20 joins, with Error if the notes cannot be read, and with what a function in `seat`, also an async one, throws.
 */
export const play = (seat) =>
  new Promise((resolve, reject) => {
    if (!seat.room && !seat.create && !seat.quick) throw new TypeError('Which room? Set room, create or quick.');
    if (!seat.Socket && !globalThis.WebSocket)
      throw new TypeError('No WebSocket here: start Node with --experimental-websocket, or give one as Socket.');
    new Player(seat, resolve, reject).begin();
  });

class Player {
  #seat;
  #settle;
  #connection;
  #choice;
  #request_retry;
  /** @type {DiceClient | null} */ #dice = null;
  /** @type {string | undefined} */ #me;
  /** @type {string | undefined} */ #code;
  /** @type {Wire.RoomPush | null} */ #room = null;
  #has_entered = false;
  #refused_joins = 0;
  #newest = new LatestPush();
  #outcomes = new Outcomes();
  #attempts = new PromptAttempts();
  #tasks = new Tasks();

  /** @param {PlayOptions} seat @param {(outcome: Outcome) => void} resolve @param {(why: unknown) => void} reject */
  constructor(seat, resolve, reject) {
    this.#seat = seat;
    this.#settle = { resolve, reject };
    this.#code = seat.room?.toUpperCase();
    const token = seat.token ?? token_in_memory();
    this.#choice = new TokenChoice(token);
    const parts = { timers: seat.timers, random: seat.random?.bind(seat) };
    this.#request_retry = new RequestRetry(parts);
    const on_link_change = seat.on_link ?? make_break_reporter(seat.server, socket_address(seat.server));
    this.#connection = new Connection({
      url: socket_address(seat.server),
      hello: () => ({
        ...(this.#choice.next && { token: this.#choice.next }),
        name: seat.name ?? 'Bot',
        bot: true,
        ...(seat.avatar !== undefined && { avatar: seat.avatar }),
        agent: seat.agent ?? 'cubilete-bot-js/0.2',
        ...(this.#dice && { dice: 1 }),
      }),
      unwelcome: ({ code }) => code === 'bad_token' && this.#choice.refused(),
      greeted: (reply) => {
        this.#newest.greeted();
        this.#dice?.joined(reply);
      },
      welcome: (reply) => this.#arrive(reply),
      push: (message) => this.#on_message(message),
      status: (link) => {
        this.#guard(() => on_link_change.call(seat, link));
        this.#on_link(link);
      },
      probe: () => ({ t: 'lobby.unwatch' }),
      Socket: seat.Socket,
      ...parts,
    });
    if (seat.dice === false) return;
    const store = seat.notes ?? token.notes ?? notes_in_memory();
    /** @type {NonNullable<PlayOptions['on_fault']>} */
    const warn = ({ match, text }) => console.warn(`The dice of the match ${match}: ${text}.`);
    /** @type {typeof warn} */
    const on_fault = (fault) => void this.#guard(() => (seat.on_fault ?? warn).call(seat, fault));
    const { timers = system_timers, patience_ms } = seat;
    this.#dice = new DiceClient({ connection: this.#connection, store, on_fault, timers, patience_ms });
  }

  begin() {
    const { signal } = this.#seat;
    if (signal?.aborted) return this.#end('aborted');
    signal?.addEventListener('abort', this);
    this.#connection.open();
  }

  /** Called by the signal. */
  handleEvent() {
    this.#end('aborted');
  }

  /** Called after each hello, the first one or a later one. @param {Wire.HelloReply} hello */
  async #arrive(hello) {
    this.#choice.greeted(hello);
    this.#me = hello.player.id;
    ++this.#request_retry.hellos;
    this.#attempts.reconnected();
    // The server may have forgotten these.
    this.#tasks.repeat((once) => /^(ready|start|again|alone) /.test(once));
    try {
      await (this.#code ? this.#join() : this.#find_room());
      this.#refused_joins = 0;
    } catch (why) {
      if (why instanceof Refused && ++this.#refused_joins === most_tries) return this.#fail(new Lost(why.message));
      throw why;
    }
  }

  async #find_room() {
    if (this.#has_entered) return; // over a newer connection
    const { create, quick } = this.#seat;
    const { house, ...settings } = create ?? {};
    const seats = house && { seats: 1 + house.length };
    const asked = create ? { ...seats, ...settings, t: /** @type {const} */ ('room.create') } : { t: /** @type {const} */ ('quick.match'), game: quick };
    const ask = (/** @type {string} */ id) => this.#connection.request({ ...asked, id });
    const { room } = await this.#request_retry.ask_once(this.#connection.new_id(), ask);
    this.#newest.entered();
    this.#enter_room(room);
  }

  get #push() {
    return this.#newest.push;
  }

  /** Takes the seat, again or for the first time, and gets what was missed. */
  async #join() {
    const { as, password } = this.#seat;
    const { seen } = this.#newest;
    const request = {
      t: /** @type {const} */ ('room.join'),
      room: this.#code,
      ...(as && { as }),
      ...(password && { password }),
      ...(seen && { seen }),
    };
    // Names no seat, so any free seat will do.
    const heard = (/** @type {import('./connection.js').Answer} */ reply) => {
      if (reply.t !== 'ok') return;
      this.#newest.joined();
      this.#dice?.returned();
    };
    const reply = await this.#request_retry.ask(() => this.#connection.request(request, heard), seat_taken).catch((why) => {
      if (!(this.#has_entered && why instanceof Refused && why.code === 'no_room')) throw why;
    });
    if (reply) this.#enter_room(reply.room);
    else this.#on_message({ t: 'gone', room: this.#code ?? '', reason: 'no_room' });
  }

  /** @param {string} code */
  #enter_room(code) {
    this.#code = code;
    if (!this.#has_entered) this.#guard(() => this.#seat.on_room?.(code));
    this.#has_entered = true;
  }

  /** @param {import('./connection.js').Link} link */
  #on_link(link) {
    if (link.state === 'open') this.#run_tasks();
    if (link.state !== 'closed') return;
    if (link.code === deleted) this.#choice.tokens.set(undefined);
    const { code, refused, text = '' } = link;
    if (refused) return this.#fail(new Refused({ code: refused, text }));
    this.#fail(new Lost(code ? `the server closed the connection for good (${[code, text].filter(Boolean).join(' ')})` : text));
  }

  /** @param {Message} message */
  #on_message(message) {
    if (this.#request_retry.over) return;
    this.#guard(() => this.#seat.on_push?.(message));
    if (!('room' in message) || (message.room !== this.#code && this.#code)) return;
    this.#dice?.on_push(message);
    if (message.t === 'gone') return void this.#leave(message.reason);
    if (message.t === 'room') this.#on_room_push(message);
    else if (message.t === 'match') this.#on_match_push(message);
    else return;
    this.#run_tasks();
  }

  /** The room is gone. @param {string} reason */
  async #leave(reason) {
    await this.#dice?.gone();
    this.#end(reason);
  }

  /** @param {Wire.RoomPush} room */
  #on_room_push(room) {
    this.#room = room;
    // Seats may be again as they were: nobody is ready any more after a change of the options.
    const seats = JSON.stringify(room.seats);
    this.#tasks.repeat((once) => /^(ready|start) /.test(once) && !once.endsWith(seats));
  }

  /** @param {Wire.MatchPush} message */
  #on_match_push(message) {
    const before = this.#push;
    const unmade = this.#newest.accept(message);
    const push = this.#push;
    if (!unmade || !push) return;
    this.#outcomes.forget(unmade);
    if (unmade.size > 0) this.#attempts.forget();
    if (unmade.size > 0 || (before && before.match !== push.match)) this.#tasks.repeat(() => true);
    if (unmade.size > 0 || !push.result) this.#outcomes.running = push.match;
    if (prompt_key(push) !== this.#attempts.to_repeat) return;
    this.#attempts.to_repeat = null;
    this.#tasks.repeat((once) => once === prompt_key(push));
  }

  /** Does what is to be done now. */
  async #run_tasks() {
    if (!this.#has_entered) return;
    const candidates = () => (this.#request_retry.over ? [] : [this.#end_task(), this.#turn_task(), this.#start_task()]);
    await this.#tasks.run(candidates).catch((why) => this.#fail(why));
  }

  #end_task() {
    const push = this.#push;
    if (!push?.result || push.match !== this.#outcomes.running) return null;
    return { once: `end ${push.match}`, run: () => this.#finish(push) };
  }

  /** @param {Push} push */
  async #finish(push) {
    if (!push.result || !push.you) return;
    const { results, verdicts } = this.#outcomes;
    results.set(push.match, push.result);
    await this.#seat.on_end?.(push.result, push.you, push);
    await this.#dice?.ended(push);
    const { server, verify } = this.#seat;
    if (verify) verdicts.set(push.match, await (this.#dice?.verdict(server, push.match) ?? verify_match(server, push.match, null)));
    if (results.size < (this.#seat.matches ?? Infinity)) return;
    await this.#ask({ t: 'room.leave' });
    this.#end('matches');
  }

  #turn_task() {
    const push = this.#push;
    if (!push?.you?.moves.length || push.result) return null;
    return { once: prompt_key(push), run: () => this.#decide(push, /** @type {You} */ (push.you)) };
  }

  /** @param {Push} push @param {You} you */
  async #decide(push, you) {
    this.#attempts.answer(push);
    const first = you.moves[0];
    const move = await this.#attempts.choose(you.moves, () => this.#seat.on_turn(push.view, you.moves, push));
    if (move == null) return;
    let why = await this.#send(push, you, move);
    if (why && faults.has(why.code) && !this.#attempts.was_refused(first) && this.#push && prompt_key(this.#push) === prompt_key(push)) {
      await (this.#seat.warn ?? console.warn).call(this.#seat, `on_turn: ${JSON.stringify(move)}: ${why.message} Playing the first move.`);
      why = await this.#send(push, you, first);
    }
    if (why) await this.#rejoin(push, why.code);
  }

  /** Sends a move; returns the refusal, or null if it was accepted. @param {Push} push @param {You} you @param {Move} move */
  async #send({ room, match }, { n }, move) {
    try {
      await this.#request_retry.ask(() => this.#connection.move({ t: 'move', room, match, n, move }, this.#dice?.watcher(match, n, move)));
      return null;
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      this.#attempts.refused(move, faults.has(why.code));
      return why;
    }
  }

  /**
   * Joining again brings the present state: the match has moved on, the bot was removed, or the refusal does not say it
   * and the same prompt may still be open.
   * @param {Push} push @param {string} code
   */
  async #rejoin(push, code) {
    const { refusals } = this.#attempts;
    if (retryable_codes.has(code)) this.#attempts.given_up = prompt_key(push);
    else if (!moved_on.has(code) && refusals < most_refusals) {
      this.#attempts.to_repeat = prompt_key(push);
      await this.#request_retry.pause(refusals);
    }
    if (this.#request_retry.over) return;
    await this.#request_retry.ask(() => this.#join()).catch((why) => {
      if (!(why instanceof Lost)) throw why; // after a reconnection the bot joins anyway
    });
  }

  /** Between matches: reports ready, asks for a rematch, or starts the match in its own room. A room of a quick match
   *  starts by itself. */
  #start_task() {
    const room = this.#room;
    const own = room?.seats.find((seat) => seat.player?.id === this.#me);
    if (!room || !own || room.phase === 'playing') return null;
    if (room.phase === 'finished' && !(this.#push?.match === room.match && this.#push?.result)) return null;
    const seated = room.seats.filter((seat) => seat.player).length;
    if (room.phase === 'finished' && seated === 1 && room.seats.length > 1) // all others have left: others may come
      return room.quick && this.#seat.quick ? { once: `alone after ${room.match}`, run: () => this.#find_others() } : null;
    const hosts = !this.#seat.room && room.host === this.#me;
    const house = room.seats.filter((seat) => seat.level).length;
    const start = `start ${room.match} ${JSON.stringify(room.seats)}`;
    if (room.phase === 'finished') {
      if (hosts && house === seated - 1) return { once: start, run: () => this.#ask({ t: 'room.start' }) }; // nobody else is to be asked
      return { once: `again after ${room.match}`, run: () => this.#ask({ t: 'room.rematch' }) };
    }
    if (room.quick) return null;
    if (hosts) {
      const full = seated === room.seats.length;
      const level = this.#seat.create?.house?.[house];
      const free = room.seats.findIndex((seat) => !seat.player);
      const asked = level && !full ? { t: 'room.bot', seat: free, level } : { t: 'room.start' };
      return level || full ? { once: start, run: () => this.#ask(asked) } : null;
    }
    if (own.ready) return null;
    return { once: `ready ${JSON.stringify(room.seats)}`, run: () => this.#ask({ t: 'room.ready', ready: true }) };
  }

  /** All others have left: searches for a quick match again. */
  async #find_others() {
    await this.#ask({ t: 'room.leave' });
    this.#dice?.on_push({ t: 'gone', room: this.#code ?? '', reason: 'left' });
    this.#room = null;
    this.#code = undefined;
    this.#has_entered = false;
    await this.#request_retry.ask(() => this.#find_room()).catch((why) => {
      if (!(why instanceof Lost)) throw why; // after a reconnection the bot searches anyway
    });
  }

  /**
   * Sends a request that may be refused because the room has changed; then a push follows. Repeated after a break like
   * a move, because to be ready or to leave twice has no further effect.
   * @param {{t: string, [field: string]: unknown}} message
   */
  async #ask(message) {
    await this.#request_retry.ask(() => this.#connection.move({ room: this.#code, ...message })).catch((why) => {
      if (!(why instanceof Refused) || why.code === 'bad_message') throw why;
    });
  }

  /** Calls a function of the bot's author, as a method of `seat`, and ends the bot with what it throws, also an async one later. @param {() => unknown} call */
  async #guard(call) {
    try {
      await call();
    } catch (why) {
      this.#fail(why);
    }
  }

  /** @param {string} reason */
  #end(reason) {
    const { results, verdicts } = this.#outcomes;
    this.#stop(() => this.#settle.resolve({ reason, results: [...results.values()], verdicts: [...verdicts.values()] }));
  }

  /** @param {unknown} why */
  #fail(why) {
    this.#stop(() => this.#settle.reject(why));
  }

  /** @param {() => void} settle */
  #stop(settle) {
    if (this.#request_retry.over) return;
    this.#request_retry.over = true;
    this.#seat.signal?.removeEventListener('abort', this);
    queueMicrotask(() => this.#connection.close()); // it may have called the function that ends the bot, and goes on after it
    settle();
  }
}
