// @ts-check
// The result of a TRES match: by what it was won, by how much, and its best move.
import { page_texts, number } from '../../i18n/words.js';
import { words } from './words.js';

/** @import { TresWholeView as View } from '../../../js/protocol.js' */
/** @import { OptionValues } from '../../core/types.js' */

/** @param {number} count */
const cards = (count) => `${number(count)} ${words.card_word(count)}`;
/** A single game is decided by the cards left, a series by its points or games. @param {{view: View, options: OptionValues}} table */
const counts_cards = ({ view, options }) => view.target === 1 && options.match !== 'points';

/** @param {number} seat @param {number} score @param {{view: View, options: OptionValues}} table */
export function score_text(seat, score, table) {
  if (counts_cards(table)) return cards(table.view.seats[seat].cards);
  return table.options.match === 'points' ? page_texts.units.points(score) : page_texts.units.games(score);
}

/** @param {{view: View, options: OptionValues}} table */
export const winning_margin = (table) =>
  counts_cards(table) ? { amounts: table.view.seats.map((seat) => -seat.cards), text: cards } : null;

/**
 * The game with the most points if points are played for, else the move that made others draw most, else the player with the most catches.
 * @param {import('./table.js').Line[]} log @param {OptionValues} options
 */
export function best_moment(log, options) {
  const found = options.match === 'points' ? dearest_game(log) : null;
  return found ?? hardest_move(log) ?? most_caught(log);
}

/** @template One @param {One[]} all @param {(one: One) => number} worth @returns {One | null} the first of the best, if its value is positive */
function first_best(all, worth) {
  const most = Math.max(0, ...all.map(worth));
  return all.find((one) => most > 0 && worth(one) === most) ?? null;
}

/** @param {import('./table.js').Line[]} log */
function dearest_game(log) {
  const games = log.flatMap(({ event }) => (event.e === 'game_over' ? [event] : []));
  const game = first_best(games, ({ points }) => points);
  return game && { seat: game.winners[0], text: words.best_game(game.points) };
}

/** Cards that others had to draw are attributed to the move of the same entry. @param {import('./table.js').Line[]} log */
function hardest_move(log) {
  /** @type {Map<number, {seat: number, drawn: number}>} */
  const moves = new Map();
  for (const { seq, event } of log) {
    if (event.e === 'played') moves.set(seq, { seat: event.seat, drawn: 0 });
    const move = moves.get(seq);
    if (move && event.e === 'drew' && event.seat !== move.seat && ['plus_three', 'toma_tres'].includes(event.why)) move.drawn += event.count;
  }
  const move = first_best([...moves.values()], ({ drawn }) => drawn);
  return move && { seat: move.seat, text: words.best_move(move.drawn) };
}

/** @param {import('./table.js').Line[]} log */
function most_caught(log) {
  /** @type {Map<number, number>} */
  const times = new Map();
  for (const { event } of log) if (event.e === 'caught') times.set(event.by, (times.get(event.by) ?? 0) + 1);
  const best = first_best([...times], ([, count]) => count);
  return best && { seat: best[0], text: words.best_catch(best[1]) };
}
