// @ts-check
// Dialogs over a room or a table: the menu, the invitation, the keyboard shortcuts; and the choice of an avatar over any page.
import * as icons from '../icons.js';
import { part } from '../../core/lazy_modules.js';
import { html, nothing } from '../lit.js';
import { my_seat, shown_game } from '../../core/state.js';
import { page_texts, words } from '../../i18n/words.js';
import { invitation } from '../invite.js';
import { language_chooser, rules_button, trouble } from '../parts.js';
import { dialog, show_dialog } from './dialog.js';

/** @import { Actions, Room, State } from '../../core/shapes.js' */
/** @import { GameView } from '../../games/contract.js' */
/** @import { Content } from '../lit.js' */

/**
 * @param {State} state @param {Actions} act
 * @param {(game: string) => GameView | null | undefined} game_view null = loading, undefined = failed
 */
export function sheet(state, act, game_view) {
  const { sheet: open, room } = state;
  const [title, content] = open && (room || open === 'avatar') ? contents[open](state, /** @type {Room} */ (room), act, game_view) : ['', nothing];
  return dialog('sheet', title, () => act.sheet(null), content);
}

/** @type {{[sheet in NonNullable<State['sheet']>]: (state: State, room: Room, act: Actions,
 *   game_view: (game: string) => GameView | null | undefined) => [string, Content]}} */
const contents = {
  menu: (state, room, act) => [
    words.menu.title,
    html`<div class="menu-list">
      ${room.cup ? nothing : html`<button type="button" @click=${() => act.sheet('invite')}>${icons.share()}${words.menu.invite}</button>`}
      ${rules_button(act, shown_game(state) ?? room.game)}
      <button type="button" class="settings-button" @click=${() => act.settings(true)}>${icons.sliders()}${page_texts.settings.title}</button>
      <button type="button" @click=${() => act.sheet('avatar')}>${icons.smile()}${words.avatar}</button>
      <button type="button" @click=${() => act.sheet('keys')}>${icons.keys()}${words.menu.keys}</button>
      <button type="button" class="leaving" @click=${() => (needs_confirmation(state, room) ? act.question({ what: 'leave' }) : act.leave())}>
        ${icons.leave()}${words.room.leave}
      </button>
      ${trouble(state, 'leave')} ${language_chooser(act)}
    </div>`,
  ],
  avatar: (state, _, act) => [words.avatar, part('avatar')?.chooser(state, act) ?? nothing],
  invite: (state, _, act) => [words.menu.invite, invitation(state, act)],
  dice: (state, _, act) => {
    const explained = part('explained');
    return explained ? [explained.title, explained.dice_explanation(state, act)] : ['', nothing];
  },
  keys: (state, room, _act, game_view) => [
    words.menu.keys,
    html`<dl class="keys">
      ${[...(game_view(shown_game(state) ?? room.game)?.shortcuts ?? []), words.menu.keys_do.choose, words.menu.keys_do.help].map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}
    </dl>`,
  ],
};

/** Leaving a running match needs a confirmation; who leaves the day's cup may come back. @param {State} state @param {Room} room */
const needs_confirmation = (state, room) => !room.cup && room.phase === 'playing' && my_seat(state) !== null;

/** @param {boolean} open */
export const show_sheet = (open) => show_dialog('sheet', open);
