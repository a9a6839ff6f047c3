// @ts-check
// Asks the server for the account of a match, and waits while it is being made.

/** @import { Found } from '../../core/shapes.js' */
/** @import { Account, NoAnalysis } from './figures.js' */

/** How long the page waits, in ms: the values of a game may have to be computed first. */
const patience_ms = 120_000;
/** The usual wait, in ms. */
const pause_ms = 1_000;

/**
 * `missing`: the server makes no accounts, or there is no such match.
 * @param {string} match @param {{fetch?: typeof fetch, pause?: (ms: number) => Promise<void>}} [ways] @returns {Promise<Found<Account | NoAnalysis>>}
 */
export async function fetch_analysis(match, { fetch = globalThis.fetch, pause = sleep } = {}) {
  for (let waited = 0; waited < patience_ms; ) {
    const answer = await fetch(new URL(`api/v1/matches/${match}/analysis`, globalThis.document?.baseURI ?? 'http://localhost/'));
    if (answer.ok) return { state: 'here', data: await answer.json() };
    if (answer.status !== 503 && answer.status !== 429) return { state: answer.status === 404 ? 'missing' : 'failed' };
    const { error } = await answer.json().catch(() => ({ error: null }));
    const wait = error?.retry_ms ?? 1_000 * Number(answer.headers.get('Retry-After'));
    const ms = Math.max(pause_ms, wait);
    waited += ms;
    await pause(ms);
  }
  return { state: 'failed' };
}

/** @param {number} ms @returns {Promise<void>} */
const sleep = (ms) => new Promise((go_on) => setTimeout(go_on, ms));
