// @ts-check
// Entry point. The connection delivers events, events change the state, the state is drawn as the page. Also what comes from the browser:
// its history, keys and network.
import { actions } from './core/actions.js';
import { load_choices } from './core/choices.js';
import { starting_ms } from './core/dice_shown.js';
import { remembered } from './core/identity.js';
import { store_role, stored_left, stored_local } from './core/kept.js';
import { load_part, forget_missing_parts, game_view, LazyModules, offer_parts, part, part_here, when_parts_come } from './core/later.js';
import { MissingPartsRetry } from './core/missing.js';
import { Pace } from './core/pace.js';
import { device_in, file_address, page_at } from './core/place.js';
import { Records } from './core/records.js';
import { Session } from './core/session.js';
import { initial, reduce } from './core/state.js';
import { language } from './i18n/words.js';
import { parts } from './parts.js';
import { look_further, send_for_parts } from './ui/ahead.js';
import { guest, invitation, taken_over } from './ui/door.js';
import { Frames } from './ui/frames.js';

/** @import { Event } from './core/shapes.js' */
/** @import { GameView } from './games/contract.js' */

const base = document.baseURI;
const now = () => performance.now();
const here = () => page_at(location.href, base);

const store = {
  state: initial({
    ...{ name: remembered().name ?? '', page: here(), now: now(), choices: load_choices() },
    ...{ device: device_in(location.href), left: stored_left(), invitation },
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

const session = new Session({ store, base, pace: () => pace, opened: () => missing.back(), come_back: () => act.come_back() });
const { connection, reader } = session;
const pace = new Pace(store, (message, calm) => {
  if (store.state.page.at === 'start' && (message.t === 'match' || message.t === 'room')) act.recall_soon();
  if (message.t === 'gone') store_role(message.room, null);
  const late = message.t === 'match' && !store.state.table && message.seq > 1 && message.events.length === 0;
  const local = message.t === 'match' && !store.state.table ? stored_local(message.match) : undefined;
  dispatch({ type: 'pushed', message, now: now(), calm, local });
  if (late && store.state.table) act.recall(message.match);
});
const act = actions({
  store,
  connection,
  base,
  become: (code) => session.become(code),
  lay_out: (game) => {
    part('table');
    game_view(game);
    reader.ready();
  },
  contribute: () => session.contribute(),
  stir: (bytes) => reader.stir(bytes),
  watcher: (match, n, move) => reader.watcher(match, n, move),
});

// ---- Modules on demand

/** The version of this page is the folder of its files on the server. The connection may have broken during a request: it is made again. */
const missing = new MissingPartsRetry({
  address: file_address('floor.js'),
  again: () => {
    for (const modules of [game_views, books]) modules.forget_missing();
    forget_missing_parts();
    records.forget_failed();
    redraw();
  },
  outdated: () => dispatch({ type: 'outdated', outdated: 'told' }),
});
const missed = () => missing.missed();
/** The views of games. @type {LazyModules<GameView>} */
const game_views = new LazyModules(async (game) => (await import(`./games/${game}/table.js`)).default, redraw, missed);
/** The rule books of games. @type {LazyModules<import('./ui/rules/rules.js').Book>} */
const books = new LazyModules(async (game) => {
  const view = import(`./games/${game}/table.js`).catch(() => ({ default: undefined }));
  const written = Promise.all([import(`./games/${game}/rules.js`), import(`./games/${game}/rules.${language}.js`)]);
  written.catch(() => {}); // is awaited below
  const { open_book } = await load_part('rules');
  const [{ write }, { rules }] = await written;
  return open_book({ write, texts: rules }, (await view).default);
}, redraw, missed);
const records = new Records({ base, asked: (request) => connection.request(request), changed: redraw });
offer_parts(parts, game_views);
when_parts_come(redraw, missed);

let touched = false;
const touch = () => look_further(store.state, (touched = true));
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, touch, { once: true, capture: true });

const drawn = () => (look_further(store.state, touched), pace.go_on());
const frames = new Frames({ store, act, books, records, drawn });

// ---- From here on things happen

document.documentElement.lang = language;
if (device_in(location.href)) history.replaceState(null, '', location.pathname);
session.open();
send_for_parts(store.state, (game) => books.get(game));
show_page(); // not awaited here: other modules import this one's dependencies and would deadlock
async function show_page() {
  if (guest) await load_part('join').catch(() => {});
  const pressed = taken_over(dispatch);
  frames.begin();
  // The same button of the new form shows that the request is pending.
  const button = pressed && frames.button(pressed);
  if (button) button.click();
  else if (pressed) session.greeting.then(() => act.join(pressed));
}
addEventListener('popstate', () => act.closed_by_way_back(here()) || act.arrive(here()));
addEventListener('online', () => {
  dispatch({ type: 'network', offline: false });
  missing.back();
  connection.check();
});
addEventListener('offline', () => dispatch({ type: 'network', offline: true }));
addEventListener('keydown', (event) => {
  const { rules, big, panel, page, table } = store.state;
  if (event.key === 'Escape' && !rules && !document.querySelector('dialog[open]')) {
    if (big) act.big(false);
    else if (panel) act.panel(false);
  }
  if (page.at === 'room' && table && part_here('table')?.table_key(event, () => act.sheet('keys'))) event.preventDefault();
  if (page.at === 'match' && part_here('history')?.handle_replay_key(event, store.state, act, records)) event.preventDefault();
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
