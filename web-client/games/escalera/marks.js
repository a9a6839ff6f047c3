// @ts-check
// What the view of Escalera says of a throw: which of its dice, by position, belong together.

/** @typedef {{of: 'straight' | 'sixes' | 'aces', dice: number[], points: number}} Mark */

/** The faces at these positions, the lowest first. @param {number[]} dice @param {number[]} positions */
export const faces_at = (dice, positions) => positions.map((at) => dice[at]).sort();

/**
 * What a throw brought points for: `1-2-3`, and sixes as the language says it.
 * @param {{dice: number[], marks: Mark[]}} event @param {(count: number) => string} sixes @returns {string[]}
 */
export const counted = ({ dice, marks }, sixes) =>
  marks
    .filter(({ of }) => of !== 'aces')
    .map((mark) => (mark.of === 'sixes' ? sixes(mark.dice.length) : faces_at(dice, mark.dice).join('-')));
