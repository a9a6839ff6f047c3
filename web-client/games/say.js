// @ts-check
// Events as sentences; the texts of each language are in games/<id>/words.<language>.js.
import { number } from '../i18n/words.js';

/** @import { AnyGame, Helpers, Of } from './contract.js' */
/**
 * One sentence, or for events with an actor one for the actor and one for the others. In a sentence `{points}` stands for this field of the
 * event, `{name}` for the actor, `{by}` for who did it to them; the third member has the values that are no fields. Null means no text.
 * `by_you`: the reader did it.
 * @typedef {string | null | [you: string, them: string, values?: {[field: string]: string}] | {you: string, by_you: string, them: string}} Said
 */
/**
 * Texts by event name, or what chooses among them; events without an entry are not shown.
 * @template {AnyGame} [Own=AnyGame]
 * @typedef {{[name in Own['event']['e']]?: Said | Of<[event: Extract<Own['event'], {e: name}>, helpers: Helpers<Own>], Said>}} Says
 */

/** @param {unknown} value a list has no commas, as dice lie on the table */
const value_text = (value) => (Array.isArray(value) ? value.join(' ') : typeof value === 'number' ? number(value) : `${value}`);

/** @param {string} sentence @param {{[field: string]: unknown}} values */
const fill_sentence = (sentence, values) => sentence.replaceAll(/\{(\w+)\}/g, (_, field) => value_text(values[field])).trim();

/** @typedef {{e: string, seat?: number, by?: number}} Told */

/** Creates a game's `say` function. @param {{[name: string]: Said | Of<[event: Told, helpers: Helpers], Said>}} says
 * @returns {Of<[event: Told, helpers: Helpers], string | null>} */
export const make_event_formatter = (says) => (event, helpers) => {
  const entry = Object.hasOwn(says, event.e) ? says[event.e] : null;
  const said = typeof entry === 'function' ? entry(event, helpers) : entry;
  const { names, mine } = helpers;
  const named = { ...event, name: names[event.seat ?? -1], by: names[event.by ?? -1] };
  if (typeof entry === 'string') return fill_sentence(entry, named);
  if (typeof said === 'string' || said === null) return said; // a computed sentence may have names in it, which are left alone
  const [you, them, values, by_you = them] = Array.isArray(said) ? said : [said.you, said.them, undefined, said.by_you];
  return fill_sentence(event.seat === mine ? you : event.by === mine ? by_you : them, { ...named, ...values });
};
