// @ts-check
// Draws the cards of TRES; the style sheet gives them their edge and ground. Number and symbol identify a colour, too.
import { html, nothing, svg } from '../../ui/lit.js';
import { symbols } from './words.js';

/** @import { Content } from '../../ui/lit.js' */

/** The symbols of the colours, around 0 0. @type {{[letter: string]: string}} */
const shapes = {
  r: 'M0-10L8.500 0 0 10-8.500 0z',
  g: 'M0-9.500L10 8H-10z',
  b: 'M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0z',
  y: 'M0-10.500l2.900 6.500 7.100.8-5.300 4.700 1.500 6.900L0 4.900l-6.200 3.500 1.500-6.900L-10-3.200l7.100-.8z',
};

/** The symbols of the actions, around 0 0: the large one, and that below the number in the corner. @type {{[card: string]: [Content, Content]}} */
const actions = {
  R3: [
    svg`<path class="symbol" d="M-17 2v-8a9 9 0 0 1 9-9h19M4-24l9 9-9 9M17-2v8a9 9 0 0 1-9 9h-19M-4 24l-9-9 9-9" />`,
    svg`<path class="symbol" d="M9 44h11l-4-4M20 50H9l4 4" />`,
  ],
  S3: [
    svg`<path class="symbol" d="M-21 0a21 21 0 1 0 42 0a21 21 0 1 0-42 0M-14.500 14.500 14.500-14.500" />`,
    svg`<path class="symbol" d="M9.500 45a6.500 6.500 0 1 0 13 0a6.500 6.500 0 1 0-13 0M11.500 49.500l9-9" />`,
  ],
  P3: [svg`<text class="plus" y="15">+3</text>`, svg`<text class="corner plus" x="8" y="50">+3</text>`],
};

/** @param {string} card */
export const is_action = (card) => card in actions;

/** The face of a card. The caller adds its accessible name. @param {string} card */
export function face(card) {
  if (is_action(card)) {
    const [large, below] = actions[card];
    return frame('action', svg`${mouth('rbyg')}<g class="middle" transform="translate(50 76)">${large}</g>${corner('3')}${below}`);
  }
  const wild = card.startsWith('W');
  const letter = wild ? card.slice(1) : card.charAt(0);
  const number = wild ? '1–9' : card.slice(1);
  const symbol = letter
    ? svg`${shape(letter, wild ? '17 37' : '16.500 39')}<text class="letter" x="92" y="137">${symbols.letters[letter]}</text>`
    : nothing;
  if (wild)
    return frame(`wild ${letter}`, svg`${mouth(letter ? letter.repeat(4) : 'rbyg')}<text class="big" x="50" y="74">1–9</text><text class="any" x="50" y="87">${symbols.any[0]}</text><text class="any" x="50" y="98">${symbols.any[1]}</text>${corner(number)}${symbol}`);
  return frame(
    letter,
    svg`<g transform="translate(55 82) rotate(-24)"><ellipse class="oval" rx="33" ry="46" /><ellipse class="stitches" rx="29.500" ry="42.500" /></g>
      <text class="huge" x="55" y="92">${number}</text>${shape(letter, '55 110', 'below')}${corner(number)}${symbol}
      <text class="end" x="-92" y="-123" transform="rotate(180)">${number}</text>`,
  );
}

export const back = () =>
  frame(
    'back',
    svg`<rect class="stitches" x="11" y="11" width="78" height="124" rx="5" />
      <path class="weave" d="M16 42 50 17 84 42M16 58 50 33 84 58M16 104 50 129 84 104M16 88 50 113 84 88" />
      <path class="cup" d="M33 58q2 22 6 34 11 7 22 0 4-12 6-34z" /><ellipse class="rim" cx="50" cy="58" rx="17" ry="5.500" />
      <path class="stitches" d="M34.500 68q15.500 7 31 0M38 87q12 6 24 0" />`,
  );

/** A card in a line of text: what is in its corner. @param {string} card */
export function chip(card) {
  const wild = card.startsWith('W');
  const letter = wild ? card.slice(1) : card.charAt(0);
  const drawing = is_action(card)
    ? svg`${corner('3')}<g transform="translate(18 -29)">${actions[card][1]}</g>`
    : svg`${corner(wild ? '1–9' : card.slice(1))}${letter && shape(letter, wild ? '54 17' : '36 17')}`;
  const kind = is_action(card) ? 'action' : wild ? `wild ${letter}` : letter;
  return html`<svg class="tres-face chip ${kind}" viewBox=${wild && letter ? '2 4 64 27' : '2 4 48 27'} aria-hidden="true" focusable="false">${drawing}</svg>`;
}

/** @param {string} kind @param {Content} drawing */
const frame = (kind, drawing) =>
  html`<svg class="tres-face ${kind}" viewBox="0 0 100 146" aria-hidden="true" focusable="false">${drawing}</svg>`;
/** @param {string} text */
const corner = (text) => svg`<text class="corner" x="8" y="28">${text}</text>`;
/** @param {string} letter @param {string} at @param {string} [kind] */
const shape = (letter, at, kind = '') =>
  svg`<path class="shape ${letter} ${kind}" d=${shapes[letter]} transform="translate(${at}) scale(${kind ? 1 : 0.84})" />`;
/** The cup's mouth, its quarters in these colours. @param {string} letters from the upper left, line by line */
const mouth = (letters) =>
  svg`<g transform="translate(50 76) rotate(-24)">
      ${['M0 0V-52A38 52 0 0 0-38 0z', 'M0 0H38A38 52 0 0 0 0-52z', 'M0 0H-38A38 52 0 0 0 0 52z', 'M0 0V52A38 52 0 0 0 38 0z'].map(
        (quarter, at) => svg`<path class="ground ${letters[at]}" d=${quarter} />`,
      )}
      <ellipse class="rim" rx="38" ry="52" />
    </g>
    <circle class="oval" cx="50" cy="76" r="31" />`;
