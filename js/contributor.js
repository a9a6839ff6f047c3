// @ts-check
// A player's part in provable dice (docs/fairness.md): draws the secret of each match, answers the server's questions
// and keeps notes of all that it saw. What contradicts the notes is told at once. It is pure: the caller sends the
// requests that it returns. It uses neither DOM nor Node: bots and the page share it.
import { was_always_in_time, has_own_tip, equal, count_given_values, new_notes, note_live_entry, must_be_asked } from './contributor_checks.js';
import { find_ask_fault, find_entry_fault, find_start_fault } from './contributor_checks.js';
import { Endings } from './endings.js';
import { Chain, hash, hex, from_hex } from './fairness.js';
import { Notebook } from './notebook.js';
import { LatestRoomStates } from './room_states.js';
import { note_sight, find_changed_sight } from './sights.js';

/** @import * as Wire from './protocol.js' */
/** @typedef {import('./contributor_checks.js').Notes} Notes */
/** @typedef {import('./notebook.js').Store} Store */
/** @typedef {import('./notebook.js').Fault} Fault */
/** @typedef {import('./endings.js').GonePush} GonePush */
/** @typedef {{t: 'dice.tip', room: string, match: string, tip: string}
 *     | {t: 'dice.reveal', room: string, match: string, value: string}
 *     | {t: 'dice.give', room: string, match: string, seq: number, value: string}} Request */
/**
 * @typedef {object} Options
 * @property {Store} store
 * @property {(fault: Fault) => void} on_fault Called at once, once for each kind of fault in a match; after it with the number of others.
 * @property {(bytes: number) => Uint8Array} [random] Cryptographically secure; by default crypto.getRandomValues
 * @property {() => string | null} [server] The id in the last reply to hello: the store may have notes of matches of other servers.
 * @property {number} [keep] Notes of this many matches are kept.
 * @property {() => string | null} [player] The id of this program's player, if several players use the same store.
 * @property {boolean} [shared] Others use the same store at the same time (tabs of a browser) and may be ahead.
 * @property {{set: (action: () => void, ms: number) => unknown}} [timers]
 * @property {number} [patience_ms] The time that the server has to publish its secret after the end
 */

const system_timers = { set: (/** @type {() => void} */ action, /** @type {number} */ ms) => setTimeout(action, ms) };
const system_random = (/** @type {number} */ bytes) => globalThis.crypto.getRandomValues(new Uint8Array(bytes));
/** @param {number[]} one @param {number[]} other seats, rising */
const union = (one, other) => [...new Set([...one, ...other])].sort((a, b) => a - b);

/** The chain that was used last: making one takes four thousand hashes. */
class LastChain {
  secret = '';
  #chain = new Chain(new Uint8Array());

  /** @param {string} secret @param {Chain} chain of it */
  set(secret, chain) {
    this.secret = secret;
    this.#chain = chain;
  }

  get tip() {
    return hex(this.#chain.tip);
  }

  /** Null if the chain has no such value. @param {string | null} secret @param {number} number */
  value(secret, number) {
    if (secret === null) return null;
    if (this.secret !== secret) this.set(secret, new Chain(from_hex(secret)));
    const value = this.#chain.value(number);
    return value ? hex(value) : null;
  }
}

export class Contributor {
  #options;
  #book;
  #endings;
  #rooms = new LatestRoomStates();
  /** Of the next match. @type {{secret: Uint8Array, chain: Chain} | null} */ #next_secret = null;
  /** @type {Uint8Array} */ #motion = new Uint8Array();
  #last_chain = new LastChain();
  /** Requests without an answer yet. @type {Set<string>} */ #waiting = new Set();
  /** By match, since joined(): the last entry that may have been asked for before this program was connected. What is
   *  missing is a fault only after it. @type {Map<string, number>} */
  #checked_after = new Map();
  /** A question that came before the match, after this program has joined. @type {Wire.DiceAskPush | null} */ #early_ask = null;
  /** By match: the newest entry that this object has seen. @type {Map<string, {seq: number, hash: string}>} */
  #newest_entries = new Map();
  /** The last hello said that this program takes part. */
  #promised = true;
  /** The next push of a match shows the present state: the program has joined its room again, without a new hello. */
  #returned = false;

