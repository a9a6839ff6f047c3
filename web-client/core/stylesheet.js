// @ts-check
// Loads the style sheets of a part or a game; it is rendered only when they are loaded.
import { file_address } from './urls.js';

/** Load order of the sheets: later ones override earlier ones, and those of games come last. */
const sheet_order = ['room', 'table', 'result', 'advice', 'dice', 'qr', 'preferences', 'charts', 'history', 'rules'];

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** @param {string} path relative to the client's folder, e.g. `ui/table/table.css` */
export function stylesheet(path) {
  const address = file_address(path);
  const known = sheets.get(address) ?? append_sheet(address, `${place_of(path)}`);
  sheets.set(address, known);
  return known;
}

/** @param {string} address @param {string} place */
const append_sheet = (address, place) =>
  new Promise((done) => {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = address;
    sheet.dataset.place = place;
    sheet.onload = done;
    sheet.onerror = () => {
      sheets.delete(address); // the next caller tries again
      done(null);
    };
    const there = /** @type {HTMLElement[]} */ ([...document.head.querySelectorAll('link[data-place]')]);
    const next = there.find(({ dataset }) => Number(dataset.place) > Number(sheet.dataset.place));
    document.head.insertBefore(sheet, next ?? null);
  });

/** @param {string} path */
function place_of(path) {
  const [, name] = path.match(/(\w+)(?:\/style)?\.css$/) ?? [];
  if (name === 'windows') return sheet_order.length + 1; // windows.css overrides all others
  const place = path.startsWith('games/') ? -1 : sheet_order.indexOf(name);
  return place < 0 ? sheet_order.length : place;
}
