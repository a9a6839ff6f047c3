// @ts-check
import { html, live, nothing } from '../lit.js';
import { choices_of, label_of, value_label, with_option } from '../options.js';
import { number, words } from '../words.js';
import { rules_button, submitted } from './parts.js';

/** @typedef {import('../state.js').State} State */
/** @typedef {import('../state.js').Form} Form */
/** @typedef {import('../types.js').OptionSpec} OptionSpec */
/** @typedef {import('../actions.js').Actions} Actions */

const clocks_ms = [0, 10_000, 15_000, 20_000, 30_000, 45_000, 60_000, 120_000, 300_000];

/** A table of one's own: a game from the catalogue with its options. @param {State} state @param {Actions} act */
export function make_form({ form, games, asked }, act) {
  const game = games.find((one) => one.id === form?.game);
  if (!form || !game) return nothing;
  const set = (/** @type {Partial<Form>} */ change) => act.fill({ ...form, ...change });
  const clocks = [...new Set([...clocks_ms, game.turn_ms ?? 0])].sort((a, b) => a - b);
  const seats = Array.from({ length: game.seats.max - game.seats.min + 1 }, (_, i) => game.seats.min + i);
  return html`<form class="make" aria-label=${words.make.title} @submit=${submitted(() => act.make())}>
    ${select({
      id: 'game',
      label: words.make.game,
      value: form.game,
      choices: games.map(({ id, title }) => [id, title]),
      set: (id) => act.plan(id),
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
    <details class="rules">
      <summary>${words.make.rules}</summary>
      <div class="options">
        ${game.options.map((spec) =>
          option_field(spec, form.options[spec.name], (value) =>
            set({ options: with_option(game.options, form.options, spec.name, value) }),
          ),
        )}
      </div>
    </details>
    ${rules_button(act, game.id)}
    <div class="deeds">
      <button class="primary" ?disabled=${asked.includes('make')}>${words.make.go}</button>
      <button type="button" @click=${() => act.fill(null)}>${words.make.cancel}</button>
    </div>
  </form>`;
}

/** @param {OptionSpec} spec @param {any} value @param {(value: string | number | boolean) => void} set */
function option_field(spec, value, set) {
  const id = `option-${spec.name}`;
  const label = label_of(spec.name);
  if (spec.kind === 'flag') return checkbox(id, label, value, set);
  const choices = choices_of(spec);
  const read = (/** @type {string} */ text) => (spec.kind === 'integer' ? Number(text) : text);
  if (choices)
    return select({
      id,
      label,
      value,
      choices: choices.map((one) => [one, value_label(spec.name, one)]),
      set: (text) => set(read(text)),
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
      .value=${live(`${value}`)}
      @change=${(/** @type {any} */ event) => event.target.checkValidity() && set(read(event.target.value))}
    />
  </div>`;
}

/**
 * @param {{id: string, label: string, value: string | number, choices: [string | number, string][],
 *     set: (value: string) => void}} field
 */
function select({ id, label, value, choices, set }) {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} @change=${(/** @type {any} */ event) => set(event.target.value)}>
      ${choices.map(([one, text]) => html`<option value=${one} .selected=${live(one === value)}>${text}</option>`)}
    </select>
  </div>`;
}

/** @param {string} id @param {string} label @param {boolean} value @param {(yes: boolean) => void} set */
function checkbox(id, label, value, set) {
  return html`<label class="check" for=${id}>
    <input
      id=${id}
      type="checkbox"
      .checked=${live(value)}
      @change=${(/** @type {any} */ event) => set(event.target.checked)}
    />
    <span>${label}</span>
  </label>`;
}
