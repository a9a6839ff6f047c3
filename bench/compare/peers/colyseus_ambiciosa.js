'use strict';
// La Ambiciosa on Colyseus: node colyseus_ambiciosa.js PORT_FILE [LOG]
// What everybody may see is in the state, whose patch is sent at once after each entry; each player gets the entry's events and
// their own moves in a message. A line of the log is an entry. With a log all this is sent when the entry is on the disk.
const { Room, Server } = require('@colyseus/core');
const { schema } = require('@colyseus/schema');
const { WebSocketTransport } = require('@colyseus/ws-transport');
const { Match } = require('./ambiciosa.js');
const { Log } = require('./log.js');
const { writePort } = require('./port_file.js');

const log = process.argv[3] ? new Log(process.argv[3]) : null;

const Turn = schema({ seat: 'uint8', points: 'int32', throws: 'uint16' });
const Last = schema({ seat: 'uint8', dice: { array: 'string' }, points: 'int32' });
const State = schema({ match: 'string', seq: 'uint32', hash: 'string', phase: 'string', round: 'uint16', scores: { array: 'int32' }, turn: Turn, last: Last });

class AmbiciosaRoom extends Room {
  onCreate() {
    this.maxClients = 2;
    this.patchRate = null;
    this.seatReservationTime = 60; // seconds
    this.state = new State();
    this.state.scores.push(0, 0);
    this.state.turn = new Turn();
    this.state.last = new Last();
    this.state.last.dice.push('A', 'A', 'A');
    this.ready = new Set();
    this.onMessage('ready', (client) => {
      if (this.match && !this.match.result) return client.send('refused', 'not_now');
      if (this.ready.add(client).size === 2) this.start();
    });
    for (const move of ['bank', 'roll'])
      this.onMessage(move, (client, n) => {
        const { seat } = client.userData;
        const refused = this.match ? this.match.refusal(seat, n, move) : 'not_started';
        if (refused) return client.send('refused', refused);
        this.enter({ seat }, this.match.move(seat, move), client);
      });
  }

  start() {
    this.match = new Match();
    this.ready.clear();
    this.enter({ start: true }, [{ e: 'starts', seat: 0 }]);
  }

  enter(by, events, mover) {
    const { match } = this;
    const entry = match.enter(by, events);
    const { id, seq, hash, round, result } = match;
    const scores = match.seats.map(({ score }) => score);
    const turn = { ...match.turn };
    const { last } = match;
    const own = [0, 1].map((seat) => ({ by, events, n: match.n[seat], moves: match.moves(seat), result }));
    const show = () => {
      const { state } = this;
      Object.assign(state, { match: id, seq, hash, phase: result ? 'over' : 'play', round });
      scores.forEach((score, seat) => (state.scores[seat] = score));
      Object.assign(state.turn, turn);
      if (last) {
        Object.assign(state.last, { seat: last.seat, points: last.points });
        last.dice.forEach((die, at) => (state.last.dice[at] = die));
      }
      this.broadcastPatch();
      mover?.send('ok', { seq });
      for (const client of this.clients) client.send('entry', own[client.userData.seat]);
    };
    if (log) log.append(`${entry} ${hash}`, show);
    else show();
  }

  onJoin(client, options) {
    client.userData = { seat: options.seat };
  }
}

const transport = new WebSocketTransport({ maxPayload: 4096 });
const server = new Server({ greet: false, transport });
server.define('ambiciosa', AmbiciosaRoom);
server.listen(0, '127.0.0.1', 4096).then(() => writePort(process.argv[2], transport.server));
