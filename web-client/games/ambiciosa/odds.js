// @ts-check
// The odds of the next throw. Pure.

/** Counts of possible throws by their outcome. @typedef {{throws: number, lost: number, each: {points: number, throws: number}[]}} Odds */

/** What the next throw brings on average, if the points in hand may be lost. @param {{points: number}} turn @param {Odds} odds */
export const expected_gain = ({ points }, { throws, lost, each }) => Math.round((each.reduce((sum, one) => sum + one.points * one.throws, 0) - lost * points) / throws);
