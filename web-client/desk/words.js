// @ts-check
// The words of the operator's page, in its language.
import { language } from '../i18n/language.js';

/** @type {typeof import('./words.en.js')} */
export const { words, reasons } = await import(`./words.${language}.js`);
