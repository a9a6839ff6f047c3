// @ts-check
// Small templates that several views share.
import * as icons from './icons.js';
import { html, live, nothing, svg } from './lit.js';
import { avatar_of, avatars_of } from '../core/avatars.js';
import { shapes_of } from '../core/avatar_shapes.js';
import { number_equal_names } from '../core/names.js';
import { language, languages, words } from '../i18n/words.js';

/** @import { Actions, State, Where } from '../core/shapes.js' */
/** @import { Content } from './lit.js' */
/** The reason why a player does not answer. @typedef {{icon: import('./lit.js').Content, meaning: string}} Absence */

/**
 * The whole content of the page while it waits, or when it cannot go on. It is a landmark, so that a page has one at any time.
 * @param {string} text @param {'alert'} [role] of a fault
 */
export const splash_view = (text, role) => html`<main class="splash"><p role=${role ?? nothing}>${text}</p></main>`;

/**
 * The reason why an action here failed.
 * @param {State} state @param {Where[]} places
 * @returns {import('./lit.js').Content}
 */
export function trouble({ trouble: why }, ...places) {
  return why !== null && places.includes(why.where) ? html`<p class="trouble" role="alert">${why.text}</p>` : nothing;
}

/**
 * The question for a name stands in the place of the hint, so that it moves nothing.
 * @param {State} state @param {Actions} act @param {Content} [beside] a button beside what is typed
 */
export function name_field(state, act, beside = nothing) {
  const missing = state.trouble?.where === 'name';
  const asked = state.trouble?.text === words.name.missing; // nobody did anything wrong
  return html`<div class="field">
    <label for="name">${words.name.label}</label>
    <input
      id="name"
      name="name"
      autocomplete="nickname"
      maxlength="20"
      required
      aria-describedby="name-hint"
      aria-invalid=${missing && !asked ? 'true' : nothing}
      .value=${live(state.name)}
      @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => act.name(target.value)}
    />
    <p id="name-hint" class="hint ${asked ? 'asked' : ''}" role="status"><span>${words.name.hint}</span>${asked ? html`<b>${words.name.missing}</b>` : nothing}</p>
    ${beside} ${asked ? nothing : trouble(state, 'name')}
  </div>`;
}

/** Handles clicks on links to our pages without a page load, unless the reader asks for a new tab. @param {() => void} then */
export const on_link_click = (then) => (/** @type {MouseEvent} */ event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  then();
};

/**
 * A button that does something at once.
 * @param {Content} content @param {() => void} then @param {string} [kind] classes @param {string} [label] where the content is no text
 */
export const button = (content, then, kind, label) =>
  html`<button type="button" class=${kind ?? nothing} aria-label=${label ?? nothing} @click=${then}>${content}</button>`;

/** @param {string} id @param {Content} label @param {boolean} on @param {(yes: boolean) => void} set @param {{role?: 'switch', disabled?: boolean}} [how] */
export const checkbox = (id, label, on, set, { role, disabled = false } = {}) =>
  html`<label class="check" for=${id}>
    <input id=${id} type="checkbox" role=${role ?? nothing} ?disabled=${disabled} .checked=${live(on)}
      @change=${(/** @type {{target: HTMLInputElement}} */ { target }) => set(target.checked)} />
    <span>${label}</span>
  </label>`;

/** A sentence with a command, which no line breaks at its hyphens. @param {(command: string) => string} sentence @param {string} command */
export function with_command(sentence, command) {
  const [before, after] = sentence('\n').split('\n');
  return html`${before}<code class="whole">${command}</code>${after}`;
}

/** A button that opens the rules of the current table over the page. @param {Actions} act @param {string} game */
export const rules_button = (act, game) =>
  html`<button class="rules-button" type="button" aria-haspopup="dialog" @click=${() => act.open_rules(game)}>
    ${icons.book()}${words.rules.open}
  </button>`;

/**
 * A link to another page of ours.
 * @param {import('../core/shapes.js').Page} page
 * @param {import('./lit.js').Content} text @param {Actions} act @param {string} [kind]
 * @param {'page' | 'true' | typeof nothing} [current] of the one among several that is shown
 */
export const link_to = (page, text, act, kind = 'link', current = nothing) =>
  html`<a class=${kind} href=${act.address(page)} aria-current=${current}
    @click=${on_link_click(() => act.show(page))}>${text}</a>`;

/** Handles a form's submission without a page load. @param {(form: HTMLFormElement) => void} then */
export const on_submit = (then) => (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  then(/** @type {HTMLFormElement} */ (event.currentTarget));
};

/** @param {string} name */
const name_initial = (name) => (name.match(/[\p{L}\p{N}]/u)?.[0] ?? [...name][0] ?? '').toUpperCase();

