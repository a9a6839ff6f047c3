// @ts-check
// Lays the dice of a field where they belong, and moves them there: thrown out of the cup, or between felt and tray. The page has the new
// state before anything moves.
import { sorted_places, seeded_random, assign_places, die_edge, flight_path, places } from './places.js';
import { plane_colours } from './die.js';

/** @import { Place } from './places.js' */
/**
 * The scene that a field shows.
 * @typedef {object} Scene
 * @property {string} seed of the last throw; all who watch have the same
 * @property {boolean} fresh the throw has just been made
 * @property {number} count of dice, also of those that are not there
 * @property {number[]} thrown positions of the dice of the last throw
 * @property {number[]} kept positions of the dice in the tray
 * @property {{stair: number[], others: number[]} | null} set how the dice were set in order, when they lie
 * @property {number[]} shaken positions of the dice in the cup
 * @property {boolean} tapped its dice are buttons: they are other elements then
 */
/** @typedef {Place & {size: number}} PlacedDie */
/** @typedef {{scene: Scene, drawn: string, lying: Map<number, PlacedDie>, size: string}} Known */

const still = matchMedia('(prefers-reduced-motion: reduce)');
const slide_ms = 160;
/** How long a press of the cup shakes it at least. */
const shake_ms = 160;
const fade_ms = 120;
const cup_ms = 620;
/** The edge of a die in the tray, as a share of that on the felt. */
const in_tray = 0.8;

/** When the cup of a field was pressed. @type {WeakMap<Element, number>} */
const pressed_at = new WeakMap();
/** The animations of a field's last throw. @type {WeakMap<Element, Animation[]>} */
const throws = new WeakMap();
/** @type {WeakMap<Element, Known>} */
const fields = new WeakMap();
/** @type {ResizeObserver | null} */
let sizes = null;

/** Call after each rendering of a field. @param {HTMLElement} field @param {Scene} scene */
export function lay_dice(field, scene) {
  const before = fields.get(field);
  const drawn = JSON.stringify(scene) + field.querySelectorAll('.dice > li').length;
  if (before?.drawn === drawn) return;
  if (!before) observe_field(field);
  const lying = place_dice(field, scene);
  fields.set(field, { scene, drawn, lying, size: size_of(field) });
  if (before) move_dice(field, scene, before, lying);
}

/** @param {HTMLElement} field */
function observe_field(field) {
  sizes ??= new ResizeObserver((all) => all.forEach(({ target }) => on_resize(/** @type {HTMLElement} */ (target))));
  sizes.observe(field);
  const tray = field.closest('.tray');
  for (const touch of ['pointerdown', 'click']) tray?.addEventListener(touch, (event) => on_touch(field, event));
}

const throw_button_selector = '[aria-keyshortcuts~="Space"]';
/** The cup shakes from the first touch of it, or of the button below it, until the answer is there. @param {HTMLElement} field @param {Event} event */
function on_touch(field, { type, target }) {
  const tray = field.closest('.tray');
  const button = /** @type {HTMLElement | null} */ (tray?.querySelector(`${throw_button_selector}[aria-disabled="false"]`) ?? null);
  const at = /** @type {Element} */ (target);
  if (!button || !(button.contains(at) || at.closest('.dice-cup'))) return;
  field.classList.add('pressed');
  if (!pressed_at.has(field)) pressed_at.set(field, performance.now());
  const unpress_when_done = () => {
    const busy = tray?.querySelector(`${throw_button_selector}[aria-busy="true"]`) || tray?.matches(':active');
    if (busy && field.isConnected) setTimeout(unpress_when_done, shake_ms);
    else {
      field.classList.remove('pressed');
      pressed_at.delete(field);
    }
  };
  setTimeout(unpress_when_done, shake_ms);
  if (type === 'click' && !button.contains(at)) button.click();
}

/** @param {HTMLElement} field */
const size_of = ({ clientWidth, clientHeight }) => `${clientWidth} ${clientHeight}`;

/** @param {HTMLElement} field */
function on_resize(field) {
  const known = fields.get(field);
  if (known && known.size !== size_of(field)) fields.set(field, { ...known, lying: place_dice(field, known.scene), size: size_of(field) });
}

/** @param {HTMLElement} field @param {string} part @returns {{x: number, y: number, width: number, height: number}} */
function box_of(field, part) {
  const one = /** @type {HTMLElement | null} */ (field.querySelector(part));
  return one ? { x: one.offsetLeft, y: one.offsetTop, width: one.offsetWidth, height: one.offsetHeight } : { x: 0, y: 0, width: 0, height: 0 };
}

