// @ts-check
// Three hints for a player's first match of a game, shown once, in place of the news, so that the layout does not shift.
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { page_texts } from '../../i18n/words.js';

/** @import { Actions, State, Table } from '../../core/shapes.js' */
/** @import { GameView } from '../../games/contract.js' */

/** The hint that is shown, and since when. */
let shown = { text: '', at: 0 };
/** Time in ms for a slow reader, who looks at the table first. @param {string} text */
const reading_ms = (text) => 1500 + 60 * text.length;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let reading;
/** Calls back when the hint that is shown has been read, and neither the pointer nor the focus is on it; again later, as long as it is still needed. @param {() => boolean} then whether it is done, or the player has moved it on */
export function when_hint_read(then) {
  const look = () => {
    const left = shown.at + reading_ms(shown.text) - performance.now();
    if (left <= 0 && !document.querySelector('.first-hint:is(:hover, :focus-within)') && then()) return;
    reading = setTimeout(look, Math.max(left, 500));
  };
  clearTimeout(reading);
  look();
}

/** @param {State} state @param {Table} table @param {GameView} game @param {Actions} act
 * @returns {import('../lit.js').Content} */
export function hint(state, { push }, game, act) {
  const { choices } = state;
  if (!push.you || push.result) return nothing;
  const hints = choices.hinted.includes(push.view.game) ? [] : (game.hints ?? []);
  const at = state.hint;
  const words = page_texts.hint;
  const finish = () => act.finish_hints(push.view.game);
  if (at < hints.length) {
    if (shown.text !== hints[at].text) shown = { text: hints[at].text, at: performance.now() };
    const next = () => (at + 1 < hints.length ? act.hint(at + 1) : finish());
    return hint_bar(html`<button class="hint-next" type="button" data-points-at=${push.you.moves.length > 0 ? hints[at].at : nothing} @click=${next}>
        <span>${hints[at].text}</span><b>${at + 1}/${hints.length}</b>${icons.next()}
      </button>`, words.skip, finish);
  }
  if (choices.asked_sound || choices.sound) return nothing;
  return hint_bar(html`<button class="hint-next" type="button" @click=${() => act.choose({ sound: true, asked_sound: true })}>
      <span>${words.sound}</span><b>${words.sound_on}</b>
    </button>`, words.no_sound, () => act.choose({ asked_sound: true }));
}

/** @param {import('../lit.js').Content} content @param {string} skip @param {() => void} then */
const hint_bar = (content, skip, then) =>
  html`<div class="first-hint" role="group" aria-label=${page_texts.hint.title}>
    ${content}<button type="button" aria-label=${skip} @click=${then}>${icons.cross()}</button>
  </div>`;

/** Highlights the element of the hint, unless it is a disabled button or the words have no room. Call after each rendering. */
export function highlight_target() {
  const words = document.querySelector('[data-points-at]');
  const wanted = words?.getAttribute('data-points-at');
  const target = wanted && words?.getClientRects().length ? document.querySelector(`${wanted}:not([aria-disabled='true'])`) : null;
  for (const one of document.querySelectorAll('[data-pointed]')) if (one !== target) one.removeAttribute('data-pointed');
  target?.setAttribute('data-pointed', '');
}
