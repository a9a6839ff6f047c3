// @ts-check
// A player's part in provable dice (docs/fairness.md): draws the secret of each match, answers the server's questions
// and keeps notes of all that it saw. What contradicts the notes is told at once. It is pure: the caller sends the
// requests that it returns. It uses neither DOM nor Node: bots and the page share it.
import { always_in_time, contributes, equal, given, new_notes, note_live, takes_part } from './contributor_checks.js';
import { wrong_ask, wrong_entry, wrong_proof, wrong_start } from './contributor_checks.js';
import { Chain, hash, hex, from_hex } from './fairness.js';

/** @typedef {import('./contributor_checks.js').Notes} Notes */
/** @typedef {import('./contributor_checks.js').FaultKind} FaultKind */
/**
 * Where notes are kept, by the id of the match; `matches` has the list of these ids, the oldest first. `set` may throw.
 * @typedef {{get: (key: string) => string | null, set: (key: string, text: string) => void,
 *     remove: (key: string) => void}} Store
 */
/** @typedef {{match: string, kind: FaultKind, text: string, entry?: number}} Fault */
/** @typedef {{t: 'dice.tip', room: string, match: string, tip: string}
 *     | {t: 'dice.reveal', room: string, match: string, value: string}
 *     | {t: 'dice.give', room: string, match: string, seq: number, value: string}} Request */
/**
 * @typedef {object} Options
 * @property {Store} store
 * @property {(fault: Fault) => void} told Called at once, once for each fault.
 * @property {(bytes: number) => Uint8Array} [random] Cryptographically secure; by default crypto.getRandomValues
 * @property {number} [keep] Notes of this many matches are kept.
 * @property {boolean} [shared] Others use the same store at the same time (tabs of a browser) and may be ahead.
 * @property {{set: (action: () => void, ms: number) => unknown}} [timers]
 * @property {number} [patience_ms] The time that the server has to publish its secret after the end
 */

const index = 'matches';
const system_timers = { set: (/** @type {() => void} */ action, /** @type {number} */ ms) => setTimeout(action, ms) };
const system_random = (/** @type {number} */ bytes) => globalThis.crypto.getRandomValues(new Uint8Array(bytes));
/** @type {Set<FaultKind>} */
const accuse_nobody = new Set(['taken', 'lost', 'refused', 'storage', 'not_shown']);
/** @param {number[]} one @param {number[]} other seats, rising */
const union = (one, other) => [...new Set([...one, ...other])].sort((a, b) => a - b);
const no_more = 'this program contributes no more to the match';

export class Contributor {
  #store;
  #options;
  /** The faults that were told. @type {Set<string>} */ #known = new Set();
  /** Of the next match. @type {{secret: Uint8Array, chain: Chain} | null} */ #next = null;
  /** @type {Uint8Array} */ #motion = new Uint8Array();
  /** The chain that was used last, and its secret. */ #current = { secret: '', chain: new Chain(new Uint8Array()) };
  /** Requests without an answer yet. @type {Set<string>} */ #waiting = new Set();
  /** By match, since joined(): the last entry that may have been asked for before this program was connected. What is
   *  missing is a fault only after it. @type {Map<string, number>} */
  #checked_after = new Map();
  /** A question that came before the match, after this program has joined. @type {any} */ #held = null;
  /** By match: the newest entry that this object has seen. @type {Map<string, {seq: number, hash: string}>} */
  #seen = new Map();
  /** By room, since joined(): its match that has a commitment and no end. @type {Map<string, string>} */
  #running = new Map();
  /** By room: the same of the connection before. @type {Map<string, string>} */ #before = new Map();
  /** By room: its newest push. @type {Map<string, import('./contributor_checks.js').RoomSettings>} */ #rooms = new Map();

  /** @param {Options} options */
  constructor(options) {
    const usual = { keep: 50, shared: false, timers: system_timers, patience_ms: 10_000, random: system_random };
    this.#options = { ...usual, ...options };
    this.#store = options.store;
  }

