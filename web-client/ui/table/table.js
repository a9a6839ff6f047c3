// @ts-check
import { supports_notifications } from '../../core/device.js';
import * as icons from '../icons.js';
import { part } from '../../core/lazy_modules.js';
import { html, nothing } from '../lit.js';
import { may_offer_notifications } from '../attention.js';
import { is_accusation, pending_ask } from '../../core/dice_shown.js';
import { is_host, my_seat, my_turn, shown_title, time_left } from '../../core/state.js';
import { shown_push } from '../../core/table.js';
import { page_texts, number, words } from '../../i18n/words.js';
import { chat, reactions } from '../people/chat.js';
import { hint } from './hint.js';
import { clock_note, late_value_text, log, newest_entry_text, log_sentences, merge_lines } from '../game/log.js';
export { highlight_target, when_hint_read } from './hint.js';
export { follow_focus, handle_table_key } from './keys.js';
import { button, fingerprint, absence_mark, seat_tokens, trouble } from '../parts.js';
import { clock_animation_id } from '../game/beats.js';
import { with_long_moves } from '../game/offered.js';
import { result_title } from '../game/outcome.js';
import { spectators, waiting_status } from '../people/people.js';

/** @import { Actions, Move, Room, State, Table } from '../../core/shapes.js' */
/** @import { Clock } from '../../core/types.js' */
/** @import { GameView, Helpers } from '../../games/contract.js' */
/** @import { Content } from '../lit.js' */

/**
 * Renders a running match.
 * @param {State} state @param {Room} room @param {Table} table @param {GameView} game @param {Actions} act
 * @param {import('../../core/shapes.js').MatchHistory} match_history
 */
export function table_view(state, room, table, game, act, match_history) {
  const { push } = table;
  if (!push.result) part('effects'); // a match that had ended before needs none
  const rolling = table.stage === 'rolling';
  const shown = shown_push(table);
  const ending = push.result ? part('result') : null; // is fetched, at the latest, while the last dice roll
  const result = table.stage === 'still' ? push.result : null;
  const view = (rolling && game.view_while_rolling?.(shown.view, push.view, push.events)) || push.view;
  const you = own_part_of(shown, table, game);
  const alone = helpers_of(state, table, game, you, act);
  const advice = room.hints ? part('advice') : null;
  const ask = advice?.advice_button(state, room, table, game, act) ?? nothing;
  const first = alone.come_back ? nothing : hint(state, table, game, act);
  const over = ending && result ? ending.result_view(state, room, table, result, game, act, match_history) : nothing;
  const helpers = { ...alone, first, over, tools: html`${ask}${room.cup ? nothing : reactions(act)}` };
  const lines = merge_lines(log_sentences(table, game, helpers), dice_lines(state, table, helpers));
  const heard = rolling ? lines.filter(({ seq }) => seq < push.seq) : lines;
  const missing = absence_notice(state, table, act);
  const newest = newest_entry_text(heard) || (shown.seq === 1 ? words.table.started : '');
  return html`${clock_bar(state)}
    <div class="table ${game.cup ? 'with-cup' : ''} ${game.cup && game.shows_news ? 'own-layout' : ''} ${ending && result ? 'is-over' : ''}">
      <main class="play">
        ${game.players ? nothing : score_strip(table, view, helpers)}
        <div class="news ${game.shows_news ? 'has-news' : ''} ${missing === nothing ? '' : 'missing'} ${first === nothing || game.shows_news ? '' : 'hinting'}" data-spot="news">
          <div>
            <div role="status">
              <p class="ticker">${helpers.late && !newest.startsWith(helpers.late) ? `${helpers.late} ` : ''}${newest}</p>
              <p class="unseen">${result ? result_title(result, table.names, push.you?.seat) : helpers.come_back ? page_texts.table.house_for_me : spoken_prompt(state, view, game, helpers)}</p>
            </div>
            ${missing === nothing && !game.shows_news ? first : missing}
          </div>
          ${game.shows_news ? nothing : helpers.tools}
        </div>
        <div class="floats">${advice?.advice_panel(state, room, table, game, helpers, act) ?? nothing} ${notification_offer(state, act)}</div>
        ${push.result ? nothing : waiting_status(state, room, act)}
        ${game.shows_result ? nothing : helpers.over} ${game.render(view, you, helpers)}
      </main>
      <aside id="panel" class="panel ${state.panel ? 'open' : ''}" aria-label=${words.table.panel}>
        <div class="panel-head">
          <h2>${words.table.panel}</h2>
          ${button(icons.cross(), () => act.panel(false), undefined, words.table.close)}
        </div>
        <section class="moves ${state.panel ? 'sheet' : ''}">
          <h2>${words.table.log}</h2>
          ${log(heard)} ${fingerprint(push)}
        </section>
        ${room.cup ? nothing : chat(state, room, act)} ${push.result ? nothing : spectators(state, room, act)}
      </aside>
      ${on_tv(state) && !state.choices.hidden ? (part('tv')?.corner(act, room.room) ?? nothing) : nothing}
      ${ending && result ? ending.afterwards(state, room, table, result, game, act, match_history) : nothing}
    </div>`;
}

