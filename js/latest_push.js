// @ts-check
// What a bot knows of the matches of its room: the newest push, and which pushes are older than it.

/** @import * as Wire from './protocol.js' */
/** @typedef {import('./types.js').Push} Push */

export const prompt_key = (/** @type {Push} */ { match, you }) => `${match} ${you?.n}`;

/**
 * A push with what the server has sent only once (`about`), and with what it leaves out.
 * @param {Wire.MatchPush} push @param {Push | null} known @returns {Push}
 */
function complete_push(push, known) {
  const { you, ...others } = push;
  const about = push.about ?? (known?.match === push.match ? known.about : {});
  const view = /** @type {Push['view']} */ ({ ...about, ...push.view });
  return { result: null, ...others, about, view, ...(you && { you: { moves: [], ...you } }) };
}

/** Whether a push contradicts what is known of its match: prompts only rise. @param {Wire.MatchPush} push @param {Push} known */
function contradicts({ match, seq, hash, you }, known) {
  if (match !== known.match) return false;
  const is_other = seq === known.seq && hash !== known.hash;
  return seq < known.seq || is_other || (!!you && !!known.you && you.n < known.you.n);
}

export class LatestPush {
  /** @type {Push | null} of the current or latest match */ push = null;
  /** The matches before that, in their order. @type {Set<string>} */ #earlier_matches = new Set();
  #joined = false;
  /** The newest push then, until the present state has come. @type {Push | null} */ #before_break = null;

  /** For room.join: the newest entry before which none is missing. */
  get seen() {
    const push = this.#before_break ?? this.push;
    return push && { match: push.match, seq: push.seq };
  }

  /** To call with the reply to hello: until the present state has come, entries may be missing before a push. */
  greeted() {
    this.#before_break ??= this.push;
    this.#joined = false;
  }

  /** To call after the reply that names a new room: none of its entries is missing. */
  entered() {
    this.#before_break = null;
  }

  /** To call with the reply to room.join: the next push has the present state. */
  joined() {
    this.#joined = true;
  }

  /**
   * Accepts a push, or ignores it and returns null if it is older than the known one. But the present state counts, even if it is older:
   * then a backup was restored, and what was known beyond it never happened.
   * @param {Wire.MatchPush} push
   * @returns {Set<string> | null} the matches of which something never happened
   */
  accept(push) {
    const known = this.push;
    const is_present = this.#joined;
    this.#joined = false;
    if (is_present) this.#before_break = null;
    const is_past = this.#earlier_matches.has(push.match);
    /** @type {Set<string>} */ let unmade = new Set();
    if (known && is_present && (is_past || contradicts(push, known))) {
      const all = [...this.#earlier_matches, known.match];
      unmade = new Set(all.slice(all.indexOf(push.match)));
      for (const match of unmade) this.#earlier_matches.delete(match);
    } else {
      if (is_past || (known && known.match === push.match && push.seq < known.seq)) return null;
      if (known && known.match !== push.match) this.#earlier_matches.add(known.match);
    }
    this.push = complete_push(push, known);
    return unmade;
  }
}
