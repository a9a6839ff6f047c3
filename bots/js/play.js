// @ts-check
// A seat at one table: comes in, plays whatever match is played there, comes back after any cut.
import { socket_address } from './address.js';
import { Connection, deleted, Lost, Refused, system_timers } from './connection.js';
import { token_in_memory } from './tokens.js';

/** @typedef {import('./connection.js').Reply} Reply */
/** @typedef {{do: string, [field: string]: any}} Move One of `moves`, or spelled differently but the same. */
/** @typedef {{game: string, phase: string, round: number, turn: {seat: number, [field: string]: any} | null,
 *     seats: {score: number | null, [field: string]: any}[], [field: string]: any}} View */
/** @typedef {{seat: number, n: number, moves: Move[]}} You */
/** @typedef {{places: (number | null)[], scores: number[], winners: number[], left: number[], reason: string}} Result by seat */
/** @typedef {{room: string, match: string, seq: number, events: object[], view: View, to_act: number[], you?: You,
 *     result: Result | null, [field: string]: any}} Push */
/**
 * @typedef {object} Seat
 * @property {string} server The address of its page, or the link of an invitation
 * @property {(view: View, moves: Move[], push: Push) => Move | null | Promise<Move | null>} on_turn Your move. Null
 *     lets it be: others may move first, or the clock runs out.
 * @property {string} [room] The table's code
 * @property {{game: string, [setting: string]: unknown}} [create] Without `room`: makes a table with these settings and
 *     starts the match once all its seats are taken.
 * @property {string} [quick] Without `room`: the game of a table among strangers, which starts by itself; of another one
 *     when all others have left it
 * @property {'player' | 'spectator'} [as] Without it the bot sits down if it can, else waits for a seat.
 * @property {string} [password] Of the table
 * @property {number} [matches] After so many it leaves; otherwise it stays as long as the table is there.
 * @property {string} [name] What it is called
 * @property {import('./tokens.js').Token} [token] Where it keeps who it is; by default it forgets when the program ends.
 * @property {string} [agent] Program and version, for the server's log
 * @property {(result: Result, you: You, push: Push) => void} [on_end] A match is over.
 * @property {(code: string) => void} [on_room] It is at the table of this code.
 * @property {(message: any) => void} [on_push] Everything the server says unasked, before the bot acts on it
 * @property {(link: import('./connection.js').Link) => void} [on_link] How the connection fares
 * @property {(text: string) => void} [warn] Where faults of `on_turn` are told; console.warn by default
 * @property {AbortSignal} [signal] Ends it; the seat stays.
 * @property {any} [Socket] A WebSocket class where there is none, as in Node before 22
 * @property {any} [timers] As in Connection
 * @property {() => number} [random]
 */

/** Refusals that time heals: the same request may be sent again. */
const passing = new Set(['busy', 'rate_limited', 'shutting_down', 'storage']);
const first_pause_ms = 250;
const longest_pause_ms = 15_000;
const most_tries = 20; // a table that a fault of the server has stopped is busy for ever
const most_refusals = 3; // of moves for one prompt; then the clock, or others, go on without us

/** Refusals of a move after which nobody waits for another one. */
const moved_on = new Set(['stale', 'not_your_turn', 'match_over', 'not_in_room', 'not_seated', 'not_started']);
/** Refusals of a request that will never do as it stands. */
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

const key_of = (/** @type {Push} */ { match, you }) => `${match} ${you?.n}`;

/**
 * Plays at a table.
 * @param {Seat} seat
 * @returns {Promise<{reason: string, results: Result[]}>} Once it is over: how all matches ended that the bot had a seat
 *     in, and why it is no longer there: `matches` (played as many as wanted), `aborted`, or what `gone` says
 *     (protocol/README.md). Rejects with Refused where the server does not let it in, and with what on_turn throws.
 */
