// @ts-check
import { label_of, value_label } from '../../i18n/table/labels.js';
import { game_view, has_advice } from '../../core/lazy_modules.js';
import { html, live, nothing } from '../lit.js';
import { allowed_values, parse_options, with_option } from '../../core/options.js';
import { witness_name } from '../../core/form.js';
import { number, words } from '../../i18n/words.js';
import { button, checkbox, rules_button, on_submit, trouble } from '../parts.js';

/** @import { Actions, Form, State } from '../../core/shapes.js' */
/** @import { OptionSpec } from '../../core/types.js' */
/** @import { OptionNames } from '../../i18n/table/labels.js' */

const clocks_ms = [0, 10_000, 15_000, 20_000, 30_000, 45_000, 60_000, 120_000, 300_000];

/** The form of a new room: a game from the catalogue with its options. @param {State} state @param {Actions} act */
export const create_room_form = (state, act) =>
  form_view(state, act, {
    where: 'make',
    title: words.make.title,
    go: words.make.go,
    then: () => act.make(),
    least: 0,
    locked: false,
  });

/**
 * The form of an existing room, between matches.
 * @param {State} state
 * @param {import('../../core/types.js').Room} room @param {Actions} act
 */
export const change_form = (state, room, act) =>
  form_view(state, act, {
    where: 'change',
    title: words.change.title,
    go: words.change.save,
    then: () => act.save_settings(),
    least: room.seats.filter(({ player }) => player !== null).length,
    locked: room.locked,
  });

/**
 * A form with the options of a link, and the unknown ones.
 * @param {import('../../core/types.js').Game} game @param {Form} form @param {Record<string, string>} texts
 */
export function form_of_link(game, form, texts) {
  const { options, unknown } = parse_options(game.options, texts);
  const set = Object.entries(options).reduce((all, [name, value]) => with_option(game.options, all, name, value), form.options);
  return { form: { ...form, options: set }, unknown };
}

/**
 * @param {State} state @param {Actions} act
 * @param {{where: 'make' | 'change', title: string, go: string, then: () => void, least: number,
 *     locked: boolean}} how `least` seats are taken; `locked`: there is a password
 */
function form_view(state, act, how) {
  const { form, games } = state;
  const game = games.find((one) => one.id === form?.game);
  if (!form || !game) return nothing;
  const set = (/** @type {Partial<Form>} */ change) => act.update_form({ ...form, ...change });
  const clocks = [...new Set([...clocks_ms, game.turn_ms ?? 0, form.turn_ms])].sort((a, b) => a - b);
  const fewest = Math.max(game.seats.min, how.least);
  const seats = Array.from({ length: Math.max(0, game.seats.max - fewest + 1) }, (_, i) => fewest + i);
  return html`<form class="make" aria-label=${how.title} @submit=${on_submit(how.then)}>
    ${how.where === 'change' ? html`<h2>${how.title}</h2>` : nothing}
    ${select({
      id: 'game',
      label: words.make.game,
      value: form.game,
      choices: games.map(({ id, title }) => [id, title]),
      set: (id) => act.open_new_form(id),
      hint: words.start.lines[form.game],
    })}
    <div class="pair">
      ${select({
        id: 'seats',
        label: words.make.seats,
        value: form.seats,
        choices: seats.map((count) => [count, number(count)]),
        set: (count) => set({ seats: Number(count) }),
      })}
      ${select({
        id: 'clock',
        label: words.make.clock,
        value: form.turn_ms,
        choices: clocks.map((ms) => [ms, ms === 0 ? words.make.no_clock : words.make.time(ms)]),
        set: (ms) => set({ turn_ms: Number(ms) }),
      })}
    </div>
    ${checkbox('public', words.make.public, form.public, (yes) => set({ public: yes }))}
    ${has_advice(game.id) ? checkbox('hints', words.house.hints, form.hints, (yes) => set({ hints: yes })) : nothing}
    ${access_fields(form, how.locked, set)}
    <details class="rules">
      <summary>${words.make.rules}</summary>
      <div class="options">
        ${option_fields(game, form, (options) => set({ options }))}
        ${select({
          id: 'witness',
          label: words.make.witness,
          value: witness_name(form.witness),
          choices: Object.entries(words.make.witnesses),
          set: (name) => set({ witness: name === 'auto' ? null : name === 'yes' }),
          hint: words.make.witness_hint,
        })}
      </div>
    </details>
    ${rules_button(act, game.id)}
    <div class="actions">
      <button class="primary">${how.go}</button>
      ${button(words.make.cancel, () => act.close_form())}
    </div>
    ${trouble(state, 'change')}
  </form>`;
}

