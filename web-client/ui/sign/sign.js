// @ts-check
// The table's sign: a small cup that tells where the dice come from, and what it explains. Also the words of faults.
import { accuses, contributors, sign_of, starting_ms } from '../../core/dice_shown.js';
import * as icons from '../icons.js';
import { html, nothing, svg } from '../lit.js';
import { my_seat } from '../../core/state.js';
import { link_to, token } from '../parts.js';
import { words } from './words.js';

/** @typedef {import('../../core/shapes.js').State} State */
/** @typedef {import('../../core/shapes.js').DiceFault} DiceFault */
/** @typedef {import('../../core/dice_shown.js').Sign} Sign */
/** @typedef {import('../../core/actions.js').Actions} Actions */

export const { title } = words;

const closed = svg`<path d="M6 19.500 8.500 7h7L18 19.500ZM3 19.500h18" />`;
const open = svg`<path d="M6 6.500c0-1.700 12-1.700 12 0s-12 1.700-12 0L8.500 20h7L18 6.500" />`;
/** @type {{[sign in Sign]: import('../lit.js').Content}} */
const drawings = {
  closed,
  all: svg`<path d="M2.500 19 5 6h6.500L14 19ZM1 19h14.500M16 11.500l2.500 3 4-6" />`,
  some: open,
  server: svg`<g stroke-dasharray="2.200 2.600">${open}</g>`,
  fault: svg`${open}<path stroke-width="2.400" d="M12 10.500v4M12 17.500h.01" />`,
};

/** The cup, for the page's header; nothing where no match is near. @param {State} state @param {Actions} act */
export function sign(state, act) {
  const shown = sign_of(state);
  if (!shown) return nothing;
  const seats = contributors(state);
  const count = seats.filter(({ missing }) => missing === null).length;
  const name = shown === 'some' ? words.sign.some(count, seats.length) : words.sign[shown];
  return html`<button
    class="dice-sign is-${shown}"
    type="button"
    aria-haspopup="dialog"
    aria-label=${name}
    @click=${() => act.sheet('dice')}
  >
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${drawings[shown]}</svg>
    </button>
    <span class="unseen" role="alert">${shown === 'fault' ? name : nothing}</span>`;
}

/** The start of a match is explained when it takes longer than this, in ms. */
const patience_ms = 1000;

/** What a starting match waits for, once that takes long. @param {State} state @returns {string | null} */
export function still_waits(state) {
  const { dice } = state;
  if (!dice || (starting_ms(state) ?? 0) < patience_ms) return null;
  return words.waits[dice.step === 'tips' ? 'tips' : 'reveals'];
}

/** What the dialog of the sign says. @param {State} state @param {Actions} act */
export function explained(state, act) {
  const shown = sign_of(state);
  const { dice, table } = state;
  const told = shown === 'server' || !dice ? [words.alone] : [words.together, dice.witness ? words.fresh : words.early, words.opened];
  return html`<div class="sign-told">
    ${faults(state)} ${told.map((text) => html`<p>${text}</p>`)}
    ${shown === 'server' || shown === 'closed' || !dice ? nothing : who(state)}
    ${shown !== 'server' && table?.push.result ? link_to({ at: 'match', id: table.push.match }, words.check, act) : nothing}
    <a class="link" href=${act.fair_address()} target="_blank">${words.more}</a>
  </div>`;
}

/** @param {State} state */
function faults(state) {
  const { bad, remarks } = sorted(state.faults);
  return html`${
    bad.length > 0
      ? html`<div class="trouble" role="alert">
          <h3>${words.faults_title}</h3>
          <ul>
            ${[...new Set(bad.map(fault_text))].map((text) => html`<li>${text}</li>`)}
          </ul>
          <p>${words.faults_hint}</p>
        </div>`
      : nothing
  }
  ${remarks.map((fault) => html`<p role="status">${fault_text(fault)}</p>`)}`;
}

/** @param {DiceFault[]} all */
const sorted = (all) => ({ bad: all.filter(accuses), remarks: all.filter((fault) => !accuses(fault)) });
/** @param {DiceFault} fault */
export const fault_text = ({ kind, text }) => words.faults[kind] ?? words.remarks[kind] ?? text;

/** @param {State} state */
function who(state) {
  const mine = my_seat(state);
  return html`<h3>${words.who}</h3>
    <ul class="sign-seats">
      ${contributors(state).map(
        ({ seat, name, missing }) =>
          html`<li>
            ${token(name, seat)}
            <span
              ><strong>${name}</strong>${seat === mine ? html` <small>${words.you}</small>` : nothing}
              <small class=${missing ? 'not' : 'there'}>${missing ? words.missing[missing] : html`${icons.check()}${words.there}`}</small></span
            >
          </li>`,
      )}
    </ul>`;
}
