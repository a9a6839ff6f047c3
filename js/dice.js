// @ts-check
// Connects a Contributor with a Connection: answers the server's questions from the reader of its pushes, so that they
// never wait for a move.
import { Contributor } from './contributor.js';
import { move_watcher, send_request, sleep } from './contributor_requests.js';
import { recorded_end, verify_match } from './record.js';

/** @typedef {import('./contributor.js').Request} Request */
/**
 * @typedef {object} Options
 * @property {import('./connection.js').Connection} connection
 * @property {import('./contributor.js').Store} store
 * @property {(fault: import('./contributor.js').Fault) => void} on_fault
 * @property {{set: (action: () => void, ms: number) => unknown}} timers
 * @property {number} [patience_ms]
 */

export class DiceClient {
  #options;
  /** Whose records were asked for. @type {Set<string>} */ #requested_records = new Set();
  #contributor;
  /** @type {string | null} */ #player = null;
  /** @type {string | null} */ #server = null;
  /** The room was closed, and the server may still publish its secret. */ #awaits_secret = false;

  /** Throws if the notes cannot be read: during a match that would look like a fault of the server. @param {Options} options */
  constructor({ connection, store, on_fault, timers, patience_ms = 10_000 }) {
    store.get('matches');
    this.#options = { connection, timers, patience_ms };
    this.#contributor = new Contributor({ store, on_fault, timers, patience_ms, server: () => this.#server });
  }

  /** To call with the reply to each hello, before any push that follows it. @param {import('./protocol.js').HelloReply} reply */
  joined({ player, server }) {
    this.#player = player.id;
    this.#server = server?.id ?? null;
    this.#contributor.joined();
  }

  /** To call with the reply to room.join, before any push that follows it. */
  returned() {
    this.#contributor.returned();
  }

  /** Returns a watcher that notes a move sent with Connection.move(). @param {string} match @param {number} n @param {import('./types.js').Move} move */
  watcher(match, n, move) {
    return move_watcher(this.#contributor, match, n, move);
  }

  /** Gets every push. @param {import('./play.js').Message} push */
  on_push(push) {
    if (push.t === 'dice') this.#send(this.#contributor.dice(push, this.#player));
    else if (push.t === 'dice.ask') this.#send(this.#contributor.ask(push));
    else if (push.t === 'match') this.#send(this.#contributor.match(push));
    else if (push.t === 'room') this.#contributor.room(push, this.#player);
    else if (push.t === 'gone') this.#awaits_secret = this.#contributor.gone(push);
  }

  /** @param {Request | null} request */
  #send(request) {
    const { connection, timers } = this.#options;
    if (request) send_request(this.#contributor, request, (message, heard) => connection.request(message, heard), timers);
  }

  /**
   * The verdict on a match that has ended. The records of those whose end was not seen are asked for, each once: how many were broken off
   * is part of it.
   * @param {string} server @param {string} match
   */
  async verdict(server, match) {
    const unknown = this.#contributor.unknown_ends().filter((one) => !this.#requested_records.has(one));
    for (const one of unknown) {
      this.#requested_records.add(one);
      const ended = await recorded_end(server, one);
      if (ended) this.#contributor.learned(one, ended);
    }
    return verify_match(server, match, this.#contributor.notes(match), this.#contributor.ends());
  }

  /** After the end: waits until the server has published its secret, or is too late. @param {import('./types.js').Push} push the last one */
  async ended({ match, proof }) {
    const notes = this.#contributor.notes(match);
    if (notes && notes.commit !== null && !notes.opened && !proof) await this.#wait();
  }

  #wait() {
    return sleep(this.#options.timers, this.#options.patience_ms);
  }

  /** After the push `gone`: the same. */
  async gone() {
    if (this.#awaits_secret) await this.#wait();
  }
}
