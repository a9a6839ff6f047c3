// @ts-check
import * as icons from './icons.js';
import { part, loaded_part } from '../core/lazy_modules.js';
import { html, nothing } from './lit.js';
import { shown_game } from '../core/state.js';
import { page_texts, words } from '../i18n/words.js';
import { button, on_link_click, own_avatar, splash_view, with_command } from './parts.js';

/** @import { Part, PartName } from '../core/lazy_modules.js' */
/** @import { Actions, MatchHistory, State } from '../core/shapes.js' */
/** @import { GameView } from '../games/contract.js' */
/** @import { Content } from './lit.js' */
/** @import { Book } from './rules/rules.js' */

/**
 * Renders the whole page.
 * @param {State} state @param {Actions} act
 * @param {(game: string) => GameView | null | undefined} game_view null = loading, undefined = failed
 * @param {(game: string) => Book | null | undefined} book_of the rules, with the same meanings
 * @param {MatchHistory} [match_history]
 */
export function page(state, act, game_view, book_of = () => null, match_history = no_history) {
  const at_table = state.table !== null && state.room?.phase !== 'waiting';
  const preferences = state.settings ? part('preferences') : loaded_part('preferences');
  const question = state.question || state.device ? part('questions') : loaded_part('questions');
  const dice_badge = state.joined ? (part('badge')?.dice_badge_button(state, act) ?? nothing) : nothing;
  const sheets = state.sheet ? part('sheets') : loaded_part('sheets');
  return html`<div class="page ${at_table ? 'at-table' : state.joined ? 'in-room' : ''}">
    <header class="bar">
      <a
        class="brand"
        href=${act.address({ at: 'start' })}
        @click=${on_link_click(() => act.show({ at: 'start' }))}
        >${icons.cup()}<span>${words.title}</span></a
      >
      ${at_table && state.table ? (part('table')?.turn_line(state, state.table, dice_badge) ?? nothing) : html`${loaded_part('room')?.room_title(state)}${dice_badge}`}
      ${at_table ? panel_button(state, act) : state.room && state.joined ? chat_button(state, act) : nothing} ${state.room && state.joined ? menu_button(act) : html`${own_avatar(state, act)}${preferences_button(act)}`}
    </header>
    ${link_banner(state, act)} ${outdated_notice(state, act)}
    ${closable_banner(state.device_code_used, words.device.also_plays, act)} ${closable_banner(state.forgets, words.link.forgets, act)}
    ${notices(state, act)} ${draw_safely(() => content(state, act, game_view, book_of, match_history), act)}
    ${state.rules ? rules_dialog_view(state, act, book_of(state.rules)) : nothing} ${preferences?.preferences(state, act) ?? nothing}
    ${sheets?.sheet(state, act, game_view) ?? nothing} ${question?.question(state, act) ?? nothing}
    ${state.big && state.page.at === 'room' ? (part('qr')?.big_screen(state, act, state.page.code) ?? nothing) : nothing}
  </div>`;
}

/** Draws a view; if it fails, the page says so and the rest of it goes on. @param {() => Content} draw @param {Actions} act */
function draw_safely(draw, act) {
  try {
    return draw();
  } catch (why) {
    setTimeout(() => {
      throw why; // to where uncaught failures are told
    });
    return html`<main class="splash" role="alert">
      <p>${words.link.not_drawn}</p>
      ${button(words.link.load_again, () => act.load_again())}
    </main>`;
  }
}

const failed = () => ({ state: /** @type {const} */ ('failed') });
/** @type {MatchHistory} */
const no_history = { asked: () => Promise.reject(), load: failed, own_matches: failed, cup: failed, board: failed, set_on_boards: () => {}, cached: failed, retry_failed: () => {}, changed: () => {} };

/** @param {number} unread */
const badge = (unread) => (unread > 0 ? html`<span class="badge">${unread}</span>` : nothing);

