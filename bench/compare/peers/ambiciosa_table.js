'use strict';
// La Ambiciosa on node with the package `ws`, without a framework: node ambiciosa_table.js PORT_FILE [LOG]
// The messages of a match are those of Cubilete (protocol/README.md), so the same players play here: a move is answered, each
// player gets a view that needs no earlier one, and every entry has the hash of the chain. A line of the log is an entry.
const { randomBytes } = require('crypto');
const { WebSocketServer } = require('ws');
const { Match, newId } = require('./ambiciosa.js');
const { Log } = require('./log.js');
const { writePort } = require('./port_file.js');

const rooms = new Map();
const log = process.argv[3] ? new Log(process.argv[3]) : null;

function start(room) {
  room.match = new Match();
  room.again = new Set();
  enter(room, { start: true }, [{ e: 'starts', seat: 0 }]);
}

/** Appends an entry to the match, and shows it to both players when it is on the disk. */
function enter(room, by, events, reply) {
  const { match } = room;
  const entry = match.enter(by, events);
  const { round, seats, turn, last, result } = match;
  const view = { phase: result ? 'over' : 'play', round, seats, turn: result ? undefined : turn, last };
  const toAct = result ? [] : [turn.seat];
  const head = JSON.stringify({ t: 'match', room: room.code, match: match.id, seq: match.seq, by, events, view, to_act: toAct }).slice(0, -1);
  const tail = `${result ? `,"result":${JSON.stringify(result)}` : ''},"hash":"${match.hash}"}`;
  const texts = room.players.map((_, seat) => `${head},"you":${JSON.stringify({ seat, n: match.n[seat], moves: match.moves(seat) })}${tail}`);
  const show = () => {
    if (reply) reply();
    room.players.forEach((player, seat) => player.send(texts[seat]));
  };
  if (log) log.append(`${entry} ${match.hash}`, show);
  else show();
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
  move: (socket, { match: id, n, move }, ok, refuse) => {
    const { room } = socket;
    const match = room?.match;
    if (!match || match.id !== id || match.result) return refuse('match_over');
    const seat = room.players.indexOf(socket);
    const refused = match.refusal(seat, n, move?.do);
    if (refused) return refuse(refused);
    const events = match.move(seat, move.do);
    const seq = match.seq + 1;
    enter(room, { seat }, events, () => ok({ seq }));
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
