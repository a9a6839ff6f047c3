// @ts-check
// Ties the parts together: the wire brings events, events make a state, the state makes the page.
import { actions, reason } from './actions.js';
import { recalled } from './choices.js';
import { Connection, deleted } from './connection.js';
import { title } from './feel/attention.js';
import { focus_now } from './focus.js';
import { forget_missing_parts, fetched, look_ahead, part, part_here, Shelf, when_parts_come } from './later.js';
import { remember, remembered } from './identity.js';
import { render } from './lit.js';
import { device_in, page_at, socket_address } from './place.js';
import { game_of, initial, my_turn, reduce } from './state.js';
import { show_theme } from './theme.js';
import { page } from './views/page.js';
import { language, words } from './words.js';

/** @typedef {import('./shapes.js').State} State */
/** @typedef {import('./games/contract.js').GameView} GameView */

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
  /** @param {import('./shapes.js').Event} event */
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
/** @type {import('./shapes.js').Page | null} */
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
      reason(why).then((text) => store.dispatch({ type: 'failed', where: 'device', text }));
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
  lay_out: (game) => {
    part('table');
    game_view(game);
  },
});

/** What could not be drawn before can be now, or never. */
const redraw = () => store.dispatch({ type: 'ticked', now: now() });
when_parts_come(redraw);

/** The views of games. @type {Shelf<GameView>} */
const game_views = new Shelf(async (game) => (await import(`./games/${game}.js`)).default, redraw);
/** @param {string} game */
const game_view = (game) => (/^[a-z_]+$/.test(game) ? game_views.get(game) : undefined);

/** The rules of games. @type {Shelf<import('./views/rules.js').Book>} */
const books = new Shelf(async (game) => {
  const view = import(`./games/${game}.js`).catch(() => ({ default: undefined }));
  const { open_book } = await fetched('rules');
  return open_book(game, (await view).default);
}, redraw);

/**
 * What was asked of the server's archive since the page was shown.
 * @type {Map<string, import('./shapes.js').Found>}
 */
const found = new Map();
/** @type {import('./shapes.js').Past} */
const past = {
  look: (path) => {
    const known = found.get(path);
    if (known) return known;
    found.set(path, { state: 'coming' });
    fetch(new URL(`api/v1/${path}`, base))
      .then(async (answer) => {
        if (answer.ok) found.set(path, { state: 'here', data: await with_its_rest(path, await answer.json()) });
        else found.set(path, { state: answer.status === 404 ? 'missing' : 'failed' });
      })
      .catch(() => found.set(path, { state: 'failed' }))
      .finally(redraw);
    return { state: 'coming' };
  },
};

/** The log of a long match comes in pieces. @param {string} path @param {any} data */
async function with_its_rest(path, data) {
  while (data.log && data.next !== null) {
    const answer = await fetch(new URL(`api/v1/${path}&from=${data.next}`, base));
    if (!answer.ok) throw new Error(`${path} from ${data.next}: ${answer.status}`);
    const { log, next } = await answer.json();
    data = { ...data, log: [...data.log, ...log], next };
  }
  return data;
}

/** The line may have broken under them: the next drawing asks again. */
function forget_missing_views() {
  for (const shelf of [game_views, books]) shelf.forget_missing();
  forget_missing_parts();
  for (const [path, { state }] of found) if (state === 'failed') found.delete(path);
}

/** What this page is made of is sent for at once, while the wire opens. */
function send_for_parts() {
  const { page } = store.state;
  if (page.at === 'room') part(remembered().token ? 'table' : 'join');
  else if (page.at === 'rules') books.get(page.game);
  else part(page.at === 'start' ? 'start' : 'past');
}

/** What comes next is there before anybody asks: no first throw waits for it. @param {State} state */
function look_further({ page, room, joined, rooms }) {
  const door = page.at === 'room' && !joined && !rooms.includes(page.code);
  const from = door ? 'door' : page.at === 'room' ? room?.phase : page.at;
  if (from === looked_from) return;
  looked_from = from;
  if (from === 'start') look_ahead(['make', 'room', 'table']);
  else if (from === 'door') look_ahead(['room', 'table']);
  else if (from === 'waiting') look_ahead(['table']);
}
/** @type {string | undefined} */
let looked_from;

/** From the first greeting on a worker shows a page where there is no network; each version has its own. */
function serve_offline() {
  navigator.serviceWorker?.register(new URL('worker.js', import.meta.url), { scope: base }).catch(() => {}); // not everywhere allowed
}

const air = /** @type {HTMLElement} */ (document.getElementById('air'));
/** Comes with the table, which it makes felt. @type {import('./feel/feel.js').Feel | null} */
let feel = null;
const before_all = store.state;
const feeling = () =>
  part_here('table')?.felt(air, before_all, ({ room }) => ({
    title: words.your_turn_title,
    text: game_of(store.state)?.title ?? room?.game ?? '',
    icon: new URL('icon.svg', import.meta.url).href,
  })) ?? null;

function draw() {
  drawing = false;
  const { state } = store;
  if (shown_page !== state.page) found.clear(); // the past goes on, too
  shown_page = state.page;
  feel ??= feeling();
  feel?.before(state);
  show_theme(state.choices.theme);
  render(page(state, act, game_view, (game) => books.get(game), past), root);
  if (state.rules) part('rules')?.show_rules();
  part_here('preferences')?.show_preferences(state.settings);
  focus_now();
  feel?.after(state, state.room && game_view(state.room.game));
  if (state.greeted) look_further(state);
  const turn = my_turn(state);
  document.title = title(state);
  const table = part_here('table');
  if (!table) return;
  if (turn !== null && turn !== shown_turn) table.show_seat(turn);
  shown_turn = turn;
}

document.documentElement.lang = language;
if (device_in(location.href)) history.replaceState(null, '', location.pathname);
root.replaceChildren();
draw();
send_for_parts();
connection.open();
addEventListener('popstate', () => act.arrive(here()));
addEventListener('online', () => connection.check());
addEventListener('keydown', (event) => {
  const { rules, big, panel, page } = store.state;
  if (event.key === 'Escape' && !rules) {
    if (big) act.big(false);
    else if (panel) act.panel(false);
  }
  if (page.at === 'match' && part_here('past')?.replay_key(event, store.state, act, past)) event.preventDefault();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') return store.dispatch({ type: 'wandered' });
  connection.check();
  store.dispatch({ type: 'ticked', now: now() }); // a lock on the screen was lost, a call is answered
});
setInterval(() => {
  if (store.state.table?.push.clock) store.dispatch({ type: 'ticked', now: now() });
}, 500);
