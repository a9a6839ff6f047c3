// @ts-check
// With lit_repeat.js the one place that knows where lit-html lies. The casts lend the vendored files the types of the package.
import * as lit from '../vendor/lit-html/lit-html.js';
import * as lives from '../vendor/lit-html/directives/live.js';

/** @typedef {import('lit-html').TemplateResult | import('lit-html').SVGTemplateResult} Template */
/** @typedef {Template | symbol | string | number | null} Content What may stand in a template. */

export const { html, svg, nothing, render } = /** @type {typeof import('lit-html')} */ (/** @type {unknown} */ (lit));
export const { live } = /** @type {typeof import('lit-html/directives/live.js')} */ (/** @type {unknown} */ (lives));
