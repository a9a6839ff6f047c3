// The JavaScript bot library (js) with a scripted server that refuses requests.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { Lost, play, Refused } from '../../../js/cubilete.js';
import { note_file } from '../../../js/note_file.js';
import { token_file } from '../../../js/token_file.js';
import { TokenChoice, token_in_memory } from '../../../js/tokens.js';
import { LatestPush } from '../../../js/latest_push.js';
import { RequestRetry } from '../../../js/request_retry.js';
import { ManualTimers, scripted_sockets, settled } from './scripted_socket.js';

const [roll, bank, pass] = ['roll', 'bank', 'pass'].map((what) => ({ do: what }));
const result = { places: [1], scores: [1], winners: [0], reason: 'finished' };

/**
 * Prompts a bot, which always chooses the second of three moves, at n 1 and refuses its requests with `codes` in order; then the match is
 * over. After `clock` joins the prompt is n 2. A code of null refuses nothing.
 * @returns the frames that the bot sent
 */
async function meet({ codes = [], clock = Infinity, at_join = [], at_hello = [], warn = () => {} }) {
  const Socket = scripted_sockets();
  const timers = new ManualTimers();
  const heard = [];
  let joins = 0;
  const push = (over) => {
    const n = joins >= clock ? 2 : 1;
    const you = { seat: 0, n, moves: over ? [] : [roll, bank, pass] };
    const table = { events: [], view: {}, to_act: [0], clock: null, result: over ? result : null };
    return { t: 'match', room: 'K7QX2M', match: 'm', seq: over ? 3 : n, you, ...table };
  };
  const answers = ({ t, id }) => {
    const ok = { t: 'ok', re: id };
    const refusals = { move: codes, 'room.join': at_join, hello: at_hello }[t] ?? [];
    const code = refusals.shift();
    if (code) return [{ t: 'refused', re: id, code, text: 'No.' }];
    if (t === 'hello') return [{ ...ok, v: 1, player: { id: 'p', name: 'Bot', bot: true } }];
    if (t === 'room.join') return ++joins, [{ ...ok, room: 'K7QX2M', as: 'player' }, push(false)];
    return t === 'move' ? [ok, push(true)] : [ok];
  };
  let over = false;
  const on_turn = (view, moves) => moves[1];
  const bot = { server: 'http://house', room: 'K7QX2M', matches: 1, on_turn, warn, random: () => 0.5 };
  const played = play({ ...bot, Socket, timers }).finally(() => (over = true));
  const ended = played.then(
    ({ reason }) => assert.equal(reason, 'matches'),
    (why) => why,
  );
  const spoken = new Map();
  for (let steps = 0; !over && steps < 5000; ++steps) {
    const socket = Socket.last;
    if (!spoken.has(socket)) spoken.set(socket, 0), socket.accept();
    await settled();
    const said = socket.sent.slice(spoken.get(socket));
    spoken.set(socket, socket.sent.length);
    for (const frame of said) {
      heard.push(frame);
      for (const answer of answers(frame)) socket.onmessage?.({ data: JSON.stringify(answer) });
    }
    await settled();
    if (said.length === 0) timers.pass(100);
  }
  assert.ok(over, 'it came to an end');
  return { heard, said: heard.map(({ t, move }) => move ?? t), why: await ended };
}

test('after an unknown code a bot joins again and answers the prompt that still stands', async () => {
  const { said, heard } = await meet({ codes: ['of_tomorrow'] });
  assert.deepEqual(said, ['hello', 'room.join', bank, 'room.join', bank, 'room.leave']);
  assert.deepEqual(heard[3].seen, { match: 'm', seq: 1 });
  assert.notEqual(heard[2].id, heard[4].id);
});

test('a bot that is refused repeatedly tries another move once and then stops', async () => {
  for (const code of ['of_tomorrow', 'id_reused']) {
    const { said } = await meet({ codes: [code, code, code], clock: 4 });
    const looks = [bank, 'room.join', bank, 'room.join', roll, 'room.join'];
    assert.deepEqual(said, ['hello', 'room.join', ...looks, bank, 'room.leave']);
  }
});

