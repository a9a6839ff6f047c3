// @ts-check
// The table's badge: a small cup that tells where the dice come from.
import { count_broken_off, contributors, dice_badge_state, starting_ms } from '../../core/dice_shown.js';
import { html, nothing, svg } from '../lit.js';
import { language } from '../../i18n/language.js';

/** @import { Badge } from '../../core/dice_shown.js' */
/** @import { Actions, State } from '../../core/shapes.js' */

/** @type {typeof import('../../i18n/table/en.js')} */
const { badge: words } = await import(`../../i18n/table/${language}.js`);

const closed = svg`<path d="M6 19.500 8.500 7h7L18 19.500ZM3 19.500h18" />`;
/** With a die, because a cup alone is taken for a drinking glass. */
const open = svg`<path transform="translate(0 1)" d="M2.500 13.500 7 3.500l9.500 4.500-2.500 4-5.500 3.500ZM7 3.500c3.500-1 10.500 2.500 9.500 4.500M14 14.500h7v7h-7ZM16.200 16.700h.01M18.800 19.300h.01" />`;
/** @type {{[badge in Badge]: import('../lit.js').Content}} */
const drawings = {
  closed,
  all: svg`<path d="M2.500 19 5 6h6.500L14 19ZM1 19h14.500M16 11.500l2.500 3 4-6" />`,
  some: open,
  cup: open,
  server: svg`<path d="M5 5h14v14H5ZM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01" />`,
  fault: svg`<path d="M12 3 22 20.500H2ZM12 9v5.500M12 17.500h.01" />`,
};

/** The cup, for the page's header; nothing where no match is near. @param {State} state @param {Actions} act */
export function dice_badge_button(state, act) {
  const shown = dice_badge_state(state);
  if (!shown) return nothing;
  const seats = contributors(state);
  const count = seats.filter(({ missing }) => missing === null).length;
  const meaning = shown === 'some' ? words.badge.some(count, seats.length) : words.badge[shown];
  const before = shown === 'closed' ? broken_off_text(state) : null;
  const name = before ? `${meaning}. ${before}` : meaning;
  return html`<button
    class="dice-badge is-${shown}"
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

/** The note on matches that were broken off, where the next match is awaited. @param {State} state */
export function broken_off_note(state) {
  const text = broken_off_text(state);
  return text ? html`<p class="hint past">${text}</p>` : nothing;
}

/** The start of a match is explained when it takes longer than this, in ms. */
const patience_ms = 1000;

/** A text on what a starting match waits for, once that takes long. @param {State} state @returns {string | null} */
export function slow_start_text(state) {
  const { dice } = state;
  if (!dice || (starting_ms(state) ?? 0) < patience_ms) return null;
  return words.waits[dice.step === 'tips' ? 'tips' : 'reveals'];
}
