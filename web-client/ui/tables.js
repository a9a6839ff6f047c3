// @ts-check
// Tables of figures. The verifier has them, too, so they have no words of the page.
import { html, nothing } from './lit.js';

/** @import { Content } from './lit.js' */

/** The head of a table. @param {Content[]} titles of the columns */
export const table_head = (titles) =>
  html`<thead>
    <tr>
      ${titles.map((title) => html`<th scope="col">${title}</th>`)}
    </tr>
  </thead>`;

/** A table that may be wider than its place. @param {string} label @param {Content} table @param {string} [kind] classes */
export const scrolled = (label, table, kind = '') =>
  html`<div class="scroll ${kind}" tabindex="0" role="region" aria-label=${label}>${table}</div>`;

/**
 * A table whose rows begin with what they are about.
 * @param {Content[]} titles of the columns @param {Content[][]} rows @param {string} [kind] classes
 */
export const table_of = (titles, rows, kind) =>
  html`<table class=${kind ?? nothing}>
    ${table_head(titles)}
    <tbody>
      ${rows.map(([first, ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
    </tbody>
  </table>`;
