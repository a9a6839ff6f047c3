// @ts-check
// Keyboard focus: where it goes when the focused element disappears or opens something.

/** @type {{selector: string, from: Element | null} | null} */
let wanted = null;

/** Focuses the element as soon as it is rendered, unless the focus has moved in the meantime. @param {string} selector */
export function focus_soon(selector) {
  wanted = { selector, from: document.activeElement };
}

/** Call after each rendering. */
export function focus_now() {
  if (!wanted) return;
  const at = document.activeElement;
  const one = /** @type {HTMLElement | null} */ (document.querySelector(wanted.selector));
  const left_alone = at !== wanted.from && at !== document.body;
  if (one && !left_alone) one.focus();
  if (one || left_alone) wanted = null;
}

/** Focuses the first existing element of the list. @param {string[]} selectors in order of preference */
export function focus_on(...selectors) {
  wanted = null;
  setTimeout(() => {
    const all = selectors.flatMap((selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]));
    all.find((one) => one.checkVisibility())?.focus();
  });
}
