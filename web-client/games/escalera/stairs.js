// @ts-check
// The race as a staircase: all players on one flight of stairs, with the target at the top.
import { chips } from '../../ui/game/chips.js';
import { html, nothing, svg } from '../../ui/lit.js';
import { gain, number } from '../../i18n/words.js';
import { words } from './words.js';
import { words as race_words } from '../race/race.js';

/** @import { EscaleraWholeView as View } from '../../../js/protocol.js' */
/** @import { Helpers } from '../contract.js' */
/** @typedef {{x: number, y: number}} Point */

// Lengths of the drawing. The stairs have the width of a phone; the last step is a landing.
const width = 360;
const steps = 20;
const rise = 9;
const foot = 20;
const top = 312;
const radius = 11;
const marks = [0.2, 0.4, 0.6, 0.8, 1];

/** The seats that have taken chips of the pot, with the amounts. @param {View} view @param {Helpers} helpers */
const taken = ({ won }, { names }) =>
  (won ?? []).map((/** @type {number} */ chips, /** @type {number} */ seat) =>
    chips > 0 ? html` · ${names[seat]} <b>${gain(chips)}</b>` : nothing,
  );

/** @param {View} view @param {Helpers} helpers */
export function stairs(view, helpers) {
  const height = Math.max(steps * rise + 44, 2 * radius * view.seats.length + 12);
  const climbers = places_of(view, height);
  const scores = climbers.map((_, seat) => `${helpers.names[seat]} ${number(view.seats[seat].score)}`);
  const mark = (/** @type {number} */ share) =>
    svg`<text class="height" x=${x_of(share) + (share === 1 ? 10 : 0)} y=${height - 6}>${number(view.target * share)}</text>`;
  return html`<section class="game-board drawn-board esc-race" aria-label=${race_words.race(view.target)}>
    ${view.pot > 0 ? html`<p class="esc-pot">${chips([{ kind: 'brass', count: Math.min(14, Math.ceil(view.pot / 2)), value: '1' }, { kind: 'red', count: Math.min(7, Math.floor(view.pot / 2)), value: '1' }], 'coins')} ${words.pot} <b>${number(view.pot)}</b>${taken(view, helpers)}</p>` : nothing}
    <svg
      class="esc-stairs"
      viewBox="0 0 ${width} ${height}"
      preserveAspectRatio="xMidYMax meet"
      role="img"
      aria-label=${scores.join(', ')}
      focusable="false"
    >
      <defs><linearGradient id="stairs-wood" x2="0" y2="1"><stop class="lit" /><stop class="dark" offset="1" /></linearGradient></defs>
      <path class="flight" fill="url(#stairs-wood)" d=${outline(height)} />
      <path class="joints" d=${joints(height)} />
      <path class="edge" d=${treads(height)} />
      ${marks.map(mark)} ${flag(height)} ${climbers.map((at, seat) => climber(at, seat, view, helpers))}
    </svg>
  </section>`;
}

/** @param {number} share of the target */
const x_of = (share) => foot + share * (top - foot);
/**
 * The ground, then each step, starting half a tread before its height.
 * @param {number} share @param {number} height
 */
const y_of = (share, height) => height - 2 - rise * Math.floor(share * steps + 0.5);

/** @param {number} height */
function outline(height) {
  const treads = Array.from({ length: steps }, (_, step) => {
    const x = x_of((step + 0.5) / steps);
    return `H${x}V${y_of((step + 1) / steps, height)}`;
  });
  return `M0 ${height}V${height - 2}${treads.join('')}H${width}V${height}`;
}

/** The upper edge of each step. @param {number} height */
const treads = (height) => Array.from({ length: steps + 1 }, (_, step) => `M${step === 0 ? 0 : x_of((step - 0.5) / steps)} ${y_of(step / steps, height) + 1.5}H${step === steps ? width : x_of((step + 0.5) / steps)}`).join('');
/** The sides of the steps. @param {number} height */
const joints = (height) => Array.from({ length: steps }, (_, step) => `M${x_of((step + 0.5) / steps)} ${y_of((step + 1) / steps, height)}V${height}`).join('');

/** @param {number} height */
const flag = (height) => {
  const stands = y_of(1, height);
  return svg`<path class="pole" d="M350 ${stands}v-38" /><path class="flag" d="M349 ${stands - 38}l-22 6 22 7Z" />`;
};

/**
 * Position of each token: on the step of the score, above tokens that are already there.
 * @param {View} view @param {number} height @returns {Point[]} by seat
 */
function places_of({ seats, target }, height) {
  /** @type {Point[]} */
  const taken = [];
  return seats.map((/** @type {{score: number}} */ { score }) => {
    const share = Math.min(1, score / target);
    const at = { x: x_of(share), y: y_of(share, height) - radius - 1 };
    const touches = () => taken.some(({ x, y }) => Math.hypot(x - at.x, y - at.y) < 2 * radius - 1);
    const ground = at.y;
    while (touches()) {
      at.y -= 1.5;
      if (at.y > radius) continue;
      at.x -= 2 * radius; // no space above: start a second pile beside the first
      at.y = ground;
    }
    taken.push(at);
    return at;
  });
}

/** @param {Point} at @param {number} seat @param {View} view @param {Helpers} helpers */
function climber({ x, y }, seat, view, { names, mine }) {
  const letter = names[seat]?.match(/[\p{L}\p{N}]/u)?.[0] ?? '';
  const kinds = { mine: seat === mine, now: view.turn?.seat === seat, waits: view.seats[seat].sits_out };
  const kind = Object.entries(kinds).flatMap(([name, holds]) => (holds ? [name] : []));
  return svg`<svg
    class="climber seat-${seat % 8} ${kind.join(' ')}"
    x=${x.toFixed(1)}
    y=${y.toFixed(1)}
    width="1"
    height="1"
  >
    <circle class="ring" r=${radius + 2.5} /><circle class="disc" r=${radius} />
    <text y="5">${letter.toUpperCase()}</text>
  </svg>`;
}
