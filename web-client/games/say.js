// @ts-check
// Events as sentences: what a language says of each stands in games/<id>_words.<language>.js.

/** @typedef {import('./contract.js').Helpers} Helpers */
/** @typedef {import('../core/types.js').GameEvent} GameEvent */
/**
 * What is said of an event: always the same, or made of it; two sentences where somebody did it, one for the reader
 * and one for the others with the name of who did. Null says nothing.
 * @typedef {string | ((event: GameEvent, helpers: Helpers) => string | null) | {
 *     you: (event: GameEvent, helpers: Helpers) => string | null,
 *     them: (name: string, event: GameEvent, helpers: Helpers) => string | null}} Said
 */
/** By the event's name; what is not there goes without saying. @typedef {{[event: string]: Said}} Says */

/** A game's `say`. @param {Says} says @returns {(event: GameEvent, helpers: Helpers) => string | null} */
export const teller = (says) => (event, helpers) => {
  const said = Object.hasOwn(says, event.e) ? says[event.e] : null;
  if (said === null || typeof said === 'string') return said;
  if (typeof said === 'function') return said(event, helpers);
  if (event.seat === helpers.mine) return said.you(event, helpers);
  return said.them(helpers.names[event.seat], event, helpers);
};
