// @ts-check
// The dialog of the table's badge: who decides dice and cards, whose secrets count, and what the page found wrong.
import { is_accusation, contributors, is_starting, dice_badge_state } from '../../core/dice_shown.js';
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { my_seat } from '../../core/state.js';
import { language } from '../../i18n/language.js';
import { words as page_words } from '../../i18n/words.js';
import { part } from '../../core/lazy_modules.js';
import { fingerprint, link_to, seat_tokens } from '../parts.js';

/** @import { Actions, DiceFault, State } from '../../core/shapes.js' */

/** @type {typeof import('../../i18n/dice/en.js')} */
const { explained: words } = await import(`../../i18n/dice/${language}.js`);

export const { title } = words;

/** The content of the sign's dialog. @param {State} state @param {Actions} act */
export function dice_explanation(state, act) {
  const shown = dice_badge_state(state);
  const { dice, table } = state;
  const mine = contributors(state).find(({ seat }) => seat === my_seat(state));
  const texts = shown === 'cup' ? [words.cup] : shown === 'server' || !dice ? [words.alone] : [words.together, ...(dice.witness ? [words.fresh, words.start] : [words.early]), words.opened];
  const bare = shown === 'server' || shown === 'cup';
  return html`<div class="badge-details">
    ${fault_lists(state.faults)} ${texts.map((text) => html`<p>${text}</p>`)}
    ${!bare && shown !== 'closed' && dice && mine?.missing ? html`<p role="status">${words.not_yours}</p>` : nothing}
    ${shown === 'cup' ? link_to({ at: 'cup' }, page_words.history.cup, act) : (part('badge')?.broken_off_note(state) ?? nothing)}
    ${bare || shown === 'closed' || !dice ? nothing : contributor_list(state)}
    ${!bare && table?.push.result ? link_to({ at: 'match', id: table.push.match }, words.check, act) : nothing}
    ${table ? fingerprint(table.push) : nothing}
    <a class="link" href=${act.address({ at: 'fair' })} target="_blank">${words.more}</a>
  </div>`;
}

/** @param {DiceFault} fault */
export const fault_text = ({ kind, text, again }) =>
  [words.faults[kind] ?? words.remarks[kind] ?? text, ...(again ? [words.again(again)] : [])].join(' ');

/** @param {DiceFault[]} all */
function fault_lists(all) {
  const unique_texts = (/** @type {DiceFault[]} */ some) => [...new Set(some.map(fault_text))];
  const bad = unique_texts(all.filter(is_accusation));
  return html`${
    bad.length > 0
      ? html`<div class="trouble" role="alert">
          <h3>${words.faults_title}</h3>
          <ul>
            ${bad.map((text) => html`<li>${text}</li>`)}
          </ul>
          <p>${words.faults_hint}</p>
        </div>`
      : nothing
  }
  ${unique_texts(all.filter((fault) => !is_accusation(fault))).map((text) => html`<p role="status">${text}</p>`)}`;
}

/** @param {State} state */
function contributor_list(state) {
  const mine = my_seat(state);
  const all = contributors(state);
  /** @type {string[]} */
  const names = [];
  for (const { seat, name } of all) names[seat] = name;
  const { token } = seat_tokens({ names, players: (!is_starting(state) && state.table?.players) || (state.room?.seats.map(({ player }) => player) ?? []) });
  return html`<h3>${words.who}</h3>
    <ul class="badge-seats">
      ${all.map(
        ({ seat, name, missing }) =>
          html`<li>
            ${token(seat)}
            <span
              ><strong>${name}</strong>${seat === mine ? html` <small>${words.you}</small>` : nothing}
              <small class=${missing ? 'not' : 'there'}>${missing ? words.missing[missing] : html`${icons.check()}${words.there}`}</small></span
            >
          </li>`,
      )}
    </ul>`;
}
