// @ts-check
import { language } from '../../i18n/words.js';

/** @type {typeof import('../../i18n/history/en.js')} */
export const { words } = await import(`../../i18n/history/${language}.js`);
