// @ts-check
// The players around the felt with the pot in the middle. Lengths are in units of the drawing, which is 360 wide, so that a phone shows
// text at its natural size.
import { chips as stacks } from '../../ui/game/chips.js';
import { anew, html, nothing, svg } from '../../ui/lit.js';
import { fitted } from '../fitted.js';
import { words } from './words.js';

/** @import { ThreesAwayWholeView as View } from '../../../js/protocol.js' */
/** @import { Content } from '../../ui/lit.js' */
/** @import { Helpers } from '../contract.js' */
/** @typedef {{x: number, y: number}} Place */

const size = { width: 360, height: 260 };
const centre = { x: 180, y: 130 };
const reach = { x: 128, y: 103 };
const plate = { width: 80, height: 46 };
const most_drawn = 21;

/** @param {View} view @param {Helpers} helpers */
export function felt(view, helpers) {
  const seats = [...view.seats.keys()];
  return html`<section class="game-board drawn-board threes-felt" aria-label=${words.players}>
    <svg viewBox="0 0 ${size.width} ${size.height}" aria-hidden="true" focusable="false">
      <defs><linearGradient id="plaque" x2="0" y2="1"><stop class="lit" /><stop class="deep" offset="1" /></linearGradient></defs>
      <ellipse class="printed" cx=${centre.x} cy=${centre.y} rx="140" ry="106" /><ellipse class="printed thin" cx=${centre.x} cy=${centre.y} rx="132" ry="98" />
      ${middle(view, helpers)} ${seats.map((seat) => player(view, seat, helpers))}
    </svg>
    <ul class="unseen">
      <li>${words.pot_of(view.pot_number, view.pots)}: ${words.chips(view.pot)}</li>
      ${seats.map((seat) => html`<li>${told(view, seat, helpers)}</li>`)}
    </ul>
  </section>`;
}

/**
 * The pot and the score to beat; before the first score, the outcome of the last round.
 * @param {View} view
 * @param {Helpers} helpers
 */
function middle({ turn, pot, pot_number, pots, lowest, cap }, helpers) {
  const beat = lowest !== undefined ? words.to_beat(lowest) : cap !== undefined ? words.cap(cap) : null;
  const still = turn ? words.nothing_yet : nothing;
  return svg`
    <text class="quiet" x=${centre.x} y="83">${words.pot_of(pot_number, pots)}</text>
    <g data-spot="pot"><circle class="pot-spot" cx=${centre.x} cy="112" r="16" /><svg x=${centre.x - 60} y="88" width="84" height="50">${stacks(pile(pot))}</svg></g>
    <text class="pot" x=${centre.x + 28} y="122">${pot}</text>
    ${
      beat && turn
        ? svg`<rect class="beat" fill="url(#plaque)" x=${centre.x - 56} y="142" width="112" height="26" rx="13" />
            <text class="beat" x=${centre.x} y="160">${beat[0]} <tspan>${beat[1]}</tspan> ${beat[2]}</text>`
        : svg`<text class="quiet" x=${centre.x} y="160">${still}</text>`
    }
    <text class="outcome" x=${centre.x} y="190">${outcome(helpers)}</text>`;
}

/** The outcome of the last round, until a player has scored in this one. @param {Helpers} helpers */
function outcome({ log, names }) {
  const at = log.findLastIndex(({ event }) => ['took_pot', 'tied', 'unwon', 'scored', 'out'].includes(event.e));
  const event = log[at]?.event;
  switch (event?.e) {
    case 'took_pot': {
      const all = log.filter((line) => line.seq === log[at].seq && line.event.e === 'took_pot');
      return words.took(
        all.map((line) => shortened(names[line.event.seat], names.length > 6 ? 44 : 92)),
        event.chips,
      );
    }
    case 'tied':
      return words.tied(event.points);
    case 'unwon':
      return words.unwon(event.cap);
    default:
      return nothing;
  }
}

const kinds_of_chips = /** @type {const} */ (['brass', 'red', 'blue']);
/** With more players their plates leave no space for chips before them. */
const most_with_stacks = 6;

/** The chips of the pot, in at most three stacks. @param {number} pot */
function pile(pot) {
  const drawn = Math.min(pot, most_drawn);
  return kinds_of_chips.flatMap((kind, at) => {
    const count = Math.floor((drawn + 2 - at) / 3);
    return count > 0 ? [{ kind, count, value: '1' }] : [];
  });
}

