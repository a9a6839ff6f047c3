// @ts-check
// The best moment of a match, for its result.

/** @import { GameEvent, LogLine } from '../../core/shapes.js' */

/**
 * The first event of a kind with the highest worth, or null.
 * @param {LogLine[]} log @param {string} kind @param {(event: GameEvent) => number} worth
 */
export function best_event(log, kind, worth) {
  const all = log.flatMap(({ event }) => (event.e === kind ? [event] : []));
  return all.toSorted((a, b) => worth(b) - worth(a))[0] ?? null;
}
