// @ts-check
import * as icons from '../icons.js';
import { part } from '../../core/lazy_modules.js';
import { html, live, nothing, repeat } from '../lit.js';
import { levels } from '../../core/choices.js';
import { parse_typed_code } from '../../core/urls.js';
import { public_rooms } from '../../core/state.js';
import { page_texts, number, words } from '../../i18n/words.js';
import { device } from '../device.js';
import { cover } from '../game_links.js';
import { button, checkbox, on_link_click, language_chooser, link_to, name_field, on_submit, trouble } from '../parts.js';
import { cup_drawing, still_die } from '../still.js';

/** @import { Actions, Found, MatchHistory, SeatedRoomSummary, RoomLine, State } from '../../core/shapes.js' */

export { list_further } from './further.js';

/** The start page: name, own tables, games, public rooms. @param {State} state @param {Actions} act @param {MatchHistory} match_history */
export function start(state, act, match_history) {
  const shown = public_rooms(state);
  const back = state.mine.length > 0;
  const named = html`<form class="named ${state.wish ? 'wishes' : ''}" @submit=${on_submit(() => act.run_pending_wish())}>
    ${name_field(state, act, state.wish ? wish_button(state, state.wish) : nothing)}
  </form>`;
  const named_last = back && !state.wish; // who comes back has a name
  return html`<main class="start home ${back ? 'back' : ''}">
    ${back ? html`<h1 class="greeting">${words.start.back(state.name)}</h1>` : welcome_view(state.choices.how)}
    ${my_rooms(state, act)}
    ${named_last ? nothing : named} ${trouble(state, 'make', 'quick', 'house')}
    ${state.form ? html`<section class="sheet">${part('make')?.create_room_form(state, act) ?? nothing}</section>` : games(state, act)}
    <section class="sheet open-tables">
      <h2>${words.start.public}</h2>
      ${
        shown.length > 0
          ? html`<ul class="rooms">
              ${repeat(
                shown,
                ({ room }) => room,
                (line) => lobby_line(state, line, act),
              )}
            </ul>`
          : html`<p class="hint">${words.start.none}</p>`
      }
      ${state.lobby_total > shown.length ? button(words.start.more(state.lobby_total - shown.length), act.list_further, 'more-rooms') : nothing}
      ${trouble(state, 'list')}
      ${code_form(act)} ${trouble(state, 'join')}
    </section>
    ${history_links(state, act, match_history)} ${device(state, act)} ${named_last ? named : nothing} ${language_chooser(act)}
  </main>`;
}

/** Dice beside the choice of who plays, for who comes back to a wide window. */
const lying_dice = html`<svg class="lying" viewBox="0 0 340 180" aria-hidden="true" focusable="false">
  ${still_die(4, 66, 90, 88, -14)} ${still_die(2, 168, 112, 84, 6)} ${still_die(6, 272, 74, 84, 36)}
</svg>`;

/** The texts that visitors see first, for each choice of who plays: the text that is hidden keeps its lines, so that nothing moves. */
const mottos = /** @type {const} */ ({
  friends: [words.motto, words.how],
  strangers: [`${words.quick.title}.`, words.quick.by_itself],
  house: [`${words.house.title}.`, words.house.hint],
});

/** @param {keyof typeof mottos} how @param {0 | 1} line */
const motto = (how, line) => play_modes.map((way) => html`<span ?hidden=${way !== how}>${mottos[way][line]}</span>`);

/** With dice that have just left the cup. @param {keyof typeof mottos} how */
const welcome_view = (how) => html`<section class="welcome">
  <h1 class="either">${motto(how, 0)}</h1>
  <p class="either">${motto(how, 1)}</p>
  ${thrown_dice}
</section>`;
const thrown_dice = html`<svg class="thrown" viewBox="0 0 680 400" aria-hidden="true" focusable="false">
    <ellipse class="cast" cx="560" cy="210" rx="130" ry="34" transform="rotate(-14 560 210)" />
    <g transform="translate(525 132) rotate(-104) scale(1.08) translate(-100 -118)">${cup_drawing()}</g>
    ${still_die(5, 190, 140, 88, 20)} ${still_die(3, 335, 208, 78, 7)}
    <g class="further">${still_die(1, 76, 258, 86, -42)} ${still_die(6, 222, 312, 82, 32)} ${still_die(6, 376, 352, 80, -14)}</g>
  </svg>`;

