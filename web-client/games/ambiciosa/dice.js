// @ts-check
// Draws poker dice. Letter and symbol identify a face; the colour is redundant.
import { html, nothing, svg } from '../../ui/lit.js';
import { faces } from './words.js';

/** @import { Content } from '../../ui/lit.js' */

const cells = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const petals = [
  [50, 15],
  [63.5, 25],
  [58.5, 40.5],
  [41.5, 40.5],
  [36.5, 25],
];
/** @param {number} cell one of nine */
const pip = (cell) => svg`<circle cx=${34 + 16 * (cell % 3)} cy=${14 + 15 * Math.floor(cell / 3)} r="5.500" />`;

/** Symbols in the upper half of a 100 × 100 box; the ace fills its face. @type {{[face: string]: Content}} */
const symbols = {
  A: svg`<path
    d="M50 9C57 27 88 40 88 62c0 15-20 21-31 9 1 10 4 16 11 21H32c7-5 10-11 11-21-11 12-31 6-31-9C12 40 43 27 50 9Z"
  />`,
  K: svg`<path d="M25 46 20 17l17 13L50 9l13 21 17-13-5 29Z" />`,
  Q: svg`${petals.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="9" />`)}
    <circle class="hole" cx="50" cy="29" r="6.500" />`,
  J: svg`<path d="M30 10h40v17c0 12-10 19-20 23-10-4-20-11-20-23Z" /><path class="hole" d="m30 34 40-22v9L34 41Z" />`,
  10: svg`<path d="m50 8 18 21-18 21-18-21Z" />`,
  9: svg`${cells.map(pip)}`,
};

/** The letters of a flat die as strokes: fonts differ in width between systems. @type {{[face: string]: string}} */
const letters = {
  A: 'M40.500 70 50 43 59.500 70M43.500 61h13',
  K: 'M38 57v33M61 57 40 76M47 70 63 90',
  Q: 'M50 57a14 16.500 0 1 0 .01 0M53 80 64 91',
  J: 'M50 57h12M57 57v23c0 13-20 13-20 0',
  10: 'M30 64 38 57v33M60 57c-14 0-14 33 0 33s14-33 0-33',
  9: 'M60 68a10.500 10.500 0 1 0-21 0 10.500 10.500 0 1 0 21 0c0 12-4 18-12 23',
};

/** @type {{[face: string]: string}} */
const names = faces;
/** @param {string} face */
export const face_name = (face) => names[face] ?? face;

/** @param {string | undefined} face undefined draws an empty place */
export function poker_die(face) {
  const letter = face ? svg`<path class="letter" d=${letters[face] ?? ''} />` : nothing;
  return html`<svg
    class="die poker ${face ? `face-${face}` : 'empty'}"
    viewBox="0 0 100 100"
    aria-hidden="true"
    focusable="false"
  >
    ${face ? svg`<g class="symbol">${symbols[face] ?? nothing}</g>` : nothing} ${letter}
  </svg>`;
}

const order = ['A', 'K', 'Q', 'J', '10', '9'];
/** The classes and marks of the planes of a die. @param {string} face */
export function body_faces(face) {
  const kinds = [0, 3, 1, 2, 4, 5].map((further) => order[(order.indexOf(`${face}`) + further) % order.length]);
  return { kinds: kinds.map((one) => `letter face-${one}`), marks: kinds.map((one) => html`<svg viewBox="0 0 48 48" translate="no"><text class=${one === '10' ? 'narrow' : ''} x="24" y="40">${one}</text></svg>`) };
}