const wide = matchMedia('(min-width: 1800px)');
/** Whether the table, or the room before it, is on a television, as far as a page can know. @param {State} state */
function on_tv(state) {
  const { table, room, page, joined } = state;
  if (!wide.matches || page.at !== 'room' || !joined || !room) return false;
  return room.phase === 'waiting' ? my_seat(state) === null : table !== null && table.push.you === undefined;
}
/** Call after each rendering. @param {State} state */
export const mark_television = (state) => document.documentElement.toggleAttribute('data-tv', on_tv(state) && !!part('tv'));

/**
 * Lines of the log that are about the dice and belong to no event: faults, and who was too late before the first entry.
 * @param {State} state @param {Table} table @param {Helpers} helpers
 */
function dice_lines({ dice, faults }, { push }, helpers) {
  const late = dice?.match === push.match ? dice.unopened : [];
  const found = faults.filter((fault) => fault.match === push.match && (is_accusation(fault) || fault.kind === 'left_out'));
  return [
    ...late.map((seat) => ({ seq: 1, text: late_value_text(seat, helpers) })),
    ...found.map((fault) => ({ seq: fault.seq, text: part('explained')?.fault_text(fault) ?? fault.text })),
  ];
}

/**
 * The prompt of our turn, for screen readers.
 * @param {State} state @param {import('../../core/types.js').View} view @param {GameView} game
 * @param {Helpers} helpers
 */
function spoken_prompt(state, view, game, helpers) {
  if (my_turn(state) === null) return nothing;
  return [words.table.your_turn, game.prompt?.(view, helpers)].filter(Boolean).join(', ');
}

/**
 * The reason why a match waits, or why moves are made automatically.
 * @param {State} state @param {Table} table @param {Actions} act
 */
function absence_notice(state, { push, names, seats, heard_at }, act) {
  const { now } = state;
  const own = push.you?.seat;
  const seat = push.view.turn?.seat ?? push.to_act[0];
  const line = seats[seat];
  if (push.result) return nothing;
  const why = absent(line);
  // a player who has just been prompted may still be reconnecting: short breaks are not shown
  if (!why || seat === own || (!line.house && now - heard_at < short_break_ms && push.clock)) return nothing;
  const { house, away, away_no_clock } = page_texts.table;
  const say = line.house ? house : push.clock ? away : away_no_clock;
  return html`<div class="absence">
    <p role="status">${why.icon}${say(names[seat] ?? '')}</p>
    ${own !== undefined || is_host(state) ? stand_in(state, line, act) : nothing}
  </div>`;
}

/** Lets a bot play for an absent player. @param {State} state @param {import('../../core/types.js').SeatLine} line @param {Actions} act */
function stand_in({ me, asked }, { player, stand_in }, act) {
  if (!player || !stand_in) return nothing;
  const { let_house, let_house_votes } = page_texts.table;
  if (stand_in.by.includes(me?.id ?? '')) return html`<small>${let_house_votes(stand_in.by.length, stand_in.needed)}</small>`;
  return html`<button type="button" aria-disabled=${asked.includes('seats') ? 'true' : 'false'} @click=${() => act.stand_in(player.id)}>
    ${let_house}
  </button>`;
}
const short_break_ms = 2000;

