// @ts-check
// Reads the JSON of records and notes in the one way on which all verifiers of dice agree (docs/fairness.md, "The record").
// JSON.parse() keeps neither a member that is there twice nor how a number is written, and rounds large integers.

/** Of JSON: a string, with the colon if it is the name of a member; a number; where an object or array begins or ends. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*|[{}[\]]/g;

/** Of objects and arrays, one in the other. */
const most_levels = 64;

/** While JSON is read and written, this precedes an integer that numbers cannot hold; no other string has it. */
const large = '\0';

/**
 * Reads an integer that numbers cannot hold as BigInt. Throws for what is no JSON; for a member that is there twice,
 * because programs do not agree which one counts; for a number that is not written as an integer, because they write
 * 1.0 into the hash chain in different ways; and for a part of a character, which is no UTF-8.
 * @param {string} text @returns {any}
 */
export const read_json = (text) => value_of(text, () => {});

/**
 * Reads a record like read_json(). Throws also for bytes that are no UTF-8, and if JavaScript does not keep the order of the
 * members: the hash chain has the order of the text.
 * @param {ArrayBuffer | Uint8Array} bytes @returns {any}
 */
export const read_record = (bytes) => value_of(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), check_order);

/** @param {string} text @param {(names: Set<string>) => void} check_names of each object */
function value_of(text, check_names) {
  const value = JSON.parse(text);
  /** The names in the open objects; null for an array. @type {(Set<string> | null)[]} */
  const open = [];
  let all_fit = true;
  for (const [token, string, colon] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : null) > most_levels)
        throw new Error(`This message is nested deeper than ${most_levels} levels.`);
    } else if (token === '}' || token === ']') {
      const names = open.pop();
      if (names) check_names(names);
    } else if (!string) all_fit = is_exact_integer(token) && all_fit;
    else {
      if (string.includes('\\u')) check_text(JSON.parse(string), colon ? "A member's name" : 'A string');
      const names = colon ? open[open.length - 1] : null;
      if (names && names.size === names.add(JSON.parse(string)).size) throw new Error('This member is there twice.');
    }
  }
  return all_fit ? value : JSON.parse(text.replace(tokens, mark_large), unmark_large);
}

/** @param {string} text @param {string} what */
function check_text(text, what) {
  if (text.includes('\0')) throw new Error(`${what} must not contain U+0000.`);
  if (/\p{Surrogate}/u.test(text)) throw new Error(`${what} must not contain a part of a character.`);
}

/** @param {Set<string>} names */
function check_order(names) {
  let last = '';
  let others = false;
  for (const name of names)
    if (!/^(0|[1-9]\d*)$/.test(name)) others = true;
    else if (others || name.length < last.length || (name.length === last.length && name < last))
      throw new Error('Members whose names are numbers must come first, the lowest first.');
    else last = name;
}

/** The JSON of what read_json() has read. @param {any} value */
export const json_text = (value) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${large}${part}` : part)).replace(/"\\u0000(-?\d+)"/g, '$1');

/** Whether a number can hold the integer. @param {string} token */
function is_exact_integer(token) {
  if (!/^-?\d+$/.test(token)) throw new Error('This number is not written as an integer.');
  if (token.length < 16) return true;
  if (token.length > 20 || BigInt(token) < -(2n ** 63n) || BigInt(token) >= 2n ** 64n)
    throw new Error('This integer does not fit into 64 bits.');
  return Number.isSafeInteger(Number(token));
}

/** @param {string} token */
const mark_large = (token) => (/^[-\d]/.test(token) && !is_exact_integer(token) ? JSON.stringify(large + token) : token);
/** @param {string} _ @param {any} value */
const unmark_large = (_, value) => (typeof value === 'string' && value.startsWith(large) ? BigInt(value.slice(1)) : value);
