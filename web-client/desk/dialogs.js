// @ts-check
// A player, a table or a decree over the operator's page, and what can be done about them.
import { language, make_formatters } from '../i18n/language.js';
import { html, nothing, on_rendered, when_closed } from '../ui/lit.js';
import { chat_lines, choice, on_submit, player_button, silent_nodes_note, table_button } from './parts.js';
import { words } from './words.js';

/** @import { Actions, Asks, Opened, State } from './desk.js' */
/** @import { Answers, Decree } from './desk_connection.js' */

const { moment } = make_formatters(language);

/** @param {Opened} opened over the page @param {State['outcome']} outcome @param {Actions} act */
export const dialog_view = (opened, outcome, act) =>
  html`<dialog aria-labelledby="opened" @close=${when_closed(act.close)} ${on_rendered(open_dialog)}>
    <div class="sheet">
      <div class="head">
        <h2 id="opened">${title_of(opened)}</h2>
        <button @click=${act.close}>${words.close}</button>
      </div>
      ${outcome ? html`<p role="alert" class=${outcome.fault ? 'trouble' : 'outcome'}>${outcome.text}</p>` : nothing}
      ${content_of(opened, act) ?? html`<p class="hint">${words.opening}</p>`}
    </div>
  </dialog>`;

/** The oldest browsers have no class for it (boot.js). @param {Element} one */
const open_dialog = (one) => {
  const dialog = /** @type {HTMLDialogElement} */ (one);
  if (!dialog.open) dialog.showModal();
};

/** @param {Opened} opened */
const title_of = (opened) => {
  const { at, id, heard } = opened;
  if (at === 'block') return words.ban_block;
  if (at === 'player') return html`<bdi>${heard?.player.name ?? id}</bdi>`;
  return at === 'table' ? html`<code>${id}</code>` : `${words.kinds[/** @type {'ban'} */ (heard?.kind)]} ${id}`;
};

/** Null until the server has said what it is. @param {Opened} opened @param {Actions} act */
function content_of({ at, id, heard, asks }, act) {
  if (!heard) return null;
  if (at === 'player') return player(id, heard, asks, act);
  if (at === 'table') return table(id, heard, act);
  return at === 'decree' ? decree(heard, act) : block(asks, act);
}

/** @param {string} id @param {Answers['desk.player']} heard @param {Opened['asks']} asks @param {Actions} act */
function player(id, heard, asks, act) {
  const carry_out = (/** @type {{[name: string]: string}} */ { act: which, newcomers, ...fields }) => {
    if (which === 'mute') return act.carry_out('desk.mute', { player: id, ...fields }, words.outcome.mute);
    const ban = which === 'network' ? { whole_network: true } : { newcomers };
    return act.carry_out('desk.ban', { player: id, ...fields, ...ban }, words.outcome.ban);
  };
  return html`${silent_nodes_note(heard.silent)}
    <p>
      <code>${id}</code> ${words.made(moment(heard.made_ms))} ${heard.here_since_ms === null ? words.not_here : words.here_since(moment(heard.here_since_ms))}
      ${heard.networks.map((tag) => html`<code class="tag">${tag}</code> `)}${heard.tables.map((code) => table_button(code, act))}
    </p>
    ${heard.decrees.length > 0
      ? html`<ul>
          ${heard.decrees.map(
            (one) =>
              html`<li>
                ${one.no}. ${words.kinds[/** @type {'ban'} */ (one.kind)]}, ${one.holds ? (one.until_ms === null ? words.forever : words.until(moment(one.until_ms))) : words.ended}:
                ${one.text}
              </li>`,
          )}
        </ul>`
      : nothing}
    ${asks ? ban_warning(asks, act) : nothing}
    <form @submit=${on_submit(carry_out)} @input=${act.drop_question}>
      ${term_and_reason_fields()}
      <label class="field">${words.newcomers} ${choice('newcomers', words.newcomer_terms, '24h')}</label>
      <p class="actions">
        <button name="act" value="mute">${words.mute}</button>
        <button name="act" value="ban">${words.ban}</button>
        <button name="act" value="network">${words.ban_network}</button>
      </p>
      <p class="hint">${words.device_only} ${words.network_all}</p>
    </form>`;
}

