// @ts-check
// A push is sent without what has not changed since the match began or is empty; here it gets all its members.

/** @import { MatchPush } from './shapes.js' */
/** @import { View } from './types.js' */

/**
 * A push with what the server has sent only once (`about`), and with what it leaves out.
 * @param {any} push @param {MatchPush | null} before the push shown so far @returns {MatchPush}
 */
export function whole_push(push, before) {
  const about = push.about ?? (before?.match === push.match ? before?.about : undefined);
  const you = push.you && { moves: [], ...push.you };
  return { result: null, clock: null, ...push, about, view: whole_view(about, push.view), ...(you && { you }) };
}

/** Members of the view that are null or false are left out. @param {object | undefined} about @param {any} view @returns {View} */
export const whole_view = (about, view) => ({ turn: null, ...about, ...view });
