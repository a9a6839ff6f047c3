// @ts-check
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { in_words } from '../refusal.js';
import { words } from '../words.js';
import { join } from './join.js';
import { followed } from './parts.js';
import { preferences, preferences_button } from './preferences.js';
import { big_screen } from './qr.js';
import { room_view } from './room.js';
import { no_past, past_view } from './past.js';
import { start } from './start.js';
import { table_view, turn_line } from './table.js';

/** @typedef {import('../state.js').State} State */
/** @typedef {import('../actions.js').Actions} Actions */
/** @typedef {import('./table.js').GameView} GameView */
/** @typedef {import('./rules.js').Book} Book */

/**
 * The whole page.
 * @param {State} state @param {Actions} act
 * @param {(game: string) => GameView | null | undefined} game_view null = on the way, undefined = there is none
 * @param {(game: string) => Book | null | undefined} book_of the rules, the same way
 * @param {import('./past.js').Past} [past]
 */
export function page(state, act, game_view, book_of = () => null, past = no_past) {
  const at_table = state.table !== null && state.room?.phase !== 'waiting';
  return html`<div class="page ${at_table ? 'at-table' : ''}">
    <header class="bar">
      <a
        class="brand"
        href=${act.home_address()}
        @click=${followed(() => act.home())}
        >${icons.cup()}<span>${words.title}</span></a
      >
      ${at_table && state.table ? turn_line(state, state.table) : nothing}
      ${at_table ? panel_button(state, act) : nothing} ${preferences_button(act)}
    </header>
    ${link_banner(state, act)} ${doubled(state, act)} ${content(state, act, game_view, book_of, past)}
    ${state.rules ? rules_over(state, act, book_of(state.rules)) : nothing} ${preferences(state, act)}
    ${state.big && state.page.at === 'room' ? big_screen(state, act, state.page.code) : nothing}
  </div>`;
}

/** @param {State} state @param {Actions} act */
function panel_button({ panel, unread }, act) {
  return html`<button
    class="panel-button"
    type="button"
    aria-controls="panel"
    aria-expanded=${panel ? 'true' : 'false'}
    @click=${() => act.panel(!panel)}
  >
    ${icons.chat()}<span class="unseen">${words.table.panel}</span>
    ${unread > 0 ? html`<span class="badge">${unread}</span>` : nothing}
  </button>`;
}

/** @param {{code?: number, refused?: string, text?: string}} link */
const why_closed = ({ code, refused, text }) =>
  refused ? in_words({ code: refused, text }) : code ? in_words({ code: `${code}` }) : words.link.closed;

/** @param {State} state @param {Actions} act */
function link_banner({ link, greeted }, act) {
  if (link.state === 'closed')
    return html`<div class="banner" role="alert">
      <p>${why_closed(link)}</p>
      <button type="button" @click=${() => act.reconnect()}>${words.link.again}</button>
    </div>`;
  const broken = greeted && link.state !== 'open';
  return html`<div role="status">${broken ? html`<p class="banner">${words.link.reconnecting}</p>` : nothing}</div>`;
}

/** @param {State} state @param {Actions} act */
function doubled(state, act) {
  if (!state.doubled) return nothing;
  return html`<div class="banner" role="status">
    <p>${words.device.doubled}</p>
    <button type="button" @click=${() => act.noticed()}>${words.table.close}</button>
  </div>`;
}

/** @param {State} state @param {Actions} act @param {(game: string) => GameView | null | undefined} game_view
 * @param {(game: string) => Book | null | undefined} book_of @param {import('./past.js').Past} past */
function content(state, act, game_view, book_of, past) {
  const { page: here, room, table, joined } = state;
  if (!state.greeted) return html`<p class="splash">${words.link.opening}</p>`;
  if (here.at === 'start') return start(state, act);
  if (here.at === 'rules') return rules(state, act, here.game, book_of);
  if (here.at !== 'room') return past_view(state, here, act, game_view, past);
  if (!joined) return join(state, act, here.code);
  if (!room) return html`<p class="splash">${words.room.dealing}</p>`;
  const game = game_view(room.game); // on its way while the room fills: the line may break before the first move
  if (room.phase === 'waiting') return room_view(state, room, act);
  if (game === undefined) return html`<p class="splash" role="alert">${words.table.unknown}</p>`;
  if (!table || game === null) return html`<p class="splash">${words.room.dealing}</p>`;
  return table_view(state, room, table, game, act, past);
}

/** @param {State} state @param {Actions} act @param {Book | null | undefined} book */
function rules_over(state, act, book) {
  if (book === undefined) return html`<p class="banner" role="alert">${words.rules.missing}</p>`;
  return book ? book.dialog(state, act) : nothing;
}

/** @param {State} state @param {Actions} act @param {string} game @param {(game: string) => Book | null | undefined} book_of */
function rules(state, act, game, book_of) {
  if (!state.games.some(({ id }) => id === game))
    return html`<p class="splash" role="alert">${words.rules.unknown}</p>`;
  const book = book_of(game);
  if (book === undefined) return html`<p class="splash" role="alert">${words.rules.missing}</p>`;
  return book ? book.page(state, act) : html`<p class="splash">${words.rules.fetching}</p>`;
}
