// @ts-check
import { can_share_files } from '../../core/device.js';
import * as icons from '../icons.js';
import { part, loaded_part } from '../../core/lazy_modules.js';
import { html, nothing } from '../lit.js';
import { avatars_of } from '../../core/avatars.js';
import { dice_badge_state } from '../../core/dice_shown.js';
import { my_seat, shown_title } from '../../core/state.js';
import { page_texts, words } from '../../i18n/words.js';
import { result_title } from '../game/outcome.js';
import { scroll_sentinel } from '../game/scroll_sentinel.js';
import { waiting_status } from '../people/people.js';
import { button, link_to, seat_tokens, trouble } from '../parts.js';

/** @import { Actions, Room, State, Table } from '../../core/shapes.js' */
/** @import { Result } from '../../core/types.js' */

/**
 * The content of a result, ordered by place, for the page and for its image.
 * @param {State} state @param {Table} table @param {Result} result
 * @param {import('../../games/contract.js').GameView} game @param {string[]} [luck] lines about luck and decisions
 */
function result_content(state, table, result, game, luck = []) {
  const { names, push, options } = table;
  const ended = { view: push.view, options };
  const mine = push.you?.seat;
  const score_text = (/** @type {number} */ seat, score = result.scores[seat]) =>
    game.score_with_unit?.(seat, score, ended) ?? page_texts.units.points(score);
  const last = result.places.length + 1;
  const place = (/** @type {number} */ seat) => result.places[seat] ?? last;
  const order = result.places.map((_, seat) => seat).sort((a, b) => place(a) - place(b));
  const finished = result.reason === 'finished';
  const found = finished ? (game.best_moment?.(table.log, options) ?? null) : null;
  const best = found && words.result.best(names[found.seat], found.text);
  const by = game.winning_margin?.(ended) ?? { amounts: result.scores, text: (/** @type {number} */ amount) => score_text(0, amount) };
  const margin = finished ? margin_of(result, mine, by) : null;
  const title = shown_title(state);
  const line = (/** @type {number} */ seat) => `${result.places[seat] ?? '–'}. ${names[seat]}: ${score_text(seat)}`;
  const text = [`${words.title} · ${title}`, ...order.map(line), best, ...luck].filter(Boolean).join('\n');
  return { order, score_text, finished, best, margin, title, text, luck };
}

/**
 * The data of the image; adds the name of the reader if they lost, since the margin is theirs.
 * @param {Table} table @param {Result} result
 * @param {ReturnType<typeof result_content>} said @returns {Omit<import('../share/picture.js').Picture, 'date' | 'server'>}
 */
function picture_of({ names, players, push }, result, { order, score_text, best, margin, title, luck }) {
  const mine = push.you?.seat;
  const lost = mine !== undefined && !result.winners.includes(mine);
  const avatars = avatars_of(players);
  const line = (/** @type {number} */ seat, avatar = avatars[seat] ?? null) => ({ name: names[seat], place: result.places[seat], score: score_text(seat), avatar, colour: colour_of(avatar ?? seat) });
  const lines = order.map((seat) => line(seat));
  const whose = lost && margin && mine !== undefined ? `${names[mine]}: ${margin}` : margin;
  return { game: push.view.game, title: `${words.title} · ${title}`, result_title: result_title(result, names, undefined), margin: whose, best, lines, luck };
}

/** @param {number} seat */
const colour_of = (seat) => getComputedStyle(document.documentElement).getPropertyValue(`--player-${(seat % 8) + 1}`).trim();

/**
 * How a match ended, on the felt: the winner large, and what to do next. The game draws it where its dice lay, so that its board stays.
 * @param {State} state @param {Room} room @param {Table} table
 * @param {Result} result @param {import('../../games/contract.js').GameView} game @param {Actions} act
 * @param {import('../../core/shapes.js').MatchHistory} match_history
 */
