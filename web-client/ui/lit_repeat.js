// @ts-check
// Lists whose lines keep their elements when others come and go. Few pages have one, so it is not in lit.js.
import * as repeats from '../vendor/lit-html/directives/repeat.js';

export const { repeat } = /** @type {typeof import('lit-html/directives/repeat.js')} */ (
  /** @type {unknown} */ (repeats)
);
