// @ts-check
// Shared rendering of games in which all players race to a target in rounds (engine/games/ambiciosa/README.md).
import { html, nothing } from '../../ui/lit.js';
import { stylesheet } from '../../core/stylesheet.js';
import { language } from '../../i18n/language.js';

/** @import { AmbiciosaView, EscaleraView } from '../../../js/protocol.js' */
/** @import { Helpers } from '../contract.js' */

/** @type {typeof import('../../i18n/table/en.js')} */
const { race: words, race_says: says } = await import(`../../i18n/table/${language}.js`);
export { says, words };

await stylesheet('games/race/style.css');

/** A ribbon with the special state of this round. @param {AmbiciosaView | EscaleraView} view @param {Helpers} helpers */
export function final_round_banner(view, { names }) {
  const { extra_round = 0 } = view;
  if (!view.turn || !(view.final_round || extra_round > 0)) return nothing;
  const best = Math.max(...view.seats.map(({ score }) => score));
  const leaders = names.filter((_, seat) => view.seats[seat]?.score === best);
  return html`<p class="race-ribbon">
    <b>${extra_round > 0 ? words.extra(extra_round) : words.last}</b>
    <span>${words.lead(leaders, best)}</span>
  </p>`;
}
