// @ts-check
// Ties the parts together: the wire brings events, events make a state, the state makes the page.
import { actions, reason } from './actions.js';
import { recalled } from './choices.js';
import { Connection, deleted } from './connection.js';
import { title } from './feel/attention.js';
import { Feel } from './feel/feel.js';
import { remember, remembered } from './identity.js';
import { render } from './lit.js';
import { device_in, page_at, socket_address } from './place.js';
import { game_of, initial, my_turn, reduce } from './state.js';
import { show_theme } from './theme.js';
import { page } from './views/page.js';
import { show_preferences } from './views/preferences.js';
import { show_seat } from './views/table.js';
import { language, words } from './words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./views/table.js').GameView} GameView */

const base = document.baseURI;
const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const now = () => performance.now();
const here = () => page_at(location.href, base);

const store = {
  state: initial({
    name: remembered().name ?? '',
    page: here(),
    now: now(),
    choices: recalled(),
    device: device_in(location.href),
  }),
  /** @param {import('./state.js').Event} event */
  dispatch(event) {
    store.state = reduce(store.state, event);
    if (!drawing) queueMicrotask(draw); // not an animation frame: a hidden page has none, but its title calls us back
    drawing = true;
  },
};
let drawing = false;
/** @type {string | null} the code by which we are about to become the player of another device */
let device = null;
/** @type {number | null} our seat, while it is asked to move */
let shown_turn = null;
/** @type {import('./state.js').Page | null} */
let shown_page = null;

const connection = new Connection({
  url: socket_address(base),
  hello: () => {
    const { name, token } = remembered();
    if (device) return { lang: language, device };
    return { lang: language, ...(name && { name }), ...(token && { token }) };
  },
  // A server with a new data file does not know the old token: start again as a new guest.
  unwelcome: (why) => {
    const { code } = why;
    if (device) {
      device = null;
      store.dispatch({ type: 'failed', where: 'device', text: reason(why) });
    } else if (code === 'bad_token') remember({ token: undefined });
    else if (code === 'bad_name') remember({ name: undefined });
    else return false;
    return true;
  },
  welcome: (reply) => {
    if (reply.token) remember({ token: reply.token });
    if (device) {
      device = null;
      remember({ name: reply.player.name });
      store.dispatch({ type: 'named', name: reply.player.name });
    }
    serve_offline();
    store.dispatch({ type: 'welcomed', me: reply.player, games: reply.games, rooms: reply.rooms });
    return act.come_back();
  },
  push: (message) => {
    const late = message.t === 'match' && !store.state.table && message.seq > 1 && message.events.length === 0;
    store.dispatch({ type: 'pushed', message, now: now() });
    if (late && store.state.table) act.recall(message.match);
  },
  status: (link) => {
    if (link.state === 'open') forget_missing_views();
    if (link.state === 'closed' && link.code === deleted) remember({ token: undefined, name: undefined });
    store.dispatch({ type: 'linked', link });
  },
  probe: () => ({ t: store.state.joined ? 'lobby.unwatch' : 'lobby.watch' }),
});
const act = actions({
  store,
  connection,
  base,
  become: (code) => {
    device = code;
    connection.close();
    store.dispatch({ type: 'went', page: here() });
    connection.open();
  },
});

/**
 * The views of games, fetched as soon as one is asked for: null on the way, undefined where it could not be had.
 * @type {Map<string, GameView | null | undefined>}
 */
const game_views = new Map();
/** @param {string} game */
function game_view(game) {
  if (!game_views.has(game) && /^[a-z_]+$/.test(game)) {
    game_views.set(game, null);
    import(`./games/${game}.js`)
      .then((module) => game_views.set(game, module.default))
      .catch(() => game_views.set(game, undefined))
      .finally(() => store.dispatch({ type: 'ticked', now: now() }));
  }
  return game_views.get(game);
}
/** @type {typeof import('./history/index.js') | null | undefined} as game_views has them */
let pages_of_the_past;
let asked_for_them = false;
/**
 * What was asked of the server's archive since the page was shown.
 * @type {Map<string, import('./views/past.js').Found>}
 */
