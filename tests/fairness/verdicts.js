// Prints a line for each line of the file: the verdict on the dice of the record that the line holds.
import { readFileSync } from 'node:fs';

import { check_record } from '../../js/cup.js';
import { verdict_text } from '../../js/fairness_verify.js';
import { read_record } from '../../js/strict_json.js';

function verdict_on(line) {
  let record;
  try {
    record = read_record(Buffer.from(line));
  } catch (why) {
    return `not verifiable: ${why.message}`;
  }
  return verdict_text(check_record(record));
}

for (const line of readFileSync(process.argv[2], 'utf8').trimEnd().split('\n')) console.log(verdict_on(line));
