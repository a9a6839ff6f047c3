// @ts-check
// Where the keyboard goes on when what was used is no longer there, or opens something.

/** @type {{selector: string, from: Element | null} | null} */
let wanted = null;

/** The focus goes there as soon as it is drawn; whoever has gone elsewhere meanwhile is left alone. @param {string} selector */
export function focus_soon(selector) {
  wanted = { selector, from: document.activeElement };
}

/** To be called after each drawing. */
export function focus_now() {
  if (!wanted) return;
  const at = document.activeElement;
  const one = /** @type {HTMLElement | null} */ (document.querySelector(wanted.selector));
  const left_alone = at !== wanted.from && at !== document.body;
  if (one && !left_alone) one.focus();
  if (one || left_alone) wanted = null;
}

/** The focus goes to the first of these that is there, from wherever it is. @param {string[]} selectors in the order of wish */
export function focus_on(...selectors) {
  wanted = null;
  setTimeout(() => {
    const all = selectors.flatMap((selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]));
    all.find((one) => one.checkVisibility())?.focus();
  });
}
