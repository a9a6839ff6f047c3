// @ts-check
import * as icons from '../icons.js';
import { part } from '../../core/later.js';
import { html, nothing, repeat } from '../lit.js';
import { typed_code } from '../../core/place.js';
import { public_rooms } from '../../core/state.js';
import { words } from '../../i18n/words.js';
import { device } from '../device.js';
import { cover } from '../game_links.js';
import { button, checkbox, followed, hero, language_chooser, link_to, name_field, submitted, trouble } from '../parts.js';

/** @import { Actions, OwnTable, RoomLine, State } from '../../core/shapes.js' */

/** The start page: name, own tables, games, public rooms. @param {State} state @param {Actions} act */
export function start(state, act) {
  const shown = public_rooms(state);
  return html`<main class="start ${state.form ? '' : 'with-games'}">
    ${hero(words.motto, words.how)} ${my_rooms(state, act)}
    <section class="sheet">
      <form @submit=${submitted(() => act.run_wish())}>
        ${name_field(state, act)} ${state.wish ? wish_button(state, state.wish) : nothing}
      </form>
      ${state.form ? (part('make')?.make_form(state, act) ?? nothing) : nothing} ${trouble(state, 'make', 'quick', 'house')}
    </section>
    ${state.form ? nothing : games(state, act)}
    <section class="sheet">
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
    ${past_links(state, act)} ${device(state, act)} ${language_chooser(act)}
  </main>`;
}

/**
 * The rooms where we have a seat: those where it is our turn first, finished ones apart.
 * @param {State} state
 * @param {Actions} act
 */
function my_rooms(state, act) {
  if (state.mine.length === 0) return nothing;
  const rank = (/** @type {OwnTable} */ { phase, your_turn }) => (your_turn ? 0 : phase === 'playing' ? 1 : 2);
  const [open, over] = [false, true].map((ended) => state.mine.filter(({ phase }) => (phase === 'finished') === ended));
  open.sort((a, b) => rank(a) - rank(b));
  const lines = (/** @type {OwnTable[]} */ some, /** @type {boolean} */ first) => html`<ul>
    ${repeat(
      some,
      ({ room }) => room,
      (line, at) => my_room(state, line, first && at === 0, act),
    )}
  </ul>`;
  return html`<nav class="sheet my-rooms" aria-labelledby="my-tables">
    <h2 id="my-tables">${words.start.yours}</h2>
    ${lines(open, true)}
    ${
      over.length === 0
        ? nothing
        : html`<h3>${words.start.over}</h3>
            ${lines(over, open.length === 0)}`
    }
    ${trouble(state, 'leave')}
  </nav>`;
}

/** @param {State} state @param {OwnTable} line @param {boolean} first @param {Actions} act */
function my_room(state, { room, game, phase, players, your_turn }, first, act) {
  const title = state.games.find(({ id }) => id === game)?.title ?? game;
  const others = players.filter((name) => name !== state.me?.name);
  const what = others.length > 0 ? words.start.with(title, others) : title;
  return html`<li>
    <button class=${first ? 'primary' : ''} type="button" @click=${() => act.visit(room)}>
      <span>${what}</span>
      <small>${your_turn ? html`<strong>${words.start.your_turn}</strong>` : words.start.phases[phase]}</small>
    </button>
    <button class="leaving" type="button" aria-label="${words.room.leave}: ${what}" @click=${() => (phase === 'playing' ? act.question({ what: 'leave', room }) : act.leave_table(room))}>
      ${icons.door()}
    </button>
  </li>`;
}

/**
 * The pending action that waited for a name: one more tap runs it.
 * @param {State} state @param {import('../../core/shapes.js').Wish} wish
 */
function wish_button({ games }, { game, how }) {
  const title = games.find(({ id }) => id === game)?.title ?? game;
  return html`<button class="primary wish">${title} · ${words.start[how]}</button>`;
}

/** Each game with its three ways to start. @param {State} state @param {Actions} act */
function games(state, act) {
  return html`<section class="sheet" aria-labelledby="games">
    <h2 id="games">${words.start.games}</h2>
    <ul class="game-list">
      ${state.games.map((game) => game_card(state, game, act))}
    </ul>
    ${checkbox('company', words.house.company, state.choices.company, (company) => act.choose({ company }))}
    ${button(words.start.make, () => act.open_form(), 'open-form')}
  </section>`;
}

/** @param {State} state @param {import('../../core/types.js').Game} game @param {Actions} act */
function game_card(state, { id, title, seats: { min, max }, minutes }, act) {
  /** @param {import('../../core/shapes.js').Wish['how']} how */
  const way = (how) => {
    const kind = how === 'friends' && state.rooms.length === 0 ? 'primary' : '';
    return button(words.start[how], () => act.wish({ game: id, how }), kind, `${title}: ${words.start[how]}`);
  };
  return html`<li class="game-card">
    ${cover(id)}
    <div class="about">
      <h3>${title}</h3>
      <a href=${act.rules_address(id)} aria-label="${words.start.rules}: ${title}" @click=${followed(() => act.study(id))}
        >${words.start.rules}</a
      >
      <p class="hint"><span>${words.start.players(min, max)}</span>${minutes ? html` · <span>${words.start.minutes(minutes)}</span>` : nothing}</p>
    </div>
    <div class="ways">${way('friends')}${way('strangers')}${way('house')}</div>
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
  const code = typed_code(field.value);
  if (code && field.value.length > code.length) field.value = code;
  field.setCustomValidity(code || field.value === '' ? '' : words.start.code_hint);
}

/** @param {Actions} act */
function code_form(act) {
  return html`<form class="code-form" @submit=${submitted((form) => act.find(`${new FormData(form).get('code')}`))}>
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

/** Links to history and leaderboards, and to what makes both believable. @param {State} state @param {Actions} act */
const past_links = ({ me }, act) =>
  html`<nav class="history-links" aria-label=${words.history.title}>
    ${link_to({ at: 'top' }, words.history.boards, act)}
    ${link_to({ at: 'fair' }, words.history.fair, act)}
    ${me ? link_to({ at: 'player', id: me.id }, words.history.mine, act) : nothing}
  </nav>`;
