// @ts-check
// The form of an invitation, before the rest of the page has come: what is pressed here the page carries out. It imports
// nothing, so that it is there first.
const form = document.getElementById('door');
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
  form.dataset.as = pressed?.value ?? 'player';
  form.setAttribute('aria-busy', 'true');
});
form?.setAttribute('data-ready', '');
