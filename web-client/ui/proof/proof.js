// @ts-check
// The dice of a finished match, on its page: the check in this browser, who contributed, and how to check elsewhere.
import { download } from '../../core/device.js';
import { read_endings, read_notes } from '../../core/notes.js';
import { json_text } from '../../../js/strict_json.js';
import { language } from '../../i18n/language.js';
import { words as page_words } from '../../i18n/words.js';
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { name_of } from '../history/summary.js';
import { button, link_to } from '../parts.js';
import { check_again, check_result, inputs_of } from './checking.js';
import { inputs_view } from './inputs.js';
import { account_of, kind_of } from './verdict.js';
import { contributors_view, exact_view, icon_of, verdict_view } from './view.js';

/** @import { Actions, MatchHistory, State } from '../../core/shapes.js' */
/** @import { Checked } from '../../core/verify/check.js' */
/** @import { Record } from '../history/frames.js' */

/** @type {typeof import('../../i18n/verifier/en.js')} */
const { proof: words } = await import(`../../i18n/verifier/${language}.js`);

/** This browser's notes of the match, and the ends of its last matches at that server. @param {Record} record @returns {import('./checking.js').Own} */
function browser_notes({ id }) {
  const notes = read_notes(id);
  return { notes, ended: read_endings(notes?.server ?? null) };
}

/** The log is still on its way. @param {{have: number, of: number}} progress */
export const loading_page = ({ have, of }) =>
  html`<main class="history-page">
    <section class="sheet">
      <h1>${words.title}</h1>
      ${progress_bar(words.fetching(have, of), have, of)}
    </section>
  </main>`;

/** @param {string} text @param {number} done @param {number} of */
const progress_bar = (text, done, of) =>
  html`<label class="checking"><span>${text}</span><progress max=${of || 1} value=${done}></progress></label>`;

/**
 * The check of a match that has just ended, as one line at its table.
 * @param {string} match @param {Actions} act @param {MatchHistory} match_history
 */
export function line(match, act, match_history) {
  const fetched = match_history.load(`matches/${match}?views=1`);
  const record = fetched.state === 'here' ? fetched.data : null;
  const found = record ? check_result(record, () => browser_notes(record), match_history.changed) : null;
  const link = link_to({ at: 'match', id: match }, words.proof, act);
  if (found?.state === 'checked') {
    const { tone, verdict_title } = account_of(found.checked, record, words);
    return html`<p class="checked ${tone}" role="status">${icon_of[tone]()}<span>${verdict_title} ${link}</span></p>`;
  }
  const fails = found?.state === 'failed' || (!record && fetched.state !== 'coming');
  return html`<p class="checked" role="status">${fails ? html`${words.failed_here} ${link}` : words.checking_now}</p>`;
}

/** @param {State} state @param {Record} record @param {Actions} act @param {MatchHistory} match_history */
export function proof_section(state, record, act, match_history) {
  const found = check_result(record, () => browser_notes(record), match_history.changed);
  const title = words.titles[kind_of(record)];
  return html`<section class="sheet proof" aria-label=${title}>
    <h2>${title}</h2>
    ${
      found.state === 'checking'
        ? html`<div class="verdict">${progress_bar(words.checking(found.entry, found.of || (record.log?.length ?? 0)), found.entry, found.of)}</div>`
        : nothing
    }
    ${found.state === 'failed' ? failed(match_history) : nothing}
    ${found.state === 'checked' ? result(state, record, found.checked, act) : nothing}
    ${found.state === 'failed' ? other_verifiers(state, record, act) : nothing}
    ${found.state === 'checked' && is_provable(record, found.checked) ? nothing : html`<p>${link_to({ at: 'fair' }, words.explained, act)}</p>`}
  </section>`;
}

/** Whether another program could say more. @param {Record} record @param {Checked} checked */
const is_provable = ({ proof }, { verdict }) => Boolean(proof) || verdict.kind === 'FALSE';

/** @param {MatchHistory} match_history */
function failed({ changed }) {
  const again = () => {
    check_again();
    changed();
  };
  return html`<p role="alert">${words.failed}</p>
    <p>${button(words.again, again)}</p>`;
}

/**
 * @param {State} state @param {Record} record @param {Checked} checked @param {Actions} act
 */
function result(state, record, checked, act) {
  const seats = record.seats.map((person) => ({ ...person, name: name_of(person) }));
  const account = account_of(checked, { ...record, seats }, words);
  const verdict = verdict_view(account, { ...words, title: words.titles[kind_of(record)] });
  if (!is_provable(record, checked)) return verdict;
  return html`${verdict}
    <details class="more">
      <summary>${account.contributors.length > 0 ? words.more : words.elsewhere}</summary>
      ${contributors_view(account, words)} ${other_verifiers(state, record, act)}
      ${exact_view(checked.text, words)}
      <p>${link_to({ at: 'fair' }, words.explained, act)}</p>
    </details>`;
}

/** The record as programs save it, without what only a replay needs. @param {Record} record */
const without_views = ({ log = [], ...record }) => ({ ...record, log: log.map(({ view: _, patch: __, ...entry }) => entry) });

/** @param {unknown} value @param {string} name */
const save = (value, name) => download(new Blob([json_text(value)], { type: 'application/json' }), name);

/** @param {State} state @param {Record} record @param {Actions} act */
function other_verifiers({ copied }, record, act) {
  const command = `cubilete verify ${act.address({ at: 'match', id: record.id })}`;
  const own = browser_notes(record);
  const both = `${record.id}.both.json`;
  return html`<h3>${words.elsewhere}</h3>
    <p>${words.no_rules}</p>
    <p><code class="command">${command}</code></p>
    <div class="actions">
      <button type="button" @click=${() => act.copy_text(command)}>
        ${copied === command ? icons.check() : icons.copy()}<span aria-live="polite">${copied === command ? page_words.room.copied : words.copy}</span>
      </button>
      ${button(words.save_record, () => save(without_views(record), `${record.id}.json`))}
      ${own.notes ? button(words.save_both, () => save({ record: without_views(record), ...own }, both)) : nothing}
      <a class="button" href="verifier.html" download="cubilete-verifier.html">${words.save_verifier}</a>
    </div>
    ${own.notes ? html`<p>${words.with_notes} <code class="command">cubilete verify ${both}</code></p>` : nothing}
    <p class="hint">${words.verifier_hint}</p>`;
}

/**
 * How the results of the shown entry came about; nothing if it drew nothing, or the record was found to be false.
 * @param {State} state @param {Record} record @param {number} seq @param {Actions} act @param {MatchHistory} match_history
 * @param {(seat: number) => string} name_of
 */
export function inputs_section(state, record, seq, act, match_history, name_of) {
  const drawn = record.log?.[seq - 1]?.extra?.drawn;
  const found = check_result(record, () => browser_notes(record), match_history.changed);
  if (!drawn || found.state !== 'checked' || !['fair', "server's dice"].includes(found.checked.verdict.kind)) return nothing;
  const open = state.replay.inputs;
  const cards = kind_of({ log: [record.log?.[seq - 1]] }) === 'cards';
  return inputs_view({ inputs: open ? inputs_of(seq) : null, cards, open, toggle: (yes) => act.show_inputs(yes) }, name_of, words);
}
