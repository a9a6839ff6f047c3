// @ts-check
// Entry point. The connection delivers events, events change the state, the state is drawn as the page. Also what comes from the browser:
// its history, keys and network.
import { actions } from './core/actions.js';
import { load_choices } from './core/choices.js';
import { starting_ms } from './core/dice_shown.js';
import { remembered } from './core/identity.js';
import { store_role, stored_left, stored_local, take_typed_name } from './core/persisted_state.js';
import { load_part, forget_missing_parts, game_view, LazyModules, register_parts, part, loaded_part, observe_parts } from './core/lazy_modules.js';
import { MissingPartsRetry } from './core/missing_parts_retry.js';
import { PushQueue } from './core/push_queue.js';
import { parse_device_code, file_address, parse_page_address } from './core/urls.js';
import { Records } from './core/records.js';
import { clock_ahead_ms } from './core/server_clock.js';
import { Session } from './core/session.js';
import { initial_state, reduce } from './core/state.js';
import { forget_handed } from './core/storage.js';
import { language } from './i18n/words.js';
import { parts } from './parts.js';
import { preload_next_parts, load_page_parts } from './ui/preload.js';
import { is_invited_guest, invitation, adopt_form } from './ui/embedded_invitation.js';
import { PageRenderer } from './ui/frames.js';

/** @import { Event } from './core/shapes.js' */
/** @import { GameView } from './games/contract.js' */

const base = document.baseURI;
const now = () => performance.now();
const current_page = () => parse_page_address(location.href, base);

const store = {
  state: initial_state({
    ...{ name: take_typed_name() || (remembered().name ?? ''), page: current_page(), now: now(), choices: load_choices() },
    ...{ left: stored_left(), invitation },
  }),
  /** @param {Event} event */
  dispatch(event) {
    store.state = reduce(store.state, event);
    frames.ask();
  },
};
const { dispatch } = store;
/** Draws again, and retries parts that could not be drawn before. */
const redraw = () => dispatch({ type: 'ticked', now: now() });

const session = new Session({ store, base, push_queue: () => push_queue, opened: () => missing_parts_retry.on_network_back(), come_back: () => act.come_back() });
const { connection, contributor } = session;
const push_queue = new PushQueue(store, (message, calm) => {
  if (store.state.page.at === 'start' && ['match', 'room', 'gone'].includes(message.t)) act.load_own_rooms_soon();
  if (message.t === 'gone') store_role(message.room, null);
  const late = message.t === 'match' && !store.state.table && message.seq > 1 && message.events.length === 0;
  const local = message.t === 'match' && !store.state.table ? stored_local(message.match) : undefined;
  dispatch({ type: 'pushed', message, now: now(), calm, local });
  if (late && store.state.table) act.load_earlier_log(message.match);
  if (message.t === 'notice' && message.until_ms) end_in_time(message.until_ms);
});
/** A line of the operator ends by the server's clock, also if nothing else draws the page then. @param {number} until_ms */
async function end_in_time(until_ms) {
  const ahead_ms = store.state.ahead_ms ?? (await clock_ahead_ms(base));
  dispatch({ type: 'clock_compared', ahead_ms });
  setTimeout(redraw, Math.min(2 ** 31 - 1, until_ms + ahead_ms - Date.now() + 1000));
}
const act = actions({
  store,
  connection,
  base,
  become: (code) => session.switch_player(code),
  preload_game: (game) => {
    part('table');
    game_view(game);
    contributor.ready();
  },
  contribute: () => session.contribute(),
  left: (room) => contributor.on_push({ t: 'gone', room, reason: 'left' }),
  stir: (bytes) => contributor.stir(bytes),
  watcher: (match, n, move) => contributor.watcher(match, n, move),
});

// ---- Modules on demand

