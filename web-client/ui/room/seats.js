// @ts-check
import * as icons from '../icons.js';
import { html, live, nothing } from '../lit.js';
import { avatars_of } from '../../core/avatars.js';
import { levels } from '../../core/choices.js';
import { room_names } from '../../core/names.js';
import { is_host, my_seat, start_blocker } from '../../core/state.js';
import { words } from '../../i18n/words.js';
import { button, own_avatar, token, trouble } from '../parts.js';
import { member_menu } from '../people/people.js';

/** @import { Actions, Room, State } from '../../core/shapes.js' */
/** @import { Level, Player, SeatLine } from '../../core/types.js' */

/** The seats, while no match runs. @param {State} state @param {Room} room @param {Actions} act */
export function seats(state, room, act) {
  const count = room.seats.length;
  /** One's own seat is nearest, the others follow clockwise. @param {number} seat */
  const seat_class = (seat) => `at-${(seat - (my_seat(state) ?? 0) + count) % count}`;
  return html`<ol class="seats" tabindex="-1" aria-label=${words.room.seats}>
      ${room.seats.map((line, seat) => (line.player ? taken_seat(state, room, with_room_name(line.player, room), line, seat, seat_class(seat), act) : free_seat(state, seat, seat_class(seat), act)))}
    </ol>
    ${needs_others(state) ? nothing : add_bot_button(state, room, act)} ${trouble(state, 'seats')}`;
}

/** @param {State} state @param {number} seat @param {string} place @param {Actions} act */
function free_seat(state, seat, place, act) {
  const verb = my_seat(state) === null ? words.room.sit : words.room.move;
  return html`<li class="seat free ${place}">
    <span class="token" aria-hidden="true"></span>
    <span class="who"><span>${words.room.seat(seat)}<span class="is-free">, ${words.room.free}</span></span><u aria-hidden="true">${verb}</u></span>
    ${button(verb, () => act.sit(seat), undefined, `${verb}: ${words.room.seat(seat)}`)}
  </li>`;
}

/** Only the host is here, and the game is not for one: a computer player is offered where the start will be. @param {State} state */
export function needs_others(state) {
  const why = start_blocker(state);
  return is_host(state) && why !== null && 'few' in why && state.room?.seats.filter(({ player }) => player !== null).length === 1;
}

/**
 * Adds a bot to the first free seat, at the level of the last one.
 * @param {State} state @param {Room} room
 * @param {Actions} act
 */
export function add_bot_button(state, room, act) {
  const seat = room.seats.findIndex(({ player }) => player === null);
  if (seat < 0 || !is_host(state)) return nothing;
  const level = room.seats.findLast((line) => line.level)?.level ?? state.choices.level;
  return button(html`${icons.computer()}${words.house.add}`, () => act.set_seat_bot(seat, level), 'add-house');
}

/** The controls of a bot: level and removal. @param {string} name @param {Level} level @param {number} seat @param {Actions} act */
function bot_controls(name, level, seat, act) {
  return html`<select
      class="level"
      aria-label=${words.house.level_of(name)}
      @change=${(/** @type {{target: HTMLSelectElement}} */ { target }) => act.set_seat_bot(seat, /** @type {Level} */ (target.value))}
    >
      ${levels.map((one) => html`<option value=${one} .selected=${live(one === level)}>${words.house.levels[one]}</option>`)}
    </select>
    ${button(icons.cross(), () => act.set_seat_bot(seat, null), 'send-away', words.house.remove(name))}`;
}

/** @param {Player} player @param {Room} room @returns {Player} with the name that they have here */
const with_room_name = (player, room) => ({ ...player, name: room_names(room).get(player.id) ?? player.name });

/** @param {State} state @param {Room} room @param {Player} player @param {SeatLine} line @param {number} seat
 * @param {string} place @param {Actions} act */
function taken_seat(state, room, player, line, seat, place, act) {
  const mine = my_seat(state) === seat;
  const avatar = avatars_of(room.seats.map((one) => one.player))[seat];
  const shakes = state.shakes[seat];
  return html`<li class="seat ${place} ${shakes ? `wobbles-${shakes % 2}` : ''} ${mine ? 'mine' : ''} ${line.level && is_host(state) ? 'of-house' : ''}">
    ${mine && avatar !== null ? own_avatar(state, act, avatar) : token(player.name, seat, avatar)}
    <span class="who">
      <strong><bdi>${player.name}</bdi></strong>
      <span class="marks">
        ${mine ? html`<span>${words.room.you}</span>` : nothing}
        ${player.id === room.host ? html`<span>${icons.crown()}${words.room.host}</span>` : nothing}
        ${player.bot ? html`<span>${line.level ? words.house.bot(line.level) : words.room.bot}</span>` : nothing}
        ${line.online || player.bot ? nothing : html`<span class="away">${icons.away()}${words.room.away}</span>`}
        ${line.out ? html`<span>${words.people.votes(line.out.by.length, line.out.needed)}</span>` : nothing}
        ${line.ready && !line.level ? html`<span class="is-ready">${icons.check()}${words.room.ready}</span>` : nothing}
      </span>
    </span>
    ${
      mine
        ? button(words.room.stand, () => act.stand(), 'stand')
        : is_host(state)
          ? line.level
            ? bot_controls(player.name, line.level, seat, act)
            : member_menu(player, act)
          : may_vote(state, room, line)
            ? vote(state, line, player, act)
            : player.bot || !state.joined
              ? nothing
              : member_menu(player, act, false)
    }
  </li>`;
}

/**
 * Present members vote about the seat of an absent player.
 * @param {State} state @param {Room} room
 * @param {SeatLine} line
 */
const may_vote = (state, room, line) => room.phase !== 'playing' && my_seat(state) !== null && !line.online;

/** @param {State} state @param {SeatLine} line @param {import('../../core/types.js').Player} player @param {Actions} act */
function vote(state, line, player, act) {
  const voted = line.out?.by.includes(state.me?.id ?? '') === true;
  return html`<button
    type="button"
    aria-label="${voted ? words.people.voted : words.people.vote_out}: ${player.name}"
    aria-disabled=${voted || state.asked.includes('seats') ? 'true' : 'false'}
    @click=${() => !voted && act.question({ what: 'vote_out', id: player.id, name: player.name })}
  >
    ${voted ? words.people.voted : words.people.vote_out}
  </button>`;
}