test('a bot does not repeat a move that can never be accepted', async () => {
  const never = ['too_big', 'too_deep', 'unknown_type', 'bad_message', 'illegal_move', 'bad_text', 'bad_options', 'not_host'];
  for (const code of never) {
    const { said } = await meet({ codes: [code, code, code], clock: 3 });
    assert.deepEqual(said, ['hello', 'room.join', bank, roll, 'room.join', pass, 'room.join', bank, 'room.leave']);
  }
});

test('a bot does not answer a prompt again after the match has moved on', async () => {
  for (const code of ['stale', 'not_your_turn', 'match_over', 'not_in_room', 'not_seated', 'not_started']) {
    const { said } = await meet({ codes: [code], clock: 2 });
    assert.deepEqual(said, ['hello', 'room.join', bank, 'room.join', bank, 'room.leave']);
  }
});

test('a bot that must say hello first sends hello and repeats its request', async () => {
  const { said, heard } = await meet({ codes: ['hello_first'] });
  assert.deepEqual(said, ['hello', 'room.join', bank, 'hello', 'room.join', bank, 'room.leave']);
  assert.deepEqual(heard[2], heard[5]);
});

test('a prompt that a bot could not answer for a while is answered after a reconnection', async () => {
  const busy = Array(20).fill('busy');
  const { said } = await meet({ codes: [...busy], at_join: [null, 'hello_first'] });
  assert.deepEqual(said, ['hello', 'room.join', ...busy.fill(bank), 'room.join', 'hello', 'room.join', bank, 'room.leave']);
});

test('a prompt that a bot gave up does not displace a later one that it is to answer after a reconnection', async () => {
  const busy = Array(20).fill('busy');
  const { said } = await meet({ codes: [...busy, 'of_tomorrow'], clock: 2, at_join: [null, null, 'hello_first'] });
  const later = [bank, 'room.join', 'hello', 'room.join', bank, 'room.leave'];
  assert.deepEqual(said, ['hello', 'room.join', ...busy.fill(bank), 'room.join', ...later]);
});

test('over a new connection a bot has as many tries again', async () => {
  const busy = Array(19).fill('busy');
  const { said } = await meet({ codes: [...busy, 'hello_first', ...busy] });
  const tries = ['hello', 'room.join', ...busy.fill(bank), bank];
  assert.deepEqual(said, [...tries, ...tries, 'room.leave']);
});

test('a bot joins again if another player took the seat first', async () => {
  const { said } = await meet({ at_join: ['seat_taken', 'seat_taken'] });
  assert.deepEqual(said, ['hello', 'room.join', 'room.join', 'room.join', bank, 'room.leave']);
});

test('a bot whose join is refused for a while over 20 connections ends with the text of the server', async () => {
  const { said, why } = await meet({ at_join: Array(20).fill('busy') });
  assert.deepEqual(said, Array(20).fill(['hello', 'room.join']).flat());
  assert.ok(why instanceof Lost);
  assert.equal(why.message, 'No.');
});

test('a refused name is reported to the bot’s author', async () => {
  const { said, why } = await meet({ at_hello: ['bad_name'] });
  assert.deepEqual(said, ['hello']);
  assert.ok(why instanceof Refused && why.code === 'bad_name');
});

