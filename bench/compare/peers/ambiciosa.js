'use strict';
// La Ambiciosa for two, for the peers that play the game of Cubilete: the rules, the entries of a match and their hash chain.
const { createHash, randomBytes, randomInt } = require('crypto');

const faces = ['A', 'K', 'Q', 'J', '10', '9'];
const pointsOfOne = { A: 100, K: 50 };
const pointsOfThree = { A: 1000, K: 500, Q: -500, J: -1000, 10: -100, 9: -50 };
const target = 5000;

const worth = ([a, b, c]) => (a === b && b === c ? pointsOfThree[a] : (pointsOfOne[a] ?? 0) + (pointsOfOne[b] ?? 0) + (pointsOfOne[c] ?? 0));
const newId = (kind) => kind + randomBytes(12).toString('base64url');

exports.newId = newId;

exports.Match = class {
  id = newId('m_');
  seq = 0;
  hash = '';
  n = [1, 0]; // of each seat's next move
  round = 1;
  seats = [{ score: 0 }, { score: 0 }];
  turn = { seat: 0, points: 0, throws: 0 };
  last;
  result;

  /** The next entry as text, which continues the hash chain. */
  enter(by, events) {
    const entry = JSON.stringify({ match: this.id, seq: ++this.seq, time_ms: Date.now(), by, events });
    this.hash = createHash('sha256').update(this.hash).update(entry).digest('hex');
    return entry;
  }

  /** The moves of a seat; undefined if it has no turn. */
  moves(seat) {
    if (this.result || this.turn.seat !== seat) return undefined;
    return this.turn.points > 0 ? [{ do: 'bank' }, { do: 'roll' }] : [{ do: 'roll' }];
  }

  /** Why the seat may not make the move, which is its n-th; undefined if it may. */
  refusal(seat, n, move) {
    const moves = this.moves(seat);
    if (!moves || this.n[seat] !== n) return 'not_your_turn';
    return moves.some((legal) => legal.do === move) ? undefined : 'illegal_move';
  }

  /** Makes a legal move and returns its events. */
  move(seat, move) {
    const { seats, turn } = this;
    const events = [];
    let ends = true;
    if (move === 'bank') {
      seats[seat].score += turn.points;
      events.push({ e: 'banked', seat, points: turn.points, score: seats[seat].score });
    } else {
      const dice = [0, 0, 0].map(() => faces[randomInt(6)]);
      const points = worth(dice);
      turn.throws++;
      this.last = { seat, dice, points };
      ends = points <= 0;
      events.push({ e: 'rolled', seat, dice, points, turn_points: ends ? 0 : turn.points + points });
      if (points < 0) events.push({ e: 'penalty', seat, lost: turn.points, points, score: (seats[seat].score += points) });
      else if (ends) events.push({ e: 'bust', seat, lost: turn.points });
      else turn.points += points;
    }
    if (ends) this.#end(seat, events);
    if (!this.result) this.n[this.turn.seat]++;
    return events;
  }

  /** Ends a seat's turn, and the match after a round in which somebody has reached the target alone. */
  #end(seat, events) {
    this.turn = { seat: 1 - seat, points: 0, throws: 0 };
    if (seat === 0) return;
    this.round++;
    const scores = this.seats.map(({ score }) => score);
    if (Math.max(...scores) < target || scores[0] === scores[1]) return;
    const winner = scores[0] > scores[1] ? 0 : 1;
    events.push({ e: 'over', winners: [winner] });
    this.result = { places: winner === 0 ? [1, 2] : [2, 1], scores, winners: [winner], left: [], reason: 'finished' };
  }
};
