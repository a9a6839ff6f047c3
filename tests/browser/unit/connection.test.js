import assert from 'node:assert/strict';
import test from 'node:test';

import { Connection, Lost, Refused } from '../../../js/connection.js';
import { ManualTimers, scripted_sockets, settled } from './scripted_socket.js';

const answer_ms = 10_000;
const quiet_ms = 30_000;

/** A connection with scripted sockets and clock; `greeted` opens it for requests. */
function world(options = {}) {
  const Socket = scripted_sockets();
  const timers = new ManualTimers();
  const heard = [];
  const links = [];
  const connection = new Connection({
    url: 'ws://house/ws',
    hello: () => ({ name: 'Ana', token: 'secret' }),
    push: (message) => heard.push(message),
    status: (link) => links.push(link),
    probe: () => ({ t: 'lobby.unwatch' }),
    Socket,
    timers,
    random: () => 0.5,
    ...options,
  });
  const greet = async () => {
    Socket.last.accept();
    Socket.last.answer('hello');
    await settled();
  };
  const greeted = async () => {
    connection.open();
    await greet();
  };
  /** Advances the clock exactly to the next attempt. */
  const pause = () => timers.pass(links.at(-1).wait_ms);
  return { connection, Socket, timers, heard, links, greet, greeted, pause };
}

const move = { t: 'move', room: 'K7QX2M', match: 'm_1', n: 1, move: { do: 'roll', dice: [0, 1, 2, 3, 4] } };

test('a socket that the browser does not allow is tried again like one that broke', () => {
  const refuse = function () {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const { connection, links } = world({ Socket: refuse });
  connection.open();
  assert.deepEqual(links.map(({ state }) => state), ['connecting', 'waiting']);
  assert.match(connection.link.text, /insecure/);
});

test('hello carries version, name and token, and only its reply opens the connection for requests', async () => {
  const { connection, Socket, greet, links } = world();
  connection.open();
  await assert.rejects(connection.request({ t: 'lobby.watch' }), Lost);
  await greet();
  const [hello] = Socket.last.sent;
  assert.equal(hello.t, 'hello');
  assert.equal(hello.v, 1);
  assert.equal(hello.name, 'Ana');
  assert.equal(hello.token, 'secret');
  assert.deepEqual(
    links.map(({ state }) => state),
    ['connecting', 'open'],
  );
});

test('the token is sent only in hello', async () => {
  const { connection, Socket, greeted } = world();
  await greeted();
  connection.request({ t: 'lobby.watch' });
  connection.move(move);
  const [, ...others] = Socket.last.sent;
  assert.equal(others.length, 2);
  assert.ok(!JSON.stringify(others).includes('secret'));
  assert.ok(!Socket.last.url.includes('secret'));
});

test('each answer resolves its request in any order, and pushes resolve none', async () => {
  const { connection, Socket, greeted, heard } = world();
  await greeted();
  const first = connection.request({ t: 'room.ready', room: 'K7QX2M', ready: true });
  const second = connection.request({ t: 'room.chat', room: 'K7QX2M', text: 'hola' });
  Socket.last.say({ t: 'room', room: 'K7QX2M' });
  Socket.last.answer('room.chat', { which: 2 });
  Socket.last.answer('room.ready', { which: 1 });
  assert.equal((await first).which, 1);
  assert.equal((await second).which, 2);
  assert.deepEqual(heard, [{ t: 'room', room: 'K7QX2M' }]);
});

test('each reply to a request is told before the next push', async () => {
  const calls = [];
  const { connection, Socket, greeted } = world({ push: ({ t }) => calls.push(t), replied: ({ t, as }) => calls.push([t, as]) });
  await greeted();
  connection.request({ t: 'room.join', room: 'K7QX2M' });
  Socket.last.answer('room.join', { as: 'player' });
  Socket.last.say({ t: 'room', room: 'K7QX2M' });
  assert.deepEqual(calls, [['ok', undefined], ['ok', 'player'], 'room']);
});

test('a refusal rejects with its code, text and retry time', async () => {
  const { connection, Socket, greeted } = world();
  await greeted();
  const asked = connection.request({ t: 'room.create', game: 'yahtzee' });
  Socket.last.refuse('room.create', 'busy', { retry_ms: 250 });
  await assert.rejects(asked, (why) => {
    assert.ok(why instanceof Refused);
    assert.equal(why.code, 'busy');
    assert.equal(why.message, 'Refused: busy.');
    assert.equal(why.retry_ms, 250);
    return true;
  });
});

test('ids start with a random part, so those of an earlier page do not repeat', async () => {
  const ids = [];
  for (const random of [() => 0.123456789, () => 0.987654321]) {
    const { connection, Socket, greeted } = world({ random });
    await greeted();
    connection.move(move);
    connection.move(move);
    ids.push(...Socket.last.sent.map(({ id }) => id));
  }
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^.{1,32}$/);
});

