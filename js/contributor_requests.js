// @ts-check
// Connects a Contributor with a Connection, for bots and the page: sends its requests, and notes the moves that are sent.
import { Refused, system_timers } from './connection.js';

/** @import { Answer } from './connection.js' */
/** @import { Contributor, Request } from './contributor.js' */

/** Refusals after which the same request may be sent again: its answer is due after 1.5 to 2 seconds. */
const temporary_refusals = new Set(['busy', 'rate_limited', 'storage']);
const most_tries = 4;
const pause_ms = 250;

/** @param {{set: (action: () => void, ms: number) => unknown}} timers @param {number} ms */
export const sleep = (timers, ms) => new Promise((resolve) => timers.set(() => resolve(undefined), ms));

/**
 * Sends a request of the contributor, which gets the answer.
 * @param {Contributor} contributor @param {Request} request
 * @param {(request: Request, heard: (reply: Answer) => void) => Promise<unknown>} send `heard` gets the reply before any later push
 * @param {Parameters<typeof sleep>[0]} [timers]
 */
export async function send_request(contributor, request, send, timers = system_timers) {
  for (let tries = 1; ; ++tries) {
    const may_retry = (/** @type {{t?: string, code?: string}} */ { code = '' }) => temporary_refusals.has(code) && tries < most_tries;
    try {
      return await send(request, (reply) => may_retry(reply) || contributor.answered(request, reply));
    } catch (why) {
      if (!(why instanceof Refused)) return contributor.answered(request, null);
      if (!may_retry(why)) return;
      await sleep(timers, Math.max(pause_ms, why.retry_ms ?? 0));
    }
  }
}

/** Notes a move sent with Connection.move(). @param {Contributor} contributor @param {string} match @param {number} n @param {import('./types.js').Move} move */
export const move_watcher = (contributor, match, n, move) => ({
  asking: (/** @type {string} */ id) => contributor.moving(match, { id, n, move }),
  heard: (/** @type {Answer} */ reply) => contributor.moved(match, reply),
});