/** Puts each die where it belongs. @param {HTMLElement} field @param {Scene} scene */
function place_dice(field, { seed, count, thrown, kept, set }) {
  const zone = box_of(field, '.dice-zone');
  const tray = box_of(field, '.dice-tray');
  const css_number = (/** @type {string} */ name) => parseFloat(getComputedStyle(field).getPropertyValue(name)) || undefined;
  const edge_of = (/** @type {number} */ so_many) => die_edge(zone, so_many, css_number('--most-edge'), css_number('--in-row'));
  const lie = [...Array(count).keys()].filter((position) => !kept.includes(position));
  /** Where nobody takes dice to the tray between two throws, few are larger than many. */
  const grow = css_number('--few-grow');
  const edge = edge_of(grow ? lie.length : count);
  const next = seeded_random(seed);
  const spare = Math.max(0, zone.height - 4.4 * edge); // they lie near each other on a high felt
  zone.height -= spare;
  zone.y += spare / 2;
  const free = places(grow ? lie.length : count, zone, edge, next, css_number('--note-width'));
  const felt = grow ? [] : assign_places(free, zone, thrown);
  if (grow) lie.forEach((position, at) => (felt[position] = free[at]));
  if (set) for (const [position, place] of sorted_places(set.stair, set.others, zone, edge)) felt[position] = place;
  const small = Math.min(in_tray * edge_of(count), 0.66 * tray.height) / edge;
  const slot = Math.max(42, Math.min(1.25 * small * edge, 0.8 * tray.width / count)); // there are words behind them
  /** @type {Map<number, PlacedDie>} */
  const lying = new Map();
  field.style.setProperty('--s', `${edge}px`);
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (field.querySelectorAll('.dice > li'))) {
    const position = Number(one.dataset.position);
    const at = kept.includes(position)
      ? { x: tray.x + 10 + (position + 0.5) * slot, y: tray.y + (tray.height > 100 ? 0.6 : 0.52) * tray.height, turn: [-4, 3, -2, 5, -3, 4][position % 6], size: small }
      : { ...felt[position], x: zone.x + felt[position].x, y: zone.y + felt[position].y, size: 1 };
    lying.set(position, at);
    one.style.transform = `translate(${at.x}px, ${at.y}px)`;
    one.style.zIndex = `${10 + Math.round(at.y)}`;
    one.style.setProperty('--size', `${at.size}`);
    one.style.setProperty('--turn', `${at.turn}deg`);
    const cube = /** @type {HTMLElement | null} */ (one.querySelector('.cube'));
    if (cube) cube.style.cssText = plane_colours(at.turn);
  }
  return lying;
}

/** @param {HTMLElement} field @param {Scene} scene @param {Known} before @param {Map<number, PlacedDie>} lying */
function move_dice(field, scene, before, lying) {
  const fresh = scene.fresh && scene.seed !== before.scene.seed;
  const flying = fresh ? scene.thrown.filter((position) => lying.has(position)) : [];
  for (const [position, at] of lying) {
    const part = /** @type {HTMLElement | null} */ (field.querySelector(`.dice > [data-position="${position}"] > *`));
    const was = before.lying.get(position);
    if (!part || flying.includes(position)) continue;
    if (was && (was.x !== at.x || was.y !== at.y) && !still.matches)
      part.animate([{ transform: `translate(${was.x - at.x}px, ${was.y - at.y}px) scale(${was.size / at.size})` }, { transform: 'none' }], { duration: slide_ms, easing: 'ease-out' });
  }
  if (flying.length > 0) roll_dice(field, flying, lying, scene.seed);
}

/** @param {HTMLElement} field @param {number[]} flying @param {Map<number, PlacedDie>} lying @param {string} seed */
function roll_dice(field, flying, lying, seed) {
  const die_part = (/** @type {number} */ position, /** @type {string} */ part) => /** @type {HTMLElement} */ (field.querySelector(`.dice > [data-position="${position}"] ${part}`));
  if (still.matches) {
    for (const position of flying) die_part(position, '.die-stage').animate([{ opacity: 0 }, { opacity: 1 }], fade_ms);
    return;
  }
  const next = seeded_random(`${seed} way`);
  const edge = parseFloat(field.style.getPropertyValue('--s'));
  const mouth = cup_mouth(field);
  /** @type {Animation[]} */
  const all = [];
  // A quick answer does not cut the shake short: the dice come later, but lie when they would have.
  const rest = Math.max(0, Math.min(shake_ms, (pressed_at.get(field) ?? -Infinity) + shake_ms - performance.now()));
  setTimeout(() => field.classList.remove('pressed'), rest);
  field.classList.add('throwing');
  for (const [at, position] of flying.entries()) {
    const { x, y } = /** @type {PlacedDie} */ (lying.get(position));
    const { delay, duration, slide, hop, tumble, shadow } = flight_path(at, { x: mouth.x - x, y: mouth.y - y }, edge, next);
    const timing = /** @type {KeyframeAnimationOptions} */ ({ delay: delay + rest, duration: duration - rest, fill: 'backwards' });
    all.push(die_part(position, '> *').animate(slide, timing), die_part(position, '.hop').animate(hop, timing));
    all.push(die_part(position, '.tumble').animate(tumble, timing), die_part(position, '.cast').animate(shadow, timing));
  }
  const cup = field.querySelector('.dice-cup > *');
  if (cup)
    all.push(
      cup.animate(
        [
          { transform: 'none', opacity: 1 },
          { transform: 'translate(-14px, -16px) rotate(-78deg)', offset: 0.3, easing: 'ease-out' },
          { transform: 'translate(-16px, -14px) rotate(-72deg)', offset: 0.55 },
          { transform: 'none', opacity: 1 },
        ],
        { delay: rest, duration: cup_ms, easing: 'cubic-bezier(0.3, 0, 0.4, 1)' },
      ),
    );
  throws.set(field, all);
  Promise.all(all.map(({ finished }) => finished))
    .catch(() => {})
    .then(() => throws.get(field) === all && field.classList.remove('throwing')); // the next throw may have begun
}

/** Where the dice leave the cup. @param {HTMLElement} field */
function cup_mouth(field) {
  const { x, y, width, height } = box_of(field, '.dice-cup');
  return width > 0 ? { x: x + 0.3 * width, y: y + 0.25 * height } : { x: field.clientWidth - 70, y: field.clientHeight };
}
