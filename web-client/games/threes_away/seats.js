// @ts-check
// The seats that an event of Threes Away refers to.

/**
 * The payers of an ante: all, all except a few, or some.
 * @param {number[]} paid chips by seat @returns {{all: true} | {all_but: number[]} | {only: number[]}}
 */
export function payers(paid) {
  const seats = [...paid.keys()];
  const others = seats.filter((seat) => paid[seat] === 0);
  if (others.length === 0) return { all: true };
  if (others.length < seats.length - 2) return { all_but: others };
  return { only: seats.filter((seat) => paid[seat] > 0) };
}
