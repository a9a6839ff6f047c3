// @ts-check
// What happened in a match, line by line, the oldest first. Pure.

/** @typedef {import('./types.js').By} By */
/** @typedef {import('./types.js').GameEvent} GameEvent */
/** One thing that happened in a match, with who made it happen; `late` when somebody's time to think ran out. The
 * end of a window leaves nobody late.
 * @typedef {{seq: number, by: By, late: boolean, event: GameEvent}} LogLine */

/**
 * The lines of an entry; that somebody asked the house is one as well.
 * @param {{seq: number, by: By, events: GameEvent[]}} entry @param {boolean} [late] @returns {LogLine[]}
 */
export function lines_of({ seq, by, events }, late = false) {
  const did = by.hint ? {} : by;
  const lines = events.map((event) => ({ seq, by: did, late, event }));
  return by.hint ? [...lines, { seq, by, late: false, event: { e: 'asked_house', seat: by.seat } }] : lines;
}

/** All that a push tells: after a resume several entries, each with its share of the events.
 * @param {import('./types.js').MatchPush} push @param {boolean} late @returns {LogLine[]} */
export function lines_in({ seq, by, events, entries }, late) {
  if (!entries) return lines_of({ seq, by, events }, late);
  let from = 0;
  return entries.flatMap((entry) => lines_of({ ...entry, events: events.slice(from, (from += entry.events)) }));
}

/**
 * The log goes on, or is told whole to a page that was loaded in the middle of a match. A server that came back from a
 * backup knows less than we do: then what we saw of its lost future has not happened.
 * @param {import('./shapes.js').Table | null} before
 * @param {import('./types.js').MatchPush} push @param {LogLine[]} lines @returns {LogLine[]}
 */
export function log_with(before, push, lines) {
  if (!before) return lines;
  if (push.seq > before.push.seq) return [...before.log, ...lines];
  if (push.seq === before.push.seq) return before.log.length > 0 ? before.log : lines;
  return before.log.filter((line) => line.seq <= push.seq);
}
