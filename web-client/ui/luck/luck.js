// @ts-check
// What luck gave and what decisions gave away, below the result of a match and in its replay.
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { button, on_link_click, seat_tokens, without_moves } from '../parts.js';
import { scrolled, table_of } from '../tables.js';
import { die } from '../game/die.js';
import { replay_frames } from '../history/frames.js';
import { names_of } from '../history/summary.js';
import { words as page_words } from '../../i18n/words.js';
import { fetch_analysis } from './asking.js';
import { curve } from './curve.js';
import { change, cost_of_others, cost_shown, progress_of, figure, analysis_summary, analysis_remark, luck_shown, rounded, sentences, unit_of_sums, why_better } from './figures.js';
import { words } from './words.js';

/** @import { Actions, Found, MatchHistory, State } from '../../core/shapes.js' */
/** @import { GameView, Helpers } from '../../games/contract.js' */
/** @import { Move } from '../../core/types.js' */
/** @import { Frame, Record } from '../history/frames.js' */
/** @import { Account, CostlyDecision, NoAnalysis, Seat, Swing, Unit } from './figures.js' */
/** What the parts of the panel have in common. @typedef {{account: Account, record: Record, frames: Frame[], names: string[], game: GameView, mine: number | null, state: State, act: Actions}} About */

/** @param {string} match @param {MatchHistory} match_history @returns {Found<Account | NoAnalysis>} */
const account_of = (match, match_history) => match_history.cached(`luck ${match}`, () => fetch_analysis(match));

/**
 * The panel, which can be folded away. Nothing where the server makes no accounts.
 * @param {State} state @param {string} match @param {GameView} game @param {Actions} act @param {MatchHistory} match_history
 */
export function panel(state, match, game, act, match_history) {
  const { luck: open } = state.choices;
  const found = open ? account_of(match, match_history) : null;
  if (found?.state === 'missing') return nothing;
  const on_toggle = (/** @type {Event} */ event) => {
    const now = /** @type {HTMLDetailsElement} */ (event.currentTarget).open;
    if (now !== open) act.choose({ luck: now });
  };
  return html`<section class="luck" aria-label=${page_words.result.luck}>
    <details class="sheet" ?open=${open} @toggle=${on_toggle}>
      <summary><h2>${page_words.result.luck}</h2></summary>
      ${found ? content(found, state, match, game, act, match_history) : nothing}
    </details>
  </section>`;
}

/** @param {Found<Account | NoAnalysis>} found @param {State} state @param {string} match @param {GameView} game @param {Actions} act @param {MatchHistory} match_history */
function content(found, state, match, game, act, match_history) {
  /** @type {Found<Record>} */
  const looked = match_history.load(`matches/${match}?views=1`);
  if (found.state === 'failed' || (looked.state !== 'here' && looked.state !== 'coming'))
    return html`<p role="alert">${words.later}</p>
      ${button(words.again, () => match_history.retry_failed())}`;
  if (found.state !== 'here' || looked.state !== 'here') return html`<p class="luck-waits hint" role="status">${words.coming}</p>`;
  const account = found.data;
  if (account.why_not !== undefined) return html`<p>${/** @type {{[why: string]: string}} */ (words.why_not)[account.why_not] ?? account.text}</p>`;
  const record = looked.data;
  const own = record.seats.findIndex(({ id }) => id !== null && id === state.me?.id);
  return account_view({ account, record, frames: replay_frames(record), names: names_of(record), game, mine: own < 0 ? null : own, state, act });
}

/** The seat whose decisions come first: the reader's, else the winner's. @param {About} about */
const first_seat = ({ mine, record }) => mine ?? record.result?.winners[0] ?? 0;

/** @param {About} about */
function account_view(about) {
  const { account, record, frames, names } = about;
  const { unit, seats, until } = account;
  const first = first_seat(about);
  const order = [first, ...seats.map(({ seat }) => seat).filter((seat) => seat !== first)];
  const summed = unit_of_sums(account);
  const { token } = seat_tokens({ names, players: record.seats });
  const has_luck = seats.some(({ curve: some }) => some.length > 1);
  const own = seats[first];
  const marked = [
    ...costly_decisions(about, own).map(({ entry }, at) => ({ seat: first, entry, symbol: `${at + 1}` })),
    ...(own.luckiest ? [{ seat: first, entry: own.luckiest.entry, symbol: '★' }] : []),
  ];
  const more = until < (frames[frames.length - 1]?.seq ?? until);
  return html`<ul class="luck-lines">
      ${order.map((seat) => html`<li>${token(seat)}<p>${sentences(summed, seats[seat], seat === about.mine ? null : names[seat]).join(' ')}</p></li>`)}
    </ul>
    ${has_luck ? curve({ unit, progress: progress_of(account, frames), names, marked }) : nothing}
    <div class="luck-parts">
      ${costly_section(about, own)} ${has_luck ? html`<section>${sums_table(about, order)} ${swing_list(about, own)}</section>` : nothing}
    </div>
    ${order.slice(1).map((seat) => (costly_decisions(about, seats[seat]).length > 0 ? html`<details class="luck-of"><summary>${words.dearest_of(names[seat])}</summary>${costly_list(about, seats[seat])}</details>` : nothing))}
    <p class="hint luck-kind ${account.exact ? 'exact' : 'rough'}">${analysis_remark(account)}${more ? ` ${words.extra}` : ''}</p>`;
}

