// @ts-check
// Keyboard focus: where it goes when the focused element disappears or opens something.

/** @type {{selector: string, from: Element | null} | null} */
let wanted = null;
/** What had the focus when the page was rendered. */
let held = /** @type {Element | null} */ (null);
/** It was in the window, and shown to have the focus: what is rendered above it must not push it out. */
let held_in_window = false;
/** The text field that the player is in, and the caret; after a rendering without it, until they turn to something else.
 * @type {{field: any, from: number | null, to: number | null} | null} */
let typed = null;
/** The player has sent the text: the next key is not part of it. */
let sent = false;

const fields = ':read-write, select';
const nowhere = () => document.activeElement === null || document.activeElement === document.body;

globalThis.addEventListener?.('keydown', () => (sent = false), { capture: true });
globalThis.addEventListener?.('submit', () => (sent = true), { capture: true });
globalThis.addEventListener?.('pointerdown', () => (typed = null), { capture: true });

/** Focuses the element as soon as it is rendered, unless the focus has moved in the meantime. @param {string} selector */
export function focus_soon(selector) {
  wanted = { selector, from: document.activeElement };
}

/** Call before each rendering. */
export function note_focus() {
  const at = /** @type {any} */ (document.activeElement);
  held = at;
  held_in_window = !nowhere() && at.matches(':focus-visible') && is_in_window(at);
  if (!nowhere()) typed = at.matches(fields) ? { field: at, from: at.selectionStart, to: at.selectionEnd } : null;
  else if (typed?.field.checkVisibility()) typed = null; // the player has left it
}

/** Call after each rendering. */
export function focus_now() {
  if (wanted) focus_wanted(wanted);
  else if (nowhere()) {
    go_on_typing();
    if (held && !held.isConnected) focus_dialog();
  } else if (held_in_window && held && held === document.activeElement && !is_in_window(held)) held.scrollIntoView({ block: 'nearest' });
}

/** Whole. @param {Element} one */
function is_in_window(one) {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** @param {NonNullable<typeof wanted>} one_wanted */
function focus_wanted({ selector, from }) {
  const at = document.activeElement;
  const one = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  const left_alone = at !== from && at !== document.body;
  if (one && !left_alone) one.focus();
  if (one || left_alone) wanted = null;
}

/** A text field with the same id is the same to the player, wherever the page has it now. */
function go_on_typing() {
  if (!typed || typed.field.isConnected) return;
  const { field, from, to } = typed;
  const again = /** @type {any} */ (field.id && document.getElementById(field.id));
  again?.focus();
  if (nowhere() && sent) typed = null;
  else if (!nowhere() && from !== null && again.setSelectionRange) again.setSelectionRange(from, to);
}

/** The pressed button of a dialog is gone: the focus stays in the dialog. Of several, only the topmost takes it. */
function focus_dialog() {
  for (const one of document.querySelectorAll('dialog[open]')) {
    const first = one.querySelector('[autofocus]') ?? one.querySelector('button');
    /** @type {HTMLElement | null} */ (first)?.focus();
    if (!nowhere()) return;
  }
}

/** The id of the text field that the player types into although it is gone or hidden: their keys are no moves. */
export const typed_nowhere = () => (nowhere() && typed !== null && !typed.field.checkVisibility() ? `${typed.field.id}` : null);

/** Focuses the first existing element of the list. @param {string[]} selectors in order of preference */
export function focus_on(...selectors) {
  wanted = null;
  setTimeout(() => {
    const all = selectors.flatMap((selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]));
    all.find((one) => one.checkVisibility())?.focus();
  });
}
