// @ts-check
import { html } from '../lit.js';
import { is_late, seat_of } from '../../core/match_log.js';
import { words } from '../../i18n/words.js';

/** @import { LogLine, Table } from '../../core/shapes.js' */
/** @import { GameView, Helpers } from '../../games/contract.js' */
/** @typedef {{seq: number, text: string}} LogText */

/**
 * The log as sentences, oldest first.
 * @param {Pick<Table, 'log' | 'names'>} table @param {GameView} game @param {Helpers} helpers @returns {LogText[]}
 */
export function log_sentences(table, game, helpers) {
  const known = line_cache.get(table.log);
  if (known?.names === table.names) return known.lines;
  const lines = make_log_lines(table, game, helpers);
  line_cache.set(table.log, { names: table.names, lines });
  return lines;
}
/**
 * Cache of sentences: the page is rendered twice a second while a clock runs, and a log may have thousands of lines.
 * @type {WeakMap<LogLine[], {names: string[], lines: LogText[]}>}
 */
const line_cache = new WeakMap();

/** @param {Pick<Table, 'log'>} table @param {GameView} game @param {Helpers} helpers */
function make_log_lines(table, game, helpers) {
  /** @type {LogText[]} */
  const lines = [];
  let seq = 0;
  for (const line of table.log) {
    const said = extra_sentences[line.event.e]?.(line, helpers) ?? game.say(line.event, helpers);
    const texts = [line.seq === seq ? null : move_reason(line, game, helpers), said];
    seq = line.seq;
    for (const text of texts) if (text) lines.push({ seq, text });
  }
  return lines;
}

/** Requests for advice are public. @param {LogLine} line @param {Helpers} helpers */
const advice_request_line = ({ by: { seat = -1 } }, { mine, names }) =>
  seat === mine ? words.house.you_asked : words.house.asked(names[seat]);

/** Lines that are no events of the game (core/match_log.js). @type {{[event: string]: (line: LogLine, helpers: Helpers) => string}} */
const extra_sentences = { asked_house: advice_request_line, dice_late: ({ event }, helpers) => late_value_text(seat_of(event) ?? -1, helpers) };

/** The reason why a move was made without its player. @param {LogLine} line @param {GameView} game @param {Helpers} helpers */
function move_reason(line, game, helpers) {
  const { by } = line;
  if (is_late(line, game, helpers.options)) return by.of === helpers.mine ? words.table.by_clock_for_you : words.table.by_clock;
  if (!by.house || by.seat === undefined) return null;
  return by.seat === helpers.mine ? words.table.by_house_for_you : words.table.by_house(helpers.names[by.seat]);
}

/**
 * That the clock made the reader's last move, as long as nobody has moved since, and once more on the reader's next turn.
 * @param {Pick<Table, 'log' | 'options'>} table @param {GameView} game @param {number | null} mine @param {boolean} asked the reader is to move
 */
export function clock_note({ log, options }, game, mine, asked) {
  const late = (/** @type {LogLine} */ line) => is_late(line, game, options);
  const own = log.findLast((line) => (late(line) ? line.by.of : line.by.seat) === mine);
  return own && late(own) && (asked || own.seq === log.at(-1)?.seq) ? words.table.by_clock_for_you : null;
}

/** Adds lines behind those of their entries. @param {LogText[]} lines @param {LogText[]} more @returns {LogText[]} */
export const merge_lines = (lines, more) => (more.length === 0 ? lines : [...lines, ...more].sort((a, b) => a.seq - b.seq));

/** A value for the dice came too late. @param {number} seat @param {Pick<Helpers, 'mine' | 'names'>} helpers */
export const late_value_text = (seat, { mine, names }) => (seat === mine ? words.table.dice_late_you : words.table.dice_late(names[seat]));

/**
 * The newest entry in one line; of the events before the first turn or before we joined, only the last.
 * @param {LogText[]} lines
 */
export function newest_entry_text(lines) {
  const seq = lines.at(-1)?.seq;
  if (!seq) return ''; // events sent together to a player who joined later
  if (seq === 1) return lines.at(-1)?.text ?? '';
  return lines
    .filter((line) => line.seq === seq)
    .map(({ text }) => text)
    .join(' ');
}

/** @param {LogText[]} lines */
export function log(lines) {
  return html`<div class="lines log" role="log" aria-live="off" tabindex="0" aria-label=${words.table.log}>
    <ol>
      ${lines.map(({ text }) => html`<li>${text}</li>`)}
    </ol>
  </div>`;
}
