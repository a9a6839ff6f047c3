// @ts-check
// What the page shows of the dice of a match: who contributes to them, the throw that waits for values, faults. Pure; core/contributor/ answers.
import { late_seats } from './match_log.js';

/** @import { Dice, DiceFault, MatchPush, Room, State } from './shapes.js' */
/** @import { DiceAsk, DicePush } from './types.js' */

/** @param {Dice | null} dice @param {DicePush} push @param {number} now @returns {Dice} */
export function dice_from_push(dice, { match, step, witness, tips, reveals, out }, now) {
  const same = dice?.match === match ? dice : null;
  const seats = Object.keys(tips).map(Number);
  const unopened = seats.filter((seat) => reveals?.[seat] === null);
  return { match, step, witness, since: same?.since ?? now, seats, out, unopened, ask: same?.ask ?? null };
}

/** @param {Pick<State, 'dice' | 'table'>} state @param {DiceAsk} ask @returns {Dice | null} */
export function dice_with_ask({ dice, table }, { match, seq, by, move }) {
  const made = table?.push.match === match && table.push.seq >= seq;
  if (dice?.match !== match || made) return dice;
  return { ...dice, ask: { seq, seat: by.seat ?? null, move } };
}

/** After an entry: its ask is over. @param {Dice | null} dice @param {MatchPush} push @returns {Dice | null} */
export function dice_after_entry(dice, { match, seq, dice: drew }) {
  if (!dice) return null;
  if (dice.match !== match) return dice.step === 'play' ? null : dice; // a match without provable dice; or the next one starts already
  const late = late_seats(drew).filter((seat) => !dice.out.includes(seat));
  const ask = dice.ask && dice.ask.seq > seq ? dice.ask : null;
  return ask === dice.ask && late.length === 0 ? dice : { ...dice, ask, out: [...dice.out, ...late] };
}

/** Without a connection: what still goes on is told again after the next join. @param {Dice | null} dice @returns {Dice | null} */
export const dice_without_connection = (dice) => (dice?.step === 'play' ? { ...dice, ask: null } : null);

/**
 * Each fault once, at its own table; after the match comes how often more. It belongs to the newest entry at that time.
 * @param {Pick<State, 'faults' | 'table' | 'page'>} state @param {Omit<DiceFault, 'seq'> & {room?: string}} fault @returns {DiceFault[]}
 */
export function add_fault({ faults, table, page }, { room, ...fault }) {
  if (page.at !== 'room' || page.code !== room) return faults;
  const is_same_fault = (/** @type {DiceFault} */ one) => one.match === fault.match && (fault.again ? one.kind === fault.kind : one.text === fault.text);
  if (faults.some(is_same_fault)) return fault.again ? faults.map((one) => (is_same_fault(one) ? { ...one, again: fault.again } : one)) : faults;
  return [...faults, { ...fault, seq: table?.push.match === fault.match ? table.push.seq : 0 }];
}

/** Kinds of faults for which nobody is to blame: another device contributes, or the notes are gone. */
const harmless_kinds = new Set(['taken', 'lost', 'refused', 'storage', 'not_shown', 'left_out']);
/** Whether the server has done something wrong. @param {Pick<DiceFault, 'kind'>} fault */
export const is_accusation = ({ kind }) => !harmless_kinds.has(kind);

/** Of matches that ended so (docs/fairness.md, "Notes"): how many were broken off, and how many left. @param {string[]} ends */
export function count_broken_off(ends) {
  const broken = ends.filter((end) => ['void', 'unopened', 'no_record'].includes(end)).length;
  return { broken, abandoned: ends.filter((end) => end === 'abandoned').length, of: ends.length };
}

/**
 * A match starts: the seats' secrets are collected, or the first entry is on its way.
 * @param {Pick<State, 'dice' | 'room' | 'table'>} state
 */
export const is_starting = ({ dice, room, table }) =>
  dice !== null && (dice.step !== 'play' || (room?.phase !== 'playing' && table?.push.match !== dice.match));

/** Milliseconds since a match began to start, or null if none does. @param {Pick<State, 'dice' | 'room' | 'table' | 'now'>} state */
export const starting_ms = (state) => (state.dice && is_starting(state) ? state.now - state.dice.since : null);

/**
 * While a match starts the server calls the room `waiting`, with nobody ready, then `playing` before the first entry: until that comes the page
 * stays as it is, also with the result of the match before and the votes for the next.
 * @param {State} state @param {Room} message @returns {Room}
 */
export function room_while_starting(state, message) {
  const { room, dice } = state;
  if (!room || room.phase === 'playing' || !is_starting(state)) return message;
  if (message.phase === 'finished' || (message.phase === 'playing' && message.match !== dice?.match)) return message;
  const seats = room.phase === 'finished' ? message.seats.map((seat) => ({ ...seat, ready: seat.player !== null })) : message.seats;
  return { ...message, phase: room.phase, match: room.match, seats };
}

/** @param {Room | null} room @param {Dice | null} dice @param {MatchPush} push @returns {Room | null} */
export const room_after = (room, dice, { match }) =>
  room && dice?.match === match && room.match !== match ? { ...room, phase: 'playing', match } : room;

/** The throw that waits for values, at the table that is shown. @param {Pick<State, 'dice' | 'table'>} state */
export const pending_ask = ({ dice, table }) =>
  dice?.ask && dice.match === table?.push.match && dice.ask.seq > table.push.seq ? dice.ask : null;

/**
 * Why a seat's secret is not in the dice: a built-in bot, out because it came too late, or a program that said nothing at the start.
 * @typedef {'bot' | 'out' | 'silent'} Missing
 */
/**
 * The seats of the match, with the reason of those that do not contribute.
 * @param {Pick<State, 'dice' | 'table' | 'room'>} state @returns {{seat: number, name: string, missing: Missing | null}[]}
 */
export function contributors({ dice, table, room }) {
  const seats = table && !is_starting({ dice, room, table }) ? table.seats : (room?.seats ?? []);
  return seats.flatMap(({ player, level }, seat) => {
    const name = player?.name ?? table?.names[seat] ?? '';
    if (!name) return [];
    const silent = level ? 'bot' : 'silent';
    return [{ seat, name, missing: !dice?.seats.includes(seat) ? silent : dice.out.includes(seat) ? 'out' : null }];
  });
}

/**
 * The state that the badge shows. `closed`: secrets are collected; `all`: every seat contributes; `some`: not every seat; `server`: the dice are the
 * server's alone; `cup`: those of the day's cup; `fault`: something is wrong; null: no match.
 * @typedef {'closed' | 'all' | 'some' | 'server' | 'cup' | 'fault'} Badge
 */
/** @param {Pick<State, 'dice' | 'table' | 'room' | 'faults' | 'cannot_contribute'>} state @returns {Badge | null} */
export function dice_badge_state(state) {
  const { dice, table, room, faults } = state;
  if (faults.some(is_accusation)) return 'fault';
  if (is_starting(state)) return 'closed';
  if (table && room?.cup) return 'cup';
  if (!table || state.cannot_contribute) return null;
  if (dice?.match !== table.push.match) return 'server';
  return contributors(state).every(({ missing }) => missing === null) ? 'all' : 'some';
}