  /** To call after each hello, before any push that follows it: answers may be lost, and the seat was not connected. */
  joined() {
    this.#waiting.clear();
    this.#checked_after.clear();
    for (const [room, match] of this.#running) this.#before.set(room, match);
    this.#running.clear();
    this.#held = null;
  }

  /** Gets the pushes `room`: the settings of a match must be those of its room. @param {any} push */
  room({ room, game, options, witness }) {
    this.#rooms.set(room, { game, options, witness });
  }

  /** Gets the pushes `gone`. Returns whether the room's match may still be opened, in seconds. @param {any} push */
  gone({ room, reason }) {
    const match = this.#running.get(room) ?? this.#before.get(room);
    this.#running.delete(room);
    this.#before.delete(room);
    const notes = match ? this.notes(match) : null;
    if (!notes || notes.opened || reason === 'left') return false;
    if (reason === 'closed') this.#await_secret(notes.match);
    else if (notes.seat !== null) this.#not_shown(notes); // spectators are sent away when a match ends
    return reason === 'closed';
  }

  /** Hashes the motion of a shaken cup into the next match's secret, beside random bytes. @param {Uint8Array} bytes */
  stir(bytes) {
    this.#motion = hash('cubilete/dice/stir/1', this.#motion, bytes);
    this.#next = null;
  }

  /** Computes some links of the next chain ahead: to compute all of them at once would block a page for too long. */
  prepare(links = 256) {
    if (!this.#next) {
      const drawn = this.#options.random(32);
      const secret = this.#motion.length > 0 ? hash('cubilete/dice/secret/1', drawn, this.#motion) : drawn;
      this.#next = { secret, chain: new Chain(secret) };
    }
    this.#next.chain.make(links);
    return this.#next;
  }

  /** @param {string} match @returns {Notes | null} */
  notes(match) {
    const text = this.#store.get(match);
    return text === null ? null : JSON.parse(text);
  }

  /** Handles a push `dice`; the caller passes each one on. Returns the answer to send, or null. @param {any} push
   *  @param {string | null} player the id of this program's player @returns {Request | null} */
  dice(push, player) {
    return this.#read(push, () => this.#start(push, player));
  }

  /** Handles a push `dice.ask`. Returns the answer to send, or null. @param {any} push @returns {Request | null} */
  ask(push) {
    return this.#read(push, () => this.#question(push));
  }

  /** Handles a push `match`. Returns the answer to a question that came before, when this program had just joined.
   *  @param {any} push @returns {Request | null} */
  match(push) {
    this.#read(push, () => this.#entry(push));
    const held = this.#held;
    if (held?.match !== push.match) return null;
    this.#held = null;
    if (held.seq > push.seq) return this.ask(held);
    const notes = this.notes(push.match);
    if (notes) this.#note(notes, held, null); // too late
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
      this.#save(notes);
    } else if (request.t === 'dice.tip' && reply.code === 'taken' && request.tip === notes.tip) {
      notes.secret = notes.tip = null;
      this.#save(notes);
      this.#fault(notes, 'taken', `another program of this player contributes for seat ${notes.seat}`);
    } else if (reply.code === 'bad_value') {
      this.#fault(notes, 'refused', `the server refused the value of seat ${notes.seat}: ${JSON.stringify(request)}`);
    }
  }