  /** @param {Options} options */
  constructor(options) {
    const usual = { server: () => null, keep: 50, shared: false, timers: system_timers, patience_ms: 10_000, random: system_random };
    this.#options = { ...usual, ...options };
    this.#book = new Notebook(options.store, this.#options.on_fault, this.#options.keep, options.player);
    this.#endings = new Endings(this.#book, this.#options.timers, this.#options.patience_ms);
  }

  /**
   * To call after each hello, before any push that follows it: answers may be lost, and the seat was not connected.
   * @param {boolean} [promised] whether the hello said that this program takes part
   */
  joined(promised = true) {
    this.#promised = promised;
    this.#waiting.clear();
    this.#checked_after.clear();
    this.#endings.joined();
    this.#rooms.joined();
    this.#early_ask = null;
  }

  /** To call with the reply to room.join, before any push that follows it. */
  returned() {
    this.#returned = true;
    this.#endings.joined();
  }

  /** Gets the pushes `room`. @param {Wire.RoomPush} push @param {string | null} [player] the id of this program's player */
  room(push, player = null) {
    this.#rooms.on_room_push(push, player);
  }

  /** Gets the pushes `gone`, and one with the reason `left` with the reply to room.leave. Returns whether the room's match may still be opened, in seconds. @param {GonePush} push */
  gone(push) {
    this.#rooms.gone(push.room);
    this.#checked_after.delete(this.#endings.match_in(push.room) ?? ''); // who is brought back has missed what was asked meanwhile
    return this.#endings.gone(push);
  }

  /** The matches of this server whose end this program has not seen: their records tell. */
  unknown_ends() {
    return this.#endings.unknown(this.#options.server());
  }

  /** How the matches of this server ended, as far as it is known, the oldest first. */
  ends() {
    return this.#book.notes_of(this.#options.server()).flatMap(({ ended }) => ended ?? []);
  }

  /** Notes how a match ended, as its record tells. @param {string} match @param {NonNullable<Notes['ended']>} ended */
  learned(match, ended) {
    this.#endings.learned(match, ended);
  }

  /** To call before a move is sent. @param {string} match @param {{id: string, n: number, move: import('./types.js').Move}} request */
  moving(match, { id, n, move }) {
    const notes = this.notes(match);
    if (!notes?.moves) return; // they are of an older program
    notes.moves.push({ id, n, move, seq: null });
    this.#book.save(notes);
  }

  /** Gets the server's answer to a move. @param {string} match @param {import('./connection.js').Answer} reply */
  moved(match, reply) {
    const notes = this.notes(match);
    const sent = notes?.moves?.find(({ id }) => id === reply.re);
    if (!notes?.moves || !sent) return;
    if (reply.t === 'ok') sent.seq = 'seq' in reply ? reply.seq : null;
    else notes.moves.splice(notes.moves.indexOf(sent), 1);
    this.#book.save(notes);
  }

  /** Hashes the motion of a shaken cup into the next match's secret, beside random bytes. @param {Uint8Array} bytes */
  stir(bytes) {
    this.#motion = hash('cubilete/dice/stir/1', this.#motion, bytes);
    this.#next_secret = null;
  }

  /** Computes some links of the next chain ahead: to compute all of them at once would block a page for too long. */
  prepare(links = 256) {
    if (!this.#next_secret) {
      const drawn = this.#options.random(32);
      const secret = this.#motion.length > 0 ? hash('cubilete/dice/secret/1', drawn, this.#motion) : drawn;
      this.#next_secret = { secret, chain: new Chain(secret) };
    }
    this.#next_secret.chain.make(links);
    return this.#next_secret;
  }

