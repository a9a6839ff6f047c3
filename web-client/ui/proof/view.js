// @ts-check
// How a verdict is drawn, on the page of a match and in the verifier in one file.
import * as icons from '../icons.js';
import { html, nothing } from '../lit.js';
import { table_of } from '../tables.js';

/** @import { Content } from '../lit.js' */
/** @import { Account, Words } from './verdict.js' */

/** @type {{[tone in Account['tone']]: () => Content}} */
export const icon_of = { good: icons.check, open: icons.skipped, bad: icons.cross };

/** @param {Account} account @param {Words} words */
export const verdict_view = ({ tone, verdict_title, details, remarks }, words) =>
  html`<div class="verdict ${tone}" role="status" aria-label=${words.title}>
      <p class="verdict-title">${icon_of[tone]()}<strong>${verdict_title}</strong></p>
      ${details.map((text) => html`<p>${text}</p>`)}
    </div>
    ${
      remarks.length === 0
        ? nothing
        : html`<details>
            <summary>${words.imperfect(remarks.length)}</summary>
            <ul>
              ${remarks.map((text) => html`<li>${text}</li>`)}
            </ul>
          </details>`
    }`;

/** The verdict in the words that programs print; they exist only in English. @param {string} text @param {Words} words */
export const exact_view = (text, words) =>
  html`<p class="hint">${words.exact}</p>
    <p><code class="exact" lang="en">${text}</code></p>`;

/** @param {Account} account @param {Words} words */
export function contributors_view({ contributors, draws }, words) {
  if (contributors.length === 0) return nothing;
  const share = (/** @type {number | null} */ some) => (some === null ? words.none : words.share(some, draws));
  const rows = contributors.map(({ name, secret, fresh }) => [name, share(secret), share(fresh)]);
  return html`<h3>${words.who}</h3>
    <div class="scroll who" tabindex="0" role="region" aria-label=${words.who}>
      ${table_of([words.player, words.secret_in, words.fresh_in], rows, 'figures')}
    </div>
    <p class="hint">${words.fresh_hint}</p>`;
}
