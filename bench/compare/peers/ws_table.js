'use strict';
// The dice table on node with the package `ws`, without a framework: node ws_table.js PORT_FILE [LOG]
// The rules, the messages and the log are those of bench/compare/floor.cpp.
const { randomInt } = require('crypto');
const { WebSocketServer } = require('ws');
const { Log } = require('./log.js');
const { writePort } = require('./port_file.js');

const tables = new Map();
const log = process.argv[3] ? new Log(process.argv[3]) : null;

function refuse(socket, code) {
  socket.send(JSON.stringify({ type: 'error', code }));
}

function join(socket, id) {
  if (!tables.has(id)) tables.set(id, { id, seats: [], turn: 0, seq: 0, rolled: false, dice: [0, 0, 0, 0, 0], scores: [0, 0] });
  const table = tables.get(id);
  if (table.seats.length === 2) return refuse(socket, 'table_full');
  socket.table = table;
  socket.seat = table.seats.push(socket) - 1;
  socket.send(JSON.stringify({ type: 'joined', seat: socket.seat }));
}

function handle(socket, text) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return refuse(socket, 'bad_message');
  }
  const { table } = socket;
  if (message.type === 'join') return table ? refuse(socket, 'bad_message') : join(socket, message.table);
  if (!table) return refuse(socket, 'bad_message');
  if (table.turn !== socket.seat) return refuse(socket, 'not_your_turn');
  if (message.type === 'roll' && !table.rolled) {
    table.dice = table.dice.map(() => randomInt(1, 7));
    table.rolled = true;
  } else if (message.type === 'hold' && table.rolled) {
    table.scores[socket.seat] += table.dice.reduce((a, b) => a + b);
    table.rolled = false;
    table.turn = 1 - table.turn;
  } else {
    return refuse(socket, 'not_now');
  }
  table.seq++;
  const { id, seq, turn, rolled, dice, scores } = table;
  const state = JSON.stringify({ type: 'state', table: id, seq, turn, rolled, dice, scores });
  const show = () => table.seats.forEach((seat) => seat.send(state));
  if (log) log.append(state, show);
  else show();
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, backlog: 4096, perMessageDeflate: false }, () =>
  writePort(process.argv[2], server),
);
server.on('connection', (socket) => {
  socket.on('message', (data) => handle(socket, data));
  socket.on('error', () => {});
});
