// @ts-check
// Points of throws in Escalera for a table's options, for its rules in every language (docs/rules.md 1.3).

/** @typedef {{target: number, ante: number, reset_aces: number, reset_throw_scores: boolean, triple_one_two: boolean,
 *     multi_straights: boolean, sixes: string, scale: string, tie: string, auto_roll: boolean, starter: string}} Options */

/** Points by length. @type {{[scale: string]: number[]}} */
const scales = { escalera: [0, 0, 5, 10, 15, 20, 25], hearts: [0, 5, 10, 15, 20, 25, 35] };
/** Points of five and six sixes. @type {{[sixes: string]: number[]}} */
const sixes_points = { s30_60: [30, 60], s35_70: [35, 70], off: [] };

/** @param {number} length */
const run = (length) => Array.from({ length }, (_, at) => at + 1);

/** @param {Options} options */
export function rule_facts({ reset_aces, reset_throw_scores, triple_one_two, multi_straights, sixes, scale }) {
  const points = (/** @type {number[]} */ ...lengths) => lengths.reduce((sum, length) => sum + scales[scale][length], 0);
  const lone_ace = scale === 'hearts';
  /** Whether 1-1-1-2-2-2 can score: where three 1s reset the score, it does only if the throw that resets scores. */
  const triple_counts = reset_aces !== 3 || reset_throw_scores;
  const combinations = [[2, 2], [3, 2], [3, 3], [4, 2], ...(triple_one_two && triple_counts ? [[2, 2, 2]] : [])];
  return {
    points,
    /** The straights with their points, shortest first. */
    straights: [...(lone_ace ? [1] : []), 2, 3, 4, 5, 6].map((length) => ({ draw: run(length), points: points(length) })),
    lone_ace,
    /** Five 6s and six 6s, if they count. */
    sixes: sixes_points[sixes].map((worth, at) => ({ draw: Array.from({ length: 5 + at }, () => 6), points: worth })),
    /** Straights that count together in one throw. */
    combinations: multi_straights
      ? combinations.map((lengths) => ({
          draw: lengths.flatMap((length, at) => [...(at > 0 ? ['+'] : []), ...run(length)]),
          points: points(...lengths),
        }))
      : [],
    /** 1-1-1-2-2-2 needs an explanation, since one of its 1-2s does not count. */
    triple_is_double: multi_straights && !triple_one_two && triple_counts,
  };
}
