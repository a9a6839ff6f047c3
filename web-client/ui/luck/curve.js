// @ts-check
// The expected ends of all players over a match, as one drawing with a table beside it.
import { html, nothing, svg } from '../lit.js';
import { number, percent } from '../../i18n/words.js';
import { as_table, label_width, marks, scale, seat_legend } from '../history/chart.js';
import { figure } from './figures.js';
import { words } from './words.js';

/** @import { Progress, Line, Unit } from './figures.js' */
/** What is marked on the line of a seat. @typedef {{seat: number, entry: number, symbol: string}} Mark `symbol` is a number, or ★ */

const width = 320;
const height = 190;
const right = 12;
const top = 14;
const bottom = 26;

/** @param {{unit: Unit, progress: Progress, names: string[], marked: Mark[]}} drawn */
export function curve({ unit, progress, names, marked }) {
  const { by_round, lines, steps } = progress;
  const all = lines.flat();
  const values = all.map(({ value }) => value);
  const ticks = unit === 'points' ? scale(Math.min(...values), Math.max(...values)) : [0, 25, 50, 75, 100];
  const label = (/** @type {number} */ tick) => (unit === 'points' ? number(tick) : percent(tick / 100));
  const left = label_width(ticks.map(label), 14);
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  const [from, to] = [Math.min(...all.map((one) => one.x)), Math.max(...all.map((one) => one.x))];
  const x = (/** @type {number} */ at) => left + ((width - left - right) * (at - from)) / Math.max(1, to - from);
  const y = (/** @type {number} */ value) => top + ((height - top - bottom) * (high - value)) / (high - low);
  const points = (/** @type {Line} */ line) => line.map((one) => `${round_to_tenth(x(one.x))},${round_to_tenth(y(one.value))}`).join(' ');
  const along = by_round ? steps.map(({ at }, place) => ({ at, place })).slice(1) : [];
  const every = Math.ceil(along.length / 7);
  return html`<figure class="chart curve ${by_round ? '' : 'fine'}">
    <figcaption>${words.progress[unit === 'ahead' ? 'win' : unit]}</figcaption>
    ${seat_legend(names)}
    <svg viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">
      ${ticks.map(
        (tick) => svg`<line class="grid" x1=${left} x2=${width - right} y1=${y(tick)} y2=${y(tick)} />
          <text class="tick" x=${left - 5} y=${y(tick) + 4} text-anchor="end">${label(tick)}</text>`,
      )}
      ${along.map(({ at, place }, index) => (index % every === 0 ? svg`<text class="tick" x=${x(place)} y=${height - 7} text-anchor="middle">${index === 0 ? `${words.round} ${number(at)}` : number(at)}</text>` : nothing))}
      ${by_round ? nothing : svg`<text class="tick" x=${left} y=${height - 7}>${words.start}</text><text class="tick" x=${width - right} y=${height - 7} text-anchor="end">${words.end}</text>`}
      ${lines.length === 2 && by_round ? svg`<polygon class="between" points="${points(lines[0])} ${points([...lines[1]].reverse())}" />` : nothing}
      ${lines.map(
        (line, seat) => svg`<g class="line seat-${seat % 8} dash-${seat % 4}">
          ${split_strokes(line).map((one) => svg`<polyline points=${points(one)} />`)}
          <g transform="translate(${x(line[line.length - 1].x)} ${y(line[line.length - 1].value)})">${marks[seat % 4]}</g>
        </g>`,
      )}
      ${place_marks(marked, progress, x, y).map(
        ({ seat, symbol, left, up }) => svg`<g class="mark-${symbol === '★' ? 'luck' : 'cost'} seat-${seat % 8}" transform="translate(${left} ${up})">
          ${symbol === '★' ? svg`<path d="M0-10 2.900-3.600 9.800-2.900 4.600 1.700 6.200 8.500 0 4.900-6.200 8.500-4.600 1.700-9.800-2.900-2.900-3.600Z" />` : svg`<circle r="8.500" /><text y="4" text-anchor="middle">${symbol}</text>`}
        </g>`,
      )}
    </svg>
    ${as_table(
      [by_round ? words.round : words.move, ...names],
      steps.map(({ at, values: some }) => [at === 0 ? words.start : number(at), ...some.map((value) => (value === null ? '–' : figure(unit === 'pot' ? 'win' : unit, value)))]),
    )}
  </figure>`;
}

/** @param {number} value */
const round_to_tenth = (value) => Math.round(value * 10) / 10;

/** @param {Line} line */
const split_strokes = (line) => [...new Set(line.map(({ stroke }) => stroke))].map((one) => line.filter(({ stroke }) => stroke === one));

/**
 * Where the marks lie, so that none covers another: a mark that would is moved up, or down from the upper edge.
 * @param {Mark[]} marked @param {Progress} progress @param {(at: number) => number} x @param {(value: number) => number} y
 */
function place_marks(marked, { lines, x_of }, x, y) {
  const apart = 19;
  /** @type {{left: number, up: number}[]} */
  const there = [];
  return marked.flatMap(({ seat, entry, symbol }) => {
    const at = x_of(entry);
    const value = lines[seat].filter(({ x }) => x <= at).at(-1)?.value;
    if (value === undefined) return [];
    const place = { left: x(at), up: y(value) };
    const is_free = () => there.every(({ left, up }) => Math.hypot(left - place.left, up - place.up) >= apart - 1);
    const step = place.up - apart * marked.length > top ? -apart : apart;
    while (!is_free()) place.up += step;
    there.push(place);
    return [{ seat, symbol, ...place }];
  });
}
