// @ts-check
// The leaderboards.
import { html, nothing } from '../lit.js';
import { link_to, token } from '../parts.js';
import { table_head } from '../tables.js';
import { number, words as page_words } from '../../i18n/words.js';
import { one_digit } from './chart.js';
import { avatar_of } from '../../core/avatars.js';
import { part } from '../../core/lazy_modules.js';
import { number_equal_names } from '../../core/names.js';
import { name_of, person_link } from './summary.js';
import { words } from './words.js';

/** @import { Actions, MatchHistory, State } from '../../core/shapes.js' */

const kinds = /** @type {const} */ (['wins', 'best', 'average', 'care']);
const period_days = [null, 30];

/** @param {State} state @param {string | undefined} wanted the requested game @param {Actions} act @param {MatchHistory} match_history */
export function leaderboards_page(state, wanted, act, match_history) {
  const { games, board, me } = state;
  const game = games.find(({ id }) => id === wanted) ?? games[0];
  if (!game) return nothing;
  const { by, days } = board;
  const found = match_history.load(`leaderboard?game=${game.id}&by=${by}${days === null ? '' : `&days=${days}`}`);
  return html`<main class="history-page">
    <section class="sheet">
      <h1>${words.boards}</h1>
      <nav class="choices" aria-label=${page_words.make.game}>
        ${games.map((one) => link_to({ at: 'top', game: one.id }, one.title, act, '', one === game ? 'page' : nothing))}
      </nav>
      <div class="choices" role="group" aria-label=${words.board_by}>
        ${kinds.map((kind) => choice(words[kind], kind === by, () => act.choose_leaderboard({ by: kind })))}
      </div>
      <div class="choices" role="group" aria-label=${words.board_of}>
        ${period_days.map((period) => choice(words.span(period), period === days, () => act.choose_leaderboard({ days: period })))}
      </div>
      ${rows(found, by, me?.id, act)}
      <p class="hint">${by === 'care' ? part('care')?.words.counts : words.counts[by]}</p>
    </section>
  </main>`;
}

/** @param {string} text @param {boolean} chosen @param {() => void} choose */
const choice = (text, chosen, choose) =>
  html`<button type="button" aria-pressed=${chosen ? 'true' : 'false'} @click=${choose}>${text}</button>`;

/** @typedef {{unit: import('../luck/figures.js').Unit | null, rows: {rank: number, player: import('./frames.js').Person & {id: string | null}, value: number, matches: number, match?: string, decisions: number}[]}} Ranking */
/** @param {import('../../core/shapes.js').Found<Ranking>} found @param {import('../../core/shapes.js').Board['by']} by @param {string | undefined} own
 * @param {Actions} act */
function rows(found, by, own, act) {
  if (found.state === 'coming') return html`<p class="hint">${page_words.link.opening}</p>`;
  if (found.state === 'missing') return html`<p>${words.no_boards}</p>`;
  if (found.state !== 'here') return html`<p class="hint" role="alert">${page_words.history.failed}</p>`;
  const care = by === 'care' ? part('care') : undefined;
  if (care === null) return html`<p class="hint">${page_words.link.opening}</p>`;
  if (care && found.data.unit === null) return html`<p>${care.words.none}</p>`;
  if (found.data.rows.length === 0) return html`<p>${words.empty_board}</p>`;
  const figure_text = (/** @type {number} */ value) => (care ? care.figure(found.data.unit ?? '', value) : one_digit(value));
  const names = number_equal_names(found.data.rows.map(({ player }) => name_of(player)));
  return html`<table class="figures board">
    ${table_head([words.rank, words.player, care ? care.words.a_decision : words[by], care ? care.words.decisions : words.matches])}
    <tbody>
      ${found.data.rows.map(
        ({ rank, player, value, matches, match, decisions }, at) =>
          html`<tr class=${player.id !== null && player.id === own ? 'mine' : ''}>
            <td>${number(rank)}</td>
            <th scope="row"><span class="with-token">${token(names[at], at, avatar_of(player))}${person_link(player, act, names[at])}</span></th>
            <td>
              ${match ? link_to({ at: 'match', id: match }, figure_text(value), act) : html`<b>${figure_text(value)}</b>`}
            </td>
            <td>${number(decisions ?? matches)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
