// @ts-check
import * as icons from '../icons.js';
import { html, repeat } from '../lit.js';
import { sentence_in_words } from '../refusal.js';
import { words } from '../words.js';
import { submitted, trouble } from './parts.js';

/** @typedef {import('../state.js').State} State */
/** @typedef {import('../types.js').Room} Room */
/** @typedef {import('../actions.js').Actions} Actions */

/** @param {State} state @param {Room} room @param {Actions} act */
export function chat(state, room, act) {
  const say = async (/** @type {HTMLFormElement} */ form) => {
    const text = `${new FormData(form).get('say') ?? ''}`.trim();
    if (text !== '' && (await act.say(text))) form.reset();
  };
  const line = (/** @type {import('../types.js').ChatLine} */ { from, name, text }) =>
    html`<li class=${from === state.me?.id ? 'mine' : ''}><b>${name}</b> <span>${from === '' ? (sentence_in_words(text) ?? text) : text}</span></li>`;
  return html`<div class="chat">
    <div class="lines" role="log" tabindex="0" aria-label=${words.chat.title}>
      ${
        room.chat.length === 0
          ? html`<p class="hint">${words.chat.none}</p>`
          : html`<ol>
              ${repeat(room.chat, (_, index) => index, line)}
            </ol>`
      }
    </div>
    <form class="say" @submit=${submitted(say)}>
      <label class="unseen" for="say">${words.chat.label}</label>
      <input id="say" name="say" autocomplete="off" maxlength="500" placeholder=${words.chat.label} />
      <button aria-label=${words.chat.send}>${icons.send()}</button>
    </form>
    ${trouble(state, 'chat')}
  </div>`;
}