  /** @param {any} push @param {string | null} player @returns {Request | null} */
  #start(push, player) {
    this.#follows(push.room, push.match);
    this.#running.set(push.room, push.match);
    if (push.step === 'tips' && !this.#checked_after.has(push.match)) this.#checked_after.set(push.match, 0);
    const notes = this.notes(push.match) ?? this.#begin(push, player);
    if (notes.silent) return null;
    const wrong = wrong_start(push, notes, this.#rooms.get(push.room));
    if (wrong) return this.#give_up(notes, wrong);
    if (push.step === 'tips') return this.#tip(push, notes);
    const was_out = notes.out;
    const { tips, roster, reveals, out } = push;
    Object.assign(notes, { tips, roster, reveals, out: union(notes.out, out) });
    if (push.step === 'reveals') return this.#reveal(push, notes);
    this.#save(notes);
    const { seat } = notes;
    const connected = notes.seq > (this.#checked_after.get(push.match) ?? Infinity); // not only since a moment ago
    if (connected && !was_out.includes(Number(seat)) && notes.out.includes(Number(seat)) && always_in_time(notes))
      this.#fault(notes, 'out', `seat ${seat} was called late, but all its values came in time`);
    return null;
  }

  /** @param {any} push @returns {Request | null} */
  #question(push) {
    const { room, match, seq, hash, by, n, move, k, seats } = push;
    const notes = this.notes(match);
    if (!notes || notes.silent) return null;
    if (seq > notes.seq + 1 && !this.#checked_after.has(match)) {
      this.#held = push;
      return null;
    }
    const asked = { seq, hash, by, n, move, k, seats };
    let ask = notes.asks.find((one) => one.seq === seq);
    if (ask && !equal(ask, { ...ask, ...asked }))
      return this.#fault(notes, 'ask_again', `the server asked twice, and differently, for entry ${seq}`, seq);
    if (!ask) {
      const wrong = wrong_ask(asked, notes);
      if (wrong) {
        this.#no_fault_until(match, seq);
        return this.#fault(notes, ...wrong, seq);
      }
      ask = this.#note(notes, push, this.#next_value(notes, seats));
      if (!ask) return null;
      const connected = seq > (this.#checked_after.get(match) ?? seq); // not only since a moment ago
      if (connected && takes_part(notes) && !seats.includes(Number(notes.seat)))
        this.#fault(notes, 'not_named', `seat ${notes.seat} was left out of entry ${seq}, but it is connected`, seq);
    }
    if (ask.value === null || ask.accepted) return null;
    return this.#once({ t: 'dice.give', room, match, seq, value: ask.value });
  }

  /** Returns nothing if it cannot be stored. @param {Notes} notes @param {any} push @param {string | null} value */
  #note(notes, { seq, hash, by, n, move, k, seats }, value) {
    const ask = { seq, hash, by, n, move, k, seats, value, accepted: false };
    notes.asks.push(ask);
    notes.k = Math.max(notes.k, k);
    if (this.#save(notes)) return ask;
    this.#no_fault_until(notes.match, seq);
  }

  /** What is missing up to this entry is no fault, or no further one. @param {string} match @param {number} seq */
  #no_fault_until(match, seq) {
    this.#checked_after.set(match, Math.max(seq, this.#checked_after.get(match) ?? 0));
  }

  /** @param {any} push */
  #entry(push) {
    const { match, seq } = push;
    const seen = this.#seen.get(match)?.seq ?? 0;
    if (seq >= seen) this.#seen.set(match, { seq, hash: push.hash });
    this.#follows(push.room, match);
    const notes = this.notes(match);
    if (!notes) return;
    const resumed = !this.#checked_after.has(match);
    if (resumed) this.#checked_after.set(match, seq + 1);
    const newest = this.#options.shared ? seen : notes.seq;
    if (notes.silent) {
      // One reason is enough; what follows from it need not be reported.
    } else if (seq < newest) {
      this.#give_up(notes, ['rewound', `the server is back at entry ${seq} after entry ${newest}`]);
    } else if (seq === notes.seq && push.hash !== notes.hash) {
      this.#give_up(notes, ['hash', `entry ${seq} has another hash than before`]);
    } else if (seq > notes.seq) {
      const live = !resumed && seq > (this.#checked_after.get(match) ?? 0);
      const wrong = wrong_entry(push, notes, !live);
      if (live) note_live(notes, seq);
      const { k = notes.k, fresh = {} } = push.dice ?? {};
      const late = Object.keys(fresh).filter((seat) => fresh[seat] === null).map(Number);
      Object.assign(notes, { seq, hash: push.hash, k, out: union(notes.out, late) });
      this.#save(notes);
      if (wrong) this.#fault(notes, ...wrong, seq);
    }
    if (push.result) this.#ended(push, notes);
  }

  /** @template Made @param {any} push @param {() => Made} read @returns {Made | null} */
  #read(push, read) {
    try {
      return read();
    } catch (why) {
      const text = `the push ${push.t} cannot be read: ${why instanceof Error ? why.message : why}`;
      this.#options.told({ match: String(push.match), kind: 'malformed', text });
      return null;
    }
  }