/** @param {boolean} breaks the connection, before the second search is answered */
async function play_quick_matches(breaks) {
  const Socket = scripted_sockets();
  const timers = new ManualTimers();
  const stop = new AbortController();
  const rooms = [];
  const bot = { server: 'http://house', quick: 'escalera', on_turn: () => null, on_room: (code) => rooms.push(code) };
  const played = play({ ...bot, signal: stop.signal, Socket, timers, random: () => 0.5 });
  const me = { id: 'p', name: 'Bot', bot: true };
  const other = { id: 'q', name: 'Other', bot: false };
  const seat = (player) => ({ player, ready: true, online: true, house: false });
  const room = (phase, ...players) => ({
    t: 'room',
    room: rooms.at(-1),
    phase,
    host: '',
    match: phase === 'waiting' ? null : 'm',
    quick: { here: players.length, needed: 2, starts_ms: null, offer: false },
    seats: [...players, null, null].slice(0, 2).map(seat),
  });
  const said = [];
  const searched_with = [];
  let joined_with;
  const hear = async (message) => {
    Socket.last.onmessage?.({ data: JSON.stringify(message) });
    await settled();
  };
  const answer = async () => {
    await settled();
    for (const frame of Socket.last.sent.splice(0)) {
      said.push(frame.t);
      if (frame.t === 'room.join') joined_with = frame.seen;
      if (frame.t === 'quick.match') searched_with.push(frame.id);
      const searches = said.filter((t) => t === 'quick.match').length;
      if (breaks && frame.t === 'quick.match' && searches === 2) return Socket.last.cut();
      const more = {
        hello: { v: 1, player: me },
        'quick.match': { room: searches === 1 ? 'FIRST2' : 'NEXT22' },
      }[frame.t];
      await hear({ t: 'ok', re: frame.id, ...more });
    }
    await settled();
  };
  Socket.last.accept();
  for (let turn = 0; turn < 3; ++turn) await answer();
  await hear(room('waiting', me, other));
  await answer();
  assert.deepEqual(said, ['hello', 'quick.match']);
  const over = { t: 'match', room: 'FIRST2', match: 'm', view: {}, events: [], to_act: [] };
  await hear({ ...over, seq: 1, you: { seat: 0, n: 0, moves: [] }, result: null });
  await hear({ ...over, seq: 2, you: { seat: 0, n: 0, moves: [] }, result });
  await hear(room('finished', me, other));
  for (let turn = 0; turn < 3; ++turn) await answer();
  assert.deepEqual(said.slice(2), ['room.rematch']);
  await hear(room('finished', me));
  for (let turn = 0; turn < 5; ++turn) await answer();
  const reconnect = async () => {
    timers.pass(1_000);
    Socket.last.accept();
    for (let turn = 0; turn < 3; ++turn) await answer();
  };
  if (breaks) await reconnect();
  assert.deepEqual(said.slice(3), ['room.leave', 'quick.match', ...(breaks ? ['hello', 'quick.match'] : [])]);
  assert.equal(new Set(searched_with).size, 2, 'the server knows a search by its id whose answer was lost');
  assert.deepEqual(rooms, ['FIRST2', 'NEXT22']);
  await hear({ ...over, room: 'NEXT22', match: 'n', seq: 1, you: { seat: 0, n: 0, moves: [] }, result: null });
  Socket.last.cut();
  await reconnect();
  assert.deepEqual(joined_with, { match: 'n', seq: 1 }, 'what it has seen is of the new room');
  stop.abort();
  assert.equal((await played).reason, 'aborted');
}

test('in a quick match a bot never starts the match, and joins another room when all have left', () => play_quick_matches(false));

test('a bot whose connection breaks while it searches for another quick match searches again', () => play_quick_matches(true));

test('a search takes the id of one whose answer was lost, unless another search waits with it', async () => {
  const retry = new RequestRetry({});
  const ids = [];
  const search = (new_id, answer) => retry.ask_once(new_id, async (id) => (ids.push(id), answer()));
  const lose = () => Promise.reject(new Lost('It broke.'));
  await assert.rejects(search('first', lose), Lost);
  let find;
  const waiting = search('second', () => new Promise((done) => (find = done)));
  await assert.rejects(search('third', lose), Lost);
  find();
  await waiting;
  for (const new_id of ['fourth', 'fifth']) await search(new_id, () => {});
  assert.deepEqual(ids, ['first', 'first', 'third', 'third', 'fifth']);
});

