// A page that reads a room again never changes what its player is there.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Connection } from '../../../js/connection.js';
import { ManualTimers, scripted_sockets, settled } from './scripted_socket.js';

const stored = new Map();
globalThis.sessionStorage ??= { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
globalThis.addEventListener ??= () => {};
const { attempts } = await import('../../../web-client/core/actions/attempt.js');
const { joining_actions } = await import('../../../web-client/core/actions/joining.js');
const { match_actions } = await import('../../../web-client/core/actions/match.js');
const { table_actions } = await import('../../../web-client/core/actions/tables.js');
const { seat_actions } = await import('../../../web-client/core/actions/seats.js');
const { store_role, stored_role } = await import('../../../web-client/core/persisted_state.js');
const { initial_state, reduce } = await import('../../../web-client/core/state.js');
globalThis.document ??= { activeElement: null }; // has the focus

const code = 'K7QX2M';
const [ana, carla] = ['Ana', 'Carla'].map((name) => ({ id: `p_${name}`, name, bot: false }));
const room = (fields) => ({ t: 'room', room: code, game: 'yahtzee', options: {}, phase: 'playing', match: 'm_1', host: ana.id, seats: [{ player: ana, online: true }, { player: null }], watchers: [carla], next: [], chat: [], ...fields });

/** Returns the roles that Carla's page asks for when it reads the room again, in both ways. */
async function sent(...messages) {
  const start = initial_state({ name: 'Carla', page: { at: 'room', code }, now: 0 });
  const known = [{ type: 'welcomed', me: carla, games: [], rooms: [] }, { type: 'joined', code }].reduce(reduce, start);
  const state = messages.reduce((before, message) => reduce(before, { type: 'pushed', message, now: 0 }), known);
  const frames = [];
  const connection = { request: async (frame) => (frames.push(frame), {}) };
  const parts = { store: { state, dispatch: () => {} }, connection, base: 'http://localhost/', contribute: async () => {} };
  const attempts = { code: () => code, attempt: (_, run) => run(), reason_text: async () => '', ask: async () => true };
  match_actions(parts, attempts).load_earlier_log('m_1');
  await joining_actions(parts, attempts, { fetch_page: async () => {} }).come_back();
  return frames.filter(({ t }) => t === 'room.join').map(({ as }) => as);
}

test('who waits for a seat, or has one, reads the room again without giving it up', async () => {
  assert.deepEqual(await sent(room({ next: [carla] })), [undefined, undefined]);
  assert.deepEqual(await sent(room({ seats: [{ player: ana }, { player: carla }], watchers: [] })), [undefined, undefined]);
  assert.deepEqual(await sent(), [undefined], 'before the page knows');
});

test('who only watches gets no seat by reading the room again', async () => {
  assert.deepEqual(await sent(room()), ['spectator', 'spectator']);
});

test('a page whose connection breaks again before the answer asks for what it missed in both breaks', async () => {
  const view = { game: 'yahtzee', phase: 'play', round: 1, turn: { seat: 0 }, seats: [{ score: 0 }, { score: 0 }] };
  const match = (seq) => ({ t: 'match', room: code, match: 'm_1', seq, by: { seat: 0 }, events: [], view, to_act: [0] });
  const events = [{ type: 'welcomed', me: carla, games: [], rooms: [] }, { type: 'joined', code }, ...[room(), match(1), match(2), match(5)].map((message) => ({ type: 'pushed', message, now: 0 }))];
  const store = { state: events.reduce(reduce, initial_state({ name: 'Carla', page: { at: 'room', code }, now: 0 })), dispatch: () => {} };
  const joins = [];
  const connection = { request: async ({ seen }) => (joins.push(seen), {}) };
  await joining_actions({ store, connection, contribute: async () => {} }, { code: () => code }, {}).come_back();
  assert.deepEqual(joins, [{ match: 'm_1', seq: 2 }]);
});

test('a reload keeps who watches or waits where they were, in that room and until they leave', () => {
  store_role(code, 'spectator');
  assert.equal(stored_role(code), 'spectator');
  assert.equal(stored_role('ZZZZ22'), null);
  store_role(code, 'player');
  assert.equal(stored_role(code), 'player');
  store_role(code, null);
  assert.equal(stored_role(code), null);
});

test('who is sent away from another room, or leaves it, stays here as what they are', () => {
  store_role(code, 'spectator');
  store_role('ZZZZ22', null);
  assert.equal(stored_role(code), 'spectator');
});

test('the button that is pressed says as what one enters a room, not what one was there before', async () => {
  for (const [before, pressed] of [['spectator', 'player'], ['player', 'spectator']]) {
    const joins = [];
    const store = { state: initial_state({ name: 'Carla', page: { at: 'start' }, now: 0 }), dispatch: () => {} };
    const connection = { request: async () => ({}), move: async (frame) => (joins.push(frame.as ?? 'player'), {}) };
    const ways = { save_name: async () => true, go: async () => stored_role(code) && joins.push(stored_role(code)) };
    const { enter } = joining_actions({ store, connection }, { attempt: (_, run) => run(), code: () => code }, ways);
    store_role(code, before);
    await enter(code, pressed);
    assert.deepEqual(joins, [pressed]);
    assert.equal(stored_role(code), pressed);
  }
});

test('where the browser stores nothing, the page itself remembers who watches, until they leave', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: () => assert.fail('SecurityError') });
  try {
    store_role(code, 'spectator');
    assert.equal(stored_role(code), 'spectator');
    store_role(code, null);
    assert.equal(stored_role(code), null);
  } finally {
    Object.defineProperty(globalThis, 'sessionStorage', before);
  }
});

