// @ts-check
// A die as a body of 26 planes: 6 faces, 12 edges, 8 corners (ui/dice.css places them). Pure but for what lit draws.
import { around, plane_colour } from '../die_planes.js';
import { html, nothing, svg } from '../lit.js';

/** @import { Content } from '../lit.js' */

const half = Math.SQRT1_2;

/** @type {Map<number, string>} */
const known = new Map();
/** The colours of the planes of a die that lies with this turn, as custom properties of its body. @param {number} turn in degrees */
export function plane_colours(turn) {
  const found = known.get(turn);
  if (found !== undefined) return found;
  const light_direction = (/** @type {number} */ angle) => [-Math.sin(((angle + turn) * Math.PI) / 180), Math.cos(((angle + turn) * Math.PI) / 180)];
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const [x, y] = light_direction(90 * quarter);
    const [m, n] = light_direction(90 * quarter + 45);
    const planes = { s: plane_colour([x, y, 0]), u: plane_colour([x * half, y * half, half]), d: plane_colour([x * half, y * half, -half]), w: plane_colour([m, n, 0]), c: plane_colour([m * 0.82, n * 0.82, 0.58]), l: plane_colour([m * 0.82, n * 0.82, -0.58]) };
    return Object.entries(planes).map(([name, colour]) => `--${name}${quarter}:${colour};`).join('');
  });
  const all = quarters.join('');
  known.set(turn, all);
  return all;
}

/**
 * The body of a die. Its first plane is the upper face, the second the lower one; then come six for each quarter: side, upper and lower edge,
 * wall, upper and lower corner.
 * @param {{kinds: string[], marks?: Content[]}} faces classes and drawings of the upper, lower and four side faces
 * @param {number | null} turn null where throw.js lays it
 */
export const die_body = ({ kinds: [top, low, a, b, c, d], marks = [] }, turn = null) =>
  html`<span class="cube" .style=${turn === null ? nothing : `--turn:${turn}deg;${plane_colours(turn)}`}
    ><i class="f ${top}">${marks[0] ?? nothing}</i><i class="f ${low}">${marks[1] ?? nothing}</i
    ><i class="f ${a}">${marks[2] ?? nothing}</i><i></i><i></i><i></i><i></i><i></i
    ><i class="f ${b}">${marks[3] ?? nothing}</i><i></i><i></i><i></i><i></i><i></i
    ><i class="f ${c}">${marks[4] ?? nothing}</i><i></i><i></i><i></i><i></i><i></i
    ><i class="f ${d}">${marks[5] ?? nothing}</i><i></i><i></i><i></i><i></i><i></i
  ></span>`;

/** The faces of a die with pips. @param {number} top 1..6 */
export const pipped = (top) => ({ kinds: [top, 7 - top, ...around[top]].map((face) => `v${face}`) });

const at = [26, 50, 74];
/** Positions of the pips of a face, as cells of a 3 × 3 grid. */
const pips = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A flat die, for texts and sheets. @param {number | undefined} face 1..6; undefined draws an empty place */
export function die(face) {
  const drawn = face ? pips[face] : [];
  return html`<svg class="die ${face ? '' : 'empty'}" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    ${drawn.map((cell) => svg`<circle class="pip" cx=${at[cell % 3]} cy=${at[Math.floor(cell / 3)]} r="9.5" />`)}
  </svg>`;
}
