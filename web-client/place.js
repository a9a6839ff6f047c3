// @ts-check
// Addresses: everything hangs below the page's base, which may be a sub-path of its host.

/** @typedef {import('./state.js').Page} Page */

/** What a room code is made of; also what people type, in any case. @param {string} text @returns {string | null} */
export function code_in(text) {
  const code = text.trim().toUpperCase();
  return /^[0-9A-Z]{6}$/.test(code) ? code : null;
}

/** @param {string} address @param {string} base @returns {Page} */
export function page_at(address, base) {
  const home = new URL(base);
  const path = new URL(address, home).pathname.slice(home.pathname.length);
  const code = path.startsWith('r/') ? code_in(path.slice(2)) : null;
  const game = /^rules\/([a-z_]+)$/.exec(path)?.[1];
  if (game) return { at: 'rules', game };
  return code ? { at: 'room', code } : { at: 'start' };
}

/** The code for another device in a link: behind the #, where no server and no log gets to see it.
 * @param {string} address @returns {string | null} */
export function device_in(address) {
  return new URL(address).hash.match(/^#device=([0-9A-Za-z]{1,12})$/)?.[1] ?? null;
}

/** Of a room this is also the invitation. @param {Page} page @param {string} base @returns {string} */
export function address_of(page, base) {
  switch (page.at) {
    case 'start':
      return new URL('.', base).href;
    case 'room':
      return new URL(`r/${page.code}`, base).href;
    case 'rules':
      return new URL(`rules/${page.game}`, base).href;
  }
}

/** @param {string} base @returns {string} */
export function socket_address(base) {
  const url = new URL('ws', base);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
