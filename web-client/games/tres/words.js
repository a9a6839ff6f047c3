// @ts-check
import { language } from '../../i18n/language.js';

/** @type {typeof import('./words.en.js')} */
export const { options, reasons, says, shorts, symbols, words } = await import(`./words.${language}.js`);
