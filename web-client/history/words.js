// @ts-check
import { language } from '../words.js';

/** @type {typeof import('../words/history.en.js')} */
const spoken = await import(`../words/history.${language}.js`);
export const words = spoken.words;
