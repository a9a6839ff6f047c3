// @ts-check
// A WebSocket client for the protocol (protocol/README.md): one connection at a time, opened again after each
// break. It uses neither DOM nor storage: bots and the web client use the same code.

/** @import * as Wire from './protocol.js' */

/** @typedef {{t: string, [field: string]: unknown}} Message */
/** The replies to requests that have one of their own, by type.
 * @typedef {{hello: Wire.HelloReply, 'device.offer': Wire.DeviceOfferReply, rename: Wire.RenameReply, 'me.export': Wire.MeExportReply,
 *     'me.matches': Wire.MeMatchesReply, 'me.tables': Wire.MeTablesReply, 'me.board': Wire.MeBoardReply, 'lobby.watch':
 *     Wire.LobbyWatchReply, 'lobby.list': Wire.LobbyListReply, 'quick.match': Wire.QuickMatchReply, 'room.create': Wire.RoomCreateReply,
 *     'cup.today': Wire.CupTodayReply, 'cup.play': Wire.CupPlayReply, 'practice.next': Wire.PracticeNextReply, 'practice.answer':
 *     Wire.PracticeAnswerReply, move: Wire.MoveReply, 'room.join': Wire.RoomJoinReply, 'room.start': Wire.RoomStartReply,
 *     hint: Wire.HintReply}} Replies */
/** @template {string} Type @typedef {Type extends keyof Replies ? Replies[Type] : Wire.PlainReply} ReplyTo */
/** @typedef {Replies[keyof Replies] | Wire.PlainReply} Reply */
/** @typedef {Reply | Wire.Refusal} Answer */
/** @template {string} Type @typedef {(reply: ReplyTo<Type> | Wire.Refusal) => unknown} Heard */
/** What answers no request; a refusal if it could not be read. @typedef {Exclude<Wire.Message, Reply>} Push */
/** @typedef {{set(action: () => void, ms: number): unknown, clear(timer: unknown): void}} Timers */
/** As much of a WebSocket as is used. @typedef {{send(text: string): void, close(): void, onopen: unknown, onmessage: unknown, onclose: unknown, onerror: unknown}} Socket */
/**
 * - `connecting`: no answer to hello yet.
 * - `open`: hello was answered; requests are accepted.
 * - `waiting`: the connection broke, for the `failures`th time since hello was answered; `code` and `text` of the break; `refused`
 *   is the code of a refusal that time heals, `text` then its text. The next attempt comes in `wait_ms`.
 * - `closed`: it does not reconnect by itself; `code` is the close code, `refused` the code of a refused hello,
 *   `text` the reason if there is one, `until_ms` the end of a ban in milliseconds since 1970.
 * @typedef {{state: 'connecting'} | {state: 'open'} | {state: 'waiting', wait_ms: number, code: number, text: string, failures: number, refused?: string}
 *     | {state: 'closed', code?: number, refused?: string, text?: string, why?: string, args?: string[], until_ms?: number}} Link
 */
/**
 * @typedef {object} Options
 * @property {string} url ws: or wss:
 * @property {() => string | null} [room] The code of the room that the next connection is for: a hint to the server.
 * @property {() => object} hello Returns the fields of the next hello, without `t`, `id` and `v`.
 * @property {(refusal: Refused) => boolean} [unwelcome] The hello was refused; true = send another one,
 *     with other fields (`most_hellos` in all).
 * @property {(reply: Wire.HelloReply) => void} [greeted] Called with the reply to hello, before any push that follows it.
 * @property {(reply: Wire.HelloReply) => void | Promise<void>} [welcome] Called with the reply to hello: restores what the
 *     server forgot (rooms) before unanswered moves are sent again.
 * @property {(message: Push) => void} push Gets every message that is not an answer.
 * @property {(reply: Answer) => void} [replied] Gets each reply, also a refusal, before the next push.
 * @property {(link: Link) => void} [status]
 * @property {() => Message} [probe] A request without effect, sent after a long silence.
 * @property {new (url: string) => Socket} [Socket] A WebSocket class.
 * @property {Timers} [timers]
 * @property {() => number} [random] Like Math.random.
 * @property {() => number} [clock] Like Date.now, which also counts while the device sleeps.
 */

