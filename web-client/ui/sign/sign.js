// @ts-check
// The table's sign: a small cup that tells where the dice come from.
import { count_broken_off, contributors, sign_state, starting_ms } from '../../core/dice_shown.js';
import { html, nothing, svg } from '../lit.js';
import { language } from '../../i18n/language.js';

/** @import { Sign } from '../../core/dice_shown.js' */
/** @import { Actions, State } from '../../core/shapes.js' */

/** @type {typeof import('../../i18n/table/en.js')} */
const { sign: words } = await import(`../../i18n/table/${language}.js`);

const closed = svg`<path d="M6 19.500 8.500 7h7L18 19.500ZM3 19.500h18" />`;
const open = svg`<path d="M6 6.500c0-1.700 12-1.700 12 0s-12 1.700-12 0L8.500 20h7L18 6.500" />`;
/** @type {{[sign in Sign]: import('../lit.js').Content}} */
const drawings = {
  closed,
  all: svg`<path d="M2.500 19 5 6h6.500L14 19ZM1 19h14.500M16 11.500l2.500 3 4-6" />`,
  some: open,
  cup: open,
  server: svg`<g stroke-dasharray="2.200 2.600">${open}</g>`,
  fault: svg`${open}<path stroke-width="2.400" d="M12 10.500v4M12 17.500h.01" />`,
};

/** The cup, for the page's header; nothing where no match is near. @param {State} state @param {Actions} act */
export function sign_button(state, act) {
  const shown = sign_state(state);
  if (!shown) return nothing;
  const seats = contributors(state);
  const count = seats.filter(({ missing }) => missing === null).length;
  const told = shown === 'some' ? words.sign.some(count, seats.length) : words.sign[shown];
  const before = shown === 'closed' ? broken_off_text(state) : null;
  const name = before ? `${told}. ${before}` : told;
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

/** How many of the last matches here were broken off; null if none. @param {State} state @returns {string | null} */
export function broken_off_text({ ends }) {
  const { broken, abandoned, of } = count_broken_off(ends);
  if (broken === 0) return null;
  return abandoned > 0 ? words.broken_and_abandoned(of, broken, abandoned) : words.broken(of, broken);
}

/** The same where the next match is awaited. @param {State} state */
export function broken_off_note(state) {
  const text = broken_off_text(state);
  return text ? html`<p class="hint past">${text}</p>` : nothing;
}

/** The start of a match is explained when it takes longer than this, in ms. */
const patience_ms = 1000;

/** What a starting match waits for, once that takes long. @param {State} state @returns {string | null} */
export function slow_start_text(state) {
  const { dice } = state;
  if (!dice || (starting_ms(state) ?? 0) < patience_ms) return null;
  return words.waits[dice.step === 'tips' ? 'tips' : 'reveals'];
}
