// @ts-check
// How the matches of a program's rooms end: whether the server opens the dice of each one that it has begun.
import { find_proof_fault } from './contributor_checks.js';

/** @import * as Wire from './protocol.js' */
/** What tells that a room is gone. @typedef {{room: string, reason: string}} GonePush */
/** @typedef {import('./contributor_checks.js').Notes} Notes */
/** @typedef {import('./notebook.js').Notebook} Notebook */
/** @typedef {{set: (action: () => void, ms: number) => unknown}} Timers */

const reasons = /** @type {const} */ (['finished', 'abandoned', 'void']);

/**
 * How a match has ended, by the answer to a question for its record; null if that cannot be known now.
 * @param {number} status of HTTP @param {{ended_ms?: number | null, proof?: object | null, result?: {reason?: string} | null} | null} record null without one @returns {NonNullable<Notes['ended']> | null}
 */
export function ending_from_record(status, record) {
  if (status === 404) return 'no_record';
  if (!record || (record.ended_ms ?? null) === null) return null;
  return record.proof ? (reasons.find((reason) => reason === record.result?.reason) ?? null) : 'unopened';
}

export class Endings {
  #book;
  #timers;
  #patience_ms;
  /** By room, since joined(): its match that has a commitment and no end. @type {Map<string, string>} */
  #running = new Map();
  /** By room: the same from before joined(). @type {Map<string, string>} */ #earlier_matches = new Map();

  /** @param {Notebook} book @param {Timers} timers @param {number} patience_ms the time for publishing the secret */
  constructor(book, timers, patience_ms) {
    this.#book = book;
    this.#timers = timers;
    this.#patience_ms = patience_ms;
  }

  /** From now on the rooms are shown as they are: an end before that may be missed. */
  joined() {
    for (const [room, match] of this.#running) this.#earlier_matches.set(room, match);
    this.#running.clear();
  }

  /** The match has a commitment. @param {string} room @param {string} match */
  on_match_start(room, match) {
    this.#running.set(room, match);
  }

  /** The room's match that has a commitment and no end. @param {string} room */
  match_in(room) {
    return this.#running.get(room) ?? this.#earlier_matches.get(room);
  }

  /** The matches of a server whose end was not seen, and is not awaited, the oldest first: their records tell. @param {string | null} server */
  unknown(server) {
    const awaited = new Set([...this.#running.values(), ...this.#earlier_matches.values()]);
    const unknown = this.#book.notes_of(server).filter(({ match, ended }) => !awaited.has(match) && [null, 'unopened'].includes(ended ?? null));
    return unknown.map(({ match }) => match);
  }

  /** Notes how a match ended, told by somebody who asked for its record. @param {string} match @param {NonNullable<Notes['ended']>} ended */
  learned(match, ended) {
    const notes = this.#book.get(match);
    if (!notes) return;
    notes.ended = ended;
    this.#book.save(notes);
  }

  /** Gets the pushes `gone`. Returns whether the room's match may still be opened, in seconds. @param {GonePush} push */
  gone({ room, reason }) {
    const match = this.match_in(room);
    this.#running.delete(room);
    this.#earlier_matches.delete(room);
    const notes = match ? this.#book.get(match) : null;
    if (!notes || notes.opened || reason === 'left') return false;
    if (reason === 'closed') this.#await_secret(notes.match);
    else if (notes.seat !== null) this.#report_unopened(notes); // spectators are sent away when a match ends
    return reason === 'closed';
  }

  /** Gets a push `match` with a result. @param {Wire.MatchPush} push @param {Wire.Result} result @param {Notes} notes */
  ended({ room, match, proof }, result, notes) {
    for (const matches of [this.#running, this.#earlier_matches]) if (matches.get(room) === match) matches.delete(room);
    const is_first = !notes.ended;
    if (is_first || proof) notes.ended = reasons.find((reason) => reason === result.reason) ?? null;
    if (is_first) this.#book.tell_counts(notes);
    const is_open = notes.opened || notes.commit === null;
    const wrong = proof && !is_open ? find_proof_fault(proof, notes) : null;
    if (proof && !wrong && notes.commit !== null) notes.opened = true;
    this.#book.save(notes);
    if (wrong) this.#book.fault(notes, ...wrong);
    else if (!proof && !is_open) this.#await_secret(match);
  }

  /** @param {string} match */
  #await_secret(match) {
    this.#timers.set(() => {
      const notes = this.#book.get(match);
      if (!notes || notes.opened) return;
      notes.ended = 'unopened';
      this.#book.fault(notes, 'never_opened', 'the server did not open its dice');
    }, this.#patience_ms);
  }

  /** The room has this match: the dice of another one before it must have been opened. @param {string} room @param {string} match */
  on_match_shown(room, match) {
    for (const matches of [this.#running, this.#earlier_matches]) {
      const before = matches.get(room);
      if (!before || before === match) continue;
      matches.delete(room);
      const notes = this.#book.get(before);
      if (!notes || notes.opened) continue;
      notes.ended ??= 'unopened';
      if (matches === this.#earlier_matches) this.#report_unopened(notes);
      else this.#book.fault(notes, 'new_match', 'the server began another match instead of this one');
    }
  }

  /** The end of the match may have been missed: only its record tells. @param {Notes} notes */
  #report_unopened(notes) {
    notes.ended ??= 'unopened';
    this.#book.save(notes);
    const text = 'the server did not open the dice of this match while this program was connected; its record tells whether it did';
    this.#book.fault(notes, 'not_shown', text);
  }
}
