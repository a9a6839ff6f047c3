// @ts-check
// The texts of the page in the reader's language, and its formats for numbers, lists and times. Each language has a file beside this one;
// the compiler checks that it has the shape of the English one.
import { language, make_formatters } from './language.js';

export { language, languages } from './language.js';
export const { number, gain, percent, tenths, plural, list, day, date, month, moment, ago, span } = make_formatters(language);

/** @type {typeof import('./en.js')} */
export const { words, page_texts } = await import(`./${language}.js`);
