// @ts-check
import * as icons from './icons.js';
import { html } from './lit.js';
import { words } from '../i18n/words.js';
import { link_to } from './parts.js';
import { file_address } from '../core/urls.js';

/** @import { Actions } from '../core/shapes.js' */

/** Dice or cards of a game: decoration beside its title. @param {string} game its id */
export const cover = (game) =>
  html`<img class="cover" src=${file_address(`games/${game}/cover.svg`)} alt="" width="96" height="60" />`;

/** Links to the rules of each game. @param {{games: {id: string, title: string}[]}} state @param {Actions} act */
export function rules_links({ games }, act) {
  return html`<nav class="sheet" aria-labelledby="rules-of-games">
    <h2 id="rules-of-games">${words.rules.games}</h2>
    <ul class="games">
      ${games.map(({ id, title }) => html`<li>${link_to({ at: 'rules', game: id }, html`${icons.book()}${title}`, act)}</li>`)}
    </ul>
  </nav>`;
}
