// @ts-check
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { is_starting } from '../../core/dice_shown.js';
import { part } from '../../core/lazy_modules.js';
import { file_address } from '../../core/urls.js';
import { is_host, game_of, my_seat, start_blocker } from '../../core/state.js';
import { words } from '../../i18n/words.js';
import { chat } from '../people/chat.js';
import { device } from '../device.js';
import { invitation, room_code_view } from '../invite.js';
import { leave_button, spectators, waiting_status } from '../people/people.js';
import { add_bot_button, needs_others, seats } from './seats.js';
import { settings, settings_line } from './settings.js';
import { button, seated_list, trouble } from '../parts.js';

/** @import { Actions, Room, State } from '../../core/shapes.js' */

/**
 * The room before a match: the seats, with what one can do below them in the first view of a phone, and the invitation link.
 * @param {State} state @param {Room} room @param {Actions} act
 */
export function room_view(state, room, act) {
  if (room.quick) return quick_view(state, room, room.quick, act);
  return html`<main class="room">
    <section class="begins of-${room.seats.length} ${room.seats.length > 4 ? 'many' : ''}">
      <img class="pieces" src=${file_address(`games/${room.game}/cover.svg`)} alt="" loading="lazy" />
      ${seats(state, room, act)} ${waiting_status(state, room, act)} ${spectators(state, room, act)}
      <div class="middle">
        <div class="terms">
          <p class="game-name" aria-hidden="true">${title_of(state)}</p>
          <p>${settings_line(state, room)} ${is_host(state) && !state.form ? html`· ${button(words.change.open, () => act.edit_settings(), 'open-form')}` : nothing}</p>
        </div>
        ${start_steps(state, act)}
      </div>
    </section>
    <section class="sheet bring">${invitation(state, act)}</section>
    <div class="column">
      ${chat(state, room, act)} ${shake_area(state, room, act)} ${settings(state, room, act, false)} ${device(state, act)} ${leave_button(state, act)}
    </div>
  </main>`;
}

/** @param {State} state */
const title_of = (state) => game_of(state)?.title ?? state.room?.game;

/** The game and the code, in the rail. @param {State} state */
export const room_title = (state) =>
  state.joined && state.room
    ? html`<h1 class="room-title">
        <strong>${title_of(state)}</strong>${state.room.quick ? nothing : html`<span>${words.room.code} ${room_code_view(state, state.room.room)}</span>`}
      </h1>`
    : nothing;

/** The cup that a seated player may shake; its place is kept while it is fetched. @param {State} state @param {Room} room @param {Actions} act */
function shake_area(state, room, act) {
  if (my_seat(state) === null) return nothing;
  const shake = part('shake');
  return html`<section class="sheet shake">${shake ? shake.cup_to_shake(state, room, act) : nothing}</section>`;
}

/**
 * A quick match: only the state of the wait, without a link or a start button.
 * @param {State} state @param {Room} room @param {import('../../core/types.js').Quick} quick @param {Actions} act
 */
function quick_view(state, room, { here, needed, starts_ms, offer }, act) {
  const left = starts_ms === null ? null : Math.max(0, Math.ceil((starts_ms - (state.now - state.room_at)) / 1000));
  const names = room.seats.flatMap(({ player }) => (player ? [player.name] : []));
  const late = part('badge')?.slow_start_text(state);
  const news = late ? [late] : [
    words.quick.here(here),
    left === null ? words.quick.needed(Math.max(1, needed - here)) : words.quick.starts(left),
  ];
  return html`<main class="room quick-wait">
    <div class="column">
      <section class="sheet begins">
        <p class="looking">${words.quick.looking}</p>
        <p role="status">${news.join(' · ')}</p>
        ${part('badge')?.broken_off_note(state) ?? nothing}
        ${seated_list(names, room.seats.length - names.length)}
        ${
          offer
            ? html`<div class="begin">
                <p>${words.quick.offer}</p>
                ${button(words.quick.accept, () => act.accept_bot(), 'primary large')}
              </div>`
            : html`<p class="hint">${words.quick.by_itself}</p>`
        }
        ${trouble(state, 'quick')}
      </section>
    </div>
    <div class="column">${shake_area(state, room, act)} ${chat(state, room, act)} ${leave_button(state, act)}</div>
  </main>`;
}

/** The remaining steps before the match starts. @param {State} state @param {Actions} act */
function start_steps(state, act) {
  const seat = my_seat(state);
  const { room, asked } = state;
  if (!room) return nothing;
  const starts = is_starting(state) || asked.includes('start');
  const late = part('badge')?.slow_start_text(state);
  if (is_host(state)) {
    const why = start_blocker(state);
    const reason =
      late ?? (why === null ? words.room.start_hint : 'few' in why ? words.room.few(why.few) : words.room.unready(why.unready));
    const alone = room.seats.filter(({ player }) => player !== null).length < 2;
    return html`<div class="begin ${alone ? 'alone' : ''}">
      ${alone ? button(html`${state.copied ? icons.check() : icons.share()}${state.copied ? words.room.copied : words.menu.invite}`, () => ('share' in navigator ? act.share() : act.copy()), 'primary large') : nothing}
      ${
        needs_others(state)
          ? add_bot_button(state, room, act)
          : html`<button
              class=${alone ? '' : 'primary large'}
              type="button"
              aria-disabled=${why !== null || starts ? 'true' : 'false'}
              aria-busy=${starts ? 'true' : 'false'}
              aria-describedby="start-hint"
              @click=${() => why === null && !starts && act.start()}
            >
              ${words.room.start}
            </button>`
      }
      <p id="start-hint" class="hint" role="status">${reason}</p>
      ${part('badge')?.broken_off_note(state) ?? nothing}
      ${trouble(state, 'start')}
    </div>`;
  }
  if (seat === null) return nothing;
  const { ready } = room.seats[seat];
  const host = room.seats.find(({ player }) => player?.id === room.host)?.player?.name;
  return html`<div class="begin">
    ${button(ready ? words.room.wait : words.room.i_am_ready, () => act.ready(!ready), ready ? 'quiet' : 'primary large')}
    <p class="hint" role="status">${late ?? (ready && host ? words.room.waiting_for(host) : words.room.not_ready_yet)}</p>
    ${part('badge')?.broken_off_note(state) ?? nothing}
    ${trouble(state, 'start')}
  </div>`;
}

/** @type {IntersectionObserver | undefined} */
let watching;
/** @type {Element | null} */
let lines = null;
let is_chat_visible = false;
/** Marks the lines of a room as read when its chat is in view. Call after each rendering. @param {number} unread @param {() => void} read */
export function mark_chat_read(unread, read) {
  const there = document.querySelector('.room .lines');
  if (there !== lines) {
    lines = there;
    is_chat_visible = false;
    watching?.disconnect();
    watching = new IntersectionObserver(([one]) => (is_chat_visible = one.isIntersecting) && read());
    if (lines) watching.observe(lines);
  }
  if (is_chat_visible && unread > 0) read();
}
