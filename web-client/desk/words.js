// @ts-check
// The words of the operator's page, in its language.
import { language } from '../i18n/language.js';

/** @type {typeof import('./words.en.js')} */
const { words, reasons } = await import(`./words.${language}.js`);
/** @type {typeof import('../i18n/refusals/en.js')} */
const players = await import(`../i18n/refusals/${language}.js`);
export { words };

/** Why something was not done: by the reason, or by its code if that says as much. @param {import('../../js/connection.js').Refused} refusal */
export const sentence_of = ({ why = '', code, args = [], message }) =>
  ((why && (reasons[why] ?? players.reasons[why] ?? players.codes[code])) || message).replace('{0}', () => args[0] ?? '');
