// @ts-check
// The connection of the operator's page: a WebSocket that begins with the secret of a link or of a session in place of hello, and is opened
// again after each break. The secret of a session lasts as long as the tab, or the page where nothing is stored.

import { Lost, Refused, retryable_codes } from '../../js/connection.js';
import { server_key, session as tab } from '../core/storage.js';

/**
 * - `over`: the secret does not open the desk, or no more; another link is needed.
 * - `lost`: the connection broke; the next attempt comes by itself.
 * @typedef {'opening' | 'open' | 'over' | 'lost'} State
 */

/** @typedef {{id: string, name: string}} Named */
/** @typedef {{name: string, text: string, at_ms: number}} ChatLine */
/** @typedef {{no: number, kind: string, player?: Named | null, networks: string[], holds: boolean, until_ms: number | null, text: string, by: string, at_ms: number,
 *     newcomers_until_ms?: number | null, refused: number}} Decree */
/** @typedef {{room: string, game: string, phase: string, public: boolean, locked: boolean, players: string[], seats: number, spectators: number, since_ms: number}} Table */
/** @typedef {{no: number, by: Named, about: string, player: Named, at_ms: number, room: string, match?: string | null, text: string, chat: ChatLine[], done_by: string}} Report */
/** @typedef {{key: string, value: string, by: string}} Setting */
/**
 * The answers of the server, by request. The protocol's description has none of these: the desk is the operator's.
 * @typedef {{
 *   'desk.open': {session: string, link: number | string},
 *   'desk.who': {people: {player: Named, new: boolean, since_ms: number, network: string | null, tables: string[]}[], silent: string[]},
 *   'desk.tables': {tables: Table[], silent: string[]},
 *   'desk.reports': {reports: Report[], next: number | null},
 *   'desk.bans': {decrees: Decree[], total: number},
 *   'desk.settings': {settings: Setting[], lines: Decree[]},
 *   'desk.log': {lines: {no: number, at_ms: number, by: string, what: string, player: Named | null, text: string}[], next: number | null},
 *   'desk.player': {player: Named, made_ms: number, here_since_ms: number | null, networks: string[], tables: string[], decrees: Decree[], silent: string[]},
 *   'desk.table': Table & {people: {player: Named, online: boolean}[], host: string, chat: ChatLine[]},
 * }} Answers
 */
/** To the ban of a network that was not carried out yet: whom it would shut out; to every ban the nodes that have not answered. @typedef {{others?: number, here?: number, silent?: string[]}} Done */
/** @template {string} Type @typedef {Type extends keyof Answers ? Answers[Type] : Done} AnswerTo */

const session_key = 'cubilete.desk';
const answer_ms = 10_000; // without an answer the connection is dead
const first_wait_ms = 500;
const longest_wait_ms = 15_000;
/** The desk is not open any more: the session has ended. */
const not_open_code = 'desk_not_open';

export class DeskConnection {
  /** @type {State} */ state = 'opening';
  /** Who this is in the log. */ by = '';
  /** @type {WebSocket | null} */ #socket = null;
  #count = 0;
  #wait_ms = first_wait_ms;
  /** @type {Map<number, {resolve(reply: object): void, reject(why: Error): void}>} */
  #asked = new Map();
  #url;
  #on_change;

  /** @param {string} url of the WebSocket @param {() => void} changed the state is another one */
  constructor(url, changed) {
    this.#url = url;
    this.#on_change = changed;
  }

  /** Opens the desk with the secret of a link, or goes on with the session of this tab. @param {string} secret empty: none */
  open(secret) {
    this.#socket?.close();
    if (secret) tab.set(server_key(session_key), secret);
    const with_secret = tab.get(server_key(session_key));
    if (!with_secret) return this.#set_state('over');
    this.#set_state('opening');
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.#open_session(socket, with_secret);
    socket.onmessage = ({ data }) => this.#on_message(JSON.parse(data));
    socket.onclose = () => socket === this.#socket && this.#on_socket_closed();
  }

  /** Sends a request. Throws Refused or Lost. @template {string} Type @param {Type} t @param {object} [fields] @returns {Promise<AnswerTo<Type>>} */
  ask(t, fields = {}) {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Lost());
    const id = ++this.#count;
    socket.send(JSON.stringify({ t, id, ...fields }));
    const late = setTimeout(() => socket.close(), answer_ms);
    /** @type {Promise<AnswerTo<Type>>} */
    const answer = new Promise((resolve, reject) => this.#asked.set(id, { resolve: (reply) => resolve(/** @type {AnswerTo<Type>} */ (reply)), reject })); // it answers this id
    return answer.finally(() => clearTimeout(late));
  }

  /** @param {WebSocket} socket @param {string} secret */
  async #open_session(socket, secret) {
    try {
      const { session, link } = await this.ask('desk.open', { secret });
      tab.set(server_key(session_key), session);
      this.by = `link ${link}`;
      this.#wait_ms = first_wait_ms;
      this.#set_state('open');
    } catch (why) {
      if (!(why instanceof Refused) || socket !== this.#socket) return;
      retryable_codes.has(why.code) ? socket.close() : this.#end(); // a busy server has not looked at the secret
    }
  }

  /** @param {{t: 'ok', re: number} | import('../../js/protocol.js').Refusal} message */
  #on_message(message) {
    if (message.t === 'refused' && message.re === null) return this.#reject_all(new Refused(message)); // the server could not read its id
    const id = Number(message.re);
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    if (message.t === 'ok') return asked.resolve(message);
    asked.reject(new Refused(message));
    if (message.why === not_open_code) this.#end();
  }

  /** This secret opens nothing any more. */
  #end() {
    tab.set(server_key(session_key), '');
    this.#set_state('over');
    this.#socket?.close();
  }

  #on_socket_closed() {
    this.#reject_all(new Lost());
    this.#socket = null;
    if (this.state === 'over') return;
    this.#set_state('lost');
    setTimeout(() => this.state === 'lost' && this.open(''), this.#wait_ms);
    this.#wait_ms = Math.min(2 * this.#wait_ms, longest_wait_ms);
  }

  /** @param {Error} why */
  #reject_all(why) {
    for (const { reject } of this.#asked.values()) reject(why);
    this.#asked.clear();
  }

  /** @param {State} state */
  #set_state(state) {
    this.state = state;
    this.#on_change();
  }
}
