// @ts-check
// Checks the dice of a finished match (docs/fairness.md), for Node: node verify.js FILE [--own NOTES]
// FILE is the record of a match, from /api/v1/matches/ID with its whole log; NOTES is the file of a player's own notes.
// The exit code is 0 for fair dice, 1 for false ones, 2 if nothing can be verified, 3 for the server's dice.
import { readFileSync } from 'node:fs';

import { check_dice, verdict_text } from './fairness_verify.js';
import { check_own, find_notes } from './own_notes.js';
import { read_json } from './strict_json.js';

const exit_codes = { fair: 0, FALSE: 1, 'not verifiable': 2, "server's dice": 3 };

const [file, option, own] = process.argv.slice(2);
if (!file || (option !== undefined && (option !== '--own' || !own))) {
  console.error('usage: node verify.js FILE [--own NOTES]');
  process.exit(2);
}
try {
  const record = read_json(readFileSync(file, 'utf8'));
  const notes = own && find_notes(readFileSync(own, 'utf8'), record?.id);
  const verdict = own ? check_own(record, notes) : check_dice(record);
  console.log(verdict_text(verdict));
  process.exitCode = exit_codes[verdict.kind];
} catch (why) {
  console.log(`not verifiable: ${/** @type {Error} */ (why).message}`);
  process.exitCode = 2;
}