// ---- the decisions

/** The dearest decisions that cost as much as can be shown. @param {About} about @param {Seat} seat */
const costly_decisions = ({ account: { unit } }, seat) => seat.dearest.filter(({ cost }) => rounded(unit, cost) > 0);

/** @param {About} about @param {Seat} seat */
const costly_section = (about, seat) =>
  costly_decisions(about, seat).length === 0
    ? nothing
    : html`<section>
        <h3>${seat.seat === about.mine ? words.dearest : words.dearest_of(about.names[seat.seat])} ${unit_hint(about.account.unit)}</h3>
        ${costly_list(about, seat)} ${hint(cost_of_others(about.account, seat))}
      </section>`;

/** Of figures that do not say it themselves. @param {Unit} unit */
const unit_hint = (unit) => (unit === 'points' || unit === 'pot' ? html`<small>${words.in_unit[unit]}</small>` : nothing);

/** @param {string | null} text */
const hint = (text) => (text ? html`<p class="hint">${text}</p>` : nothing);

/** @param {About} about @param {Seat} seat */
const costly_list = (about, seat) => html`<ol class="dearest">${costly_decisions(about, seat).map((one, at) => decision(about, seat, one, at + 1))}</ol>`;

/** @param {About} about @param {Seat} seat @param {CostlyDecision} dear @param {number} place */
function decision(about, { seat }, dear, place) {
  const { entry, chosen, best, interval } = dear;
  const { account, frames, game } = about;
  const before = frames.find(({ seq }) => seq === entry - 1);
  const move_description = (/** @type {Move} */ move) => (before && game.describe_move?.(move, before.view, { seat, n: 0, moves: [] }, helpers_of(about, seat))) || { text: Object.values(move).flat().join(' '), shown: undefined };
  const lay = before && game.show_position?.(before.view, helpers_of(about, seat));
  const when = before ? lay?.when ?? page_words.table.round(before.view.round) : '';
  return html`<li>
    <span class="number" aria-hidden="true">${place}</span>
    <p class="when"><b>${when}</b>${lay?.note ? html` <span>${lay.note}</span>` : nothing}</p>
    <b class="cost">${change(account.unit, -cost_shown(account.unit, dear))}</b>
    <div class="what">
      ${interval ? html`<p class="hint">${words.between(figure(account.unit, interval[0]), figure(account.unit, interval[1]))}</p>` : nothing}
      ${lay ? html`<p class="lay"><span aria-hidden="true">${lay.shown}</span><span class="unseen">${lay.label}</span></p>` : nothing}
      <div class="there">
        <dl>
          <dt>${words.chosen}</dt>
          <dd>${move_view(move_description(chosen))}</dd>
          <dt>${words.better}</dt>
          <dd>${move_view(move_description(best))}</dd>
        </dl>
        ${replay_link(about, entry - 1, when)} ${try_again(about, seat, entry, when)}
      </div>
      ${hint(why_better(account.unit, dear))}
    </div>
  </li>`;
}

/** To decide once more, where the worth of every move is known. @param {About} about @param {number} seat @param {number} entry @param {string} when */
function try_again({ account, record, act }, seat, entry, when) {
  if (account.seats[seat].luck === null) return nothing;
  const page = /** @type {const} */ ({ at: 'practice', position: `${record.id}.${entry}` });
  return html`<a class="link" href=${act.address(page)} aria-label=${words.try_at(when)} @click=${on_link_click(() => act.show(page))}><span aria-hidden="true">${words.try_again}</span></a>`;
}

/** @param {import('../../games/contract.js').MoveDescription} said */
const move_view = ({ text, shown: drawn }) => (drawn ? html`<span class="unseen">${text}</span><span aria-hidden="true">${drawn}</span>` : text);

