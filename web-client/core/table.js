// @ts-check
// The match that a page shows: from its pushes, and from the room only while the room plays it. Pure.
import { push_lines, extend_log } from './match_log.js';
import { number_equal_names } from './names.js';

/** @import { MatchPush, Room, State, Table } from './shapes.js' */

/** The match, until the room plays another. @param {Table | null} table @param {Room} room */
export function current_table(table, room) {
  if (!table || room.match !== table.push.match) return null;
  return { ...table, ...room_details(room, table.push, table) };
}

/**
 * Whose match it is and its options. Both are the room's until the match ends; then the room is already that of the next match, and `before` stays.
 * @param {Room | null} room @param {MatchPush} push @param {Table | null} before @returns {Pick<Table, 'names' | 'players' | 'seats' | 'options'>}
 */
function room_details(room, { match, view }, before) {
  const plays = room?.phase === 'playing' && room.match === match;
  if (!room || (before && !plays)) {
    const { names = [], players = [], seats = [], options = {} } = before ?? {};
    return { names, players, seats, options };
  }
  const names = number_equal_names(view.seats.map((_, seat) => room.seats[seat]?.player?.name ?? before?.names[seat] ?? ''));
  const players = view.seats.map((_, seat) => room.seats[seat]?.player ?? before?.players[seat] ?? null);
  return { names, players, seats: room.seats, options: room.game === view.game ? room.options : {} };
}

/** Adds a record's players and options if the match ended before the page opened. @param {Table} table @param {import('./shapes.js').Recorded} record @returns {Table} */
export function with_record(table, { players, options }) {
  const names = players.map(({ id, name, bot }, seat) => (id === null && !bot ? table.names[seat] : name));
  return { ...table, options, players, names: number_equal_names(names) };
}

/** @param {State} state @param {MatchPush} push @param {boolean} calm @param {object} [local] @returns {Table} */
export function apply_push(state, push, calm, local = {}) {
  const before = state.table?.push.match === push.match ? state.table : null;
  const past = before !== null && push.seq === before.push.seq && (before.log.length === 0 || push.entries !== undefined || push.events.length === 0);
  const unknown = before === null && push.events.length === 0; // after a late join; the log is requested separately
  const log = extend_log(before, push, unknown ? [] : push_lines(push));
  const events = past ? before.push.events : push.events;
  const asked = before !== null && push.by.hint === true && events.length === 0;
  return {
    push: { ...push, events },
    heard_at: state.now,
    ...room_details(state.room, push, before),
    log,
    seen: seen_after(before?.seen ?? 0, push),
    news: asked || past ? before.news : { seq: push.seq, events },
    advice: before?.advice?.n === push.you?.n ? (before?.advice ?? null) : null,
    local: before?.local ?? local,
    stage: first_stage(before, push, calm),
    before: before?.push ?? null,
  };
}

/**
 * Pushes of a new connection may come before the answer with the missed entries, and that may never come.
 * @param {number} seen before @param {MatchPush} push
 */
const seen_after = (seen, { seq, entries, left_out }) => (entries || left_out || seq <= seen + 1 ? seq : seen);

/**
 * Missed entries and entries seen again after a reload are not animated; a request for advice changes nothing.
 * @param {Table | null} before @param {MatchPush} push @param {boolean} calm @returns {import('./shapes.js').Stage}
 */
function first_stage(before, push, calm) {
  if (before !== null && before.push.seq === push.seq) return before.stage;
  if (before === null || push.seq !== before.push.seq + 1) return 'still';
  if (is_throw(push)) return calm ? 'lying' : 'rolling';
  return push.result && !calm ? 'lying' : 'still';
}

/** @param {Pick<MatchPush, 'events'>} push */
export const is_throw = ({ events }) => events.some(({ e }) => e === 'rolled' || e === 'bottoms');
/** @param {import('./shapes.js').Stage} stage @returns {import('./shapes.js').Stage} */
export const next_stage = (stage) => (stage === 'rolling' ? 'lying' : 'still');

/** The push to render: while dice roll, the previous one with only the new dice. @param {Table} table */
export const shown_push = ({ stage, before, push }) => (stage === 'rolling' && before ? before : push);

/**
 * Stores advice, unless the match has moved on since the request.
 * @param {State} state @param {string} match
 * @param {import('./types.js').Advice} advice @returns {State}
 */
export function with_advice(state, match, advice) {
  const { table } = state;
  if (table?.push.match !== match || table.push.you?.n !== advice.n) return state;
  return { ...state, table: { ...table, advice } };
}
