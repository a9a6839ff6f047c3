// @ts-check
// Checks the dice of a finished match (docs/fairness.md), for Node: node verify.js FILE [--own NOTES]
// FILE is the record of a match, from /api/v1/matches/ID with its whole log, or {"record", "notes"} as the page saves it; NOTES is the
// file of a player's own notes.
// The exit code is 0 for fair dice, 1 for false ones, 2 if nothing can be verified, 3 for the server's
// dice, and if the player was left out.
import { readFileSync } from 'node:fs';

import { check_record } from './cup.js';
import { is_object, verdict_text } from './fairness_verify.js';
import { check_own, ends_of, find_notes } from './own_notes.js';
import { read_record } from './strict_json.js';

const exit_codes = { fair: 0, FALSE: 1, 'not verifiable': 2, "server's dice": 3, 'left out': 3 };

const [file, option, own] = process.argv.slice(2);
if (!file || (option !== undefined && (option !== '--own' || !own))) {
  console.error('usage: node verify.js FILE [--own NOTES]');
  process.exit(2);
}
try {
  const read = read_record(readFileSync(file));
  const both = is_object(read) && Object.hasOwn(read, 'record') && Object.hasOwn(read, 'notes');
  const record = both ? read.record : read;
  const lines = own ? readFileSync(own, 'utf8') : null;
  let verdict;
  const notes = lines === null ? null : find_notes(lines, record?.id);
  if (lines !== null) verdict = check_own(record, notes, ends_of(lines, notes));
  else verdict = both ? check_own(record, read.notes, read.ended) : check_record(record);
  console.log(verdict_text(verdict));
  process.exitCode = exit_codes[verdict.kind];
} catch (why) {
  console.log(`not verifiable: ${/** @type {Error} */ (why).message}`);
  process.exitCode = 2;
}
