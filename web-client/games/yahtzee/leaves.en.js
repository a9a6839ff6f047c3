// @ts-check
// Texts of Yahtzee: what a move leaves, for practice.
import { speaking } from '../../i18n/language.js';

const { counted, text } = speaking('en');

export const words = {
  stay: counted({ one: 'the last box stays open', other: 'all # boxes stay open' }),
  thrown: counted({ one: 'one die is thrown', other: '# dice are thrown' }),
  open: text('open are then {boxes}'),
  full: 'the card is full',
};
