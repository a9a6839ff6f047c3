// Prints a line for each line of the file, a step of contributor_test.py: what js/contributor.js requests, the
// faults that it tells, and its notes after the last step.
import { readFileSync } from 'node:fs';

import { Contributor } from '../../js/contributor.js';
import { notes_in_memory } from '../../js/tokens.js';

const store = notes_in_memory();
let made;
let draws = 0;
let faults = [];
let house = null; // the server's id
const timers = { set: () => {} };
const random = (bytes) => new Uint8Array(bytes).fill(++draws);

function begin() {
  made = new Contributor({ store, on_fault: ({ kind, text, entry, again }) => faults.push([kind, text, entry ?? null, again ?? null]), random, timers, keep: 3, server: () => house });
}

begin();
for (const line of readFileSync(process.argv[2], 'utf8').trimEnd().split('\n')) {
  const [call, ...words] = JSON.parse(line);
  if (call === 'house') house = words[0];
  const request = call === 'begin' ? begin() : call === 'house' ? null : call === 'notes' ? made.notes(words[0]) : made[call](...words);
  console.log(JSON.stringify([request ?? null, faults]));
  faults = [];
}
