// @ts-check
// The odds of the next throw. Pure.

/** Counts of possible throws by their outcome. @typedef {{throws: number, lost: number, each: {points: number, throws: number}[]}} Odds */

/** The expected gain of the next throw, which may lose the points in hand. @param {{points: number}} turn @param {Odds} odds */
export const expected_gain = ({ points }, { throws, lost, each }) => Math.round((each.reduce((sum, one) => sum + one.points * one.throws, 0) - lost * points) / throws);
