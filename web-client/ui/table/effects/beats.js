// @ts-check
// What the page does about what happened, besides drawing how things stand: what flies, what shakes, what is heard.
// Pure. A game says it (games/<id>/effects.js); the page plays it (motion.js, sound.js).

/** @typedef {import('../../../core/types.js').MatchPush} MatchPush */
/** @typedef {import('../../../core/types.js').GameEvent} GameEvent */
/** @typedef {'dice' | 'card' | 'chips' | 'write' | 'good' | 'great' | 'bad' | 'alarm' | 'turnabout' | 'shuffle' | 'turn'
 *     | 'win' | 'end' | 'hurry'} Sound */
/** Something on its way between two spots of the table. A spot is an element's `data-spot`, as it is now or as it was
 * before the move; of several the first that is there.
 * @typedef {{thing: string, from: string[], to: string[], grow?: boolean}} Flight */
/**
 * @typedef {object} Beat
 * @property {number} at milliseconds after the news
 * @property {number} [ms] how long it takes; what is only heard takes no time
 * @property {Sound} [sound]
 * @property {number} [count] how many dice, cards or chips are heard
 * @property {Flight} [fly]
 * @property {string} [shake] a spot
 * @property {string} [swell] a spot
 * @property {{thing: string, spot: string}} [hold] lies over a spot meanwhile
 * @property {string} [moment] what everybody looks up for: the game has the words (`moment` of its view)
 */

/** What moves on the table is over by then; dice roll first. */
export const longest_ms = 1000;
/** A moment has its own time, and any tap ends it. */
export const moment_ms = 1400;

/** @param {number} at @param {Sound} sound @param {number} [count] @returns {Beat} */
export const heard = (at, sound, count = 1) => ({ at, sound, count });

/** Something that everybody looks up for. @param {number} at @param {string} moment @returns {Beat} */
export const looked_up_for = (at, moment) => ({ at, ms: moment_ms, moment, sound: 'great' });

/** The same in less time, if it took too long. @param {Beat[]} beats @returns {Beat[]} */
export function paced(beats) {
  const moving = beats.filter(({ moment }) => !moment);
  const end = Math.max(0, ...moving.map(({ at, ms = 0 }) => at + ms));
  if (end <= longest_ms) return beats;
  const pace = longest_ms / end;
  return beats.map((beat) => beat.moment ? beat : ({ ...beat, at: beat.at * pace, ...(beat.ms && { ms: beat.ms * pace }) }));
}

/**
 * Is it news, to be acted out? What we missed, or see again after loading the page, is only drawn.
 * @param {MatchPush | null} before @param {MatchPush | null} now
 */
export function is_news(before, now) {
  if (!now || now === before) return false;
  if (before?.match !== now.match) return now.seq === 1;
  return now.seq === before.seq + 1;
}

/** How a match ends, for us: nobody is cheered for nothing. @param {MatchPush} push @returns {'win' | 'end' | null} */
export function end_of({ result, you }) {
  if (!result) return null;
  return result.reason === 'finished' && you && result.winners.includes(you.seat) ? 'win' : 'end';
}
