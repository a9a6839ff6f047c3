// @ts-check
// The way to the pages that look back (history/): they are fetched when somebody first wants one.
import { html, nothing } from '../lit.js';
import { words } from '../words.js';
import { link_to } from './parts.js';

/** @typedef {import('../state.js').State} State */
/** @typedef {import('../state.js').Page} Page */
/** @typedef {import('../actions.js').Actions} Actions */
/** @typedef {import('./table.js').GameView} GameView */
/** What an address of the archive gave. @typedef {{state: 'coming' | 'missing' | 'failed'} | {state: 'here', data: any}} Found */
/**
 * @typedef {object} Past
 * @property {() => typeof import('../history/index.js') | null | undefined} pages null = on the way, undefined = not to be had
 * @property {(path: string) => Found} look asks the archive, once for each page shown
 */

/** @type {Past} */
export const no_past = { pages: () => undefined, look: () => ({ state: 'failed' }) };

/**
 * @param {State} state @param {Exclude<Page, {at: 'start'} | {at: 'room'} | {at: 'rules'}>} here @param {Actions} act
 * @param {(game: string) => GameView | null | undefined} game_view @param {Past} past
 */
export function past_view(state, here, act, game_view, past) {
  const pages = past.pages();
  if (!pages) return html`<p class="splash">${pages === null ? words.link.opening : words.past.failed}</p>`;
  switch (here.at) {
    case 'match':
      return pages.match_page(state, here.id, act, game_view, past);
    case 'player':
      return pages.player_page(state, here.id, act, past);
    case 'top':
      return pages.boards_page(state, here.game, act, past);
  }
}

/** Under a finished match. @param {string} match @param {GameView} game @param {Actions} act @param {Past} past */
export function summary_view(match, game, act, past) {
  const pages = past.pages();
  if (!pages) return nothing;
  return pages.summary(match, game, act, past);
}

/** The ways to look back, from the start page. @param {State} state @param {Actions} act */
export const past_links = ({ me }, act) =>
  html`<nav class="past-links" aria-label=${words.past.title}>
    ${link_to({ at: 'top' }, words.past.boards, act)}
    ${me ? link_to({ at: 'player', id: me.id }, words.past.mine, act) : nothing}
  </nav>`;