/** To the chat of a room, which lies below its seats on a phone. @param {State} state @param {Actions} act */
const chat_button = ({ unread }, act) =>
  button(html`${icons.chat()}<span class="unseen">${words.chat.title}</span>${badge(unread)}`, () => act.scroll_to_chat(), 'panel-button to-chat');

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
    ${badge(unread)}
  </button>`;
}

/** The close code and its reason, or the status of HTTP: for whoever is asked for help. @param {{code?: number, text?: string, status?: number}} why */
function error_numbers({ code = 1006, text = '', status }) {
  const detail = status ? `HTTP ${status}` : code === 1006 ? text : `${code} ${text}`;
  return detail.trim() ? html` <small lang="en">(${detail.trim()})</small>` : nothing;
}

/** @param {import('../core/waiting.js').Cause} cause @param {Actions} act */
const cause_view = ({ what }, act) => (what === 'address' ? with_command(words.link.causes.address, `--public-url ${act.address({ at: 'start' })}`) : words.link.causes[what]);

/** @param {{code?: number, refused?: string, text?: string, why?: string, args?: string[], until_ms?: number}} link */
const closed_reason = ({ code, refused, ...said }) =>
  (refused || code ? part('refusal')?.explain_refusal({ ...said, code: refused ?? `${code}` }) : null) ?? words.link.closed;

/** A text over the page, and what can be done about it. @param {'alert' | 'status'} role @param {Content} text @param {Content} buttons */
const banner = (role, text, buttons) => html`<div class="banner" role=${role}><p>${text}</p>${buttons}</div>`;

/** @param {State} state @param {Actions} act */
function link_banner({ link, greeted, offline }, act) {
  const again = button(words.link.again, () => act.reconnect());
  if (link.state === 'closed') {
    const text = html`${closed_reason(link)}${link.code ? error_numbers(link) : nothing}`;
    return banner('alert', text, link.refused === 'banned' ? nothing : again);
  }
  const { cause } = link;
  if (cause && !(greeted && (offline || cause.what === 'silent'))) {
    const text = html`${cause_view(cause, act)}${error_numbers({ ...link.broke, ...cause })}`;
    return banner('alert', text, cause.what === 'login' ? button(words.link.load_again, () => act.load_again()) : again);
  }
  const broken = greeted && link.state !== 'open';
  const why = offline && greeted ? words.link.offline : broken ? words.link.reconnecting : null;
  return html`<div role="status">${why ? html`<p class="banner broken">${why}</p>` : nothing}</div>`;
}

/** Parts of the page are missing since the server has another version of it. @param {State} state @param {Actions} act */
function outdated_notice({ outdated }, act) {
  if (outdated !== 'shown') return nothing;
  const load = button(words.link.load_again, () => act.load_again());
  return banner('status', words.link.outdated, html`${load} ${button(words.link.later, () => act.close_outdated_notice())}`);
}

/** @param {boolean} shown @param {string} text @param {Actions} act */
const closable_banner = (shown, text, act) => (shown ? banner('status', text, button(words.table.close, () => act.close_notices())) : nothing);

/** The notices of the server's operator to everybody, until they end by the server's clock. @param {State} state @param {Actions} act */
function notices({ notices: lines, link, ahead_ms }, act) {
  const held = lines.filter(({ until_ms }) => !until_ms || (ahead_ms !== null && until_ms + ahead_ms > Date.now()));
  if (held.length === 0 || link.state === 'closed') return nothing;
  return html`<div class="banner notice" role="status">
    ${held.map(({ no, text }) => html`<p>${text}</p>${button(words.table.close, () => act.read_notice(no))}`)}
  </div>`;
}

/**
 * The placeholder while a part is loading.
 * @param {State} state @param {null | undefined} missing undefined: it could not be loaded
 * @param {string} [coming]
 */
const placeholder = ({ outdated }, missing, coming = words.link.opening) =>
  missing === null ? splash_view(coming) : splash_view(outdated ? words.link.outdated : words.link.lost, 'alert');

/**
 * Draws a part, or its placeholder.
 * @template {PartName} Name @param {State} state @param {Name} name @param {(part: Part<Name>) => Content} draw @param {string} [coming]
 */
function part_view(state, name, draw, coming) {
  const one = part(name);
  return one ? draw(one) : placeholder(state, one, coming);
}

/** @param {State} state @param {Actions} act @param {(game: string) => GameView | null | undefined} game_view
 * @param {(game: string) => Book | null | undefined} book_of @param {MatchHistory} match_history */
function content(state, act, game_view, book_of, match_history) {
  const { page: here, room, table, joined } = state;
  const invitation = here.at === 'room' && !joined && state.invitation !== null && state.me === null ? loaded_part('join') : null;
  if (!state.greeted && invitation && here.at === 'room') return invitation.join(state, act, here.code);
  if (here.at === 'fair') return part_view(state, 'fair', (text) => text.fair_page());
  if (!state.greeted) return splash_view(words.link.opening);
  if (here.at === 'cup') return part_view(state, 'cup', (cup) => cup.cup_page(state, act, match_history));
  if (here.at === 'practice') return part_view(state, 'practice', (practice) => practice.practice_page(state, here, act, game_view, match_history));
  if (here.at === 'rules') return rules(state, act, here.game, book_of);
  if (here.at === 'nowhere') return part_view(state, 'join', (instead) => instead.missing_page(state, act));
  if (here.at === 'start' || here.at === 'new') return part_view(state, 'start', (way_in) => way_in.start(state, act, match_history));
  if (here.at === 'match')
    return part_view(state, 'history', (history) => history.match_page(state, here.id, act, game_view, match_history));
  if (here.at === 'player') return part_view(state, 'history', (history) => history.player_page(state, here.id, act, match_history));
  if (here.at === 'top')
    return part_view(state, 'history', (history) => history.leaderboards_page(state, here.game, act, match_history));
  if (!joined && state.rooms.includes(here.code) && state.trouble?.where !== 'join')
    return splash_view(words.room.dealing); // our seat is restored without the join form
  if (!joined) return part_view(state, 'join', (join) => join.join(state, act, here.code));
  if (!room) return splash_view(words.room.dealing);
  const game = game_view(shown_game(state) ?? room.game); // preload while the room fills: the connection may break before the first move
  if (room.phase === 'waiting') return part_view(state, 'room', (waiting) => waiting.room_view(state, room, act), words.room.dealing);
  const played = part('table');
  if (game === undefined) return splash_view(words.table.unknown, 'alert');
  if (!table || !game || !played) return placeholder(state, played && null, words.room.dealing);
  return played.table_view(state, room, table, game, act, match_history);
}

/** @param {State} state @param {Actions} act @param {Book | null | undefined} book */
function rules_dialog_view(state, act, book) {
  if (book === undefined) return html`<p class="banner" role="alert">${words.rules.missing}</p>`;
  return book ? book.dialog(state, act) : nothing;
}

/** @param {State} state @param {Actions} act @param {string} game @param {(game: string) => Book | null | undefined} book_of */
function rules(state, act, game, book_of) {
  if (!state.games.some(({ id }) => id === game)) return part_view(state, 'join', (instead) => instead.no_such_game(state, act));
  const book = book_of(game);
  if (book === undefined) return splash_view(words.rules.missing, 'alert');
  return book ? book.page(state, act) : splash_view(words.rules.fetching);
}

/** @param {Actions} act */
const menu_button = (act) =>
  dialog_button('menu-button settings-button', words.menu.title, icons.bars(), () => act.sheet('menu'));
/** @param {Actions} act */
const preferences_button = (act) =>
  dialog_button('settings-button', page_texts.settings.title, icons.sliders(), () => act.settings(true));
/** @param {string} kind @param {string} label @param {Content} icon @param {() => void} open a dialog */
const dialog_button = (kind, label, icon, open) =>
  html`<button class=${kind} type="button" aria-haspopup="dialog" aria-label=${label} @click=${open}>${icon}</button>`;
