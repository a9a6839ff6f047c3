// @ts-check
// What a program that takes part in provable dice (contributor.js) checks in each push, against its notes of the match.
import { chain_length, commitment, from_hex, hex, next_link, player_mark, roster_hash } from './fairness.js';

/** @import * as Wire from './protocol.js' */
/** @typedef {{[seat: string]: string | null}} BySeat Hexadecimal digits */
/** @typedef {{seq: number, hash: string, by: object, n: number, move: object | null, k: number,
 *     seats: number[]}} Asked */
/** @typedef {Asked & {value: string | null, accepted: boolean}} Ask `value`: null if this program gave none */
/**
 * The notes of this program on a match (docs/fairness.md, "Notes").
 * @typedef {object} Notes
 * @property {string} match
 * @property {string | null} [server] the id of its data; null or missing: not known
 * @property {number | null} seat null for a spectator, who has no player, nonce, secret and tip either
 * @property {string | null} player
 * @property {string | null} nonce null for a seat: the server did not say that this program has it
 * @property {string | null} commit null: the match began without a commitment for this program, though it was there
 * @property {string | null} settings null without a commitment, like `players`
 * @property {string | null} players
 * @property {boolean} witness
 * @property {string | null} secret
 * @property {string | null} tip
 * @property {boolean} tip_accepted The server said that it came in time.
 * @property {BySeat | null} tips of the roster
 * @property {string | null} roster
 * @property {string | null} reveal
 * @property {boolean} reveal_accepted
 * @property {BySeat | null} reveals
 * @property {Ask[]} asks
 * @property {number} seq the newest entry
 * @property {string | null} hash its hash
 * @property {number} k the newest draw number, -1 before the first
 * @property {[first: number, last: number][]} [live] the entries that were shown when they were made
 * @property {number[]} out the seats that are known to contribute no more
 * @property {boolean} opened The server has published its secret, and it fits.
 * @property {boolean} silent This program contributes no more.
 * @property {string[]} faults
 * @property {{[kind: string]: number}} [counts] how often each kind of fault was found
 * @property {{[seq: string]: import('./shown.js').Shown}} [shown] what the entries showed
 * @property {{[seq: string]: [view: string, you: string]}} [views] what entries showed that came without their events
 * @property {[view: string, you: string] | null} [last] what the newest entry showed
 * @property {number[] | null} [to_act] who had to act then
 * @property {object | null} result of the last push
 * @property {(string | null)[] | null} people ids by seat when the match began
 * @property {{id: string, n: number, move: import('./types.js').Move, seq: number | null}[]} [moves] those that this program has sent; seq: the entry
 * @property {'finished' | 'abandoned' | 'void' | 'unopened' | 'no_record' | null} ended
 */
/**
 * `commit` `settings` `players` `mark` `roster` `tip` `reveal`: contradictions at the start. `ask_again` `made_already`
 * `early` `hash` `number` `seats` `not_named`: an ask that the protocol forbids. `no_ask` `other_entry` `late` `out`
 * `rewound` `shown_twice`: an entry that it forbids. `proof` `never_opened` `new_match`: at the end. `malformed`: a push that does not
 * follow the protocol. The others accuse nobody:
 * `taken` (another program contributes for the seat), `lost` (no notes), `refused` (a value; the notes may be an old
 * copy), `storage` (notes cannot be kept), `not_shown` (this program has not seen the end of the match), `left_out` (the
 * roster has nobody's tip at the program's seat).
 * @typedef {'commit' | 'settings' | 'players' | 'mark' | 'roster' | 'tip' | 'reveal' | 'ask_again' | 'made_already'
 *     | 'early' | 'hash' | 'number' | 'seats' | 'not_named' | 'no_ask' | 'other_entry' | 'late' | 'out' | 'rewound' | 'shown_twice'
 *     | 'proof' | 'never_opened' | 'new_match' | 'malformed' | 'taken' | 'lost' | 'refused' | 'storage' | 'not_shown' | 'left_out'} FaultKind
 */
/** @typedef {[kind: FaultKind, text: string] | null} Wrong */

/** @param {unknown} value @returns {string} equal for equal JSON values: sorts the members of objects */
const canonical_text = (value) =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : typeof part === 'bigint'
        ? `${part}n`
        : part,
  );

/** Equal as JSON values, the order of members aside. @param {unknown} one @param {unknown} other */
export const equal = (one, other) => canonical_text(one ?? null) === canonical_text(other ?? null);