test('a seat left in a running match is kept in the list, also if the list is read again before the reply', async () => {
  globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };
  const start = initial_state({ name: 'Carla', page: { at: 'start' }, now: 0 });
  const store = { state: { ...start, rooms: [code], mine: [{ room: code, game: 'yahtzee', phase: 'playing', players: ['Ana', 'Carla'], your_turn: false }] } };
  store.dispatch = (event) => (store.state = reduce(store.state, event));
  const ask = async () => (store.dispatch({ type: 'recalled', mine: [] }), true);
  const parts = { store, connection: {}, base: 'http://localhost/', contribute: async () => {}, left: () => {} };
  await joining_actions(parts, { code: () => code, ask }, { load_own_rooms: async () => {} }).leave_table(code);
  assert.equal(store.state.left, code);
});

/** Carla's page, loaded again on the room where she waited, when the server has answered hello and then gives her a seat. */
async function page_with_a_new_seat() {
  const store = { state: reduce(initial_state({ name: 'Carla', page: { at: 'room', code }, now: 0 }), { type: 'welcomed', me: carla, games: [], rooms: [] }) };
  store.dispatch = (event) => (store.state = reduce(store.state, event));
  const Socket = scripted_sockets();
  const connection = new Connection({ url: 'ws://house/ws', hello: () => ({}), push: () => {}, welcome: () => come_back(), Socket, timers: new ManualTimers() });
  const parts = { store, connection, base: 'http://localhost/', contribute: async () => {} };
  const { come_back, enter_room } = joining_actions(parts, attempts(parts), { fetch_page: async () => void (await enter_room('player')) });
  connection.open();
  Socket.last.accept();
  for (const [type, reply] of [['hello', {}], ['room.join', { as: 'player' }]]) {
    Socket.last.answer(type, reply);
    await settled();
  }
  return { connection, store, Socket };
}

test('who is given a seat while the page comes back is ready, and the page does not wait for itself', async () => {
  const { connection, Socket } = await page_with_a_new_seat();
  assert.equal(connection.link.state, 'open');
  assert.deepEqual(Socket.last.types(), ['hello', 'room.join', 'lobby.unwatch', 'room.ready']);
});

test('who is given a seat stays in the room if nobody can be ready any more', async () => {
  const { store, Socket } = await page_with_a_new_seat();
  Socket.last.refuse('room.ready', 'not_started');
  await settled();
  assert.deepEqual([store.state.joined, store.state.trouble], [true, null]);
});

test('a reload gives no seat to who has stood up, and one to who has sat down again', async () => {
  const store = { state: initial_state({ name: 'Carla', page: { at: 'room', code }, now: 0 }), dispatch: () => {} };
  const attempt = (_, run) => run().then(() => true);
  const connection = { request: async () => ({}), move: async () => ({}) };
  const { sit, stand } = seat_actions({ store, connection }, { attempt, code: () => code, ask: async () => true }, { save_name_for: async () => true });
  store_role(code, 'player');
  await stand();
  assert.equal(stored_role(code), 'spectator');
  await sit(1);
  assert.equal(stored_role(code), 'player');
});

test('who takes a seat says first that this page takes part in the dice, if hello could not', async () => {
  for (const cannot_contribute of [true, false]) {
    const start = initial_state({ name: 'Carla', page: { at: 'room', code }, now: 0 });
    const store = { state: reduce(start, { type: 'welcomed', me: carla, games: [], rooms: [], cannot_contribute }), dispatch: () => {} };
    const done = [];
    const send = async ({ t }) => (done.push(t), { as: 'player' });
    const parts = { store, connection: { request: send, move: send }, base: 'http://localhost/', contribute: async () => void done.push('contribute') };
    const ways = { attempt: (_, run) => run().then(() => true), code: () => code };
    await seat_actions(parts, ways, { save_name_for: async () => true }).sit(1);
    assert.deepEqual(done.slice(0, 2), cannot_contribute ? ['contribute', 'room.seat'] : ['room.seat', 'room.ready']);
    done.length = 0;
    await joining_actions(parts, ways, {}).enter_room('player', 'move');
    assert.equal(done[0], cannot_contribute ? 'contribute' : 'room.join');
    done.length = 0;
    await joining_actions(parts, ways, {}).enter_room('spectator', 'move');
    assert.equal(done[0], 'room.join');
  }
});

