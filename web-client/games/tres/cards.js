// @ts-check
// Draws the cards of TRES. Shape and letter identify a colour, too.
import { html, nothing, svg } from '../../ui/lit.js';
import { signs } from './words.js';

/** @import { Content } from '../../ui/lit.js' */

/** @type {{[letter: string]: {shape: Content}}} */
const colours = {
  r: { shape: svg`<path d="M10 0 18 10 10 20 2 10Z" />` },
  g: { shape: svg`<path d="M10 1 19 18 1 18Z" />` },
  b: { shape: svg`<circle cx="10" cy="10" r="9" />` },
  y: {
    shape: svg`<path d="m10 0 3 7 7 .5-5.500 4.500 2 7-6.500-4-6.500 4 2-7L0 7.500 7 7Z" />`,
  },
};

/** @type {{[card: string]: {sign: Content}}} */
const actions = {
  R3: {
    sign: svg`<path class="sign" d="M19 52V36m0 0-6 7m6-7 6 7M41 32v16m0 0-6-7m6 7 6-7" />`,
  },
  S3: {
    sign: svg`<circle class="sign" cx="30" cy="43" r="11" /><path class="sign" d="M22.500 50.500 37.500 35.500" />`,
  },
  P3: { sign: svg`<text class="huge" x="30" y="53">+3</text>` },
};

/** @param {string} card */
export const is_action = (card) => card in actions;

/** The face of a card. The caller adds its accessible name. @param {string} card */
export function face(card) {
  if (is_action(card)) {
    return frame(
      'action',
      svg`${corner('3')}${bands()}${actions[card].sign}<text class="below" x="30" y="75">${signs.actions[card]}</text>`,
    );
  }
  const letter = card.startsWith('W') ? card.slice(1) : card.charAt(0);
  const colour = colours[letter];
  const text = card.startsWith('W') ? 'W' : card.slice(1);
  const shape = colour
    ? svg`<g class="shape" transform="translate(38 7) scale(.75)">${colour.shape}</g>
        <g class="shape" transform="translate(7 59)">${colour.shape}</g>
        <g class="shape" transform="translate(5.500 25) scale(.52)">${colour.shape}</g>
        <text class="letter" x="53" y="78">${signs.letters[letter]}</text>`
    : nothing;
  const middle = card.startsWith('W')
    ? svg`<text class="big" x="30" y="50">1–9</text>`
    : svg`<text class="huge" x="30" y="53">${text}</text>`;
  return frame(colour ? letter : 'wild', svg`${corner(text)}${shape}${middle}`);
}

export const back = () =>
  frame(
    'back',
    svg`<path class="weave" d="M8 8H52V76H8ZM8 25 30 8 52 25M8 59 30 76 52 59" />
      <text class="big" x="30" y="51">3</text>`,
  );

/** @param {string} kind @param {Content} drawing */
const frame = (kind, drawing) =>
  html`<svg class="tres-face ${kind}" viewBox="0 0 60 84" aria-hidden="true" focusable="false">
    <rect class="paper" x="1" y="1" width="58" height="82" rx="7" />${drawing}
  </svg>`;
/** @param {string} text */
const corner = (text) => svg`<text class="corner" x="7" y="21">${text}</text>`;
const bands = () =>
  ['r', 'g', 'b', 'y'].map(
    (letter, at) => svg`<g class="shape ${letter}" transform="translate(${24 + 8 * at} 9) scale(.36)"
      >${colours[letter].shape}</g>`,
  );
