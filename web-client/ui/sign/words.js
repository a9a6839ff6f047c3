// @ts-check
import { language } from '../../i18n/language.js';

/** @type {typeof import('../../i18n/sign/en.js')} */
export const { words } = await import(`../../i18n/sign/${language}.js`);
