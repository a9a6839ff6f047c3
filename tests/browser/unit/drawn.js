// Draws the page without a browser: what its templates have in them, as text.
import { protocol_pages } from './protocol_pages.js';

/** As much of a document as the modules need to load; every style sheet is there at once. */
const element = () => ({ dataset: {}, addEventListener() {}, style: {}, getContext: () => ({ measureText: () => ({ width: 1 }) }) });
globalThis.document ??= {
  ...element(),
  createElement: element,
  createComment: element,
  createTreeWalker: element,
  getElementById: () => null,
  querySelector: () => null,
  querySelectorAll: () => [],
  head: { querySelectorAll: () => [], insertBefore: (sheet) => sheet.onload() },
};
globalThis.addEventListener ??= () => {};
globalThis.location ??= { href: 'http://localhost/', protocol: 'http:' };
globalThis.matchMedia ??= () => ({ matches: false });
globalThis.window ??= globalThis;
if (!globalThis.navigator) globalThis.navigator = { languages: ['en'] };

const { game_view, load_part: fetched, register_parts, part, LazyModules } = await import('../../../web-client/core/lazy_modules.js');
const { parts } = await import('../../../web-client/parts.js');
const { page } = await import('../../../web-client/ui/page.js');

export const games = ['ambiciosa', 'escalera', 'threes_away', 'tres', 'yahtzee'];
const views = new LazyModules(async (game) => (await import(`../../../web-client/games/${game}/table.js`)).default, () => {});
register_parts(parts, views);
for (const game of games) game_view(game);
const used = ['table', 'advice', 'badge', 'again', 'sheets', 'join', 'room', 'result', 'history', 'cup'];
for (const name of used) part(name);
await Promise.all([...games.map((game) => views.fetch(game)), ...used.map((name) => fetched(name))]);
await new Promise((later) => setTimeout(later)); // they are noted as loaded after they have been

/** Returns the content of a template: its texts and values, without the listeners. @returns {string} */
const spelled = (one) => {
  if (Array.isArray(one)) return one.map(spelled).join('');
  if (one?.strings) return one.strings.map((text, at) => text + spelled(one.values[at])).join('');
  if (one?.values) return spelled(one.values); // a directive
  return ['string', 'number', 'boolean'].includes(typeof one) ? `${one}` : '';
};

const act = new Proxy({}, { get: () => () => '' });

/** The page of a state, as its templates spell it, in lines. @param {object} state @param {object} [history] what the HTTP API answers */
export const drawn = (state, history) => spelled(page(state, act, game_view, undefined, history)).replaceAll('<!---->', '').replaceAll(/\s+/g, ' ').split(/(?=<[^/])/);

/** The first push of a match of each game, from the protocol's pages. @type {{[game: string]: any}} */
export const pushes = {};
for (const [, text] of protocol_pages.matchAll(/```json server\n(\{"t":"match"[^`]+"about"[^`]+)```/g)) {
  const message = JSON.parse(text);
  pushes[message.about.game] ??= message;
}