/**
 * The rooms where we have a seat: those where it is our turn first, finished ones apart.
 * @param {State} state
 * @param {Actions} act
 */
function my_rooms(state, act) {
  if (state.mine.length === 0) return nothing;
  const room_rank = (/** @type {SeatedRoomSummary} */ { phase, your_turn, left }) => (your_turn ? 0 : left ? 3 : phase === 'playing' ? 1 : 2);
  const [open, over] = [false, true].map((ended) => state.mine.filter(({ phase }) => (phase === 'finished') === ended));
  open.sort((a, b) => room_rank(a) - room_rank(b));
  const room_lines = (/** @type {SeatedRoomSummary[]} */ some, /** @type {boolean} */ first) => html`<ul>
    ${repeat(
      some,
      ({ room }) => room,
      (line, at) => my_room(state, line, first && at === 0, act),
    )}
  </ul>`;
  return html`<nav class="my-rooms" aria-labelledby="my-tables">
    <h2 id="my-tables">${words.start.yours}</h2>
    ${room_lines(open, true)}
    ${
      over.length === 0
        ? nothing
        : html`<h3>${words.start.over}</h3>
            ${room_lines(over, open.length === 0)}`
    }
    ${trouble(state, 'leave')}
  </nav>`;
}

/** @param {State} state @param {SeatedRoomSummary} line @param {boolean} first @param {Actions} act */
function my_room(state, { room, game, phase, players, your_turn, turn, left, cup }, first, act) {
  const title = state.games.find(({ id }) => id === game)?.title ?? game;
  const others = players.filter((name) => name !== state.me?.name);
  const what = cup ? words.history.cup : title;
  const beside = cup || others.length === 0 ? '' : words.start.with(others);
  return html`<li class="paper ${your_turn ? 'waits' : ''}">
    <button type="button" @click=${() => (left ? act.enter(room, 'player') : act.show({ at: 'room', code: room }))}>
      ${cover(game)}
      <span class="what">${what}</span>
      <small>${your_turn ? html`<strong>${words.start.your_turn}</strong>` : left ? words.join.back : turn ? words.table.turn(turn) : words.start.phases[phase]}${beside ? html`<br />${beside}` : nothing}</small>
      <span class="go ${first ? 'now' : ''}" aria-hidden="true">${your_turn ? words.start.play : words.start.open}</span>
    </button>
    ${
      left
        ? nothing
        : button(icons.leave(), () => (phase === 'playing' && !cup ? act.question({ what: 'leave', room }) : act.leave_table(room)), 'leaving', `${words.room.leave}: ${what} ${beside}`)
    }
  </li>`;
}

/**
 * The pending action that waited for a name: one more tap runs it. It stands beside the name and moves nothing.
 * @param {State} state @param {import('../../core/shapes.js').PendingAction} wish
 */
function wish_button({ games }, { game, how }) {
  const title = games.find(({ id }) => id === game)?.title ?? game;
  return html`<button class="primary" aria-label="${title} · ${words.start[how]}">${title}${icons.next()}</button>`;
}

/** With whom to play, and each game. @param {State} state @param {Actions} act */
function games(state, act) {
  const { how, company } = state.choices;
  return html`<section class="games-shown" aria-labelledby="games">
    <h2 id="games">${words.start.games}</h2>
    ${state.mine.length > 0 ? lying_dice : nothing}
    <div class="segments" role="radiogroup" aria-labelledby="games">
      ${play_modes.map(
        (way) =>
          html`<label><input type="radio" name="how" value=${way} .checked=${live(way === how)} @change=${() => act.choose({ how: way })} /><span>${words.start[way]}</span></label>`,
      )}
    </div>
    ${how === 'house' ? level_field(state, act) : nothing}
    <ul class="game-list">
      ${state.games.map((game) => game_card(state, game, act))}
    </ul>
    ${how === 'strangers' ? checkbox('company', words.house.company, company, (yes) => act.choose({ company: yes })) : nothing}
    ${button(words.start.make, () => act.open_form(), 'open-form')}
  </section>`;
}

