// @ts-check
// The table of the coin toss.
import { html, nothing } from '../../ui/lit.js';
import { action_button } from '../action_button.js';

/** @typedef {import('../contract.js').Helpers} Helpers */

/** @param {any} view @param {unknown} _you @param {Helpers} helpers */
const render = (view, _you, helpers) => html`<section class="tray">
  <ul>
    ${helpers.names.map((name, seat) => html`<li class="coin-seat">${name}: <b>${view.seats[seat].heads}</b></li>`)}
  </ul>
  ${helpers.mine !== null && view.turn ? action_button(helpers, { move: { do: 'toss' }, kind: 'primary', label: 'Toss', keys: 'Space' }) : nothing}
  ${helpers.trouble}
</section>`;

/** @param {import('../contract.js').GameEvent} event @param {Helpers} helpers */
const say = ({ seat, heads }, { names }) => `${names[seat]} tossed ${heads ? 'heads' : 'tails'}.`;

export default { render, say, players: true };
