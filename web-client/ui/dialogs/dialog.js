// @ts-check
// The frame of a dialog over the page: a heading and a cross. A tap beside it closes it, as Escape does.
import * as icons from '../icons.js';
import { html, when_closed } from '../lit.js';
import { words } from '../../i18n/words.js';
import { button } from '../parts.js';

/** @import { Content } from '../lit.js' */

/** @param {string} id @param {string} title @param {() => void} close @param {Content} content */
export const dialog = (id, title, close, content) =>
  html`<dialog id=${id} class="settings-sheet" aria-labelledby="${id}-title" @cancel=${close} @close=${when_closed(close)} @click=${close_on_backdrop(close)}>
    <div class="sheet">
      <div class="settings-head">
        <h2 id="${id}-title">${title}</h2>
        ${button(icons.cross(), close, undefined, words.table.close)}
      </div>
      ${content}
    </div>
  </dialog>`;

/** @param {() => void} close */
export const close_on_backdrop = (close) => (/** @type {MouseEvent} */ event) => event.target === event.currentTarget && close();

/** Opens or closes a modal dialog: templates cannot call showModal(). @param {string} id @param {boolean} open */
export function show_dialog(id, open) {
  const one = /** @type {HTMLDialogElement | null} */ (document.getElementById(id));
  if (one && open !== one.open) open ? one.showModal() : one.close();
}
