// @ts-check
// The buttons of a table. They are always rendered in the same places, so that the keyboard focus stays while others move and the layout
// does not shift.
import { html, nothing } from '../ui/lit.js';
import { page_texts } from '../i18n/words.js';

/** @import { Move } from '../core/shapes.js' */
/** @import { Helpers } from './contract.js' */

/** Takes the seat back that a bot plays. @param {() => void} come_back */
export const reclaim_seat_button = (come_back) =>
  html`<button class="large primary" type="button" aria-disabled="false" aria-keyshortcuts="Space" @click=${come_back}>
    ${page_texts.table.back}<small>${page_texts.table.house_for_me}</small>
  </button>`;

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
export function action_button({ listed, busy, locked, play, come_back }, { move, kind, label, more, keys, throws }) {
  if (come_back) return keys === 'Space' ? reclaim_seat_button(come_back) : nothing;
  const legal = move && listed(move);
  return html`<button
    class="large ${kind} ${legal && busy ? 'held' : ''}"
    type="button"
    aria-disabled=${legal && !busy ? 'false' : 'true'}
    aria-keyshortcuts=${keys ?? nothing}
    @click=${() => legal && !busy && !(throws && locked) && play(legal)}
  >
    ${label}${more ? html`<small>${more}</small>` : nothing}
  </button>`;
}
