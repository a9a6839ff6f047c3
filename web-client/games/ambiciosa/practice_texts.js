// @ts-check
// What a move leaves: the total, and what is at stake; how far each player has to go.
import { language, make_formatters } from '../../i18n/language.js';
import { expected_gain } from './odds.js';

/** @typedef {import('../practice/practice_games.js').Decision<import('./table.js').Own>} Decision */

/** @type {typeof import('./practice_texts.en.js')} */
const { words } = await import(`./practice_texts.${language}.js`);
const { gain, list } = make_formatters(language);

/** @param {Decision['best']} move @param {Decision['view']} view */
export function outcome_text(move, { turn: { seat, points }, seats }) {
  const total = seats[seat].score;
  return move.do === 'bank' ? words.written(total + points) : words.at_stake(total, points);
}

/** @param {Decision} decision */
export function reasons({ view: { turn, seats, target, odds }, seat, names, mine, best }) {
  const scores = seats.map(({ score }) => score);
  const needs = (/** @type {number} */ one) => (one === mine ? words.you_need(target - scores[one]) : words.needs(names[one], target - scores[one]));
  const racing = [seat, ...scores.keys()].filter((one, at) => scores[one] < target && (at === 0 || one !== seat));
  const leads = scores[seat] === Math.max(...scores);
  const risks = best.do === 'roll';
  const mean = expected_gain(turn, odds);
  return [
    ...(racing.length > 0 ? [`${list(racing.map(needs)).replace(/^./u, (first) => first.toUpperCase())}.`] : []),
    ...(risks && !leads ? [words.behind] : !risks && leads ? [words.ahead] : []),
    ...((risks && mean < 0) || (!risks && mean > 0) ? [words.not_average(gain(mean))] : []),
  ];
}
