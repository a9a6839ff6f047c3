// @ts-check
import { supports_notifications, may_notify } from '../../core/device.js';
import { html, live, nothing } from '../lit.js';
import { page_texts as words } from '../../i18n/words.js';
import { checkbox, language_chooser } from '../parts.js';
import { dialog, show_dialog } from './dialog.js';

/** @import { Theme } from '../../core/choices.js' */
/** @import { Actions, State } from '../../core/shapes.js' */

/** The form of this player's preferences. @param {State} state @param {Actions} act */
export function preferences({ choices }, act) {
  const content = html`${themes(choices.theme, act)}
    ${toggle('sound', words.settings.sound, choices.sound, (sound) => act.choose({ sound }))}
    ${'vibrate' in navigator ? toggle('buzz', words.settings.buzz, choices.buzz, (buzz) => act.choose({ buzz })) : nothing}
    ${'wakeLock' in navigator ? toggle('awake', words.settings.awake, choices.awake, (awake) => act.choose({ awake })) : nothing}
    ${supports_notifications() ? calls(choices.call, act) : nothing}
    ${toggle('careful', words.settings.careful, choices.careful, (careful) => act.choose({ careful }))}
    ${toggle('hidden', words.settings.hidden, choices.hidden, (hidden) => act.choose({ hidden }))} ${language_chooser(act)}`;
  return dialog('settings', words.settings.title, () => act.settings(false), content);
}

/** @param {Theme} chosen @param {Actions} act */
function themes(chosen, act) {
  return html`<fieldset class="themes">
    <legend>${words.settings.theme}</legend>
    ${Object.entries(words.settings.themes).map(
      ([theme, name]) =>
        html`<label class="check">
          <input
            type="radio"
            name="theme"
            value=${theme}
            .checked=${live(theme === chosen)}
            @change=${() => act.choose({ theme: /** @type {Theme} */ (theme) })}
          />
          <span>${name}</span>
        </label>`,
    )}
  </fieldset>`;
}

/**
 * Asks for notification permission after a click of the reader; the browser may still refuse.
 * @param {boolean} chosen @param {Actions} act
 */
function calls(chosen, act) {
  const blocked = Notification.permission === 'denied';
  return html`${toggle('call', words.settings.call, chosen && may_notify(), (yes) => act.enable_notifications(yes), blocked)}
  ${blocked ? html`<p class="hint">${words.settings.blocked}</p>` : nothing}`;
}

/** @param {string} id @param {string} label @param {boolean} on @param {(yes: boolean) => void} set
 * @param {boolean} [disabled] */
const toggle = (id, label, on, set, disabled = false) => checkbox(`choose-${id}`, label, on, set, { role: 'switch', disabled });

/** @param {boolean} open */
export const show_preferences = (open) => show_dialog('settings', open);