/** A match of one prompt, in which the dice are malformed; then the connection breaks. @param {object} bot @param {number} [code] of the break */
async function play_short_match(bot, code = 1006) {
  const { Socket } = bot;
  const ended = play(bot).catch((why) => why);
  const say = async (message) => {
    Socket.last.onmessage?.({ data: JSON.stringify(message) });
    await settled();
  };
  const answer = (fields) => say({ t: 'ok', re: Socket.last.sent.at(-1)?.id, ...fields });
  const push = { t: 'match', room: 'K7QX2M', match: 'm', events: [], view: {}, to_act: [0], clock: null };
  await settled();
  Socket.last.onopen?.();
  await answer({ v: 1, player: { id: 'p', name: 'Bot', bot: true } });
  await answer({ room: 'K7QX2M', as: 'player' });
  await say({ t: 'dice', room: 'K7QX2M', match: 'm', step: 'tips' });
  await say({ ...push, seq: 1, you: { seat: 0, n: 1, moves: [roll] }, result: null });
  await say({ ...push, seq: 2, you: { seat: 0, n: 2, moves: [] }, result });
  Socket.last.cut(code);
  return ended;
}

test('an error of one of the author’s functions ends the bot with it, and its connection', async () => {
  const wrong = new Error('of the author');
  const throws = () => {
    throw wrong;
  };
  const rejects = async () => throws();
  for (const thrower of [throws, rejects]) {
    const functions = ['on_push', 'on_room', 'on_fault', 'on_turn', 'on_end'].map((name) => ({ [name]: thrower }));
    const states = ['connecting', 'open', 'waiting', ...(thrower === throws ? ['closed'] : [])]; // after it a promise is too late
    const links = states.map((wanted) => ({ on_link: ({ state }) => state === wanted && thrower() }));
    for (const [number, one] of [...functions, ...links].entries()) {
      const Socket = scripted_sockets();
      const timers = new ManualTimers();
      const bot = { server: 'http://house', room: 'K7QX2M', on_turn: () => null, on_fault: () => {}, ...one, Socket, timers };
      assert.equal(await play_short_match(bot, number === 8 ? 4002 : 1006), wrong, `${number}`);
      timers.pass(60_000);
      assert.equal(Socket.opened(), 1);
      assert.equal(Socket.last.onmessage, null);
    }
    const { said, why } = await meet({ codes: ['illegal_move'], warn: thrower });
    assert.deepEqual([said, why], [['hello', 'room.join', bank], wrong]);
  }
});

test('the author’s functions may be methods, of an object or of a class, and use this', async () => {
  const noted = [];
  const names = ['on_push', 'on_room', 'on_fault', 'on_turn', 'on_end', 'on_link'];
  const note = (name) =>
    function () {
      noted.push([name, this]);
      return null;
    };
  const methods = Object.fromEntries(names.map((name) => [name, note(name)]));
  const common = () => ({ server: 'http://house', room: 'K7QX2M', Socket: scripted_sockets(), timers: new ManualTimers() });
  class Bot {
    constructor() {
      Object.assign(this, common());
    }
  }
  Object.assign(Bot.prototype, methods);
  for (const bot of [{ ...common(), ...methods }, new Bot()]) {
    noted.length = 0;
    const why = await play_short_match(bot, 4002);
    assert.match(why.message, /for good/);
    assert.ok(noted.every(([, that]) => that === bot));
    assert.deepEqual([...new Set(noted.map(([name]) => name))].sort(), [...names].sort());
  }
});

test('notes that cannot be read end a bot with the reason before it connects', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cubilete-notes-'));
  const Socket = scripted_sockets();
  const bot = { server: 'http://house', room: 'K7QX2M', on_turn: () => null, notes: note_file(folder), Socket, timers: new ManualTimers() };
  await assert.rejects(play(bot), ({ message }) => message.includes(folder) && message.includes('EISDIR'));
  assert.equal(Socket.opened(), 0);
  await rm(folder, { recursive: true });
});