/**
 * Carla presses something and leaves the page. Returns what her page has sent once the connection is there.
 * @param {import('../../../web-client/core/shapes.js').Page} page @param {(parts: object, ways: object) => Promise<unknown>} press
 * @param {boolean} sent her request was sent before she left
 */
async function after_leaving(page, press, sent) {
  globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };
  const me = { type: 'welcomed', me: carla, games: [], rooms: [] };
  const store = { state: reduce(initial_state({ name: 'Carla', page, now: 0 }), me) };
  store.dispatch = (event) => (store.state = reduce(store.state, event));
  const Socket = scripted_sockets();
  const connection = new Connection({ url: 'ws://house/ws', hello: () => ({}), push: () => {}, Socket, timers: new ManualTimers() });
  const greet = async () => (Socket.last.accept(), Socket.last.answer('hello'), settled());
  connection.open();
  if (sent) await greet();
  const went = [];
  press({ store, connection, left: () => {}, preload_game: () => {} }, { save_name: async () => true, save_name_for: async () => true, go: async (to) => void went.push(to) });
  await settled();
  store.dispatch({ type: 'went', page: { at: 'top', game: 'yahtzee' } });
  if (!sent) await greet();
  const asked = Socket.last.sent[1];
  if (asked) Socket.last.say({ t: 'ok', re: asked.id, as: 'player', room: code });
  await settled();
  assert.deepEqual([store.state.page.at, store.state.asked, store.state.trouble, went], ['top', [], null, []]);
  return Socket.last.sent.slice(1).map(({ t, seat }) => (seat === undefined ? t : `${t} ${seat}`));
}
const presses = {
  'room.join': [{ at: 'room', code }, (parts, ways) => joining_actions(parts, attempts(parts), ways).enter_room('player', 'move')],
  'room.seat 1': [{ at: 'room', code }, (parts, ways) => seat_actions(parts, attempts(parts), ways).sit(1)],
  'quick.match': [{ at: 'start' }, (parts, ways) => (parts.store.dispatch({ type: 'welcomed', me: carla, games: [{ id: 'yahtzee' }], rooms: [] }), table_actions(parts, attempts(parts), ways).wish({ game: 'yahtzee', how: 'strangers' }))],
};

test('who has left the page before the connection came takes no seat, and is not told that it was lost', async () => {
  for (const [page, press] of Object.values(presses)) assert.deepEqual(await after_leaving(page, press, false), []);
});

test('who has left the page before the answer gives the seat back, is not ready, and the list of tables goes on', async () => {
  for (const [asked, [page, press]] of Object.entries(presses)) {
    assert.deepEqual(await after_leaving(page, press, true), [asked, asked === 'room.seat 1' ? 'room.seat null' : 'room.leave']);
  }
});

test('who leaves the start page and comes back before the server has answered can search for a match again, one search at a time', async () => {
  for (const sent of [false, true]) {
    const me = { type: 'welcomed', me: carla, games: [{ id: 'yahtzee' }], rooms: [] };
    const store = { state: reduce(initial_state({ name: 'Carla', page: { at: 'start' }, now: 0 }), me) };
    store.dispatch = (event) => (store.state = reduce(store.state, event));
    const Socket = scripted_sockets();
    const connection = new Connection({ url: 'ws://house/ws', hello: () => ({}), push: () => {}, Socket, timers: new ManualTimers() });
    const greet = async () => (Socket.last.accept(), Socket.last.answer('hello'), settled());
    const go = async (page) => void store.dispatch({ type: 'went', page });
    const { wish } = table_actions({ store, connection, left: () => {}, preload_game: () => {} }, attempts({ store, connection }), { save_name: async () => true, go });
    const tap = async () => (wish({ game: 'yahtzee', how: 'strangers' }), settled());
    connection.open();
    if (sent) await greet();
    await tap();
    for (const at of ['rules', 'start']) await go({ at });
    await tap();
    if (!sent) await greet();
    for (const [type, fields] of sent ? [['quick.match', { room: code }], ['room.leave']] : []) {
      Socket.last.answer(type, fields);
      await settled();
    }
    Socket.last.answer('quick.match', { room: code });
    await settled();
    assert.deepEqual(Socket.last.types().slice(1), sent ? ['quick.match', 'room.leave', 'quick.match'] : ['quick.match']);
    assert.deepEqual([store.state.page, store.state.asked], [{ at: 'room', code }, []]);
  }
});

