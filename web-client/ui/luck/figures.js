// @ts-check
// The account of a match (protocol/README.md, section 10) as figures and sentences. Pure.
import { page_texts, number, percent, tenths } from '../../i18n/words.js';
import { words } from './words.js';

/** @import { Frame } from '../history/frames.js' */
/** @import { Move } from '../../core/types.js' */
/** @typedef {'points' | 'win' | 'ahead' | 'pot'} Unit */
/** @typedef {{count: number, cost: number}} DecisionTotals */
/** @typedef {{entry: number, chosen: Move, best: Move, cost: number, worth?: [number, number], this_turn?: number, interval?: [number, number]}} CostlyDecision */
/** @typedef {{entry: number, change: number}} Swing */
/**
 * @typedef {{seat: number, start: number | null, result: number | null, luck: number | null, others: number | null, given_away: number,
 *     decisions: {own: DecisionTotals, house: DecisionTotals, clock: DecisionTotals}, curve: [number, number][], dearest: CostlyDecision[],
 *     luckiest: Swing | null, unluckiest: Swing | null}} Seat
 */
/** @typedef {{unit: Unit, exact: boolean, until: number, seats: Seat[], why_not?: undefined}} Account */
/** @typedef {{why_not: string, text: string}} NoAnalysis */
/** A line of the curve: what has the same number is one stroke. @typedef {{x: number, value: number, stroke: number}[]} Line */
/** @typedef {{by_round: boolean, lines: Line[], steps: {at: number, values: (number | null)[]}[], x_of: (entry: number) => number}} Progress */

/** The unit of a sum of decisions: where the chance is that of each game, they add up to games. @param {Account} account @returns {Unit | 'games'} */
export const unit_of_sums = ({ unit, seats }) => (unit === 'win' && seats.every(({ luck }) => luck === null) ? 'games' : unit);

/** Whether a value is a share of 1. @param {Unit | 'games'} unit */
export const is_share = (unit) => unit === 'win' || unit === 'ahead';

/** Rounds a value as it is shown, so that a shown zero is zero. @param {Unit | 'games'} unit @param {number} value */
export const rounded = (unit, value) => (unit === 'points' ? Math.round(value * 10) / 10 : unit === 'pot' || unit === 'games' ? Math.round(value * 100) / 100 : Math.round(value * 1000) / 1000);

/** A value without its sign, with its unit, for a sentence. @param {Unit | 'games'} unit @param {number} value */
export function amount(unit, value) {
  const size = Math.abs(rounded(unit, value));
  if (is_share(unit)) return words.points_of_share(size < 0.1 ? Math.round(size * 1000) / 10 : Math.round(Math.abs(value) * 100));
  if (unit === 'pot') return words.pots(size);
  if (unit === 'games') return page_texts.units.games(size);
  return page_texts.units.points(size < 10 ? size : Math.round(Math.abs(value)));
}

/** A value for a table. @param {Unit | 'games'} unit @param {number} value */
export const figure = (unit, value) => (is_share(unit) ? minus(percent(rounded(unit, value), 1)) : unit === 'pot' || unit === 'games' ? number(rounded(unit, value)) : tenths(rounded(unit, value)));
/** A change for a table, with its sign. @param {Unit | 'games'} unit @param {number} value */
export const change = (unit, value) => (rounded(unit, value) > 0 ? `+${figure(unit, value)}` : figure(unit, rounded(unit, value) === 0 ? 0 : value));
/** @param {string} text */
const minus = (text) => text.replace('-', '−');

/** The cost of a decision: the difference of the figures that are shown beside it. @param {Unit} unit @param {CostlyDecision} dear */
export const cost_shown = (unit, { worth, cost }) => (worth && unit !== 'pot' ? rounded(unit, rounded(unit, worth[1]) - rounded(unit, worth[0])) : cost);

/** The luck of a seat, so that the figures of the sums that are shown add up. @param {Unit} unit @param {Seat} seat */
export function luck_shown(unit, { start, result, luck, others, decisions }) {
  if (start === null || result === null || luck === null) return luck;
  const costs = Object.values(decisions).reduce((sum, { cost }) => sum + rounded(unit, cost), 0);
  return rounded(unit, rounded(unit, result) - rounded(unit, start) + costs - rounded(unit, others ?? 0));
}

/** A sentence for the reader, or about somebody else. @param {{you: string | ((...values: string[]) => string), them: (...values: string[]) => string}} said @param {string | null} name null: the reader @param {string[]} values */
const name_sentence = ({ you, them }, name, ...values) => (name === null ? (typeof you === 'string' ? you : you(...values)) : them(name, ...values));

/**
 * Sentences on what luck gave and decisions cost.
 * @param {Unit | 'games'} unit @param {Seat} seat @param {string | null} name null: the reader
 */
export function sentences(unit, { luck, given_away, decisions }, name) {
  const said = [];
  if (luck !== null && unit !== 'ahead' && unit !== 'games') {
    const shown = rounded(unit, luck);
    const way = words.luck[unit][shown > 0 ? 'more' : shown < 0 ? 'less' : 'even'];
    said.push(name_sentence(way, name, ...(shown === 0 ? [] : [amount(unit, luck)])));
  }
  const count = decisions.own.count + decisions.house.count + decisions.clock.count;
  if (count > 0) {
    const free = rounded(unit, given_away) === 0;
    const sentence = free ? name_sentence(words.nothing, name) : name_sentence(words.cost[unit === 'games' ? 'points' : unit], name, amount(unit, given_away));
    said.push(words.of(sentence, words.decisions(count)));
  }
  return said;
}

