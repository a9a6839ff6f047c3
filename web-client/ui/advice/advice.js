// @ts-check
// The server's evaluation of our moves, if the room allows it. The button is beside the news; the answer overlays the table, so that the
// layout does not shift.
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { my_turn } from '../../core/state.js';
import { percent, tenths, words } from '../../i18n/words.js';
import { button, trouble } from '../parts.js';
import { with_long_moves } from '../game/offered.js';

/** @import { Actions, Move, Room, State, Table } from '../../core/shapes.js' */
/** @import { Advice } from '../../core/types.js' */
/** @import { GameView, Helpers } from '../../games/contract.js' */

export { fetch_advice } from './asking.js';

/** The number of moves that fit beside the dice on a phone. */
const most_moves = 3;

/** With only one legal move there is no advice. @param {State} state @param {Room} room @param {Table} table */
const may_ask = (state, room, { push: { you } }) => room.hints && you && you.moves.length > 1 && my_turn(state) !== null;

/**
 * The button to request advice, always rendered for players.
 * @param {State} state @param {Room} room @param {Table} table
 * @param {GameView} game @param {Actions} act @returns {import('../lit.js').Content}
 */
export function advice_button(state, room, table, game, act) {
  if (!game.describe_move || !room.hints || !table.push.you || table.push.result) return nothing;
  const asking = state.asked.includes('hint');
  const closed = table.advice === null || table.advice.read === true;
  const ready = may_ask(state, room, table) && !asking && closed;
  return html`<button
    type="button"
    class="ask-house ${asking ? 'asking' : ''}"
    aria-disabled=${ready ? 'false' : 'true'}
    title=${words.house.ask}
    @click=${() => ready && (table.advice ? act.read_advice(false) : act.request_advice())}
  >
    ${icons.computer()}<span class="unseen">${asking ? words.house.thinks : words.house.ask}</span>
  </button>`;
}

/**
 * The best moves as text, or the reason why there are none.
 * @param {State} state @param {Room} room @param {Table} table @param {GameView} game @param {Helpers} helpers
 * @param {Actions} act @returns {import('../lit.js').Content}
 */
export function advice_panel(state, room, table, game, helpers, act) {
  const { advice: given, push } = table;
  const you = with_long_moves(push, game);
  if (!may_ask(state, room, table) || !you) return nothing;
  const { view } = push;
  if (!given) {
    const works = state.asked.includes('hint') && state.advice_delayed;
    const refused = trouble(state, 'hint');
    return html`<div class="advice-waits paper ${works || refused !== nothing ? '' : 'silent'}">
      <p class="hint" role="status">${works ? words.house.works : nothing}</p>
      ${refused}
    </div>`;
  }
  if (given.read) return nothing;
  const make_choice_handler = (/** @type {() => void} */ choose) => () => {
    choose();
    act.read_advice(true);
  };
  const moves = best_moves(given, (move) => game.describe_move?.(move, view, you, helpers) ?? move_as_text(move));
  return html`<div class="advice shown paper" role="group" aria-label=${words.house.name}>
    <p class="advice-of">
      ${icons.computer()}<span>${(given.unit === 'points' && game.expected) || words.house.units[given.unit]}</span>
      ${button(icons.cross(), () => act.read_advice(true), undefined, words.table.close)}
    </p>
    <ol aria-live="polite">
      ${moves.map(({ text, shown, choose, worth }) => {
        const said = shown ? html`<span class="unseen">${text}</span><span class="advice-drawn" aria-hidden="true">${shown}</span>` : html`<span>${text}</span>`;
        const line = html`${said}<b>${figure(given.unit, worth)}</b>`;
        return html`<li>
          ${choose ? html`<button type="button" @click=${make_choice_handler(choose)}>${line}</button>` : html`<p>${line}</p>`}
        </li>`;
      })}
    </ol>
  </div>`;
}

/**
 * The moves with the highest value, each text once: equal dice give equal moves.
 * @param {Advice} given @param {(move: Move) => import('../../games/contract.js').MoveDescription} say
 */
function best_moves({ worth }, say) {
  const sorted = [...worth].sort((a, b) => b.worth - a.worth);
  /** @type {Map<string, import('../../games/contract.js').MoveDescription & {worth: number}>} */
  const by_text = new Map();
  for (const one of sorted) {
    const said = say(one.move);
    if (!by_text.has(said.text)) by_text.set(said.text, { ...said, worth: one.worth });
    if (by_text.size === most_moves) break;
  }
  return [...by_text.values()];
}

/** @param {Advice['unit']} unit @param {number} worth */
const figure = (unit, worth) => (unit === 'points' ? tenths(worth) : percent(worth, 1));

/** The move's fields as text, if the game has no text for it. @param {Move} move */
const move_as_text = (move) => ({ text: Object.values(move).flat().join(' ') });
