// @ts-check
// Fetches the record of a finished match (protocol/README.md, section 10) and checks its dice.
import { socket_address } from './address.js';
import { check_record } from './cup.js';
import { verdict_text } from './fairness_verify.js';
import { ending_from_record } from './endings.js';
import { check_own } from './own_notes.js';
import { read_record } from './strict_json.js';

/** @typedef {import('./fairness_verify.js').Verdict & {text: string}} Verdict with its text in one line */

const longest = 20_000; // entries of a log

/** @param {string} server @param {string} match */
const address = (server, match) =>
  `${socket_address(server).replace(/^ws/, 'http').replace(/\/ws$/, '')}/api/v1/matches/${encodeURIComponent(match)}`;

/**
 * With its whole log. Rejects with the error of the last request.
 * @param {string} server The address of the page, or an invitation link @param {string} match
 * @param {{fetch?: typeof fetch}} [options]
 * @returns {Promise<any>}
 */
export async function fetch_record(server, match, { fetch = globalThis.fetch } = {}) {
  let record = null;
  for (let at = 1; at !== null; ) {
    const reply = await fetch(`${address(server, match)}?from=${at}`);
    if (!reply.ok) throw new Error(`The server answered ${reply.status} when it was asked for the match ${match}.`);
    const page = read_record(await reply.arrayBuffer());
    if (page.id !== match) throw new Error('The server sends something else than this match.');
    if (record === null) record = page;
    else record.log.push(...page.log);
    const next = page.next ?? null;
    if (next !== null && !(next > at && next <= longest)) throw new Error('The pages of the log are not in order.');
    at = next;
  }
  return { ...record, next: null };
}

/**
 * Fetches the analysis of luck and decisions in a finished match, as protocol/README.md describes it. Waits while the server
 * makes the analysis; rejects if it has none, or with the error of the last request.
 * @param {string} server The address of the page, or an invitation link @param {string} match
 * @param {{fetch?: typeof fetch, most_ms?: number}} [options] `most_ms`: how long it waits
 * @returns {Promise<any>}
 */
export async function fetch_analysis(server, match, { fetch = globalThis.fetch, most_ms = 60_000 } = {}) {
  const until = Date.now() + most_ms;
  for (;;) {
    const reply = await fetch(`${address(server, match)}/analysis`);
    if (reply.ok) return reply.json();
    const wait = reply.status === 503 ? ((await reply.json()).error?.retry_ms ?? 1_000) : 0;
    if (wait === 0 || Date.now() + wait > until)
      throw new Error(`The server answered ${reply.status} when it was asked for the analysis of the match ${match}.`);
    await new Promise((go_on) => setTimeout(go_on, wait));
  }
}

/**
 * How a match has ended, by its record; null if that cannot be known now.
 * @param {string} server @param {string} match @param {{fetch?: typeof fetch}} [options]
 * @returns {Promise<NonNullable<import('./contributor_checks.js').Notes['ended']> | null>}
 */
export async function recorded_end(server, match, { fetch = globalThis.fetch } = {}) {
  try {
    const reply = await fetch(`${address(server, match)}?from=1`);
    return ending_from_record(reply.status, reply.ok ? read_record(await reply.arrayBuffer()) : null);
  } catch {
    return null;
  }
}

/**
 * The verdict on a finished match; not verifiable if the server does not give its record.
 * @param {string} server @param {string} match @param {import('./contributor_checks.js').Notes | null} notes one's own
 * @param {string[] | null} [ends] how one's own last matches ended
 * @returns {Promise<Verdict>}
 */
export async function verify_match(server, match, notes, ends = null) {
  /** @type {any} */ let record = null;
  let failed = '';
  try {
    record = await fetch_record(server, match);
  } catch (why) {
    failed = why instanceof Error ? why.message : String(why);
  }
  const verdict = notes ? check_own(record, notes, ends) : check_record(record);
  if (failed) verdict.reason = failed;
  return { ...verdict, text: verdict_text(verdict) };
}
