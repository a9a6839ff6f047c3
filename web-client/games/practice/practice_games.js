// @ts-check
// The games whose decisions are practised, and the texts about their decisions.

/** @import { AnyGame, Of } from '../contract.js' */
/** A decision that was judged: what was best, and for whom; `mine` is null where the computer decided. `view`: that of a running turn.
 * @template {AnyGame} [Own=AnyGame]
 * @typedef {{view: Own['view'] & Required<Pick<Own['view'], 'turn'>>, seat: number, names: string[], mine: number | null, best: Own['move']}} Decision */
/** `outcome_text`: what a move leaves, in a few words; `reasons`: what there was to consider, in sentences.
 * @typedef {{outcome_text: Of<[move: AnyGame['move'], view: Decision['view']], string>, reasons: Of<[decision: Decision], string[]>}} PracticeTexts */

/** The server knows what every move of them is worth. */
export const practice_games = ['ambiciosa', 'yahtzee', 'threes_away'];

/** @param {string} game @returns {Promise<PracticeTexts | null>} */
export const load_practice_texts = async (game) => (practice_games.includes(game) ? import(`../${game}/practice_texts.js`) : null);
