// @ts-check
// The buttons of a table. They are always rendered in the same places, so that the keyboard focus stays while others move and the layout
// does not shift.
import { html, nothing } from '../ui/lit.js';

/** @import { Move } from '../core/shapes.js' */
/** @import { Helpers } from './contract.js' */

/**
 * @param {Helpers} helpers
 * @param {object} action
 * @param {Move | undefined} action.move played if it is listed
 * @param {string} action.kind classes
 * @param {string} action.label
 * @param {string | null} [action.more] a second line
 * @param {string} [action.keys] keyboard shortcuts
 * @param {boolean} [action.throws] rolls dice; the second tap of a double tap is ignored
 */
export function action_button({ listed, busy, deaf, play }, { move, kind, label, more, keys, throws }) {
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