test('a signal ends a bot also before its beginning, and does not know it any more after its end', async () => {
  const Socket = scripted_sockets();
  const bot = { server: 'http://house', room: 'K7QX2M', on_turn: () => null, Socket, timers: new ManualTimers() };
  assert.equal((await play({ ...bot, signal: AbortSignal.abort() })).reason, 'aborted');
  assert.equal(Socket.opened(), 0);
  const { signal } = new AbortController();
  const played = play({ ...bot, signal });
  assert.equal(getEventListeners(signal, 'abort').length, 1);
  Socket.last.cut(4002);
  await assert.rejects(played, /for good/);
  assert.deepEqual(getEventListeners(signal, 'abort'), []);
});

test('a push that is older than the known one counts only directly after joining: then a backup was restored', () => {
  const push = (match, seq, n, hash = `${match}${seq}`) => ({ match, seq, hash, view: {}, you: { seat: 0, n } });
  const known = () => {
    const newest = new LatestPush();
    for (const one of [push('a', 9, 4), push('b', 5, 2), push('c', 7, 3)]) assert.equal(newest.accept(one).size, 0);
    return newest;
  };
  for (const [older, without] of [
    [push('c', 6, 3), ['c']],
    [push('a', 9, 4), ['a', 'b', 'c']],
    [push('b', 1, 1), ['b', 'c']],
  ]) {
    const newest = known();
    assert.equal(newest.accept(older), null);
    assert.equal(newest.push.match, 'c');
    newest.joined();
    assert.deepEqual([...newest.accept(older)], without);
    assert.equal(newest.push.seq, older.seq);
    assert.equal(newest.accept({ ...older, seq: 0 }), null, 'the next one has no such right');
  }
  for (const other of [push('c', 7, 3, 'other'), push('c', 8, 2)]) {
    const newest = known();
    newest.joined();
    assert.deepEqual([...newest.accept(other)], ['c'], 'others have played on before this bot was back');
  }
  for (const next of [push('c', 7, 3), push('c', 8, 3), push('d', 1, 0)]) {
    const newest = known();
    newest.joined();
    assert.equal(newest.accept(next).size, 0);
  }
});

test('a push before a bot has joined again hides nothing that it has missed', async () => {
  const Socket = scripted_sockets();
  const timers = new ManualTimers();
  const stop = new AbortController();
  const played = play({ server: 'http://house', room: 'K7QX2M', on_turn: () => null, signal: stop.signal, Socket, timers });
  const push = (seq) => ({ t: 'match', room: 'K7QX2M', match: 'm', seq, events: [], view: {}, to_act: [0] });
  const seen = () => Socket.last.sent.findLast(({ t }) => t === 'room.join').seen;
  const greet = async (...live) => {
    Socket.last.accept();
    Socket.last.answer('hello', { v: 1, player: { id: 'p', name: 'Bot', bot: true } });
    for (const seq of live) Socket.last.say(push(seq));
    await settled();
  };
  const join = async (seq) => {
    Socket.last.answer('room.join', { room: 'K7QX2M', as: 'player' });
    Socket.last.say(push(seq));
    await settled();
  };
  const cut = () => {
    Socket.last.cut();
    timers.pass(2_000);
  };
  await greet();
  assert.equal(seen(), undefined);
  await join(1);
  cut();
  await greet(3);
  assert.deepEqual(seen(), { match: 'm', seq: 1 });
  cut();
  await greet(4);
  assert.deepEqual(seen(), { match: 'm', seq: 1 }, 'it has not joined since');
  await join(4);
  cut();
  await greet();
  assert.deepEqual(seen(), { match: 'm', seq: 4 });
  stop.abort();
  await played;
});