/** To the table as it lay: in the replay that is open, or to it. @param {About} about @param {number} seq @param {string} when */
function replay_link({ record, frames, state, act }, seq, when) {
  const page = /** @type {const} */ ({ at: 'match', id: record.id, entry: seq });
  const here = state.page.at === 'match' && state.page.id === record.id;
  const look = () => {
    if (!here) return act.show(page);
    act.show_entry(frames.findIndex((frame) => frame.seq === seq));
    document.querySelector('.replay')?.scrollIntoView({ block: 'start' });
    /** @type {HTMLElement | null} */ (document.querySelector('.replay .seek input'))?.focus({ preventScroll: true });
  };
  return html`<a class="link" href=${act.address(page)} aria-label=${words.look_at(when)} @click=${on_link_click(look)}>${icons.play()}<span aria-hidden="true">${words.look}</span></a>`;
}

/** Helpers for words only: nothing can be played. @param {About} about @param {number} seat @returns {Helpers} */
const helpers_of = ({ record, names, mine }, seat) =>
  ({ ...without_moves, ...seat_tokens({ names, players: [] }), names, mine: seat === mine ? mine : null, options: record.settings.options, events: [], log: [], seq: 0 });

// ---- what made the result

/** @param {About} about @param {number[]} order */
function sums_table({ account: { unit, seats }, names }, order) {
  const those = order.map((seat) => seats[seat]);
  const row = (/** @type {string} */ title, /** @type {(seat: Seat) => string} */ value) => [title, ...those.map(value)];
  const has_nonzero = (/** @type {(seat: Seat) => number | null} */ value) => those.some((seat) => rounded(unit, value(seat) ?? 0) !== 0);
  const decision_row = (/** @type {'own' | 'house' | 'clock'} */ who) => row(words[who], ({ decisions }) => change(unit, -decisions[who].cost));
  const rows = [
    row(words.expected, ({ start }) => figure(unit, start ?? 0)),
    row(words.luck_share, (seat) => change(unit, luck_shown(unit, seat) ?? 0)),
    decision_row('own'),
    ...(has_nonzero(({ decisions }) => decisions.house.cost) ? [decision_row('house')] : []),
    ...(has_nonzero(({ decisions }) => decisions.clock.cost) ? [decision_row('clock')] : []),
    ...(has_nonzero(({ others }) => others) ? [row(words.others, ({ others }) => change(unit, others ?? 0))] : []),
    row(words.end, ({ result }) => figure(unit, result ?? 0)),
  ];
  const head = [html`<span class="unseen">${words.made}</span>`, ...order.map((seat) => names[seat])];
  return html`<h3>${words.made} ${unit_hint(unit)}</h3>
    ${scrolled(words.made, table_of(head, rows, 'figures sums'))}`;
}

/** @param {About} about @param {Seat} seat */
const swing_list = (about, { seat, luckiest, unluckiest }) =>
  html`<dl class="swings">${luckiest ? swing(about, seat, words.luckiest, luckiest, 'lucky') : nothing}${unluckiest ? swing(about, seat, words.unluckiest, unluckiest, 'unlucky') : nothing}</dl>`;

/** A throw that changed most for a seat, whoever threw. @param {About} about @param {number} seat @param {string} title @param {Swing} what @param {string} kind */
function swing(about, seat, title, { entry, change: by }, kind) {
  const { account, frames, game, names } = about;
  const at = frames.findIndex(({ seq }) => seq === entry);
  const before = frames[at - 1];
  const rolled = frames[at]?.events.find((event) => event.e === 'rolled');
  const dice = rolled?.dice ?? [];
  const thrower = rolled && rolled.seat !== seat ? ` ${words.thrown_by(names[rolled.seat])}` : '';
  const draw = (/** @type {string | number} */ face) => game.pieces?.draw(`${face}`) ?? die(Number(face));
  const name = (/** @type {string | number} */ face) => game.pieces?.name(`${face}`) ?? `${face}`;
  const when = before ? game.show_position?.(before.view, helpers_of(about, seat))?.when ?? page_words.table.round(before.view.round) : '';
  return html`<div class=${kind}>
    <dt>${kind === 'lucky' ? html`<span aria-hidden="true">★ </span>` : nothing}${title}</dt>
    <dd>
      <span class="lay"><span aria-hidden="true">${dice.map(draw)}</span><span class="unseen">${dice.map(name).join(' ')}</span></span>
      <span><b>${change(account.unit, by)}</b> <span class="when">${when}${thrower}</span></span>
      ${replay_link(about, entry, when)}
    </dd>
  </div>`;
}

// ---- the share

/**
 * The account in lines, for who is told of the result; none as long as it is not on the page.
 * @param {State} state @param {string} match @param {string[]} names @param {MatchHistory} match_history
 */
export function analysis_lines(state, match, names, match_history) {
  const found = state.choices.luck ? account_of(match, match_history) : null;
  return found?.state === 'here' && found.data.why_not === undefined ? analysis_summary(found.data, names) : [];
}
