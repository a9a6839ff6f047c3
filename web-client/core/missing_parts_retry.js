// @ts-check
// What to do about a part of the page that could not be loaded. After an upgrade the server no longer has the files of this page's version; then
// only a reload helps. Otherwise the network was away: the part is fetched again when it is back, or after a while.

import { system_timers } from '../../js/connection.js';

const first_wait_ms = 2_000;
const longest_wait_ms = 60_000;

/**
 * @typedef {object} Options
 * @property {string} address of a file that every server has that knows this version of the page
 * @property {() => void} again fetches the missing parts again
 * @property {() => void} outdated told when this version of the page is gone
 * @property {(address: string, how: object) => Promise<{status: number}>} [fetch]
 * @property {import('../../js/connection.js').Timers} [timers]
 */
export class MissingPartsRetry {
  #wait_ms = first_wait_ms;
  /** The question is asked, or answered and the next attempt comes. */
  #is_retrying = false;
  /** @type {unknown} */ #timer = null;

  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    this.fetch = options.fetch ?? ((address, how) => fetch(address, how));
    this.timers = options.timers ?? system_timers;
  }

  /** A part could not be loaded. */
  async on_part_missing() {
    if (this.#is_retrying) return;
    this.#is_retrying = true;
    const answer = await this.fetch(this.options.address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (!this.#is_retrying) return; // the network came back meanwhile
    if (answer?.status === 404) {
      this.#is_retrying = false;
      return this.options.outdated();
    }
    this.#timer = this.timers.set(() => this.#try_again(), this.#wait_ms);
    this.#wait_ms = Math.min(2 * this.#wait_ms, longest_wait_ms);
  }

  /** The network or the server is back. */
  on_network_back() {
    this.#wait_ms = first_wait_ms;
    this.timers.clear(this.#timer);
    this.#try_again();
  }

  #try_again() {
    this.#is_retrying = false;
    this.options.again();
  }
}