export const play = (seat) =>
  new Promise((resolve, reject) => {
    if (!seat.room && !seat.create && !seat.quick) throw new TypeError('Which table? room, create or quick says it.');
    if (!seat.Socket && !globalThis.WebSocket)
      throw new TypeError('No WebSocket here: start Node with --experimental-websocket, or give one as Socket.');
    new Player(seat, resolve, reject).begin();
  });

class Player {
  #seat;
  #resolve;
  #reject;
  #connection;
  #token;
  /** @type {string | undefined} */ #code;
  /** @type {string | undefined} */ #me;
  /** @type {any} */ #room = null;
  /** @type {Push | null} the newest of the match that is or was last played */ #push = null;
  /** @type {Set<string>} matches before that */ #past = new Set();
  /** @type {Result[]} */ #results = [];
  /** @type {Set<string>} what was asked of us and need not be done again */ #done = new Set();
  /** @type {string | null} a match that we have seen before its end */ #running = null;
  /** @type {{key: string, asks: number, refused: string[]}} how often on_turn may still be asked at this prompt, and
   *  the moves that were refused, as JSON */
  #prompt = { key: '', asks: 0, refused: [] };
  /** @type {string | null} a prompt that is answered anew if the table still stands there */ #unsure = null;
  #turned_away = 0;
  #here = false;
  #working = false;
  #over = false;

  /** @param {Seat} seat @param {(outcome: any) => void} resolve @param {(why: unknown) => void} reject */
  constructor(seat, resolve, reject) {
    this.#seat = seat;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#code = seat.room?.toUpperCase();
    this.#token = seat.token ?? token_in_memory();
    this.sleep = (/** @type {number} */ ms) =>
      new Promise((resolve) => (seat.timers ?? system_timers).set(() => resolve(undefined), ms));
    this.random = seat.random ?? Math.random;
    this.#connection = new Connection({
      url: socket_address(seat.server),
      hello: () => ({
        ...(this.#token.get() && { token: this.#token.get() }),
        name: seat.name ?? 'Bot',
        bot: true,
        agent: seat.agent ?? 'cubilete-bot-js/0.1',
      }),
      unwelcome: ({ code }) => {
        if (code !== 'bad_token' || !this.#token.get()) return false;
        this.#token.set(undefined);
        return true;
      },
      welcome: (reply) => this.#arrive(reply),
      push: (message) => this.#hear(message),
      status: (link) => this.#linked(link),
      probe: () => ({ t: 'lobby.unwatch' }),
      Socket: seat.Socket,
      timers: seat.timers,
      random: seat.random,
    });
  }

  begin() {
    this.#seat.signal?.addEventListener('abort', () => this.#end('aborted'));
    this.#connection.open();
  }

  /** Greeted, for the first time or again. @param {Reply} hello */
  async #arrive(hello) {
    if (hello.token) this.#token.set(hello.token);
    this.#me = hello.player.id;
    try {
      await (this.#code ? this.#join() : this.#find());
      this.#turned_away = 0;
    } catch (why) {
      if (why instanceof Refused && ++this.#turned_away === most_tries) throw new Error(why.message);
      throw why;
    }
  }

  async #find() {
    const { create, quick } = this.#seat;
    const asked = create ? { t: 'room.create', ...create } : { t: 'quick.match', game: quick };
    this.#at((await this.#connection.request(asked)).room);
  }