/** @param {View} view @param {number} seat @param {Helpers} helpers */
function player(view, seat, { names, mine, events, seq, absent, disc }) {
  const { chips, score = null, out, sits_out, out_of_pot } = view.seats[seat];
  const { x, y } = place_of(seat, view.seats.length, mine);
  const kinds = [
    view.turn?.seat === seat ? 'now' : '',
    seat === mine ? 'mine' : '',
    out || sits_out ? 'aside' : '',
    score !== null && score === view.lowest ? 'leads' : '',
  ];
  const change = change_of(seat, events);
  const why = absent(seat);
  const left = x - plate.width / 2;
  const top = y - plate.height / 2;
  const aside = x > centre.x + 60 ? -1 : 1; // towards the middle
  const before = chips > 0 && view.seats.length <= most_with_stacks;
  return svg`${
      before
        ? svg`<svg x=${x + aside * (plate.width / 2 + 14) - 13} y=${y + (centre.y - y) / 8 - 15} width="26" height="32">${stacks([{ kind: kinds_of_chips[seat % 3], count: Math.min(7, Math.ceil(chips / 3)), value: '1' }])}</svg>`
        : nothing
    }<g class="player ${kinds.filter(Boolean).join(' ')}" id="seat-${seat}" data-spot="seat-${seat}">
    <rect class="plate" x=${left} y=${top} width=${plate.width} height=${plate.height} rx="10" />
    ${disc(seat, 11, left + 8, top + 2)}
    <text class="name" x=${x + 8} y=${top + 17}>${shortened(names[seat] ?? '')}</text>
    ${
      out_of_pot
        ? svg`<text x=${x} y=${top + 37}>${words.no_chips}</text>`
        : svg`<ellipse class="chip chip-0" cx=${left + 14} cy=${top + 33} rx="6" ry="4" />
            <text class="chips" x=${left + 23} y=${top + 37.5}>${chips}</text>
            <text class=${out ? 'score out' : 'score'} x=${left + plate.width - (out ? 6 : 9)} y=${top + 38}>
              ${out ? words.out : (score ?? (sits_out ? '' : '–'))}
            </text>`
    }
    ${why ? absent_mark(why.icon, left - 5, top - 7) : nothing}
    ${change === 0 ? nothing : change_mark(change, seq, above(x, top))}
  </g>`;
}

/** Browsers do not take the size of an SVG within another one from a style sheet. @param {Content} icon @param {number} x @param {number} y */
const absent_mark = (icon, x, y) =>
  svg`<g class="absent" transform="translate(${x} ${y})">
    <circle cx="9" cy="9" r="9" /><svg x="2" y="2" width="14" height="14">${icon}</svg>
  </g>`;

/** @param {number} change @param {number} seq @param {Place} place */
const change_mark = (change, seq, { x, y }) =>
  anew(seq, svg`<text class="change ${change > 0 ? 'gain' : ''}" x=${x} y=${y}>${change > 0 ? `+${change}` : `−${-change}`}</text>`);

/** Above a plate, or beside it if there is no space above. @param {number} x @param {number} top */
const above = (x, top) => (top < 14 ? { x: x + plate.width / 2 + 16, y: top + 14 } : { x, y: top - 4 });

/**
 * The change of a player's chips in the newest entry, without the antes of the next pot.
 * @param {number} seat
 * @param {import('../../core/types.js').GameEvent[]} events
 */
function change_of(seat, events) {
  const won = events.filter((event) => event.e === 'took_pot' && event.seat === seat);
  if (won.length > 0) return won.reduce((sum, event) => sum + event.chips, 0);
  const paid = events.filter((event) => event.e === 'ante');
  return -paid.reduce((sum, event) => sum + (event.paid[seat] ?? 0), 0);
}

/**
 * Our own seat is at the bottom, the next one to its left.
 * @param {number} seat @param {number} seats
 * @param {number | null} mine @returns {Place}
 */
function place_of(seat, seats, mine) {
  const angle = Math.PI / 2 + (2 * Math.PI * ((seat - (mine ?? 0) + seats) % seats)) / seats;
  return { x: centre.x + reach.x * Math.cos(angle), y: centre.y + reach.y * Math.sin(angle) };
}

/** A name shortened to the width of a plate. @param {string} name @param {number} [width] */
const shortened = (name, width = plate.width - 22) => fitted(name, width, '600 12px system-ui, sans-serif');

/** The same as text, for screen readers. @param {View} view @param {number} seat @param {Helpers} helpers */
function told(view, seat, { names, absent }) {
  const { chips, score = null, out } = view.seats[seat];
  const why = absent(seat);
  const gone = why ? `, ${why.meaning}` : '';
  return `${names[seat]}: ${words.chips(chips)}${out ? `, ${words.out}` : score === null ? '' : `, ${score}`}${gone}`;
}
