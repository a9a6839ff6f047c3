// @ts-check
// The table of La Ambiciosa: renders the view and offers the listed moves. Points of a throw and odds of the next one come from the view.
import { dice_field, single_die } from '../../ui/game/dice.js';
import { chips } from '../../ui/game/chips.js';
import { keyed, html, nothing, on_rendered } from '../../ui/lit.js';
import { stylesheet } from '../../core/stylesheet.js';
import { absence_mark } from '../../ui/parts.js';
import { page_texts, gain, number, percent, words as page_words } from '../../i18n/words.js';
import { face_name, body_faces, poker_die } from './dice.js';
import { effects } from './effects.js';
import { expected_gain } from './odds.js';
import { options, says, words } from './words.js';
import { action_button } from '../action_button.js';
import { final_round_banner, says as race_says, words as race_words } from '../race/race.js';
import { best_event } from '../../ui/game/best.js';
import { make_event_formatter } from '../say.js';

/** @import { AmbiciosaEvent as GameEvent, AmbiciosaMove as Move, AmbiciosaRunningView as Running, AmbiciosaWholeView as View } from '../../../js/protocol.js' */
/** What belongs to this game. @typedef {{view: View, event: GameEvent, move: Move, local: object}} Own */
/** @typedef {import('../contract.js').Helpers<Own>} Helpers */
/** @typedef {import('../../core/match_log.js').LogLine<GameEvent>} Line */
/** @typedef {import('../../core/types.js').You<Move>} You */
/** @import { Odds } from './odds.js' */

await Promise.all([stylesheet('ui/dice.css'), stylesheet('games/ambiciosa/style.css')]);

/** @param {View} view @param {You | null} _you @param {Helpers} helpers */
function render(view, _you, helpers) {
  return html`${final_round_banner(view, helpers)} ${score_lanes(view, helpers)} ${tray_view(view, helpers)}`;
}

// ---- the race

/** The totals of all players on one scale. @param {View} view @param {Helpers} helpers */
function score_lanes(view, helpers) {
  const low = Math.min(0, ...view.seats.map(({ score }) => score));
  const high = Math.max(
    view.target,
    ...view.seats.map(({ score }, seat) => score + points_in_hand(view, seat)),
  );
  const lane_position = (/** @type {number} */ points) => (100 * (points - low)) / (high - low);
  const ticks = Array.from({ length: Math.floor(high / 1000) + 1 }, (_, thousand) => 1000 * thousand).filter((points) => view.target <= 6000 || points % 2000 === 0);
  return html`<section class="game-board ambi-race ${view.seats.length > 4 ? 'many' : ''}">
    <h2 class="unseen">${race_words.race(view.target)}</h2>
    <div class="ambi-track" aria-hidden="true">
      <i class="ambi-leather"></i>
      ${ticks.map((points) => html`<i class="ambi-tick" .style=${`left:${lane_position(points)}%`}><span>${number(points)}</span></i>`)}
      <i class="ambi-flag" .style=${`left:${lane_position(view.target)}%`}></i>
      ${view.seats.map(({ score }, seat) => {
        const hand = points_in_hand(view, seat);
        const kind = `${view.turn?.seat === seat ? 'now' : ''} ${seat === helpers.mine ? 'own' : ''}`;
        return html`${
            hand > 0
              ? html`<i class="ambi-way" .style=${`left:${lane_position(score)}%;width:${lane_position(score + hand) - lane_position(score)}%`}></i><span class="ambi-pin ghost-pin" .style=${`left:${lane_position(score + hand)}%`}>${helpers.token(seat)}</span>`
              : nothing
          }<span class="ambi-pin ${kind}" .style=${`left:${lane_position(score)}%`} ${on_rendered((pin) => slide(pin, lane_position(score)))}>${helpers.token(seat)}</span>`;
      })}
    </div>
    <ul>
      ${view.seats.map(({ score, sits_out }, seat) => {
        const name = helpers.names[seat];
        return html`<li
          id="seat-${seat}"
          data-spot="seat-${seat}"
          class="ambi-lane ${view.turn?.seat === seat ? 'now' : ''} ${sits_out ? 'waits' : ''}"
        >
          ${helpers.token(seat)}
          <span class="name cut">${name}${sits_out ? html`<span class="unseen">, ${words.out}</span>` : nothing}</span>
          ${absence_mark(helpers.absent(seat))}
          <b data-spot="score-${seat}" data-count="score-${seat}" data-figure=${score}>${number(score)}</b>
        </li>`;
      })}
    </ul>
  </section>`;
}

