// @ts-check
// Repeats a request that was refused for a while.
import { retryable_codes, Refused, system_timers } from './connection.js';

const first_pause_ms = 250;
const longest_pause_ms = 15_000;
export const most_tries = 20; // over one connection: a room that an error of the server has stopped stays busy forever

export class RequestRetry {
  /** No request is repeated any more. */
  over = false;
  /** The connections so far. */
  hellos = 0;
  /** @type {string | undefined} */ #failed_id;

  /** @param {{timers?: typeof system_timers, random?: () => number}} parts */
  constructor({ timers = system_timers, random = Math.random }) {
    this.timers = timers;
    this.random = random;
  }

  /**
   * Repeats the request after these refusals: not before retry_ms, and with growing pauses. Rejects with the refusal after most_tries
   * over one connection.
   * @template Answer
   * @param {() => Promise<Answer>} ask @param {Set<string>} [codes]
   */
  async ask(ask, codes = retryable_codes) {
    for (let tries = 1, { hellos } = this; ; ++tries) {
      try {
        return await ask();
      } catch (why) {
        if (hellos !== this.hellos) [tries, hellos] = [1, this.hellos];
        if (this.over || !(why instanceof Refused) || !codes.has(why.code) || tries === most_tries) throw why;
        await this.pause(tries, why.retry_ms);
      }
    }
  }

  /**
   * Asks once, with the id of a call before that failed: its answer may have been lost, and the server knows a search by its id. Of two calls
   * at a time each has its own, by which the connection finds it.
   * @template Answer
   * @param {string} new_id @param {(id: string) => Promise<Answer>} ask
   */
  async ask_once(new_id, ask) {
    const id = this.#failed_id ?? new_id;
    this.#failed_id = undefined;
    try {
      return await ask(id);
    } catch (why) {
      this.#failed_id = id;
      throw why;
    }
  }

  /** Longer with each try, half of it random. @param {number} tries @param {number} [at_least_ms] */
  pause(tries, at_least_ms = 0) {
    const pause_ms = Math.min(longest_pause_ms, first_pause_ms * 2 ** tries) * (0.5 + this.random() / 2);
    return new Promise((done) => this.timers.set(() => done(undefined), at_least_ms + pause_ms));
  }
}