/** Whether the roster has this program's own tip. @param {Notes} notes */
export const has_own_tip = ({ seat, tip, tips }) => seat !== null && tip !== null && tips?.[seat] === tip;

/** How many values this program has given in asks. @param {Notes} notes */
export const count_given_values = ({ asks }) => asks.filter(({ value }) => value !== null).length;

/** Whether asks must name this program's seat while it is connected. @param {Notes} notes */
export function must_be_asked(notes) {
  const seat = Number(notes.seat);
  if (!has_own_tip(notes) || !notes.reveals?.[seat] || notes.out.includes(seat)) return false;
  return count_given_values(notes) < chain_length - 1; // the reveal was the first value
}

/** Of a match that starts, without a secret. @param {{match: string, you?: {seat: number, nonce?: string}} & Partial<Pick<Wire.DicePush, 'commit' | 'settings' | 'players' | 'witness'>>} push @param {string | null} player @param {string | null} server @returns {Notes} */
export function new_notes({ match, commit, settings, players, witness = false, you }, player, server) {
  const seat = you?.seat ?? null;
  return {
    match, server, seat, player: seat === null ? null : player, nonce: you?.nonce ?? null,
    commit: commit ?? null, settings: settings ?? null, players: players ?? null, witness,
    secret: null, tip: null, tip_accepted: false, tips: null, roster: null, reveal: null, reveal_accepted: false, reveals: null,
    asks: [], seq: 0, hash: null, k: -1, live: [], out: [], opened: false, silent: false, faults: [], counts: {},
    shown: {}, views: {}, last: null, to_act: null, result: null, people: null, moves: [], ended: null,
  };
}

/** Whether the server has accepted all that it wanted of this program. @param {Notes} notes */
export function was_always_in_time(notes) {
  const { seat, asks, reveal_accepted } = notes;
  const named = asks.filter(({ seats }) => seats.includes(Number(seat)));
  return has_own_tip(notes) && reveal_accepted && named.every(({ accepted }) => accepted);
}

/** Whether the hash of the value is `next`. @param {unknown} value @param {unknown} next */
const is_preimage = (value, next) => hex(next_link(from_hex(String(value)))) === next;

/** This entry was shown when it was made. @param {Notes} notes @param {number} seq */
export function note_live_entry(notes, seq) {
  const live = (notes.live ??= []);
  const newest = live[live.length - 1];
  if (newest?.[1] === seq - 1) newest[1] = seq;
  else live.push([seq, seq]);
}

/** The settings of a room that its matches must have. @typedef {{game: string, options: object, witness?: boolean | null}} RoomSettings */
/**
 * A push `dice`, at each step.
 * @param {Wire.DicePush} push @param {Notes} notes @param {RoomSettings | undefined} room @returns {Wrong}
 */
export function find_start_fault(push, notes, room) {
  if (push.commit !== notes.commit) return ['commit', 'the server has shown two commitments for one match'];
  if (push.settings !== notes.settings) return ['settings', 'the settings have changed after the commitment'];
  if (push.players !== notes.players) return ['players', 'the list of players has changed after the commitment'];
  const { seat, nonce, player } = notes;
  if ((nonce === null ? null : seat) !== (push.you?.seat ?? null)) return ['mark', "this program's seat has changed after the commitment"];
  const marks = JSON.parse(push.players);
  if (seat !== null && nonce !== null && marks[seat] !== hex(player_mark(from_hex(nonce), player ?? '')))
    return ['mark', `the list of players has somebody else at seat ${seat}`];
  if (push.step !== 'tips') return find_roster_fault(push, notes, marks.length) ?? find_reveal_fault(push, notes);
  if (!room) return null;
  const { game, options } = JSON.parse(push.settings);
  if (!equal(room.game, game) || !equal(room.options, options))
    return ['settings', 'the settings of the match are not those of the room'];
  if ([null, push.witness].includes(room.witness ?? null)) return null;
  return ['settings', "the match does not ask for values before throws as the room's settings say"];
}