/** Offers notifications, once, when one would have helped. @param {State} state @param {Actions} act */
function notification_offer(state, act) {
  if (!supports_notifications() || !may_offer_notifications(state)) return nothing;
  return html`<div class="offer paper" role="group" aria-label=${page_texts.settings.call}>
    <p>${page_texts.call.offer}</p>
    <button class="primary" type="button" @click=${() => act.enable_notifications(true)}>${page_texts.call.yes}</button>
    <button type="button" @click=${() => act.enable_notifications(false)}>${page_texts.call.no}</button>
  </div>`;
}

/** Our part of a push; without moves while a bot plays our seat. @param {import('../../core/types.js').MatchPush} push @param {Table} table @param {GameView} game */
function own_part_of(push, { seats }, game) {
  const you = with_long_moves(push, game);
  return you && !push.result && seats[you.seat]?.house ? { ...you, moves: [] } : you;
}

/** @param {State} state @param {Table} table @param {GameView} game @param {import('../../core/types.js').You | null} you @param {Actions} act @returns {Helpers} */
function helpers_of(state, table, game, you, act) {
  const { push, names, seats, options, local } = table;
  const mine = push.you?.seat ?? null;
  const spelled = (/** @type {Move} */ move) => JSON.stringify(Object.entries(move).sort());
  return {
    names,
    ...seat_tokens(table),
    mine,
    options,
    events: table.news.events,
    seq: table.news.seq,
    log: table.log,
    late: table.stage === 'rolling' ? null : clock_note(table, game, mine, (you?.moves.length ?? 0) > 0),
    absent: (seat) => (push.result ? null : absent(seats[seat])),
    local,
    keep: (choice) => act.keep(choice),
    listed: (move) => /** @type {typeof move | undefined} */ (you?.moves.find((one) => spelled(one) === spelled(move))),
    play: (move) => act.play(move),
    come_back: mine !== null && !push.result && seats[mine]?.house ? () => act.come_back() : undefined,
    busy: state.asked.includes('move'),
    rolling: table.stage === 'rolling',
    shaking: table.stage === 'rolling' ? null : pending_ask(state),
    locked: table.stage !== 'still',
    careful: state.choices.careful,
    trouble: trouble(state, 'move', ...seen_nowhere_else(state, push)),
    tools: nothing,
    first: nothing,
    over: nothing,
  };
}

/** The closed panel hides why a reaction failed; the seats are shown from the result on. @param {State} state @param {import('../../core/types.js').MatchPush} push
 * @returns {import('../../core/shapes.js').Where[]} */
const seen_nowhere_else = ({ panel }, { result }) => [...(panel ? [] : [/** @type {const} */ ('chat')]), ...(result ? [] : [/** @type {const} */ ('seats')])];

/** The current turn, for the page's header. @param {State} state @param {Table} table @param {Content} dice_badge of the dice */
export function turn_line(state, table, dice_badge) {
  const { push, names } = table;
  const { view, to_act } = shown_push(table);
  const place = dice_badge === nothing ? 'turn-place' : 'turn-place with-badge';
  if (push.result && table.stage !== 'rolling') return html`<div class=${place}><h1 class="turn"><strong>${words.table.over}</strong><span>${shown_title(state)}</span></h1>${dice_badge}</div>`;
  const turn = view.turn?.seat ?? to_act[0];
  const mine = my_turn(state) !== null;
  const left = time_left(state);
  const long = !mine && [...(names[turn] ?? '')].length > 12;
  return html`<div class=${place}>
      <h1 class="turn ${mine ? 'mine' : ''} ${long ? 'long' : ''}">
        <strong>${mine ? words.table.your_turn : words.table.turn(names[turn] ?? '')}</strong>
        <span>${state.room?.cup ? `${words.history.cup} · ` : nothing}${round_line(view)}</span>
      </h1>
      ${dice_badge}
    </div>
    ${
      left === null
        ? nothing
        : html`<span
            class="clock ${is_short(left, push.clock) ? 'short' : ''}"
            role="timer"
            aria-label=${words.table.time_left}
            >${icons.clock()}<span>${words.table.seconds(Math.ceil(left / 1000))}</span></span
          >`
    }`;
}

