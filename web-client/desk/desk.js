// @ts-check
// The entry point of the operator's page: what it has heard from the server, and what the operator does.
import { Lost, Refused } from '../../js/connection.js';
import { socket_address } from '../core/urls.js';
import { language } from '../i18n/language.js';
import { render } from '../ui/lit.js';
import { DeskConnection } from './desk_connection.js';
import { page } from './views.js';
import { sentence_of, words } from './words.js';

/** @import { Answers, Decree } from './desk_connection.js' */
/** What is shown in each section. @typedef {{people: Answers['desk.who'], tables: Answers['desk.tables'], reports: Answers['desk.reports'], bans: Answers['desk.bans'],
 *     house: Answers['desk.settings'], log: Answers['desk.log']}} Heard */
/** @typedef {keyof Heard} Section */
/** A part of a list, the newest first. @typedef {{next: number | null, reports?: {no: number}[], lines?: {no: number}[]}} Part */
/** @typedef {{[name: string]: string | number | boolean | undefined}} Fields of a form or a request */
/** @typedef {{fields: Fields, others: number, here: number, silent: string[]}} Asks */
/** @typedef {typeof state} State */
/** @typedef {typeof actions} Actions */
/**
 * A player, a table, a decree or the ban of a block of addresses over the page. `heard` is what the server has said of it; `asks` the ban of a network that was not carried
 * out yet, with the number of those whom it would shut out.
 * @typedef {({at: 'player', heard?: Answers['desk.player']} | {at: 'table', heard?: Answers['desk.table']} | {at: 'decree', heard?: Decree} | {at: 'block', heard?: object})
 *     & {id: string, asks?: Asks}} Opened
 */

const refresh_ms = 5_000;
/** How many reports wait is shown in every section, but looked up less often there. */
const reports_ms = 30_000;
/** Without the operator's hand the page asks for nothing new, so that a session left alone ends. */
const idle_ms = 5 * 60_000;

const state = {
  /** @type {Section} */ section: 'people',
  /** What the server has answered. @type {Partial<Heard>} */ heard: {},
  /** @type {Opened | null} */ opened: null,
  find: '',
  order: 'newest',
  /** The outcome of what the operator did last; a fault stays until the next act. @type {{text: string, fault: boolean} | null} */ outcome: null,
};

const connection = new DeskConnection(socket_address(document.baseURI), () => {
  if (connection.state === 'open') refresh();
  draw();
});

let last_use_at = Date.now();
let reports_at = -reports_ms;

/** @type {{[section in Section]: () => Promise<Heard[section]>}} */
const ask_for = {
  people: () => connection.ask('desk.who'),
  tables: () => connection.ask('desk.tables'),
  reports: async () => {
    reports_at = performance.now();
    return merge_pages(await connection.ask('desk.reports'), state.heard.reports, 'reports');
  },
  bans: () => connection.ask('desk.bans', { order: state.order, ...(state.find && { find: state.find }) }),
  house: () => connection.ask('desk.settings'),
  log: async () => merge_pages(await connection.ask('desk.log'), state.heard.log, 'lines'),
};

/** The newest page of a list, with what was read of older ones if nothing is missing between them. @template {Part} Some @param {Some} newest @param {Some | undefined} before @param {'reports' | 'lines'} list */
function merge_pages(newest, before, list) {
  const { [list]: first = [] } = newest;
  const oldest = first.at(-1)?.no ?? 0;
  const known = before?.[list] ?? [];
  const older = known.filter((one) => one.no < oldest);
  return !before || older.length === 0 || older.length === known.length ? newest : { ...newest, [list]: [...first, ...older], next: before.next };
}

/** Asks for what is shown. */
async function refresh() {
  const { section, opened } = state;
  try {
    Object.assign(state.heard, { [section]: await ask_for[section]() });
    if (section !== 'reports' && performance.now() - reports_at >= reports_ms) state.heard.reports = await ask_for.reports();
    if (opened?.at === 'player') opened.heard = await connection.ask('desk.player', { player: opened.id });
    if (opened?.at === 'table') opened.heard = await connection.ask('desk.table', { room: opened.id });
  } catch (why) {
    if (!(why instanceof Lost)) show_message(refusal_text(why), true);
    if (opened && !opened.heard && state.opened === opened) state.opened = null;
  }
  draw();
}

