// @ts-check
import { part } from '../later.js';
import { html, nothing } from '../lit.js';
import { my_seat } from '../state.js';
import { feel_words, words } from '../words.js';
import { token, trouble } from './parts.js';

/** @typedef {import('../shapes.js').State} State */
/** @typedef {import('../shapes.js').Table} Table */
/** @typedef {import('../types.js').Room} Room */
/** @typedef {import('../types.js').Result} Result */
/** @typedef {import('../actions.js').Actions} Actions */

/** The end of a match, and the way into the next. @param {State} state @param {Room} room @param {Table} table
 * @param {Result} result @param {import('../games/contract.js').GameView} game @param {Actions} act */
export function result_view(state, room, table, result, game, act) {
  const { names, push } = table;
  const scored = (/** @type {number} */ seat) =>
    game.scored?.(seat, result.scores[seat], { view: push.view, options: room.options }) ?? feel_words.units.points(result.scores[seat]);
  const order = result.places.map((_, seat) => seat).sort((a, b) => result.places[a] - result.places[b]);
  return html`<section class="sheet result">
    <h2>${headline(result, names, push.you?.seat)}</h2>
    ${
      result.reason === 'finished'
        ? html`<ol class="places">
            ${order.map(
              (seat) =>
                html`<li class=${result.places[seat] === 1 ? 'first' : ''}>
                  <span class="place">${result.places[seat]}</span>
                  ${token(names[seat], seat)}
                  <strong>${names[seat]}</strong>
                  <span class="points">${scored(seat)}</span>
                </li>`,
            )}
          </ol>`
        : nothing
    }
    ${room.phase === 'finished' ? again(state, room, act) : nothing}
  </section>`;
}

/** @param {Result} result @param {string[]} names @param {number | undefined} mine */
function headline({ reason, winners }, names, mine) {
  if (reason === 'abandoned') return words.result.abandoned;
  if (reason === 'void') return words.result.void;
  if (winners.length === 0) return words.result.done;
  return words.result.won(
    winners.map((seat) => names[seat]),
    mine !== undefined && winners.includes(mine),
  );
}

/** @param {State} state @param {Room} room @param {Actions} act */
function again(state, room, act) {
  const seat = my_seat(state);
  const humans = room.seats.filter(({ player }) => player !== null && !player.bot);
  const votes = humans.filter(({ ready }) => ready).length;
  const voted = seat !== null && room.seats[seat].ready;
  return html`<div class="begin">
      ${
        seat === null
          ? nothing
          : html`<button
              class="primary large"
              type="button"
              ?disabled=${voted || state.asked.includes('rematch')}
              @click=${() => act.rematch()}
            >
              ${voted ? words.result.voted : words.result.again}
            </button>`
      }
      <p class="hint" role="status">${humans.length > 1 ? words.result.votes(votes, humans.length) : nothing}</p>
      ${trouble(state, 'rematch')}
    </div>
    ${part('again')?.seats_again(state, room, act) ?? nothing}`;
}
