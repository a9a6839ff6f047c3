// @ts-check
// Finds the address of a server from an address that a person has.

/** The text is not the address of a server. */
export class NoAddress extends TypeError {
  /** @param {string} server */
  constructor(server) {
    super(`${server} is not the address of a server like http://localhost:8080`);
  }
}

/** @param {string} server */
function url_of(server) {
  try {
    return new URL(server);
  } catch {
    throw new NoAddress(server);
  }
}

/**
 * Returns the address of the server's WebSocket.
 * @param {string} server `http://host:8080`, `https://host/games`, `ws://host/ws`, or an invitation link. Throws
 *     NoAddress for anything else.
 */
export function socket_address(server) {
  const url = url_of(server);
  url.protocol = url.protocol.replace('http', 'ws');
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') throw new NoAddress(server);
  url.search = url.hash = '';
  url.pathname = `${url.pathname.replace(/\/(r\/[^/]*|ws)?\/?$/, '')}/ws`;
  return url.href;
}

/**
 * The room code of an invitation link; undefined for anything else.
 * @param {string} server
 */
export const table_at = (server) => /\/r\/([A-Za-z0-9]{6})\/?$/.exec(server.replace(/[?#].*/, ''))?.[1];
