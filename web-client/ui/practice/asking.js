// @ts-check
// Asks the server for an exercise or its verdict, and waits while it has too much to do or computes the values of a game.
import { Refused, retryable_codes } from '../../../js/connection.js';

/** @import { Found } from '../../core/shapes.js' */
/** @import { Message } from '../../core/types.js' */

/** How long the page waits, in ms: the values of a game may have to be computed first. */
const patience_ms = 120_000;
/** The least wait, in ms. */
const pause_ms = 1_000;

/**
 * `missing`: there is no such exercise, or no practice.
 * @template Data
 * @param {(request: Message) => Promise<Data>} asked @param {Message} request @param {(ms: number) => Promise<void>} [pause] @returns {Promise<Found<Data>>}
 */
export async function request_with_retry(asked, request, pause = paused) {
  for (let waited = 0; ; ) {
    try {
      return { state: 'here', data: await asked(request) };
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      const later = retryable_codes.has(why.code);
      if (!later || waited >= patience_ms) return { state: later ? 'failed' : 'missing' };
      const ms = Math.max(pause_ms, why.retry_ms ?? 0);
      waited += ms;
      await pause(ms);
    }
  }
}

/** @param {number} ms @returns {Promise<void>} */
const paused = (ms) => new Promise((go_on) => setTimeout(go_on, ms));
