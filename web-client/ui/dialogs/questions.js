// @ts-check
// Confirmation dialogs for irreversible actions.
import { focus_on } from '../../core/focus.js';
import { effect_of_leaving } from '../../core/prospects.js';
import { html, nothing, when_closed } from '../lit.js';
import { language, words as page_words } from '../../i18n/words.js';
import { trouble } from '../parts.js';
import { close_on_backdrop, show_dialog } from './dialog.js';

/** @import { Actions, Question, State } from '../../core/shapes.js' */
/**
 * An action returns false if it failed: then the dialog stays open and shows the reason. `then`: where the focus goes if the pressed button
 * is gone.
 * @typedef {{title: string, hint: string, content?: import('../lit.js').Content, yes: string, no?: string, action: () => unknown, where?: import('../../core/shapes.js').Where,
 *     then?: string[]}} Confirmation
 */

/** @type {typeof import('../../i18n/questions/en.js')} */
const { questions: words } = await import(`../../i18n/questions/${language}.js`);

/** Where the focus goes after a member was removed and their line is gone. */
const people = ['.seats', '.watched summary', '.panel.open .panel-head button', '.menu-button'];

/** @param {Question} question @param {State} state @param {Actions} act @returns {Confirmation} */
function confirmation_of(question, state, act) {
  switch (question.what) {
    case 'kick':
      return { title: words.kick(question.name), hint: words.kick_hint, yes: page_words.room.kick, action: () => act.kick(question.id), where: 'seats', then: people };
    case 'ban':
      return { title: words.ban(question.name), hint: words.ban_hint, yes: page_words.people.ban, action: () => act.ban(question.id), where: 'seats', then: people };
    case 'report':
      return { title: words.report(question.name), hint: words.report_hint, content: report_fields(), yes: words.report_yes, action: () => act.report(question.id, /** @type {Parameters<Actions['report']>[1]} */ (typed('report-about')), typed('report-text'), words.report_arrived), where: 'seats' };
    case 'house_word':
      return { title: words.house_word, hint: words.house_word_hint, content: html`<label class="field">${words.house_word_label} <input id="house-word" maxlength="64" autocomplete="off" /></label>`, yes: words.house_word_yes, action: () => act.store_house_word(typed('house-word')), where: 'make' };
    case 'vote_out':
      return { title: words.vote_out(question.name), hint: words.vote_out_hint, yes: page_words.people.vote_out, action: () => act.vote_out(question.id), where: 'seats', then: people };
    case 'make_host':
      return { title: words.make_host(question.name), hint: words.make_host_hint, yes: page_words.room.make_host, action: () => act.make_host(question.id), where: 'seats', then: people };
    case 'leave':
      return { title: page_words.menu.leave, hint: words.leave_hint[effect_of_leaving(state)], yes: page_words.room.leave_now, no: page_words.menu.stay, action: () => (question.room ? act.leave_table(question.room) : act.leave()), where: 'leave', then: ['.my-rooms button', '#name'] };
    case 'unsaved': {
      const { then } = question;
      return { title: words.unsaved, hint: words.unsaved_hint, yes: words.unsaved_yes, action: () => act[then](true), where: then };
    }
    case 'vanish':
      return { title: words.vanish, hint: words.vanish_hint, yes: words.vanish_yes, action: () => act.delete_account(), where: 'me' };
    case 'become': {
      const { device } = page_words;
      return { title: device.question, hint: device.loses(state.me?.name ?? ''), yes: device.yes, no: device.no, action: () => act.become(question.code), where: 'device' };
    }
    case 'copy': {
      const content = state.choices.hidden ? nothing : text_to_copy(question.text);
      return { title: words.not_copied, hint: words.not_copied_hint, content, yes: page_words.link.again, no: page_words.table.close, action: () => act.copy_text(question.text) };
    }
  }
}

/** @param {string} id of a field @returns {string} */
const typed = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value.trim();

const report_fields = () =>
  html`<label class="field">
      ${words.report_about}
      <select id="report-about">
        ${Object.entries(words.report_subjects).map(([about, name]) => html`<option value=${about}>${name}</option>`)}
      </select>
    </label>
    <label class="field">${words.report_text} <input id="report-text" maxlength="300" autocomplete="off" /></label>`;

/** The focus begins here: the text is selected. @param {string} text */
const text_to_copy = (text) =>
  html`<label class="field">
    ${words.copy_by_hand}
    <textarea class="to-copy" rows="3" readonly autofocus .value=${text} @focus=${(/** @type {{target: HTMLTextAreaElement}} */ { target }) => target.select()}></textarea>
  </label>`;

/** A device link may come from anybody, so changing the player needs a confirmation. @param {State} state @returns {Question | null} */
const open_question = ({ question, device, me }) => question ?? (device && me ? { what: 'become', code: device } : null);

/** @param {State} state @param {Actions} act */
export function question(state, act) {
  const open = open_question(state);
  const it = open && confirmation_of(open, state, act);
  const no = () => act.question(null);
  const yes = async () => {
    if (!it || (await it.action()) === false) return;
    no();
    if (it.then) focus_on(...it.then);
  };
  return html`<dialog
    id="question"
    class="settings-sheet"
    role="alertdialog"
    aria-labelledby="question-title"
    aria-describedby="question-hint"
    @cancel=${no}
    @close=${when_closed(no)}
    @click=${close_on_backdrop(no)}
  >
    <div class="sheet">
      <h2 id="question-title">${it?.title}</h2>
      <p id="question-hint">${it?.hint}</p>
      ${it?.content ?? nothing}
      <div class="actions">
        <button class="leaving" type="button" @click=${yes}>${it?.yes}</button>
        <button class="primary" type="button" autofocus @click=${no}>${it?.no ?? page_words.make.cancel}</button>
      </div>
      ${it?.where ? trouble(state, it.where) : nothing}
    </div>
  </dialog>`;
}

/** @param {State} state */
export const show_question = (state) => show_dialog('question', open_question(state) !== null);
