// @ts-check
// Texts of Yahtzee: what a move leaves, and what there was to consider, for practice.
import { make_formatters } from '../../i18n/language.js';

const { counted, text } = make_formatters('en');

export const words = {
  thrown: counted({ one: 'one die is thrown', other: '# dice are thrown' }),
  upper: text('upper section: {sum} of {goal}'),
  open: text('Open boxes: {boxes}.'),
  bonus: text('The upper section has {sum} of {goal}: the bonus needs {rest} more.'),
};