  /** @param {string} match @returns {Notes | null} */
  notes(match) {
    return this.#book.get(match);
  }

  /** Handles a push `dice`; the caller passes each one on. Returns the answer to send, or null. @param {Wire.DicePush} push
   *  @param {string | null} player the id of this program's player @returns {Request | null} */
  dice(push, player) {
    return this.#book.read_or_report(push, () => this.#start(push, player));
  }

  /** Handles a push `dice.ask`. Returns the answer to send, or null. @param {Wire.DiceAskPush} push @returns {Request | null} */
  ask(push) {
    return this.#book.read_or_report(push, () => this.#check_ask(push));
  }

  /** Handles a push `match`. Returns the answer to a question that came before, when this program had just joined.
   *  @param {Wire.MatchPush} push @returns {Request | null} */
  match(push) {
    this.#book.read_or_report(push, () => this.#check_entry(push));
    const held = this.#early_ask;
    if (held?.match !== push.match) return null;
    this.#early_ask = null;
    if (held.seq > push.seq) return this.ask(held);
    const notes = this.notes(push.match);
    if (notes) this.#note_ask(notes, held, null); // too late
    return null;
  }

  /** Gets the server's answer to a request, ok or refused, before any later push; null if the connection broke before.
   *  @param {Request} request @param {{t?: string, code?: string} | null} reply */
  answered(request, reply) {
    this.#waiting.delete(JSON.stringify(request));
    const notes = this.notes(request.match);
    if (!notes || !reply) return;
    if (reply.t === 'ok') {
      if (request.t === 'dice.tip') this.#tip_accepted(request.tip, notes);
      else if (request.t === 'dice.reveal') notes.reveal_accepted ||= request.value === notes.reveal;
      else for (const ask of notes.asks) if (ask.seq === request.seq) ask.accepted ||= ask.value === request.value;
      this.#book.save(notes);
    } else if (request.t === 'dice.tip' && reply.code === 'taken' && request.tip === notes.tip) {
      notes.secret = notes.tip = null;
      this.#book.save(notes);
      this.#book.fault(notes, 'taken', `another program of this player contributes for seat ${notes.seat}`);
    } else if (reply.code === 'bad_value') {
      this.#book.fault(notes, 'refused', `the server refused the value of seat ${notes.seat}: ${JSON.stringify(request)}`);
    }
  }

