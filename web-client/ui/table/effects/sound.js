// @ts-check
// Synthesizes sounds; no files are loaded. This module is loaded with the first sound, and imports nothing: what it imported would be a file of
// its own for every table.

/** @import { Sound } from '../../game/beats.js' */
/**
 * One sound component. Times are in seconds, frequencies in hertz; noise is filtered around its frequency.
 * @typedef {{wave: 'noise' | 'sine' | 'triangle', at: number, last: number, from: number, to?: number, loud: number}} Stroke
 */

/** @param {number} at @param {number} loud @returns {Stroke[]} a die on the table: a click and a thud */
const impact = (at, loud) => [
  { wave: 'noise', at, last: 0.035, from: 2300, to: 1500, loud },
  { wave: 'sine', at, last: 0.07, from: 190, to: 90, loud: 0.8 * loud },
];
/** @param {number} at @param {number} pitch @param {number} last @param {number} loud @returns {Stroke} */
const bell = (at, pitch, last, loud) => ({ wave: 'triangle', at, last, from: pitch, loud });
/** @param {number} at @returns {Stroke} */
const card_slide = (at) => ({ wave: 'noise', at, last: 0.09, from: 1300, to: 4200, loud: 0.22 });
/** @param {number} at @returns {Stroke[]} */
const clink = (at) => [
  { wave: 'sine', at, last: 0.09, from: 3900, loud: 0.1 },
  { wave: 'sine', at: at + 0.012, last: 0.12, from: 5300, loud: 0.07 },
  { wave: 'noise', at, last: 0.02, from: 5000, loud: 0.12 },
];
/** @param {number} count @param {number} apart @param {(at: number) => Stroke | Stroke[]} each */
const repeat_strokes = (count, apart, each) => Array.from({ length: count }, (_, one) => each(one * apart)).flat();

/**
 * The number of dice, cards or chips, and the seconds after which dice land and land again.
 * @typedef {{count: number, hops: [number, number]}} Heard
 */
/** @type {{[sound in Sound]: (heard: Heard) => Stroke[]}} */
const score = {
  shake: () => repeat_strokes(4, 0.045, (at) => ({ wave: 'noise', at, last: 0.04, from: 900, loud: 0.1 })), // one swing of the cup
  // Each lands at 42 % of its way, and again at 71 % (ui/game/places.js).
  dice: ({ count, hops: [first, next] }) => [
    ...repeat_strokes(Math.max(1, count), 0.015, (at) => impact(first + at, 0.34 - at)),
    ...repeat_strokes(Math.max(1, count), 0.008, (at) => impact(next + at, 0.1 - at / 2)),
  ],
  pick: () => [{ wave: 'noise', at: 0, last: 0.025, from: 2600, to: 1800, loud: 0.09 }],
  card: ({ count }) => repeat_strokes(Math.max(1, count), 0.08, card_slide),
  chips: ({ count }) => repeat_strokes(Math.min(6, Math.max(1, count)), 0.06, clink),
  write: () => [
    { wave: 'noise', at: 0, last: 0.08, from: 3000, to: 3800, loud: 0.12 },
    { wave: 'noise', at: 0.11, last: 0.06, from: 3600, to: 2900, loud: 0.1 },
  ],
  good: () => [bell(0, 660, 0.18, 0.16), bell(0.09, 880, 0.28, 0.16)],
  great: () => [bell(0, 523, 0.2, 0.18), bell(0.08, 659, 0.2, 0.18), bell(0.16, 784, 0.24, 0.18), bell(0.24, 1047, 0.5, 0.2)],
  bad: () => [{ wave: 'triangle', at: 0, last: 0.32, from: 240, to: 120, loud: 0.26 }],
  alarm: () => [{ wave: 'triangle', at: 0, last: 0.55, from: 420, to: 110, loud: 0.28 }],
  turnabout: () => [
    { wave: 'noise', at: 0, last: 0.24, from: 600, to: 3200, loud: 0.2 },
    { wave: 'noise', at: 0.2, last: 0.2, from: 3200, to: 700, loud: 0.16 },
  ],
  shuffle: () => repeat_strokes(9, 0.045, card_slide),
  turn: () => [bell(0, 587, 0.22, 0.2), bell(0.13, 880, 0.4, 0.2)],
  win: () => [
    ...[523, 659, 784, 1047, 784, 1047].map((pitch, at) => bell(0.13 * at, pitch, at === 5 ? 0.9 : 0.22, 0.2)),
    bell(0.65, 1319, 0.8, 0.12),
  ],
  end: () => [bell(0, 330, 0.3, 0.18), bell(0.2, 262, 0.6, 0.18)],
  hurry: () => repeat_strokes(3, 0.16, (at) => ({ wave: 'noise', at, last: 0.03, from: 3200, loud: 0.3 })),
};

/** The components of a sound. @param {Sound} sound @param {Heard} heard */
export const strokes = (sound, heard) => score[sound](heard);

/** @type {AudioContext | undefined} */
let audio;
/** @type {AudioBuffer | undefined} */
let noise_buffer;

/** @param {Sound} sound @param {Heard} heard @param {number} [later_ms] */
export function play(sound, heard, later_ms = 0) {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume().catch(() => {});
  const start = audio.currentTime + later_ms / 1000 + 0.01;
  for (const stroke of strokes(sound, heard)) play_stroke(audio, stroke, start + stroke.at);
}

/** @param {AudioContext} ear @param {Stroke} stroke @param {number} at */
function play_stroke(ear, { wave, last, from, to = from, loud }, at) {
  const gain_node = ear.createGain();
  gain_node.gain.setValueAtTime(0.0001, at);
  gain_node.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  gain_node.gain.exponentialRampToValueAtTime(0.0001, at + last);
  gain_node.connect(ear.destination);
  const source = wave === 'noise' ? noise(ear, from, to, at, last, gain_node) : tone(ear, wave, from, to, at, last, gain_node);
  source.start(at);
  source.stop(at + last + 0.02);
}

/**
 * @param {AudioContext} ear @param {'sine' | 'triangle'} wave @param {number} from @param {number} to @param {number} at
 * @param {number} last @param {AudioNode} into
 */
function tone(ear, wave, from, to, at, last, into) {
  const source = ear.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + last);
  source.connect(into);
  return source;
}

/**
 * @param {AudioContext} ear @param {number} from @param {number} to @param {number} at @param {number} last
 * @param {AudioNode} into
 */
function noise(ear, from, to, at, last, into) {
  noise_buffer ??= make_white_noise(ear);
  const source = ear.createBufferSource();
  source.buffer = noise_buffer;
  source.loop = true;
  const band = ear.createBiquadFilter();
  band.type = 'bandpass';
  band.Q.value = 1.2;
  band.frequency.setValueAtTime(from, at);
  band.frequency.exponentialRampToValueAtTime(to, at + last);
  source.connect(band).connect(into);
  return source;
}

/** @param {AudioContext} ear */
function make_white_noise(ear) {
  const buffer = ear.createBuffer(1, ear.sampleRate, ear.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; ++at) samples[at] = 2 * Math.random() - 1;
  return buffer;
}
