// A table whose pushes the test makes up, for events that are too rare to wait for. The page is the whole one with all that it loads; only
// its socket leads to the test.
const room = 'K7QX2M';
const hash = '5f70bf18a086'.padEnd(64, '0');

/**
 * @param {import('./people.js').Person} person @param {string} url of the server @param {{game: string, title: string, names: string[], set?: object}} scene `set`: the
 *   room's settings
 */
export async function act_at_table({ page }, url, { game, title, names, set = {} }) {
  const players = names.map((name, seat) => ({ id: `p_${seat}`, name, bot: false }));
  const fields = { room, game, phase: 'playing', match: 'm_1', options: {}, host: 'p_0', public: false, spectators: 0, watchers: [], next: [], chat: [], ...set };
  const seats = players.map((player) => ({ player, ready: true, online: true, house: false }));
  const watched = fields.watchers.length > 0;
  /** @type {import('playwright-core').WebSocketRoute} */
  let socket;
  const tell = (message) => socket.send(JSON.stringify(message));
  /** The requests of the page. @type {any[]} */
  const asked = [];
  let seq = 0;
  /** The next push of the match. @param {object} more */
  const push = (more) => {
    const view = more.view ?? {};
    tell({ t: 'match', room, match: 'm_1', seq: ++seq, by: { seat: 0 }, events: [], result: null, clock: null, hash, to_act: view.turn ? [view.turn.seat] : [], ...more });
  };
  /** @type {() => void} */
  let come;
  const there = new Promise((done) => (come = done));
  await page.routeWebSocket(/\/ws$/, (route) => {
    socket = route;
    route.onMessage((text) => {
      const message = JSON.parse(String(text));
      asked.push(message);
      if (message.t === 'hello') {
        const me = watched ? { id: 'p_tv', name: 'TV', bot: false } : players[0];
        const games = [{ id: game, title, seats: { min: 2, max: 8 }, options: [] }];
        return tell({ t: 'ok', re: message.id, v: 1, player: me, token: 'token', games, rooms: [room], limits: {} });
      }
      tell({ t: 'ok', re: message.id, rooms: [], ...(message.t === 'room.join' && { room, as: watched ? 'spectator' : 'player' }) });
      if (message.t !== 'room.join' && message.t !== 'room.sync') return;
      tell({ t: 'room', ...fields, seats });
      come();
    });
  });
  await page.goto(`${url}fair`);
  await page.locator('.fair-page').waitFor();
  await page.evaluate((code) => {
    history.pushState(null, '', `r/${code}`); // the server knows no such room, and would say so in the page
    dispatchEvent(new PopStateEvent('popstate'));
  }, room);
  await there;
  return { push, asked, tell_room: (/** @type {object} */ more) => tell({ t: 'room', ...fields, seats, ...more }) };
}
