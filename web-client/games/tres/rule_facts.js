// @ts-check
// The deck of TRES for a table's options, for its rules in every language (docs/rules.md 4.2).

/** @typedef {{deck: string, wild_colour: string, draw_three_loses_turn: boolean, reverse_two_players: string,
 *     must_play_drawn: boolean, tres_call: string, false_catch: number, match: string, first_to: number,
 *     points: number, starter: string}} Options */

const numbers = 72; // four colours, 1 to 9, twice

/** @param {Options} options */
export function rule_facts({ deck, wild_colour }) {
  const wilds = deck === 'lite92' ? 8 : 12;
  const of_each_action = deck === 'big108' ? 8 : 4;
  return {
    numbers,
    wilds,
    of_each_action,
    cards: numbers + wilds + 3 * of_each_action,
    /** As it is drawn on the table. */
    wild: wild_colour === 'printed' ? 'Wg' : 'W',
    /** Three cards of one colour that include a wild number, if the options allow it. */
    toma_tres_with_wild: wild_colour === 'none' ? null : wild_colour === 'printed' ? ['g6', '+', 'g7', 'Wg'] : ['g6', '+', 'g7', 'W'],
  };
}
