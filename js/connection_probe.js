// @ts-check
// What stands between a client and a server's WebSocket. A browser does not tell why an upgrade was refused, so plain requests ask.

/**
 * - `silent`: nothing answers.
 * - `login`: something in front of the server wants a login.
 * - `too_many`: too much comes from this network.
 * - `full`: the server takes no more players.
 * - `down`: a proxy answers, but not the server behind it.
 * - `upgrade`: the server answers requests, but no WebSocket reaches it.
 * @typedef {{what: 'silent' | 'login' | 'too_many' | 'full' | 'down' | 'upgrade', status?: number}} Obstacle `status` of HTTP; a browser
 *     does not tell that of a redirection
 */
/** @typedef {{status: number, type: string, body?: {cancel: () => Promise<void>} | null}} Answer */
/** @typedef {(address: string, how: {redirect: 'manual', cache: 'no-store'}) => Promise<Answer>} Ask like fetch */

const login_statuses = new Set([301, 302, 303, 307, 401, 403, 407, 511]);

/**
 * @param {string} socket its address, ws: or wss:
 * @param {string} [page] an address that answers with a page
 * @param {Ask} [ask]
 * @returns {Promise<Obstacle>}
 */
export async function probe_connection(socket, page, ask = (address, how) => fetch(address, how)) {
  const upgraded = socket.replace(/^ws/, 'http');
  const health = upgraded.replace(/ws$/, 'healthz');
  for (const address of [health, ...(page ? [page] : []), upgraded]) {
    const answer = await ask(address, { redirect: 'manual', cache: 'no-store' }).catch(() => null);
    if (!answer) return { what: 'silent' };
    answer.body?.cancel().catch(() => {});
    const { status } = answer;
    const found = status > 0 ? { status } : {};
    if (answer.type === 'opaqueredirect' || login_statuses.has(status)) return { what: 'login', ...found };
    if (status === 429) return { what: 'too_many', ...found };
    if (address === upgraded && status === 503) return { what: 'full', ...found };
    if (status >= 500) return { what: 'down', ...found };
    if (address === upgraded) return { what: 'upgrade', ...found };
  }
  return { what: 'silent' };
}
