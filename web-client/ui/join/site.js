// @ts-check
// Texts that the page shares with the server's rendering: titles, previews, invitations.
import { language } from '../../i18n/language.js';

/** @type {typeof import('../../i18n/site/en.js').default} */
const texts = (await import(`../../i18n/site/${language}.js`)).default;

/** @param {keyof typeof texts} name @param {Record<string, string | number>} [values] for the `{name}`s in the text */
export const site_text = (name, values = {}) => texts[name].replace(/\{(\w+)\}/g, (_, value) => `${values[value] ?? ''}`);
