// @ts-check
// Texts of the rules of TRES; rules.js decides which of them a table’s page has.
import { make_formatters } from '../../i18n/language.js';

const { plural } = make_formatters('en');

/** Texts for the values of an option. @typedef {{[value: string]: string}} ByValue */

export const rules = {
  lead: 'Lay cards that make a run with one of the three on the table, be rid of yours first, and do not forget to say TRES.',
  aim: 'Be the first with no cards left in your hand.',
  single: 'One game decides.',
  first_to: (/** @type {string} */ games) =>
    `Whoever first wins ${games} games wins the match. The next game begins at once, and the next seat starts it.`,
  points: (/** @type {string} */ points) =>
    `Whoever first has ${points} points wins the match. The winner of a game gets what the others still hold; the next one begins at once, and the next seat starts it.`,
  points_table: { caption: 'What cards left over are worth', head: ['Card', 'Points'] },
  its_number: 'Its number',
  cards_title: 'The cards',
  cards_caption: (/** @type {string} */ cards) => `The ${cards} cards`,
  cards_head: ['Cards', 'How many'],
  numbers: (/** @type {string} */ cards) => `${cards}: 1 to 9 in four colours, each twice`,
  wilds: (/** @type {string} */ cards) => `${cards} number wilds: any number you like`,
  actions_of_each: (/** @type {string} */ cards) => `${cards} of each action: a 3 of any colour`,
  wild_colour: /** @type {ByValue} */ ({
    none: 'A number wild has no colour.',
    printed: 'A number wild has the colour printed on it.',
    any: 'A number wild counts as any colour.',
  }),
  circle: 'Numbers go in a circle: after 9 comes 1, and before 1 comes 9.',
  rolloff:
    'Each takes a card and the highest deals: actions are 3, number wilds 0, and those tied take another. The player on the dealer’s left starts.',
  deal: 'Everybody gets seven cards. Three are turned up on the table, the rest is the pile to draw from.',
  fill: 'If fewer than three cards lie on the table, those missing are turned up.',
  lay: 'Lay one or two cards that make a run, up or down, with one card of the table. All cards of the run are discarded.',
  draw: 'If you cannot or will not, draw a card.',
  must_lay_drawn: 'If it can be laid you must lay it at once, alone; otherwise you pass.',
  may_lay_drawn: 'You may lay it at once, alone, or keep it and pass.',
  next_up: 'An 8 goes on a 7. Colours do not matter.',
  both_sides: 'So do 6 and 8 together, 8 and 9, or 5 and 6.',
  over_nine: 'After 9 comes 1.',
  same_number: 'A 7 does not go on a 7.',
  actions_title: 'Actions',
  actions: 'Each is also a 3, of any colour. What it does depends on how it comes.',
  actions_table: { caption: 'What actions do', head: ['Card', 'When you lay it', 'When it is turned up'] },
  reverse_laid: 'Play turns the other way.',
  reverse_turned_up: 'Play turns the other way, and the player to move loses the turn.',
  skip_laid: 'The next player loses the turn.',
  skip_turned_up: 'The player to move loses the turn.',
  three: 'draws three cards',
  three_and_turn: 'draws three cards and loses the turn',
  next_player: (/** @type {string} */ does) => `The next player ${does}.`,
  player_to_move: (/** @type {string} */ does) => `The player to move ${does}.`,
  reverse_two_players: /** @type {ByValue} */ ({
    skip: 'With two players, whoever lays a Reverse moves again.',
    none: 'With two players a Reverse that is laid changes nothing: the other moves next.',
  }),
  several_turned_up: 'If several are turned up, each acts in turn, on the player to move by then.',
  lying_action: 'On the table an action is just a 3: what you lay on it does not set it off again.',
  toma_tres: (/** @type {string} */ does) =>
    `Three cards of one colour, two of yours and the one on the table: the next player ${does}.`,
  toma_tres_numbers: 'Toma TRES! All are green.',
  toma_tres_action: 'Toma TRES too, since an action has any colour. With the +3 that makes six cards to draw.',
  toma_tres_wild: 'The number wild is green as well: Toma TRES!',
  toma_tres_order:
    'With a Reverse play turns first, and whoever is next by then draws. With a Skip the same player draws and loses the turn.',
  call_title: 'Saying TRES',
  call: 'If you end your turn with exactly three cards, say TRES: with your move, or right after it.',
  seconds: (/** @type {number} */ count) => plural(count, { one: '# second', other: '# seconds' }),
  catching: (/** @type {string} */ wait, /** @type {string} */ more) =>
    `Otherwise, after ${wait}, the others may catch you. For ${more} more everybody waits; then the next player may move, and with that it is over. Whoever is caught draws three cards.`,
  card_count: (/** @type {number} */ count) => plural(count, { one: '# card', other: '# cards' }),
  false_catch: (/** @type {string} */ cards) =>
    `Whoever catches somebody who did say it draws ${cards}. If that is the next player nobody else may try any more; after another’s mistake the rest still may.`,
  no_false_catch: 'Whoever did say it cannot be caught.',
  auto_call: 'Whenever you end your turn with three cards TRES is said for you. Nobody can be caught.',
  no_call: 'At this table nobody says TRES, and nobody can be caught.',
  last_card: 'Whoever lays the last card has won, and what that card would have done no longer matters.',
  reshuffle: 'When the pile runs out the discards are shuffled and become the pile.',
  blocked: 'If for a whole lap nobody lays or gets a card, the game is blocked and the fewest cards win.',
  blocked_tie: /** @type {ByValue} */ ({
    single: 'Those who have equally few share the win.',
    first_to: 'Those who have equally few win a game each.',
    points: 'Those who have equally few share the points.',
  }),
  places: 'Places go by the score, and where that is equal by the cards left in the last game: fewer are better.',
  late: 'it draws and passes.',
  late_must_lay: 'it draws and passes, or lays the drawn card if it must.',
  late_silent: 'It does not say TRES.',
};
