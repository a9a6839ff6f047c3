// Extracts every sentence of a refusal from the server's C++ sources.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../../../', import.meta.url));
const folders = ['engine', 'protocol', 'server'];
/** Their sentences go to operators, or to programs that use HTTP or scenarios. */
const not_for_players =
  /_test\.cpp$|server\/commands\/|server\/(?:\w+\/)?(api|config|http|main|serve|static_files)\w*\.cpp$|protocol\/(read_json|scenario|simulation|draws)\w*\.cpp$/;
/**
 * The page explains these codes, not their sentences. It never sends what most of them refuse, as a move that is not listed; to the
 * others the sentences add nothing.
 */
const explained_by_code = new Set([
  ...['bad_message', 'unknown_type', 'too_big', 'too_deep', 'hello_first', 'bad_version', 'bad_text', 'taken', 'bad_value', 'id_reused'],
  ...['illegal_move', 'not_your_turn', 'stale', 'match_over', 'already_started', 'not_seated', 'no_room', 'banned', 'wrong_password'],
  ...['storage', 'shutting_down'],
]);

/** @typedef {{kind: 'text' | 'mark' | 'other', text: string, at: number}} Token */

/** @param {string} source @returns {Token[]} */
function tokens_of(source) {
  const pattern = /\b\d[\d']*|\/\/[^\n]*|\/\*[^]*?\*\/|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|[\w:.>-]+|[^\s\w]/g;
  const tokens = [];
  for (const found of source.matchAll(pattern)) {
    const [whole, text, char] = found;
    if (/^\/[/*]/.test(whole)) continue;
    const literal = text ?? char;
    if (literal !== undefined)
      tokens.push({ kind: 'text', text: literal.replaceAll(/\\(.)/g, '$1').replaceAll(/\{[^}]*\}/g, '{}'), at: found.index });
    else tokens.push({ kind: /^\w/.test(whole) ? 'other' : 'mark', text: whole, at: found.index });
  }
  return tokens;
}

/**
 * The concatenation that starts here, with {} for what is not a literal; several if a conditional selects between literals.
 * @param {Token[]} tokens @param {number} at the first literal
 */
function sums(tokens, at) {
  let sums = [tokens[at - 1]?.text === '+' ? '{}' : ''];
  const add = (/** @type {string[]} */ ...ends) => (sums = sums.flatMap((sum) => ends.map((end) => sum + end)));
  for (;;) {
    while (tokens[at]?.kind === 'text') add(tokens[at++].text);
    if (tokens[at]?.text !== '+') return { sums: sums.map((sum) => sum.replaceAll(/(\{\})+/g, '{}')), end: at };
    if (tokens[++at]?.kind === 'text') continue;
    const operand = [];
    for (let depth = 0; at < tokens.length; ++at) {
      const { kind, text } = tokens[at];
      if (depth === 0 && kind === 'mark' && /[+,;)}]/.test(text)) break;
      depth += kind !== 'mark' ? 0 : /[({[]/.test(text) ? 1 : /[)}\]]/.test(text) ? -1 : 0;
      operand.push(tokens[at]);
    }
    const choices = operand.filter(({ kind }) => kind === 'text').map(({ text }) => text);
    const chooses = choices.length === 2 && operand.some(({ text }) => text === '?');
    add(...(chooses ? choices : ['{}']));
  }
}

/** @param {string} source @returns {string[]} */
export function sentences_in(source) {
  const tokens = tokens_of(source);
  const found = [];
  for (let at = 0; at < tokens.length; ) {
    if (tokens[at].kind !== 'text') {
      ++at;
      continue;
    }
    const statement = tokens.slice(0, at).findLastIndex(({ text }) => text === ';');
    const code = tokens.slice(statement + 1, at).findLast(({ text }) => /Code::|^illegal$|^not_your_turn$/.test(text))?.text.replace(/^illegal$/, 'illegal_move');
    const { sums: texts, end } = sums(tokens, at);
    if (!code || !explained_by_code.has(code.replace(/^.*::/, ''))) found.push(...texts);
    at = Math.max(end, at + 1);
  }
  return found.filter((text) => /^("|\{\}|[A-Z]).* .*[.!?]$/.test(text));
}

/** @returns {Promise<Map<string, string>>} sentence → file */
export async function refusal_sentences() {
  const sentences = new Map();
  for (const folder of folders) {
    const entries = await readdir(join(sources, folder), { recursive: true });
    for (const entry of entries.filter((one) => /\.[ch]pp$/.test(one)).sort()) {
      const file = join(folder, entry);
      if (not_for_players.test(file)) continue;
      for (const sentence of sentences_in(await readFile(join(sources, file), 'utf8'))) sentences.set(sentence, file);
    }
  }
  return sentences;
}
