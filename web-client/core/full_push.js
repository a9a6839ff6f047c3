// @ts-check
// A push is sent without what has not changed since the match began or is empty; here it gets all its members.

/** @import { MatchPush } from './shapes.js' */
/** @import { View } from './types.js' */
/** @import * as Wire from '../../js/protocol.js' */

/**
 * A push with what the server has sent only once (`about`), and with what it leaves out.
 * @param {Wire.MatchPush} push @param {MatchPush | null} before the push shown so far @returns {MatchPush}
 */
export function full_push(push, before) {
  const { you, ...others } = push;
  const about = push.about ?? (before?.match === push.match ? before?.about : undefined);
  return { result: null, clock: null, ...others, about, view: full_view(about, push.view), ...(you && { you: { moves: [], ...you } }) };
}

/** Members of the view that are null or false are left out. @param {MatchPush['about']} about @param {View | Wire.MatchPush['view']} view @returns {View} */
export const full_view = (about, view) => /** @type {View} */ ({ turn: null, ...about, ...view });
