// @ts-check
// The choice of an avatar: a face and a colour. What is chosen counts at once.
import { avatar_of, avatar_with, parts_of } from '../../core/avatars.js';
import { language } from '../../i18n/language.js';
import { html, live, nothing } from '../lit.js';
import { token, trouble } from '../parts.js';

/** @import { Actions, State } from '../../core/shapes.js' */

/** @type {typeof import('../../i18n/avatar/en.js')} */
const { words } = await import(`../../i18n/avatar/${language}.js`);

/** @param {State} state @param {Actions} act */
export function chooser(state, act) {
  const { me } = state;
  if (!me) return nothing;
  const avatar = avatar_of(me) ?? 0;
  const { face, colour } = parts_of(avatar);
  return html`<div class="avatar-choice">
    ${token(me.name, 0, avatar)}
    ${choices('face', words.face, words.faces, face, (at) => act.avatar(avatar_with(at, colour)), (at) => avatar_with(at, colour))}
    ${choices('colour', words.colour, words.colours, colour, (at) => act.avatar(avatar_with(face, at)), (at) => avatar_with(face, at))}
    ${trouble(state, 'me')}
  </div>`;
}

/**
 * @param {string} kind @param {string} legend @param {string[]} names @param {number} chosen
 * @param {(at: number) => void} choose @param {(at: number) => number} avatar_at
 */
const choices = (kind, legend, names, chosen, choose, avatar_at) =>
  html`<fieldset class="avatar-${kind}s">
    <legend>${legend}</legend>
    ${names.map(
      (name, at) =>
        html`<label title=${name}>
          <input type="radio" name=${kind} value=${at} aria-label=${name} .checked=${live(at === chosen)} @change=${() => choose(at)} />
          ${token(name, 0, avatar_at(at))}
        </label>`,
    )}
  </fieldset>`;
