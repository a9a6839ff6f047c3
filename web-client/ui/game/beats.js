// @ts-check
// Effects of events besides the rendering: flying objects, shaking, sounds. Pure. A game returns them (games/<id>/effects.js); the page
// plays them (motion.js, sound.js).

/** @import { MatchPush } from '../../core/shapes.js' */
/** @typedef {'shake' | 'dice' | 'pick' | 'card' | 'chips' | 'write' | 'good' | 'great' | 'bad' | 'alarm' | 'turnabout' | 'shuffle' | 'turn'
 *     | 'win' | 'end' | 'hurry'} Sound */
/**
 * An object moving between two spots of the table. A spot is an element's `data-spot`, at its position now or before the move; of several
 * the first existing one is used.
 * @typedef {{thing: string, from: string[], to: string[], grow?: boolean}} Flight
 */
/**
 * @typedef {object} Beat
 * @property {number} at milliseconds after the push
 * @property {number} [ms] duration; none for sounds
 * @property {Sound} [sound]
 * @property {number} [count] number of dice, cards or chips in the sound
 * @property {Flight} [fly]
 * @property {{thing: string, spot: string}} [fall] is lost: falls from where a spot was, and fades
 * @property {string} [shake] a spot
 * @property {string} [swell] a spot
 * @property {{thing: string, spot: string}} [hold] is drawn over a spot meanwhile
 * @property {string} [moment] a highlight; the game's view has its text (`describe_moment`)
 */

/** The animation of the clock's bar, which a tap does not end. */
export const clock_animation_id = 'clock';
/** Maximum duration of table animations in ms, after the dice. */
export const max_effects_ms = 1000;
/** When the first of the dice that were thrown lands, and lands again (ui/game/places.js). */
export const first_hop_ms = 410;
export const next_hop_ms = 640;
/** Duration of a highlight in ms; any tap ends it. */
export const moment_ms = 1400;

/** @param {number} at @param {Sound} sound @param {number} [count] @returns {Beat} */
export const sound_beat = (at, sound, count = 1) => ({ at, sound, count });

/** Vibrations in ms on, off, on …: of what oneself does, and of what calls for a player. @type {{[sound in Sound]?: number[]}} */
export const vibrations = {
  dice: [0, first_hop_ms, 12, next_hop_ms - first_hop_ms - 12, 6],
  pick: [6],
  write: [10],
  good: [20],
  great: [20, 40, 20, 40, 60],
  bad: [60],
  alarm: [60],
  turn: [20, 60, 20],
  hurry: [15],
  win: [40, 40, 80],
};

/** The vibration of several sounds, one after the other. @param {Beat[]} beats @returns {number[]} */
export function vibration_of(beats) {
  /** @type {number[]} */
  const pattern = [];
  let end = 0;
  for (const { sound, at } of [...beats].sort((a, b) => a.at - b.at)) {
    const one = sound && vibrations[sound];
    if (!one || at < end) continue;
    pattern.push(...(pattern.length > 0 ? [at - end] : at > 0 ? [0, at] : []), ...one);
    end = at + one.reduce((sum, ms) => sum + ms, 0);
  }
  return pattern;
}

/** A spot shakes, with a sound. @param {number} at @param {string} spot @param {Sound} sound @param {number} [ms] @returns {Beat[]} */
export const shake_beat = (at, spot, sound, ms = 300) => [
  { at, sound },
  { at, ms, shake: spot },
];

/** A highlight with sound. @param {number} at @param {string} moment @returns {Beat} */
export const highlight_beat = (at, moment) => ({ at, ms: moment_ms, moment, sound: 'great' });

/** Returns the effects, compressed if they take too long. @param {Beat[]} beats @returns {Beat[]} */
export function fit_duration(beats) {
  const moving = beats.filter(({ moment }) => !moment);
  const end = Math.max(0, ...moving.map(({ at, ms = 0 }) => at + ms));
  if (end <= max_effects_ms) return beats;
  const speed = max_effects_ms / end;
  return beats.map((beat) => beat.moment ? beat : ({ ...beat, at: beat.at * speed, ...(beat.ms && { ms: beat.ms * speed }) }));
}

/**
 * Whether a push is new and must be animated. Missed entries, and those seen again after a reload, are only rendered.
 * @param {MatchPush | null} before @param {MatchPush | null} now
 */
export function is_news(before, now) {
  if (!now || now === before) return false;
  if (before?.match !== now.match) return now.seq === 1;
  return now.seq === before.seq + 1;
}

/** The effect at the end of a match; only winners get the fanfare. @param {MatchPush} push @returns {'win' | 'end' | null} */
export function end_of({ result, you }) {
  if (!result) return null;
  return result.reason === 'finished' && you && result.winners.includes(you.seat) ? 'win' : 'end';
}
