// @ts-check
// A place below the first window for what is loaded when it is scrolled into view.
import { html, when_drawn } from '../lit.js';

/** @type {IntersectionObserver | null} */
let watching = null;
let seen = () => {};

/** @param {import('../../core/shapes.js').Actions} act */
export function below_marker(act) {
  seen = act.look_below;
  return html`<div class="how-it-went" ${when_drawn(watch)}></div>`;
}

/** @param {HTMLElement} place */
function watch(place) {
  watching ??= new IntersectionObserver((all) => all.some(({ isIntersecting }) => isIntersecting) && seen());
  watching.observe(place);
}
