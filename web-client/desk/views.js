// @ts-check
// What the operator's page shows. Names, lines and reasons are texts in templates, never markup.
import { language, make_formatters } from '../i18n/language.js';
import { html, nothing, repeat } from '../ui/lit.js';
import { table_head } from '../ui/tables.js';
import { dialog_view } from './dialogs.js';
import { chat_lines, choice, on_submit, player_button, silent_nodes_note, table_button } from './parts.js';
import { words } from './words.js';

/** @import { Content } from '../ui/lit.js' */
/** @import { Actions, Heard, State } from './desk.js' */
/** @import { Decree, Table } from './desk_connection.js' */

const { moment } = make_formatters(language);
const sections = /** @type {(keyof typeof words.sections)[]} */ (Object.keys(words.sections));

/** @param {State} state desk.js @param {import('./desk_connection.js').State} link @param {Actions} act its actions */
export const page = (state, link, act) =>
  html`<div class="page desk">
      <header class="bar">
        <h1>${words.title}</h1>
        ${link === 'open' ? html`<button class="again" @click=${act.refresh}>${words.refresh}</button>` : nothing}
      </header>
      <main>
        ${link === 'over' ? is_over() : link === 'opening' && !state.heard.people ? html`<p class="splash">${words.opening}</p>` : open_desk_view(state, link, act)}
      </main>
    </div>
    ${state.opened && link !== 'over' ? dialog_view(state.opened, state.outcome, act) : nothing}`;

const is_over = () =>
  html`<section class="sheet alone">
    <p>${words.over}</p>
    <p>${words.new_link}</p>
    <p><code>cubilete admin link</code></p>
  </section>`;

/** @param {State} state @param {string} link @param {Actions} act */
const open_desk_view = (state, link, act) =>
  html`<nav aria-label=${words.title}>
      ${sections.map(
        (one) =>
          html`<button aria-current=${one === state.section ? 'page' : nothing} @click=${() => act.show(one)}>
            ${words.sections[one]}${one === 'reports' ? open_reports(state) : nothing}
          </button>`,
      )}
    </nav>
    <div role="status">
      ${link === 'lost' ? html`<p class="trouble">${words.lost}</p>` : nothing}
      ${state.outcome && !state.opened ? html`<p class=${state.outcome.fault ? 'trouble' : 'outcome'}>${state.outcome.text}</p>` : nothing}
    </div>
    ${repeat([state.section], (one) => one, () =>
      html`<section class="sheet" aria-label=${words.sections[state.section]}>
        ${state.heard[state.section] ? views[state.section]({ ...state, heard: /** @type {Heard} */ (state.heard) }, act) : html`<p class="hint">${words.opening}</p>`}
      </section>`,
    )}`;

/** @param {State} state */
function open_reports(state) {
  const open = (state.heard.reports?.reports ?? []).filter((one) => one.done_by === '').length;
  return open > 0 ? html` <b>${open}</b>` : nothing;
}

