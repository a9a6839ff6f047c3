// @ts-check
import { language } from '../../i18n/language.js';

/** @type {typeof import('./words.en.js')} */
export const { sheets, words, options, says } = await import(`./words.${language}.js`);
