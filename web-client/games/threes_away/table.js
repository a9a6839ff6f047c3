// @ts-check
// The Threes Away table: renders the view and offers the listed moves. The view tells what dice count and which scores are too high.
import { dice_field, single_die } from '../../ui/game/dice.js';
import { die } from '../../ui/game/die.js';
import { keyed, html, nothing } from '../../ui/lit.js';
import { stylesheet } from '../../core/stylesheet.js';
import { page_texts, words as page_words } from '../../i18n/words.js';
import { action_button } from '../action_button.js';
import { best_event } from '../../ui/game/best.js';
import { make_event_formatter } from '../say.js';
import { effects } from './effects.js';
import { table_view } from './felt.js';
import { options, reasons, says, words } from './words.js';

/** @import { ThreesAwayEvent as GameEvent, ThreesAwayMove as Move, ThreesAwayRunningView as Running, ThreesAwayTurn as Turn, ThreesAwayWholeView as View } from '../../../js/protocol.js' */
/** What belongs to this game. @typedef {{view: View, event: GameEvent, move: Move, local: {at: number, plan: Plan}}} Own */
/** @typedef {import('../contract.js').Helpers<Own>} Helpers */
/** @typedef {import('../../core/match_log.js').LogLine<GameEvent>} Line */
/** @typedef {import('../../core/types.js').You<Move>} You */
/** A player's selection for the dice of a throw, by position. @typedef {Map<number, 'kept' | 'turned'>} Plan */

await Promise.all([stylesheet('ui/dice.css'), stylesheet('games/threes_away/style.css')]);

/** @param {View} view @param {You | null} you @param {Helpers} helpers */
function render(view, you, helpers) {
  return html`${table_view(view, helpers)} ${view.turn ? tray_view(view, view.turn, you, helpers) : last_tray_view(helpers)}`;
}

/** The dice and their controls. @param {View} view @param {Turn} turn @param {You | null} you @param {Helpers} helpers */
function tray_view(view, turn, you, helpers) {
  const acting = you !== null && you.moves.length > 0 && turn.seat === helpers.mine;
  const plan = acting ? current_plan(turn, you, helpers) : new Map();
  return html`<section class="tray threes-tray ${helpers.locked ? 'locked' : ''} ${helpers.mine === null ? 'watched' : ''}" data-spot="tray" aria-label=${words.dice}>
    ${kept_dice(turn, helpers)} ${goal_view(view, turn, acting)} ${thrown_dice(turn, acting, plan, helpers)}
    ${helpers.mine === null ? html`<p class="actions hint">${words.others(helpers.names[turn.seat])}</p>` : action_buttons(turn, acting, plan, helpers)}
    ${helpers.trouble}
  </section>`;
}

/** After the last turn, its dice stay visible. @param {Helpers} helpers */
function last_tray_view(helpers) {
  const before = previous_turn(helpers);
  return before
    ? html`<section class="tray threes-tray over" data-spot="tray" aria-label=${words.dice}>${kept_before(before, helpers)} ${helpers.over}</section>`
    : helpers.over;
}

/**
 * The final dice of the previous player, who has scored or is out.
 * @param {Helpers} helpers
 * @returns {{seat: number, dice: number[], points: number | null} | null}
 */
function previous_turn({ log }) {
  const is_end = (/** @type {Line} */ { event: { e } }) => e === 'scored' || e === 'out';
  const end = log.findLastIndex(is_end);
  const last = log[end]?.event;
  if (last?.e !== 'scored' && last?.e !== 'out') return null;
  const start = log.slice(0, end).findLastIndex(is_end);
  const dice = log.slice(start + 1, end).flatMap(({ event }) => (event.e === 'kept' && event.seat === last.seat ? event.dice : []));
  return { seat: last.seat, dice, points: last.e === 'scored' ? last.points : null };
}

/** How dice that were set aside are turned, in degrees. */
const turns = [-4, 3, -2, 5, -3];

/** @param {{seat: number, dice: number[], points: number | null}} before @param {Helpers} helpers */
const kept_before = ({ seat, dice, points }, { names }) =>
  html`<div class="threes-kept leather before">
    <ol aria-label=${words.kept_dice(dice)}>
      ${dice.map((face, at) => html`<li>${single_die(face, turns[at % turns.length])}</li>`)}
    </ol>
    <p class="threes-sum cut">${names[seat]} <b>${points ?? words.out}</b></p>
  </div>`;

/**
 * The dice set aside so far, and their sum; before the first throw, those of the previous player.
 * @param {Turn} turn @param {Helpers} helpers
 */
