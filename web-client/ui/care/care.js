// @ts-check
// What the decisions of a player give away on average, on their page and on a board.
import { html, nothing, svg } from '../lit.js';
import { scrolled, table_of } from '../tables.js';
import { language, month, page_texts, number, percent, words as page_words } from '../../i18n/words.js';

/** @import { Content } from '../lit.js' */
/** @typedef {'points' | 'win' | 'pot'} Unit */
/** @typedef {{count: number, cost: number}} DecisionTotals */
/** @typedef {DecisionTotals & {unit: Unit, months: (DecisionTotals & {month: string})[]}} Care of one game */

/** @type {typeof import('../../i18n/care/en.js')} */
export const { words } = await import(`../../i18n/care/${language}.js`);

/** The value that decisions gave away, with its unit. @param {string} unit @param {number} value */
export function figure(unit, value) {
  if (unit === 'points') return page_texts.units.points(Math.round(value * 100) / 100);
  return unit === 'pot' ? words.of_pot(percent(value, 1)) : percent(value, 2);
}

/**
 * A section of a player's page; nothing where no match was analysed.
 * @param {{game: string, care?: Care}[]} games @param {(game: string) => Content} title_of
 */
export function care_by_game(games, title_of) {
  const known = games.flatMap(({ game, care }) => (care ? [{ game, care }] : []));
  if (known.length === 0) return nothing;
  const rows = known.map(({ game, care }) => [title_of(game), html`<b>${mean_cost(care)}</b>`, number(care.count), month_chart(care)]);
  return html`<section class="sheet care">
    <h2>${words.title}</h2>
    <p class="hint">${words.explained}</p>
    ${scrolled(words.title, table_of([page_words.make.game, words.a_decision, words.decisions, words.by_month], rows, 'figures'))}
    ${known.map(({ game, care }) => (care.months.length > 1 ? month_table(title_of(game), care) : nothing))}
  </section>`;
}

/** @param {Care} care */
const mean_cost = ({ unit, count, cost }) => figure(unit, cost / count);

const most_months = 24;
const [width, height, edge] = [96, 28, 3];

/** The months as a line; a table below has the same figures. @param {Care} care */
function month_chart({ months }) {
  if (months.length < 2) return nothing;
  const values = months.slice(-most_months).map(({ count, cost }) => cost / count);
  const most = Math.max(...values, Number.MIN_VALUE);
  const x = (/** @type {number} */ at) => edge + ((width - 2 * edge) * at) / (values.length - 1);
  const y = (/** @type {number} */ value) => height - edge - ((height - 2 * edge) * value) / most;
  return html`<svg class="trend" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">
    <polyline points=${values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />
    ${svg`<circle cx=${x(values.length - 1)} cy=${y(values[values.length - 1])} r="3" />`}
  </svg>`;
}

/** @param {Content} title @param {Care} care */
function month_table(title, { unit, months }) {
  const rows = [...months].reverse().map((one) => [month(one.month), mean_cost({ unit, months: [], ...one }), number(one.count)]);
  return html`<details class="as-table">
    <summary>${title}: ${words.by_month}</summary>
    ${scrolled(words.by_month, table_of([words.month, words.a_decision, words.decisions], rows))}
  </details>`;
}
