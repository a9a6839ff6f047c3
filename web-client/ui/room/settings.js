// @ts-check
// The settings of a room, and the host's form to change them between matches.
import { game_view, has_advice, part } from '../../core/lazy_modules.js';
import { html, nothing } from '../lit.js';
import { witness_name } from '../../core/form.js';
import { default_value } from '../../core/options.js';
import { is_host, game_of } from '../../core/state.js';
import { words } from '../../i18n/words.js';
import { button, rules_button } from '../parts.js';

/** @import { Actions, Room, State } from '../../core/shapes.js' */
/** @import { Content } from '../lit.js' */

/** @param {State} state @param {Room} room @param {Actions} act @param {boolean} [with_change] the button that opens the form is here */
export function settings(state, room, act, with_change = true) {
  const may_change = is_host(state) && room.phase !== 'playing';
  if (may_change && state.form) return html`<section class="sheet">${part('make')?.change_form(state, room, act) ?? nothing}</section>`;
  return html`<section class="sheet">
    <h2>${words.room.rules}</h2>
    <dl class="settings">${lines(state, room)}</dl>
    <div class="actions">
      ${rules_button(act, room.game)}
      ${may_change && with_change ? button(words.change.open, () => act.edit_settings(), 'open-form') : nothing}
    </div>
  </section>`;
}

/** Those that differ from the catalogue's defaults. @param {State} state @param {Room} room */
const changed_options = (state, room) => (game_of(state)?.options ?? []).filter((spec) => room.options[spec.name] !== default_value(spec, room.options));

/** @param {Room} room */
const clock_text = ({ clock }) => (clock?.turn_ms ? words.make.time(clock.turn_ms) : words.make.no_clock);

/** The clock, and whether the rules are the usual ones. @param {State} state @param {Room} room */
export function settings_line(state, room) {
  const count = changed_options(state, room).length;
  return `${clock_text(room)} · ${count === 0 ? words.room.usual : words.room.changed(count)}`;
}

/** Clock, access and options that differ from the catalogue's defaults. @param {State} state @param {Room} room */
function lines(state, room) {
  const changed = changed_options(state, room);
  const view = changed.length > 0 ? game_view(room.game) : null;
  const labels = view === null ? null : part('labels');
  const access = [
    room.public && words.change.is_public,
    room.locked && words.change.is_locked,
    !room.watch && words.change.unwatched,
  ].filter((one) => one !== false);
  const line = (/** @type {Content} */ name, /** @type {Content} */ value) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`${line(words.make.clock, clock_text(room))}
    ${access.map((one) => line(words.change.access, one))} ${room.hints && has_advice(room.game) ? line(words.house.name, words.house.gives) : nothing}
    ${typeof room.witness === 'boolean' ? line(words.make.witness, words.make.witnesses[witness_name(room.witness)]) : nothing}
    ${changed.map(({ name }) =>
      line(labels?.label_of(name, view?.options) ?? nothing, labels?.value_label(name, room.options[name], view?.options) ?? nothing),
    )}`;
}
