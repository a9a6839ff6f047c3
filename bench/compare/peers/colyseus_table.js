'use strict';
// The dice table on Colyseus: node colyseus_table.js PORT_FILE [LOG]
// By default Colyseus sends the changes of a state every 50 ms. Here that timer is off, and the patch is sent
// at once after each move, as the other servers do. With a log a move changes the state when it is on the disk: everything
// in the state may be sent at any time.
const { randomInt } = require('crypto');
const { Room, Server } = require('@colyseus/core');
const { schema } = require('@colyseus/schema');
const { WebSocketTransport } = require('@colyseus/ws-transport');
const { Log } = require('./log.js');
const { writePort } = require('./port_file.js');

const log = process.argv[3] ? new Log(process.argv[3]) : null;

const State = schema({
  seq: 'uint32',
  turn: 'uint8',
  rolled: 'boolean',
  dice: { array: 'uint8' },
  scores: { array: 'uint32' },
});

class DiceRoom extends Room {
  onCreate() {
    this.maxClients = 2;
    this.patchRate = null;
    this.seatReservationTime = 60; // seconds
    const state = new State();
    Object.assign(state, { seq: 0, turn: 0, rolled: false });
    state.dice.push(0, 0, 0, 0, 0);
    state.scores.push(0, 0);
    this.state = state;
    this.onMessage('roll', (client) => {
      if (!this.mayMove(client) || state.rolled) return client.send('error', 'not_now');
      const dice = Array.from({ length: 5 }, () => randomInt(1, 7));
      this.move({ dice }, () => {
        for (let die = 0; die < 5; die++) state.dice[die] = dice[die];
        state.rolled = true;
      });
    });
    this.onMessage('hold', (client) => {
      if (!this.mayMove(client) || !state.rolled) return client.send('error', 'not_now');
      const sum = state.dice.reduce((a, b) => a + b, 0);
      this.move({ sum }, () => {
        state.scores[state.turn] += sum;
        state.rolled = false;
        state.turn = 1 - state.turn;
      });
    });
  }

  mayMove(client) {
    return client.userData.seat === this.state.turn && !this.writing;
  }

  move(outcome, change) {
    const { roomId, state } = this;
    const show = () => {
      this.writing = false;
      change();
      state.seq++;
      this.broadcastPatch();
    };
    this.writing = true;
    if (log) log.append(JSON.stringify({ room: roomId, seq: state.seq + 1, seat: state.turn, ...outcome }), show);
    else show();
  }

  onJoin(client, options) {
    client.userData = { seat: options.seat };
  }
}

const transport = new WebSocketTransport({ maxPayload: 4096 });
const server = new Server({ greet: false, transport });
server.define('dice', DiceRoom);
server.listen(0, '127.0.0.1', 4096).then(() => writePort(process.argv[2], transport.server));