test('a bot reports ready again when the host has changed the options, because nobody is ready any more', async () => {
  const Socket = scripted_sockets();
  const stop = new AbortController();
  const me = { id: 'p', name: 'Bot', bot: true };
  const room = (ready) => ({ t: 'room', room: 'K7QX2M', phase: 'waiting', host: 'q', match: null, seats: [{ player: me, ready, online: true, house: false }] });
  const played = play({ server: 'http://house', room: 'K7QX2M', on_turn: () => null, signal: stop.signal, Socket, timers: new ManualTimers() });
  Socket.last.accept();
  Socket.last.answer('hello', { v: 1, player: me });
  await settled();
  Socket.last.answer('room.join', { room: 'K7QX2M', as: 'player' });
  await settled();
  for (let changes = 0; changes < 3; ++changes) {
    Socket.last.say(room(false));
    await settled();
    Socket.last.say(room(true));
    Socket.last.answer('room.ready');
    await settled();
  }
  assert.deepEqual(Socket.last.types(), ['hello', 'room.join', ...Array(3).fill('room.ready')]);
  stop.abort();
  await played;
});

test('a bot starts its match when the other is ready again, also if a start came too late the first time', async () => {
  const Socket = scripted_sockets();
  const stop = new AbortController();
  const [me, other] = ['p', 'q'].map((id) => ({ id, name: id, bot: true }));
  const seat = (player, ready) => ({ player, ready, online: true, house: false });
  const room = (ready) => ({ t: 'room', room: 'K7QX2M', phase: 'waiting', host: 'p', match: null, seats: [seat(me, false), seat(other, ready)] });
  const create = { game: 'escalera', seats: 2 };
  const played = play({ server: 'http://house', create, on_turn: () => null, signal: stop.signal, Socket, timers: new ManualTimers() });
  Socket.last.accept();
  Socket.last.answer('hello', { v: 1, player: me });
  await settled();
  Socket.last.answer('room.create', { room: 'K7QX2M' });
  await settled();
  const ready = [true, false, true];
  for (const one of ready) {
    Socket.last.say(room(one));
    await settled();
    Socket.last.refuse('room.start', 'not_started');
    await settled();
  }
  assert.deepEqual(Socket.last.types(), ['hello', 'room.create', ...ready.map(() => 'room.start')]);
  stop.abort();
  await played;
});

/**
 * A bot has made a room with these settings, and its first match is over.
 * @returns {Promise<{said: () => string[], see: (...names: string[]) => Promise<void>, Socket: any, end: () => Promise<void>}>}
 *     `see`: these sit there then, the bot under the name p; `said`: what it has said since the end of the match
 */
async function after_a_match(create) {
  const Socket = scripted_sockets();
  const stop = new AbortController();
  const played = play({ server: 'http://house', create, on_turn: () => null, signal: stop.signal, Socket, timers: new ManualTimers() });
  const seat = (name) => ({
    player: name ? { id: name, name, bot: true } : null,
    ready: false,
    online: true,
    house: name === 'house',
    ...(name === 'house' && { level: 'easy' }),
  });
  const see = async (...names) => {
    const seats = Array.from({ length: create.seats }, (_, number) => seat(names[number]));
    Socket.last.say({ t: 'room', room: 'K7QX2M', phase: 'finished', host: 'p', match: 'm', seats });
    await settled();
  };
  Socket.last.accept();
  Socket.last.answer('hello', { v: 1, player: { id: 'p', name: 'Bot', bot: true } });
  await settled();
  Socket.last.answer('room.create', { room: 'K7QX2M' });
  await settled();
  const push = { t: 'match', room: 'K7QX2M', match: 'm', view: {}, events: [], to_act: [], you: { seat: 0, n: 0, moves: [] } };
  Socket.last.say({ ...push, seq: 1, result: null });
  Socket.last.say({ ...push, seq: 2, result });
  await settled();
  const end = () => {
    stop.abort();
    return played;
  };
  return { said: () => Socket.last.types().slice(2), see, Socket, end };
}

test('a bot that all others have left plays no match alone, and asks for one when somebody sits down', async () => {
  const { said, see, end } = await after_a_match({ game: 'yahtzee', seats: 2 });
  for (const names of [['p'], ['p', undefined], ['p']]) await see(...names);
  assert.deepEqual(said(), []);
  await see('p', 'q');
  assert.deepEqual(said(), ['room.rematch']);
  await end();
});

