// @ts-check
// Keyboard focus: where it goes when the focused element disappears or opens something.

/** @type {{selector: string, from: Element | null} | null} */
let wanted_focus = null;
/** The element that had the focus when the page was rendered. */
let last_focused = /** @type {Element | null} */ (null);
/** It was in the window, and shown to have the focus: what is rendered above it must not push it out. */
let held_in_window = false;
/** The text field that the player is in, and the caret; after a rendering without it, until they turn to something else.
 * @type {{field: HTMLInputElement, from: number | null, to: number | null} | null} */
let text_focus = null;
/** The player has sent the text: the next key is not part of it. */
let is_text_sent = false;

const field_selector = ':read-write, select';
const is_focus_lost = () => document.activeElement === null || document.activeElement === document.body;

globalThis.addEventListener?.('keydown', () => (is_text_sent = false), { capture: true });
globalThis.addEventListener?.('submit', () => (is_text_sent = true), { capture: true });
globalThis.addEventListener?.('pointerdown', () => (text_focus = null), { capture: true });

/** Focuses the element as soon as it is rendered, unless the focus has moved in the meantime. @param {string} selector */
export function focus_soon(selector) {
  wanted_focus = { selector, from: document.activeElement };
}

/** Call before each rendering. */
export function remember_focus() {
  const at = /** @type {HTMLInputElement | null} */ (document.activeElement);
  last_focused = at;
  held_in_window = at !== null && !is_focus_lost() && at.matches(':focus-visible') && is_in_window(at);
  if (at && !is_focus_lost()) text_focus = at.matches(field_selector) ? { field: at, from: at.selectionStart, to: at.selectionEnd } : null;
  else if (text_focus?.field.checkVisibility()) text_focus = null; // the player has left it
}

/** Call after each rendering. */
export function restore_focus() {
  if (wanted_focus) apply_wanted_focus(wanted_focus);
  else if (is_focus_lost()) {
    restore_text_focus();
    if (last_focused && !last_focused.isConnected) focus_dialog();
  } else if (held_in_window && last_focused && last_focused === document.activeElement && !is_in_window(last_focused)) last_focused.scrollIntoView({ block: 'nearest' });
}

/** Whole. @param {Element} one */
function is_in_window(one) {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** @param {NonNullable<typeof wanted_focus>} one_wanted */
function apply_wanted_focus({ selector, from }) {
  const at = document.activeElement;
  const one = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  const left_alone = at !== from && at !== document.body && !one?.closest('dialog')?.contains(at); // which focuses its first element as it opens
  if (one && !left_alone) one.focus();
  if (one || left_alone) wanted_focus = null;
}

/** A text field with the same id is the same to the player, wherever the page has it now. */
function restore_text_focus() {
  if (!text_focus || text_focus.field.isConnected) return;
  const { field, from, to } = text_focus;
  const again = /** @type {HTMLInputElement | null} */ (field.id ? document.getElementById(field.id) : null);
  again?.focus();
  if (is_focus_lost() && is_text_sent) text_focus = null;
  else if (!is_focus_lost() && from !== null && again?.setSelectionRange) again.setSelectionRange(from, to);
}

/** The pressed button of a dialog is gone: the focus stays in the dialog. Of several, only the topmost takes it. */
function focus_dialog() {
  for (const one of document.querySelectorAll('dialog[open]')) {
    const first = one.querySelector('[autofocus]') ?? one.querySelector('button');
    /** @type {HTMLElement | null} */ (first)?.focus();
    if (!is_focus_lost()) return;
  }
}

/** The id of the text field that the player types into although it is gone or hidden: their keys are no moves. */
export const lost_field_id = () => (is_focus_lost() && text_focus !== null && !text_focus.field.checkVisibility() ? `${text_focus.field.id}` : null);

/** Focuses the first existing element of the list. @param {string[]} selectors in order of preference */
export function focus_on(...selectors) {
  wanted_focus = null;
  setTimeout(() => {
    const all = selectors.flatMap((selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]));
    all.find((one) => one.checkVisibility())?.focus();
  });
}
