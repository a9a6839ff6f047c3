// @ts-check
// Texts of La Ambiciosa: what a move leaves, for practice.
import { speaking } from '../../i18n/language.js';

const { text } = speaking('en');

export const words = {
  written: text('a total of {total}, for certain'),
  at_stake: text('a total of {total} for certain, {points} at stake'),
};
