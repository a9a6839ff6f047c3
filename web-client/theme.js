// @ts-check
// Light or dark. The page's head waits for this module, so that nobody sees the other one first.
import { recalled } from './core/choices.js';

/** Which sheets and colours belong to which theme. @param {import('./core/choices.js').Theme} theme */
export function show_theme(theme) {
  for (const part of document.querySelectorAll('[data-theme]')) {
    const own = /** @type {HTMLElement} */ (part).dataset.theme;
    const media = theme === 'auto' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all';
    if (part.getAttribute('media') !== media) part.setAttribute('media', media);
  }
}

show_theme(recalled().theme);
