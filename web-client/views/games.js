// @ts-check
import * as icons from '../icons.js';
import { html } from '../lit.js';
import { words } from '../words.js';
import { followed } from './parts.js';

/** @typedef {import('../shapes.js').State} State */
/** @typedef {import('../actions.js').Actions} Actions */

/** The way to the rules of each game. @param {Pick<State, 'games'>} state @param {Actions} act */
export function rules_of_games({ games }, act) {
  return html`<nav class="sheet" aria-labelledby="rules-of-games">
    <h2 id="rules-of-games">${words.rules.games}</h2>
    <ul class="games">
      ${games.map(
        ({ id, title }) =>
          html`<li>
            <a href=${act.rules_address(id)} @click=${followed(() => act.study(id))}>${icons.book()}${title}</a>
          </li>`,
      )}
    </ul>
  </nav>`;
}
