// @ts-check
// The moves that a bot has tried for the prompt that it answers.
import { prompt_key } from './latest_push.js';

/** @import { Move, Push } from './types.js' */

const most_asks = 2; // calls of on_turn a prompt

export class PromptAttempts {
  #key = '';
  #asks = 0;
  /** As JSON. @type {string[]} */ #refused = [];
  /** A prompt to answer again if it is still open. @type {string | null} */ to_repeat = null;
  /** A prompt whose answer was refused most_tries times over this connection. @type {string | null} */ given_up = null;

  /** To call before each attempt. @param {Push} push */
  answer(push) {
    if (this.#key === prompt_key(push)) return;
    this.#key = prompt_key(push);
    this.given_up = null;
    this.#asks = most_asks;
    this.#refused = [];
  }

  /** To call after each hello: over a new connection, what was given up begins anew. */
  reconnected() {
    if (!this.given_up) return;
    this.to_repeat = this.given_up;
    this.given_up = null;
    this.forget();
  }

  /** The prompt never happened. */
  forget() {
    this.#key = '';
  }

  /** The move of on_turn, at most twice a prompt and not after a refusal for good; then a move that was not refused, or null. @template Chosen @param {Move[]} moves @param {() => Chosen} on_turn */
  choose(moves, on_turn) {
    if (!this.#asks) return moves.find((move) => !this.was_refused(move)) ?? null;
    --this.#asks;
    return on_turn();
  }

  /** @param {Move} move @param {boolean} for_good the same move would be refused again */
  refused(move, for_good) {
    this.#refused.push(JSON.stringify(move));
    if (for_good) this.#asks = 0;
  }

  /** @param {Move} move */
  was_refused(move) {
    return this.#refused.includes(JSON.stringify(move));
  }

  get refusals() {
    return this.#refused.length;
  }
}
