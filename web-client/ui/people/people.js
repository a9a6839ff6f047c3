// @ts-check
// Spectators, the queue for seats, and the leave button: before, during and after a match.
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { own_waiting_place, next_waiting_place } from '../../core/prospects.js';
import { room_names } from '../../core/names.js';
import { is_host, my_seat } from '../../core/state.js';
import { words } from '../../i18n/words.js';
import { button, trouble } from '../parts.js';

/** @import { Actions, Room, State } from '../../core/shapes.js' */

/** @param {{target: HTMLDetailsElement}} event of a menu that opens or closes */
const bring_into_view = ({ target }) => target.open && target.lastElementChild?.scrollIntoView({ block: 'nearest' });

/** Actions on a member. @param {import('../../core/types.js').Player} player @param {Actions} act @param {boolean} as_host */
export function member_menu(player, act, as_host = true) {
  const { id, name } = player;
  return html`<details class="menu" @toggle=${bring_into_view}>
    <summary aria-label=${words.room.menu(name)}>${icons.dots()}</summary>
    <div class="menu-items paper">
      ${as_host
        ? html`${button(words.room.kick, () => act.question({ what: 'kick', id, name }))} ${button(words.people.ban, () => act.question({ what: 'ban', id, name }))}
          ${player.bot ? nothing : button(words.room.make_host, () => act.question({ what: 'make_host', id, name }))}`
        : nothing}
      ${player.bot ? nothing : button(words.people.report, () => act.question({ what: 'report', id, name }))}
    </div>
  </details>`;
}

const open_menu = ':is(.menu, .react)[open]';
/** The open menu of a member, or that of reactions; a question over the page keeps it. @param {Event} event @returns {HTMLDetailsElement | null} */
const menu_beside = ({ target }) => (document.querySelector('dialog[open]') ? null : [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(open_menu))].find((one) => !one.contains(/** @type {Node} */ (target))) ?? null);

// An open menu closes with a press elsewhere, and with Escape, which puts the focus back. Only with a DOM.
globalThis.addEventListener?.('pointerdown', (event) => menu_beside(event)?.removeAttribute('open'), { capture: true });
globalThis.addEventListener?.(
  'keydown',
  (event) => {
    const open = event.key === 'Escape' && !document.querySelector('dialog[open]') && document.querySelector(open_menu);
    if (!open) return;
    event.stopImmediatePropagation();
    open.removeAttribute('open');
    open.querySelector('summary')?.focus();
  },
  { capture: true },
);

/** The status of a member without a seat. @param {State} state @param {Room} room @param {Actions} act */
export function waiting_status(state, room, act) {
  if (my_seat(state) !== null) return nothing;
  const full = room.seats.every(({ player }) => player !== null);
  const plays = room.phase === 'playing';
  const waits = own_waiting_place(state);
  const text = waits ? waiting_text(waits) : plays ? words.access.watching : full ? words.room.watching_full : words.room.watching;
  const may_wait = !waits && (plays || full);
  const want = 'next_match' in next_waiting_place(room) ? words.access.want : words.access.want_seat;
  return html`<div class="standing">
    <p class="hint" role="status">${text}</p>
    ${may_wait ? button(want, () => act.join('player')) : nothing}
  </div>`;
}

/** @param {NonNullable<ReturnType<typeof own_waiting_place>>} waits */
function waiting_text(waits) {
  if ('next_match' in waits) return words.access.next_match;
  return waits.line === 0 ? words.access.next_seat : words.access.line(waits.line);
}

/** The spectators and the queue among them. @param {State} state @param {Room} room @param {Actions} act */
export function spectators(state, room, act) {
  const { watchers, next, spectators: count } = room;
  if (watchers.length === 0) return nothing;
  const names = room_names(room);
  return html`<details class="rules watched">
    <summary>${icons.eye()}${words.room.spectators(count)}</summary>
    <ul class="watchers">
      ${watchers.map(
        (one) =>
          html`<li>
            <span class="who">
              <strong><bdi>${names.get(one.id)}</bdi></strong>
              ${next.some(({ id }) => id === one.id) ? html`<small>${words.people.next}</small>` : nothing}
            </span>
            ${one.id !== state.me?.id ? member_menu({ ...one, name: names.get(one.id) ?? one.name }, act, is_host(state)) : nothing}
          </li>`,
      )}
    </ul>
  </details>`;
}

/** The leave button, while no match runs. @param {State} state @param {Actions} act */
export function leave_button(state, act) {
  return html`<div class="leave">
    ${button(words.room.leave, () => act.leave())} ${trouble(state, 'leave')}
  </div>`;
}
