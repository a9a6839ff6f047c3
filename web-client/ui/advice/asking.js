// @ts-check
// Asks the server for advice, and waits while it is computing.
import { Refused } from '../../../js/connection.js';

/** @import { Parts } from '../../core/actions.js' */

/** Longest wait, in ms: a new server computes up to half a minute before its first answer. */
const longest_wait_ms = 120_000;
const least_wait_ms = 500;
const poll_ms = 100;
const sleep = (/** @type {number} */ ms) => new Promise((later) => setTimeout(later, ms));

/** Asks again until the server answers, the decision is over or the time limit is reached. @param {Pick<Parts, 'store' | 'connection'>} parts @param {string} room */
export async function fetch_advice({ store, connection }, room) {
  const { dispatch } = store;
  const current_decision = () => {
    const { joined, table } = store.state;
    return joined && table?.push.you && !table.push.result ? `${table.push.match} ${table.push.you.n}` : null;
  };
  const asked = current_decision();
  const match = store.state.table?.push.match ?? '';
  const give_up_at = Date.now() + longest_wait_ms;
  while (current_decision() === asked) {
    try {
      const { n, unit, worth } = await connection.request({ t: 'hint', room });
      return dispatch({ type: 'advised', match, advice: { n, unit, worth } });
    } catch (why) {
      if (!(why instanceof Refused) || why.code !== 'busy' || Date.now() > give_up_at) throw why;
      dispatch({ type: 'advice_delayed', yes: true });
      const again_at = Date.now() + Math.max(why.retry_ms ?? 0, least_wait_ms);
      while (Date.now() < again_at && current_decision() === asked) await sleep(poll_ms);
    }
  }
}