export function result_view(state, room, table, result, game, act, match_history) {
  const { names, push } = table;
  const { order, score_text, finished, margin } = result_content(state, table, result, game);
  const checks = dice_badge_state(state);
  const headed = result_title(result, names, push.you?.seat);
  return html`<section class="result">
    <h2 class="${push.you && result.winners.includes(push.you.seat) ? 'own' : ''} ${headed.length > 24 ? 'long' : ''}">${headed}</h2>
    ${margin ? html`<p class="margin">${margin}</p>` : nothing}
    ${finished && order.length > 1 ? podium(order.filter((seat) => result.places[seat] !== null).slice(0, 3), result, table, score_text) : nothing}
    <div class="begin">
      ${
        room.cup
          ? link_to({ at: 'cup' }, words.history.cup, act, 'primary large')
          : html`${room.phase === 'finished' ? rematch_choices(state, room, act) : nothing} ${link_to({ at: 'match', id: push.match }, words.result.watch, act, '')}`
      }
      ${checks === null || checks === 'server' || checks === 'cup' ? nothing : button(game.cards ? words.result.check_cards : words.result.check, () => act.check_dice(push.match))}
    </div>
    ${state.checks === push.match ? (part('proof')?.line(push.match, act, match_history) ?? nothing) : nothing}
    ${room.phase === 'finished' && !room.cup ? votes(state, room) : nothing} ${trouble(state, 'rematch')}
  </section>`;
}

/**
 * The sections to read below the table. Luck and summary are requested when they are scrolled into view; the title of luck is seen before.
 * @param {State} state @param {Room} room @param {Table} table @param {Result} result @param {import('../../games/contract.js').GameView} game
 * @param {Actions} act @param {import('../../core/shapes.js').MatchHistory} match_history
 */
export function afterwards(state, room, table, result, game, act, match_history) {
  const { match } = table.push;
  const seen = state.summary_seen;
  if (room.cup) return html`<div class="afterwards">${places(state, table, result, game, act, match_history)}</div>`; // all else is closed until its day is over
  return html`<div class="afterwards">
    ${seen ? (part('luck')?.panel(state, match, game, act, match_history) ?? nothing) : html`<section class="sheet to-come" aria-label=${words.result.luck}><div><h2>${words.result.luck}</h2></div>${scroll_sentinel(act)}</section>`}
    ${places(state, table, result, game, act, match_history)} ${next_match(state, room, act)}
    ${seen ? (part('summary')?.summary(match, game, act, match_history) ?? nothing) : scroll_sentinel(act)}
  </div>`;
}

/**
 * The whole result: all places, what was best, and how to share it.
 * @param {State} state @param {Table} table @param {Result} result @param {import('../../games/contract.js').GameView} game @param {Actions} act
 * @param {import('../../core/shapes.js').MatchHistory} match_history
 */
function places(state, table, result, game, act, match_history) {
  const { names, push } = table;
  const luck = state.summary_seen ? loaded_part('luck')?.analysis_lines(state, push.match, names, match_history) : undefined;
  const said = result_content(state, table, result, game, luck);
  const { order, score_text, finished, best, text } = said;
  if (!finished) return nothing;
  const { token } = seat_tokens(table);
  return html`<section class="sheet whole-result" aria-label=${words.result.places}>
    <ol class="places">
      ${order.map(
        (seat) =>
          html`<li class=${result.places[seat] === 1 ? 'first' : ''}>
            <span class="place">${result.places[seat] ?? '–'}</span>
            ${token(seat)}
            <strong>${names[seat]}</strong>
            <span class="points">${score_text(seat)}</span>
          </li>`,
      )}
    </ol>
    ${best ? html`<p class="best">${icons.crown()}<span>${best}</span></p>` : nothing}
    <div class="shares">
      <button class="share-picture" type="button" @click=${() => act.share_result_picture(picture_of(table, result, said), text, push.match)}>
        ${icons.picture()}${can_share_files() ? words.result.share_picture : words.result.save_picture}
      </button>
      <button class="share-result" type="button" @click=${() => act.share_result_text(text, push.match)}>
        ${state.copied ? icons.check() : icons.share()}<span aria-live="polite">${state.copied ? words.room.copied : words.result.share}</span>
      </button>
    </div>
  </section>`;
}

