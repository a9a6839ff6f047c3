// @ts-check
import * as icons from '../icons.js';
import { html, on_rendered, when_closed } from '../lit.js';
import { margin, qr_of } from './qr_path.js';
import { words } from '../../i18n/words.js';

/** @import { Actions, State } from '../../core/shapes.js' */

/** Dark on light in both themes: many scanners read only that. @param {string} text @param {string} label */
export function qr(text, label) {
  const { size, path } = qr_of(text);
  const whole = size + 2 * margin;
  return html`<svg
    class="qr"
    role="img"
    aria-label=${label}
    viewBox="${-margin} ${-margin} ${whole} ${whole}"
    shape-rendering="crispEdges"
  >
    <rect class="qr-ground" x=${-margin} y=${-margin} width=${whole} height=${whole} rx="2" />
    <path class="qr-dark" d=${path} />
  </svg>`;
}

/**
 * The invitation full-screen, for a group of people.
 * @param {State} state @param {Actions} act
 * @param {string} code
 */
export function big_screen({ copied }, act, code) {
  const close = () => act.enlarge_code(false);
  return html`<dialog class="big-screen" aria-label=${words.qr.title} @cancel=${close} @close=${when_closed(close)} ${on_rendered(open_modal)}>
    <h2>${words.qr.scan}</h2>
    ${qr(act.invitation(), words.qr.of_link)}
    <p class="big-code"><span>${words.room.code}</span> <b class="code">${code}</b></p>
    <div class="actions">
      <button type="button" @click=${() => act.copy()}>
        ${copied ? icons.check() : icons.copy()}${copied ? words.room.copied : words.room.copy}
      </button>
      <button class="primary" type="button" autofocus @click=${close}>${words.table.close}</button>
    </div>
  </dialog>`;
}

/** @param {Element} one */
function open_modal(one) {
  const dialog = /** @type {HTMLDialogElement} */ (one);
  if (!dialog.open) dialog.showModal();
}