const found = new Map();
/** @type {import('./views/past.js').Past} */
const past = {
  pages: () => {
    if (!asked_for_them) {
      asked_for_them = true;
      pages_of_the_past = null;
      import('./history/index.js')
        .then((module) => (pages_of_the_past = module))
        .catch(() => (pages_of_the_past = undefined))
        .finally(() => store.dispatch({ type: 'ticked', now: now() }));
    }
    return pages_of_the_past;
  },
  look: (path) => {
    const known = found.get(path);
    if (known) return known;
    found.set(path, { state: 'coming' });
    fetch(new URL(`api/v1/${path}`, base))
      .then(async (answer) => {
        if (answer.ok) found.set(path, { state: 'here', data: await answer.json() });
        else found.set(path, { state: answer.status === 404 ? 'missing' : 'failed' });
      })
      .catch(() => found.set(path, { state: 'failed' }))
      .finally(() => store.dispatch({ type: 'ticked', now: now() }));
    return { state: 'coming' };
  },
};

/**
 * The rules of games, the same way.
 * @type {Map<string, import('./views/rules.js').Book | null | undefined>}
 */
const books = new Map();
let show_rules = () => {};
/** @param {string} game */
function book_of(game) {
  if (!books.has(game)) {
    books.set(game, null);
    fetch_book(game)
      .then((book) => books.set(game, book))
      .catch(() => books.set(game, undefined))
      .finally(() => store.dispatch({ type: 'ticked', now: now() }));
  }
  return books.get(game);
}
/** @param {string} game */
async function fetch_book(game) {
  const view = import(`./games/${game}.js`).catch(() => ({ default: undefined }));
  const rules = await import('./views/rules.js');
  ({ show_rules } = rules);
  return rules.open_book(game, (await view).default);
}
/** The line may have broken under them: the next drawing asks again. */
function forget_missing_views() {
  for (const fetched of [game_views, books])
    for (const [game, view] of fetched) if (view === undefined) fetched.delete(game);
  if (pages_of_the_past === undefined) asked_for_them = false;
  for (const [path, { state }] of found) if (state === 'failed') found.delete(path);
}

/** From the first greeting on a worker shows a page where there is no network; each version has its own. */
function serve_offline() {
  navigator.serviceWorker?.register(new URL('worker.js', import.meta.url), { scope: base }).catch(() => {}); // not everywhere allowed
}

const air = /** @type {HTMLElement} */ (document.getElementById('air'));
const feel = new Feel(air, store.state, ({ room }) => ({
  title: words.your_turn_title,
  text: game_of(store.state)?.title ?? room?.game ?? '',
  icon: new URL('icon.svg', import.meta.url).href,
}));

function draw() {
  drawing = false;
  const { state } = store;
  if (shown_page !== state.page) found.clear(); // the past goes on, too
  shown_page = state.page;
  feel.before(state);
  show_theme(state.choices.theme);
  render(page(state, act, game_view, book_of, past), root);
  show_rules();
  show_preferences(state.settings);
  feel.after(state, state.room && game_view(state.room.game));
  const turn = my_turn(state);
  document.title = title(state);
  if (turn !== null && turn !== shown_turn) show_seat(turn);
  shown_turn = turn;
}

document.documentElement.lang = language;
if (device_in(location.href)) history.replaceState(null, '', location.pathname);
root.replaceChildren();
draw();
connection.open();
addEventListener('popstate', () => act.arrive(here()));
addEventListener('online', () => connection.check());
addEventListener('keydown', (event) => {
  const { rules, big, panel, page } = store.state;
  if (event.key === 'Escape' && !rules) {
    if (big) act.big(false);
    else if (panel) act.panel(false);
  }
  if (page.at === 'match' && past.pages()?.replay_key(event, store.state, act, past)) event.preventDefault();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') return store.dispatch({ type: 'wandered' });
  connection.check();
  store.dispatch({ type: 'ticked', now: now() }); // a lock on the screen was lost, a call is answered
});
setInterval(() => {
  if (store.state.table?.push.clock) store.dispatch({ type: 'ticked', now: now() });
}, 500);
