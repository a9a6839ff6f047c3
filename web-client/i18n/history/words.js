// @ts-check
import { language } from '../words.js';

/** @type {typeof import('./en.js')} */
const spoken = await import(`./${language}.js`);
export const words = spoken.words;
