// @ts-check
// Charts as SVG: lines that distinguish seats by colour, dash and mark, and bars against an expected value. A table beside each chart has
// the same data.
import { html, nothing, svg } from '../lit.js';
import { scrolled, table_of } from '../tables.js';
import { number } from '../../i18n/words.js';
import { words } from './words.js';

/** @import { Content } from '../lit.js' */
/** @typedef {{at: number, values: number[]}} Step */

const width = 340;
const height = 170;
const right = 10;
const top = 10;
const bottom = 24;

export const marks = [
  svg`<circle r="3.500" />`,
  svg`<rect x="-3.200" y="-3.200" width="6.400" height="6.400" />`,
  svg`<path d="M0-4.500 4.200 3.200-4.200 3.200Z" />`,
  svg`<path d="M0-4.600 4.600 0 0 4.600-4.600 0Z" />`,
];

/** Which line is whose. @param {string[]} names */
export const seat_legend = (names) =>
  html`<ul class="legend" aria-hidden="true">
    ${names.map(
      (name, seat) => html`<li>
        <svg viewBox="0 0 30 10" class="line seat-${seat % 8} dash-${seat % 4}" focusable="false">
          <line x1="0" x2="30" y1="5" y2="5" />
          <g transform="translate(15 5)">${marks[seat % 4]}</g></svg
        >${name}
      </li>`,
    )}
  </ul>`;

/** Units that labels beside the axis need: those of the widest text font. @param {string[]} labels @param {number} size of the letters */
export const label_width = (labels, size) => 8 + Math.ceil(0.68 * size * Math.max(...labels.map(({ length }) => length)));

/** Round numbers from below the minimum to above the maximum. @param {number} least @param {number} most */
export function scale(least, most) {
  const span = Math.max(most - least, 1);
  const unit = 10 ** Math.floor(Math.log10(span / 3));
  const step = Math.max(1, unit * ([1, 2, 5, 10].find((times) => span / (unit * times) <= 4) ?? 10));
  const from = Math.floor(least / step) * step;
  const ticks = [];
  for (let tick = from; ticks.length < 2 || tick < most + step; tick += step) ticks.push(tick);
  return ticks;
}

/**
 * @param {object} chart
 * @param {string} chart.title
 * @param {string} chart.along label of the x axis
 * @param {Step[]} chart.steps
 * @param {string[]} chart.names by seat
 */
export function line_chart({ title, along, steps, names }) {
  const all = steps.flatMap(({ values }) => values);
  const ticks = scale(Math.min(0, ...all), Math.max(...all));
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  const left = label_width(ticks.map(number), 11);
  const x = (/** @type {number} */ index) =>
    left + ((width - left - right) * index) / Math.max(1, steps.length - 1);
  const y = (/** @type {number} */ value) => top + ((height - top - bottom) * (high - value)) / (high - low);
  const every = Math.ceil(steps.length / 9);
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">
      ${ticks.map(
        (tick) => svg`<line class="grid ${tick === 0 ? 'zero' : ''}" x1=${left} x2=${width - right} y1=${y(tick)} y2=${y(tick)} />
          <text class="tick" x=${left - 5} y=${y(tick) + 3.5} text-anchor="end">${number(tick)}</text>`,
      )}
      ${steps.map(({ at }, index) =>
        index % every === 0
          ? svg`<text class="tick" x=${x(index)} y=${height - 9} text-anchor="middle">${number(at)}</text>`
          : nothing,
      )}
      ${names.map(
        (_, seat) => svg`<g class="line seat-${seat % 8} dash-${seat % 4}">
          <polyline points=${steps.map(({ values }, index) => `${x(index)},${y(values[seat])}`).join(' ')} />
          <g transform="translate(${x(steps.length - 1)} ${y(steps[steps.length - 1].values[seat])})">${marks[seat % 4]}</g>
        </g>`,
      )}
    </svg>
    ${seat_legend(names)}
    ${as_table(
      [along, ...names],
      steps.map(({ at, values }) => [number(at), ...values.map(number)]),
    )}
  </figure>`;
}

/**
 * @param {object} chart
 * @param {string} chart.title
 * @param {string[]} chart.faces
 * @param {number[]} chart.counts
 * @param {number} chart.total
 */
export function face_chart({ title, faces, counts, total }) {
  const expected = total / faces.length;
  const most = Math.max(...counts, expected * 1.2);
  const room = (width - 20) / faces.length;
  const y = (/** @type {number} */ count) => 14 + (120 * (most - count)) / most;
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${width} 160" aria-hidden="true" focusable="false">
      ${faces.map((face, at) => {
        const middle = 10 + room * (at + 0.5);
        return svg`<rect class="bar" x=${middle - room * 0.32} width=${room * 0.64} y=${y(counts[at])}
            height=${134 - y(counts[at])} rx="3" />
          <text class="face" x=${middle} y="150" text-anchor="middle">${face}</text>`;
      })}
      <line class="expected" x1="6" x2=${width - 6} y1=${y(expected)} y2=${y(expected)} />
      ${counts.map(
        (count, at) => svg`<text class="count" x=${10 + room * (at + 0.5)} y=${y(count) - 4} text-anchor="middle"
          >${number(count)}</text>`,
      )}
    </svg>
    <p class="hint"><svg class="key" viewBox="0 0 30 10" aria-hidden="true" focusable="false"
        ><line class="expected" x1="0" x2="30" y1="5" y2="5" /></svg
      >${words.expected(one_digit(expected), total)}</p>
    ${as_table(
      [words.face, words.thrown, words.expectation],
      faces.map((face, at) => [face, number(counts[at]), one_digit(expected)]),
    )}
  </figure>`;
}

/** @param {number} value */
export const one_digit = (value) => number(Math.round(value * 10) / 10);

/** @param {string[]} head @param {Content[][]} rows */
export function as_table(head, rows) {
  return html`<details class="as-table">
    <summary>${words.as_table}</summary>
    ${scrolled(words.as_table, table_of(head, rows))}
  </details>`;
}
