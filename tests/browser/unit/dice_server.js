// The server's side of provable dice for one match of two seats, for tests of js/contributor.js. Seat 0 is the
// program under test; seat 1 has a chain of its own.
import * as fairness from '../../../js/fairness.js';

const { hex } = fairness;
export const player = 'p_me';
const room = 'K7QX2M';

/** A key that is the same in each run. */
const secret = (/** @type {string} */ name) => fairness.hash('test', name);

export class DiceServer {
  seed = secret('server');
  other = new fairness.Chain(secret('other'));
  nonce = '0a'.repeat(16);
  settings = '{"game":"yahtzee","version":1,"seats":2,"options":{"joker":"free"}}';
  seq = 0;
  k = 0;
  given = 0;
  tips = {};
  reveals = {};

  constructor(match = 'm_1') {
    this.match = match;
    this.commit = hex(fairness.commitment(match, this.seed));
    const nonces = [fairness.from_hex(this.nonce), secret('nonce').subarray(0, 16)];
    this.players = JSON.stringify([player, 'p_other'].map((id, seat) => hex(fairness.player_mark(nonces[seat], id))));
    this.hash = 'aa'.repeat(32);
  }

  #push(step, fields) {
    const { match, commit, settings, players } = this;
    const start = { t: 'dice', room, match, step, witness: true, commit, settings, players };
    return { ...start, tips: {}, roster: null, reveals: null, out: [], you: { seat: 0, nonce: this.nonce }, ...fields };
  }

  committed() {
    return this.#push('tips', {});
  }

  /** @param {string} tip of seat 0 */
  rostered(tip) {
    this.tips = { ...(tip && { 0: tip }), 1: hex(this.other.tip) };
    this.roster = this.hash_of_roster();
    return this.#push('reveals', { tips: this.tips, roster: this.roster });
  }

  hash_of_roster() {
    const tips = new Map(Object.entries(this.tips).map(([seat, tip]) => [Number(seat), fairness.from_hex(tip)]));
    const commit = fairness.from_hex(this.commit);
    return hex(fairness.roster_hash(this.match, commit, this.settings, this.players, tips));
  }

  /** @param {string | null} reveal of seat 0 */
  started(reveal) {
    this.reveals = { ...('0' in this.tips && { 0: reveal }), 1: hex(this.other.value(0)) };
    const out = reveal === null ? [0] : [];
    return this.#push('play', { tips: this.tips, roster: this.roster, reveals: this.reveals, out });
  }

  /** An entry of the log without a draw. */
  entry(fields = {}) {
    const { match } = this;
    this.hash = hex(secret(`${match} ${++this.seq}`));
    const { seq, hash } = this;
    return { t: 'match', room, match, seq, by: { seat: 1 }, events: [], result: null, hash, ...fields };
  }

  asked(fields = {}) {
    const { match, hash, k } = this;
    const what = { by: { seat: 0 }, n: 4, move: { do: 'roll', keep: [] }, k, seats: [0, 1] };
    return { t: 'dice.ask', room, match, seq: this.seq + 1, hash, ...what, ...fields };
  }

  /** The entry that was asked for. @param {any} ask @param {string | null} value of seat 0 */
  drawn({ by, k, seats }, value) {
    const values = [value, hex(this.other.value(++this.given))];
    const fresh = Object.fromEntries(seats.map((/** @type {number} */ seat) => [seat, values[seat]]));
    this.k = k + 1;
    return this.entry({ by, dice: { k, seats, fresh } });
  }

  ended(fields = {}) {
    const { commit, settings, players, tips, reveals, roster, k } = this;
    const proof = { commit, seed: hex(this.seed), settings, players, tips, reveals, roster, seq: this.seq + 1, k };
    return this.entry({ result: { reason: 'finished' }, proof, ...fields });
  }
}
