// @ts-check
// The players around the felt with the pot in the middle. The style sheet measures them in units of the felt, so that all of it fits.
import { chips as stacks } from '../../ui/game/chips.js';
import { keyed, html, nothing } from '../../ui/lit.js';
import { words } from './words.js';

/** @import { ThreesAwayWholeView as View } from '../../../js/protocol.js' */
/** @import { Helpers } from './table.js' */

/** @param {View} view @param {Helpers} helpers */
export function table_view(view, helpers) {
  const seats = [...view.seats.keys()];
  return html`<section class="game-board drawn-board threes-felt" aria-label=${words.players}>
    <div class="threes-ring ${seats.length > 6 ? 'crowded' : ''}" aria-hidden="true"><i class="printed"></i><i class="printed thin"></i> ${pot_view(view, helpers)} ${seats.map((seat) => player_view(view, seat, helpers))}</div>
    <ul class="unseen">
      <li>${words.pot_of(view.pot_number, view.pots)}: ${words.chips(view.pot)}</li>
      ${seats.map((seat) => html`<li>${seat_description(view, seat, helpers)}</li>`)}
    </ul>
  </section>`;
}

/**
 * The pot and the score to beat; before the first score, the outcome of the last round.
 * @param {View} view
 * @param {Helpers} helpers
 */
function pot_view({ turn, pot, pot_number, pots, lowest, cap }, helpers) {
  const beat = lowest !== undefined ? words.to_beat(lowest) : cap !== undefined ? words.cap(cap) : null;
  const before = outcome(helpers);
  return html`<div class="threes-middle">
    <div class="threes-heap" data-spot="pot">${pile(pot)}</div>
    <p><b>${words.chips(pot)}</b></p>
    <p class="quiet">${before === nothing ? words.pot_of(pot_number, pots) : before}</p>
    ${beat && turn ? html`<p class="beat">${beat[0]} <b>${beat[1]}</b> ${beat[2]}</p>` : html`<p class="quiet">${turn ? words.nothing_yet : nothing}</p>`}
  </div>`;
}

/** The outcome of the last round, until a player has scored in this one. @param {Helpers} helpers */
function outcome({ log, names }) {
  const at = log.findLastIndex(({ event }) => ['took_pot', 'tied', 'unwon', 'scored', 'out'].includes(event.e));
  const event = log[at]?.event;
  switch (event?.e) {
    case 'took_pot': {
      const all = log.flatMap((line) => (line.seq === log[at].seq && line.event.e === 'took_pot' ? [names[line.event.seat]] : []));
      return words.took(all, event.chips);
    }
    case 'tied':
      return words.tied(event.points);
    case 'unwon':
      return words.unwon(event.cap);
    default:
      return nothing;
  }
}

const kinds_of_chips = /** @type {const} */ (['brass', 'blue', 'red']);
/** The pot lies in four stacks, the one behind first: the share of the pot in each and those before it. */
const heap = [0.36, 0.62, 0.84, 1];
const most_in_stack = 7;

/** The chips of the pot: as many as there are, until a stack is full. @param {number} pot */
const pile = (pot) =>
  heap.map((share, at) => {
    const count = Math.min(most_in_stack, Math.round(share * pot) - Math.round((heap[at - 1] ?? 0) * pot));
    return count > 0 ? stacks([{ kind: kinds_of_chips[at % 3], count, value: '1' }]) : nothing;
  });

/** @param {View} view @param {number} seat @param {Helpers} helpers */
function player_view(view, seat, { names, mine, events, seq, absent, token }) {
  const { chips, score = null, out, sits_out, out_of_pot } = view.seats[seat];
  const kinds = [
    view.turn?.seat === seat ? 'now' : '',
    seat === mine ? 'mine' : '',
    out || sits_out ? 'aside' : '',
    score !== null && score === view.lowest ? 'leads' : '',
  ];
  const change = change_of(seat, events);
  const why = absent(seat);
  const says = out ? words.out : score === null && !sits_out && next_seat(view) === seat ? words.next : '';
  const { style, left } = place_of(seat, view.seats.length, mine);
  return html`<div class="player ${kinds.filter(Boolean).join(' ')} ${left ? 'left' : ''}" id="seat-${seat}" data-spot="seat-${seat}" .style=${style}>
    ${token(seat)} ${chips > 0 ? stacks([{ kind: kinds_of_chips[seat % 3], count: Math.min(most_in_stack, Math.ceil(chips / 3)), value: '1' }]) : nothing}
    <div class="plate">
      <p class="name cut">${names[seat] ?? ''}</p>
      ${
        out_of_pot
          ? html`<p>${words.no_chips}</p>`
          : html`<p class="has"><span class="chips-left">${chips}</span>${says ? html` <span>${says}</span>` : score === null && sits_out ? nothing : html` <b>${score ?? '–'}</b>`}</p>`
      }
    </div>
    ${why ? html`<span class="absent">${why.icon}</span>` : nothing}
    ${change === 0 ? nothing : keyed(seq, html`<b class="change ${change > 0 ? 'gain' : ''}">${change > 0 ? `+${change}` : `−${-change}`}</b>`)}
  </div>`;
}

/** Who throws after the player to move in this round; -1: nobody. @param {View} view */
function next_seat({ seats, turn }) {
  if (!turn) return -1;
  const after = seats.map((_, at) => (turn.seat + 1 + at) % seats.length);
  return after.find((seat) => seat !== turn.seat && (seats[seat].score ?? null) === null && !seats[seat].out && !seats[seat].sits_out && !seats[seat].out_of_pot) ?? -1;
}

/**
 * The change of a player's chips in the newest entry, without the antes of the next pot.
 * @param {number} seat
 * @param {import('../../../js/protocol.js').ThreesAwayEvent[]} events
 */
function change_of(seat, events) {
  const won = events.filter((event) => event.e === 'took_pot').filter((event) => event.seat === seat);
  if (won.length > 0) return won.reduce((sum, event) => sum + event.chips, 0);
  const paid = events.filter((event) => event.e === 'ante');
  return -paid.reduce((sum, event) => sum + (event.paid[seat] ?? 0), 0);
}

/**
 * Our own seat is at the bottom, the next one to its left; those who sit farthest from us are at the top.
 * @param {number} seat @param {number} seats
 * @param {number | null} mine
 */
function place_of(seat, seats, mine) {
  const angle = (/** @type {number} */ at) => (2 * Math.PI * at) / seats;
  const at = (seat - (mine ?? 0) + seats) % seats;
  const away = (1 - Math.cos(angle(at))) / (1 - Math.cos(angle(Math.floor(seats / 2))));
  const aside = -Math.sin(angle(at));
  return { style: `--aside:${aside.toFixed(3)};--away:${away.toFixed(3)}`, left: aside < 0.01 };
}

/** Describes a seat in text, for screen readers. @param {View} view @param {number} seat @param {Helpers} helpers */
function seat_description(view, seat, { names, absent }) {
  const { chips, score = null, out } = view.seats[seat];
  const why = absent(seat);
  const gone = why ? `, ${why.meaning}` : '';
  return `${names[seat]}: ${words.chips(chips)}${out ? `, ${words.out}` : score === null ? '' : `, ${score}`}${gone}`;
}
