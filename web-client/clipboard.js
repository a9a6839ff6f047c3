// @ts-check
// A link, to be pasted elsewhere.

/**
 * Outside a secure context there is no clipboard; then the link's field is selected and copied the old way.
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    /** @type {HTMLInputElement | null} */ (document.getElementById('link'))?.select();
    document.execCommand('copy');
  }
}