test('a request made without a connection is sent only if it is still wanted; one that was sent is sent again in any case', async () => {
  let wanted = true;
  const watcher = { wanted: () => wanted };
  const { connection, Socket, greet, greeted, pause } = world();
  const join = (room) => connection.move({ t: 'room.join', room }, watcher);
  await greeted();
  const sent = join('K7QX2M');
  Socket.last.cut();
  const dropped = assert.rejects(join('ZZZZ22'), Lost);
  pause();
  wanted = false;
  await greet();
  assert.deepEqual(Socket.last.sent.slice(1).map(({ room }) => room), ['K7QX2M']);
  await dropped;
  wanted = true;
  const late = (Socket.last.cut(), join('ZZZZ22'));
  pause();
  await greet();
  wanted = false;
  Socket.last.cut();
  pause();
  await greet();
  assert.deepEqual(Socket.last.sent.slice(1).map(({ room }) => room), ['K7QX2M', 'ZZZZ22']);
  for (const which of [1, 2]) Socket.last.say({ t: 'ok', re: Socket.last.sent[which].id });
  await Promise.all([sent, late]);
});

test('an unanswered move is sent again under the same id after the room is restored', async () => {
  let restored;
  const { connection, Socket, greet, greeted, pause } = world({
    welcome: () => restored && connection.request({ t: 'room.join', room: 'K7QX2M' }),
  });
  await greeted();
  restored = true;
  const played = connection.move(move);
  const [{ id }] = Socket.last.sent.filter(({ t }) => t === 'move');
  Socket.last.cut();
  pause();
  assert.equal(Socket.opened(), 2);
  await greet();
  assert.deepEqual(Socket.last.types(), ['hello', 'room.join']);
  Socket.last.answer('room.join');
  await settled();
  assert.deepEqual(Socket.last.types(), ['hello', 'room.join', 'move']);
  const again = Socket.last.sent.at(-1);
  assert.deepEqual(again, { ...move, id });
  Socket.last.answer('move', { seq: 12 });
  assert.equal((await played).seq, 12);
});

test('a move made without a connection is sent after the reconnection', async () => {
  const { connection, Socket, greet, greeted, pause } = world();
  await greeted();
  Socket.last.cut();
  const played = connection.move(move);
  pause();
  await greet();
  Socket.last.answer('move', { seq: 3 });
  assert.equal((await played).seq, 3);
});

test('a move made when the connection opens is sent once, after those that are sent again', async () => {
  const { connection, Socket, timers, greet, greeted } = world({ status: ({ state }) => state === 'open' && connection.move(move) });
  await greeted();
  Socket.last.cut();
  timers.pass(1_000);
  await greet();
  const moves = Socket.made.map(({ sent }) => sent.filter(({ t }) => t === 'move').map(({ id }) => id));
  const [[first], [, second]] = moves;
  assert.deepEqual(moves, [[first], [first, second]]);
});

test('other requests fail when the connection breaks, and are not sent again', async () => {
  const { connection, Socket, greet, greeted, pause } = world();
  await greeted();
  const asked = connection.request({ t: 'room.chat', room: 'K7QX2M', text: 'hola' });
  Socket.last.cut();
  await assert.rejects(asked, Lost);
  await assert.rejects(connection.request({ t: 'room.leave', room: 'K7QX2M' }), Lost);
  pause();
  await greet();
  assert.deepEqual(Socket.last.types(), ['hello']);
});

test('each attempt names the room in which the page is then, if it is in one', () => {
  let room = null;
  const { connection, Socket, pause } = world({ room: () => room });
  connection.open();
  assert.equal(Socket.last.url, 'ws://house/ws');
  for (room of ['K7QX2M', 'K7&X?M']) {
    Socket.last.cut();
    pause();
    assert.equal(Socket.last.url, `ws://house/ws?room=${encodeURIComponent(room)}`);
  }
});

test('each attempt waits twice as long as the previous one, half of it random, up to 15 s', () => {
  for (const [random, share] of [
    [() => 0, 0.5],
    [() => 1, 1],
  ]) {
    const { connection, Socket, timers, links } = world({ random });
    connection.open();
    for (let attempt = 0; attempt < 8; ++attempt) {
      Socket.last.cut();
      const wait_ms = Math.min(15_000, 500 * 2 ** attempt) * share;
      assert.deepEqual(links.at(-1), { state: 'waiting', wait_ms, code: 1006, text: '', failures: attempt + 1 });
      timers.pass(wait_ms - 1);
      assert.equal(Socket.opened(), attempt + 1);
      timers.pass(1);
      assert.equal(Socket.opened(), attempt + 2);
    }
  }
});

