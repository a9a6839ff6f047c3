// @ts-check
// Texts of the verifier in one file.
import { speaking } from '../language.js';
import { words as proof } from '../proof/en.js';

const { text } = speaking('en');
const { own } = proof;

export const words = {
  title: 'Verifier of Cubilete',
  lead: 'Checks the dice of a saved match in this browser. This page has no network: nothing leaves your device.',
  record: 'Record of a match',
  record_hint: 'The file that “Save the record” or “Save record and notes” on the page of the match gave you, or the answer of /api/v1/matches/ID.',
  notes: 'Your notes, if you have some',
  notes_hint: 'The notes of your program, if they are a file of their own. They show that the record is the match that you played.',
  drop: 'You can also drop the files anywhere on this page.',
  own: {
    ...own,
    past: text('The last matches of your notes ({of}): {broken} broken off, {abandoned} abandoned by players.'),
    agrees: (/** @type {number} */ agree, /** @type {number} */ entries) =>
      `What you were shown agrees with your notes in ${agree} of ${entries} moves. Only “cubilete verify” also knows the rules.`,
    unchecked: 'Your secrets agree with your notes. What you were shown is not checked.',
    differs: 'Do not believe this record: it is not what your notes say.',
    missing: 'Without your notes this page can say that the record is consistent, but not that it is the match that was played.',
    damaged: 'Your notes are damaged. So this page can say that the record is consistent, but not that it is the match that was played.',
  },
  /** @param {string} file */
  unreadable: (file) => `${file} is no JSON, so it is no record of a match.`,
  /** @param {string} match */
  other_notes: (match) => `These notes do not have the match ${match}.`,
  /** @param {string} match */
  of_match: (match) => `Match ${match}`,
  no_rules: 'This page knows no rules. The command “cubilete verify FILE” also plays the match again by the rules.',
};
