// @ts-check
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { words } from '../words.js';
import { join } from './join.js';
import { room_view } from './room.js';
import { settings, settings_button } from './settings.js';
import { start } from './start.js';
import { table_view, turn_line } from './table.js';

/** @typedef {import('../state.js').State} State */
/** @typedef {import('../actions.js').Actions} Actions */
/** @typedef {import('./table.js').GameView} GameView */

/**
 * The whole page.
 * @param {State} state @param {Actions} act
 * @param {(game: string) => GameView | null | undefined} game_view null = on the way, undefined = there is none
 */
export function page(state, act, game_view) {
  const at_table = state.table !== null && state.room?.phase !== 'waiting';
  return html`<div class="page ${at_table ? 'at-table' : ''}">
    <header class="bar">
      <a
        class="brand"
        href=${act.home_address()}
        @click=${(/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          act.home();
        }}
        >${icons.cup()}<span>${words.title}</span></a
      >
      ${at_table && state.table ? turn_line(state, state.table) : nothing}
      ${at_table ? panel_button(state, act) : nothing} ${settings_button(act)}
    </header>
    ${link_banner(state, act)} ${content(state, act, game_view)} ${settings(state, act)}
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

/** @param {State} state @param {Actions} act */
function link_banner({ link, greeted }, act) {
  if (link.state === 'closed')
    return html`<div class="banner" role="alert">
      <p>${link.text || words.link.closed}</p>
      <button type="button" @click=${() => act.reconnect()}>${words.link.again}</button>
    </div>`;
  const broken = greeted && link.state !== 'open';
  return html`<div role="status">${broken ? html`<p class="banner">${words.link.reconnecting}</p>` : nothing}</div>`;
}

/** @param {State} state @param {Actions} act @param {(game: string) => GameView | null | undefined} game_view */
function content(state, act, game_view) {
  const { page: here, room, table, joined } = state;
  if (!state.greeted) return html`<p class="splash">${words.link.opening}</p>`;
  if (here.at === 'start') return start(state, act);
  if (!joined) return join(state, act, here.code);
  if (!room) return html`<p class="splash">${words.room.dealing}</p>`;
  const game = game_view(room.game); // on its way while the room fills: the line may break before the first move
  if (room.phase === 'waiting') return room_view(state, room, act);
  if (game === undefined) return html`<p class="splash" role="alert">${words.table.unknown}</p>`;
  if (!table || game === null) return html`<p class="splash">${words.room.dealing}</p>`;
  return table_view(state, room, table, game, act);
}
