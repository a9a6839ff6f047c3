// @ts-check
import * as icons from '../icons.js';
import { part } from '../later.js';
import { html, live, nothing } from '../lit.js';
import { repeat } from '../lit_repeat.js';
import { words } from '../words.js';
import { device, device_question } from './device.js';
import { rules_of_games } from './games.js';
import { shown_code } from './invite.js';
import { language_chooser, link_to, name_field, submitted, trouble } from './parts.js';

/** @typedef {import('../shapes.js').State} State */
/** @typedef {import('../types.js').RoomLine} RoomLine */
/** @typedef {import('../actions.js').Actions} Actions */

/** The way in: who you are, a table of your own, or somebody else's. @param {State} state @param {Actions} act */
export function start(state, act) {
  return html`<main class="start">
    <section class="hero">
      ${icons.cup()}
      <div>
        <h1>${words.motto}</h1>
        <p>${words.how}</p>
      </div>
    </section>
    ${device_question(state, act)} ${my_rooms(state, act)}
    <section class="sheet">
      ${name_field(state, act)}
      ${
        state.form
          ? (part('make')?.make_form(state, act) ?? nothing)
          : html`<button class="open-form primary" type="button" @click=${() => act.open_form()}>
              ${words.start.make}
            </button>`
      }
      ${trouble(state, 'make')}
    </section>
    ${state.form ? nothing : html`${quick(state, act)} ${practice(state, act)}`}
    <section class="sheet">
      <h2>${words.start.public}</h2>
      ${
        state.lobby.length > 0
          ? html`<ul class="rooms">
              ${repeat(
                state.lobby,
                ({ room }) => room,
                (line) => lobby_line(state, line, act),
              )}
            </ul>`
          : html`<p class="hint">${words.start.none}</p>`
      }
      ${code_form(act)} ${trouble(state, 'join')}
    </section>
    ${past_links(state, act)} ${rules_of_games(state, act)} ${device(state, act)} ${language_chooser(act)}
  </main>`;
}

/** @param {State} state @param {Actions} act */
function my_rooms(state, act) {
  const { rooms } = state;
  if (rooms.length === 0) return nothing;
  return html`<nav class="sheet my-rooms" aria-label=${words.start.yours}>
    ${rooms.map(
      (code) =>
        html`<button class="primary" type="button" @click=${() => act.visit(code)}>
          ${words.start.back} ${shown_code(state, code)}
        </button>`,
    )}
  </nav>`;
}

/** A seat among strangers, one tap a game. @param {State} state @param {Actions} act */
function quick(state, act) {
  return html`<section class="sheet">
    <h2>${words.quick.title}</h2>
    <div class="quick">
      ${state.games.map(
        ({ id, title }) =>
          html`<button type="button" ?disabled=${state.asked.includes('quick')} @click=${() => act.quick(id)}>
            ${title}
          </button>`,
      )}
    </div>
    <p class="hint">${words.quick.hint}</p>
    <label class="check" for="company">
      <input
        id="company"
        type="checkbox"
        .checked=${live(state.choices.company)}
        @change=${(/** @type {any} */ event) => act.choose({ company: event.target.checked })}
      />
      <span>${words.house.company}</span>
    </label>
    ${trouble(state, 'quick')}
  </section>`;
}

/** Where nobody is there the house is. @param {State} state @param {Actions} act */
function practice(state, act) {
  return html`<section class="sheet">
    <h2>${words.house.title}</h2>
    <div class="quick">
      ${state.games.map(
        (game) =>
          html`<button
            type="button"
            aria-label="${words.house.title}: ${game.title}"
            ?disabled=${state.asked.includes('house')}
            @click=${() => act.practise(game)}
          >
            ${game.title}
          </button>`,
      )}
    </div>
    <p class="hint">${words.house.hint}</p>
    ${trouble(state, 'house')}
  </section>`;
}

/** @param {State} state @param {RoomLine} line @param {Actions} act */
function lobby_line({ games }, line, act) {
  const title = games.find((game) => game.id === line.game)?.title ?? line.game;
  const open = line.phase === 'waiting' && line.taken < line.seats;
  const verb = open ? words.start.join : words.start.watch;
  return html`<li>
    <div>
      <strong>${words.start.host(line.host)}</strong>
      <span
        >${title} · ${open ? words.start.taken(line.taken, line.seats) : words.start.playing}${
          line.locked ? html` · ${words.change.is_locked}` : nothing
        }</span
      >
    </div>
    <button
      type="button"
      aria-label="${verb}: ${words.start.host(line.host)}"
      @click=${() => act.enter(line.room, open ? 'player' : 'spectator')}
    >
      ${verb}
    </button>
  </li>`;
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
      maxlength="6"
      required
      pattern="[0-9A-Za-z]{6}"
      title=${words.start.code_hint}
    />
    <button>${words.start.go}</button>
  </form>`;
}

/** The ways to look back, from the start page. @param {State} state @param {Actions} act */
const past_links = ({ me }, act) =>
  html`<nav class="past-links" aria-label=${words.past.title}>
    ${link_to({ at: 'top' }, words.past.boards, act)}
    ${me ? link_to({ at: 'player', id: me.id }, words.past.mine, act) : nothing}
  </nav>`;
