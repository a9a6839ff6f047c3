// @ts-check
// The middle of the TRES table: the draw pile, the discard piles, and the effects of the last move.
import { keyed, html, nothing, svg } from '../../ui/lit.js';
import { fitted } from './fitted.js';
import { make_event_formatter } from '../say.js';
import { back, chip, face, is_action } from './cards.js';
import { shorts, words } from './words.js';

/** @import { TresWholeView as View } from '../../../js/protocol.js' */
/** @import { Content } from '../../ui/lit.js' */
/** @import { Helpers, Line } from './table.js' */
/** @import { Choice } from './choice.js' */

/** @param {View} view @param {Choice} choice @param {Helpers} helpers */
export function table_view(view, choice, helpers) {
  const fresh = new Set(helpers.events.flatMap((event) => (event.e === 'turned_up' ? [event.on] : [])));
  return html`<section class="tres-felt ${gathered_cards(view, helpers)}" aria-label=${words.table}>
    ${direction(view, helpers)} ${helpers.over}
    <div class="tres-middle">
      ${pile(view.pile > 0 || helpers.shaking ? back() : null, words.pile, view.pile, 'pile', helpers.shaking ? 'shuffles' : '')}
      <ol class="tres-table">
        ${view.table.map((card, on) =>
          place_view(card, on, fresh.has(on) ? helpers.seq : null, choice, helpers),
        )}
      </ol>
      ${pile(view.top ? face(view.top) : null, words.discards, view.discards, 'discards', 'discarded')}
    </div>
  </section>`;
}

/** Draws the events of the last move. @param {Helpers} helpers */
export const last_move_view = (helpers) =>
  html`<div class="tres-last" role="group" aria-label=${words.last}>
    ${helpers.late ? html`<b class="tres-happened">${helpers.late}</b> ` : nothing}${since_last_move(helpers).map((event) => html`${event_view(event, helpers)} `)}
  </div>`;

/**
 * Which cards a shuffle that waits has gathered: the discards, or all of them, if the last card of a hand is laid.
 * @param {View} view @param {Helpers} helpers
 */
function gathered_cards(view, { shaking }) {
  if (!shaking) return '';
  const { seat, move } = shaking;
  const ends = seat !== null && move?.do === 'play' && move.cards.length === view.seats[seat].cards;
  return ends ? 'gathers-discards gathers-table' : 'gathers-discards';
}

/** @param {Content} top @param {string} name @param {number} count @param {string} spot @param {string} [kind] */
const pile = (top, name, count, spot, kind = '') =>
  html`<div class="tres-pile ${kind} ${count > 1 ? 'high' : ''}">
    <span class="tres-card ${top ? '' : 'gap'}" data-spot=${spot}>${top ?? nothing}</span>
    <span><b>${count}</b> <span class="tres-name">${name}</span></span>
  </div>`;

/**
 * @param {View['table'][number]} card @param {number} on @param {number | null} fresh just turned up
 * @param {Choice} choice @param {Helpers} helpers
 */
function place_view(card, on, fresh, choice, helpers) {
  if (card === null) {
    return html`<li>
      <span class="tres-card gap"><span class="unseen">${words.empty}</span></span>
    </li>`;
  }
  const move = choice.play_on(on);
  const after = helpers.events.some(({ e }) => e === 'played') ? 'after' : ''; // it appears when the previous one is covered
  const lay = () => move && !helpers.busy && helpers.play(choice.with_tres(move));
  return html`<li>
    ${keyed(fresh, html`<span class="tres-card ${fresh === null ? '' : `fresh ${after}`}" data-spot="place-${on}">${face(card)}</span>`)}
    ${
      move
        ? html`<button class="tres-place" type="button" @click=${lay}>
            <span class="unseen">${words.lay(card, choice.cards)}</span>
            <span class="tres-tag" aria-hidden="true">${words.here}</span>
          </button>`
        : html`<span class="unseen">${words.card_name(card)}</span>`
    }
  </li>`;
}

/** The direction of play around the table, seen from above. @param {View} view @param {Helpers} helpers */
function direction({ direction, turn, seats }, helpers) {
  const next = ((turn?.seat ?? 0) + direction + seats.length) % seats.length;
  const turned = helpers.events.some(({ e }) => e === 'reversed');
  return html`${keyed(turned && helpers.seq, html`<span class="tres-ring ${turned ? 'fresh' : ''}" data-spot="direction">${ring(direction > 0)}</span>`)}
    <p class="tres-next">
      <span class="unseen">${direction > 0 ? words.left : words.right}</span>
      ${turn ? html`<span class="cut">${next === helpers.mine ? words.you_next : words.next(helpers.names[next])}</span>` : nothing}
    </p>`;
}

/** A ring with arrows, of any width and height. @param {boolean} clockwise */
const ring = (clockwise) =>
  html`<svg class=${clockwise ? '' : 'back'} aria-hidden="true" focusable="false">
    <ellipse cx="50%" cy="50%" rx="50%" ry="50%" />
    ${[-52, -24, 24, 52, 128, 156, 204, 232].map((at) => {
      const [x, y] = [Math.sin((at * Math.PI) / 180), -Math.cos((at * Math.PI) / 180)];
      const way = (Math.atan2(ring_flatness * x, -y) * 180) / Math.PI;
      return svg`<svg x="${50 + 50 * x}%" y="${50 + 50 * y}%"><path d="M-6-8 6 0-6 8" transform="rotate(${way})" /></svg>`;
    })}
  </svg>`;
/** The usual height of the ring by its width. */
const ring_flatness = 0.45;

// ---- effects of the last move

const starts_turn = (/** @type {Line['event']} */ event) =>
  ['starts', 'played'].includes(event.e) || (event.e === 'drew' && event.why === 'turn');

/** The events since the last play or draw, including calls and catches. @param {Helpers} helpers */
export function since_last_move({ log }) {
  let first = log.findLastIndex(({ event }) => starts_turn(event));
  if (first < 0) return [];
  const { seq } = log[first];
  while (log[first - 1]?.seq === seq) --first; // include the whole entry
  return log.slice(first).map(({ event }) => event);
}

const short = make_event_formatter(shorts);

/** @param {Line['event']} event @param {Helpers} helpers */
function event_view(event, helpers) {
  const text = short(event, { ...helpers, names: helpers.names.map(fitted) });
  switch (event.e) {
    case 'played':
      return html`<span class="tres-laid"
          >${text} ${event.cards.map(small_card)} ${words.on} ${small_card(event.below)}</span
        >
        ${event.toma_tres ? html`<b class="great">${words.toma_tres}</b>` : nothing}`;
    case 'turned_up':
      return is_action(event.card) ? html`<span class="tres-laid">${small_card(event.card)} ${text}</span>` : nothing;
    case 'drew':
      return event.why === 'turn' ? html`<span>${text}</span>` : html`<b class="tres-happened">${text}</b>`;
    case 'passed':
    case 'reshuffled':
      return html`<span>${text}</span>`;
    case 'reversed':
    case 'lost_turn':
    case 'caught':
      return html`<b class="tres-happened">${text}</b>`;
    case 'tres':
    case 'game_over':
      return html`<b class="tres-said">${text}</b>`;
    default:
      return nothing;
  }
}

/** @param {string} card */
export const small_card = (card) =>
  html`${chip(card)}<span class="unseen">${words.card_name(card)}</span>`;