/**
 * The settings of the next match, below the final table.
 * @param {State} state @param {Room} room
 * @param {Actions} act
 */
function next_match(state, room, act) {
  if (room.phase !== 'finished' || room.cup) return nothing;
  const looks = my_seat(state) === null || state.form !== null;
  const open = (/** @type {Event} */ event) => /** @type {HTMLDetailsElement} */ (event.currentTarget).open && part('again');
  return html`<details class="sheet rules" ?open=${looks} @toggle=${open}>
    <summary>${words.result.next}</summary>
    ${loaded_part('again')?.seats_again(state, room, act) ?? nothing}
  </details>`;
}

/**
 * The first three in podium order: second place left of the first.
 * @param {number[]} order @param {Result} result
 * @param {Table} table @param {(seat: number) => string} scored
 */
const podium = (order, { places }, table, scored) =>
  html`<ol class="podium" aria-hidden="true">
    ${[order[1], order[0], order[2]].map((seat) =>
      seat === undefined
        ? nothing
        : html`<li class="on-${Math.min(3, places[seat] ?? 3)}">
            ${seat_tokens(table).token(seat)}<span class="who cut">${table.names[seat]}</span><span class="has cut">${scored(seat)}</span><b>${places[seat]}</b>
          </li>`,
    )}
  </ol>`;

/**
 * The margin of the win, or how far behind we are.
 * @param {Result} result @param {number | undefined} mine
 * @param {{amounts: number[], text: (amount: number) => string}} by
 */
function margin_of({ places, winners }, mine, { amounts, text }) {
  const [first] = winners;
  if (first === undefined) return null;
  const others = amounts.filter((_, seat) => !winners.includes(seat) && places[seat] !== null);
  const place = mine === undefined ? null : places[mine];
  if (mine !== undefined && place === null) return null; // a seat whose player left has no place
  const lost = mine !== undefined && !winners.includes(mine);
  if (others.length === 0) return null;
  const distances = lost ? [Math.abs(amounts[first] - amounts[mine])] : others.map((amount) => Math.abs(amounts[first] - amount));
  const nearest = Math.min(...distances);
  const far = nearest > 0 ? text(nearest) : null;
  if (lost) return place ? words.result.behind(place, far) : null;
  return far && words.result.ahead(far);
}

/** The choices of those who watch or wait for the next match. @param {State} state @param {Room} room @param {Actions} act */
function spectator_choices(state, room, act) {
  const free = room.seats.findIndex(({ player }) => player === null);
  return html`${waiting_status(state, room, act)} ${free < 0 ? nothing : button(words.join.sit, () => act.sit(free), 'primary large')}`;
}

/** @param {State} state @param {Room} room @param {Actions} act */
function rematch_choices(state, room, act) {
  const seat = my_seat(state);
  if (seat === null) return spectator_choices(state, room, act);
  const voted = room.seats[seat].ready;
  return html`<button
    class="primary large"
    type="button"
    aria-disabled=${voted || state.asked.includes('rematch') ? 'true' : 'false'}
    @click=${() => !voted && act.rematch()}
  >
    ${voted ? words.result.voted : words.result.again}
  </button>`;
}

/** The votes that the next match waits for. @param {State} state @param {Room} room */
function votes(state, room) {
  const humans = room.seats.filter(({ player }) => player !== null && !player.bot);
  const count = humans.filter(({ ready }) => ready).length;
  return html`<p class="hint" role="status">
      ${part('badge')?.slow_start_text(state) ?? (humans.length > 1 ? words.result.votes(count, humans.length) : nothing)}
    </p>
    ${part('badge')?.broken_off_note(state) ?? nothing}`;
}