/** @param {Opened['asks']} asks @param {Actions} act */
function block(asks, act) {
  const carry_out = (/** @type {{[name: string]: string}} */ { force, ...fields }) => act.carry_out('desk.ban', { ...fields, ...(force && { force: true }) }, words.outcome.ban);
  return html`${asks ? ban_warning(asks, act) : nothing}
    <form @submit=${on_submit(carry_out)} @input=${act.drop_question}>
      <p class="hint">${words.network_all}</p>
      <label class="field">${words.block} <input name="network" maxlength="64" required autocomplete="off" /></label>
      ${term_and_reason_fields()}
      <label class="check"><input type="checkbox" name="force" /> <span>${words.force}</span></label>
      <button>${words.ban_network}</button>
    </form>`;
}

/** The ban of a network, before it is carried out. @param {Asks} asks @param {Actions} act */
const ban_warning = ({ fields, others, here, silent }, act) =>
  html`<div role="alert" class="trouble">
    ${silent_nodes_note(silent)}
    <p>${words.shuts_out(words.others(others), words.here_now(here))}</p>
    <button @click=${() => act.carry_out('desk.ban', { ...fields, yes: true }, words.outcome.ban)}>${words.ban_all}</button>
  </div>`;

const term_and_reason_fields = () =>
  html`<label class="field">${words.term} ${choice('for', words.terms, '7d')}</label>
    <label class="field">${words.reason} <input name="reason" maxlength="280" required autocomplete="off" placeholder=${words.reason_hint} /></label>`;

/** @param {string} id @param {Answers['desk.table']} heard @param {Actions} act */
function table(id, heard, act) {
  return html`<p>
      <span class="game">${heard.game.replaceAll('_', ' ')}</span>, ${words.phases[/** @type {'waiting'} */ (heard.phase)]},
      ${words.seats(heard.players.length, heard.seats)}
    </p>
    <ul>
      ${heard.people.map(
        (one) =>
          html`<li>
            ${player_button(one.player, act)} ${[one.player.name === heard.host && words.host, !one.online && words.away].filter(Boolean).join(', ')}
          </li>`,
      )}
    </ul>
    <h3>${words.chat}</h3>
    ${heard.chat.length > 0 ? chat_lines(heard.chat) : html`<p class="hint">${words.no_chat}</p>`}
    <form @submit=${on_submit(({ reason }) => act.carry_out('desk.close', { room: id, reason }, words.outcome.close))}>
      <label class="field">${words.reason} <input name="reason" maxlength="280" required autocomplete="off" placeholder=${words.reason_hint} /></label>
      <button>${words.close_table}</button>
      <p class="hint">${words.close_hint}</p>
    </form>`;
}

/** The fields of the form that say something else than the decree. @param {Pick<Decree, 'text'>} decree @param {{[name: string]: string}} fields */
export const changed_fields = ({ text }, fields) => Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== '' && !(name === 'reason' && value === text)));

/** @param {Decree} heard @param {Actions} act */
function decree(heard, act) {
  const carry_out = (/** @type {{[name: string]: string}} */ fields) => {
    const changed = changed_fields(heard, fields);
    return Object.keys(changed).length === 0 ? act.close() : act.carry_out('desk.change', { no: heard.no, ...changed }, words.outcome.change);
  };
  const unchanged = { '': words.keep_term };
  return html`<form @submit=${on_submit(carry_out)}>
    <label class="field">${words.term} ${choice('for', { ...unchanged, ...words.terms }, '')}</label>
    <label class="field">${words.reason} <input name="reason" maxlength="280" required autocomplete="off" .defaultValue=${heard.text} /></label>
    ${heard.kind === 'ban' ? html`<label class="field">${words.newcomers} ${choice('newcomers', { ...unchanged, ...words.newcomer_terms }, '')}</label>` : nothing}
    <button>${words.change}</button>
  </form>`;
}