/** The round, and how far the match goes. @param {{round: number, rounds?: number, target?: number}} view */
function round_line({ round, rounds = 0, target = 0 }) {
  const { round_of, round_to, round: alone } = words.table;
  return round <= rounds ? round_of(round, rounds) : target > 1 ? round_to(round, target) : alone(round);
}

/** The last ten seconds, or the last third of a short turn. @param {number} left @param {Clock | null} [clock] */
const is_short = (left, clock) => left < Math.min(10_000, (clock?.of_ms ?? 0) / 3);

/** So long before the reader's own time runs out the edge of the felt glows. */
const last_ms = 5000;
/** The bar of the clock, which animate_clock() moves. @param {State} state */
function clock_bar(state) {
  const left = time_left(state);
  const clock = state.table?.push.clock;
  if (left === null || !clock || state.table?.push.result) return html`<div class="clock-bar idle"></div>`;
  return html`<div class="clock-bar ${is_short(left, clock) ? 'short' : ''} ${left <= last_ms && my_turn(state) !== null ? 'last' : ''}" aria-hidden="true"><div></div></div>`;
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');
/** Starts the bar once for each push: the compositor moves it, without a layout. Call after each rendering. @param {State} state */
export function animate_clock(state) {
  const bar = /** @type {HTMLElement | null} */ (document.querySelector('.clock-bar > div'));
  const { table } = state;
  const left = time_left(state);
  if (!bar || !table?.push.clock || left === null) return;
  const run = `${table.push.match} ${table.heard_at} ${table.push.clock.left_ms}`;
  if (bar.dataset.run === run) return;
  bar.dataset.run = run;
  for (const before of bar.getAnimations()) before.cancel();
  const way = [{ transform: `scaleX(${Math.min(1, left / table.push.clock.of_ms)})` }, { transform: 'scaleX(0)' }];
  const easing = calm.matches ? `steps(${Math.max(1, Math.ceil(left / 1000))})` : 'linear';
  bar.animate(way, { id: clock_animation_id, duration: left, easing, fill: 'forwards' });
}

/** Scrolls to a player's part of the table. @param {number} seat */
export function scroll_to_seat(seat) {
  const place = document.getElementById(`seat-${seat}`);
  const row = place?.closest('.swiped');
  if (place && row) row.scrollTo({ left: place.offsetLeft - (parseFloat(getComputedStyle(row).scrollPaddingLeft) || 0) });
  else place?.scrollIntoView({ block: 'nearest' });
}

/** @param {import('../../core/types.js').SeatLine | undefined} line @returns {import('../parts.js').Absence | null} */
function absent(line) {
  if (line?.house) return { icon: icons.computer(), meaning: words.table.house };
  const gone = line && !line.online && !line.player?.bot;
  return gone ? { icon: icons.away(), meaning: words.room.away } : null;
}

/**
 * All players with their scores; a tap scrolls to the player's part of the table.
 * @param {Table} table @param {import('../../core/types.js').View} view @param {Helpers} helpers
 */
function score_strip({ push, names }, view, helpers) {
  const turn = view.turn?.seat ?? push.to_act[0];
  return html`<ul class="strip of-${view.seats.length}">
    ${view.seats.map(
      ({ score = null }, seat) =>
        html`<li data-spot="seat-${seat}">
          <button type="button" class=${turn === seat ? 'now' : ''} @click=${() => scroll_to_seat(seat)}>
            ${helpers.token(seat)}
            <span class="name cut">${names[seat]}</span>
            <span class="has">
              <b data-spot="score-${seat}" data-count="score-${seat}" data-figure=${score ?? nothing}
                >${score === null ? '–' : number(score)}</b
              >
              ${absence_mark(helpers.absent(seat))}
            </span>
          </button>
        </li>`,
    )}
  </ul>`;
}