/** @param {unknown} why Lost, Refused or a fault of the page */
function refusal_text(why) {
  if (why instanceof Lost) return words.lost;
  if (!(why instanceof Refused)) return String(why);
  return why.code === 'too_big' ? words.too_long : sentence_of(why);
}

/** Shows another section, or something over it. @param {Partial<State>} change */
function turn_to(change) {
  Object.assign(state, change, { outcome: null });
  refresh();
  draw();
}

/** @param {string} text @param {boolean} [fault] */
function show_message(text, fault = false) {
  state.outcome = { text, fault };
}

const actions = {
  show: (/** @type {Section} */ section) => turn_to({ section }),
  refresh,
  open: (/** @type {Opened} */ opened) => turn_to({ opened }),
  close() {
    close();
    draw();
  },
  /** @param {string} find @param {string} order */
  search(find, order) {
    Object.assign(state, { find, order });
    refresh();
  },
  /** The next page of a list. @param {'reports' | 'log'} section @param {'reports' | 'lines'} list */
  async load_more(section, list) {
    /** @type {Part | undefined} */
    const before = state.heard[section];
    /** @type {Part | null} */
    const next = before ? await attempt(`desk.${section}`, { before: before.next }) : null;
    if (next) Object.assign(state.heard, { [section]: { ...next, [list]: [...(before?.[list] ?? []), ...(next[list] ?? [])] } });
    draw();
  },
  /** The operator writes on: what was asked about is not what the form says now. */
  drop_question() {
    if (!state.opened?.asks) return;
    delete state.opened.asks;
    draw();
  },
  /** @param {number} no of a report. Those of older pages are not read again, so this page notes it itself. */
  async mark_report_done(no) {
    if (!(await actions.carry_out('desk.report', { no }, words.outcome.report))) return;
    const report = state.heard.reports?.reports.find((one) => one.no === no);
    if (report) report.done_by ||= connection.by;
    draw();
  },
  /**
   * Carries out a request and closes the dialog that it is from. The ban of a network is asked about first, in that dialog.
   * @param {'desk.ban' | 'desk.mute' | 'desk.unban' | 'desk.change' | 'desk.close' | 'desk.say' | 'desk.set' | 'desk.report'} t @param {Fields} fields @param {string} done what to say then @returns {Promise<boolean>} whether it was carried out
   */
  async carry_out(t, fields, done) {
    const { opened } = state;
    const reply = await attempt(t, fields);
    const is_here = state.opened === opened; // the operator may have closed it, or opened another one
    if (reply?.others !== undefined) {
      if (opened && is_here) opened.asks = { fields, others: reply.others, here: reply.here ?? 0, silent: reply.silent ?? [] };
    } else if (reply) {
      show_message(reply.silent ? `${done} ${words.silent(reply.silent)}` : done);
      if (is_here) close();
    }
    await refresh();
    return reply !== null && reply.others === undefined;
  },
};

/** Closes the dialog over the page; the focus is back where it was. */
function close() {
  state.opened = null; // first: closing a dialog comes back here
  const one = document.querySelector('dialog');
  if (one?.open) one.close();
}

/** The answer, or null: what is wrong is shown. @template {string} Type @param {Type} t @param {object} fields */
async function attempt(t, fields) {
  state.outcome = null;
  try {
    return await connection.ask(t, fields);
  } catch (why) {
    show_message(refusal_text(why), true);
    return null;
  }
}

function draw() {
  render(page(state, connection.state, actions), /** @type {HTMLElement} */ (document.getElementById('app')));
}

/** The secret of a link is in no history and no log of a proxy. */
function connect_with_link_secret() {
  const secret = location.hash.slice(1);
  if (secret) history.replaceState(null, '', location.pathname);
  connection.open(secret);
}

document.documentElement.lang = language;
document.documentElement.setAttribute('data-begun', '');
document.title = words.title;
for (const act of ['pointerdown', 'keydown']) addEventListener(act, () => (last_use_at = Date.now()));
addEventListener('hashchange', () => location.hash && connect_with_link_secret());
setInterval(() => {
  if (connection.state === 'open' && document.visibilityState === 'visible' && Date.now() - last_use_at < idle_ms) refresh();
}, refresh_ms);
connect_with_link_secret();
