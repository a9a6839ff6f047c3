// Prints a line for each line of the file: the verdict on the dice of the record that the line holds.
import { readFileSync } from 'node:fs';

import { check_dice, verdict_text } from '../../bots/js/fairness_verify.js';

const records = readFileSync(process.argv[2], 'utf8').trimEnd().split('\n');
for (const record of records) console.log(verdict_text(check_dice(JSON.parse(record))));
