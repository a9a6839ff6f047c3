// @ts-check
// Points of dice in Threes Away for a table's options, for its rules in every language (docs/rules.md 2.3).

/** @typedef {{ante: number, start_chips: number, pots: number, tie: string, tie_ante: boolean, zero_ante: boolean,
 *     bottoms: string, progressive: string, zero_face: number, must_keep_threes: boolean,
 *     sixes_shoot_the_moon: boolean, stop_when_beaten: boolean, next_starter: string, starter: string}} Options */

const faces = [1, 2, 3, 4, 5, 6];
const called = [4, 4, 3, 6, 5];
/** @param {number} face */
const opposite_face = (face) => 7 - face;

/** @param {Options} options */
export function rule_facts({ zero_face, progressive }) {
  const value = (/** @type {number} */ face) => (face === zero_face ? 0 : face);
  const sum = (/** @type {number[]} */ dice) => dice.reduce((total, face) => total + value(face), 0);
  const kept = [zero_face, zero_face, 1, 2, 4];
  return {
    counting: faces.filter((face) => face !== zero_face),
    zeros: faces.slice(0, 5).map(() => zero_face),
    kept: { dice: kept, sum: sum(kept) },
    /** A die that, set aside, exceeds the lowest score of the example. */
    beaten: zero_face === 6 ? 5 : 6,
    /** Dice that count less when turned over. */
    turned: faces
      .map((face) => ({ face, below: opposite_face(face), value: value(opposite_face(face)) }))
      .filter(({ face, value: turned }) => turned < value(face)),
    called: { dice: called, below: called.map(opposite_face), sum: sum(called.map(opposite_face)) },
    /** Rounds and the highest score that can win them. @type {[string, number][]} */
    caps:
      progressive === 'a'
        ? [['1', 0], ['2', 1], ['3', 2], ['4', 3]]
        : [['1', 1], ['2–3', 2], ['4–6', 3], ['7–10', 4]],
  };
}
