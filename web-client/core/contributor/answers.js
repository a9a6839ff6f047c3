// @ts-check
// Takes part in provable dice for this browser's player: answers the server's questions at once, whatever the page draws. Of a player's tabs
// in a browser one at a time does it for a room, because two would draw two secrets for one match; the next one takes over when it is closed or
// loses its connection. Browsers have no locks on http://: there, the tip that comes first counts, and the other tab stays silent.
import { read_endings, notes_store } from '../notes.js';
import { Contributor } from '../../../js/contributor.js';
import { move_watcher, send_request } from '../../../js/contributor_requests.js';
import { ending_from_record } from '../../../js/endings.js';

/** A fault in a match of this room. @typedef {import('../../../js/contributor.js').Fault & {room?: string}} Fault */
/** @import { Answer, Push } from '../../../js/connection.js' */
/** @import { Request } from '../../../js/contributor.js' */
/** Those that are answered. @typedef {import('../../../js/protocol.js').MatchPush | import('../../../js/protocol.js').DicePush | import('../../../js/protocol.js').DiceAskPush} Asking */
/**
 * A room whose pushes have come. `newest`: those that this tab has not handled, because another one does it.
 * @typedef {{leads: boolean, newest: Map<string, Asking>, leave: () => void}} Place
 */
/**
 * @typedef {object} Options
 * @property {(request: Request | {t: 'room.join', room: string, as: 'spectator'}, heard: (reply: Answer) => void) => Promise<unknown>} request sends a request; `heard` gets its reply before any later push
 * @property {() => string | null} player our id
 * @property {() => string | null} server the id of the server's data
 * @property {(fault: Fault) => void} on_fault
 * @property {(ends: string[]) => void} [ended] gets how the last matches ended, with each match and when that changes
 * @property {(match: string) => Promise<Response>} [record] asks for the record of a match
 * @property {import('../../../js/contributor.js').Store} [store]
 * @property {Pick<LockManager, 'request'> | null} [locks] null: the browser has none
 * @property {BroadcastChannel} [tabs] passes faults on to the other tabs
 */

/** Notes of this many matches are kept. */
const max_stored_matches = 20;
/** The key under which the kinds of faults are kept, by their texts; and how many. */
const kinds_key = 'kinds';
const most_fault_kinds = 50;
/** The order in which the newest pushes of a room are handled late. */
const catch_up_order = ['dice', 'match', 'dice.ask'];

