// @ts-check
// The games whose decisions are practised, and what there is to say of their decisions.

/** A decision that was judged: what was best, and for whom; `mine` is null where the computer decided.
 * @typedef {{view: any, seat: number, names: string[], mine: number | null, best: import('../../core/types.js').Move}} Decision */
/** `remainder_text`: what a move leaves, in a few words; `reasons`: what there was to consider, in sentences.
 * @typedef {{remainder_text: (move: import('../../core/types.js').Move, view: any) => string, reasons: (decision: Decision) => string[]}} Sayings */

/** The server knows what every move of them is worth. */
export const practised = ['ambiciosa', 'yahtzee', 'threes_away'];

/** @param {string} game @returns {Promise<Sayings | null>} */
export const sayings_of = async (game) => (practised.includes(game) ? import(`../${game}/leaves.js`) : null);