test('who watches, asks for a seat and leaves the page before the answer goes on watching', async () => {
  const [page, press] = presses['room.join'];
  const watching = (parts, ways) => (parts.store.dispatch({ type: 'joined', code }), press(parts, ways));
  assert.deepEqual(await after_leaving(page, watching, true), ['room.join', 'room.seat null']);
});

test('a room is left for the part that answers about dice when the server has taken the request', async () => {
  globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };
  const store = { state: initial_state({ name: 'Carla', page: { at: 'room', code }, now: 0 }), dispatch: () => {} };
  for (const taken of [true, false]) {
    const rooms = [];
    const ways = { go: async () => {}, load_own_rooms: async () => {} };
    const { leave, leave_table } = joining_actions({ store, left: (room) => rooms.push(room) }, { code: () => code, ask: async () => taken }, ways);
    await leave();
    await leave_table('ZZZZ22');
    assert.deepEqual(rooms, taken ? [code, 'ZZZZ22'] : []);
  }
});

/** Carla's page at her table, and what takes her to another page while her request is under way. */
function page_on_its_way(to) {
  globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };
  const events = [{ type: 'welcomed', me: carla, games: [], rooms: [code] }, { type: 'joined', code }, { type: 'pushed', message: room({ seats: [{ player: carla, online: true }], watchers: [] }), now: 0 }];
  const store = { state: events.reduce(reduce, initial_state({ name: 'Carla', page: { at: 'room', code }, now: 0 })) };
  store.dispatch = (event) => (store.state = reduce(store.state, event));
  const move_on = async () => (store.dispatch({ type: 'went', page: to }), true);
  const room_code = () => (store.state.page.at === 'room' ? store.state.page.code : '');
  return { store, move_on, code: room_code };
}

test('who has gone elsewhere before the server lets them leave the table stays there', async () => {
  const { store, move_on, code: room_code } = page_on_its_way({ at: 'top', game: 'yahtzee' });
  const went = [];
  const ways = { go: async ({ at }) => void went.push(at), load_own_rooms: async () => {} };
  await joining_actions({ store, connection: {}, left: () => {} }, { code: room_code, ask: move_on }, ways).leave();
  assert.deepEqual([went, store.state.rooms], [[], []]);
});

test('who stands up and goes to another room before the answer watches the first one, and is in the other what they were', async () => {
  for (const [role, roles] of [[null, ['spectator', null]], ['player', [null, 'player']]]) {
    const { store, move_on, code: room_code } = page_on_its_way({ at: 'room', code: 'ZZZZ22' });
    store_role(code, 'player');
    const ask = async () => (await move_on(), role && store_role('ZZZZ22', role), true);
    await seat_actions({ store, connection: {} }, { code: room_code, ask }, {}).stand();
    assert.deepEqual([stored_role(code), stored_role('ZZZZ22')], roles);
  }
});

test('a page that is left before it can come back to its room joins no room that it does not show', async () => {
  const { store, move_on, code: room_code } = page_on_its_way({ at: 'start' });
  const sent = [];
  const connection = { request: async ({ t, room: which }) => void sent.push([t, which]) };
  await joining_actions({ store, connection, contribute: move_on }, { code: room_code }, {}).come_back();
  assert.deepEqual(sent, []);
});

test('who goes away from the day’s cup still has a way back to another table that they left', async () => {
  globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };
  const start = initial_state({ name: 'Carla', page: { at: 'room', code }, now: 0 });
  const seated = room({ cup: 5, seats: [{ player: carla, online: true }], watchers: [] });
  const events = [{ type: 'welcomed', me: carla, games: [], rooms: ['ZZZZ22', code] }, { type: 'seated', code: 'ZZZZ22', yes: false, left: true }, { type: 'joined', code }, { type: 'pushed', message: seated, now: 0 }];
  const store = { state: events.reduce(reduce, start) };
  store.dispatch = (event) => (store.state = reduce(store.state, event));
  const parts = { store, connection: {}, base: 'http://localhost/', contribute: async () => {}, left: () => {} };
  const actions = joining_actions(parts, { code: () => code, ask: async () => true }, { go: async () => {}, load_own_rooms: async () => {} });
  await actions.leave();
  assert.equal(store.state.left, 'ZZZZ22');
  assert.deepEqual(store.state.rooms, [code]);
  store.state.mine = [{ room: code, game: 'yahtzee', phase: 'playing', players: ['Carla'], your_turn: true, cup: 5 }];
  await actions.leave_table(code);
  assert.equal(store.state.left, 'ZZZZ22');
});