const still = matchMedia('(prefers-reduced-motion: reduce)');
const slide_ms = 320;
/** Where each pin stood, in percent of the track. @type {WeakMap<Element, number>} */
const stood = new WeakMap();
/** A pin slides to its new place. Call after each rendering. @param {Element} pin @param {number} place in percent of the track */
function slide(pin, place) {
  const way = (((stood.get(pin) ?? place) - place) * (pin.parentElement?.clientWidth ?? 0)) / 100;
  stood.set(pin, place);
  if (way === 0 || still.matches) return;
  pin.animate([{ transform: `translateX(calc(-50% + ${way.toFixed(1)}px))` }, { transform: 'translateX(-50%)' }], { duration: slide_ms, easing: 'ease-out' });
}

/** @param {View} view @param {number} seat @returns {number} */
const points_in_hand = ({ turn }, seat) => (turn?.seat === seat ? turn.points : 0);

// ---- the dice

/** @param {View} view @param {Helpers} helpers */
function tray_view(view, helpers) {
  const { turn } = view;
  if (!turn && !view.last) return helpers.over;
  return html`<section class="tray ambi-tray ${turn ? '' : 'over'} ${helpers.locked ? 'locked' : ''}" aria-label=${words.dice}>
    ${throw_outcome(view, helpers)} ${dice(view, helpers)}
    ${
      turn
        ? html`<div class="ambi-plate">
            <p class="ambi-hand ${turn.points > 0 ? 'full' : ''}">
              <span>${turn.seat === helpers.mine ? words.in_my_hand : words.in_hand(helpers.names[turn.seat])}</span>
              ${keyed(helpers.seq, html`<b data-spot="hand" class=${turn.points > 0 ? 'swells' : ''}>${number(turn.points)}</b>`)}
              <span>${turn.points > 0 && view.seats[turn.seat].score !== 0 ? words.then(view.seats[turn.seat].score + turn.points) : nothing}</span>
            </p>
            ${chip_stack(turn.points)} ${odds_bar(turn, view.odds)}
          </div>`
        : nothing
    }
    ${turn && helpers.mine !== null ? action_buttons(turn, helpers) : nothing} ${helpers.over} ${helpers.trouble}
  </section>`;
}

/** The points in hand as chips. @param {number} points */
const chip_stack = (points) =>
  chips(
    [
      { kind: /** @type {const} */ ('brass'), count: Math.min(21, Math.floor(points / 100)), value: '100' },
      { kind: /** @type {const} */ ('red'), count: points % 100 > 0 ? 1 : 0, value: `${points % 100}` },
    ].filter(({ count }) => count > 0),
    'ambi-chips',
  );

/**
 * The last throw of any player, so that the next player sees the previous result.
 * @param {View} view @param {Helpers} helpers
 */
function dice({ last }, { events, log, seq, rolling, shaking }) {
  const faces = last?.dice ?? [];
  const ringed = [0, 1, 2].filter((position) => !rolling && (last?.points ?? 0) > 0 && ['A', 'K'].includes(faces[position]));
  return dice_field({
    dice: faces,
    count: 3,
    faces: body_faces,
    drawn_flat: poker_die,
    seed: `${log.findLast(({ event }) => event.e === 'rolled')?.seq ?? seq} ${faces}`,
    thrown: [0, 1, 2],
    fresh: events.some(({ e }) => e === 'rolled'),
    shaken: shaking ? [0, 1, 2] : [],
    ringed: new Set(ringed),
    words: { name: (_, face) => face_name(face) },
  });
}

/** The faces that bring points by themselves, aces first. @param {string[]} dice */
const counting = (dice) => ['A', 'K'].flatMap((face) => dice.filter((one) => one === face));

/** The outcome of the last throw. @param {View} view @param {Helpers} helpers */
function throw_outcome({ last }, { events, mine, names, seq, rolling }) {
  if (!last || rolling) return html`<p class="ambi-verdict"></p>`;
  const banked = events.filter((event) => event.e === 'banked').find(({ seat }) => seat === last.seat);
  const lost = events.filter((event) => event.e === 'bust' || event.e === 'penalty').find(({ seat }) => seat === last.seat)?.lost ?? 0;
  const text = banked ? words.planted : last.points === 0 ? words.nothing : gain(last.points);
  const more = banked ? gain(banked.points) : lost > 0 ? words.lost(lost) : null;
  const kind = banked ? 'kept' : last.points > 0 ? 'good' : 'bad';
  const verdict = html`<p class="ambi-verdict ${kind} swells">
    <span class="cut">${kind === 'good' && last.seat === mine && counting(last.dice).length > 0 ? `${words.counted(counting(last.dice))}:` : names[last.seat]}</span> <b>${text}</b> ${more ? html`<span>${more}</span>` : nothing}
  </p>`;
  return keyed(seq, verdict);
}

const small = 100;
/**
 * The odds of the next throw: a bar of three shares with words below them, and each outcome for screen readers.
 * @param {{points: number}} turn @param {Odds} odds
 */