test('a bot plays again alone in a room of one seat, and among players of the house', async () => {
  for (const names of [['p'], ['p', 'house']]) {
    const { said, see, end } = await after_a_match({ game: 'yahtzee', seats: names.length });
    await see(...names);
    assert.deepEqual(said(), ['room.start']);
    await end();
  }
});

test('a bot whose start after a match was refused starts it when the seats have changed', async () => {
  const { said, see, Socket, end } = await after_a_match({ game: 'yahtzee', seats: 3 });
  await see('p', 'house');
  Socket.last.refuse('room.start', 'not_ready');
  await settled();
  await see('p', 'house');
  assert.deepEqual(said(), ['room.start']);
  await see('p', 'house', 'q');
  Socket.last.answer('room.rematch');
  await settled();
  await see('p', 'house');
  assert.deepEqual(said(), ['room.start', 'room.rematch', 'room.start']);
  await end();
});

test('after a break of the connection a bot reports ready again, because the server may have forgotten it', async () => {
  const Socket = scripted_sockets();
  const timers = new ManualTimers();
  const stop = new AbortController();
  const me = { id: 'p', name: 'Bot', bot: true };
  const seats = [{ player: me, ready: false, online: true, house: false }];
  const room = { t: 'room', room: 'K7QX2M', phase: 'waiting', host: 'q', match: null, seats };
  const played = play({ server: 'http://house', room: 'K7QX2M', on_turn: () => null, signal: stop.signal, Socket, timers });
  const greet = async () => {
    Socket.last.accept();
    Socket.last.answer('hello', { v: 1, player: me });
    await settled();
    Socket.last.answer('room.join', { room: 'K7QX2M', as: 'player' });
    await settled();
    for (let pushes = 0; pushes < 2; ++pushes) Socket.last.say(room);
    await settled();
    Socket.last.answer('room.ready');
    await settled();
  };
  await greet();
  assert.deepEqual(Socket.last.types(), ['hello', 'room.join', 'room.ready']);
  Socket.last.cut();
  timers.pass(1_000);
  await greet();
  assert.equal(Socket.opened(), 2);
  assert.deepEqual(Socket.last.types(), ['hello', 'room.join', 'room.ready']);
  stop.abort();
  await played;
});

test('a token that a server does not know is tried again later, never overwritten', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cubilete-tokens-'));
  for (const make of [() => token_file('http://house', 'Lucky', folder), ((stored) => () => stored)(token_in_memory())]) {
    /** A server gets the bot's tokens until it knows one, or gives a new one. */
    const meet = (known, fresh) => {
      const tokens = make(); // as after a new start
      const choice = new TokenChoice(tokens);
      while (choice.next && !known.includes(choice.next)) assert.ok(choice.refused());
      choice.greeted(choice.next ? {} : { token: fresh });
      return tokens.get();
    };
    assert.equal(meet([], 'one'), 'one');
    assert.equal(meet([], 'two'), 'two');
    assert.equal(meet(['one'], 'never given'), 'one');
    assert.equal(meet(['two'], 'never given'), 'two');
    make().set(undefined); // the player of this one was deleted
    assert.deepEqual(make().all(), ['one']);
  }
  await rm(folder, { recursive: true });
});

test('a file with one token, of an older version, is read, and paths of one host have their own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cubilete-tokens-'));
  await writeFile(join(folder, 'house%3A8080%20Lucky.token'), 'old\n');
  assert.equal(token_file('http://house:8080', 'Lucky', folder).get(), 'old');
  assert.equal(token_file('http://house:8080/r/K7QX2M', 'Lucky', folder).get(), 'old');
  assert.equal(token_file('http://house:8080/games/', 'Lucky', folder).get(), undefined);
  token_file('http://house:8080/games', 'Lucky', folder).set('other');
  assert.equal(token_file('http://house:8080/games/r/K7QX2M', 'Lucky', folder).get(), 'other');
  assert.equal((await stat(join(folder, 'house%3A8080%2Fgames%20Lucky.token'))).mode & 0o777, 0o600);
  await rm(folder, { recursive: true });
});
