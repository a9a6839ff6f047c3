// @ts-check
// The verifier in one file: checks a saved record of a match without a network. The build puts all that it imports into this module,
// and the server the result into verifier.html (server/site/verifier_page.hpp).
import { check } from '../core/verify/check.js';
import { is_object } from '../../js/fairness_verify.js';
import { ends_of, find_notes } from '../../js/own_notes.js';
import { read_json, read_record } from '../../js/strict_json.js';
import { language } from '../i18n/language.js';
import * as en from '../i18n/verifier/en.js';
import * as es from '../i18n/verifier/es.js';
import * as it from '../i18n/verifier/it.js';
import { html, nothing, render } from '../ui/lit.js';
import { account_of } from '../ui/proof/verdict.js';
import { contributors_view, exact_view, verdict_view } from '../ui/proof/view.js';

const { proof: proof_words, verifier: words } = { en, es, it }[/** @type {'en' | 'es' | 'it'} */ (language)];
const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/**
 * The data that was read from files: a record, and the lines of notes or, from a file with both, the notes of its match.
 * @type {{record: any, notes: string | null, both: {notes: any, ended?: any} | null, trouble: string, over: boolean}}
 */
const state = { record: undefined, notes: null, both: null, trouble: '', over: false };

/** @template Text @param {(text: Text) => any} read @param {Text} text @returns {any} undefined if it is no JSON that all verifiers read alike */
function parsed(read, text) {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

/** One object a line (docs/fairness.md, "Notes"), of which a dropped file has at least one. @param {string} text */
const are_notes = (text) => text.split('\n').some((line) => Array.isArray(parsed(read_json, line)?.asks));

/** @param {Iterable<File>} files @param {'record' | 'notes' | 'either'} as what they are */
async function read_files(files, as) {
  state.trouble = '';
  for (const file of files) {
    const bytes = await file.arrayBuffer();
    const text = new TextDecoder().decode(bytes);
    const read = parsed(read_record, bytes);
    const both = is_object(read) && is_object(read.record) && is_object(read.notes) ? read : null;
    if (as === 'notes' || (as === 'either' && are_notes(text))) state.notes = text;
    else if (read === undefined) state.trouble = words.unreadable(file.name);
    else Object.assign(state, { record: both?.record ?? read, both });
  }
  draw();
}

function result() {
  const { record, notes, both } = state;
  if (record === undefined) return nothing;
  const match = String(record?.id ?? '');
  const mine = find_notes(notes ?? '', record?.id);
  const checked = mine || !both ? check(record, mine, ends_of(notes ?? '', mine)) : check(record, both.notes, both.ended);
  const account = account_of(checked, record, proof_words, words.own);
  return html`<section class="proof paper" aria-label=${proof_words.title}>
    <h2>${words.of_match(match)}</h2>
    ${notes && !mine && !both ? html`<p class="trouble">${words.other_notes(match)}</p>` : nothing}
    ${verdict_view(account, proof_words)} ${contributors_view(account, proof_words)} ${exact_view(checked.text, proof_words)}
    <p class="hint">${words.no_rules}</p>
  </section>`;
}

/** @param {'record' | 'notes'} name */
const field = (name) =>
  html`<div class="field">
    <label for=${name}>${words[name]}</label>
    <input
      id=${name}
      type="file"
      aria-describedby="${name}-hint"
      @change=${(/** @type {any} */ { target }) => read_files(target.files, name)}
    />
    <p id="${name}-hint" class="hint">${words[`${name}_hint`]}</p>
  </div>`;

function draw() {
  render(
    html`<main class="verifier ${state.over ? 'over' : ''}">
      <h1>${words.title}</h1>
      <p>${words.lead}</p>
      <section class="proof paper">${field('record')} ${field('notes')}
        <p class="hint">${words.drop}</p>
        <div role="alert">${state.trouble ? html`<p class="trouble">${state.trouble}</p>` : nothing}</div>
      </section>
      ${result()}
    </main>`,
    root,
  );
}

/** @param {DragEvent} event @param {boolean} over */
function on_hover(event, over) {
  event.preventDefault();
  if (state.over === over) return;
  state.over = over;
  root.firstElementChild?.classList.toggle('over', over);
}
addEventListener('dragover', (event) => on_hover(event, true));
addEventListener('dragleave', (event) => on_hover(event, event.relatedTarget !== null));
addEventListener('drop', (event) => {
  on_hover(event, false);
  read_files(event.dataTransfer?.files ?? [], 'either');
});

document.documentElement.lang = language;
document.title = words.title;
draw();
