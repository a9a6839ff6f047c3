// @ts-check
import { language } from '../../i18n/words.js';

/** @type {typeof import('../../i18n/care/en.js')} */
const spoken = await import(`../../i18n/care/${language}.js`);
export const words = spoken.words;
