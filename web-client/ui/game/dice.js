// @ts-check
// Draws dice for the games that use them; they load ui/dice.css.
import { anew, html, nothing, svg } from '../lit.js';

const at = [26, 50, 74];
/** Positions of the pips of a face, as cells of a 3 × 3 grid. */
const pips = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {number | undefined} face 1..6; undefined draws an empty place */
export function die(face) {
  const drawn = face ? pips[face] : [];
  return html`<svg class="die ${face ? '' : 'empty'}" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    ${drawn.map((cell) => svg`<circle class="pip" cx=${at[cell % 3]} cy=${at[Math.floor(cell / 3)]} r="9.5" />`)}
  </svg>`;
}

/** The cup that shakes while a throw waits for the players' secrets. */
const shaker = () =>
  html`<svg class="shaker" viewBox="0 0 60 60" aria-hidden="true" focusable="false">
    <path class="leather" d="M13 8 L19 51 Q30 56 41 51 L47 8 Z" />
    <path class="leather-lit" d="M13 8 L19 51 Q22 52.5 25 53.1 L21.5 8 Z" />
    <ellipse class="inside" cx="30" cy="8" rx="17" ry="5.5" />
    <path class="stitch" d="M14.6 16 Q30 22.5 45.4 16 M18 44 Q30 49 42 44" />
  </svg>`;

/**
 * A die, or its place, that may be in the cup; the cup is drawn over the middle one of these.
 * @param {import('../lit.js').Content} drawn @param {string} kind further classes @param {number} position
 * @param {number[]} shaken the positions of the dice in the cup
 */
export const cupped = (drawn, kind, position, shaken) =>
  html`<span class="tumbler ${kind} ${shaken.includes(position) ? 'shaken' : ''}"
    >${drawn}${position === shaken[shaken.length >> 1] ? shaker() : nothing}</span
  >`;

/**
 * A die that rolls over other faces before it stops.
 * @param {number | undefined} face @param {number | null} throwing number of the throw; undefined: no animation
 * @param {number} position @param {number[]} [shaken] the positions of the dice in the cup
 */
export function tumbler(face, throwing, position, shaken = []) {
  if (throwing === null || !face || shaken.includes(position)) return cupped(die(face), '', position, shaken);
  const passing = [2, 3].map((further) => 1 + ((face + further * (position + 1) + throwing) % 6));
  const rolling = html`<span class="tumbler tumbles">${die(face)}${passing.map((other) => html`<span class="passing">${die(other)}</span>`)}</span>`;
  return anew(throwing, rolling);
}

/**
 * The dice on the felt, each with its control.
 * @param {object} row
 * @param {number[]} row.dice faces by position; empty before the first throw
 * @param {number} row.count
 * @param {Set<number>} row.thrown positions of the last throw: they are animated
 * @param {number} row.throwing increases with every throw, to restart the animation
 * @param {number[]} row.shaken positions of the dice in the cup, while a throw waits
 * @param {Set<number>} row.held positions kept back
 * @param {((position: number) => void) | null} row.toggle null if dice cannot be selected
 * @param {{name: (position: number, face: number) => string,
 *   held: (position: number) => string, note?: (position: number) => string | null}} row.words `note`: what a die is worth, where its face does not say so
 */
export function dice_row({ dice, count, thrown, throwing, shaken, held, toggle, words }) {
  const one = (/** @type {number} */ position) => {
    const face = dice[position];
    const drawn = tumbler(face, thrown.has(position) ? throwing : null, position, shaken);
    if (!face) return html`<li>${drawn}</li>`;
    const name = words.name(position, face);
    if (!toggle) return html`<li><span role="img" aria-label=${name}>${drawn}</span></li>`;
    return html`<li>
      <button
        class="die-button"
        type="button"
        aria-keyshortcuts=${position + 1}
        aria-pressed=${held.has(position) ? 'true' : 'false'}
        aria-label=${name}
        @click=${() => toggle(position)}
      >
        ${drawn}${words.note?.(position) ? html`<span class="die-note" aria-hidden="true">${words.note(position)}</span>` : nothing} ${held.has(position) ? html`<span class="held-mark">${words.held(position)}</span>` : nothing}
      </button>
    </li>`;
  };
  return html`<ol class="dice">
    ${Array.from({ length: count }, (_, position) => one(position))}
  </ol>`;
}
