// @ts-check
// The race as a staircase: all players on one flight of stairs, with the target at the top.
import { chips } from '../../ui/game/chips.js';
import { html, nothing, svg, on_rendered } from '../../ui/lit.js';
import { gain, number } from '../../i18n/words.js';
import { words } from './words.js';
import { words as race_words } from '../race/race.js';

/** @import { EscaleraWholeView as View } from '../../../js/protocol.js' */
/** @import { Helpers } from './table.js' */
/** @typedef {{x: number, y: number}} Point */

// Lengths of the drawing. The stairs have the width of a phone, or are longer beside the log of a desktop; the last step is a landing.
const desktop = matchMedia('(min-width: 60rem) and (min-height: 44rem)');
const width = () => (desktop.matches ? 540 : 360);
const steps = 20;
const rise = 8;
const foot = 20;
const top = () => width() - 48;
/** Eight tokens on one step must fit above it. @param {View} view */
const radius_at = ({ seats }) => (seats.length > 5 ? 11 : desktop.matches ? 13 : 17);
/** Below the flag, for who has reached the target: the next ones stand above or before them. */
const landing = () => width() - 24;
const marks = [0.2, 0.4, 0.6, 0.8, 1];

/** The seats that have taken chips of the pot, with the amounts. @param {View} view @param {Helpers} helpers */
const pot_winners = ({ won }, { names }) =>
  (won ?? []).map((/** @type {number} */ chips, /** @type {number} */ seat) =>
    chips > 0 ? html` · ${names[seat]} <b>${gain(chips)}</b>` : nothing,
  );

/** @param {View} view @param {Helpers} helpers */
export function stairs(view, helpers) {
  const radius = radius_at(view);
  const height = Math.max(steps * rise + 64, 2 * radius * view.seats.length + 12);
  const climbers = places_of(view, height);
  const scores = climbers.map((_, seat) => `${helpers.names[seat]} ${number(view.seats[seat].score)}`);
  const mark = (/** @type {number} */ share) =>
    svg`<text class="height" x=${x_of(share) + (share === 1 ? 10 : 0)} y=${height - 6}>${number(view.target * share)}</text>`;
  return html`<section class="game-board drawn-board esc-race" aria-label=${race_words.race(view.target)}>
    ${view.pot > 0 ? html`<p class="esc-pot ${view.seats.length > 5 ? 'many' : ''}">${chips([{ kind: 'brass', count: Math.min(14, Math.ceil(view.pot / 2)), value: '1' }, { kind: 'red', count: Math.min(7, Math.floor(view.pot / 2)), value: '1' }], 'coins')} ${words.pot} <b>${number(view.pot)}</b>${pot_winners(view, helpers)}</p>` : nothing}
    <svg
      class="esc-stairs"
      viewBox="0 0 ${width()} ${height}"
      preserveAspectRatio="xMidYMax meet"
      role="img"
      aria-label=${scores.join(', ')}
      focusable="false"
    >
      <defs><linearGradient id="stairs-wood" x2="0" y2="1"><stop class="lit" /><stop class="dark" offset="1" /></linearGradient></defs>
      <path class="flight" fill="url(#stairs-wood)" d=${outline(height)} />
      <path class="joints" d=${joint_paths(height)} />
      <path class="edge" d=${tread_paths(height)} />
      ${marks.map(mark)} ${flag(height)} ${last_climb(view, helpers, climbers, height)} ${climbers.map((at, seat) => climber_view(at, seat, view, helpers, height))}
    </svg>
  </section>`;
}

/** @param {number} share of the target */
const x_of = (share) => foot + share * (top() - foot);
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
  return `M0 ${height}V${height - 2}${treads.join('')}H${width()}V${height}`;
}

/** The upper edge of each step. @param {number} height */
const tread_paths = (height) => Array.from({ length: steps + 1 }, (_, step) => `M${step === 0 ? 0 : x_of((step - 0.5) / steps)} ${y_of(step / steps, height) + 1.5}H${step === steps ? width() : x_of((step + 0.5) / steps)}`).join('');
/** The sides of the steps. @param {number} height */
const joint_paths = (height) => Array.from({ length: steps }, (_, step) => `M${x_of((step + 0.5) / steps)} ${y_of((step + 1) / steps, height)}V${height}`).join('');

