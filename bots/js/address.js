// @ts-check
// Where a server listens, from what people have at hand.

/**
 * The address of the server's socket, from its page's.
 * @param {string} server `http://host:8080`, `https://host/games`, `ws://host/ws`, or the link of an invitation
 */
export function socket_address(server) {
  const url = new URL(server);
  url.protocol = url.protocol.replace('http', 'ws');
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') throw new TypeError(`no address of a server: ${server}`);
  url.search = url.hash = '';
  url.pathname = `${url.pathname.replace(/\/(r\/[^/]*|ws)?\/?$/, '')}/ws`;
  return url.href;
}

/**
 * The code of the table that an invitation leads to, if it is one.
 * @param {string} server
 */
export const table_at = (server) => /\/r\/([A-Za-z0-9]{6})\/?$/.exec(new URL(server).pathname)?.[1];