test('what ended or refused the connection is told: close code and reason, or the words of the error', async () => {
  const { Socket, links, greeted, pause } = world();
  await greeted();
  Socket.last.cut(4009, 'too many sockets');
  assert.deepEqual([links.at(-1).code, links.at(-1).text], [4009, 'too many sockets']);
  pause();
  Socket.last.onerror({ message: 'Unexpected server response: 426' });
  assert.deepEqual([links.at(-1).code, links.at(-1).text], [1006, 'Unexpected server response: 426']);
});

test('a reply to hello resets the waits', async () => {
  const { connection, Socket, timers, links, greet } = world({ random: () => 1 });
  connection.open();
  for (let attempt = 0; attempt < 5; ++attempt) {
    Socket.last.cut();
    timers.pass(15_000);
  }
  await greet();
  Socket.last.cut();
  assert.equal(links.at(-1).wait_ms, 500);
});

test('a restart of the server causes a quick attempt, and longer waits only if that fails', async () => {
  const { Socket, timers, links, greeted } = world({ random: () => 1 });
  await greeted();
  Socket.last.cut(1012, 'restart');
  const quick = links.at(-1).wait_ms;
  assert.ok(quick <= 200);
  timers.pass(quick);
  Socket.last.cut();
  assert.ok(links.at(-1).wait_ms > quick);
});

test('after a close for abuse or deletion there is no attempt until a person asks', async () => {
  for (const code of [4002, 4010]) {
    const { connection, Socket, timers, links, greeted } = world();
    await greeted();
    const played = connection.move(move);
    Socket.last.cut(code, 'too much');
    assert.deepEqual(links.at(-1), { state: 'closed', code, text: 'too much' });
    await assert.rejects(played, Lost);
    timers.pass(3_600_000);
    assert.equal(Socket.opened(), 1);
    connection.open();
    assert.equal(Socket.opened(), 2);
  }
});

test('a hello refused for its token is sent again without it', async () => {
  let token = 'old';
  const { connection, Socket } = world({
    hello: () => ({ ...(token && { token }) }),
    unwelcome: ({ code }) => {
      token = undefined;
      return code === 'bad_token';
    },
  });
  connection.open();
  Socket.last.accept();
  Socket.last.refuse('hello', 'bad_token');
  await settled();
  Socket.last.answer('hello');
  await settled();
  assert.equal(connection.link.state, 'open');
  assert.deepEqual(
    Socket.last.sent.map((hello) => hello.token),
    ['old', undefined],
  );
});

test('one token after the other may be tried on a connection, but not without end', async () => {
  let next = 0;
  const { connection, Socket } = world({ hello: () => ({ token: `t${next++}` }), unwelcome: () => true });
  connection.open();
  Socket.last.accept();
  for (let tries = 0; tries < 20; ++tries) {
    if (connection.link.state === 'connecting') Socket.last.refuse('hello', 'bad_token');
    await settled();
  }
  assert.deepEqual(connection.link, { state: 'closed', refused: 'bad_token', text: 'Refused: bad_token.' });
  assert.deepEqual(
    Socket.last.sent.map(({ token }) => token),
    Array.from({ length: 8 }, (_, index) => `t${index}`),
  );
});

test('a permanently refused hello ends the attempts and reports the reason', async () => {
  const { connection, Socket, timers, links } = world();
  connection.open();
  Socket.last.accept();
  Socket.last.refuse('hello', 'bad_version');
  await settled();
  assert.deepEqual(links.at(-1), { state: 'closed', refused: 'bad_version', text: 'Refused: bad_version.' });
  assert.ok(Socket.last.closed);
  timers.pass(3_600_000);
  assert.equal(Socket.opened(), 1);
});

test('a hello that is refused for a ban tells until when, and is not sent again', async () => {
  const { connection, Socket, timers, links } = world();
  connection.open();
  Socket.last.accept();
  Socket.last.refuse('hello', 'banned', { until_ms: 1_795_000_000_000 });
  await settled();
  assert.deepEqual(links.at(-1), { state: 'closed', refused: 'banned', text: 'Refused: banned.', until_ms: 1_795_000_000_000 });
  timers.pass(3_600_000);
  assert.equal(Socket.opened(), 1);
});

