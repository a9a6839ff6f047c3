// @ts-check
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { label_of, usual, value_label } from '../options.js';
import { am_host, game_of, my_seat, obstacle } from '../state.js';
import { words } from '../words.js';
import { chat } from './chat.js';
import { seats } from './seats.js';
import { rules_button, trouble } from './parts.js';

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
          <span class="code-tag">${words.room.code} <b class="code">${room.room}</b></span>
        </h1>
        ${invitation(state, act)} ${seats(state, room, act)} ${spectators(state, room)} ${begin(state, act)}
      </section>
    </div>
    <div class="column">
      ${settings(state, room, act)}
      <section class="sheet">
        <h2>${words.chat.title}</h2>
        ${chat(state, room, act)}
      </section>
      ${leave(state, act)}
    </div>
  </main>`;
}

/** @param {State} state @param {Actions} act */
function invitation({ copied }, act) {
  const can_share = 'share' in navigator;
  return html`<div class="field">
    <label for="link">${words.room.invite}</label>
    <div class="link">
      <input
        id="link"
        readonly
        .value=${act.invitation()}
        @focus=${(/** @type {any} */ event) => event.target.select()}
      />
      <button type="button" @click=${() => act.copy()}>
        ${copied ? icons.check() : icons.copy()}<span aria-live="polite"
          >${copied ? words.room.copied : words.room.copy}</span
        >
      </button>
      ${
        can_share
          ? html`<button type="button" @click=${() => act.share()}>${icons.share()}${words.room.share}</button>`
          : nothing
      }
    </div>
  </div>`;
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

/** @param {State} state @param {Room} room */
function spectators(state, room) {
  const full = room.seats.every(({ player }) => player !== null);
  const watched = room.spectators;
  return html`${
    my_seat(state) === null
      ? html`<p class="hint">${full ? words.room.watching_full : words.room.watching}</p>`
      : nothing
  }
  ${watched > 0 ? html`<p class="hint watched">${icons.eye()}${words.room.spectators(watched)}</p>` : nothing}`;
}

/** Clock and whatever differs from the catalogue's defaults, and the rules that all of it makes.
 * @param {State} state @param {Room} room @param {Actions} act */
function settings(state, room, act) {
  const turn_ms = room.clock?.turn_ms ?? 0;
  const changed = (game_of(state)?.options ?? []).filter((spec) => room.options[spec.name] !== usual(spec, room.options));
  return html`<section class="sheet">
    <h2>${words.room.rules}</h2>
    <dl class="settings">
      <div>
        <dt>${words.make.clock}</dt>
        <dd>${turn_ms === 0 ? words.make.no_clock : words.make.time(turn_ms)}</dd>
      </div>
      ${changed.map(
        ({ name }) =>
          html`<div>
            <dt>${label_of(name)}</dt>
            <dd>${value_label(name, room.options[name])}</dd>
          </div>`,
      )}
    </dl>
    ${rules_button(act, room.game)}
  </section>`;
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
