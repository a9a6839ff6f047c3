// @ts-check
// Texts of the rules of La Ambiciosa; rules.js decides which of them a table’s page has.

export const rules = {
  lead: (/** @type {string} */ goal) =>
    `Three poker dice and a cup. Aces and kings pile up points as long as you dare to throw; one bad throw takes back all that you have not written down. First to ${goal}!`,
  aim: (/** @type {string} */ goal) =>
    `Write down ${goal} points. Points in your hand do not count yet: they can still be lost.`,
  rolloff: 'Each throws one die and the highest starts: ace, king, queen, jack, 10, 9. Those tied throw again.',
  turn: [
    'Throw all three dice.',
    'Aces and kings score: add their points to those of your turn.',
    'Throw all three again, or say “me planto”: the points of your turn are written down and your turn is over.',
    'A throw that scores nothing ends your turn, and its points are lost.',
  ],
  min_bank: (/** @type {string} */ points) => `You may stop only with at least ${points} points in the turn.`,
  no_min_bank: 'You may stop with any points at all, but you must throw once.',
  dice_title: 'What dice count',
  dice_table: { caption: 'Each die', head: ['Die', 'Points'] },
  ace: (/** @type {string} */ points) => `Ace: ${points}`,
  king: (/** @type {string} */ points) => `King: ${points}`,
  nothing: 'Nothing',
  ace_and_king: 'An ace and a king: 150.',
  two_aces_and_king: 'Two aces and a king: 250.',
  nothing_thrown: 'Nothing: the turn is over and its points are lost.',
  triples_title: 'Three alike',
  triples: 'Three alike count as such, in place of the single dice.',
  triples_table: { caption: 'Three alike', head: ['Throw', 'Points'] },
  good_triple: (/** @type {string} */ points) => `${points}, and you may go on`,
  bad_triple: (/** @type {string} */ points) => `${points}, and the turn ends`,
  harmless_triple: 'Nothing, and the turn ends',
  bad_triples: 'A bad triple takes the points of your turn first; then its own are taken from your total.',
  bad_triple_example: (/** @type {string} */ turn, /** @type {string} */ points) =>
    `With ${turn} in hand: they are lost, and ${points} is written down.`,
  floor: (/** @type {string} */ total) =>
    `No total falls below zero: with ${total} written down, three jacks leave you with 0.`,
  no_floor: (/** @type {string} */ total, /** @type {string} */ left) =>
    `A total may fall below zero: with ${total} written down, three jacks leave you with ${left}.`,
  harmless_triples: 'Bad triples cost nothing but the turn and its points.',
  late: 'it throws if it must, and stops as soon as it may.',
};
