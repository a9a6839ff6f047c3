// @ts-check
// Light or dark. The page's head waits for this module, so that nobody sees the other one first; it imports nothing, so
// that it is there first. It also makes the form of an invitation work before the rest of the page has come: what is
// pressed there the page carries out.

/** Which sheets and colours belong to which theme. @param {string} theme */
export function show_theme(theme) {
  for (const part of document.querySelectorAll('[data-theme]')) {
    const own = /** @type {HTMLElement} */ (part).dataset.theme;
    const media = theme === 'light' || theme === 'dark' ? (theme === own ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`;
    if (part.getAttribute('media') !== media) part.setAttribute('media', media);
  }
}

/** As core/choices.js keeps it. */
function theme_kept() {
  try {
    return JSON.parse(localStorage.getItem('cubilete.choices') ?? 'null')?.theme;
  } catch {
    return 'auto';
  }
}
show_theme(theme_kept());

const form = document.getElementById('door');
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
  form.dataset.as = pressed?.value ?? 'player';
  form.setAttribute('aria-busy', 'true');
});
form?.setAttribute('data-ready', '');
