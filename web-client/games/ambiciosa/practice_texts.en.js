// @ts-check
// Texts of La Ambiciosa: what a move leaves, and what there was to consider, for practice.
import { make_formatters } from '../../i18n/language.js';

const { text } = make_formatters('en');

export const words = {
  written: text('{total} written down'),
  at_stake: text('{total} written down, {points} at stake'),
  you_need: text('you need {points} more'),
  needs: text('{name} needs {points} more'),
  behind: 'Whoever is behind gains more by a risk.',
  ahead: 'Whoever is ahead need not take a risk.',
  not_average: text('On average a throw changes the points by {mean} here; but what counts is the chance to win, not the average.'),
};
