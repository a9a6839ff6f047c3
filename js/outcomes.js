// @ts-check
// What became of the matches in which a bot had its seat.

/** @typedef {import('./types.js').Result} Result */
/** @typedef {import('./record.js').Verdict} Verdict */

export class Outcomes {
  /** By match. @type {Map<string, Result>} */ results = new Map();
  /** By match. @type {Map<string, Verdict>} */ verdicts = new Map();
  /** A match that was seen before its end. @type {string | null} */ running = null;

  /** These matches never happened, or are not over. @param {Iterable<string>} matches */
  forget(matches) {
    for (const match of matches) for (const known of [this.results, this.verdicts]) known.delete(match);
  }
}
