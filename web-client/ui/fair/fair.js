// @ts-check
// The page that explains dice that can be checked: first without mathematics, then, folded, with it.
import { language } from '../../i18n/language.js';
import { html, nothing, svg } from '../lit.js';
import { cup_drawing, still_die } from '../still.js';

/** @type {typeof import('../../i18n/dice/en.js')} */
const { fair: words } = await import(`../../i18n/dice/${language}.js`);

/** Formulas are alike in every language; the words explain the letters. */
const formulas = /** @type {const} */ ([
  ['commit', 'C = H("cubilete/dice/server/1", m, s)'],
  ['chain', 'v′ = H("cubilete/dice/chain/1", v)'],
  ['mark', 'H("cubilete/dice/player/1", z, q)'],
  ['roster', 'R = H("cubilete/dice/roster/1", m, C, e, p, u32 i ‖ t, …)'],
  ['key', 'K = M(s, "cubilete/dice/key/1", R, u32 i ‖ 01 ‖ v | u32 i ‖ 00, …)'],
  ['block', 'M(K, "cubilete/dice/draw/1", u64 k, u32 c, u32 a, u32 b, u32 i ‖ 01 ‖ v | u32 i ‖ 00, …, u32 j)'],
]);

/** Text between backticks is code. @param {string} text */
const with_code = (text) => text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece));

/** @param {typeof words.sections[number]} section */
const section_view = ({ title, text, steps }) =>
  html`<section>
    <h2>${title}</h2>
    ${text.map((one) => html`<p>${with_code(one)}</p>`)}
    ${steps.length === 0 ? nothing : html`<ol>${steps.map((one) => html`<li>${with_code(one)}</li>`)}</ol>`}
  </section>`;

/** @param {typeof words.who} who */
const who_view = ({ title, can, cannot, rows, secrecy }) =>
  html`<section>
    <h2>${title}</h2>
    ${rows.map(
      (row) =>
        html`<div class="who">
          <h3>${row.who}</h3>
          <dl>
            <dt>${can}</dt>
            <dd>${row.can}</dd>
            <dt>${cannot}</dt>
            <dd>${row.cannot}</dd>
          </dl>
        </div>`,
    )}
    <p>${secrecy}</p>
  </section>`;

/** @param {typeof words.curious} curious */
const formula_details = (curious) =>
  html`<details>
    <summary>${curious.title}</summary>
    <p>${with_code(curious.lead)}</p>
    ${formulas.map(([name, formula]) => html`<pre><code>${formula}</code></pre><p>${with_code(curious.formulas[name])}</p>`)}
    ${curious.after.map((one) => html`<p>${with_code(one)}</p>`)}
  </details>`;

/** Sealed secrets, of which one is the reader's own, go into the cup, and dice come out. */
const sealed_drawing = html`<svg class="sealed" viewBox="0 0 520 308" aria-hidden="true" focusable="false">
  ${[0, 1, 2, 3].map(
    (at) => svg`<g class="seal-${at} ${at > 0 ? `seat-${at - 1}` : ''}" transform="translate(${6 + at * 132} 4)">
      <path class="envelope" d="M6 0h100a6 6 0 0 1 6 6v66a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6zM2 4L56 46L110 4" />
      <circle cx="56" cy="44" r="17" /><circle class="stamped" cx="56" cy="44" r="12" />
      <path class="way" d="M56 ${at < 2 ? 110 : 84}C56 ${at % 3 === 0 ? 140 : 134} ${254 - at * 132 + (at - 1.5) * 16} 134 ${254 - at * 132 + (at - 1.5) * 16} 162" />
      <text x="56" y="102">${words.sealed[at] ?? ''}</text>
    </g>`,
  )}
  ${still_die(6, 62, 210, 56, 14)} ${still_die(6, 142, 276, 54, -12)}
  ${still_die(2, 370, 216, 54, -16)} ${still_die(5, 462, 202, 56, 24)} ${still_die(6, 430, 284, 54, 3)}
  <g transform="translate(190 150) scale(.7)">${cup_drawing()}</g>
</svg>`;

export const fair_page = () =>
  html`<main class="rules-page fair-page">
    <article class="sheet rules-text">
      <h1>${words.title}</h1>
      <p class="rules-lead">${words.lead}</p>
      ${sealed_drawing}
      ${words.sections.map(section_view)} ${who_view(words.who)} ${formula_details(words.curious)}
    </article>
  </main>`;
