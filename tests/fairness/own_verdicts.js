// Prints a line for each line of the file: the verdict on the record and the notes that the line holds.
import { readFileSync } from 'node:fs';

import { verdict_text } from '../../js/fairness_verify.js';
import { check_own } from '../../js/own_notes.js';
import { read_record } from '../../js/strict_json.js';

function verdict_on(line) {
  let both;
  try {
    both = read_record(Buffer.from(line));
  } catch (why) {
    return `not verifiable: ${why.message}`;
  }
  return verdict_text(check_own(both.record, both.notes, both.ended));
}

for (const line of readFileSync(process.argv[2], 'utf8').trimEnd().split('\n')) console.log(verdict_on(line));
