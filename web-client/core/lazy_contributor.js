// @ts-check
// Passes the pushes of rooms to the part that takes part in provable dice (core/contributor/), in order. They wait while it is fetched, and
// until the reply to hello has told who we are.

/** @import { Answers } from './contributor/answers.js' */
/** @import { Move, Push } from './types.js' */

export class LazyContributor {
  /** @type {Answers | null} */
  #answers = null;
  /** @type {Promise<boolean> | null} */
  #loading = null;
  /** @type {(Push | {t: 'returned'})[]} */
  #queued_pushes = [];
  #greeted = false;
  /** The last hello said that this page takes part. */
  promised = false;
  /** The part could not be fetched. */
  #is_unavailable = false;

  /** @param {() => Promise<Answers>} fetch */
  constructor(fetch) {
    this.fetch = fetch;
  }

  /** Fetches the part, once. @returns {Promise<boolean>} whether it is here */
  ready() {
    this.#loading ??= this.fetch().then(
      (answers) => {
        this.#answers = answers;
        answers.joined(this.promised);
        this.#is_unavailable = false;
        this.#flush();
        return true;
      },
      () => {
        this.#loading = null;
        this.#is_unavailable = true;
        this.#queued_pushes = [];
        return false;
      },
    );
    return this.#loading;
  }

  /**
   * To call with each hello. Returns whether it may promise answers: a player who may have a seat in a running match is asked right after it,
   * so the part must be here; the others have the time to fetch it.
   * @param {boolean} may_have_seat
   */
  hello(may_have_seat) {
    this.#greeted = false;
    this.#queued_pushes = [];
    this.promised = this.#answers !== null || !(may_have_seat || this.#is_unavailable);
    this.#answers?.joined(this.promised);
    return this.promised;
  }

  /** To call with the reply to hello. */
  greeted() {
    this.#greeted = true;
    this.#flush();
  }

  /** @param {Push | {t: 'returned'}} push */
  on_push(push) {
    if (push.t === 'dice') this.ready();
    if (this.#answers || this.#loading || !this.#greeted) this.#queued_pushes.push(push);
    this.#flush();
  }

  #flush() {
    if (this.#answers && this.#greeted) for (const push of this.#queued_pushes.splice(0)) this.#answers.on_push(push);
  }

  /** To call when the connection has broken. */
  leave() {
    this.#answers?.leave();
  }

  /** Returns a watcher that notes a move sent with Connection.move(). @param {string} match @param {number} n @param {Move} move */
  watcher(match, n, move) {
    return this.#answers?.watcher(match, n, move);
  }

  /** @param {Uint8Array} bytes */
  stir(bytes) {
    this.ready().then(() => this.#answers?.stir(bytes));
  }
}
