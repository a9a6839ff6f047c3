// @ts-check
import * as icons from '../icons.js';
import { part } from '../../core/lazy_modules.js';
import { html, live, nothing } from '../lit.js';
import { room_names } from '../../core/names.js';
import { page_texts, words } from '../../i18n/words.js';
import { button, on_submit, trouble } from '../parts.js';

/** @import { Actions, Room, State } from '../../core/shapes.js' */

const emoji = ['🙌', '😂', '😮', '😭', '😎', '❤️'];

/** The chat with its heading. @param {State} state @param {Room} room @param {Actions} act */
export function chat(state, room, act) {
  const send_line = async (/** @type {HTMLFormElement} */ form) => {
    const typed = () => `${new FormData(form).get('say') ?? ''}`.trim();
    const text = typed();
    if (text === '') return;
    act.store_chat_draft('');
    if (!(await act.say(text))) act.store_chat_draft(`${text} ${typed()}`.trim());
  };
  const names = room_names(room);
  const line = (/** @type {import('../../core/types.js').ChatLine} */ { from, name, text }) =>
    html`<li class=${from === state.me?.id ? 'mine' : ''}>
      <b><bdi>${names.get(from) ?? name}</bdi></b> <span>${from === '' ? (part('refusal')?.notices[text] ?? text) : text}</span>
    </li>`;
  const heard = room.chat.filter(({ from }) => !state.choices.muted.includes(from));
  return html`<section class="sheet">
    <h2>${words.chat.title}</h2>
    <div class="chat">
      <div class="lines" role="log" tabindex="0" aria-label=${words.chat.title}>
        ${
          heard.length === 0
            ? html`<p class="hint">${words.chat.none}</p>`
            : html`<ol>
                ${heard.map(line)}
              </ol>`
        }
      </div>
      ${room.phase === 'waiting' ? html`<p class="quick-words">${words.chat.quick.map((text) => button(text, () => act.say(text)))}</p>` : nothing}
      <form class="say" @submit=${on_submit(send_line)}>
        <label class="unseen" for="say">${words.chat.label}</label>
        <input
          id="say"
          name="say"
          autocomplete="off"
          maxlength="500"
          placeholder=${words.chat.label}
          .value=${live(state.draft)}
          @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => act.store_chat_draft(target.value)}
        />
        <button aria-label=${words.chat.send}>${icons.send()}</button>
      </form>
      ${trouble(state, 'chat')} ${mute_list(state, room, act)}
    </div>
  </section>`;
}

/** Emoji and short phrases, sent with one tap as chat lines. @param {Actions} act */
export function reactions(act) {
  const send_reaction = (/** @type {string} */ text) => (/** @type {Event} */ event) => {
    const menu = /** @type {HTMLElement} */ (event.currentTarget).closest('details');
    menu?.removeAttribute('open');
    menu?.querySelector('summary')?.focus();
    act.say(text);
  };
  const reaction_button = (/** @type {string} */ text) =>
    html`<button type="button" @click=${send_reaction(text)}>${text}</button>`;
  return html`<details class="react">
    <summary aria-label=${page_texts.chat.react}>${icons.smile()}</summary>
    <div class="react-items paper">
      <p class="emoji">${emoji.map(reaction_button)}</p>
      <p>${page_texts.chat.phrases.map(reaction_button)}</p>
    </div>
  </details>`;
}

/**
 * Players whose chat can be hidden: all at the table, and all who wrote here.
 * @param {State} state @param {Room} room @param {Actions} act
 */
function mute_list({ me, choices }, room, act) {
  /** @type {Map<string, string>} */
  const others = new Map();
  const names = room_names(room);
  for (const { player } of room.seats) if (player && !player.bot) others.set(player.id, names.get(player.id) ?? player.name);
  for (const { from, name } of room.chat) if (!others.has(from)) others.set(from, name);
  others.delete(me?.id ?? '');
  others.delete(''); // the server's own lines
  if (others.size === 0) return nothing;
  const some = [...others.keys()].some((id) => choices.muted.includes(id));
  return html`<details class="mutes">
    <summary>${icons.muted()}${page_texts.chat.mute}</summary>
    ${[...others].map(
      ([id, name]) =>
        html`<label class="check">
          <input
            type="checkbox"
            aria-label=${page_texts.chat.muted(name)}
            .checked=${choices.muted.includes(id)}
            @change=${(/** @type {{target: HTMLInputElement}} */ { target }) => act.mute(id, target.checked)}
          />
          <span><bdi>${name}</bdi></span>
        </label>`,
    )}
    ${some ? html`<p class="hint">${page_texts.chat.muted_hint}</p>` : nothing}
  </details>`;
}
