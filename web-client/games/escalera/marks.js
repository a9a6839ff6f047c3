// @ts-check
// The dice of a throw that form a combination, by position, from the view.

/** @typedef {{of: 'straight' | 'sixes' | 'aces', dice: number[], points: number}} Mark */

/** The faces at these positions, ascending. @param {number[]} dice @param {number[]} positions */
export const faces_at = (dice, positions) => positions.map((at) => dice[at]).sort();

/**
 * The combinations that scored: `1-2-3`, or sixes in the page's language.
 * @param {{dice: number[], marks: Mark[]}} event @param {(count: number) => string} sixes @returns {string[]}
 */
export const combinations = ({ dice, marks }, sixes) =>
  marks
    .filter(({ of }) => of !== 'aces')
    .map((mark) => (mark.of === 'sixes' ? sixes(mark.dice.length) : faces_at(dice, mark.dice).join('-')));
