// @ts-check
// The page of a player: totals and matches. The own page can also download and delete all stored data.
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { avatar_of } from '../../core/avatars.js';
import { part } from '../../core/lazy_modules.js';
import { button, link_to, own_avatar, splash_view, token, trouble } from '../parts.js';
import { scrolled, table_of } from '../tables.js';
import { ago, day, number, words as page_words } from '../../i18n/words.js';
import { one_digit } from './chart.js';
import { name_of } from './summary.js';
import { missing_match_page } from './replay.js';
import { words } from './words.js';

/** @import * as Wire from '../../../js/protocol.js' */
/** @import { Actions, MatchHistory, State } from '../../core/shapes.js' */

/** The matches of a player.
 * @typedef {{name: string, avatar?: number, id: string, bot: boolean, since_ms: number, games: {game: string, matches: number, wins: number, best: number | null, average: number | null,
 *     care?: import('../care/care.js').Care}[]}} Played */

/** @param {State} state @param {string} id @param {Actions} act @param {MatchHistory} match_history */
export function player_page(state, id, act, match_history) {
  /** @type {import('../../core/shapes.js').Found<Played>} */
  const found = match_history.load(`players/${id}`);
  if (found.state === 'coming') return splash_view(page_words.link.opening);
  if (found.state !== 'here') return missing_match_page(found.state === 'missing' ? words.no_player : page_words.history.failed, act);
  const player = found.data;
  return html`<main class="history-page">
    <section class="sheet">
      <h1 class="with-token">${state.me?.id === id ? own_avatar(state, act) : token(player.name, 0, avatar_of(player))}${player.name}</h1>
      <p class="hint">${words.since(day(player.since_ms))}${player.bot ? html` · ${page_words.room.bot}` : nothing}</p>
      ${player.games.length > 0 ? totals(state, player.games, act) : html`<p>${words.nothing_yet}</p>`}
      ${state.me?.id === id ? html`<p class="history-links">${link_to({ at: 'practice' }, page_words.history.practice, act)}</p>` : nothing}
    </section>
    ${player.games.some(({ care }) => care) ? (part('care')?.care_by_game(player.games, (game) => title_of(state, game)) ?? nothing) : nothing}
    <section class="sheet">
      <h2>${words.history}</h2>
      ${history(state, id, act, match_history)}
    </section>
    ${state.me?.id === id ? data_section(state, act, match_history) : nothing}
  </main>`;
}

/** @param {State} state @param {Played['games']} games @param {Actions} act */
function totals(state, games, act) {
  const number_or_dash = (/** @type {number | null} */ value) => (value === null ? '–' : one_digit(value));
  const rows = games.map(({ game, matches, wins, best, average }) => {
    return [link_to({ at: 'top', game }, title_of(state, game), act), number(matches), number(wins), number_or_dash(best), number_or_dash(average)];
  });
  return scrolled(words.totals, table_of([page_words.make.game, words.matches, words.wins, words.best, words.average], rows, 'figures'));
}

/** @param {State} state @param {string} id */
const title_of = ({ games }, id) => games.find((game) => game.id === id)?.title ?? id;

/**
 * The newest matches and the loaded pages of older ones. Of other players only public matches are shown.
 * @param {State} state @param {string} id @param {Actions} act @param {MatchHistory} match_history
 */
function history(state, id, act, match_history) {
  const lines = [];
  /** @type {string | null} */
  let before = null;
  for (let page = 0; page <= state.older; ++page) {
    /** @type {string} */
    const older = before === null ? '' : `&before=${before}`;
    /** @type {import('../../core/shapes.js').Found<{matches: Wire.PlayedMatch[], next: string | null}>} */
    const found = state.me?.id === id ? match_history.own_matches(before) : match_history.load(`matches?player=${id}${older}`);
    if (found.state === 'coming') return html`<p class="hint">${page_words.link.opening}</p>`;
    if (found.state !== 'here') return html`<p class="hint" role="alert">${page_words.history.failed}</p>`;
    lines.push(...found.data.matches);
    before = found.data.next;
    if (before === null) break;
  }
  if (lines.length === 0) return html`<p class="hint">${words.nothing_yet}</p>`;
  return html`<ol class="matches">
      ${lines.map((match) => match_line(state, match, id, act))}
    </ol>
    ${before ? button(words.older, () => act.look_back()) : nothing}`;
}

/** @param {State} state @param {Wire.PlayedMatch} match @param {string} id @param {Actions} act */
function match_line(state, match, id, act) {
  const seat = match.seats.findIndex((one) => one.id === id);
  const others = match.seats.filter((one) => one.id !== id).map(name_of);
  const result = /** @type {Wire.Result} */ (match.result);
  const won = result.winners.includes(seat) && match.seats.length > 1;
  const text = html`<span>
      <strong>${title_of(state, match.game)}</strong>
      <span class="hint">${others.length > 0 ? words.against(others) : words.alone} · ${ago(match.ended_ms, Date.now())}</span>
    </span>
    <b>${won ? html`${icons.crown()}<span class="unseen">${words.won} </span>` : nothing}${number(result.scores[seat])}</b>`;
  return html`<li>${link_to({ at: 'match', id: match.id }, text, act, 'match')}</li>`;
}

/** @param {State} state @param {Actions} act @param {MatchHistory} match_history */
function data_section(state, act, match_history) {
  const board = match_history.board();
  return html`<section class="sheet rights">
    <h2>${words.data}</h2>
    <p class="hint">${words.data_hint}</p>
    ${button(words.take_out, () => act.export_data())}
    ${board.state === 'here' ? button(board.data.on ? words.leave_boards : words.join_boards, () => match_history.set_on_boards(!board.data.on)) : nothing}
    <button class="grave" type="button" aria-haspopup="dialog" @click=${() => act.question({ what: 'vanish' })}>${words.vanish}</button>
    ${trouble(state, 'me')}
  </section>`;
}
