// @ts-check
// The games whose decisions are practised, and the texts about their decisions.

/** A decision that was judged: what was best, and for whom; `mine` is null where the computer decided.
 * @typedef {{view: any, seat: number, names: string[], mine: number | null, best: import('../../core/types.js').Move}} Decision */
/** `outcome_text`: what a move leaves, in a few words; `reasons`: what there was to consider, in sentences.
 * @typedef {{outcome_text: (move: import('../../core/types.js').Move, view: any) => string, reasons: (decision: Decision) => string[]}} PracticeTexts */

/** The server knows what every move of them is worth. */
export const practice_games = ['ambiciosa', 'yahtzee', 'threes_away'];

/** @param {string} game @returns {Promise<PracticeTexts | null>} */
export const load_practice_texts = async (game) => (practice_games.includes(game) ? import(`../${game}/practice_texts.js`) : null);
