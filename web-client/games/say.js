// @ts-check
// Events as sentences; the texts of each language are in games/<id>/words.<language>.js.

/** @import { GameEvent } from '../core/shapes.js' */
/** @import { Helpers } from './contract.js' */
/**
 * The text of an event: constant or computed; for events with an actor one sentence for the actor and one for the others with the actor's
 * name. Null means no text.
 * @typedef {string | ((event: GameEvent, helpers: Helpers) => string | null) | {
 *     you: (event: GameEvent, helpers: Helpers) => string | null,
 *     them: (name: string, event: GameEvent, helpers: Helpers) => string | null}} Said
 */
/** Texts by event name; events without an entry are not shown. @typedef {{[event: string]: Said}} Says */

/** Creates a game's `say` function. @param {Says} says @returns {(event: GameEvent, helpers: Helpers) => string | null} */
export const teller = (says) => (event, helpers) => {
  const said = Object.hasOwn(says, event.e) ? says[event.e] : null;
  if (said === null || typeof said === 'string') return said;
  if (typeof said === 'function') return said(event, helpers);
  if (event.seat === helpers.mine) return said.you(event, helpers);
  return said.them(helpers.names[event.seat], event, helpers);
};
