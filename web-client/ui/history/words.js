// @ts-check
import { language } from '../../i18n/words.js';

/** @type {typeof import('../../i18n/history/en.js')} */
const spoken = await import(`../../i18n/history/${language}.js`);
export const words = spoken.words;
