// @ts-check
// A place below the first window for what is loaded when it is scrolled into view.
import { html, nothing, on_rendered } from '../lit.js';

/** The part of the place that is more than its title. */
const enough = 0.6;
/** @type {IntersectionObserver | null} */
let watching = null;
let on_seen = () => {};

/** @param {import('../../core/shapes.js').Actions} act @param {string} [title] what of it is seen before, on the lower edge of the window */
export function scroll_sentinel(act, title) {
  on_seen = act.mark_summary_seen;
  return html`<section class="how-it-went ${title ? 'sheet' : ''}" aria-label=${title ?? nothing} ${on_rendered(observe_marker)}>${title ? html`<div><h2>${title}</h2></div>` : nothing}</section>`;
}

/** @param {HTMLElement} place */
function observe_marker(place) {
  watching ??= new IntersectionObserver((all) => all.some(({ intersectionRatio }) => intersectionRatio >= enough) && on_seen(), { threshold: enough });
  watching.observe(place);
}
