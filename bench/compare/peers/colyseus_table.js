'use strict';
// The dice table on Colyseus: node colyseus_table.js PORT_FILE
// By default Colyseus sends the changes of a state every 50 ms. Here that timer is off, and the patch is sent
// at once after each move, as the other servers do.
const { randomInt } = require('crypto');
const { Room, Server } = require('@colyseus/core');
const { schema } = require('@colyseus/schema');
const { WebSocketTransport } = require('@colyseus/ws-transport');
const { writePort } = require('./port_file.js');

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
      if (client.userData.seat !== state.turn || state.rolled) return client.send('error', 'not_now');
      for (let die = 0; die < 5; die++) state.dice[die] = randomInt(1, 7);
      state.rolled = true;
      this.show();
    });
    this.onMessage('hold', (client) => {
      if (client.userData.seat !== state.turn || !state.rolled) return client.send('error', 'not_now');
      state.scores[state.turn] += state.dice.reduce((a, b) => a + b, 0);
      state.rolled = false;
      state.turn = 1 - state.turn;
      this.show();
    });
  }

  show() {
    this.state.seq++;
    this.broadcastPatch();
  }

  onJoin(client, options) {
    client.userData = { seat: options.seat };
  }
}

const transport = new WebSocketTransport({ maxPayload: 4096 });
const server = new Server({ greet: false, transport });
server.define('dice', DiceRoom);
server.listen(0, '127.0.0.1', 4096).then(() => writePort(process.argv[2], transport.server));