/** @param {number} height */
const flag = (height) => {
  const stands = y_of(1, height);
  return svg`<path class="pole" d="M${width() - 10} ${stands}v-58" /><path class="flag" d="M${width() - 11} ${stands - 58}l-24 7 24 8Z" />`;
};

/**
 * Position of each token: on the step of the score, above tokens that are already there.
 * @param {View} view @param {number} height @returns {Point[]} by seat
 */
function places_of(view, height) {
  const { seats, target } = view;
  const radius = radius_at(view);
  /** @type {Point[]} */
  const taken = [];
  return seats.map((/** @type {{score: number}} */ { score }) => {
    const share = Math.min(1, score / target);
    const at = { x: share === 1 ? landing() : x_of(share), y: y_of(share, height) - radius - 1 };
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

/** Where the last climb began, as a ghost, and its arc. @param {View} view @param {Helpers} helpers @param {Point[]} climbers @param {number} height */
function last_climb(view, { rolling, disc }, climbers, height) {
  const { last, seats, target } = view;
  const radius = radius_at(view);
  if (!last || rolling || last.reset || last.points <= 0) return nothing;
  const { x, y } = climbers[last.seat];
  const share = Math.max(0, Math.min(1, (seats[last.seat].score - last.points) / target));
  const from = { x: x_of(share), y: y_of(share, height) - radius - 1 };
  if (x - from.x < radius) return nothing;
  return svg`<g class="ghost-climber">
    ${disc(last.seat, radius, from.x, from.y)}
    <path class="way" d="M${from.x.toFixed(1)} ${(from.y - radius - 2).toFixed(1)}Q${((from.x + x) / 2).toFixed(1)} ${(y - 3 * radius).toFixed(1)} ${(x - 2).toFixed(1)} ${(y - radius - 4).toFixed(1)}" />
  </g>`;
}

const still = matchMedia('(prefers-reduced-motion: reduce)');
const most_hops_ms = 500;
/** Where each token stood. @type {WeakMap<Element, Point & {score: number}>} */
const last_scores = new WeakMap();
/**
 * A token goes from step to step, one hop each. Call after each rendering.
 * @param {Element} token @param {Point} at @param {number} score @param {View} view @param {number} height
 */
function animate_hop(token, at, score, view, height) {
  const before = last_scores.get(token);
  last_scores.set(token, { ...at, score });
  if (!before || before.score === score || still.matches) return;
  const step_of = (/** @type {number} */ points) => Math.min(1, Math.max(0, points / view.target)) * steps;
  const [from, to] = [step_of(before.score), step_of(score)];
  const hops = Math.max(1, Math.round(Math.abs(to - from)));
  const place = (/** @type {number} */ x, /** @type {number} */ y) => `translate(${(x - at.x).toFixed(1)}px, ${(y - at.y).toFixed(1)}px)`;
  const keyframes = [{ transform: place(before.x, before.y) }];
  for (let one = 1; one <= hops; ++one) {
    const share = (from + ((to - from) * one) / hops) / steps;
    const [x, y] = one === hops ? [at.x, at.y] : [x_of(share), y_of(share, height) - radius_at(view) - 1];
    const middle = (from + ((to - from) * (one - 0.5)) / hops) / steps;
    keyframes.push({ transform: place(x_of(middle), y - rise) }, { transform: place(x, y) });
  }
  token.firstElementChild?.animate(keyframes, Math.min(most_hops_ms, 90 * hops));
}

/** @param {Point} at @param {number} seat @param {View} view @param {Helpers} helpers @param {number} height */
function climber_view({ x, y }, seat, view, { disc, mine }, height) {
  const kinds = { mine: seat === mine, now: view.turn?.seat === seat, waits: view.seats[seat].sits_out };
  const radius = radius_at(view);
  const kind = Object.entries(kinds).flatMap(([name, holds]) => (holds ? [name] : []));
  return svg`<svg
    class="climber seat-${seat % 8} ${kind.join(' ')}"
    x=${x.toFixed(1)}
    y=${y.toFixed(1)}
    width="1"
    height="1"
    ${on_rendered((token) => animate_hop(token, { x, y }, view.seats[seat].score, view, height))}
  >
    <g><circle class="ring" r=${radius + 2.5} />${disc(seat, radius)}</g>
  </svg>`;
}
