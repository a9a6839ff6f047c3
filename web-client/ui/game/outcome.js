// @ts-check
// How a match ended, in a sentence.
import { words } from '../../i18n/words.js';

/** @import { Result } from '../../core/types.js' */

/** @param {Result} result @param {string[]} names @param {number | undefined} mine */
export function result_title({ reason, winners, left = [] }, names, mine) {
  // Played to its end, but not by its players: then all seats are left.
  if (reason === 'abandoned') return left.length > 0 ? words.result.unattended : words.result.abandoned;
  if (reason === 'void') return words.result.void;
  if (winners.length === 0) return words.result.done;
  return words.result.won(
    winners.map((seat) => names[seat]),
    mine !== undefined && winners.includes(mine),
  );
}
