// @ts-check
// How the results of one entry of a replay came about: who gave what, and the arithmetic from words to results.
import { html, nothing } from '../lit.js';
import { table_head } from '../tables.js';

/** @import { DrawInputs, EntryInputs } from '../../core/verify/inputs.js' */
/** @import { Words } from './verdict.js' */

/** @param {DrawInputs} draw @param {Words} words */
function title_of({ k, kind, a, b }, { inputs }) {
  if (kind === 'dice') return inputs.of_dice(k, a, b);
  return kind === 'pick' ? inputs.of_pick(k, a) : inputs.of_shuffle(k, a);
}

/** The meaning of a number below n: a face, the picked number, or two places of the pile that are exchanged. @param {string} kind */
const result_of = (kind) => (/** @type {{n: number, value: number}} */ { n, value }) =>
  kind === 'dice' ? `${value + 1}` : kind === 'pick' ? `${value}` : `${n - 1} ↔ ${value}`;

/** @param {DrawInputs} draw @param {Words} words */
function draw_view(draw, words) {
  const { inputs } = words;
  const result = result_of(draw.kind);
  const title = title_of(draw, words);
  return html`<h3>${title}</h3>
    ${
      draw.steps.length === 0
        ? nothing
        : html`<div class="scroll words" tabindex="0" role="region" aria-label=${title}>
            <table class="figures">
              ${table_head([inputs.computed, inputs.result])}
              <tbody>
                ${draw.steps.map(
                  (step) =>
                    html`${step.skipped.map((word) => html`<tr><td>${word}</td><td>${inputs.skipped}</td></tr>`)}
                      <tr>
                        <td>${step.word} mod ${step.n} = ${step.value}</td>
                        <td>${result(step)}</td>
                      </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }
    ${
      draw.kind === 'shuffle'
        ? html`<p class="hint">${inputs.order}</p>
            <p><code>${/** @type {number[]} */ (draw.result).join(' ')}</code></p>`
        : nothing
    }`;
}

/** @param {EntryInputs} inputs @param {(seat: number) => string} name_of @param {Words} words */
function entry_view({ asked, draws }, name_of, words) {
  return html`<h2>${words.inputs.fresh}</h2>
    ${
      asked.length === 0
        ? html`<p>${words.inputs.nobody}</p>`
        : html`<dl class="fresh">
            ${asked.map(
              ([seat, value]) =>
                html`<div>
                  <dt>${name_of(seat)}</dt>
                  <dd>${value === null ? words.inputs.late : html`<code>${value}</code>`}</dd>
                </div>`,
            )}
          </dl>`
    }
    <p class="hint">${words.inputs.how}</p>
    ${draws.map((draw) => draw_view(draw, words))}`;
}

/**
 * @param {{inputs: EntryInputs | null, cards: boolean, open: boolean, toggle: (open: boolean) => void}} entry `inputs`: null = on the way
 * @param {(seat: number) => string} name_of @param {Words} words
 */
export const inputs_view = ({ inputs, cards, open, toggle }, name_of, words) =>
  html`<details
    class="sheet inputs"
    ?open=${open}
    @toggle=${(/** @type {{target: HTMLDetailsElement}} */ { target }) => target.open !== open && toggle(target.open)}
  >
    <summary>${cards ? words.inputs.cards : words.inputs.dice}</summary>
    ${!open ? nothing : inputs ? entry_view(inputs, name_of, words) : html`<p class="hint">${words.inputs.coming}</p>`}
  </details>`;
