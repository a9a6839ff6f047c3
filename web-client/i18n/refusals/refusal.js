// @ts-check
// Translates refusals. The server sends a code and an English sentence. A sentence that says more than its code is the key of its
// translation, with {} for a name or a number; for the others the code is explained.
import { known_name } from '../options/labels.js';
import { translator } from '../translator.js';
import { language, number, span } from '../words.js';

/** @typedef {{code?: string, text?: string, retry_ms?: number}} Refusal */
/** What a view of a game has for this (games/contract.js).
 * @typedef {{options?: {[name: string]: string}, sentences?: {[english: string]: string}}} GameTexts */

/** @type {typeof import('./en.js')} */
const spoken = await import(`./${language}.js`);

const translated = translator(spoken.sentences);
/** @type {{[code: string]: string}} */
const codes = spoken.codes;

/**
 * The translation of a server's sentence; null if it is unknown.
 * @param {string} text @param {GameTexts[]} [games] whose texts are loaded
 */
export function sentence_in_words(text, games = []) {
  if (language === 'en') return text;
  const names = Object.assign({}, ...games.map(({ options }) => options));
  /** Translates numbers and options; any other part is a name and stays as it is. @param {string} part */
  const part_in_words = (part) => (/^\d+$/.test(part) ? number(Number(part)) : (known_name(part, names) ?? part));
  const own = Object.assign({}, ...games.map(({ sentences }) => sentences));
  return (games.length === 0 ? translated : translator({ ...spoken.sentences, ...own }))(text, part_in_words);
}

/** The complete explanation of a refusal. @param {Refusal} refusal @param {GameTexts[]} [games] whose texts are loaded @returns {string} */
export function in_words({ code = '', text = '', retry_ms = 0 }, games) {
  const why = sentence_in_words(text, games) || codes[code] || spoken.unknown;
  return retry_ms < 1000 ? why : `${why} ${spoken.again(waiting(retry_ms))}`;
}

/** @param {number} ms */
const waiting = (ms) => span(ms > 90_000 ? Math.ceil(ms / 60_000) * 60_000 : Math.ceil(ms / 1000) * 1000);