  /** @param {Wire.DicePush} push @param {string | null} player @returns {Request | null} */
  #start(push, player) {
    this.#endings.on_match_shown(push.room, push.match);
    this.#endings.on_match_start(push.room, push.match);
    if (push.step === 'tips' && !this.#checked_after.has(push.match)) this.#checked_after.set(push.match, 0);
    const known = this.notes(push.match);
    const notes = known && known.commit !== null ? known : this.#begin(push, player, known);
    if (notes.silent) return null;
    const wrong = find_start_fault(push, notes, this.#rooms.settings(push.room));
    if (wrong) return this.#book.give_up(notes, wrong);
    if (push.step === 'tips') return this.#tip(push, notes);
    if (notes.tips === null) this.#report_left_out(push.tips, notes);
    const was_out = notes.out;
    const { tips, roster, reveals, out } = push;
    Object.assign(notes, { tips, roster, reveals, out: union(notes.out, out) });
    if (push.step === 'reveals') return this.#reveal(push, notes);
    this.#book.save(notes);
    const { seat } = notes;
    const connected = notes.seq > (this.#checked_after.get(push.match) ?? Infinity); // not only since a moment ago
    if (connected && !was_out.includes(Number(seat)) && notes.out.includes(Number(seat)) && was_always_in_time(notes))
      this.#book.fault(notes, 'out', `seat ${seat} was called late, but all its values came in time`);
    return null;
  }

  /** @param {Wire.DiceAskPush} push @returns {Request | null} */
  #check_ask(push) {
    const { room, match, seq, hash, by, n, move, k, seats } = push;
    const notes = this.notes(match);
    if (!notes || notes.silent) return null;
    if (seq > notes.seq + 1 && !this.#checked_after.has(match)) {
      this.#early_ask = push;
      return null;
    }
    const asked = { seq, hash, by, n, move, k, seats };
    let ask = notes.asks.find((one) => one.seq === seq);
    if (ask && !equal(ask, { ...ask, ...asked }))
      return this.#book.fault(notes, 'ask_again', `the server asked twice, and differently, for entry ${seq}`, seq);
    if (!ask) {
      const wrong = find_ask_fault(asked, notes);
      if (wrong) {
        this.#no_fault_until(match, seq);
        return this.#book.fault(notes, ...wrong, seq);
      }
      ask = this.#note_ask(notes, push, this.#next_value(notes, seats));
      if (!ask) return null;
      const connected = seq > (this.#checked_after.get(match) ?? seq); // not only since a moment ago
      if (connected && must_be_asked(notes) && !seats.includes(Number(notes.seat)))
        this.#book.fault(notes, 'not_named', `seat ${notes.seat} was left out of entry ${seq}, but it is connected`, seq);
    }
    if (ask.value === null || ask.accepted || !this.#book.catch_up(notes)) return null;
    return this.#once({ t: 'dice.give', room, match, seq, value: ask.value });
  }

  /** Returns nothing if it cannot be stored. @param {Notes} notes @param {Wire.DiceAskPush} push @param {string | null} value */
  #note_ask(notes, { seq, hash, by, n, move, k, seats }, value) {
    const ask = { seq, hash, by, n, move, k, seats, value, accepted: false };
    notes.asks.push(ask);
    notes.k = Math.max(notes.k, k);
    if (this.#book.save(notes)) return ask;
    this.#no_fault_until(notes.match, seq);
  }

  /** Excuses what is missing up to this entry: it is no fault, or no further one. @param {string} match @param {number} seq */
  #no_fault_until(match, seq) {
    this.#checked_after.set(match, Math.max(seq, this.#checked_after.get(match) ?? 0));
  }

  /** @param {Wire.MatchPush} push */
  #check_entry(push) {
    const { match, seq } = push;
    const returned = this.#returned;
    this.#returned = false;
    const seen = this.#newest_entries.get(match)?.seq ?? 0;
    if (seq >= seen) this.#newest_entries.set(match, { seq, hash: push.hash });
    this.#endings.on_match_shown(push.room, match);
    const notes = this.notes(match) ?? this.#begin_without(push);
    if (!notes) return;
    const resumed = !this.#checked_after.has(match) || (returned && notes.seq > 0);
    if (resumed) this.#checked_after.set(match, seq + 1);
    const newest = this.#options.shared ? seen : notes.seq;
    if (notes.silent) {
      // One reason is enough; what follows from it need not be reported.
    } else if (seq < newest) {
      this.#book.give_up(notes, ['rewound', `the server is back at entry ${seq} after entry ${newest}`]);
    } else if (seq === notes.seq && push.hash !== notes.hash) {
      this.#book.give_up(notes, ['hash', `entry ${seq} has another hash than before`]);
    } else if (seq > notes.seq) {
      note_sight(push, notes, resumed || returned);
      const live = !resumed && seq > (this.#checked_after.get(match) ?? 0);
      const wrong = find_entry_fault(push, notes, !live);
      if (live) note_live_entry(notes, seq);
      const { k = notes.k, fresh = {} } = push.dice ?? {};
      const late = Object.keys(fresh).filter((seat) => fresh[seat] === null).map(Number);
      Object.assign(notes, { seq, hash: push.hash, k, out: union(notes.out, late) });
      this.#book.save(notes);
      if (wrong) this.#book.fault(notes, ...wrong, seq);
    } else if (seq === notes.seq) {
      const differs = find_changed_sight(push, notes);
      if (differs !== null) this.#book.save(notes);
      if (differs) this.#book.fault(notes, 'shown_twice', `entry ${seq} was shown differently the second time`, seq);
    }
    if (push.result) this.#endings.ended(push, push.result, notes);
  }

  /** Another tab may have stored another secret at the same moment. @param {string} tip @param {Notes} notes */
  #tip_accepted(tip, notes) {
    const { secret } = this.#last_chain;
    if (tip !== notes.tip && tip === this.#last_chain.tip) Object.assign(notes, { secret, tip });
    notes.tip_accepted ||= tip === notes.tip;
  }

  /**
   * @param {Wire.DicePush} push @param {string | null} player
   * @param {Notes | null} before of a match that seemed to have no commitment @returns {Notes}
   */
  #begin(push, player, before) {
    const { match, step, tips } = push;
    const people = step === 'tips' ? this.#rooms.people(push.room, JSON.parse(push.players).length) : (before?.people ?? null);
    const left_out = push.you || player === null ? -1 : (people?.indexOf(player) ?? -1);
    const { shown = {}, views = {}, last = null, to_act = null, moves = [], result = null } = before ?? {};
    const notes = { ...new_notes(push, player, this.#options.server()), ...this.#newest_entries.get(match), people, shown, views, last, to_act, moves, result };
    if (left_out >= 0) notes.seat = left_out;
    const { seat } = notes;
    if (push.you && step === 'tips') {
      const { secret, chain } = this.prepare(Infinity);
      this.#next_secret = null;
      this.#motion = new Uint8Array();
      notes.secret = hex(secret);
      notes.tip = hex(chain.tip);
      this.#last_chain.set(notes.secret, chain);
    }
    this.#book.add(notes);
    if (seat !== null && step !== 'tips' && tips[seat])
      this.#book.fault(notes, 'lost', 'this program has no notes of the match and does not contribute to it');
    return notes;
  }

  /** A match that began while this program had a seat and was connected, and was not asked for a secret. @param {Wire.MatchPush} push */
  #begin_without({ room, match, you, result }) {
    if (!you || result || !this.#promised || !this.#rooms.was_seated_at_start(room, match)) return null;
    const notes = { ...new_notes({ match, you }, null, this.#options.server()), people: this.#rooms.people(room) };
    this.#checked_after.set(match, 0);
    this.#book.add(notes);
    this.#report_left_out({}, notes);
    return notes;
  }

  /** The first roster. @param {{[seat: string]: string}} tips @param {Notes} notes */
  #report_left_out(tips, notes) {
    const { seat } = notes;
    if (seat !== null && !tips[seat]) this.#book.fault(notes, 'left_out', `the secret of seat ${seat} is not in the key`);
  }

  /** @param {Wire.DicePush} push @param {Notes} notes */
  #tip({ room, match }, notes) {
    if (notes.tip === null || notes.tip_accepted || !this.#book.save(notes)) return null;
    return this.#once({ t: 'dice.tip', room, match, tip: notes.tip });
  }

  /** @param {Wire.DicePush} push @param {Notes} notes */
  #reveal({ room, match }, notes) {
    if (has_own_tip(notes)) notes.reveal = this.#last_chain.value(notes.secret, 0);
    if (!this.#book.save(notes) || notes.reveal === null || notes.reveal_accepted) return null;
    return this.#once({ t: 'dice.reveal', room, match, value: notes.reveal });
  }

  /** For a new question; null if there is none to give. @param {Notes} notes @param {number[]} seats */
  #next_value(notes, seats) {
    if (!has_own_tip(notes) || !seats.includes(Number(notes.seat))) return null;
    return this.#last_chain.value(notes.secret, 1 + count_given_values(notes));
  }

  /** @template {Request} Asked @param {Asked} request @returns {Asked | null} null while it waits for its answer */
  #once(request) {
    const text = JSON.stringify(request);
    if (this.#waiting.has(text)) return null;
    this.#waiting.add(text);
    return request;
  }
}
