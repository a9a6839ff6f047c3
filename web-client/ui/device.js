// @ts-check
// Use of the same player on another device: shows a code, or accepts one.
import { part } from '../core/lazy_modules.js';
import { html, nothing } from './lit.js';
import { words } from '../i18n/words.js';
import { button, on_submit, trouble } from './parts.js';

/** @import { Actions, State } from '../core/shapes.js' */

/** @param {State} state @param {Actions} act */
export function device(state, act) {
  const { offer } = state;
  return html`<details class="sheet rules device" ?open=${offer !== null || state.trouble?.where === 'device'}>
    <summary>${words.device.title}</summary>
    <p class="hint">${words.device.hint}</p>
    ${
      offer
        ? html`<div class="qr-card">
            ${part('qr')?.qr(act.device_link(offer), words.device.qr) ?? nothing}
            <p><b class="code device-code">${offer.slice(0, 4)} ${offer.slice(4)}</b></p>
            <p class="hint">${words.device.how}</p>
          </div>`
        : button(words.device.offer, () => act.offer_device_code())
    }
    <form class="code-form" @submit=${on_submit((form) => act.become(`${new FormData(form).get('device')}`))}>
      <label for="device">${words.device.label}</label>
      <input
        id="device"
        name="device"
        class="code"
        autocomplete="one-time-code"
        autocapitalize="characters"
        spellcheck="false"
        maxlength="12"
        required
      />
      <button>${words.device.use}</button>
    </form>
    ${trouble(state, 'device')}
  </details>`;
}
