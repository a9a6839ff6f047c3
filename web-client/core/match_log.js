// @ts-check
// The log of a match as lines, oldest first. Pure.

/** @import { By, GameEvent, MatchPush } from './shapes.js' */
/** @import { OptionValues, PageEvent } from './types.js' */
/** @import { GameView } from '../games/contract.js' */
/**
 * One event of a match with its actor.
 * @template {GameEvent} [OwnEvent=GameEvent]
 * @typedef {{seq: number, by: By & {of?: number}, event: OwnEvent | PageEvent}} LogLine `of`: for whom the clock played
 */

/**
 * The lines of an entry. A request for advice is a line, too, and so is each seat whose value for the dice came too late.
 * @param {{seq: number, by: By, events: GameEvent[], dice?: MatchPush['dice']}} entry @returns {LogLine[]}
 */
export function entry_lines({ seq, by, events, dice }) {
  const did = by.hint ? {} : by.clock ? { ...by, of: events.map(seat_of).find((seat) => seat !== undefined) } : by;
  /** @type {LogLine[]} */
  const lines = events.map((event) => ({ seq, by: did, event }));
  for (const seat of late_seats(dice)) lines.push({ seq, by: {}, event: { e: 'dice_late', seat } });
  return by.hint ? [...lines, { seq, by, event: { e: 'asked_house', seat: by.seat } }] : lines;
}

/**
 * Whether somebody's time ran out. A log does not tell which clock it was; the game's view knows its windows, whose end makes nobody late.
 * @param {LogLine} line @param {GameView | null | undefined} game @param {OptionValues} options of the match
 */
export const is_late = ({ by, event }, game, options) => by.clock === true && !game?.ends_window?.(event, options);

/** @param {GameEvent | PageEvent} event */
export const seat_of = (event) => ('seat' in event ? event.seat : undefined);

/** The seats that were asked for a value and gave it too late. @param {MatchPush['dice']} dice */
export const late_seats = (dice) => Object.entries(dice?.fresh ?? {}).flatMap(([seat, value]) => (value === null ? [Number(seat)] : []));

/**
 * All lines of a push. After a resume it contains several entries, each with its number of events.
 * @param {import('./types.js').MatchPush} push @returns {LogLine[]}
 */
export function push_lines({ seq, by, events, entries, dice }) {
  if (!entries) return entry_lines({ seq, by, events, dice });
  let from = 0;
  return entries.flatMap((entry) => entry_lines({ ...entry, events: events.slice(from, (from += entry.events)) }));
}

/**
 * Appends to the log, or replaces it when the page was loaded during a match. An answer with several entries replaces those from its first
 * one on, since a push may have overtaken it. A server restored from a backup may know fewer entries than the page: the extra ones are dropped.
 * @param {import('./shapes.js').Table | null} before
 * @param {import('./types.js').MatchPush} push @param {LogLine[]} lines @returns {LogLine[]}
 */
export function extend_log(before, push, lines) {
  if (!before) return lines;
  const first = push.entries?.[0]?.seq;
  if (first !== undefined) return [...before.log.filter(({ seq }) => seq < first), ...lines];
  if (push.seq > before.push.seq) return [...before.log, ...lines];
  if (push.seq === before.push.seq) return before.log.length > 0 ? before.log : lines;
  return before.log.filter((line) => line.seq <= push.seq);
}
