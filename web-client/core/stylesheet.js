// @ts-check
// A part of the page or a game brings its own style sheet: it is drawn only when that is there.

/** Where two of these meet, the later one has its way; those of games come after all of them. */
const order = ['start', 'people', 'room', 'table', 'result', 'advice', 'dice', 'effects', 'qr', 'preferences', 'charts', 'history', 'rules'];

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** @param {string} path from the folder of the client, e.g. `ui/table/table.css` */
export function stylesheet(path) {
  const address = new URL(`../${path}`, import.meta.url).href;
  const known = sheets.get(address) ?? added(address);
  sheets.set(address, known);
  return known;
}

/** @param {string} address */
const added = (address) =>
  new Promise((done) => {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = address;
    sheet.dataset.place = `${place_of(address)}`;
    sheet.onload = done;
    sheet.onerror = () => {
      sheets.delete(address); // the next who wants it asks again
      done(null);
    };
    const there = /** @type {HTMLElement[]} */ ([...document.head.querySelectorAll('link[data-place]')]);
    const next = there.find(({ dataset }) => Number(dataset.place) > Number(sheet.dataset.place));
    document.head.insertBefore(sheet, next ?? null);
  });

/** @param {string} address */
function place_of(address) {
  const [, name] = address.match(/(\w+)\.css$/) ?? [];
  if (name === 'windows') return order.length + 1; // what fits has the last word
  const place = address.includes('/games/') ? -1 : order.indexOf(name);
  return place < 0 ? order.length : place;
}