function kept_dice(turn, helpers) {
  const before = turn.throws === 0 ? previous_turn(helpers) : null;
  if (before && before.dice.length > 0) return kept_before(before, helpers);
  const last = helpers.events.filter((event) => event.e === 'kept').findLast(({ seat }) => seat === turn.seat);
  const fresh = last && turn.dice.length === 0 ? turn.kept.length - last.dice.length : turn.kept.length;
  const slots = turn.kept.length + turn.dice.length + turn.in_hand;
  return html`<div class="threes-kept leather">
    <ol aria-label=${words.kept_dice(turn.kept)}>
      ${Array.from({ length: slots }, (_, at) => {
        const lands = at >= fresh && at < turn.kept.length;
        return keyed(lands ? helpers.seq : null, html`<li class=${lands ? 'lands' : at < turn.kept.length ? '' : 'empty'}>${at < turn.kept.length ? single_die(turn.kept[at], turns[at % turns.length]) : nothing}</li>`);
      })}
    </ol>
    <p class="threes-sum">${words.sum} <b>${turn.sum}</b></p>
  </div>`;
}

/** The score to reach and its probability. @param {View} view @param {Turn} turn @param {boolean} acting */
function goal_view({ lowest, cap }, turn, acting) {
  const free = lowest === undefined && cap === undefined;
  return html`<p class="threes-goal">
    ${turn.goal ? words.goal(turn.goal, acting) : free ? words.no_goal : nothing}
  </p>`;
}

/**
 * The dice of this throw, to select from.
 * @param {Turn} turn @param {boolean} acting @param {Plan} plan
 * @param {Helpers} helpers
 */
function thrown_dice(turn, acting, plan, helpers) {
  const faces = turn.dice.map((face, at) => (plan.get(at) === 'turned' ? opposite_face(face) : face));
  const fell = helpers.events.some((event) => (event.e === 'rolled' || event.e === 'bottoms') && event.seat === turn.seat);
  const toggle_die = (/** @type {number} */ at) => {
    if (helpers.shaking) return; // they are being thrown
    const next = new Map(plan);
    const turns = worth_turned(turn, at) !== null;
    if (!plan.has(at)) next.set(at, 'kept');
    else if (turns && plan.get(at) === 'kept') next.set(at, 'turned');
    else next.delete(at);
    helpers.keep({ at: helpers.seq, plan: next });
  };
  const count = turn.dice.length + turn.in_hand;
  const all = Array.from({ length: count }, (_, at) => at);
  const move = helpers.shaking?.move;
  const set_aside = move?.do === 'keep' ? move.dice : [];
  const line = helpers.log.findLast(({ event: { e } }) => e === 'rolled' || e === 'bottoms');
  return dice_field({
    dice: faces,
    seed: `${line?.seq ?? helpers.seq} ${turn.dice}`,
    thrown: [...faces.keys()],
    fresh: fell,
    shaken: helpers.shaking ? all.filter((at) => !set_aside.includes(at)) : [],
    held: new Set(plan.keys()),
    toggle: acting && faces.length > 0 ? toggle_die : null,
    words: {
      name: (at, face) => words.die(at, face, worth(turn, at, plan), plan.get(at)),
      note: (at) => (turn.worth[at] === undefined ? null : worth(turn, at, plan) > 0 && plan.get(at) === 'turned' ? words.turned : words.counts(worth(turn, at, plan))),
    },
  });
}

/** @param {Turn} turn @param {boolean} acting @param {Plan} plan @param {Helpers} helpers */
function action_buttons(turn, acting, plan, helpers) {
  if (!acting || helpers.listed({ do: 'roll' })) {
    const label = acting ? words.roll(turn.in_hand || turn.dice.length) : words.others(helpers.names[turn.seat]);
    return html`<div class="actions">
      ${action_button(helpers, { move: { do: 'roll' }, kind: 'primary', label, keys: 'Space', throws: true })}
    </div>`;
  }
  const bottoms = helpers.listed({ do: 'bottoms' });
  const keep = helpers.listed(keep_move(plan));
  const turnable = turn.worth_turned !== undefined;
  const sum = [...plan.keys()].reduce((total, at) => total + worth(turn, at, plan), turn.sum);
  const beaten = turn.limit !== undefined && sum > turn.limit;
  const more = plan.size === 0 ? words.how(turnable) : keep ? words.makes(sum, beaten) : words.not_so;
  const label = plan.size === turn.dice.length ? words.stop : words.keep(plan.size);
  return html`<div class="actions">
    ${bottoms ? action_button(helpers, { move: bottoms, kind: 'bottoms', label: words.bottoms, more: words.turn_all, throws: true }) : nothing}
    ${action_button(helpers, { move: keep, kind: 'primary', label, more, keys: 'Enter', throws: true })}
  </div>`;
}