/** The version of this page is the folder of its files on the server. The connection may have broken during a request: it is made again. */
const missing_parts_retry = new MissingPartsRetry({
  address: file_address('boot.js'),
  again: () => {
    for (const modules of [game_views, rule_books]) modules.forget_missing();
    forget_missing_parts();
    records.forget_failed();
    redraw();
    if (store.state.greeted && store.state.page.at === 'new') act.come_back(); // its form needs a part
  },
  outdated: () => dispatch({ type: 'outdated', outdated: 'shown' }),
});
const report_missing_part = () => missing_parts_retry.on_part_missing();
/** The views of games. @type {LazyModules<GameView>} */
const game_views = new LazyModules(async (game) => (await import(`./games/${game}/table.js`)).default, redraw, report_missing_part);
/** The rule books of games. @type {LazyModules<import('./ui/rules/rules.js').Book>} */
const rule_books = new LazyModules(async (game) => {
  const view = import(`./games/${game}/table.js`).catch(() => ({ default: undefined }));
  const written = Promise.all([import(`./games/${game}/rules.js`), import(`./games/${game}/rules.${language}.js`)]);
  written.catch(() => {}); // is awaited below
  const { make_book } = await load_part('rules');
  const [{ make_rules }, { rules }] = await written;
  return make_book({ make_rules, texts: rules }, (await view).default);
}, redraw, report_missing_part);
const records = new Records({ base, asked: (request) => connection.request(request), changed: redraw });
register_parts(parts, game_views);
observe_parts(redraw, report_missing_part);

let is_touched = false;
const preload_on_touch = () => preload_next_parts(store.state, (is_touched = true));
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, preload_on_touch, { once: true, capture: true });

const on_drawn = () => (preload_next_parts(store.state, is_touched), push_queue.on_rendered());
const frames = new PageRenderer({ store, act, rule_books, records, on_drawn });

// ---- From here on things happen

document.documentElement.lang = language;
forget_handed();
open_device_link();
session.open();
load_page_parts(store.state, (game) => rule_books.get(game));
show_page(); // not awaited here: other modules import this one's dependencies and would deadlock
async function show_page() {
  if (is_invited_guest) await load_part('join').catch(() => {});
  const pressed = adopt_form(dispatch);
  frames.begin();
  act.go_on_choosing_language();
  // The new form's copy of the pressed button shows that the request is pending.
  const button = pressed && frames.button(pressed);
  if (button) button.click();
  else if (pressed) session.greeting.then(() => act.join(pressed));
}
/** Also of a link that is pasted into the open page, which changes only the fragment. The code stays in no history. */
function open_device_link() {
  const code = parse_device_code(location.href);
  if (!code) return;
  history.replaceState(null, '', location.pathname);
  dispatch({ type: 'device_link_opened', code });
}
addEventListener('hashchange', open_device_link);
addEventListener('popstate', () => act.close_panel_on_back(current_page()) || act.arrive(current_page()));
addEventListener('online', () => {
  dispatch({ type: 'network', offline: false });
  missing_parts_retry.on_network_back();
  connection.check();
});
addEventListener('offline', () => dispatch({ type: 'network', offline: true }));
addEventListener('keydown', (event) => {
  const { rules, panel, page, table } = store.state;
  if (event.key === 'Escape' && !rules && !document.querySelector('dialog[open]')) {
    if (panel) act.panel(false);
    else if (table?.advice) act.read_advice(true);
  }
  if (page.at === 'room' && table && loaded_part('table')?.handle_table_key(event, () => act.sheet('keys'))) event.preventDefault();
  if (page.at === 'match' && loaded_part('history')?.handle_replay_key(event, store.state, act, records)) event.preventDefault();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') return dispatch({ type: 'page_hidden' });
  connection.check();
  redraw(); // a wake lock is released while the page is hidden; notifications are no longer needed
});
setInterval(() => {
  const { table, room } = store.state;
  if (table?.push.clock || (room?.quick && room.phase === 'waiting') || starting_ms(store.state) !== null) redraw();
}, 500);
