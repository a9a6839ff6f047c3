// @ts-check
// Finds out why the connection does not come back, and adds it to the state of the link that the page shows.

import { probe_connection } from '../../js/connection_probe.js';
import { socket_address } from './urls.js';

/** @typedef {import('../../js/connection.js').Link} Link */
/** @typedef {import('../../js/connection_probe.js').Obstacle} Obstacle */
/**
 * `address`: the server does not know that it is reached at the page's address, and refuses its socket.
 * @typedef {{what: Obstacle['what'] | 'address', status?: number}} Cause
 */
/** `code` and `text` of the last break. @typedef {Link & {cause?: Cause, broke?: {code: number, text: string}}} ShownLink */

/** After so many failures in a row; a restart of the server or a change of the network takes fewer. */
const failures_until_asked = 3;

/** The host of this page as the server sees it, of the picture that its head names for other sites; null if it names none. */
function host_in_metadata() {
  const picture = document.querySelector('meta[property="og:image"]')?.getAttribute('content');
  return picture ? new URL(picture, location.href).host : null;
}

/**
 * Returns what hears each state of the connection.
 * @param {string} base of the page @param {(link: ShownLink) => void} show
 * @param {{ask: () => Promise<Obstacle>, is_known: () => boolean}} [here] `is_known`: the server sees the page's host as the browser does
 */
export function make_connection_monitor(base, show, here = browser_checks(base)) {
  /** @type {Link} */ let link;
  /** @type {Pick<ShownLink, 'cause' | 'broke'>} */ let known = {};
  let asking = false;
  return async (/** @type {Link} */ heard) => {
    link = heard;
    if (link.state === 'open') known = {};
    const stays_away = heard.state === 'waiting' && heard.failures >= failures_until_asked;
    if (stays_away) known = { ...known, broke: { code: heard.code, text: heard.text } };
    show({ ...link, ...known });
    if (!stays_away || asking) return;
    asking = true;
    /** @type {Cause} */
    const cause = await here.ask();
    asking = false;
    if (link.state !== 'waiting' && link.state !== 'connecting') return;
    known = { ...known, cause: cause.what === 'upgrade' && !here.is_known() ? { what: 'address' } : cause };
    show({ ...link, ...known });
  };
}

/** @param {string} base */
const browser_checks = (base) => ({
  ask: () => probe_connection(socket_address(base), location.href),
  is_known: () => [null, location.host].includes(host_in_metadata()),
});
