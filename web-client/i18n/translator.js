// @ts-check
// Translates English sentences of programs: the sentence is the key of its translation, with {} for a name or a number.

/** @param {string} sentence */
const escape_pattern = (sentence) => sentence.replaceAll('{}', '').length;

/**
 * Creates a translator from a table of sentences; patterns with more fixed text are tried first.
 * @param {{[english: string]: string}} sentences
 */
export function translator(sentences) {
  const patterns = Object.entries(sentences)
    .sort(([one], [other]) => escape_pattern(other) - escape_pattern(one))
    .map(([english, ours]) => {
      const parts = english.split('{}').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return { pattern: new RegExp(`^${parts.join('(.+?)')}$`, 'su'), ours };
    });
  return (/** @type {string} */ text, /** @type {(part: string) => string} */ part) => {
    for (const { pattern, ours } of patterns) {
      const found = pattern.exec(text);
      if (found) return ours.replaceAll(/\{(\d)\}/g, (_, at) => part(found[Number(at) + 1] ?? ''));
    }
    return null;
  };
}
