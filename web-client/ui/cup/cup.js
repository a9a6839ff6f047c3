// @ts-check
// The cup of the day: to play it, how it went, yesterday's field, and whether the seeds still belong to one chain.
import { newest_seed } from '../../../js/cup.js';
import { local, server_key } from '../../core/storage.js';
import { html, nothing } from '../lit.js';
import { avatar_of } from '../../core/avatars.js';
import { number_equal_names } from '../../core/names.js';
import { button, link_to, name_field, on_submit, rules_button, token, trouble } from '../parts.js';
import { table_head } from '../tables.js';
import { date as day_name, language, number, words as page_words } from '../../i18n/words.js';

/** @import * as Wire from '../../../js/protocol.js' */
/** @import { Actions, Found, MatchHistory, State } from '../../core/shapes.js' */

/** @type {typeof import('../../i18n/cup/en.js')} */
const { words } = await import(`../../i18n/cup/${language}.js`);

const seed_key = 'cubilete.cup';
/** @param {number} value */
const one_digit = (value) => number(Math.round(value * 10) / 10);

const minute_ms = 60_000;
/** When each answer was first shown, by this device's clock, which may be wrong. @type {WeakMap<Wire.CupTodayReply, number>} */
const shown_at = new WeakMap();
/** Until the day ends. @param {Wire.CupTodayReply} cup */
function time_left(cup) {
  const shown = shown_at.get(cup) ?? Date.now();
  shown_at.set(cup, shown);
  const minutes = Math.max(0, Math.ceil((cup.ends_ms - (Date.now() - shown)) / minute_ms));
  const hours = Math.floor(minutes / 60);
  return `${hours > 0 ? `${hours} h ` : ''}${minutes % 60} min`;
}

/** To paste elsewhere. @param {string} squares a figure for each turn: 0 nothing given away, 1 little, 2 much */
const squares_text = (squares) => [...squares].map((one) => ['🟩', '🟨', '🟥'][Number(one)]).join('');
/** The more was given away, the fuller is a square. @param {string} squares */
const squares_view = (squares) =>
  html`<span class="squares" role="img" aria-label=${words.squares(squares)}>${[...squares].map((one) => html`<i class="lost-${one}"></i>`)}</span>`;

/** @param {State} state @param {Actions} act @param {MatchHistory} match_history */
export function cup_page(state, act, match_history) {
  const found = match_history.cup();
  return html`<main class="history-page cup-page">
    <section class="sheet">
      <h1>${words.title}</h1>
      ${found.state === 'here' ? today_view(state, found.data, act) : loading_note(found)} ${trouble(state, 'cup')}
    </section>
    ${found.state === 'here' ? other_days(state, found.data, act, match_history) : nothing}
  </main>`;
}

/** @param {Found} found */
const loading_note = ({ state }) =>
  html`<p class="hint" role=${state === 'coming' ? 'status' : 'alert'}>${state === 'coming' ? page_words.link.opening : state === 'missing' ? words.none : page_words.history.failed}</p>`;

/** @param {State} state @param {Wire.CupTodayReply} cup @param {Actions} act */
function today_view(state, cup, act) {
  const { day, date, game, you } = cup;
  const title = state.games.find(({ id }) => id === game)?.title ?? game;
  return html`<p class="cup-day">${title} · ${words.day(number(day), day_name(date))}</p>
    ${you === null ? play_form(state, title, cup, act) : own_result(state, you, cup, act)} ${rules_button(act, game)}`;
}

/** @param {State} state @param {string} title @param {Wire.CupTodayReply} cup @param {Actions} act */
const play_form = (state, title, cup, act) =>
  html`<p>${words.lead(title)}</p>
    <p>${words.ranked}</p>
    <p>${words.once(time_left(cup))}</p>
    <form @submit=${on_submit(() => act.play_cup())}>
      ${name_field(state, act)}
      <button class="primary large">${words.play}</button>
    </form>`;

/** @param {State} state @param {NonNullable<Wire.CupTodayReply['you']>} you @param {Wire.CupTodayReply} cup @param {Actions} act */
function own_result({ copied }, { state, points = 0, squares, place, players = 0 }, cup, act) {
  if (state === 'lost') return html`<p>${words.lost}</p>`;
  if (state === 'playing') return html`<p>${words.playing(time_left(cup))}</p>${button(words.go_on, () => act.play_cup(), 'primary large')}`;
  const line = `${words.line(number(cup.day), number(points))}${squares ? `\n${squares_text(squares)}` : ''}`;
  return html`<p><b>${words.points(points)}</b>${place ? ` · ${words.so_far(number(place), number(players))}` : ''}</p>
    ${squares ? html`<p>${squares_view(squares)}</p>` : html`<p class="hint">${words.not_yet}</p>`}
    <p>${button(copied ? page_words.room.copied : words.copy, () => act.copy_text(line))}</p>
    <p class="hint">${words.closed}</p>`;
}

