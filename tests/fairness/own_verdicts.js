// Prints a line for each line of the file: the verdict on the record and the notes that the line holds.
import { readFileSync } from 'node:fs';

import { verdict_text } from '../../bots/js/fairness_verify.js';
import { check_own } from '../../bots/js/own_notes.js';

for (const line of readFileSync(process.argv[2], 'utf8').trimEnd().split('\n')) {
  const { record, notes } = JSON.parse(line);
  console.log(verdict_text(check_own(record, notes)));
}
