// @ts-check
// The buttons of a table. They are always there, in the same places: whoever plays with the keyboard keeps the focus
// while others move, and nothing moves under a finger.
import { html, nothing } from '../ui/lit.js';

/** @typedef {import('./contract.js').Helpers} Helpers */
/** @typedef {import('../core/types.js').Move} Move */

/**
 * @param {Helpers} helpers
 * @param {object} deed
 * @param {Move | undefined} deed.move played where it is listed
 * @param {string} deed.kind classes
 * @param {string} deed.label
 * @param {string | null} [deed.more] a second line
 * @param {string} [deed.keys] what does the same on a keyboard
 * @param {boolean} [deed.throws] dice: a second tap is never a second throw
 */
export function deed({ listed, busy, deaf, play }, { move, kind, label, more, keys, throws }) {
  const legal = move && listed(move);
  return html`<button
    class="large ${kind}"
    type="button"
    aria-disabled=${legal && !busy ? 'false' : 'true'}
    aria-busy=${legal && busy ? 'true' : 'false'}
    aria-keyshortcuts=${keys ?? nothing}
    @click=${() => legal && !busy && !(throws && deaf) && play(legal)}
  >
    ${label}${more ? html`<small>${more}</small>` : nothing}
  </button>`;
}
