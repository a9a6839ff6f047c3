// @ts-check
// Reads the JSON of records and notes in the one way on which all verifiers of dice agree (docs/fairness.md, "The record").
// JSON.parse() keeps neither a member that is there twice nor how a number is written, and rounds large integers.

/** Of JSON: a string, with the colon if it is the name of a member; a number; where an object begins or ends. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*|[{}]/g;

/** While JSON is read and written, this precedes an integer that numbers cannot hold; no other string has it. */
const large = '\0';

/**
 * Reads an integer that numbers cannot hold as BigInt. Throws for what is no JSON; for a member that is there twice,
 * because programs do not agree which one counts; and for a number that is not written as an integer, because they write
 * 1.0 into the hash chain in different ways.
 * @param {string} text @returns {any}
 */
export function read_json(text) {
  const read = JSON.parse(text);
  /** The names in the open objects. @type {Set<string>[]} */
  const open = [];
  let all_fit = true;
  for (const [token, string, colon] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (!string) all_fit = is_exact_integer(token) && all_fit;
    else {
      if (string.includes('\\u0000') && JSON.parse(string).includes('\0'))
        throw new Error(`${colon ? "A member's name" : 'A string'} must not contain U+0000.`);
      const names = colon ? open[open.length - 1] : null;
      if (names && names.size === names.add(JSON.parse(string)).size) throw new Error('This member is there twice.');
    }
  }
  return all_fit ? read : JSON.parse(text.replace(tokens, mark_large), unmark_large);
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