function odds_bar(turn, odds) {
  const { throws, lost, each } = odds;
  const wins = each.filter((one) => one.points > 0);
  const dear = each.filter((one) => one.points < 0);
  const share = (/** @type {number} */ count) => percent(count / throws);
  const cost = dear.length > 0 ? words.cost(share(dear.reduce((sum, one) => sum + one.throws, 0)), number(-dear[0].points)) : null;
  const chances = [words.risk(share(lost)), ...(cost ? [cost] : []), ...wins.map((one) => words.brings(share(one.throws), one.points))];
  const [few, many] = [wins.filter((one) => one.points <= small), wins.filter((one) => one.points > small)];
  const parts = [
    { kind: 'lost', count: lost, text: turn.points > 0 ? words.lose : words.nothing },
    ...[few, many].map((some, at) => ({ kind: `win-${at}`, count: some.reduce((sum, one) => sum + one.throws, 0), text: at === 0 ? words.either(some.map((one) => one.points)) : words.from(some[0]?.points ?? 0) })),
  ].filter(({ count }) => count > 0);
  return html`<div class="ambi-odds">
    <p><span>${words.next}</span><span>${words.mean(gain(expected_gain(turn, odds)))}</span></p>
    <div role="img" aria-label="${words.next}: ${chances.join(', ')}" .style=${`grid-template-columns:${parts.map(({ count }) => `minmax(max-content,${count}fr)`).join(' ')}`}>
      ${parts.map(({ kind, count }) => html`<b class=${kind}>${share(count)}</b>`)} ${parts.map(({ text }) => html`<span>${text}</span>`)}
    </div>
    ${cost ? html`<p class="ambi-cost">${cost}</p>` : nothing}
  </div>`;
}

/** Two buttons, always rendered in the same places. @param {Running['turn']} turn @param {Helpers} helpers */
function action_buttons({ seat, points, throws }, helpers) {
  const going = seat === helpers.mine && throws > 0;
  return html`<div class="race-actions">
    ${action_button(helpers, {
      move: { do: 'bank' },
      kind: 'ambi-stop',
      label: words.stop,
      more: going && points > 0 ? words.write(points) : words.gloss,
    })}
    ${action_button(helpers, { move: { do: 'roll' }, kind: 'primary', label: seat !== helpers.mine && helpers.mine !== null ? race_words.others(helpers.names[seat]) : going ? words.again : words.throw, more: going && points > 0 ? words.risking(points) : null, keys: 'Space', throws: true })}
  </div>`;
}

/** @param {string} what `points 250`, `lost 250` */
function draw_thing(what) {
  const [kind, points] = what.split(' ');
  return kind === 'lost' ? html`<b class="flying-points lost-points">${number(Number(points))} ${chip_stack(Number(points))}</b>` : html`<b class="flying-points">${gain(Number(points))}</b>`;
}
/** @type {import('../contract.js').Pieces} */
const pieces = { draw: poker_die, name: face_name };

/** @param {Move} move @param {Running} view */
const describe_move = (move, { turn }) => ({ text: move.do === 'bank' ? words.stop : turn.throws > 0 ? words.again : words.throw });

/** @param {Running} view @param {Helpers} helpers @returns {import('../contract.js').ShownPosition} */
function show_position({ turn, seats, last }, { names, mine }) {
  const dice = turn.throws > 0 ? (last?.dice ?? []) : [];
  const hand = `${turn.seat === mine ? words.in_my_hand : words.in_hand(names[turn.seat])} ${number(turn.points)}`;
  return { shown: html`${dice.map(poker_die)}`, label: dice.map(face_name).join(' '), note: `${hand}, ${words.then(seats[turn.seat].score + turn.points)}` };
}

/** @param {View} before @param {View} now */
const view_while_rolling = (before, now) => ({ ...before, last: now.last });

/** @param {string} moment @param {View} _ @param {GameEvent[]} events */
function describe_moment(moment, _, events) {
  const [kind, target] = moment.split(' ');
  if (kind === 'goal') return `${number(Number(target))}!`;
  const { dice, points } = events.find((event) => event.e === 'rolled') ?? { dice: [], points: 0 };
  return { word: words.three_aces, points: gain(points), pieces: dice.map((face) => (/** @type {number} */ turn) => single_die(face, turn, body_faces, poker_die)) };
}

/** @param {Line[]} log */
function best_moment(log) {
  const event = best_event(log, 'banked', ({ points }) => points);
  return event && event.points > 0 ? { seat: event.seat, text: page_texts.units.points(event.points) } : null;
}

const hints = ['.race-actions .primary', '.ambi-odds', '.ambi-stop'].map((at, step) => ({ at, text: words.hints[step] }));

export default /** @satisfies {import('../contract.js').GameView<Own>} */ ({ hints, options, shortcuts: [page_words.menu.keys_do.throw], best_moment, render, view_while_rolling, describe_moment, describe_move, show_position, expected: words.expected, say: make_event_formatter({ ...race_says, ...says }), effects, draw_thing, players: true, cup: true, shows_result: true, pieces });