/** @param {State} state @param {Wire.CupTodayReply} cup @param {Actions} act @param {MatchHistory} match_history */
function other_days(state, cup, act, match_history) {
  const { day } = cup;
  const yesterday = /** @type {Yesterday | null} */ (cup.yesterday);
  return html`${yesterday ? day_results(state, yesterday, act, match_history) : nothing}
    <section class="sheet">
      <h2>${words.today}</h2>
      ${board(match_history.load(`cup/${day}`), state, act)}
    </section>
    ${check_seed_chain(cup)}`;
}

/** With what the protocol leaves open: the reader's place, and the turn at which most gave something away.
 * @typedef {NonNullable<Wire.CupTodayReply['yesterday']> & {you?: {place: number, given_away: number, luck?: number | null, match: string} | null,
 *     missed?: {turn: number, players: number} | null}} Yesterday */
/** @param {State} state @param {Yesterday} yesterday @param {Actions} act @param {MatchHistory} match_history */
function day_results(state, { day, date, players, median, best, missed, you }, act, match_history) {
  return html`<section class="sheet">
    <h2>${words.yesterday(number(day), day_name(date))}</h2>
    <p>${words.field(players, one_digit(median), one_digit(best))}</p>
    ${you ? html`<p>${words.place(you.place, one_digit(you.given_away), one_digit(you.luck ?? 0))} ${link_to({ at: 'match', id: you.match }, page_words.result.watch, act)}</p>` : nothing}
    ${missed ? html`<p>${words.missed(number(missed.turn), missed.players)}</p>` : nothing}
    ${board(match_history.load(`cup/${day}`), state, act)}
  </section>`;
}

/** The field of a day. @typedef {{over: boolean, rows: {place: number, player: Wire.Player, points: number, given_away: number, squares?: string, match?: string}[]}} Field */
/** @param {Found<Field>} found @param {State} state @param {Actions} act */
function board(found, { me }, act) {
  if (found.state !== 'here') return html`<p class="hint">${found.state === 'coming' ? page_words.link.opening : page_words.history.failed}</p>`;
  const { rows, over } = found.data;
  if (rows.length === 0) return html`<p class="hint">${words.nobody}</p>`;
  const names = number_equal_names(rows.map(({ player }) => player.name));
  return html`<table class="figures board">
    ${table_head([words.rank, words.player, ...(over ? [words.given_away] : []), words.points_head])}
    <tbody>
      ${rows.map(
        ({ place, player, points, given_away, squares, match }, at) =>
          html`<tr class=${me && player.id === me.id ? 'mine' : ''}>
            <td>${number(place)}</td>
            <th scope="row">
              <span class="with-token">${token(names[at], at, avatar_of(player))}<span>${match ? link_to({ at: 'match', id: match }, names[at], act) : names[at]}</span></span>
              ${squares ? squares_view(squares) : nothing}
            </th>
            ${over ? html`<td>${one_digit(given_away)}</td>` : nothing}
            <td>${number(points)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/**
 * Keeps the newest seed that this browser has seen, and tells of another chain.
 * @param {Wire.CupTodayReply} cup
 */
function check_seed_chain({ end, opened }) {
  const shown = opened ?? { day: 0, seed: end, date: null };
  const { stored, other } = newest_seed(local.get(server_key(seed_key)), shown);
  if (!other) local.set(server_key(seed_key), stored);
  return html`<section class="sheet">
    <h2>${words.chain}</h2>
    <p>${words.chain_is}</p>
    ${other ? html`<p role="alert"><b>${words.other_chain(other.date ? day_name(other.date) : '–')}</b></p>` : html`<p>${words.same_chain}</p>`}
    <dl class="seeds">
      <dt>${words.end}</dt>
      <dd><code>${end}</code></dd>
      ${opened ? html`<dt>${words.opened(number(opened.day))}</dt><dd><code>${opened.seed}</code></dd>` : nothing}
    </dl>
  </section>`;
}
