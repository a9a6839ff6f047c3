// @ts-check
// Entry point: the connection delivers events, events change the state, the state is rendered as the page.
import { Connection, deleted } from '../js/connection.js';
import { actions } from './core/actions.js';
import { reason } from './core/actions/attempt.js';
import { recalled } from './core/choices.js';
import { DiceReader } from './core/dice_reader.js';
import { starting_ms } from './core/dice_shown.js';
import { title } from './ui/attention.js';
import { focus_now, focus_soon, note_focus, typed_nowhere } from './core/focus.js';
import { fetched, forget_missing_parts, game_view, LazyModules, look_ahead, offer_parts, part, part_here, when_parts_come } from './core/later.js';
import { forget, forgets, greeted, remember_name, remembered, token_refused } from './core/identity.js';
import { Missing } from './core/missing.js';
import { store_role, stored_left, stored_local } from './core/kept.js';
import { render, unrender } from './ui/lit.js';
import { Pace } from './core/pace.js';
import { device_in, file_address, page_at, socket_address } from './core/place.js';
import { Records } from './core/records.js';
import { acting_seat, initial, my_turn, reduce, shown_game, shown_title } from './core/state.js';
import { explained } from './core/waiting.js';
import { parts } from './parts.js';
import { page } from './ui/page.js';
import { language, words } from './i18n/words.js';

/** @import { State } from './core/shapes.js' */
/** @import { GameView } from './games/contract.js' */

const base = document.baseURI;
const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const now = () => performance.now();
const here = () => page_at(location.href, base);
/**
 * The invitation that the server embedded in the page, if a link to a room opened it.
 * @type {import('./ui/join/invitation.js').Invitation | null}
 */
const invitation = facts_here()?.room ? facts_here() : null;
const invitation_title = invitation && document.title;
/** True for an invitation to a table whose match has not begun. */
const invited_to_wait = invitation !== null && 'phase' in invitation && invitation.phase === 'waiting';
/** A new visitor with an invitation link sees the join form at once, without waiting for the server. */
const guest = invitation !== null && !remembered().token;

const store = {
  state: initial({
    name: remembered().name ?? '',
    page: here(),
    now: now(),
    choices: recalled(),
    device: device_in(location.href),
    left: stored_left(),
    invitation,
  }),
  /** @param {import('./core/shapes.js').Event} event */
  dispatch(event) {
    store.state = reduce(store.state, event);
    if (!drawing) queueMicrotask(draw); // not requestAnimationFrame: a hidden page gets no frames, but its title must change
    drawing = true;
  },
};
let drawing = false;
const longest_wait_ms = 1000; // the connection waits that long for the part that answers about dice
/** Content embedded by the server stays until there is something else to show. */
let shown = false;
/** @type {() => void} */
let greet = () => {};
/** Resolves after the server's first reply to hello. @type {Promise<void>} */
const greeting = new Promise((done) => (greet = done));
const pace = new Pace(store, (message, calm) => {
  if (store.state.page.at === 'start' && (message.t === 'match' || message.t === 'room')) act.recall_soon();
  if (message.t === 'gone') store_role(message.room, null);
  const late = message.t === 'match' && !store.state.table && message.seq > 1 && message.events.length === 0;
  const local = message.t === 'match' && !store.state.table ? stored_local(message.match) : undefined;
  store.dispatch({ type: 'pushed', message, now: now(), calm, local });
  if (late && store.state.table) act.recall(message.match);
});
/** @type {string | null} the pending code of a device link: this browser will become that player */
let device = null;
let asked_for = ''; // the prompt for this player; empty while it is not their turn
let shown_turn = ''; // the seat whose turn is scrolled into view
let shown_page = /** @type {import('./core/shapes.js').Page | null} */ (null);

/** Answers the server's questions about dice. @type {DiceReader} */
const reader = new DiceReader(async () =>
  (await fetched('contributor')).take_part({
    request: (message, heard) => connection.request(message, heard),
    player: () => store.state.me?.id ?? null,
    told: (fault) => store.dispatch({ type: 'mistrusted', fault }),
    ended: (ends) => store.dispatch({ type: 'remembered', ends }),
    record: (match) => fetch(new URL(`api/v1/matches/${match}?from=1`, base)),
  }),
);

