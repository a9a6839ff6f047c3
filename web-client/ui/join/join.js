// @ts-check
import * as icons from '../icons.js';
import { room_details, free_seats, has_seat, invitation_title } from './invitation.js';
import { html, live, nothing } from '../lit.js';
import { is_seat_reserved } from '../../core/prospects.js';
import { site_text } from './site.js';
import { words } from '../../i18n/words.js';
import { cover, rules_links } from '../game_links.js';
import { room_code_view } from '../invite.js';
import { button, link_to, page_head, language_chooser, name_field, seated_list, on_submit, token, trouble } from '../parts.js';

/** @import { Actions, State } from '../../core/shapes.js' */

/**
 * The page of an invitation link: the room, a name field and a button to join.
 * @param {State} state @param {Actions} act @param {string} code
 */
export function join(state, act, code) {
  const known = state.invitation?.room === code ? state.invitation : null;
  if (known && 'closed' in known) return alternatives_page(state, act, site_text('closed'), site_text('closed_about', { code }));
  const own = known !== null && is_seat_reserved(state, known);
  const may_sit = !known || own || has_seat(known);
  const may_watch = !known || known.locked || known.spectators;
  const sit = own ? words.join.back : known?.phase === 'playing' ? words.join.next : words.join.sit;
  return html`<main class="start">
    ${
      known
        ? page_head(invitation_title(known), html`${words.start.lines[known.game]}<br />${room_details(known)}`, html`${cover(known.game)}${known.host === '' ? nothing : token(known.host, 0)}`)
        : page_head(html`${words.room.code} ${room_code_view(state, code)}`, words.join.invited)
    }
    <form class="sheet" @submit=${on_submit(() => act.join(may_sit ? 'player' : 'spectator'))}>
      ${known && !known.locked ? seated_list(known.seated ?? [], free_seats(known)) : nothing} ${name_field(state, act)}
      ${state.locked || known?.locked ? password_field(state, act) : nothing} ${trouble(state, 'join')}
      <div class="actions">
        ${may_sit ? html`<button class="primary">${sit}</button>` : nothing}
        ${
          may_watch
            ? html`<button
                class=${may_sit ? '' : 'primary'}
                type=${may_sit ? 'button' : 'submit'}
                formnovalidate
                @click=${() => may_sit && act.join('spectator')}
              >
                ${icons.eye()}${words.join.watch}
              </button>`
            : nothing
        }
      </div>
      ${state.trouble?.where === 'join' || !(may_sit || may_watch) ? button(words.join.home, () => act.show({ at: 'start' })) : nothing}
    </form>
    ${known ? html`<nav class="history-links">${link_to({ at: 'rules', game: known.game }, words.rules.open, act)}</nav>` : nothing} ${language_chooser(act)}
  </main>`;
}

/** The page of an unknown address. @param {State} state @param {Actions} act */
export const missing_page = (state, act) => alternatives_page(state, act, site_text('missing'), site_text('missing_about'));

/** The page of the rules of an unknown game. @param {State} state @param {Actions} act */
export const no_such_game = (state, act) => html`<main class="start">
  ${page_head(words.rules.unknown, words.rules.known)} ${rules_links(state, act)}
  ${button(words.join.home, () => act.show({ at: 'start' }))} ${language_chooser(act)}
</main>`;

/**
 * A page about something that does not exist, with alternatives.
 * @param {State} state @param {Actions} act @param {string} title
 * @param {string} text
 */
function alternatives_page(state, act, title, text) {
  return html`<main class="start">
    ${page_head(title, text)}
    <section class="sheet">
      <h2>${words.start.make}</h2>
      <ul class="covers">
        ${state.games.map(({ id, title: game }) => html`<li>${button(html`${cover(id)}${game}`, () => act.play_game(id, {}))}</li>`)}
      </ul>
      <button type="button" @click=${() => act.show({ at: 'start' })}>${words.join.home}</button>
    </section>
    ${language_chooser(act)}
  </main>`;
}

/** @param {State} state @param {Actions} act */
function password_field(state, act) {
  return html`<div class="field">
    <label for="password">${words.access.password}</label>
    <input
      id="password"
      type="password"
      autocomplete="off"
      maxlength="64"
      required
      .value=${live(state.password)}
      @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => act.type_password(target.value)}
    />
    <button type="button" class="link" aria-pressed="false" aria-controls="password" @click=${show_password}>${words.access.show_password}</button>
  </div>`;
}

/** Shows what is typed, or hides it again. @param {{currentTarget: HTMLButtonElement}} event */
function show_password({ currentTarget: button }) {
  const field = button.parentElement?.querySelector('input');
  if (!field) return;
  const shown = field.type === 'password';
  field.type = shown ? 'text' : 'password';
  button.setAttribute('aria-pressed', `${shown}`);
}
