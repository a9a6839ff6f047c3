// @ts-check
// Stores a bot's notes of provable dice in a file, for Node: one line a match, the newest last (docs/fairness.md,
// "Notes").
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import { readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const index = 'matches';

/** By match, in the order of the file. @param {string} path @returns {Map<string, string>} */
function lines_of(path) {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (why) {
    const { code, message } = /** @type {Error & {code?: string}} */ (why);
    if (code !== 'ENOENT') throw new Error(`the notes in ${path} cannot be read (${message})`);
  }
  const lines = new Map();
  for (const line of text.split('\n')) {
    try {
      const { match } = JSON.parse(line);
      if (typeof match === 'string') lines.set(match, line);
    } catch {
      continue; // empty, or damaged when a program was killed
    }
  }
  return lines;
}

/**
 * Reads the file when it is first needed. Only the user may read it, because it has the secrets of running matches.
 * @param {string} path @returns {import('./contributor.js').Store}
 */
export function note_file(path) {
  /** @type {Map<string, string> | undefined} */ let known;
  const own = new Map(); // the lines that were written here
  let size = -1; // of the file as it was written here; another program may have changed it since
  let last = { match: '', at: 0 }; // its last line, the only one that changes often

  const lines = () => (known ??= lines_of(path));

  /** Keeps what another program has written. @param {string} [without] a match */
  function write_all(without = '') {
    size = -1; // until it has worked: the disk may be full
    own.delete(without);
    known = new Map([...lines_of(path), ...own]);
    known.delete(without);
    let text = '';
    for (const [match, line] of known) {
      last = { match, at: Buffer.byteLength(text) };
      text += `${line}\n`;
    }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    size = Buffer.byteLength(text);
  }

  /** Writes one line at the end, or over the one there. @param {string} match @param {string} line */
  function write_last(match, line) {
    const file = openSync(path, 'r+');
    try {
      if (fstatSync(file).size !== size) return false;
      const bytes = Buffer.from(`${line}\n`);
      const at = match === last.match ? last.at : size;
      size = -1;
      if (writeSync(file, bytes, 0, bytes.length, at) < bytes.length) throw new Error('the disk is full');
      ftruncateSync(file, at + bytes.length);
      size = at + bytes.length;
      last = { match, at };
      return true;
    } finally {
      closeSync(file);
    }
  }

  return {
    get: (key) => (key === index ? JSON.stringify([...lines().keys()]) : (lines().get(key) ?? null)),
    set: (key, text) => {
      if (key === index) return; // the order of the lines
      const at_the_end = key === last.match || !lines().has(key);
      lines().set(key, text);
      own.set(key, text);
      if (size < 0 || !at_the_end || !write_last(key, text)) write_all();
    },
    remove: (key) => write_all(key),
  };
}
