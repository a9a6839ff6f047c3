// @ts-check
// Tells whoever runs a bot why it has no connection.
import { probe_connection } from './connection_probe.js';

/** @typedef {import('./connection.js').Link} Link */

const obstacle_texts = {
  silent: 'nothing answers',
  login: 'a login in front of it answers',
  too_many: 'too much comes from this network',
  full: 'it is full',
  down: 'a proxy answers in its place',
  upgrade: 'no WebSocket gets through to it',
};
const failures_until_report = 3;
const broken = 1006;

/**
 * Returns an `on_link` that tells once why the first connection fails, or why a later one does not come back.
 * @param {string} server as the user named it @param {string} socket its address, ws: or wss:
 * @param {(text: string) => void} [tell] @param {typeof probe_connection} [ask]
 */
export function make_break_reporter(server, socket, tell = (text) => console.error(text), ask = probe_connection) {
  let was_open = false;
  let is_reported = false;
  return async (/** @type {Link} */ link) => {
    if (link.state === 'open') [was_open, is_reported] = [true, false];
    if (link.state !== 'waiting' || is_reported || (was_open && link.failures < failures_until_report)) return;
    is_reported = true;
    const { code, text, refused } = link;
    let reason = code > 0 && code !== broken ? `close code ${code}${text && `, ${text}`}` : text || 'no answer';
    if (!was_open && code === broken) {
      // Only now: later, requests beside the connection would look like further attempts of an impatient bot.
      const { what, status } = await ask(socket);
      reason = `${obstacle_texts[what]}${status ? `, HTTP ${status}` : ''}`;
    }
    const trouble = refused ? `${server} does not let the bot in` : `no connection to ${server}`;
    tell(`${trouble}${was_open ? '' : ' yet'} (${reason}), trying again`);
  };
}
