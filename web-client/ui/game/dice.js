// @ts-check
// Draws the dice of a table: a field of felt and, for some games, a tray; they load ui/dice.css.
import { html, nothing, on_rendered } from '../lit.js';
import { cup_drawing } from '../still.js';
import { die_body, die, pipped } from './die.js';
import { lay_dice } from './throw.js';

/** @import { Content } from '../lit.js' */
/** @import { Of } from '../../games/contract.js' */
/** What a die shows: pips, or the name of a face. @typedef {number | string | undefined} Face */
/** What is on a die with this face. @typedef {Of<[face: Face], Parameters<typeof die_body>[0]>} Faces */

const flat = matchMedia('(forced-colors: active)');

/**
 * A die that lies still, in a box of its own size.
 * @param {Face} face @param {number} turn in degrees @param {Faces} [faces] @param {Of<[face: Face], Content>} [drawn_flat]
 *   a die where colours are forced
 */
export const single_die = (face, turn, faces = pipped, drawn_flat = die) =>
  flat.matches
    ? drawn_flat(face)
    : html`<span class="die-stage" aria-hidden="true" .style=${`--turn:${turn}deg`}
        ><span class="ground"><span class="contact"></span><span class="cast"></span></span>${die_body(faces(face), turn)}</span
      >`;

/**
 * The dice on the felt, each with its control.
 * @template {number | string} Own
 * @param {object} field
 * @param {Own[]} field.dice faces by position; empty before the first throw
 * @param {number} [field.count]
 * @param {Faces} [field.faces] pips by default
 * @param {Of<[face: Face], Content>} [field.drawn_flat] a die where colours are forced
 * @param {string} field.seed of the last throw
 * @param {number[]} field.thrown positions of the last throw
 * @param {boolean} [field.fresh] it has just been made, and is to be seen
 * @param {number[]} [field.shaken] positions of the dice in the cup, while a throw waits
 * @param {Set<number>} [field.held] positions kept back
 * @param {Set<number>} [field.ringed] positions that score
 * @param {{stair: number[], others: number[]} | null} [field.set] how the dice were set in order, when they lie
 * @param {Content} [field.tray] what the tray says; without it there is none
 * @param {((position: number) => void) | null} [field.toggle] null if dice cannot be selected
 * @param {{name?: (position: number, face: Own) => string, note?: (position: number) => string | null}} field.words without `name` they are told elsewhere;
 *   `note`: what a die is worth, where its face does not say so
 */
export function dice_field({ dice, count = dice.length, faces = pipped, drawn_flat = die, seed, thrown, fresh = true, shaken = [], held = new Set(), tray, ringed = tray === undefined ? held : new Set(), set = null, toggle = null, words }) {
  const die_item = (/** @type {Own} */ face, /** @type {number} */ position) => {
    const name = words.name?.(position, face);
    const note = words.note?.(position);
    const drawn = html`<span class="die-stage ${ringed.has(position) ? 'ringed' : ''}" aria-hidden="true"
      ><span class="ground"><span class="contact"></span><span class="cast"></span></span><span class="hop"><span class="tumble">${flat.matches ? drawn_flat(face) : die_body(faces(face))}</span></span></span
    >${note ? html`<span class="die-note" aria-hidden="true">${note}</span>` : nothing}`;
    return html`<li data-position=${position} class="${shaken.includes(position) ? 'shaken' : ''} ${toggle ? '' : 'seen'}">
      ${
        toggle
          ? html`<button
              class="die-button"
              type="button"
              aria-keyshortcuts=${position + 1}
              aria-pressed=${held.has(position) ? 'true' : 'false'}
              aria-label=${name ?? nothing}
              @click=${() => toggle(position)}
            >
              ${drawn}
            </button>`
          : html`<span class="die-seen" role=${name ? 'img' : nothing} aria-label=${name ?? nothing}>${drawn}</span>`
      }
    </li>`;
  };
  const scene = { seed, fresh, count, thrown: [...thrown].sort(), kept: tray === undefined ? [] : [...held].sort(), set, shaken, tapped: toggle !== null };
  return html`<div class="dice-field ${tray === undefined ? 'trayless' : ''}" data-spot="dice" ${on_rendered((field) => lay_dice(field, scene))}>
    <div class="dice-zone"></div>
    ${tray === undefined ? nothing : html`<div class="dice-tray leather">${tray}</div>`}
    <ol class="dice">
      ${dice.map(die_item)}
    </ol>
    <div class="dice-cup ${shaken.length > 0 ? 'shaking' : ''}"><svg viewBox="14 8 172 224" aria-hidden="true" focusable="false">${cup_drawing()}</svg></div>
  </div>`;
}
