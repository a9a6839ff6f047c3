// The JavaScript bot library (js) with the real server.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Connection, Lost, NoAddress, play, Refused, socket_address, table_at, token_in_memory } from '../../js/cubilete.js';
import { token_file } from '../../js/token_file.js';
import { games } from './games.js';
import { Socket } from './frames.js';
import { Cable, House } from './house.js';
import { random_from } from './random.js';

const run = promisify(execFile);
const library = fileURLToPath(new URL('../../js/', import.meta.url));
// Random play takes long with high targets; each move waits for the disk.
const short = { ambiciosa: { target: 2000 }, threes_away: { pots: 2 } };
const early = /(\d+) without a value of seat 0; \1 without a value of seat 1; \1 the server could know early/.source;
const witnessed = new RegExp(`^fair: \\d+ draws; ${early}; checked without the rules; your secret is in the key, your value in`);
const seed = Number(process.env.CUBILETE_SEED ?? 20261121);

let house;
let cable;
let folder;

before(async () => {
  house = await House.open('--requests-per-player', '1000000/1s', '--limit', 'messages-per-socket=1000000/1s');
  cable = await Cable.to(house);
  folder = await mkdtemp(join(tmpdir(), 'cubilete-bots-'));
});
after(async () => {
  cable?.close();
  await house?.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Two bots at their own table until one match is over; each counts its turns.
 * @param {string} server @param {object} settings of the table @param {(turn: number) => unknown} [trouble] called
 *     while they think @param {string[]} [kinds] of the faults of the dice that they may report
 * @param {(moves: object[], turn: number) => object[]} [worth_choosing] the moves of which one is drawn by lot
 */
async function match_of_two(server, settings, trouble = () => {}, kinds = [], worth_choosing = (moves) => moves) {
  const random = random_from(seed);
  const failed = new AbortController();
  const turns = [0, 0];
  const last = [];
  const faults = [];
  const seat = (number, more) => ({
    server,
    Socket,
    matches: 1,
    name: ['Ana', 'Ben'][number],
    on_turn: async (view, moves) => {
      ++turns[number];
      await trouble(turns[0] + turns[1]);
      const few = worth_choosing(moves, turns[0] + turns[1]);
      return few[Math.floor(random() * few.length)];
    },
    on_end: (result, you, push) => (last[number] = push),
    on_fault: (fault) => faults.push(fault),
    verify: true,
    signal: failed.signal,
    ...more,
  });
  const create = { seats: 2, clock: { turn_ms: 0 }, witness: true, ...settings };
  const [first, second] = await new Promise((resolve, reject) => {
    const one = play(seat(0, { create, on_room: (room) => both(play(seat(1, { room }))) }));
    const both = (other) => Promise.all([one, other]).then(resolve, reject);
    one.catch(reject);
  }).finally(() => failed.abort());
  assert.deepEqual(first.results, second.results);
  assert.deepEqual([first.reason, second.reason], ['matches', 'matches']);
  assert.equal(first.results[0].reason, 'finished');
  assert.deepEqual(faults.filter(({ kind }) => !kinds.includes(kind)), []);
  const verdicts = [first, second].flatMap((bot) => bot.verdicts.map(({ text }) => text));
  return { turns, last, verdicts };
}

for (const game of games)
  test(`two bots play ${game} to the end`, async () => {
    const { turns, last, verdicts } = await match_of_two(house.url, { game, options: short[game] ?? {} });
    assert.equal(last[0].view.phase, 'over');
    assert.ok(turns[0] > 0 && turns[1] > 0);
    // Both seats gave a value for each draw after entry 1.
    for (const verdict of verdicts) assert.match(verdict, witnessed);
  });

for (const game of games)
  test(`no move of ${game} is lost or made twice during three disconnections and a restart of the server`, async (t) => {
    t.diagnostic(`seed ${seed}`);
    const turns_of_trouble = [2, 4, 6, 8];
    const met = [];
    const trouble = async (turn) => {
      const kind = turns_of_trouble.indexOf(turn);
      if (kind < 0) return;
      met.push(kind);
      if (kind === 0) cable.jolt(); // the move is sent over a broken connection
      if (kind === 1) setImmediate(() => cable.jolt()); // the answer is lost
      if (kind === 2) cable.unplug(), setTimeout(() => cable.plug(), 50); // disconnected for longer
      if (kind === 3) await house.restart();
    };
    // Without time windows every log entry is a move.
    const options = game === 'tres' ? { tres_call: 'off' } : (short[game] ?? {});
    const { turns, last, verdicts } = await match_of_two(cable.url, { game, options }, trouble);
    for (const verdict of verdicts) assert.match(verdict, /^fair: .*; your secret is in the key, your value in /);
    assert.deepEqual(met, [0, 1, 2, 3]);
    assert.equal(turns[0] + turns[1], last[0].seq - 1);
  });

for (const game of ['escalera', 'tres'])
  test(`two bots at ${game} play on after a backup was restored that has only the first of their moves`, async (t) => {
    t.diagnostic(`seed ${seed}`);
    const own = await House.open('--requests-per-player', '1000000/1s', '--limit', 'messages-per-socket=1000000/1s');
    const line = await Cable.to(own);
    try {
      let restore;
      const trouble = async (turn) => {
        if (turn === 4) restore = await own.backup();
        if (turn === 14) await restore();
      };
      const options = game === 'tres' ? { tres_call: 'off', match: 'first_to', first_to: 3 } : {}; // one round may end before the backup
      // Whoever draws keeps their cards: the match is not over before the backup is restored.
      const no_end = (moves, turn) => {
        const safe = turn > 14 ? [] : moves.filter((move) => move.do === 'draw' || move.do === 'pass');
        return safe.length > 0 ? safe : moves;
      };
      const { turns, last } = await match_of_two(line.url, { game, options }, trouble, ['rewound', 'ask_again'], no_end);
      assert.ok(turns[0] + turns[1] >= last[0].seq - 1 + 10, `${turns} turns for ${last[0].seq} entries`);
    } finally {
      line.close();
      await own.close();
    }
  });

test('a restarted bot gets its seat back with its stored token', async () => {
  const token = token_in_memory();
  const settings = { server: house.url, Socket, name: 'Ana', token };
  const stopped = new AbortController();
  const room = await new Promise((resolve) => {
    const create = { game: 'ambiciosa', seats: 2, clock: { turn_ms: 0 } };
    play({ ...settings, create, on_room: resolve, on_turn: () => null, signal: stopped.signal });
  });
  stopped.abort();
  const stored = token.get();
  const again = new AbortController();
  const seats = await new Promise((resolve) => {
    const on_push = (push) => push.t === 'room' && resolve(push.seats);
    play({ ...settings, room, on_turn: () => null, on_push, signal: again.signal });
  });
  again.abort();
  assert.equal(token.get(), stored);
  assert.deepEqual([seats[0].player.name, seats[0].player.bot], ['Ana', true]);
  assert.equal(seats[1].player, null);
});

test('a bot whose player is deleted forgets its token and does not reconnect', async () => {
  const token = token_in_memory();
  const links = [];
  const on_room = () => {
    const same = new Connection({
      url: socket_address(house.url),
      hello: () => ({ token: token.get() }),
      push: () => {},
      welcome: () => void same.request({ t: 'me.delete' }),
      Socket,
    });
    same.open();
  };
  const settings = { server: house.url, Socket, token, create: { game: 'tres', seats: 2 }, on_turn: () => null };
  await assert.rejects(play({ ...settings, on_room, on_link: ({ state }) => links.push(state) }), Lost);
  assert.equal(token.get(), undefined);
  assert.ok(!links.includes('waiting'));
});

test('a token that the server does not know is kept, and the bot becomes a new player', async () => {
  const token = token_in_memory();
  token.set('of another server');
  const stopped = new AbortController();
  await new Promise((resolve) =>
    play({
      server: house.url,
      Socket,
      token,
      create: { game: 'tres' },
      on_turn: () => null,
      on_room: resolve,
      signal: stopped.signal,
    }),
  );
  stopped.abort();
  assert.match(token.get(), /^[\w-]{43}$/);
  assert.equal(token.all()[1], 'of another server');
});

test('a bot that is rejected and a bot with a programming error report it', async () => {
  const bot = { server: house.url, Socket, on_turn: (view, moves) => moves[0] };
  await assert.rejects(
    play({ ...bot, room: 'ZZZZZZ' }),
    (why) => why instanceof Refused && why.code === 'no_room' && /room/.test(why.message),
  );
  const fails = () => {
    throw new Error('no idea');
  };
  const alone = { game: 'yahtzee', seats: 1 };
  await assert.rejects(play({ ...bot, create: alone, on_turn: fails }), /no idea/);
});

test('a move that the rules refuse is reported, and the match continues', async () => {
  const warnings = [];
  const { results } = await play({
    server: house.url,
    Socket,
    create: { game: 'ambiciosa', seats: 1, options: { target: 1000 } },
    matches: 1,
    on_turn: () => ({ do: 'nonsense' }),
    warn: (text) => warnings.push(text),
  });
  assert.equal(results[0].reason, 'finished');
  assert.match(warnings[0], /^on_turn: {"do":"nonsense"}: .* Playing the first move\.$/);
});

test('a rate-limited bot waits as long as the server says and loses nothing', async () => {
  const strict = await House.open('--requests-per-player', '20/1s');
  try {
    const { turns, last } = await match_of_two(strict.url, { game: 'escalera' });
    assert.equal(turns[0] + turns[1], last[0].seq - 1);
  } finally {
    await strict.close();
  }
});

test('the example bot joins by code or by link and plays every game', async () => {
  const lines = (await readFile(join(library, 'lucky.js'), 'utf8')).split('\n');
  assert.ok(lines.length < 30);
  // Replaces the WebSocket that Node 22 and newer have.
  const socket = `import { Socket } from '${import.meta.resolve('./frames.js')}'; globalThis.WebSocket = Socket;`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(socket)}`, join(library, 'lucky.js')];
  const options = { env: { ...process.env, XDG_STATE_HOME: folder }, stdio: ['ignore', 'ignore', 'inherit'] };
  for (const [number, game] of games.entries()) {
    const failed = new AbortController();
    let lucky;
    const { reason } = await play({
      server: house.url,
      Socket,
      name: 'Ana',
      create: { game, seats: 2, clock: { turn_ms: 0 }, options: short[game] ?? {} },
      matches: 1,
      on_turn: (view, moves) => moves[0],
      signal: failed.signal,
      on_room: (code) => {
        const where = number % 2 ? [house.url, code] : [`${house.url}r/${code}`];
        lucky = spawn(process.execPath, [...node, ...where], options);
        lucky.once('exit', () => failed.abort());
      },
    });
    lucky.kill();
    assert.equal(reason, 'matches', game);
  }
  const [stored] = await readdir(join(folder, 'cubilete'));
  assert.equal((await stat(join(folder, 'cubilete', stored))).mode & 0o777, 0o600);
});

test('addresses of pages, invitations and sockets all lead to the socket', () => {
  for (const [server, socket, table] of [
    ['http://localhost:8080', 'ws://localhost:8080/ws', undefined],
    ['http://localhost:8080/', 'ws://localhost:8080/ws', undefined],
    ['https://example.org/games/', 'wss://example.org/games/ws', undefined],
    ['https://example.org/games/r/K7QX2M', 'wss://example.org/games/ws', 'K7QX2M'],
    ['https://example.org/r/k7qx2m?a=b#c', 'wss://example.org/ws', 'k7qx2m'],
    ['ws://[::1]:8080/ws', 'ws://[::1]:8080/ws', undefined],
  ]) {
    assert.equal(socket_address(server), socket);
    assert.equal(table_at(server), table);
  }
  for (const wrong of ['ftp://example.org', 'localhost:8080', 'K7QX2M', 'http://localhost:99999', 'http://[::1'])
    assert.throws(() => socket_address(wrong), NoAddress);
});

test('a stored token belongs to one server and one name', () => {
  const of = (server, name) => token_file(server, name, join(folder, 'tokens'));
  of('http://localhost:1', 'Ana').set('a');
  of('http://localhost:1/r/K7QX2M', 'Ben/../..').set('b');
  assert.equal(of('ws://localhost:1/ws', 'Ana').get(), 'a');
  assert.equal(of('http://localhost:1', 'Ben/../..').get(), 'b');
  assert.equal(of('http://localhost:2', 'Ana').get(), undefined);
  of('http://localhost:1', 'Ana').set(undefined);
  assert.equal(of('http://localhost:1', 'Ana').get(), undefined);
});

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js');

test('the JSDoc types of the library are correct', async () => {
  const project = join(library, 'jsconfig.json');
  await run(process.execPath, [tsc, '--project', project]).catch(({ stdout }) => assert.fail(stdout));
});

test('a program gets the parts of the package, and the types of the messages, by its name', async () => {
  const program = join(folder, 'program');
  await cp(library, join(program, 'node_modules/cubilete'), { recursive: true });
  await writeFile(join(program, 'package.json'), '{"type": "module"}');

  const { name, exports } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'));
  const parts = Object.keys(exports).filter((part) => typeof exports[part] === 'string');
  assert.ok(parts.includes('./types.js'));
  await writeFile(join(program, 'parts.js'), parts.map((part) => `import '${name}${part.slice(1)}';`).join('\n'));
  await run(process.execPath, [join(program, 'parts.js')]);

  const view = join(program, 'view.ts');
  const get = (what) => `export const get_${what} = (view: YahtzeeWholeView) => view.${what};`;
  await writeFile(view, [`import type { YahtzeeWholeView } from '${name}/protocol.js';`, get('round'), '// @ts-expect-error', get('nothing')].join('\n'));
  const words = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', view];
  await run(process.execPath, [tsc, ...words]).catch(({ stdout }) => assert.fail(stdout));
});

test('the package contains the library, shares its connection with the page, and has no dependencies', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: library });
  const packed = JSON.parse(stdout)[0].files.map(({ path }) => path);
  const wanted = ['address', 'break_reporter', 'connection', 'connection_probe', 'contributor', 'contributor_checks', 'contributor_requests', 'cubilete', 'cup', 'dice', 'endings', 'fairness', 'fairness_verify'];
  wanted.push('latest_push', 'lucky', 'note_file', 'notebook', 'outcomes', 'own_notes', 'own_sight', 'play', 'prompt_attempts', 'record', 'request_retry', 'room_states');
  wanted.push('sha256', 'shown', 'sights', 'strict_json', 'tasks', 'token_file', 'tokens', 'types', 'verdict_text', 'verify');
  assert.deepEqual(packed.sort(), ['README.md', 'protocol.d.ts', ...wanted.map((name) => `${name}.js`), 'package.json'].sort());
  for (const file of packed.filter((name) => name.endsWith('.js'))) {
    const text = await readFile(join(library, file), 'utf8');
    for (const [, from] of text.matchAll(/\bfrom '([^']+)'/g)) assert.match(from, /^(\.\/|node:)/, file);
  }
  const page = await readFile(new URL('../../web-client/core/session.js', import.meta.url), 'utf8');
  assert.match(page, /from '\.\.\/\.\.\/js\/connection\.js'/);
});
