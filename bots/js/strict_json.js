// @ts-check
// Reads the JSON of records and notes in the one way on which all verifiers of dice agree (docs/fairness.md, "The record").
// JSON.parse() keeps neither a member that is there twice nor how a number is written.

/** Of JSON: a string, with the colon if it is the name of a member; a number; where an object begins or ends. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*|[{}]/g;

/**
 * Throws for what is no JSON; for a member that is there twice, because programs do not agree which one counts; and for
 * a number that is not written as an integer, because they write 1.0 into the hash chain in different ways.
 * @param {string} text @returns {any}
 */
export function read_json(text) {
  const read = JSON.parse(text);
  /** The names in the open objects. @type {Set<string>[]} */
  const open = [];
  for (const [token, string, colon] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (!string) check_number(token);
    else if (colon) {
      const names = open[open.length - 1];
      if (names.size === names.add(JSON.parse(string)).size) throw new Error('This member is there twice.');
    }
  }
  return read;
}

/** @param {string} token */
function check_number(token) {
  if (!/^-?\d+$/.test(token)) throw new Error('This number is not written as an integer.');
  if (token.length < 19) return;
  if (token.length > 20 || BigInt(token) < -(2n ** 63n) || BigInt(token) >= 2n ** 64n)
    throw new Error('This integer does not fit into 64 bits.');
}
