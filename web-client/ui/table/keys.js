// @ts-check
// Keyboard use of the table: shortcuts, and where the focus goes when the focused element disappears.

import { lost_field_id } from '../../core/focus.js';

/** @import { Keys } from '../../games/contract.js' */

/** The primary actions behind those of the game, most urgent first. A button is found by its aria-keyshortcuts. */
const first_selectors = [
  '.play [aria-keyshortcuts~="Space"][aria-disabled="false"]',
  '.play .dice button',
  '.play .box',
  '.result .primary',
  '.play [aria-keyshortcuts]',
];
/** The elements that arrow keys reach in any game. */
const reachable_selector = '.play .box, .play .die-button';
/** The selectors that the game adds. @type {Keys | undefined} */
let game_keys;
const typed_into = 'input, select, textarea, dialog, [contenteditable]';
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {string} selector */
const visible_elements = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()));
const first_action = () => [...(game_keys?.first ?? []), ...first_selectors].flatMap(visible_elements)[0];
/** @param {HTMLElement | undefined} one */
const focus_element = (one) => one?.focus({ preventScroll: one.closest('.swiped') === null });

/**
 * The names by which a shortcut may ask for a key: what it types, and where it types no Latin letter and no digit, as the digits of French and
 * Czech keyboards and the letters of other scripts, its place.
 * @param {Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>} event
 */
export function names_of({ key, code, shiftKey }) {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  const [, place] = code.match(/^(?:Key|Digit)([A-Z0-9])$/) ?? [];
  return key.length > 1 || shiftKey || place === undefined || /[a-z0-9 ]/i.test(key) ? [name] : [name, place];
}

/**
 * Handles a key at the table. Returns true if it was used.
 * @param {KeyboardEvent} event @param {() => void} help shows the list of shortcuts
 */
export function handle_table_key(event, help) {
  const { key, target } = event;
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || lost_field_id() !== null) return false;
  const at = /** @type {HTMLElement} */ (target);
  if (at.closest(typed_into) || document.querySelector('dialog[open]')) return false;
  if (key === '?') {
    help();
    return true;
  }
  if (Object.hasOwn(arrows, key)) return at.closest('summary') === null && move_focus(at, arrows[/** @type {keyof typeof arrows} */ (key)]);
  // the browser's own, but not on what does nothing now
  const native = at.closest('button:not([aria-disabled="true"]), a, summary') && !(key === ' ' && at.matches('.box'));
  if ((key === ' ' || key === 'Enter') && native) return false;
  const [button] = names_of(event).flatMap((name) => visible_elements(`.play [aria-keyshortcuts~="${CSS.escape(name)}"]:not([aria-disabled="true"])`));
  if (!button) return false;
  button.click();
  return true;
}

/**
 * Moves the focus to the nearest element in this direction, or to the first one if the focus is elsewhere.
 * @param {HTMLElement} at @param {number[]} way
 */
function move_focus(at, [x, y]) {
  const wanted = game_keys ? `${reachable_selector}, ${game_keys.reached}` : reachable_selector;
  const all = visible_elements(wanted);
  const idle = game_keys?.idle;
  const useful = idle ? all.filter((one) => !one.matches(idle)) : all;
  const targets = useful.length > 0 ? useful : all;
  const start = element_middle(at);
  const inside = at.matches(wanted);
  const ahead = targets.map((one) => {
    const { left, top } = element_middle(one);
    const along = (left - start.left) * x + (top - start.top) * y;
    const aside = Math.abs((left - start.left) * y + (top - start.top) * x);
    return { one, along, far: along + 3 * aside };
  });
  const nearest = ahead.filter(({ one, along }) => one !== at && along > 4).sort((a, b) => a.far - b.far)[0]?.one;
  const next = inside ? nearest : (visible_elements('.play .box')[0] ?? targets[0]);
  focus_element(next);
  return next !== undefined;
}

/** @param {HTMLElement} one */
function element_middle(one) {
  const { left, top, width, height } = one.getBoundingClientRect();
  return { left: left + width / 2, top: top + height / 2 };
}

/** The element that had the focus last, perhaps on the page from which the table was opened. @type {HTMLElement | null} */
let last = null;
/** A piece was just selected by keyboard: where it can go comes next. */
let is_piece_chosen = false;
addEventListener('focusin', ({ target }) => (last = /** @type {HTMLElement} */ (target)));
addEventListener(
  'click',
  ({ target, detail }) => (is_piece_chosen = detail === 0 && game_keys !== undefined && /** @type {HTMLElement} */ (target).closest(game_keys.piece) !== null),
  { capture: true },
);

/** Call after each rendering. @param {boolean} asked our turn has just started @param {Keys} [keys] what the game adds */
export function follow_focus(asked, keys) {
  game_keys = keys;
  const at = document.activeElement;
  const nowhere = at === null || at === document.body;
  const lost = nowhere && last !== null && !last.isConnected;
  const [place] = is_piece_chosen && game_keys ? visible_elements(game_keys.place) : [];
  is_piece_chosen = false;
  if (lost_field_id() !== null) return;
  if (place) return focus_element(place);
  if (lost || (asked && (nowhere || at.closest('.play') !== null))) focus_element(first_action());
}
