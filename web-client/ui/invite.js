// @ts-check
// The invitation link of a room and its code, which can be hidden.
import * as icons from './icons.js';
import { part, loaded_part } from '../core/lazy_modules.js';
import { html, nothing } from './lit.js';
import { is_host } from '../core/state.js';
import { words } from '../i18n/words.js';
import { button, with_command } from './parts.js';

/** @import { Actions, State } from '../core/shapes.js' */

/** @param {State} state @param {string} code */
export const room_code_view = ({ choices: { hidden } }, code) =>
  hidden
    ? html`<b class="code"><span aria-hidden="true">••••••</span><span class="unseen">${words.qr.hidden}</span></b>`
    : html`<b class="code">${code}</b>`;

/** A window that has room for the code beside the link. */
export const is_wide_window = () => matchMedia('(min-width: 52rem)').matches;

/** @param {{qr: typeof import('./share/qr.js').qr} | null | undefined} qr @param {Actions} act */
const qr_card = (qr, act) => html`<div class="qr-card">
  <div class="qr-place">${qr?.qr(act.invitation(), words.qr.of_link) ?? nothing}</div>
  <button type="button" @click=${() => act.enlarge_code(true)}>${words.qr.big}</button>
</div>`;

/** @param {State} state @param {Actions} act */
export function invitation(state, act) {
  const { copied, reach, choices: { hidden } } = state;
  const can_share = 'share' in navigator;
  return html`<div class="field">
    <label for="link">${words.room.invite}</label>
    <div class="invite-link">
      <input
        id="link"
        readonly
        type=${hidden ? 'password' : 'text'}
        autocomplete="off"
        .value=${act.invitation()}
        @focus=${(/** @type {{target: HTMLInputElement}} */ { target }) => target.select()}
      />
      <button type="button" @click=${() => act.copy()}>
        ${copied ? icons.check() : icons.copy()}<span aria-live="polite"
          >${copied ? words.room.copied : words.room.copy}</span
        >
      </button>
      ${can_share ? button(html`${icons.share()}${words.room.share}`, () => act.share()) : nothing}
    </div>
    ${
      reach?.length === 0 && is_host(state)
        ? html`<details class="rules">
            <summary>${words.room.not_elsewhere}</summary>
            <p class="hint">${with_command(words.room.only_here, './run --host 0.0.0.0')}</p>
          </details>`
        : nothing
    }
    <div class="invite-more">
      ${
        hidden
          ? nothing
          : is_wide_window()
            ? qr_card(part('qr'), act)
            : html`<details class="rules" @toggle=${() => part('qr')}>
                <summary>${words.qr.title}</summary>
                ${qr_card(loaded_part('qr'), act)}
              </details>`
      }
      ${button(hidden ? words.qr.show : words.qr.hide, () => act.choose({ hidden: !hidden }), 'quiet')}
    </div>
  </div>`;
}
