// @ts-check
// Answers about finished matches since this page was opened, mostly of the HTTP API: each is asked for once.
import { read_record } from '../../js/strict_json.js';
import { with_pending_button } from './actions/attempt.js';

/** @import { Found, MatchHistory } from './shapes.js' */
/** @import { ReplyTo } from '../../js/connection.js' */
/** @import { Message } from './types.js' */

const clock_slack_ms = 1000; // a timer and the clock of the day differ a little

/** The record of a match is read as all verifiers read it, because its dice are checked. @param {string} path @param {Response} response */
const parse_response = async (path, response) => (path.startsWith('matches/') ? read_record(await response.arrayBuffer()) : response.json());

/** @implements {MatchHistory} */
export class Records {
  /** @param {{base: string, asked: MatchHistory['asked'], changed: () => void}} parts */
  constructor({ base, asked, changed }) {
    this.base = base;
    this.asked = asked;
    this.changed = changed;
    /** @type {Map<string, Found>} */
    this.found = new Map();
    this.cup_ends = Infinity; // by this device's clock
  }

  /** @template Data @param {string} path @returns {Found<Data>} */
  load(path) {
    return this.cached(path, () =>
      with_pending_button(async () => {
        const answer = await fetch(this.address(path));
        if (!answer.ok) return { state: answer.status === 404 ? 'missing' : answer.status === 409 ? 'closed' : 'failed' };
        return { state: 'here', data: await this.load_whole_log(path, await parse_response(path, answer)) };
      }),
    );
  }

  /** @param {string | null} before */
  own_matches(before) {
    return this.request_own(`me.matches ${before}`, { t: 'me.matches', before });
  }

  /** That of today. When the day is over all answers are old, also on a page that stays open. */
  cup() {
    if (Date.now() >= this.cup_ends) this.clear();
    return this.cached('cup.today', () =>
      with_pending_button(async () => {
        const data = await this.asked({ t: 'cup.today' });
        this.cup_ends = Date.now() + data.ends_ms;
        setTimeout(this.changed, data.ends_ms + clock_slack_ms);
        return { state: 'here', data };
      }),
    );
  }

  board() {
    return this.request_own('me.board', { t: 'me.board' });
  }

  /** @param {boolean} on */
  set_on_boards(on) {
    this.found.delete('me.board');
    this.request_own('me.board', { t: 'me.board', on });
  }

  /** The connection may have broken during a request: the next rendering asks again. */
  forget_failed() {
    for (const [path, { state }] of this.found) if (state === 'failed') this.found.delete(path);
  }

  retry_failed() {
    this.forget_failed();
    this.changed();
  }

  clear() {
    this.cup_ends = Infinity;
    this.found.clear();
  }

  /** @param {string} path */
  address(path) {
    return new URL(`api/v1/${path}`, this.base);
  }

  /** @template {string} Type @param {string} key @param {Message & {t: Type}} request @returns {Found<ReplyTo<Type>>} */
  request_own(key, request) {
    return this.cached(key, () => with_pending_button(async () => ({ state: 'here', data: await this.asked(request) })));
  }

  /**
   * The cached answer; sends the request if there is none. `missing`: the server has no cup.
   * @template Data @param {string} key @param {() => Promise<Found<Data>>} ask @returns {Found<Data>}
   */
  cached(key, ask) {
    const known = this.found.get(key);
    if (known) return /** @type {Found<Data>} */ (known); // of the same request
    /** @type {Found<Data>} */
    const coming = { state: 'coming' };
    this.found.set(key, coming);
    ask()
      .catch(({ code }) => /** @type {Found<Data>} */ ({ state: code === 'not_started' ? 'missing' : 'failed' }))
      .then((answer) => this.found.set(key, answer))
      .finally(this.changed);
    return coming;
  }

  /** Loads the log of a long match in pieces. Without a proof its length is not known before its end. @param {string} path @param {any} data */
  async load_whole_log(path, data) {
    while (data.log && data.next !== null) {
      if (data.proof) this.found.set(path, { state: 'coming', progress: { have: data.log.length, of: data.proof.seq } });
      this.changed();
      const answer = await fetch(this.address(`${path}&from=${data.next}`));
      if (!answer.ok) throw new Error(`${path} from ${data.next}: ${answer.status}`);
      const { log, next } = await parse_response(path, answer);
      data = { ...data, log: [...data.log, ...log], next };
    }
    return data;
  }
}
