// @ts-check
// Refusals in the page's language. The server sends a code, an English sentence and mostly the name of the reason with its arguments.
// A reason that says more than its code has a sentence here; for the others the code is explained.
import { option_name } from '../table/labels.js';
import { language, moment, number, span } from '../words.js';

/** @typedef {{code?: string, text?: string, why?: string, args?: string[], retry_ms?: number, until_ms?: number}} Refusal */
/** What a view of a game has for this (games/contract.js).
 * @typedef {{options?: {[name: string]: string}, reasons?: {[why: string]: string}}} GameTexts */

/** @type {typeof import('./en.js')} */
const spoken = await import(`./${language}.js`);
/** The server's own lines in the chat. */
export const notices = spoken.notices;
const codes = spoken.codes;

/** Puts the arguments into a sentence: {0} is the first. @param {string} sentence @param {string[]} args */
export const fill_placeholders = (sentence, args) => sentence.replaceAll(/\{(\d)\}/g, (_, at) => args[at] ?? '');

/** The sentence of a reason. @param {Refusal} refusal @param {GameTexts[]} games */
function reason_sentence({ text = '', why = '', args = [] }, games) {
  if (language === 'en') return text;
  const names = Object.assign({}, ...games.map(({ options }) => options));
  const reasons = Object.assign({}, spoken.reasons, ...games.map((game) => game.reasons));
  /** Translates numbers and options; any other argument is a name and stays as it is. @param {string} arg */
  const translate_argument = (arg) => (/^\d+$/.test(arg) ? number(Number(arg)) : (option_name(arg, names) ?? arg));
  return reasons[why] && fill_placeholders(reasons[why], args.map(translate_argument));
}

/** The complete explanation of a refusal. @param {Refusal} refusal @param {GameTexts[]} [games] whose texts are loaded @returns {string} */
export function explain_refusal(refusal, games = []) {
  const { code = '', retry_ms = 0, until_ms } = refusal;
  const why = reason_sentence(refusal, games) || codes[code] || spoken.refused;
  if (until_ms) return `${why} ${spoken.until(moment(until_ms))}`;
  return retry_ms < 1000 ? why : `${why} ${spoken.try_again(wait_text(retry_ms))}`;
}

/** @param {number} ms */
const wait_text = (ms) => span(ms > 90_000 ? Math.ceil(ms / 60_000) * 60_000 : Math.ceil(ms / 1000) * 1000);