export class Answers {
  #options;
  #store;
  #contributor;
  #locks;
  #tabs;
  /** @type {Map<string, Place>} */
  #places = new Map();
  /** The rooms of matches. @type {Map<string, string>} */
  #rooms = new Map();
  /** The matches whose known faults the page was told of, since it joined a room. @type {Set<string>} */
  #told_matches = new Set();
  /** The rooms where a bot plays for our player. @type {Set<string>} */
  #stood_in = new Set();
  /** The matches whose records were asked for. @type {Set<string>} */
  #requested_records = new Set();

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
    this.#locks = options.locks === undefined ? globalThis.navigator?.locks : options.locks;
    this.#tabs = options.tabs;
    this.#store = options.store ?? notes_store();
    this.#contributor = new Contributor({
      store: this.#store,
      keep: max_stored_matches,
      player: options.player,
      shared: !this.#locks,
      server: options.server,
      on_fault: (fault) => this.#report_fault(fault),
    });
    if (this.#tabs) this.#tabs.onmessage = ({ data: { player, ...fault } }) => player === options.player() && options.on_fault(fault);
    this.#prepare();
  }

  /** To call after each hello, before rooms are joined again. @param {boolean} promised that this page takes part */
  joined(promised) {
    this.leave();
    this.#contributor.joined(promised);
  }

  /** Returns a watcher that notes a move sent with Connection.move(). @param {string} match @param {number} n @param {import('../types.js').Move} move */
  watcher(match, n, move) {
    return move_watcher(this.#contributor, match, n, move);
  }

  /** Without a connection another tab may answer. */
  leave() {
    for (const room of this.#places.keys()) this.#leave_room(room);
  }

  /** @param {string} room */
  #leave_room(room) {
    this.#places.get(room)?.leave();
    this.#places.delete(room);
  }

  /** Gets every push of a room, `returned` with the reply to room.join, and `gone` also with that to room.leave. @param {Push | {t: 'returned'}} push */
  on_push(push) {
    if (push.t === 'returned') {
      this.#told_matches.clear(); // a page begins without the faults of its table
      return this.#contributor.returned();
    }
    if (push.t === 'room') {
      this.#contributor.room(push, this.#options.player());
      this.#stood_in[push.seats?.some((seat) => seat?.house && seat.player?.id === this.#options.player()) ? 'add' : 'delete'](push.room);
    }
    if (push.t === 'room' && push.phase !== 'playing') {
      this.#report_endings();
      this.#fetch_unknown_endings();
    }
    if (push.t === 'gone') {
      this.#contributor.gone(push);
      this.#leave_room(push.room);
    }
    if (push.t !== 'dice' && push.t !== 'match' && push.t !== 'dice.ask') return;
    if (!this.#told_matches.has(push.match)) {
      this.#report_known_faults(push);
      this.#report_endings();
    }
    const place = this.#places.get(push.room) ?? this.#enter(push.room);
    if (place.leads) this.#answer(push);
    else place.newest.set(push.t, push);
    if (push.t !== 'match' || !push.result) return;
    this.#prepare();
    this.#report_endings();
  }

  #report_endings() {
    this.#options.ended?.(read_endings(this.#options.server(), this.#store));
  }

  /** Before the next match: the records of those whose end this browser has not seen tell whether they were broken off. */
  #fetch_unknown_endings() {
    const unknown = this.#contributor.unknown_ends().filter((match) => !this.#requested_records.has(match));
    for (const match of unknown) {
      this.#requested_records.add(match);
      this.#options.record?.(match).then(async (reply) => {
        const end = ending_from_record(reply.status, reply.ok ? await reply.json() : null);
        if (end) this.#contributor.learned(match, end);
        if (end) this.#report_endings();
      }).catch(() => {}); // it stays unknown
    }
  }

  /** @param {import('../../../js/contributor.js').Fault} fault */
  #report_fault(fault) {
    const report = { ...fault, room: this.#rooms.get(fault.match) };
    this.#options.on_fault(report);
    this.#tabs?.postMessage({ ...report, player: this.#options.player() });
    this.#report_endings();
    if (fault.again) return; // told before
    const others = this.#fault_kinds().filter(([, text]) => text !== fault.text);
    this.#store.set(kinds_key, JSON.stringify([...others, [fault.kind, fault.text]].slice(-most_fault_kinds)));
  }

  /** Tells what was found before the page came to the table. The notes have only the English texts. @param {{match: string, room: string}} push */
  #report_known_faults({ match, room }) {
    this.#rooms.set(match, room);
    this.#told_matches.add(match);
    const known = new Map(this.#fault_kinds().map(([kind, text]) => [text, kind]));
    for (const text of this.#contributor.notes(match)?.faults ?? [])
      this.#options.on_fault({ match, room, kind: /** @type {Fault['kind']} */ (known.get(text) ?? 'unknown'), text });
  }

  /** @returns {[kind: string, text: string][]} */
  #fault_kinds() {
    return JSON.parse(this.#store.get(kinds_key) ?? '[]');
  }

  /** The motion of a shaken cup becomes part of the next secret. @param {Uint8Array} bytes */
  stir(bytes) {
    this.#contributor.stir(bytes);
    this.#prepare();
  }

  /** @param {string} room @returns {Place} */
  #enter(room) {
    const gone = new AbortController();
    /** @type {Place} */
    const place = { leads: false, newest: new Map(), leave: () => gone.abort() };
    this.#places.set(room, place);
    const become_leader = () => {
      place.leads = true;
      for (const kind of catch_up_order) this.#catch_up(place.newest.get(kind), place.newest.get('match'));
      place.newest.clear();
    };
    if (!this.#locks) {
      queueMicrotask(become_leader);
      return place;
    }
    const hold_lock = () =>
      new Promise((done) => {
        if (gone.signal.aborted) return done(undefined);
        gone.signal.addEventListener('abort', () => done(undefined));
        become_leader();
      });
    this.#locks.request(`cubilete.dice.${room} ${this.#options.player()}`, { signal: gone.signal }, hold_lock).catch(() => gone.signal.aborted || become_leader()); // not allowed here
    return place;
  }

  /** Handles a push that came while another tab answered, unless that one has seen more. @param {Asking | undefined} push @param {Asking | undefined} newest_match */
  #catch_up(push, newest_match) {
    if (!push) return;
    if (push.t === 'match' && push.seq < (this.#contributor.notes(push.match)?.seq ?? 0)) return;
    if (push.t === 'dice.ask' && newest_match?.t === 'match' && newest_match.match === push.match && newest_match.seq >= push.seq) return;
    this.#answer(push);
  }

  /** @param {Asking} push */
  #answer(push) {
    const made = this.#contributor;
    const request = push.t === 'match' ? made.match(push) : push.t === 'dice' ? made.dice(push, this.#options.player()) : made.ask(push);
    if (request) send_request(made, request, this.#options.request);
    else if (push.t === 'dice.ask') this.#read_match(push);
  }

  /**
   * A question that is ahead of the notes is judged when the match is seen, which nothing shows to a page that is elsewhere. To join ends that a
   * bot plays, so it is not done then.
   * @param {Extract<Asking, {t: 'dice.ask'}>} ask
   */
  #read_match({ room, match, seq }) {
    const notes = this.#contributor.notes(match);
    if (!notes || notes.silent || seq <= notes.seq + 1 || this.#stood_in.has(room)) return;
    this.#options.request({ t: 'room.join', room, as: 'spectator' }, () => {}).catch(() => {}); // a seat stays one
  }

  /** Makes the next secret's chain in pieces while nothing else is to do: all at once takes a slow phone 0.1 s. */
  #prepare() {
    clearTimeout(this.#preparing);
    let pieces = 16;
    const prepare_piece = () => {
      this.#contributor.prepare(256);
      if (--pieces > 0) this.#preparing = setTimeout(prepare_piece, 30);
    };
    this.#preparing = setTimeout(prepare_piece, 500);
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #preparing;
}

/** @param {Options} options */
export const make_dice_responder = (options) =>
  new Answers({ ...options, ...('BroadcastChannel' in globalThis && { tabs: new BroadcastChannel('cubilete.dice') }) });
