// @ts-check
// The cards that this player has selected. The selection stays while others play, as long as the hand is the same.

/** @import { TresCard, TresMove as Move, TresWholeView as View } from '../../../js/protocol.js' */
/** @import { Helpers, You } from './table.js' */
/**
 * @typedef {object} Choice
 * @property {number[]} picked of the hand, by position
 * @property {TresCard[]} cards in the order of the hand, which the listed moves use
 * @property {boolean} tres the move will include the TRES call
 * @property {boolean} moving the prompt asks for a move, not only for a call
 * @property {(at: number) => boolean} is_playable whether a listed play contains this card and the selected ones
 * @property {(on: number) => Move | undefined} play_on the play of the selected cards on this pile
 * @property {(move: Move) => Move} with_tres
 * @property {(at: number) => void} toggle
 * @property {() => void} toggle_tres
 * @property {number} sure time of the question whether to draw although a card can be played; 0 = not asked
 * @property {(at_ms: number) => void} ask
 * @property {(cards: TresCard[]) => void} pick_cards selects these cards
 */

/** @param {View} view @param {You | null} you @param {Helpers} helpers @returns {Choice} */
export function current_choice(view, you, helpers) {
  const hand = (helpers.mine === null ? null : view.seats[helpers.mine].hand) ?? [];
  const key = `${view.round} ${hand.join(' ')}`;
  const { picked = [], tres = false, sure = 0 } = helpers.local.key === key ? helpers.local : {};
  const cards_at = (/** @type {number[]} */ places) => [...places].sort((a, b) => a - b).map((at) => hand[at]);
  const moves = you?.moves ?? [];
  const plays = moves.filter((move) => move.do === 'play');
  const keep_choice = (/** @type {Partial<import('./table.js').Own['local']>} */ change) => helpers.keep({ key, picked, tres, sure, ...change });
  /** Whether a play has this card, whatever is selected. @param {number} at */
  const listed = (at) => plays.some(({ cards }) => cards.includes(hand[at]));
  const may_pair = picked.length === 1 && (plays.length === 0 || listed(picked[0]));
  const pair_at = (/** @type {number} */ at) => (may_pair && picked[0] !== at ? [picked[0], at] : null);
  const has_play = (/** @type {number[]} */ places) => plays.some(({ cards }) => `${cards}` === `${cards_at(places)}`);
  return {
    picked,
    cards: cards_at(picked),
    tres,
    moving: moves.some((move) => ['play', 'draw', 'pass'].includes(move.do)),
    is_playable: (at) => {
      const pair = pair_at(at);
      return pair ? has_play(pair) : listed(at);
    },
    play_on: (on) => (picked.length > 0 ? helpers.listed({ do: 'play', on, cards: cards_at(picked) }) : undefined),
    with_tres: (move) => (tres && ['play', 'pass'].includes(move.do) ? { ...move, tres: true } : move),
    toggle: (at) => {
      const pair = pair_at(at);
      if (picked.includes(at)) keep_choice({ sure: 0, picked: picked.filter((one) => one !== at) });
      else keep_choice({ sure: 0, picked: pair && (has_play(pair) || plays.length === 0) ? pair : [at] });
    },
    toggle_tres: () => keep_choice({ tres: !tres }),
    sure,
    ask: (at_ms) => keep_choice({ sure: at_ms }),
    pick_cards: (cards) => {
      /** @type {number[]} */
      const places = [];
      for (const card of cards)
        places.push(hand.findIndex((one, at) => one === card && !places.includes(at)));
      keep_choice({ picked: places });
    },
  };
}
