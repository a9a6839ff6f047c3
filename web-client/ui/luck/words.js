// @ts-check
import { language } from '../../i18n/words.js';

/** @type {typeof import('../../i18n/luck/en.js')} */
export const { words } = await import(`../../i18n/luck/${language}.js`);
