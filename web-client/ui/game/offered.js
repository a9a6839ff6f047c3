// @ts-check
// The moves that a push offers to us. Pure.

/** @import { Move } from '../../core/shapes.js' */
/** @import { You } from '../../core/types.js' */

/** @type {WeakMap<object, You>} */
const known = new WeakMap();

/**
 * Our part of a push, with each move in its long form; null for a spectator.
 * @param {import('../../core/types.js').MatchPush} push @param {import('../../games/contract.js').GameView} game @returns {You | null}
 */
export function with_long_moves({ you }, { move_of }) {
  if (!you) return null;
  const before = known.get(you);
  if (before) return before;
  const long_form = (/** @type {Move | string} */ move) => (typeof move === 'string' ? (move_of?.(move) ?? /** @type {Move} */ ({ do: move })) : move);
  const made = { ...you, moves: you.moves.map(long_form) };
  known.set(you, made);
  return made;
}
