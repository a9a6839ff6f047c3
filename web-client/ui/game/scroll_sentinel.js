// @ts-check
// A place below the first window for what is loaded when it is scrolled into view.
import { html, on_rendered } from '../lit.js';

/** @type {IntersectionObserver | null} */
let watching = null;
let on_seen = () => {};

/** @param {import('../../core/shapes.js').Actions} act */
export function scroll_sentinel(act) {
  on_seen = act.mark_summary_seen;
  return html`<div class="how-it-went" ${on_rendered(observe_marker)}></div>`;
}

/** @param {HTMLElement} place */
function observe_marker(place) {
  watching ??= new IntersectionObserver((all) => all.some(({ isIntersecting }) => isIntersecting) && on_seen());
  watching.observe(place);
}
