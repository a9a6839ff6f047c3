// @ts-check
// What several views of the operator's page draw.
import { language, make_formatters } from '../i18n/language.js';
import { html, nothing } from '../ui/lit.js';
import { words } from './words.js';

/** @import { Actions } from './desk.js' */

const { moment } = make_formatters(language);

/** A player, who opens at a tap. @param {{id: string, name: string}} player @param {Actions} act */
export const player_button = ({ id, name }, act) => html`<button class="link" @click=${() => act.open({ at: 'player', id })}><bdi>${name || id}</bdi></button> <code>${id}</code>`;

/** @param {string} code @param {Actions} act */
export const table_button = (code, act) => html`<button class="link" @click=${() => act.open({ at: 'table', id: code })}><code>${code}</code></button>`;

/** The nodes whose part is missing. @param {string[]} nodes */
export const silent_nodes_note = (nodes) => (nodes.length === 0 ? nothing : html`<p class="trouble">${words.silent(nodes)}</p>`);

/** @param {import('./desk_connection.js').ChatLine[]} lines */
export const chat_lines = (lines) =>
  html`<ol class="chat-lines">
    ${lines.map(({ name, text, at_ms }) => html`<li><small>${moment(at_ms)}</small> <b><bdi>${name}</bdi></b> <span>${text}</span></li>`)}
  </ol>`;

/** @param {string} name of the field @param {{[value: string]: string}} options @param {string} chosen */
export const choice = (name, options, chosen) =>
  html`<select name=${name}>
    ${Object.entries(options).map(([value, label]) => html`<option value=${value} .defaultSelected=${value === chosen}>${label}</option>`)}
  </select>`;

/** Hands the fields of a form on, and empties it if that succeeds. @param {(fields: {[name: string]: string}) => unknown} then */
export const on_submit = (then) => async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const fields = new FormData(form);
  const { name, value } = /** @type {HTMLButtonElement} */ (event.submitter ?? {});
  if (name) fields.set(name, value);
  if ((await then(/** @type {{[name: string]: string}} */ (Object.fromEntries(fields)))) === true) form.reset();
};
