// @ts-check
// Where a server listens, from what people have at hand.

/** Nowhere could a server listen there. */
export class NoAddress extends TypeError {
  /** @param {string} server */
  constructor(server) {
    super(`${server} is no address of a server like http://localhost:8080`);
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
 * The address of the server's socket, from its page's.
 * @param {string} server `http://host:8080`, `https://host/games`, `ws://host/ws`, or the link of an invitation. Throws
 *     NoAddress where it is none of these.
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
 * The code of the table that an invitation leads to, if it is one.
 * @param {string} server
 */
export const table_at = (server) => /\/r\/([A-Za-z0-9]{6})\/?$/.exec(server.replace(/[?#].*/, ''))?.[1];