  /** Another tab may have stored another secret at the same moment. @param {string} tip @param {Notes} notes */
  #tip_accepted(tip, notes) {
    const { secret, chain } = this.#current;
    if (tip !== notes.tip && tip === hex(chain.tip)) Object.assign(notes, { secret, tip });
    notes.tip_accepted ||= tip === notes.tip;
  }

  /** @param {any} push @param {string | null} player @returns {Notes} */
  #begin(push, player) {
    const { match, step, tips } = push;
    const notes = { ...new_notes(push, player), ...this.#seen.get(match) };
    const { seat } = notes;
    if (seat !== null && step === 'tips') {
      const { secret, chain } = this.prepare(Infinity);
      this.#next = null;
      this.#motion = new Uint8Array();
      notes.secret = hex(secret);
      notes.tip = hex(chain.tip);
      this.#current = { secret: notes.secret, chain };
    }
    const kept = JSON.parse(this.#store.get(index) ?? '[]').filter((/** @type {string} */ one) => one !== match);
    kept.push(match);
    for (const old of kept.splice(0, Math.max(0, kept.length - this.#options.keep))) this.#store.remove(old);
    if (this.#save(notes)) this.#store.set(index, JSON.stringify(kept));
    if (seat !== null && step !== 'tips' && tips[seat])
      this.#fault(notes, 'lost', 'this program has no notes of the match and does not contribute to it');
    return notes;
  }

  /** @param {any} push @param {Notes} notes */
  #tip({ room, match }, notes) {
    if (notes.tip === null || notes.tip_accepted || this.#store.get(match) === null) return null;
    return this.#once({ t: 'dice.tip', room, match, tip: notes.tip });
  }

  /** @param {any} push @param {Notes} notes */
  #reveal({ room, match }, notes) {
    if (contributes(notes)) notes.reveal = this.#value(notes, 0);
    if (!this.#save(notes) || notes.reveal === null || notes.reveal_accepted) return null;
    return this.#once({ t: 'dice.reveal', room, match, value: notes.reveal });
  }

  /** For a new question; null if there is none to give. @param {Notes} notes @param {number[]} seats */
  #next_value(notes, seats) {
    if (!contributes(notes) || !seats.includes(Number(notes.seat))) return null;
    return this.#value(notes, 1 + given(notes));
  }

  /** @param {Notes} notes @param {number} number */
  #value({ secret }, number) {
    if (secret === null) return null;
    if (this.#current.secret !== secret) this.#current = { secret, chain: new Chain(from_hex(secret)) };
    const value = this.#current.chain.value(number);
    return value ? hex(value) : null;
  }

  /** @param {any} push @param {Notes} notes */
  #ended({ room, match, proof }, notes) {
    for (const matches of [this.#running, this.#before]) if (matches.get(room) === match) matches.delete(room);
    if (notes.opened) return;
    const wrong = proof ? wrong_proof(proof, notes) : null;
    if (wrong) return void this.#fault(notes, ...wrong);
    if (proof) {
      notes.opened = true;
      return void this.#save(notes);
    }
    this.#await_secret(match);
  }

  /** @param {string} match */
  #await_secret(match) {
    this.#options.timers.set(() => {
      const notes = this.notes(match);
      if (notes && !notes.opened) this.#fault(notes, 'never_opened', 'the server did not open its dice');
    }, this.#options.patience_ms);
  }

  /** The room has this match: the dice of another one before it must have been opened. @param {string} room @param {string} match */
  #follows(room, match) {
    for (const matches of [this.#running, this.#before]) {
      const before = matches.get(room);
      if (!before || before === match) continue;
      matches.delete(room);
      const notes = this.notes(before);
      if (!notes || notes.opened) continue;
      if (matches === this.#before) this.#not_shown(notes);
      else this.#fault(notes, 'new_match', 'the server began another match instead of this one');
    }
  }

  /** The end of the match may have been missed: only its record tells. @param {Notes} notes */
  #not_shown(notes) {
    const text = 'the server did not open the dice of this match while this program was connected; its record tells whether it did';
    this.#fault(notes, 'not_shown', text);
  }

  /** @template {Request} Asked @param {Asked} request @returns {Asked | null} null while it waits for its answer */
  #once(request) {
    const text = JSON.stringify(request);
    if (this.#waiting.has(text)) return null;
    this.#waiting.add(text);
    return request;
  }

  /** Returns whether it worked: without notes nothing may be given. @param {Notes} notes */
  #save(notes) {
    try {
      this.#store.set(notes.match, JSON.stringify(notes));
      return true;
    } catch (why) {
      this.#fault(notes, 'storage', `the notes cannot be stored (${why}), so ${no_more}`);
      return false;
    }
  }

  /** @param {Notes} notes @param {[FaultKind, string]} wrong */
  #give_up(notes, [kind, text]) {
    notes.silent = true;
    return this.#fault(notes, kind, `${text}; ${no_more}`);
  }

  /** @param {Notes} notes @param {FaultKind} kind @param {string} text @param {number} [entry] @returns {null} */
  #fault(notes, kind, text, entry) {
    const { match } = notes;
    const known = `${match} ${text}`;
    if (this.#known.has(known) || notes.faults.includes(text)) return null;
    this.#known.add(known);
    if (!accuse_nobody.has(kind)) {
      notes.faults.push(text);
      this.#save(notes);
    }
    this.#options.told({ match, kind, text, ...(entry && { entry }) });
    return null;
  }
}