/** Why the better move is better, where numbers say it. @param {Unit} unit @param {CostlyDecision} dear @returns {string | null} */
export function why_better(unit, dear) {
  const { worth, this_turn } = dear;
  if (!worth) return null;
  const [chosen, best] = worth.map((value) => (unit === 'points' ? tenths(rounded(unit, value)) : percent(rounded('win', value), 1)));
  const later = this_turn === undefined ? 0 : rounded(unit, cost_shown(unit, dear) - rounded(unit, this_turn)); // so that the figures add up
  if (rounded(unit, later) !== 0) return words.why.turns(best, chosen, change(unit, /** @type {number} */ (this_turn)), change(unit, later));
  return words.why[unit](best, chosen);
}

/** The cost of the decisions that are not named, or null. @param {Account} account @param {Seat} seat @returns {string | null} */
export function cost_of_others(account, { decisions: { own }, dearest }) {
  const unit = unit_of_sums(account);
  const rest = dearest.reduce((left, { cost }) => left - (rounded(account.unit, cost) > 0 ? cost : 0), own.cost);
  return rounded(unit, rest) > 0 ? words.rest(amount(unit, rest)) : null;
}

/** A remark on what the numbers are worth. @param {Account} account */
export function analysis_remark({ unit, exact, seats }) {
  const chosen = seats.some(({ decisions: { own, house, clock } }) => own.count + house.count + clock.count > 0);
  if (!chosen && seats.some(({ luck }) => luck !== null)) return words.no_choice;
  if (exact) return words.exact;
  if (unit === 'ahead') return words.many;
  return seats.every(({ luck }) => luck === null) ? words.simulated : words.estimate;
}

export const least_rounds = 3;

/**
 * The curves of all seats: by round if there are several, else by entry. Of pots always by entry, because each begins anew.
 * @param {Account} account @param {Frame[]} frames
 * @returns {Progress}
 */
export function progress_of({ unit, until, seats }, frames) {
  const round_at = rounds_of(frames);
  const rounds = [...new Set([...round_at.values()])];
  const by_round = unit !== 'pot' && rounds.length >= least_rounds;
  const factor = unit === 'points' ? 1 : 100;
  if (!by_round) {
    const entries = [...new Set(seats.flatMap(({ curve }) => curve.map(([entry]) => entry)))].sort((a, b) => a - b);
    const breaks = new Set(seats.flatMap(({ curve }) => curve.filter(([entry], at) => at > 0 && curve[at - 1][0] === entry).map(([entry]) => entry)));
    const lines = seats.map(({ curve }) => step_line(curve, breaks, until, factor));
    const steps = entries.map((at) => ({ at, values: seats.map(({ curve }) => value_at(curve, at)) }));
    return { by_round, lines, steps, x_of: (entry) => entry };
  }
  const last_of = new Map([...round_at].filter(([entry]) => entry <= until).map(([entry, round]) => [round, entry]));
  const ends = [1, ...last_of.values()];
  const steps = ends.map((entry, at) => ({ at: at === 0 ? 0 : [...last_of.keys()][at - 1], values: seats.map(({ curve }) => value_at(curve, entry)) }));
  const lines = seats.map((_, seat) => steps.flatMap(({ values }, x) => (values[seat] === null ? [] : [{ x, value: factor * values[seat], stroke: 0 }])));
  return { by_round, lines, steps, x_of: (entry) => Math.max(0, steps.findIndex(({ at }) => at === round_at.get(entry))) };
}

/** The round in which each entry was played: that of the view before it. @param {Frame[]} frames @returns {Map<number, number>} */
const rounds_of = (frames) => new Map(frames.slice(1).map(({ seq }, at) => [seq, frames[at].view.round]));

/**
 * Steps: a value stays until the entry that changes it. Where one pot ends and the next begins, a new stroke begins.
 * @param {[number, number][]} curve @param {Set<number>} breaks the entries with two points, of some seat @param {number} until @param {number} factor
 */
function step_line(curve, breaks, until, factor) {
  /** @type {Line} */
  const line = [];
  let stroke = 0;
  for (const [at, [entry, value]] of curve.entries()) {
    const before = line[line.length - 1];
    const second = before && curve[at - 1][0] === entry;
    if (before && !second) line.push({ ...before, x: entry });
    if (second || (breaks.has(entry) && curve[at + 1]?.[0] !== entry)) stroke += 1;
    line.push({ x: entry, value: factor * value, stroke });
  }
  const last = line[line.length - 1];
  return last ? [...line, { ...last, x: until }] : line;
}

/** @param {[number, number][]} curve @param {number} entry */
const value_at = (curve, entry) => curve.filter(([at]) => at <= entry).at(-1)?.[1] ?? null;

/**
 * The account in two lines, for who is told of the result.
 * @param {Account} account @param {string[]} names
 */
export function analysis_summary(account, names) {
  const { seats } = account;
  const unit = unit_of_sums(account);
  const seat_amounts = (/** @type {(seat: Seat) => number | null} */ value, /** @type {typeof change} */ spelled) =>
    seats.flatMap((seat) => {
      const worth = value(seat);
      return worth === null ? [] : [`${names[seat.seat]} ${spelled(unit, worth)}`];
    });
  const luck = seat_amounts((seat) => seat.luck, change);
  const decided = seats.some(({ decisions: { own, house, clock } }) => own.count + house.count + clock.count > 0);
  const cost = decided ? seat_amounts((seat) => seat.given_away, figure) : [];
  return [...(luck.length > 0 ? [words.shared_luck(luck.join(', '))] : []), ...(cost.length > 0 ? [words.shared_cost(cost.join(', '))] : [])];
}