  /** Takes the seat again, or for the first time, and learns what was missed. */
  async #join() {
    const { as, password } = this.#seat;
    const seen = this.#push && { match: this.#push.match, seq: this.#push.seq };
    const request = {
      t: 'room.join',
      room: this.#code,
      ...(as && { as }),
      ...(password && { password }),
      ...(seen && { seen }),
    };
    // We name no seat, so that another will do.
    const reply = await this.#patiently(() => this.#connection.request(request), seat_taken);
    this.#at(reply.room);
  }

  /** @param {string} code */
  #at(code) {
    this.#code = code;
    if (!this.#here) this.#seat.on_room?.(code);
    this.#here = true;
  }

  /** @param {import('./connection.js').Link} link */
  #linked(link) {
    this.#seat.on_link?.(link);
    if (link.state === 'open') this.#work();
    if (link.state !== 'closed') return;
    if (link.code === deleted) this.#token.set(undefined);
    if (this.#over) return;
    const text = link.text || `the server closed the connection for good (${link.code})`;
    this.#fail(link.refused ? new Refused({ code: link.refused, text }) : new Lost(text));
  }

  /** @param {any} message */
  #hear(message) {
    if (this.#over) return;
    this.#seat.on_push?.(message);
    if (message.room !== this.#code && this.#code) return;
    if (message.t === 'gone') return this.#end(message.reason);
    if (message.t === 'room') this.#room = message;
    else if (message.t === 'match') this.#see(message);
    else return;
    this.#work();
  }

  /** What is older than what we know says nothing new. @param {Push} push */
  #see(push) {
    if (this.#past.has(push.match)) return;
    const known = this.#push;
    if (known?.match === push.match && push.seq < known.seq) return;
    if (known && known.match !== push.match) {
      this.#past.add(known.match);
      this.#done.clear();
    }
    this.#push = push;
    if (!push.result) this.#running = push.match;
    if (key_of(push) !== this.#unsure) return;
    this.#done.delete(this.#unsure);
    this.#unsure = null;
  }

  /** Does what there is to do, one thing after another, each once. */
  async #work() {
    if (this.#working || !this.#here) return;
    this.#working = true;
    try {
      for (let task = this.#task(); task && !this.#over; task = this.#task()) {
        this.#done.add(task.once);
        await task.run();
      }
    } catch (why) {
      if (!this.#over) this.#fail(why);
    }
    this.#working = false;
  }

  /** @returns {{once: string, run: () => unknown} | null} */
  #task() {
    const tasks = [this.#ending(), this.#turn(), this.#preparing()];
    return tasks.find((task) => task && !this.#done.has(task.once)) ?? null;
  }

  #ending() {
    const push = this.#push;
    if (!push?.result || push.match !== this.#running) return null;
    return { once: `end ${push.match}`, run: () => this.#finish(push) };
  }

  /** @param {Push} push */
  async #finish(push) {
    if (!push.result || !push.you) return;
    this.#results.push(push.result);
    this.#seat.on_end?.(push.result, push.you, push);
    if (this.#results.length < (this.#seat.matches ?? Infinity)) return;
    await this.#ask({ t: 'room.leave' });
    this.#end('matches');
  }

  #turn() {
    const push = this.#push;
    if (!push?.you?.moves.length || push.result) return null;
    return { once: key_of(push), run: () => this.#decide(push, /** @type {You} */ (push.you)) };
  }

  /** @param {Push} push @param {You} you */
  async #decide(push, you) {
    if (this.#prompt.key !== key_of(push)) this.#prompt = { key: key_of(push), asks: 2, refused: [] };
    const first = you.moves[0];
    const move = await this.#choose(push, you);
    if (move == null) return;
    let why = await this.#send(push, you, move);
    if (why && faults.has(why.code) && !this.#was_refused(first) && this.#push && key_of(this.#push) === key_of(push)) {
      (this.#seat.warn ?? console.warn)(`on_turn: ${JSON.stringify(move)}: ${why.message} Playing the first move.`);
      why = await this.#send(push, you, first);
    }
    if (why) await this.#look_again(push, why.code);
  }

  /** What on_turn says; where that was refused, a move that was not. @param {Push} push @param {You} you */
  #choose(push, you) {
    if (!this.#prompt.asks) return you.moves.find((move) => !this.#was_refused(move)) ?? null;
    --this.#prompt.asks;
    return this.#seat.on_turn(push.view, you.moves, push);
  }

  /** @param {Move} move */
  #was_refused(move) {
    return this.#prompt.refused.includes(JSON.stringify(move));
  }

  /** Why it was refused for good, if it was. @param {Push} push @param {You} you @param {Move} move */
  async #send({ room, match }, { n }, move) {
    try {
      await this.#patiently(() => this.#connection.move({ t: 'move', room, match, n, move }));
      return null;
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      this.#prompt.refused.push(JSON.stringify(move));
      if (faults.has(why.code)) this.#prompt.asks = 0;
      return why;
    }
  }

  /**
   * The present state comes with joining again: the table has moved on, we were taken out of it, or the refusal does not
   * say and the same prompt may still stand.
   * @param {Push} push @param {string} code
   */
  async #look_again(push, code) {
    const { refused } = this.#prompt;
    if (!moved_on.has(code) && !passing.has(code) && refused.length < most_refusals) {
      this.#unsure = key_of(push);
      await this.#pause(refused.length);
    }
    if (this.#over) return;
    await this.#patiently(() => this.#join()).catch((why) => {
      if (!(why instanceof Lost)) throw why; // with the connection we join anyway
    });
  }

  /** Between matches: says that it is ready, wants another, starts a match of its own. A room of a quick match starts by
   *  itself. */
  #preparing() {
    const room = this.#room;
    const own = room?.seats.find((/** @type {any} */ seat) => seat.player?.id === this.#me);
    if (!own || room.phase === 'playing') return null;
    if (room.phase === 'finished' && !(this.#push?.match === room.match && this.#push?.result)) return null;
    const seated = room.seats.filter((/** @type {any} */ seat) => seat.player).length;
    if (room.phase === 'finished' && room.quick && this.#seat.quick && seated === 1)
      return { once: `alone after ${room.match}`, run: () => this.#find_others() };
    if (room.phase === 'finished')
      return { once: `again after ${room.match}`, run: () => this.#ask({ t: 'room.rematch' }) };
    if (room.quick) return null;
    const full = seated === room.seats.length;
    if (!this.#seat.room && room.host === this.#me)
      return full ? { once: `start ${JSON.stringify(room.seats)}`, run: () => this.#ask({ t: 'room.start' }) } : null;
    if (own.ready) return null;
    return { once: `ready ${JSON.stringify(room.seats)}`, run: () => this.#ask({ t: 'room.ready', ready: true }) };
  }

  /** All others have left: a table among strangers again. */
  async #find_others() {
    await this.#ask({ t: 'room.leave' });
    this.#room = null;
    this.#code = undefined;
    this.#here = false;
    await this.#patiently(() => this.#find());
  }

  /**
   * What may come to nothing: the table has changed meanwhile and will say so. Asked again after a cut, as moves are: to
   * be ready or to leave twice is to do it once.
   * @param {{t: string, [field: string]: unknown}} message
   */
  async #ask(message) {
    await this.#patiently(() => this.#connection.move({ room: this.#code, ...message })).catch((why) => {
      if (!(why instanceof Refused)) throw why;
    });
  }

  /**
   * Asks again after these refusals: not before the server says, and ever more slowly.
   * @template Answer
   * @param {() => Promise<Answer>} ask
   */
  async #patiently(ask, codes = passing) {
    for (let tries = 1; ; ++tries) {
      try {
        return await ask();
      } catch (why) {
        if (this.#over || !(why instanceof Refused) || !codes.has(why.code) || tries === most_tries) throw why;
        await this.#pause(tries, why.retry_ms);
      }
    }
  }

  /** @param {number} tries @param {number} [at_least_ms] */
  #pause(tries, at_least_ms = 0) {
    const pause_ms = Math.min(longest_pause_ms, first_pause_ms * 2 ** tries) * (0.5 + this.random() / 2);
    return this.sleep(at_least_ms + pause_ms);
  }

  /** @param {string} reason */
  #end(reason) {
    if (this.#over) return;
    this.#over = true;
    this.#connection.close();
    this.#resolve({ reason, results: this.#results });
  }

  /** @param {unknown} why */
  #fail(why) {
    this.#over = true;
    this.#connection.close();
    this.#reject(why);
  }
}
