// @ts-check
// What the house thinks of our moves, where it may be asked.
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { my_turn } from '../state.js';
import { percent, tenths, words } from '../words.js';
import { trouble } from './parts.js';

/** @typedef {import('../shapes.js').State} State */
/** @typedef {import('../types.js').Advice} Advice */
/** @typedef {import('../types.js').Move} Move */
/** @typedef {import('../types.js').You} You */
/** @typedef {import('../games/contract.js').GameView} GameView */
/** @typedef {import('../games/contract.js').Helpers} Helpers */

/** A phone has room for so many beside the dice. */
const most_moves = 3;

/**
 * A button to ask, then the best moves in words. Where there is but one move there is nothing to ask.
 * @param {State} state @param {import('../types.js').Room} room @param {import('../shapes.js').Table} table
 * @param {GameView} game @param {Helpers} helpers @param {import('../actions.js').Actions} act
 * @returns {import('../lit.js').Content}
 */
export function advice(state, room, { push, advice: given }, game, helpers, act) {
  const { you, view } = push;
  if (!room.hints || !you || you.moves.length < 2 || my_turn(state) === null) return nothing;
  const asking = state.asked.includes('hint');
  if (!given)
    return html`<div class="advice">
      <button type="button" class="ask-house ${asking ? 'asking' : ''}" ?disabled=${asking} @click=${() => act.consult()}>
        ${icons.house()}${asking ? words.house.thinks : words.house.ask}
      </button>
      <p class="hint" role="status">${asking && state.put_off ? words.house.works : nothing}</p>
      ${trouble(state, 'hint')}
    </div>`;
  const moves = best(given, (move) => game.advise?.(move, view, you, helpers) ?? spelled(move));
  return html`<div class="advice told" role="group" aria-label=${words.house.name}>
    <p class="advice-of">${icons.house()}<span>${words.house.units[given.unit]}</span></p>
    <ol aria-live="polite">
      ${moves.map(({ text, shown, take, worth }) => {
        const said = shown ? html`<span class="unseen">${text}</span><span class="advice-drawn" aria-hidden="true">${shown}</span>` : html`<span>${text}</span>`;
        const line = html`${said}<b>${figure(given.unit, worth)}</b>`;
        return html`<li>
          ${take ? html`<button type="button" @click=${take}>${line}</button>` : html`<p>${line}</p>`}
        </li>`;
      })}
    </ol>
  </div>`;
}

/**
 * The moves that are worth most, each way of saying it once: equal dice make equal moves.
 * @param {Advice} given @param {(move: Move) => import('../games/contract.js').Advised} say
 */
function best({ worth }, say) {
  const sorted = [...worth].sort((a, b) => b.worth - a.worth);
  /** @type {Map<string, import('../games/contract.js').Advised & {worth: number}>} */
  const told = new Map();
  for (const one of sorted) {
    const said = say(one.move);
    if (!told.has(said.text)) told.set(said.text, { ...said, worth: one.worth });
    if (told.size === most_moves) break;
  }
  return [...told.values()];
}

/** @param {Advice['unit']} unit @param {number} worth */
const figure = (unit, worth) => (unit === 'points' ? tenths(worth) : percent(worth, 1));

/** As the wire has it, where a game has no words for it. @param {Move} move */
const spelled = (move) => ({ text: Object.values(move).flat().join(' ') });