/** Gets the id of a request before it is sent, and the reply before the next push. `wanted` is asked before a request that was made
 * without a connection is sent at last: if not, it rejects with Lost.
 * @typedef {{asking?: (id: string) => void, heard?: (reply: Answer) => unknown, wanted?: () => boolean}} Watcher */
/** @typedef {{frame: string, keep: boolean, wanted?: () => boolean, heard?(reply: Answer): unknown, resolve(reply: Reply): void, reject(why: Error): void}} Asked */

/** The server refused the request. */
export class Refused extends Error {
  /** @param {{code: string, text: string, retry_ms?: number, at?: string, why?: string, args?: string[], until_ms?: number}} reply */
  constructor(reply) {
    super(reply.text || reply.code);
    this.code = reply.code;
    this.text = reply.text;
    this.retry_ms = reply.retry_ms;
    this.at = reply.at;
    this.why = reply.why;
    this.args = reply.args;
    this.until_ms = reply.until_ms;
  }
}

/** There is no connection, or it broke before the answer: it is unknown whether the request was carried out. */
export class Lost extends Error {}

const version = 1;
const answer_ms = 10_000; // without a frame while an answer is due, the connection is dead
const woken_answer_ms = 2_000; // the same after the device woke up: a person looks at what may be long over
const patience_ms = 75_000; // the server has surely cut a connection that was silent for so long: it does so after 45 s
const probe_ms = 30_000; // without any frame: send a request, because a dead connection looks like a quiet one
const first_wait_ms = 500;
const longest_wait_ms = 15_000;
const restart_wait_ms = 200;
const most_hellos = 8; // on one connection

/** Refusals after which the same request may be sent again later. */
export const retryable_codes = new Set(['busy', 'rate_limited', 'shutting_down', 'storage']);

const broken = 1006;
const restarting = 1012;
const too_many = 4009;
/** The close code after the player was deleted: the token is void. */
export const deleted = 4010;
/** The close code after the operator of the server has banned the player: a hello tells why, and until when. */
export const banned = 4011;
const abuse = 4002;
const final = new Set([abuse, deleted, banned]);

/** @type {Timers} */
export const system_timers = {
  set: (action, ms) => setTimeout(action, ms),
  clear: (/** @type {ReturnType<typeof setTimeout>} */ timer) => clearTimeout(timer),
};

const ignore = () => {};

