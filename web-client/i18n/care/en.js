// @ts-check
// Texts of care: what the decisions of a player give away.
import { make_formatters } from '../language.js';

const { text } = make_formatters('en');

export const words = {
  title: 'Care',
  explained: 'What a decision gave away on average, against the best one: the less, the better. Games against the computer and alone count, too.',
  a_decision: 'Given away a decision',
  decisions: 'Decisions',
  by_month: 'By month',
  month: 'Month',
  of_pot: text('{share} of a pot'),
  counts: 'What a decision gave away, over at least 200 decisions by the usual rules, in matches in which nobody asked for a hint.',
  none: 'In this game nobody can measure it.',
};