const explain = explained(base, (link) => store.dispatch({ type: 'linked', link }));
const connection = new Connection({
  url: socket_address(base),
  room: () => (store.state.page.at === 'room' ? store.state.page.code : null),
  hello: () => {
    const { name, token } = remembered();
    const common = { lang: language, ...(reader.hello(device !== null || token !== undefined) && { dice: 1 }) };
    if (device) return { ...common, device };
    return { ...common, ...(name && { name }), ...(token && { token }) };
  },
  unwelcome: (why) => {
    const { code } = why;
    if (device) {
      device = null;
      reason(why).then((text) => store.dispatch({ type: 'failed', where: 'device', text }));
    } else if (code === 'bad_token' && remembered().token) token_refused();
    else if (code === 'bad_name') remember_name(undefined);
    else return false;
    return true;
  },
  welcome: (reply) => {
    greeted(reply, device !== null);
    if (device) {
      device = null;
      remember_name(reply.player.name);
      store.dispatch({ type: 'named', name: reply.player.name });
    }
    serve_offline();
    greet();
    const { player: me, games, rooms, reach } = reply;
    store.dispatch({ type: 'welcomed', me, games, rooms, reach, cannot_contribute: !reader.promised, forgets: forgets() });
    reader.greeted();
    return act.come_back();
  },
  replied: (reply) => {
    if (reply.as) reader.hear({ t: 'returned' }); // to a room: its match comes next, as it is now
  },
  push: (message) => {
    pace.hear(message);
    reader.hear(message); // faults are told after what they are about
  },
  status: (link) => {
    pace.catch_up();
    if (link.state === 'open') missing.back();
    if (link.state === 'waiting' || link.state === 'closed') reader.leave();
    if (link.state === 'closed' && link.code === deleted) forget();
    explain(link);
  },
  probe: () => ({ t: store.state.joined ? 'lobby.unwatch' : 'lobby.watch' }),
});
const act = actions({
  store,
  connection,
  base,
  become: async (code) => {
    await reader.ready();
    device = code;
    connection.close();
    store.dispatch({ type: 'went', page: here() });
    connection.open();
  },
  lay_out: (game) => {
    part('table');
    game_view(game);
    reader.ready();
  },
  contribute: async () => {
    if ((await reader.ready()) === reader.promised) return;
    connection.close(); // the next hello says it as it is
    connection.open();
  },
  stir: (bytes) => reader.stir(bytes),
  watcher: (match, n, move) => reader.watcher(match, n, move),
});

/** Retries parts that could not be rendered before. */
const redraw = () => store.dispatch({ type: 'ticked', now: now() });
/** The version of this page is the folder of its files on the server. */
const missing = new Missing({
  address: file_address('theme.js'),
  again: () => (forget_missing_views(), redraw()),
  outdated: () => store.dispatch({ type: 'outdated', outdated: 'told' }),
});
const missed = () => missing.missed();
/** The views of games, loaded on demand. @type {LazyModules<GameView>} */
const game_views = new LazyModules(async (game) => (await import(`./games/${game}/table.js`)).default, redraw, missed);
offer_parts(parts, game_views);
when_parts_come(redraw, missed);

/** The rule books of games, loaded on demand. @type {LazyModules<import('./ui/rules/rules.js').Book>} */
const books = new LazyModules(async (game) => {
  const view = import(`./games/${game}/table.js`).catch(() => ({ default: undefined }));
  const written = Promise.all([import(`./games/${game}/rules.js`), import(`./games/${game}/words.${language}.js`)]);
  written.catch(() => {}); // is awaited below
  const { open_book } = await fetched('rules');
  const [{ write }, { rules }] = await written;
  return open_book({ write, texts: rules }, (await view).default);
}, redraw, missed);

const records = new Records({ base, asked: (request) => connection.request(request), changed: redraw });

/** The connection may have broken during the request: the next rendering asks again. */
function forget_missing_views() {
  for (const modules of [game_views, books]) modules.forget_missing();
  forget_missing_parts();
  records.forget_failed();
}

