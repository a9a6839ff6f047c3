// @ts-check
// Sets the light or dark theme. The page's head waits for this module, so that the wrong theme is never shown; it is a module
// by itself, to load fast. It also makes the form of an invitation work before app.js is loaded, which then carries out the submission.

/** Enables the style sheets and colours of a theme. @param {string} theme */
function show_theme(theme) {
  for (const part of document.querySelectorAll('[data-theme]')) {
    const own = /** @type {HTMLElement} */ (part).dataset.theme;
    const media = theme === 'light' || theme === 'dark' ? (theme === own ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`;
    if (part.getAttribute('media') !== media) part.setAttribute('media', media);
  }
}

/** The theme as core/choices.js stores it. */
function theme_kept() {
  try {
    return JSON.parse(localStorage.getItem('cubilete.choices') ?? 'null')?.theme;
  } catch {
    return 'auto';
  }
}
show_theme(theme_kept());
addEventListener('theme', (event) => show_theme(/** @type {CustomEvent} */ (event).detail)); // app.js sends it

const form = document.getElementById('door');
/** @type {HTMLButtonElement | null | undefined} */
let pressed;
form?.addEventListener('click', ({ target }) => (pressed = /** @type {Element} */ (target).closest('button')));
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  pressed = /** @type {HTMLButtonElement | null} */ (event.submitter) ?? pressed;
  form.dataset.as = pressed?.value ?? 'player';
  form.setAttribute('aria-busy', 'true');
});
form?.setAttribute('data-ready', '');