/** The fields that control who may join. @param {Form} form @param {boolean} locked @param {(change: Partial<Form>) => void} set */
function access_fields(form, locked, set) {
  return html`<details class="rules">
    <summary>${words.change.access}</summary>
    <div class="options">
      ${checkbox('watch', words.change.watch, form.watch, (yes) => set({ watch: yes }))}
      ${locked ? checkbox('open', words.change.no_password, form.open, (yes) => set({ open: yes, password: '' })) : nothing}
      ${
        form.open
          ? nothing
          : html`<div class="field">
              <label for="new-password">${words.access.password}</label>
              <input
                id="new-password"
                type="text"
                autocomplete="off"
                maxlength="64"
                aria-describedby="password-hint"
                .value=${live(form.password)}
                @input=${(/** @type {{target: HTMLInputElement}} */ { target }) => set({ password: target.value })}
              />
              <p id="password-hint" class="hint">${locked ? words.change.keep_password : words.change.new_password}</p>
            </div>`
      }
    </div>
  </details>`;
}

/** The options of a game, once their names are loaded.
 * @param {import('../../core/types.js').Game} game @param {Form} form @param {(options: Form['options']) => void} set */
function option_fields({ id, options }, form, set) {
  const view = game_view(id);
  if (view === null) return nothing;
  return options.map((spec) =>
    option_field(spec, form.options[spec.name], view?.options, (value) => set(with_option(options, form.options, spec.name, value))),
  );
}

/** @param {OptionSpec} spec @param {string | number | boolean} value @param {OptionNames | undefined} names @param {(value: string | number | boolean) => void} set */
function option_field(spec, value, names, set) {
  const id = `option-${spec.name}`;
  const label = label_of(spec.name, names);
  if (spec.kind === 'flag') return checkbox(id, label, value === true, set);
  const choices = allowed_values(spec);
  const parse_value = (/** @type {string} */ text) => (spec.kind === 'integer' ? Number(text) : text);
  if (choices && typeof value !== 'boolean')
    return select({
      id,
      label,
      value,
      choices: choices.map((one) => [one, value_label(spec.name, one, names)]),
      set: (text) => set(parse_value(text)),
    });
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      type="number"
      inputmode="numeric"
      required
      min=${spec.min ?? nothing}
      max=${spec.max ?? nothing}
      step="1"
      .value=${`${value}`}
      @change=${(/** @type {{target: HTMLInputElement}} */ { target }) => target.checkValidity() && set(parse_value(target.value))}
    />
  </div>`;
}

/**
 * @param {{id: string, label: string, value: string | number, choices: [string | number, string][],
 *     set: (value: string) => void, hint?: string}} field
 */
function select({ id, label, value, choices, set, hint }) {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} aria-describedby=${hint ? `${id}-hint` : nothing} @change=${(/** @type {{target: HTMLSelectElement}} */ { target }) => set(target.value)}>
      ${choices.map(([one, text]) => html`<option value=${one} .selected=${live(one === value)}>${text}</option>`)}
    </select>
    ${hint ? html`<p id="${id}-hint" class="hint">${hint}</p>` : nothing}
  </div>`;
}