export class Connection {
  /** @type {Socket | null} */ #socket = null;
  /** @type {Link} */ #link = { state: 'closed' };
  /** @type {Map<Wire.Id | null, Asked>} */
  #unanswered = new Map();
  #prefix;
  #greeted = false;
  #count = 0;
  #attempts = 0;
  /** @type {unknown} */ #retry = null;
  /** @type {unknown} */ #silence = null;
  #answer_ms = answer_ms;
  #heard_at = 0;

  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    this.timers = options.timers ?? system_timers;
    this.random = options.random ?? Math.random;
    this.clock = options.clock ?? Date.now;
    // The server remembers the ids of moves for the whole match, also those of an earlier page.
    this.#prefix = this.random().toString(36).slice(2, 12);
  }

  get link() {
    return this.#link;
  }

  /** Connects, or makes the next attempt at once. */
  open() {
    if (this.#link.state !== 'closed' && this.#link.state !== 'waiting') return;
    this.timers.clear(this.#retry);
    this.#set_link({ state: 'connecting' });
    const room = this.options.room?.();
    const { url } = this.options;
    const address = room ? `${url}?room=${encodeURIComponent(room)}` : url;
    try {
      this.#socket = new (this.options.Socket ?? WebSocket)(address);
    } catch (why) {
      return this.#lost(broken, String(why)); // the browser does not allow it
    }
    const socket = this.#socket;
    socket.onopen = () => {
      socket.onerror = ignore;
      this.#greet();
    };
    socket.onmessage = (/** @type {{data: unknown}} */ event) => this.#on_message(String(event.data));
    socket.onclose = (/** @type {{code: number, reason: string}} */ event) => this.#lost(event.code, event.reason);
    // Without a server Node 20 fires only this event. Some WebSockets for Node tell the HTTP status here.
    socket.onerror = (/** @type {{message?: string}} */ event) => this.#lost(broken, event.message ?? '');
    this.#restart_silence_timer();
  }

  /** Closes for good: unanswered requests are lost. */
  close() {
    this.#drop_socket();
    this.#give_up({});
  }

  /** To call when the device woke up or changed networks: checks at once whether the connection still works. */
  check() {
    if (this.#link.state === 'open') {
      if (this.clock() - this.#heard_at < patience_ms) return this.#probe(woken_answer_ms);
      this.#lost(broken, 'silent for too long');
    }
    if (this.#link.state === 'waiting') this.open();
  }

  /**
   * Sends a request once; rejects with Refused or Lost.
   * @template {string} Type
   * @param {Message & {t: Type, id?: string}} message without `id`, or with one of new_id()
   * @param {Heard<Type>} [heard] Gets the reply, also a refusal, before the next push: the promise may be later.
   * @returns {Promise<ReplyTo<Type>>}
   */
  request(message, heard) {
    if (!this.#greeted) return Promise.reject(new Lost('There is no connection right now.'));
    return this.#ask(message, false, heard);
  }

  /**
   * Sends a move, and sends it again with the same id after each break before its answer: the server carries it out
   * once. Also usable for any request that may be carried out twice without harm. Rejects with Refused, or with Lost
   * once the connection is closed for good.
   * @template {string} Type
   * @param {Message & {t: Type}} message without `id`
   * @param {Watcher} [watcher]
   * @returns {Promise<ReplyTo<Type>>}
   */
  move(message, watcher = {}) {
    if (this.#link.state === 'closed') return Promise.reject(new Lost('There is no connection right now.'));
    return this.#ask(message, true, watcher.heard, watcher.asking, watcher.wanted);
  }

  /** An id that no other request has. */
  new_id() {
    return `${this.#prefix}-${++this.#count}`;
  }

  /** @template {string} Type @param {Message & {t: Type, id?: string}} message @param {boolean} keep @param {Heard<Type>} [heard] @param {Watcher['asking']} [asking]
   * @param {Watcher['wanted']} [wanted] @returns {Promise<ReplyTo<Type>>} */
  #ask(message, keep, heard, asking, wanted) {
    const id = message.id ?? this.new_id();
    asking?.(id);
    const frame = JSON.stringify({ ...message, id });
    return new Promise((resolve, reject) => {
      this.#unanswered.set(id, { frame, keep, ...(this.#link.state !== 'open' && { wanted }), heard, resolve: (reply) => resolve(/** @type {ReplyTo<Type>} */ (reply)), reject }); // it answers this id
      if (!keep || this.#link.state === 'open') this.#send(frame);
    });
  }

  /** @param {string} frame */
  #send(frame) {
    this.#socket?.send(frame);
    this.#restart_silence_timer();
  }

  async #greet() {
    const socket = this.#socket;
    try {
      const reply = await this.#hello();
      if (socket !== this.#socket) return; // closed meanwhile
      this.#greeted = true;
      await this.options.welcome?.(reply);
      if (socket !== this.#socket) return;
      this.#attempts = 0;
      this.#send_kept();
      this.#restart_silence_timer();
      this.#set_link({ state: 'open' }); // may ask for more, which is then sent at once
    } catch (why) {
      if (socket !== this.#socket) return;
      if (why instanceof Refused && retryable_codes.has(why.code)) return this.#lost(0, why.message, why.retry_ms, why.code);
      this.#drop_socket();
      this.#give_up(why instanceof Refused ? { refused: why.code, text: why.text, ...(why.why && { why: why.why, args: why.args }), ...(why.until_ms && { until_ms: why.until_ms }) } : { text: String(why) });
    }
  }

  #send_kept() {
    for (const [id, asked] of this.#unanswered) {
      if (!asked.keep) continue;
      if (asked.wanted?.() === false) {
        this.#unanswered.delete(id);
        asked.reject(new Lost('It is no longer wanted.'));
        continue;
      }
      delete asked.wanted; // once it is sent, only its answer tells whether it was carried out
      this.#send(asked.frame);
    }
  }

  /** @returns {Promise<Wire.HelloReply>} */
  async #hello() {
    /** @type {Heard<'hello'>} */
    const heard = (reply) => reply.t === 'ok' && this.options.greeted?.(reply);
    for (let hellos = 1; ; ++hellos) {
      try {
        return await this.#ask({ t: 'hello', v: version, ...this.options.hello() }, false, heard);
      } catch (why) {
        if (!(why instanceof Refused) || hellos === most_hellos || !this.options.unwelcome?.(why)) throw why;
      }
    }
  }

  /** @param {string} text */
  #on_message(text) {
    /** @type {Answer | Push} */
    const message = JSON.parse(text);
    // The server has forgotten the hello: after a new one, over a new connection, it gets the unanswered
    // moves again.
    if (message.t === 'refused' && message.code === 'hello_first') return this.#lost(0, message.text);
    const re = 're' in message ? message.re : null;
    const asked = this.#unanswered.get(re);
    this.#unanswered.delete(re);
    this.#heard_at = this.clock();
    this.#answer_ms = answer_ms;
    this.#restart_silence_timer();
    if (!('re' in message) || (message.t === 'refused' && re === null)) return this.options.push(message);
    if (!asked) return; // an answer that came twice or too late
    asked.heard?.(message);
    this.options.replied?.(message);
    if (message.t === 'ok') asked.resolve(message);
    else asked.reject(new Refused(message));
  }

  /** Restarts the timer that detects a silent connection. */
  #restart_silence_timer() {
    this.timers.clear(this.#silence);
    const due = this.#unanswered.size > 0 || !this.#greeted;
    this.#silence = this.timers.set(
      () => (due ? this.#lost(broken, 'no answer') : this.#probe()),
      due ? this.#answer_ms : probe_ms,
    );
  }

  #probe(within_ms = answer_ms) {
    this.#answer_ms = within_ms;
    if (this.options.probe) this.request(this.options.probe()).catch(() => {});
    else this.#restart_silence_timer();
  }

  /** @param {number} code @param {string} text @param {number} [at_least_ms] @param {string} [refused] */
  #lost(code, text, at_least_ms = 0, refused) {
    this.#drop_socket();
    if (final.has(code)) return this.#give_up({ code, text });
    for (const [id, asked] of this.#unanswered) {
      if (asked.keep) continue;
      this.#unanswered.delete(id);
      asked.reject(new Lost('The connection was lost before the answer came.'));
    }
    const wait_ms = Math.max(at_least_ms, this.#wait(code));
    this.#retry = this.timers.set(() => this.open(), wait_ms);
    this.#set_link({ state: 'waiting', wait_ms, code, text, failures: this.#attempts, ...(refused && { refused }) });
  }

  /** Doubles the wait with each attempt; half of it is random, so that clients do not return all at once. */
  #wait(/** @type {number} */ code) {
    const first = code === restarting && this.#attempts === 0;
    if (code === too_many) this.#attempts = Math.max(this.#attempts, 4);
    const base = first ? restart_wait_ms : Math.min(longest_wait_ms, first_wait_ms * 2 ** this.#attempts);
    ++this.#attempts;
    return Math.round(base * (0.5 + this.random() / 2));
  }

  #drop_socket() {
    this.#greeted = false;
    this.#answer_ms = answer_ms;
    this.timers.clear(this.#silence);
    this.timers.clear(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.onerror = ignore; // otherwise npm's ws would throw
    socket.close();
  }

  /** @param {{code?: number, refused?: string, text?: string, why?: string, args?: string[]}} why */
  #give_up(why) {
    for (const asked of this.#unanswered.values()) asked.reject(new Lost('The connection was closed.'));
    this.#unanswered.clear();
    this.#set_link({ state: 'closed', ...why });
  }

  /** @param {Link} link */
  #set_link(link) {
    this.#link = link;
    this.options.status?.(link);
  }
}
