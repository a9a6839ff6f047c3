// @ts-check
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { am_host, am_next, game_of, my_seat, obstacle } from '../state.js';
import { words } from '../words.js';
import { chat } from './chat.js';
import { device } from './device.js';
import { invitation, shown_code } from './invite.js';
import { menu, seats } from './seats.js';
import { settings } from './settings.js';
import { trouble } from './parts.js';

/** @typedef {import('../state.js').State} State */
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

/** What it means for us to have no seat. @param {State} state @param {Room} room @param {Actions} act */
export function standing(state, room, act) {
  if (my_seat(state) !== null) return nothing;
  const full = room.seats.every(({ player }) => player !== null);
  const plays = room.phase === 'playing';
  const waits = am_next(state);
  const text = waits
    ? plays
      ? words.door.next_match
      : words.door.next_seat
    : plays
      ? words.door.watching
      : full
        ? words.room.watching_full
        : words.room.watching;
  const may_wait = !waits && (plays || full);
  return html`<div class="standing">
    <p class="hint" role="status">${text}</p>
    ${
      may_wait
        ? html`<button type="button" ?disabled=${state.asked.includes('join')} @click=${() => act.join('player')}>
            ${words.door.want}
          </button>`
        : nothing
    }
  </div>`;
}

/** Who watches, and who of them is next. @param {State} state @param {Room} room @param {Actions} act */
export function spectators(state, { watchers, next, spectators: count }, act) {
  if (watchers.length === 0) return nothing;
  return html`<details class="rules watched">
    <summary>${icons.eye()}${words.room.spectators(count)}</summary>
    <ul class="watchers">
      ${watchers.map(
        (one) =>
          html`<li>
            <span class="who">
              <strong>${one.name}</strong>
              ${next.some(({ id }) => id === one.id) ? html`<small>${words.people.next}</small>` : nothing}
            </span>
            ${one.id !== state.me?.id && am_host(state) ? menu(one, act) : nothing}
          </li>`,
      )}
    </ul>
  </details>`;
}

/** A match is not left by one careless tap. @param {State} state @param {Actions} act */
export function leave(state, act) {
  const button = (/** @type {string} */ text) =>
    html`<button type="button" ?disabled=${state.asked.includes('leave')} @click=${() => act.leave()}>${text}</button>`;
  const plays = state.room?.phase === 'playing' && my_seat(state) !== null;
  return html`<div class="leave">
    ${
      plays
        ? html`<details>
            <summary>${words.room.leave}</summary>
            <p class="hint">${words.room.leave_hint}</p>
            ${button(words.room.leave_now)}
          </details>`
        : button(words.room.leave)
    }
    ${trouble(state, 'leave')}
  </div>`;
}