/** @param {Wire.DicePush} push @param {Notes} notes @param {number} seats @returns {Wrong} */
function find_roster_fault({ match, tips, roster }, notes, seats) {
  const { seat, tip } = notes;
  if (notes.roster !== null && (roster !== notes.roster || !equal(tips, notes.tips)))
    return ['roster', 'the server has shown two rosters for one match'];
  const values = Object.values(tips);
  if (Object.keys(tips).some((one) => Number(one) >= seats) || new Set(values).size < values.length)
    return ['roster', 'the roster has a wrong seat, or a tip twice'];
  const by_seat = new Map(Object.keys(tips).map((one) => [Number(one), from_hex(tips[one])]));
  if (hex(roster_hash(match, from_hex(notes.commit ?? ''), notes.settings ?? '', notes.players ?? '', by_seat)) !== roster)
    return ['roster', 'the roster does not fit its hash'];
  if (seat === null || !notes.tip_accepted || tips[seat] === tip) return null;
  if (tips[seat]) return ['tip', `the roster has another tip for seat ${seat}`];
  return ['tip', `the tip of seat ${seat} came in time and is missing in the roster`];
}

/** @param {Wire.DicePush} push @param {Notes} notes @returns {Wrong} */
function find_reveal_fault({ step, tips, reveals }, notes) {
  if (step !== 'play') return null;
  const { seat } = notes;
  if (notes.reveals !== null && !equal(reveals, notes.reveals))
    return ['reveal', 'the server has shown different reveals for one match'];
  if (reveals === null) throw new TypeError('it has no reveals');
  if (!equal(Object.keys(reveals).sort(), Object.keys(tips).sort()))
    return ['reveal', 'the reveals are not those of the roster'];
  for (const one of Object.keys(tips))
    if (reveals[one] !== null && !is_preimage(reveals[one], tips[one]))
      return ['reveal', `the reveal of seat ${one} does not lead to its tip`];
  if (seat === null || !notes.reveal_accepted || reveals[seat] === notes.reveal) return null;
  return ['reveal', `the reveal of seat ${seat} came in time and is missing`];
}

/** A new ask. @param {Asked} ask @param {Notes} notes @returns {Wrong} */
export function find_ask_fault({ seq, hash, k, seats }, notes) {
  const newest = notes.asks.reduce((most, one) => Math.max(most, one.seq), 0);
  if (seq <= Math.max(notes.seq, newest))
    return ['made_already', `the server asked for entry ${seq}, which was asked for or made before`];
  if (seq > notes.seq + 1) return ['early', `the server asked for entry ${seq} before entry ${seq - 1} was shown`];
  if (notes.hash !== null && hash !== notes.hash)
    return ['hash', `the question for entry ${seq} follows another entry ${seq - 1} than the one that was shown`];
  if (k <= notes.k) return ['number', `the question for entry ${seq} uses draw number ${k} again`];
  const known = seats.every((seat) => notes.tips?.[seat] && !notes.out.includes(seat));
  if (known && seats.every((seat, at) => at === 0 || seats[at - 1] < seat)) return null;
  return ['seats', `the question for entry ${seq} names seats that are not in the roster, out or not in order`];
}

/**
 * Checks an entry of the log that is newer than the notes against the ask for its dice. Returns what is wrong, or null.
 * @param {Wire.MatchPush} push @param {Notes} notes @param {boolean} resumed whether it was sent because the program has joined
 * @returns {Wrong}
 */
export function find_entry_fault({ seq, by, dice }, notes, resumed) {
  const { seat } = notes;
  const ask = notes.asks.find((one) => one.seq === seq);
  if (!ask) {
    if (!dice || !notes.witness || seq === 1 || resumed || notes.reveals === null) return null;
    if (dice.seats.length === 0 && !must_be_asked(notes)) return null; // there was nobody to ask
    return ['no_ask', `entry ${seq} drew, but the server did not ask for it`];
  }
  if (!dice) return resumed ? null : ['other_entry', `the server asked for entry ${seq}, but it drew nothing`];
  if (!equal(by, ask.by) || dice.k !== ask.k || !equal(dice.seats, ask.seats))
    return ['other_entry', `entry ${seq} is not the one that the server asked for`];
  if (seat === null || !ask.accepted || dice.fresh[seat] === ask.value) return null;
  return ['late', `seat ${seat}'s value for entry ${seq} came in time and is missing`];
}

/** The proof of the last push. @param {Wire.Proof} proof @param {Notes} notes @returns {Wrong} */
export function find_proof_fault(proof, notes) {
  const { match, commit } = notes;
  if (proof.commit !== commit || hex(commitment(match, from_hex(String(proof.seed)))) !== commit)
    return ['proof', "the server's secret does not fit its commitment"];
  for (const name of /** @type {const} */ (['settings', 'players', 'roster', 'tips', 'reveals']))
    if (notes[name] !== null && !equal(proof[name], notes[name])) return ['proof', `the proof has other ${name}`];
  return null;
}