test('a busy server gets hello again, not before the time it names', async () => {
  const { connection, Socket, timers, links } = world();
  connection.open();
  Socket.last.accept();
  Socket.last.refuse('hello', 'busy', { retry_ms: 5_000 });
  await settled();
  assert.equal(links.at(-1).refused, 'busy');
  timers.pass(4_999);
  assert.equal(Socket.opened(), 1);
  timers.pass(1);
  assert.equal(Socket.opened(), 2);
});

test('a connection without answers is closed and opened again', async () => {
  const { connection, Socket, timers, links, greeted } = world();
  await greeted();
  const silent = Socket.last;
  const asked = connection.request({ t: 'room.chat', room: 'K7QX2M', text: 'hola' });
  timers.pass(answer_ms - 1);
  assert.equal(links.at(-1).state, 'open');
  timers.pass(1);
  assert.equal(links.at(-1).state, 'waiting');
  assert.ok(silent.closed);
  await assert.rejects(asked, Lost);
});

test('a failed connection is retried, whether or not its close event follows', async () => {
  const { connection, Socket, links, greet, pause } = world();
  connection.open();
  Socket.last.fail();
  assert.equal(links.at(-1).state, 'waiting');
  Socket.last.cut();
  Socket.last.fail();
  assert.deepEqual(
    links.map(({ state }) => state),
    ['connecting', 'waiting'],
  );
  pause();
  assert.equal(Socket.opened(), 2);
  await greet();
  Socket.last.fail();
  assert.equal(connection.link.state, 'open'); // the close code tells what ended it
  Socket.last.cut(4002);
  assert.equal(connection.link.state, 'closed');
});

test('a long silence is probed, and an answered probe keeps the connection', async () => {
  const { Socket, timers, links, greeted } = world();
  await greeted();
  for (let i = 0; i < 3; ++i) {
    timers.pass(quiet_ms);
    assert.equal(Socket.last.sent.length, 2 + i);
    Socket.last.answer('lobby.unwatch');
  }
  assert.equal(links.at(-1).state, 'open');
  timers.pass(quiet_ms + answer_ms);
  assert.equal(links.at(-1).state, 'waiting');
});

test('after waking up, a connection without an answer within 2 s is opened again', async () => {
  const { connection, Socket, timers, links, greeted, greet, pause } = world();
  await greeted();
  connection.check();
  timers.pass(1_999);
  assert.equal(links.at(-1).state, 'open');
  timers.pass(1);
  assert.equal(links.at(-1).state, 'waiting');
  pause();
  await greet();
  connection.request({ t: 'room.chat', room: 'K7QX2M', text: 'hola' }).catch(() => {});
  timers.pass(answer_ms - 1); // that patience was for the waking only
  assert.equal(links.at(-1).state, 'open');
});

test('after waking up, an answer or any push keeps the connection', async () => {
  const { connection, Socket, timers, links, greeted } = world();
  await greeted();
  connection.check();
  timers.pass(1_500);
  Socket.last.say({ t: 'room', room: 'K7QX2M' });
  timers.pass(1_500);
  Socket.last.answer('lobby.unwatch');
  timers.pass(quiet_ms - 1);
  assert.equal(links.at(-1).state, 'open');
  assert.equal(Socket.opened(), 1);
});

test('after a sleep longer than the server’s patience the page connects at once, without a probe', async () => {
  let slept_ms = 0;
  const { connection, Socket, links, greeted } = world({ clock: () => slept_ms });
  await greeted();
  slept_ms = 74_999;
  connection.check();
  assert.deepEqual(Socket.last.types(), ['hello', 'lobby.unwatch']);
  slept_ms = 75_000;
  connection.check();
  assert.equal(Socket.opened(), 2);
  assert.equal(links.at(-1).state, 'connecting');
});

test('events of an abandoned socket are ignored', async () => {
  const { connection, Socket, timers, heard, greet, greeted, pause } = world();
  await greeted();
  const old = Socket.last;
  connection.request({ t: 'lobby.watch' }).catch(() => {});
  timers.pass(answer_ms);
  pause();
  await greet();
  assert.equal(old.onmessage, null);
  old.cut();
  assert.equal(connection.link.state, 'open');
  assert.deepEqual(heard, []);
});

test('a connection that is closed in the moment of its greeting stays closed, and asks for nothing more', async () => {
  let welcomes = 0;
  const { connection, Socket, timers } = world({ welcome: () => void ++welcomes });
  connection.open();
  Socket.last.accept();
  Socket.last.answer('hello');
  connection.close();
  await settled();
  timers.pass(answer_ms + quiet_ms);
  assert.equal(connection.link.state, 'closed');
  assert.equal(welcomes, 0);
  assert.equal(Socket.opened(), 1);
});
