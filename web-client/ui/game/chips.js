// @ts-check
// Stacks of chips, seen from the same side as the dice. Pure but for what lit draws.
import { html, svg } from '../lit.js';

/** How high a stack is before the next one begins. */
const most = 7;
const [wide, deep, thick] = [44, 26.4, 6];
/** Where the cream stripes of a chip's edge begin. */
const stripes = [-17, -8, 2, 12];

/** @param {string} kind @param {number} x @param {number} y @param {number} at its place in the stack, from below @param {string | null} value on the topmost one */
function chip(kind, x, y, at, value) {
  const turn = ((at * 37) % 5) * 0.4 - 0.8;
  const [rx, ry] = [wide / 2, deep / 2];
  return svg`<g class="chip-${kind}" transform="translate(${x + turn} ${y})">
    <path class="edge" d="M${-rx} 0v${thick}a${rx} ${ry} 0 0 0 ${wide} 0v${-thick}z" />
    ${stripes.map((from) => svg`<path class="stripe" d="M${from} ${(ry * Math.sqrt(1 - ((from + 2.5) / rx) ** 2)).toFixed(1)}h5v${thick}h-5z" />`)}
    <ellipse class="top" rx=${rx} ry=${ry} />
    ${
      value === null
        ? null
        : svg`<ellipse class="ring" rx=${0.9 * rx} ry=${0.9 * ry} /><ellipse class="inner" rx=${0.62 * rx} ry=${0.62 * ry} /><text y="4">${value}</text>`
    }
  </g>`;
}

/**
 * @param {{kind: 'brass' | 'red' | 'blue', count: number, value: string}[]} kinds from left to right; more than seven chips start a new stack
 * @param {string} [name] classes
 */
export function chips(kinds, name = '') {
  const stacks = kinds.flatMap(({ kind, count, value }) =>
    Array.from({ length: Math.ceil(count / most) }, (_, at) => ({ kind, value, count: Math.min(most, count - at * most) })),
  );
  const apart = wide + 6;
  const high = Math.max(1, ...stacks.map(({ count }) => count)) * thick;
  const box = `${-wide / 2 - 3} ${-high - deep / 2} ${Math.max(1, stacks.length) * apart} ${high + deep + thick + 6}`;
  return html`<svg class="chips ${name}" viewBox=${box} aria-hidden="true" focusable="false">
    ${stacks.map(
      ({ kind, value, count }, stack) =>
        svg`<ellipse class="shade" cx=${stack * apart + 5} cy="5" rx=${wide / 2} ry=${deep / 2} />
          ${Array.from({ length: count }, (_, at) => chip(kind, stack * apart, -at * thick, at, at === count - 1 ? value : null))}`,
    )}
  </svg>`;
}
