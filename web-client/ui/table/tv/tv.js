// @ts-check
// A table on a television: a spectator's window that is looked at from far away. It has large type and the way to the table in a corner, and shows
// its controls only to who points at them.
import { html } from '../../lit.js';
import { qr } from '../../share/qr.js';
import { words } from '../../../i18n/words.js';

/** The way to the table. @param {import('../../../core/shapes.js').Actions} act @param {string} code */
export const corner = (act, code) =>
  html`<aside class="tv-corner" aria-label=${words.qr.title}>
    <p>${words.room.code} <b class="code">${code}</b></p>
    <div class="sheet">${qr(act.invitation(), words.qr.of_link)}<p>${words.qr.all}</p></div>
  </aside>`;
