// The list of the rooms where a player has a seat, with the one whose running match they left.
import assert from 'node:assert/strict';
import test from 'node:test';

const stored = new Map();
globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
globalThis.addEventListener ??= () => {};
const { list_actions } = await import('../../../web-client/core/actions/room_lists.js');
const { store_left, stored_left } = await import('../../../web-client/core/persisted_state.js');
const { server_key } = await import('../../../web-client/core/storage.js');
const { initial_state, reduce } = await import('../../../web-client/core/state.js');

const code = 'K7QX2M';
const ana = { id: 'p_Ana', name: 'Ana', bot: false };
const played = { room: code, game: 'tres', title: 'TRES', host: 'Ben', locked: false, phase: 'playing', seated: ['Ana', 'Ben'] };

/** The start page of Ana, who left that room, after the server has answered so each time it was asked. */
async function start_page(its, status, room) {
  store_left(code);
  const asked = its.mock.method(globalThis, 'fetch', async () => new Response(room === undefined ? '{"room":' : JSON.stringify(room), { status })).mock;
  const state = reduce(initial_state({ name: 'Ana', page: { at: 'start' }, now: 0, left: stored_left() }), { type: 'welcomed', me: ana, games: [], rooms: [] });
  const store = { state, dispatch: (event) => (store.state = reduce(store.state, event)) };
  const { load_own_rooms } = list_actions({ store, base: 'http://localhost/' });
  for (let times = 0; times < 3; ++times) await load_own_rooms();
  return { asked: asked.callCount(), listed: store.state.mine.map(({ room }) => room), left: store.state.left, stored: stored_left() };
}

test('a seat that the server keeps is listed until the match is over', async (its) => {
  assert.deepEqual(await start_page(its, 200, played), { asked: 3, listed: [code], left: code, stored: code });
});

test('a room that was left is forgotten when it is closed or its match is over: asking for it would be a wrong code each time', async (its) => {
  const forgotten = { asked: 1, listed: [], left: null, stored: null };
  assert.deepEqual(await start_page(its, 404), forgotten);
  assert.deepEqual(await start_page(its, 200, { ...played, phase: 'finished' }), forgotten);
});

test('a room that another tab has left since is not forgotten with that of this one', async (its) => {
  const other = 'ABCDEF';
  const closed = its.mock.method(globalThis, 'fetch', async () => {
    store_left(other); // the other tab
    return new Response('{}', { status: 404 });
  }).mock;
  store_left(code);
  const state = reduce(initial_state({ name: 'Ana', page: { at: 'start' }, now: 0, left: stored_left() }), { type: 'welcomed', me: ana, games: [], rooms: [] });
  const store = { state, dispatch: (event) => (store.state = reduce(store.state, event)) };
  await list_actions({ store, base: 'http://localhost/' }).load_own_rooms();
  assert.deepEqual([closed.callCount(), store.state.left, stored_left()], [1, null, other]);
});

test('of a room that was left another server or a busy one says nothing: it is remembered, and another server’s is not asked for again in this visit', async (its) => {
  const kept = { listed: [], left: code, stored: code };
  assert.deepEqual(await start_page(its, 503, { error: { code: 'elsewhere' } }), { ...kept, asked: 1 });
  assert.deepEqual(await start_page(its, 503, { error: { code: 'busy' } }), { ...kept, asked: 3 });
  assert.deepEqual(await start_page(its, 503), { ...kept, asked: 3 }, 'a proxy');
  assert.deepEqual(await start_page(its, 429), { ...kept, asked: 3 });
  const { phase: _, seated: __, ...locked } = { ...played, locked: true };
  assert.deepEqual(await start_page(its, 200, locked), { ...kept, asked: 3 }, 'a password hides whether it is played');
});

test('a room that was left, the word of the house and the seeds of the cup are those of one server, also if another one has the same host', () => {
  const keys = ['cubilete.left', 'cubilete.house_word', 'cubilete.cup'];
  const at = (path, action) => {
    globalThis.document = { baseURI: `http://localhost${path}` };
    try {
      return action();
    } finally {
      delete globalThis.document;
    }
  };
  store_left(code); // before paths had their own
  const [one, other] = ['/one/', '/other/'];
  assert.equal(at(one, stored_left), null);
  at(one, () => store_left('ABCDEF'));
  assert.deepEqual([one, other, '/'].map((path) => at(path, stored_left)), ['ABCDEF', null, code]);
  const used = [one, other, '/'].map((path) => at(path, () => keys.map(server_key)));
  assert.deepEqual([new Set(used.flat()).size, used[2]], [9, keys]);
});

test('an answer that breaks off keeps what is known, and the connection', async (its) => {
  assert.deepEqual(await start_page(its, 200), { asked: 3, listed: [], left: code, stored: code });
});
