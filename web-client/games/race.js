// @ts-check
// What the tables of games have in common in which all race to a target, in rounds (protocol/README.md, section 12).
import { html, nothing } from '../lit.js';
import { stylesheet } from '../stylesheet.js';

/** @typedef {import('../views/table.js').Helpers} Helpers */
/** @typedef {import('../types.js').Move} Move */
/** @typedef {import('../types.js').GameEvent} GameEvent */
/** @typedef {import('../lit.js').Content} Content */

await stylesheet('race.css', import.meta.url);

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const words = {
  last: 'Last round!',
  /** @param {number} number */
  extra: (number) => (number === 1 ? 'Extra round!' : `Extra round ${number}!`),
  /** @param {string[]} names @param {number} score */
  lead: (names, score) => `${list.format(names)} ${names.length === 1 ? 'leads' : 'share the lead'} with ${score}.`,
};

/** With a minus that can be told from a dash. @param {number} points */
export const signed = (points) => `${points}`.replace('-', '−');
/** @param {number} points */
export const gain = (points) => (points > 0 ? `+${points}` : signed(points));

/** What is special about this round, in a ribbon. @param {any} view @param {Helpers} helpers */
export function ribbon(view, { names }) {
  if (!view.turn || !(view.final_round || view.extra_round > 0)) return nothing;
  const best = Math.max(...view.seats.map((/** @type {any} */ { score }) => score));
  const leaders = names.filter((_, seat) => view.seats[seat]?.score === best);
  return html`<p class="race-ribbon">
    <b>${view.extra_round > 0 ? words.extra(view.extra_round) : words.last}</b>
    <span>${words.lead(leaders, best)}</span>
  </p>`;
}

/**
 * A button that is always there: whoever plays with the keyboard keeps the focus while others move.
 * @param {Helpers} helpers
 * @param {{move: Move, kind: string, label: string, more?: string}} deed
 */
export function deed({ listed, busy, play }, { move, kind, label, more }) {
  const legal = listed(move);
  return html`<button
    class="large ${kind}"
    type="button"
    aria-disabled=${legal ? 'false' : 'true'}
    aria-busy=${busy ? 'true' : 'false'}
    @click=${() => legal && !busy && play(legal)}
  >
    ${label}${more ? html`<small>${more}</small>` : nothing}
  </button>`;
}

/** @param {GameEvent} event @param {Helpers} helpers @returns {string | null} */
export function say_race(event, { who, names, mine }) {
  const named = (/** @type {number[]} */ seats) => list.format(seats.map((seat) => names[seat]));
  switch (event.e) {
    case 'starts':
      return event.seat === mine ? 'You start.' : `${names[event.seat]} starts.`;
    case 'final_round':
      return `${who(event.seat)} ${event.seat === mine ? 'have' : 'has'} come to the target: the last round!`;
    case 'extra_round':
      return `The lead is shared: an extra round for ${named(event.seats)}.`;
    case 'resumed':
      return 'Nobody has the target any more: the race goes on.';
    case 'over':
      return 'The game is over.';
    default:
      return null;
  }
}
