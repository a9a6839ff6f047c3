// @ts-check
// The only module that imports lit-html. The casts give the vendored files the types of the package.
import * as lit from '../vendor/lit-html/lit-html.js';
import * as lives from '../vendor/lit-html/directives/live.js';
import * as repeats from '../vendor/lit-html/directives/repeat.js';

/** @typedef {import('lit-html').TemplateResult | import('lit-html').SVGTemplateResult} Template */
/** @typedef {Template | symbol | string | number | null} Content Values allowed in a template. */

export const { html, svg, nothing, render } = /** @type {typeof import('lit-html')} */ (/** @type {unknown} */ (lit));
export const { live } = /** @type {typeof import('lit-html/directives/live.js')} */ (/** @type {unknown} */ (lives));
/** For lists whose elements are kept when others are added or removed. */
export const { repeat } = /** @type {typeof import('lit-html/directives/repeat.js')} */ (/** @type {unknown} */ (repeats));
/**
 * Content whose elements are made anew with each new key, so that their animation runs again.
 * @param {unknown} key @param {Content} content
 */
export const anew = (key, content) => repeat([key], (one) => one, () => content);
