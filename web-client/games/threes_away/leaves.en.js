// @ts-check
// Texts of Threes Away: what a move leaves, for practice.
import { speaking } from '../../i18n/language.js';

const { counted, text } = speaking('en');

export const words = {
  ends: text('the turn ends with {sum}'),
  goes_on: text('{sum} kept, {dice}'),
  dice: counted({ one: 'one die to throw', other: '# dice to throw' }),
};
