// @ts-check
import { html, nothing } from '../lit.js';
import { am_host, game_of, my_seat, obstacle } from '../state.js';
import { words } from '../words.js';
import { chat } from './chat.js';
import { device } from './device.js';
import { invitation, shown_code } from './invite.js';
import { leave, spectators, standing } from './people.js';
import { seats } from './seats.js';
import { settings } from './settings.js';
import { trouble } from './parts.js';

/** @typedef {import('../shapes.js').State} State */
/** @typedef {import('../types.js').Room} Room */
/** @typedef {import('../actions.js').Actions} Actions */

/**
 * Before a match: who sits where, and the link to bring others.
 * @param {State} state @param {Room} room @param {Actions} act
 */
export function room_view(state, room, act) {
  return html`<main class="room">
    <div class="column">
      <section class="sheet">
        <h1>
          ${game_of(state)?.title ?? room.game}
          <span class="code-tag">${words.room.code} ${shown_code(state, room.room)}</span>
        </h1>
        ${invitation(state, act)} ${seats(state, room, act)} ${standing(state, room, act)}
        ${spectators(state, room, act)} ${begin(state, act)}
      </section>
    </div>
    <div class="column">
      ${settings(state, room, act)}
      <section class="sheet">
        <h2>${words.chat.title}</h2>
        ${chat(state, room, act)}
      </section>
      ${device(state, act)} ${leave(state, act)}
    </div>
  </main>`;
}

/** What is left to do before the first throw. @param {State} state @param {Actions} act */
function begin(state, act) {
  const seat = my_seat(state);
  const { room, asked } = state;
  if (!room) return nothing;
  if (am_host(state)) {
    const why = obstacle(state);
    const reason =
      why === null ? words.room.start_hint : 'few' in why ? words.room.few(why.few) : words.room.unready(why.unready);
    return html`<div class="begin">
      <button
        class="primary large"
        type="button"
        ?disabled=${why !== null || asked.includes('start')}
        aria-describedby="start-hint"
        @click=${() => act.start()}
      >
        ${words.room.start}
      </button>
      <p id="start-hint" class="hint" role="status">${reason}</p>
      ${trouble(state, 'start')}
    </div>`;
  }
  if (seat === null) return nothing;
  const { ready } = room.seats[seat];
  const host = room.seats.find(({ player }) => player?.id === room.host)?.player?.name;
  return html`<div class="begin">
    <button
      class=${ready ? '' : 'primary large'}
      type="button"
      ?disabled=${asked.includes('start')}
      @click=${() => act.ready(!ready)}
    >
      ${ready ? words.room.wait : words.room.i_am_ready}
    </button>
    <p class="hint" role="status">${ready && host ? words.room.waiting_for(host) : words.room.not_ready_yet}</p>
    ${trouble(state, 'start')}
  </div>`;
}
