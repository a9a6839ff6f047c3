'use strict';
// La Ambiciosa for two on node with the package `ws`, without a framework: node ambiciosa_table.js PORT_FILE [LOG]
// The messages of a match are those of Cubilete (protocol/README.md), so the same players play here: a move is answered, each
// player gets a view that needs no earlier one, and every entry has the hash of the chain. A line of the log is an entry.
const { createHash, randomBytes, randomInt } = require('crypto');
const { WebSocketServer } = require('ws');
const { Log } = require('./log.js');
const { writePort } = require('./port_file.js');

const rooms = new Map();
const log = process.argv[3] ? new Log(process.argv[3]) : null;
const faces = ['A', 'K', 'Q', 'J', '10', '9'];
const pointsOfOne = { A: 100, K: 50 };
const pointsOfThree = { A: 1000, K: 500, Q: -500, J: -1000, 10: -100, 9: -50 };
const target = 5000;

const worth = ([a, b, c]) => (a === b && b === c ? pointsOfThree[a] : (pointsOfOne[a] ?? 0) + (pointsOfOne[b] ?? 0) + (pointsOfOne[c] ?? 0));
const newId = (kind) => kind + randomBytes(12).toString('base64url');

function start(room) {
  const seats = [{ score: 0 }, { score: 0 }];
  room.match = { id: newId('m_'), seq: 0, hash: '', n: [1, 0], round: 1, seats, turn: { seat: 0, points: 0, throws: 0 } };
  room.again = new Set();
  enter(room, { start: true }, [{ e: 'starts', seat: 0 }]);
}

/** Appends an entry to the match, and shows it to both players when it is on the disk. */
function enter(room, by, events, reply) {
  const { match } = room;
  const entry = JSON.stringify({ match: match.id, seq: ++match.seq, time_ms: Date.now(), by, events });
  match.hash = createHash('sha256').update(match.hash).update(entry).digest('hex');
  const { round, seats, turn, last, result } = match;
  const view = { phase: result ? 'over' : 'play', round, seats, turn: result ? undefined : turn, last };
  const toAct = result ? [] : [turn.seat];
  const head = JSON.stringify({ t: 'match', room: room.code, match: match.id, seq: match.seq, by, events, view, to_act: toAct }).slice(0, -1);
  const tail = `${result ? `,"result":${JSON.stringify(result)}` : ''},"hash":"${match.hash}"}`;
  const moves = turn.points > 0 ? [{ do: 'bank' }, { do: 'roll' }] : [{ do: 'roll' }];
  const texts = room.players.map((_, seat) => `${head},"you":${JSON.stringify({ seat, n: match.n[seat], moves: toAct[0] === seat ? moves : undefined })}${tail}`);
  const show = () => {
    if (reply) reply();
    room.players.forEach((player, seat) => player.send(texts[seat]));
  };
  if (log) log.append(`${entry} ${match.hash}`, show);
  else show();
}

function move(room, seat, what) {
  const { match } = room;
  const { seats, turn } = match;
  const events = [];
  let ends = true;
  if (what.do === 'bank') {
    seats[seat].score += turn.points;
    events.push({ e: 'banked', seat, points: turn.points, score: seats[seat].score });
  } else {
    const dice = [0, 0, 0].map(() => faces[randomInt(6)]);
    const points = worth(dice);
    turn.throws++;
    match.last = { seat, dice, points };
    ends = points <= 0;
    events.push({ e: 'rolled', seat, dice, points, turn_points: ends ? 0 : turn.points + points });
    if (points < 0) events.push({ e: 'penalty', seat, lost: turn.points, points, score: (seats[seat].score += points) });
    else if (ends) events.push({ e: 'bust', seat, lost: turn.points });
    else turn.points += points;
  }
  if (ends) {
    match.turn = { seat: 1 - seat, points: 0, throws: 0 };
    if (seat === 1) match.round++;
    const scores = seats.map(({ score }) => score);
    if (seat === 1 && Math.max(...scores) >= target && scores[0] !== scores[1]) {
      const winner = scores[0] > scores[1] ? 0 : 1;
      events.push({ e: 'over', winners: [winner] });
      match.result = { places: winner === 0 ? [1, 2] : [2, 1], scores, winners: [winner], left: [], reason: 'finished' };
    }
  }
  if (!match.result) match.n[match.turn.seat]++;
  return events;
}

const requests = {
  hello: (socket, { name }, ok) => {
    socket.player = { id: newId('p_'), name, bot: false };
    ok({ v: 1, player: socket.player, token: randomBytes(32).toString('base64url') });
  },
  'room.create': (socket, _, ok) => {
    const code = newId('').slice(0, 6).toUpperCase();
    rooms.set(code, (socket.room = { code, players: [socket] }));
    ok({ room: code });
  },
  'room.join': (socket, { room }, ok, refuse) => {
    socket.room = rooms.get(room);
    if (socket.room?.players.length !== 1) return refuse('room_full');
    socket.room.players.push(socket);
    ok({ room, as: 'player' });
  },
  'room.ready': (socket, _, ok) => ok({}),
  'room.start': ({ room }, _, ok, refuse) => {
    if (room?.players.length !== 2) return refuse('not_started');
    ok({});
    start(room);
  },
  move: (socket, { match: id, n, move: what }, ok, refuse) => {
    const { room } = socket;
    const seat = room?.players.indexOf(socket);
    const match = room?.match;
    if (!match || match.id !== id || match.result) return refuse('match_over');
    if (match.turn.seat !== seat || match.n[seat] !== n) return refuse('not_your_turn');
    if (what?.do !== 'roll' && (what?.do !== 'bank' || match.turn.points === 0)) return refuse('illegal_move');
    const events = move(room, seat, what);
    const { seq } = match;
    enter(room, { seat }, events, () => ok({ seq: seq + 1 }));
  },
  'room.rematch': (socket, _, ok, refuse) => {
    const { room } = socket;
    if (!room?.match?.result) return refuse('not_now');
    ok({});
    if (room.again.add(socket).size === 2) start(room);
  },
};

function handle(socket, text) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    message = {};
  }
  const refuse = (code) => socket.send(JSON.stringify({ t: 'refused', re: message.id, code }));
  const ok = (answer) => socket.send(JSON.stringify({ t: 'ok', re: message.id, ...answer }));
  if (Object.hasOwn(requests, message.t)) requests[message.t](socket, message, ok, refuse);
  else refuse('unknown_type');
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, backlog: 4096, perMessageDeflate: false }, () => writePort(process.argv[2], server));
server.on('connection', (socket) => {
  socket.on('message', (data) => handle(socket, data));
  socket.on('error', () => {});
});