/**
 * The selection for this throw; initially the dice that every listed move contains.
 * @param {Turn} turn @param {You} you @param {Helpers} helpers @returns {Plan}
 */
function current_plan(turn, you, { local, seq }) {
  if (local.at === seq && local.plan) return local.plan;
  const keeps = you.moves.filter((move) => move.do === 'keep');
  const in_all = [...turn.dice.keys()].filter((at) => keeps.every((move) => move.dice.includes(at)));
  return new Map(keeps.length > 0 ? in_all.map((at) => [at, 'kept']) : []);
}

/** @param {Plan} plan @returns {Move} */
function keep_move(plan) {
  const dice = [...plan.keys()].sort();
  const turned = dice.filter((at) => plan.get(at) === 'turned');
  return turned.length > 0 ? { do: 'keep', dice, turned } : { do: 'keep', dice };
}

/** Null where the die may not be turned over. @param {Turn} turn @param {number} at */
const worth_turned = (turn, at) => turn.worth_turned?.[at] ?? null;
/** @param {Turn} turn @param {number} at @param {Plan} plan @returns {number} */
const worth = (turn, at, plan) => (plan.get(at) === 'turned' ? (worth_turned(turn, at) ?? 0) : turn.worth[at]);
/** The opposite face of a die. @param {number} face */
const opposite_face = (face) => 7 - face;

/** The value in charts: chips, since the score is only that of the round. @param {View} view @param {number} seat */
const chart_value = (view, seat) => view.seats[seat].chips;
const draw_thing = () => html`<span class="threes-chip"></span>`;
/** @param {number} _ @param {number} chips */
const score_with_unit = (_, chips) => words.chips(chips);

/** @param {Move} move @param {Running} view @param {You} _ @param {Helpers} helpers */
function describe_move(move, { turn }, _, helpers) {
  if (move.do === 'bottoms') return { text: words.bottoms };
  if (move.do === 'roll') return { text: words.roll(turn.in_hand) };
  const turned = move.turned ?? [];
  /** @type {Plan} */
  const plan = new Map(move.dice.map((at) => [at, turned.includes(at) ? 'turned' : 'kept']));
  const faces = move.dice.filter((at) => !turned.includes(at)).map((at) => turn.dice[at]);
  const others = turned.map((at) => turn.dice[at]);
  return { text: words.keeping(faces.sort(), others.sort()), choose: () => helpers.keep({ at: helpers.seq, plan }) };
}

/** @param {Running} view @returns {import('../contract.js').ShownPosition} */
const show_position = ({ turn: { dice, kept: before }, pot_number, pots }) =>
  ({ shown: html`${dice.map((face) => die(face))}`, label: dice.join(' '), note: words.kept_dice(before), when: words.pot_of(pot_number, pots) });

/** The view before the throw, with the new dice and their worth. @param {View} before @param {Running} now @param {GameEvent[]} events */
function view_while_rolling(before, now, events) {
  const { seat, dice } = events.findLast((event) => event.e === 'rolled' || event.e === 'bottoms') ?? now.turn;
  const worth = now.turn?.seat === seat ? now.turn.worth : [];
  const turn = before.turn?.seat === seat ? { ...before.turn, dice, in_hand: 0, worth, worth_turned: undefined } : before.turn;
  return { ...before, turn };
}

/** @param {string} moment @param {View} _ @param {GameEvent[]} events */
function describe_moment(moment, _, events) {
  const [kind, chips] = moment.split(' ');
  if (kind === 'pot') return words.pot(Number(chips));
  const face = kind === 'moon' ? 6 : (events.findLast((event) => event.e === 'kept')?.dice[0] ?? 3); // all that are kept for a zero count nothing
  return { word: kind === 'moon' ? words.moon : words.zero, pieces: Array.from({ length: 5 }, () => (/** @type {number} */ turn) => single_die(face, turn)) };
}

/** @param {Line[]} log */
function best_moment(log) {
  const event = best_event(log, 'scored', ({ points }) => -points);
  return event && { seat: event.seat, text: words.only(page_texts.units.points(event.points)) };
}

const hints = ['.tray .actions .primary', '.tray .dice', '.threes-felt'].map((at, step) => ({ at, text: words.hints[step] }));

const { throw: throws, keep, go } = page_words.menu.keys_do;

export default /** @satisfies {import('../contract.js').GameView<Own>} */ ({ hints, options, shortcuts: [throws, keep, go], reasons, best_moment, render, view_while_rolling, describe_moment, describe_move, show_position, say: make_event_formatter(says), effects, draw_thing, score_with_unit, players: true, cup: true, shows_result: true, chart_value });