/** @param {State} state @param {Actions} act */
const level_field = ({ choices }, act) => html`<p class="level-field">
  <label for="level">${words.house.level}</label>
  <select id="level" @change=${(/** @type {{target: HTMLSelectElement}} */ { target }) => act.choose({ level: /** @type {import('../../core/types.js').Level} */ (target.value) })}>
    ${levels.map((one) => html`<option value=${one} .selected=${live(one === choices.level)}>${words.house.levels[one]}</option>`)}
  </select>
</p>`;

/** @type {import('../../core/choices.js').Choices['how'][]} */
const play_modes = ['friends', 'strangers', 'house'];

/** @param {State} state @param {import('../../core/types.js').Game} game @param {Actions} act */
function game_card({ choices: { how }, mine }, { id, title, seats: { min, max }, minutes }, act) {
  const rules = /** @type {const} */ ({ at: 'rules', game: id });
  return html`<li class="game-card paper">
    ${cover(id)}
    <div class="about">
      <h3>${title}</h3>
      <p class="hint">
        <span>${words.start.players(min, max)}</span>${minutes ? html` · <span>${words.start.minutes(minutes)}</span>` : nothing}
        <a href=${act.address(rules)} aria-label="${words.start.rules}: ${title}" @click=${on_link_click(() => act.show(rules))}>${words.start.rules}</a>
      </p>
      <p class="line">${words.start.lines[id] ?? nothing}</p>
    </div>
    ${button(words.start.play, () => act.wish({ game: id, how }), mine.length === 0 ? 'primary' : '', `${words.start.play} ${title}: ${words.start[how]}`)}
  </li>`;
}

/** @param {State} state @param {RoomLine} line @param {Actions} act */
function lobby_line({ games }, line, act) {
  const title = games.find((game) => game.id === line.game)?.title ?? line.game;
  const open = line.phase === 'waiting' && line.taken < line.seats;
  const verb = open ? words.start.join : words.start.watch;
  const whose = line.quick ? words.quick.title : words.start.host(line.host);
  return html`<li>
    <div>
      <strong>${whose}</strong>
      <span
        >${title} · ${open ? words.start.taken(line.taken, line.seats) : words.start.playing}${
          line.locked ? html` · ${words.change.is_locked}` : nothing
        }</span
      >
    </div>
    ${button(verb, () => act.enter(line.room, open ? 'player' : 'spectator'), undefined, `${verb}: ${whose}`)}
  </li>`;
}

/** A pasted link, or a code with blanks and dashes, becomes the plain code. @param {Event} event */
function check_code({ target }) {
  const field = /** @type {HTMLInputElement} */ (target);
  const code = parse_typed_code(field.value);
  if (code && field.value.length > code.length) field.value = code;
  field.setCustomValidity(code || field.value === '' ? '' : words.start.code_hint);
}

/** @param {Actions} act */
function code_form(act) {
  return html`<form class="code-form" @submit=${on_submit((form) => act.open_typed_code(`${new FormData(form).get('code')}`))}>
    <label for="code">${words.start.code}</label>
    <input
      id="code"
      name="code"
      class="code"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      required
      title=${words.start.code_hint}
      @input=${check_code}
    />
    <button>${words.start.go}</button>
  </form>`;
}

/** How today's cup went; its name before that. @param {Found<import('../../../js/protocol.js').CupTodayReply> | null} found */
function cup_today(found) {
  const you = found?.state === 'here' ? found.data.you : null;
  if (you?.state !== 'finished') return words.history.cup;
  const place = you.place ? `, ${words.history.cup_place(number(you.place), number(you.players ?? 0))}` : '';
  return `${words.history.cup}: ${page_texts.units.points(you.points ?? 0)}${place}`;
}

/** Links to history and leaderboards, and to what makes both believable. @param {State} state @param {Actions} act @param {MatchHistory} match_history */
const history_links = ({ me }, act, match_history) =>
  html`<nav class="history-links" aria-label=${words.history.title}>
    ${link_to({ at: 'top' }, words.history.boards, act)}
    ${link_to({ at: 'fair' }, words.history.fair, act)}
    ${link_to({ at: 'cup' }, cup_today(me && match_history.cup()), act)}
    ${link_to({ at: 'practice' }, words.history.practice, act)}
    ${me ? link_to({ at: 'player', id: me.id }, words.history.mine, act) : nothing}
  </nav>`;
