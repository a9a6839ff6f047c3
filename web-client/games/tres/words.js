// @ts-check
import { language } from '../../i18n/language.js';

/** @type {typeof import('./words.en.js')} */
export const { words, options, says, shorts, signs } = await import(`./words.${language}.js`);