/** Takes over what was typed and pressed before this module was loaded (theme.js). */
function take_over_door() {
  const form = document.getElementById('door');
  const typed = (/** @type {string} */ id) => /** @type {HTMLInputElement | null} */ (document.getElementById(id))?.value ?? '';
  if (!guest || !form) return null;
  if (typed('name')) store.dispatch({ type: 'named', name: typed('name') });
  if (typed('password')) store.dispatch({ type: 'unlocking', password: typed('password') });
  const { as } = form.dataset;
  return as === 'player' || as === 'spectator' ? as : null;
}

/** @returns {any} */
function facts_here() {
  try {
    return JSON.parse(document.getElementById('facts')?.textContent ?? 'null');
  } catch {
    return null;
  }
}

/** A player who comes back may be asked for secrets right after hello: the part that answers comes first, but not at any price. */
async function connect() {
  if (remembered().token) await Promise.race([reader.ready(), new Promise((late) => setTimeout(late, longest_wait_ms))]);
  connection.open();
}

/** Requests the modules of this page at once, while the connection opens. */
function send_for_parts() {
  const { page } = store.state;
  if (page.at === 'room' && remembered().token && (invited_to_wait || !invitation)) part('room');
  if (page.at === 'room') part(remembered().token ? 'table' : 'join');
  else if (page.at === 'rules') books.get(page.game);
  else if (page.at === 'nowhere') part('join');
  else if (page.at === 'new') ['start', 'make'].forEach((name) => part(/** @type {'start' | 'make'} */ (name)));
  else part(page.at === 'start' || page.at === 'fair' ? page.at : 'history');
  if (page.at === 'match') part('proof');
}

/**
 * Preloads the modules that come next, so that the first throw does not wait. A visitor who stays on the start page loads nothing more.
 * @param {State} state
 */
function look_further({ page, room, joined, rooms }) {
  const door = page.at === 'room' && !joined && !rooms.includes(page.code);
  const from = door ? 'door' : page.at === 'room' ? room?.phase : page.at;
  if (from === looked_from || ((from === 'start' || (from === 'door' && invited_to_wait)) && !touched)) return;
  looked_from = from;
  if (from === 'start') look_ahead(['room', 'make', 'table']);
  else if (from === 'door' && invited_to_wait) look_ahead(['room']);
  else if (from === 'finished') look_ahead(['room']);
  else if (from === 'waiting' || (from === 'door' && !invited_to_wait)) look_ahead(['table']);
}
let looked_from = /** @type {string | undefined} */ (undefined);
let touched = false;
for (const touch of ['pointerdown', 'keydown'])
  addEventListener(
    touch,
    () => {
      touched = true;
      if (store.state.greeted) look_further(store.state);
    },
    { once: true, capture: true },
  );

/** After the first reply to hello, a service worker provides the offline page; each version registers its own. */
function serve_offline() {
  navigator.serviceWorker?.register(file_address('worker.js'), { scope: base }).catch(() => {}); // not allowed everywhere
}

const overlay = /** @type {HTMLElement} */ (document.getElementById('overlay'));
/** Effects of the table; loaded together with it. @type {import('./ui/table/effects/effects.js').Effects | null} */
let effects = null;
const before_all = store.state;
const make_effects = () =>
  part_here('table')?.effects_of_table(overlay, before_all, () => ({
    title: words.your_turn_title,
    text: shown_title(store.state),
    icon: file_address('icon.svg'),
  })) ?? null;

/**
 * One step of a frame. If it fails, the others are done all the same; the failure is told where uncaught ones are.
 * @template Result @param {() => Result} step @returns {Result | undefined}
 */
function safely(step) {
  try {
    return step();
  } catch (why) {
    setTimeout(() => {
      throw why;
    });
  }
}

/** Renders the page. What cannot go on from what is there is made anew. @param {State} state */
function render_page(state) {
  const content = () => page(state, act, game_view, (game) => books.get(game), records);
  try {
    render(content(), root);
  } catch (why) {
    unrender(root);
    render(content(), root);
    throw why;
  }
}