/** A table that becomes a list of blocks on a phone. @template Row @param {string[]} heads @param {Row[]} rows @param {(row: Row) => unknown} key @param {(row: Row) => unknown[]} cells */
const list_table = (heads, rows, key, cells) =>
  html`<table>
    ${table_head(heads)}
    <tbody>
      ${repeat(
        rows,
        key,
        (row) =>
          html`<tr>
            ${cells(row).map((cell, at) => html`<td data-head=${heads[at]}>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;

/** @param {string} text */
const empty_note = (text) => html`<p class="hint">${text}</p>`;
const { columns } = words;

/** @type {{[section in keyof Heard]: (state: Pick<State, 'find' | 'order'> & {heard: Heard}, act: Actions) => Content}} */
const views = {
  people: ({ heard: { people } }, act) =>
    html`${silent_nodes_note(people.silent)}
    ${people.people.length === 0
      ? empty_note(words.nobody)
      : list_table(
          [columns.name, columns.since, columns.network, columns.tables],
          people.people,
          (one) => one.player.id,
          (one) => [
            html`${player_button(one.player, act)}${one.new ? html` <span class="tag" title=${words.fresh_long}>${words.fresh}</span>` : nothing}`,
            moment(one.since_ms),
            html`<code>${one.network ?? '–'}</code>`,
            one.tables.map((code) => table_button(code, act)),
          ],
        )}`,

  tables: ({ heard: { tables } }, act) =>
    html`${silent_nodes_note(tables.silent)}
    ${tables.tables.length === 0
      ? empty_note(words.no_tables)
      : list_table(
          [columns.table, columns.game, columns.players, columns.since],
          tables.tables,
          (one) => one.room,
          (one) => [table_button(one.room, act), game_of(one), players_of(one), moment(one.since_ms)],
        )}`,

  reports: ({ heard: { reports } }, act) =>
    html`${reports.reports.length === 0 ? empty_note(words.no_reports) : nothing}
    ${repeat(reports.reports, (one) => one.no, (one) => report(one, act))} ${more_button(reports, () => act.load_more('reports', 'reports'))}`,

  bans: ({ heard: { bans }, find, order }, act) =>
    html`<form
        class="search"
        @submit=${on_submit(({ find, order }) => act.search(find, order))}
        @change=${(/** @type {{currentTarget: HTMLFormElement}} */ event) => event.currentTarget.dispatchEvent(new Event('submit', { cancelable: true }))}
      >
        <label class="field">${words.find} <input name="find" type="search" maxlength="100" .defaultValue=${find} /></label>
        <label class="field">${words.order} ${choice('order', words.orders, order)}</label>
      </form>
      <p class="actions"><button @click=${() => act.open({ at: 'block', id: '', heard: {} })}>${words.ban_block}</button></p>
      ${decrees(bans.decrees.filter((one) => ['ban', 'network', 'mute'].includes(one.kind)), act)}
      ${bans.total > bans.decrees.length ? html`<p class="hint">${words.of_all(bans.decrees.length, bans.total)}</p>` : nothing}`,

  house: ({ heard: { house } }, act) =>
    html`<form @submit=${on_submit((fields) => act.carry_out('desk.say', fields, words.outcome.say))}>
        <h2>${words.say}</h2>
        <p class="hint">${words.say_hint}</p>
        <label class="field">${words.say} <input name="text" maxlength="280" required autocomplete="off" /></label>
        <label class="field">${words.term} ${choice('for', words.terms, '7d')}</label>
        <button class="primary">${words.tell}</button>
      </form>
      ${decrees(house.lines, act, true)}
      <h2>${words.settings}</h2>
      ${house.settings.map((one) => setting(one, act))}`,

  log: ({ heard: { log } }, act) =>
    html`${log.lines.length === 0
      ? empty_note(words.no_lines)
      : list_table(
          [columns.when, columns.who, columns.what, columns.whom, columns.why],
          log.lines,
          (one) => one.no,
          (one) => [moment(one.at_ms), one.by, words.acts[one.what] ?? one.what, one.player ? player_button(one.player, act) : '–', one.text],
        )}
    ${more_button(log, () => act.load_more('log', 'lines'))}`,
};

/** @param {{next: number | null}} list @param {() => void} more */
const more_button = (list, more) => (list.next === null ? nothing : html`<button @click=${more}>${words.more}</button>`);

/** @param {Pick<Table, 'phase' | 'public' | 'locked' | 'game'>} table */
const game_of = (table) => {
  const marks = [words.phases[/** @type {'waiting'} */ (table.phase)], table.public && words.public, table.locked && words.locked].filter(Boolean);
  return html`<span class="game">${table.game.replaceAll('_', ' ')}</span> <small>${marks.join(', ')}</small>`;
};

/** @param {Table} table */
const players_of = (table) =>
  html`${table.players.join(', ')}
    <small>${words.seats(table.players.length, table.seats)}${table.spectators > 0 ? `, ${words.watchers(table.spectators)}` : ''}</small>`;

/** @param {import('./desk_connection.js').Report} one @param {Actions} act */
const report = (one, act) =>
  html`<article class=${one.done_by === '' ? 'report' : 'report over'}>
    <p>
      ${player_button(one.by, act)} ${words.about[/** @type {'chat'} */ (one.about)]} ${player_button(one.player, act)}
      <small>${moment(one.at_ms)}, ${one.room}${one.match ? html`, <a class="link" href="m/${one.match}" target="_blank" rel="noopener">${words.match}</a>` : nothing}</small>
    </p>
    ${one.text ? html`<blockquote>${one.text}</blockquote>` : nothing} ${one.chat.length > 0 ? chat_lines(one.chat) : nothing}
    ${one.done_by === ''
      ? html`<button @click=${() => act.mark_report_done(one.no)}>${words.done}</button>`
      : html`<p class="hint">${words.done_by(one.done_by)}</p>`}
  </article>`;

/** @param {Decree[]} list @param {Actions} act @param {boolean} [may_be_none] */
const decrees = (list, act, may_be_none = false) =>
  list.length === 0
    ? may_be_none ? nothing : empty_note(words.no_bans)
    : html`<ul class="decrees">
        ${repeat(list, (one) => one.no, (one) => html`<li>
          <p>
            <b>${one.no}. ${words.kinds[/** @type {'ban'} */ (one.kind)]}</b> ${one.player ? player_button(one.player, act) : html`<code>${one.networks.join(', ')}</code>`}
            <span class=${one.holds ? '' : 'over'}>${one.holds ? end_of(one) : words.ended}</span>
          </p>
          <p>${one.text}</p>
          <p class="hint">
            ${words.by(one.by, moment(one.at_ms))}${one.newcomers_until_ms === undefined ? '' : `; ${newcomers_of(one.newcomers_until_ms)}`}${one.refused > 0 ? `; ${words.refused(one.refused)}` : ''}
          </p>
          ${one.holds
            ? html`<p class="actions">
                <button @click=${() => act.carry_out('desk.unban', { no: one.no }, words.outcome.unban)}>${words.unban}</button>
                <button @click=${() => act.open({ at: 'decree', id: `${one.no}`, heard: one })}>${words.change}</button>
              </p>`
            : nothing}
        </li>`)}
      </ul>`;

/** @param {number | null} until_ms */
const newcomers_of = (until_ms) => (until_ms === null ? words.no_newcomers : words.newcomers_until(moment(until_ms)));
/** @param {Decree} decree */
const end_of = (decree) => (decree.until_ms === null ? words.forever : words.until(moment(decree.until_ms)));

/** @type {{[key: string]: string[]}} */
const setting_choices = { 'open-tables': ['all', 'word', 'nobody'], 'public-tables': ['on', 'off'], chat: ['on', 'off'] };

/** @param {import('./desk_connection.js').Setting} one @param {Actions} act */
function setting({ key, value, by }, act) {
  const name = words.setting_names[/** @type {'chat'} */ (key)] ?? key;
  const values = setting_choices[key];
  const set = (/** @type {string} */ value) => act.carry_out('desk.set', { key, value }, words.outcome.set);
  return html`<form class="setting" @submit=${on_submit((fields) => set(fields.value))}>
    <label class="field">
      ${name}
      ${values
        ? choice('value', Object.fromEntries(values.map((one) => [one, words.values[/** @type {'all'} */ (one)]])), value)
        : key.startsWith('refused-')
          ? html`<textarea name="value" rows="3" placeholder=${words.a_line_each} .defaultValue=${value}></textarea>`
          : html`<input name="value" maxlength="64" autocomplete="off" .defaultValue=${value} />`}
    </label>
    <p class="hint">${by === '' ? words.by_flags : words.set_by(by)}</p>
    <p class="actions">
      <button>${words.set}</button>
      ${by === '' ? nothing : html`<button type="button" @click=${() => set('default')}>${words.as_flags}</button>`}
    </p>
  </form>`;
}
