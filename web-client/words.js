// @ts-check
// The words of the page in the reader's language, and how that language writes numbers, lists and times. Each language
// has a file in words/; the compiler holds all of them to the shape of the English one.
import { language, speaking } from './language.js';

export { language, languages } from './language.js';
export const { number, gain, percent, tenths, plural, list, day, moment, ago, span } = speaking(language);

/** @type {typeof import('./words/en.js')} */
const spoken = await import(`./words/${language}.js`);
export const { words, feel_words } = spoken;

/**
 * What a game says, `games/<id>_words.<language>.js`.
 * @param {string} game its id
 */
export const game_words = (game) => import(`./games/${game}_words.${language}.js`);