function draw() {
  drawing = false;
  if (!shown) return;
  const { state } = store;
  if (shown_page !== state.page) records.clear(); // answers of the HTTP API may be outdated on another page
  shown_page = state.page;
  effects ??= safely(make_effects) ?? null;
  note_focus();
  safely(() => effects?.before(state));
  dispatchEvent(new CustomEvent('theme', { detail: state.choices.theme })); // theme.js hears it
  safely(() => render_page(state));
  if (state.rules) safely(() => part('rules')?.show_rules());
  safely(() => part_here('preferences')?.show_preferences(state.settings));
  safely(() => part_here('sheets')?.show_sheet(state.sheet !== null));
  safely(() => part_here('questions')?.show_question(state));
  focus_now();
  if (typed_nowhere() === 'say' && state.draft !== '' && state.table && !state.panel) store.dispatch({ type: 'panel', open: true }); // a narrow window hides it
  const played = shown_game(state);
  const game = played === undefined ? undefined : game_view(played);
  safely(() => effects?.after(state, game));
  if (state.greeted) look_further(state);
  const at_door = state.page.at === 'room' && state.page.code === invitation?.room && !state.joined;
  pace.go_on();
  document.title = (at_door && invitation_title) || title(state);
  safely(() => look_after_table(state, game?.keys));
}

/** Focus, hints and scrolling at a table that was just drawn. @param {State} state @param {import('./games/contract.js').Keys | undefined} keys */
function look_after_table(state, keys) {
  const table = part_here('table');
  const turn = acting_seat(state);
  if (!table) return;
  const mine = my_turn(state) === null ? '' : `${state.table?.push.match} ${turn} ${state.table?.push.you?.n}`;
  table.follow_focus(mine !== '' && asked_for === '', keys);
  asked_for = mine;
  table.point_at();
  table.run_clock(state);
  table.look_out(() => store.state.summary_seen || store.dispatch({ type: 'summary_seen' }));
  if (turn !== null && `${state.table?.push.match} ${turn}` !== shown_turn) table.show_seat(turn);
  shown_turn = `${state.table?.push.match} ${turn}`;
}

document.documentElement.lang = language;
if (device_in(location.href)) history.replaceState(null, '', location.pathname);
connect();
send_for_parts();
show_page(); // not awaited here: other modules import this one's dependencies and would deadlock
async function show_page() {
  if (guest) await fetched('join').catch(() => {});
  const pressed = take_over_door();
  const focused = document.activeElement?.id || 'name';
  root.replaceChildren();
  document.documentElement.dataset.begun = '';
  document.getElementById('unable')?.remove();
  shown = true;
  if (guest) focus_soon(`#${focused}`);
  draw();
  if (!pressed) return;
  // The same button of the new form shows that the request is pending.
  const button = root.querySelector(pressed === 'player' ? 'form .primary' : 'form .actions button:last-of-type');
  if (button instanceof HTMLElement) button.click();
  else greeting.then(() => act.join(pressed));
}
addEventListener('popstate', () => act.arrive(here()));
addEventListener('online', () => {
  store.dispatch({ type: 'network', offline: false });
  missing.back();
  connection.check();
});
addEventListener('offline', () => store.dispatch({ type: 'network', offline: true }));
addEventListener('keydown', (event) => {
  const { rules, big, panel, page } = store.state;
  if (event.key === 'Escape' && !rules && !document.querySelector('dialog[open]')) {
    if (big) act.big(false);
    else if (panel) act.panel(false);
  }
  if (page.at === 'room' && store.state.table && part_here('table')?.table_key(event, () => act.sheet('keys'))) event.preventDefault();
  if (page.at === 'match' && part_here('history')?.replay_key(event, store.state, act, records)) event.preventDefault();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') return store.dispatch({ type: 'page_hidden' });
  connection.check();
  store.dispatch({ type: 'ticked', now: now() }); // a wake lock is released while the page is hidden; notifications are no longer needed
});
setInterval(() => {
  const { table, room } = store.state;
  if (table?.push.clock || (room?.quick && room.phase === 'waiting') || starting_ms(store.state) !== null) store.dispatch({ type: 'ticked', now: now() });
}, 500);
