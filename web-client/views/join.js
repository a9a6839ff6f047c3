// @ts-check
import * as icons from '../icons.js';
import { html, live, nothing } from '../lit.js';
import { words } from '../words.js';
import { rules_of_games } from './games.js';
import { shown_code } from './invite.js';
import { language_chooser, name_field, submitted, trouble } from './parts.js';

/** @typedef {import('../shapes.js').State} State */
/** @typedef {import('../actions.js').Actions} Actions */

/**
 * What the invitation link opens: a name and one tap.
 * @param {State} state @param {Actions} act @param {string} code
 */
export function join(state, act, code) {
  const line = state.lobby.find(({ room }) => room === code);
  const busy = state.asked.includes('join');
  return html`<main class="start">
    <section class="hero">
      ${icons.cup()}
      <div>
        <h1>${line ? words.start.host(line.host) : html`${words.room.code} ${shown_code(state, code)}`}</h1>
        <p>${words.join.invited}</p>
      </div>
    </section>
    <form class="sheet" @submit=${submitted(() => act.join('player'))}>
      ${name_field(state, act)} ${state.locked || line?.locked ? password_field(state, act) : nothing}
      ${trouble(state, 'join')}
      <div class="deeds">
        <button class="primary" ?disabled=${busy}>${words.join.sit}</button>
        <button type="button" ?disabled=${busy} @click=${() => act.join('spectator')}>
          ${icons.eye()}${words.join.watch}
        </button>
      </div>
      ${
        state.trouble?.where === 'join'
          ? html`<button type="button" @click=${() => act.home()}>${words.join.home}</button>`
          : nothing
      }
    </form>
    ${rules_of_games(line ? { ...state, games: state.games.filter(({ id }) => id === line.game) } : state, act)} ${language_chooser(act)}
  </main>`;
}

/** @param {State} state @param {Actions} act */
function password_field(state, act) {
  return html`<div class="field">
    <label for="password">${words.door.password}</label>
    <input
      id="password"
      type="password"
      autocomplete="off"
      maxlength="64"
      required
      .value=${live(state.password)}
      @input=${(/** @type {any} */ event) => act.unlock(event.target.value)}
    />
  </div>`;
}
