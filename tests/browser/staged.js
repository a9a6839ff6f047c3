// Renders a table from a made-up message, for outcomes that are too rare to wait for. It has the modules of the sources, because those of the
// page are bundled.
import { fileURLToPath } from 'node:url';

const sources = new URL('../../', import.meta.url);

/** Gives the page the folders of the sources below `sources/`. @param {import('playwright-core').Page} page */
export const with_sources = (page) =>
  page.route(/\/sources\//, (route) => route.fulfill({ path: fileURLToPath(new URL(route.request().url().split('/sources/')[1], sources)) }));

/**
 * Replaces the page by the rendering of one match message; nothing can be played.
 * @param {import('./people.js').Person} person on any page of the server
 * @param {{game: string, title: string, names: string[], push: object, set?: object, choices?: object, waits?: object, local?: object}} scene `set`: the room's settings;
 *   `choices`: the player's preferences; `waits`: a move that waits for the players' secrets; `local`: what the game's view has kept
 */
export async function stage({ page }, scene) {
  await with_sources(page);
  await page.evaluate(async ({ game, title, names, push, set, choices = {}, waits = null, local = null }) => {
    const files = ['ui/lit.js', 'core/state.js', 'ui/page.js', 'core/lazy_modules.js', 'parts.js', `games/${game}/table.js`];
    const modules = await Promise.all(files.map((file) => import(new URL(`sources/web-client/${file}`, document.baseURI))));
    const [lit, states, pages, later, { parts }, { default: view }] = modules;
    later.register_parts(parts, new later.LazyModules(async () => view, () => {}));
    const pause = () => new Promise((done) => setTimeout(done)); // the page would render itself again
    for (const name of ['table', 'result', 'again', 'advice', 'badge']) while (!later.part(name)) await pause();
    while (!later.game_view(game)) await pause();
    const room = 'K7QX2M';
    const hash = '5f70bf18a086'.padEnd(64, '0');
    const players = names.map((name, seat) => ({ id: `p_${seat}`, name, bot: false }));
    const message = {
      ...{ t: 'match', room, match: 'm_1', seq: 2, by: { seat: 0 }, events: [], result: null, clock: null, hash },
      ...{ to_act: push.view.turn ? [push.view.turn.seat] : [], ...push },
    };
    const fields = { room, game, phase: 'playing', match: 'm_1', options: {}, host: 'p_0', spectators: 0, watchers: [], next: [], chat: [], ...set };
    const seats = players.map((player) => ({ player, ready: true, online: true, house: false }));
    const events = [
      { type: 'linked', link: { state: 'open' } },
      {
        type: 'welcomed',
        me: players[message.you?.seat ?? 0],
        games: [{ id: game, title, seats: {}, options: [] }],
        rooms: [room],
      },
      { type: 'joined', code: room },
      { type: 'chose', change: choices },
      { type: 'pushed', now: 0, message: { t: 'room', ...fields, seats } },
      { type: 'pushed', now: 0, message },
    ];
    if (local) events.push({ type: 'kept', local });
    if (waits) {
      const dice = { t: 'dice', room, match: message.match, step: 'play', witness: true, tips: { 0: hash }, reveals: { 0: hash }, out: [] };
      events.splice(events.findLastIndex(({ message: one }) => one?.t === 'match'), 0, { type: 'pushed', now: 0, message: dice });
      const ask = { t: 'dice.ask', room, match: message.match, seq: message.seq + 1, by: { seat: message.you?.seat ?? 0 }, move: waits };
      events.push({ type: 'pushed', now: 0, message: ask });
    }
    const start = states.initial_state({ name: '', page: { at: 'room', code: room }, now: 0 });
    const act = new Proxy({}, { get: () => () => '' });
    const app = document.getElementById('app');
    const board = document.createElement('div');
    board.id = 'app';
    app.replaceWith(board);
    lit.render(
      pages.page(events.reduce(states.reduce, start), act, () => view),
      board,
    );
  }, scene);
}