/** The face of an avatar, on a square of 48. @param {number} avatar */
const avatar_face = (avatar) =>
  shapes_of(avatar).map(({ shape, fill }) => svg`<g fill=${fill}><path d=${shape} /><path d=${shape} transform="matrix(-1 0 0 1 48 0)" /></g>`);

/**
 * A player's token: their avatar, or without one the initial on the seat's colour.
 * @param {string | undefined} name @param {number} seat @param {number | null} [avatar]
 */
export const token = (name = '', seat, avatar = null) =>
  avatar === null
    ? html`<span class="token seat-${seat % 8}" aria-hidden="true">${name_initial(name)}</span>`
    : html`<span class="token face seat-${avatar % 8}" aria-hidden="true"><svg viewBox="0 0 48 48" focusable="false">${avatar_face(avatar)}</svg></span>`;

/** The tokens of a match, by seat. @param {{names: string[], players: (import('../core/avatars.js').Shown | null)[]}} match */
export function seat_tokens({ names, players }) {
  const avatars = avatars_of(players);
  return {
    /** @param {number} seat */
    token: (seat) => token(names[seat], seat, avatars[seat]),
    /** The token within a drawing, around a point. @param {number} seat @param {number} radius @param {number} [x] @param {number} [y] */
    disc(seat, radius, x = 0, y = 0) {
      const avatar = avatars[seat] ?? null;
      return svg`<circle class="disc seat-${(avatar ?? seat) % 8}" cx=${x} cy=${y} r=${radius} />${
        avatar === null
          ? svg`<text class="initial" x=${x} y=${y + radius * 0.36}>${name_initial(names[seat] ?? '')}</text>`
          : svg`<g class="face" transform="translate(${x} ${y}) scale(${radius / 29}) translate(-24 -24)">${avatar_face(avatar)}</g>`
      }`;
    },
  };
}

/**
 * The helpers of a table that is only looked at, without moves.
 * @type {Omit<import('../games/contract.js').Helpers, 'names' | 'token' | 'disc' | 'options' | 'events' | 'seq' | 'log'>}
 */
export const without_moves = {
  mine: null,
  absent: () => null,
  local: {},
  keep: () => {},
  listed: () => undefined,
  play: () => {},
  busy: false,
  rolling: false,
  shaking: null,
  locked: false,
  careful: false,
  trouble: nothing,
  tools: nothing,
  over: nothing,
  first: nothing,
};

/** Our own avatar, which a tap lets us choose. @param {State} state @param {Actions} act @param {number} [avatar] as it is shown here */
export const own_avatar = ({ me }, act, avatar = avatar_of(me) ?? 0) =>
  me
    ? html`<button class="own-avatar" type="button" aria-haspopup="dialog" aria-label=${words.avatar} @click=${() => act.sheet('avatar')}>
        ${token(me.name, 0, avatar)}
      </button>`
    : nothing;

/** The head of a start page. @param {Content} title @param {Content} text @param {Content} [picture] */
export const page_head = (title, text, picture = icons.cup()) =>
  html`<section class="hero">
    ${picture}
    <div>
      <h1>${title}</h1>
      <p>${text}</p>
    </div>
  </section>`;

/** A readable list of the seated players and the number of free seats. @param {string[]} names @param {number} free */
export const seated_list = (names, free) =>
  html`<ul class="seated" aria-label=${words.room.seats}>
    ${number_equal_names(names).map((name, seat) => html`<li>${token(name, seat)}<span><bdi>${name}</bdi></span></li>`)}
    ${Array.from({ length: free }, () => html`<li class="free"><span>${words.room.free}</span></li>`)}
  </ul>`;

/** @param {Absence | null} why */
export const absence_mark = (why) =>
  why ? html`<span class="mark">${why.icon}<span class="unseen">${why.meaning}</span></span>` : nothing;

/**
 * The head of the match's hash chain, shortened to be read aloud: players who were shown different logs have different values.
 * @param {import('../core/types.js').MatchPush} push
 */
export function fingerprint({ hash }) {
  const groups = hash.slice(0, 12).match(/.{4}/g) ?? [];
  return html`<p class="fingerprint">
    ${words.table.fingerprint} <code>${groups.join(' ')}</code><small>${words.table.fingerprint_is}</small>
  </p>`;
}

/** The languages of the page, each by its own name. @param {Actions} act */
export function language_chooser(act) {
  return html`<nav class="languages" aria-label=${words.language}>
    ${Object.entries(languages).map(
      ([one, name]) =>
        html`<button
          type="button"
          lang=${one}
          aria-pressed=${one === language ? 'true' : 'false'}
          @click=${() => one !== language && act.change_language(one)}
        >
          ${name}
        </button>`,
    )}
  </nav>`;
}
