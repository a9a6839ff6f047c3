// @ts-check
// Where thrown dice come to rest, and how they get there. Pure: all who watch see the same throw, because its numbers come from a seed that
// all of them have.

/** @typedef {{x: number, y: number, turn: number}} Place the middle of a die in pixels, its turn in degrees */
/** @typedef {{width: number, height: number}} Zone */
/** @typedef {{offset?: number, easing?: string, transform?: string, opacity?: number}} Frame */
/**
 * @typedef {object} Flight
 * @property {number} delay in ms
 * @property {number} duration in ms
 * @property {Frame[]} slide of the die over the felt, relative to its place
 * @property {Frame[]} hop of its body
 * @property {Frame[]} tumble of its body
 * @property {Frame[]} shadow
 */

/** All dice lie after so many ms. */
export const roll_duration_ms = 880;
const most_turn = 42;

/** Numbers from 0 to 1 that follow from a text (xmur3, mulberry32). @param {string} seed */
export function seeded_random(seed) {
  let hash = 1779033703;
  for (const letter of seed) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 3432918353);
    hash = (hash << 13) | (hash >>> 19);
  }
  return () => {
    hash = (hash + 0x6d2b79f5) | 0;
    let mixed = Math.imul(hash ^ (hash >>> 15), 1 | hash);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * The edge in pixels of so many dice; more than `row` of them lie in two rows where they are larger then.
 * @param {Zone} zone @param {number} count @param {number} [most] @param {number} [row]
 */
export function die_edge({ width, height }, count, most = 92, row = 5) {
  const in_row = Math.min(width / (1.32 * Math.max(3, count)), height / 2.1, most);
  const in_two = count > row ? Math.min(width / (1.32 * Math.max(row, Math.ceil(count / 2))), width / (1.6 * Math.ceil(count / 2)), height / 3.8, most) : 0;
  return Math.round(Math.max(36, in_row, in_two));
}

/**
 * Places for so many dice, from left to right. An ellipse of 1.52 × 1.82 edges around each stays free, so that no two silhouettes touch,
 * whatever their turn. Where that is too much, they lie in a row and are turned less.
 * @param {number} count @param {Zone} zone @param {number} edge @param {() => number} next @param {number} [note_width] in pixels of the words
 *   below each, which lie apart, too @returns {Place[]}
 */
export function places(count, { width, height }, edge, next, note_width = 0) {
  const pick = (/** @type {number} */ from, /** @type {number} */ to) => from + next() * (to - from);
  const [left, right] = [0.8 * edge, width - 0.8 * edge];
  const [top, bottom] = [Math.min(0.95 * edge, height / 2), Math.max(height - 0.95 * edge, height / 2)];
  for (let tries = 0; tries < 60; ++tries) {
    /** @type {Place[]} */
    const found = [];
    for (let throws = 0; throws < 12 * count && found.length < count; ++throws) {
      const place = { x: pick(left, right), y: pick(top, bottom), turn: Math.round(pick(-most_turn, most_turn)) };
      if (found.every(({ x, y }) => Math.hypot((x - place.x) / 1.52, (y - place.y) / 1.82) > edge && (Math.abs(x - place.x) > note_width || Math.abs(y - place.y) > 20))) found.push(place);
    }
    if (found.length === count) return found.sort((a, b) => a.x - b.x);
  }
  const columns = Math.ceil(count / 2);
  if (width < 1.3 * edge * count && width >= 1.58 * edge * columns && height >= 3.75 * edge) {
    // Two rows: each die has a part of the zone for itself, the last of an odd number between them.
    const [wide, high] = [width / columns, height / 2];
    const random_range = (/** @type {number} */ room) => Math.min(0.25 * edge, Math.max(0, room) / 2);
    const [x, y] = [random_range(wide - 1.52 * edge), random_range(high - 1.82 * edge)];
    const random_place = (/** @type {number} */ at) => ({ x: (Math.floor(at / 2) + 0.5) * wide + pick(-x, x), y: (at === count - 1 && at % 2 === 0 ? 1 : (at % 2) + 0.5) * high + pick(-y, y), turn: Math.round(pick(-most_turn, most_turn)) });
    return Array.from({ length: count }, (_, at) => random_place(at)).sort((a, b) => a.x - b.x);
  }
  const apart = Math.min(width / count, 1.9 * edge);
  // The widths of two neighbours fit between their middles: cos t + sin t is at most so many edges.
  const most = Math.min(1.41, (0.97 * apart) / edge);
  const max_angle = Math.floor(Math.max(0, ((Math.PI / 4 - Math.acos(Math.min(1, most / Math.SQRT2))) * 180) / Math.PI));
  const start = width / 2 - ((count - 1) * apart) / 2;
  return Array.from({ length: count }, (_, at) => ({ x: start + at * apart, y: pick(top, bottom), turn: Math.round(pick(-max_angle, max_angle)) }));
}

/**
 * The place of each die: those that were thrown have the ones in the middle, the others what is left, so that a die that is let go has its own.
 * @param {Place[]} all @param {Zone} zone @param {number[]} thrown positions, ascending @returns {Place[]} by position
 */
export function assign_places(all, { width, height }, thrown) {
  const distance_from_middle = (/** @type {Place} */ { x, y }) => Math.hypot(x - width / 2, y - height / 2);
  const inner = [...all].sort((a, b) => distance_from_middle(a) - distance_from_middle(b)).slice(0, thrown.length);
  const [first, rest] = [all.filter((place) => inner.includes(place)), all.filter((place) => !inner.includes(place))];
  return all.map((_, position) => /** @type {Place} */ ((thrown.includes(position) ? first : rest).shift()));
}

/**
 * Places of dice that were set in order: those that count as a stair, the others apart, below them if there is space.
 * @param {number[]} stair positions, from the lowest step @param {number[]} others @param {Zone} zone @param {number} edge @returns {Map<number, Place>}
 */
export function sorted_places(stair, others, { width, height }, edge) {
  const below = stair.length > 0 && others.length > 0 && height >= 3.5 * edge;
  const rows = below ? [stair, others] : [[...stair, ...others]];
  /** @type {Map<number, Place>} */
  const found = new Map();
  for (const [row, dice] of rows.entries()) {
    const apart = Math.min(width / dice.length, (row === 1 ? 1.9 : 1.5) * edge);
    const start = width / 2 - ((dice.length - 1) * apart) / 2;
    const low = below && row === 0 ? height - 2.6 * edge : height - 0.95 * edge;
    const step = Math.max(0, Math.min(0.24 * edge, (low - 0.95 * edge) / Math.max(1, stair.length - 1)));
    const most = apart >= 1.42 * edge ? 14 : 4;
    for (const [at, position] of dice.entries())
      found.set(position, { x: start + at * apart, y: stair.includes(position) ? low - at * step : low, turn: Math.round(most * Math.sin(5 * position + row)) });
  }
  return found;
}

const ease_up = 'cubic-bezier(0.2, 0.7, 0.5, 1)';
const ease_down = 'cubic-bezier(0.5, 0, 0.8, 0.35)';

/**
 * The way of the die that leaves the cup as number `at`.
 * @param {number} at @param {{x: number, y: number}} way from its place to the mouth of the cup, in pixels
 * @param {number} edge @param {() => number} next @returns {Flight}
 */
export function flight_path(at, { x, y }, edge, next) {
  const pick = (/** @type {number} */ from, /** @type {number} */ to) => from + next() * (to - from);
  const delay = 70 + 26 * at + pick(0, 14);
  const aside = pick(-0.16, 0.16);
  const translation = (/** @type {number} */ a, /** @type {number} */ b) => `translate(${a.toFixed(1)}px, ${b.toFixed(1)}px)`;
  const peak = edge * pick(1.1, 1.5);
  const height_transform = (/** @type {number} */ share) => `translateZ(${(peak * share).toFixed(1)}px)`;
  const long = Math.hypot(x, y) || 1;
  const axis = [y / long + pick(-0.25, 0.25), -x / long + pick(-0.25, 0.25), pick(-0.5, 0.5)].map((part) => part.toFixed(3)).join(', ');
  const turns = -pick(580, 940);
  const rotation = (/** @type {number} */ share) => `rotate3d(${axis}, ${(turns * share).toFixed(1)}deg)`;
  return {
    delay,
    duration: roll_duration_ms - delay - pick(0, 60),
    slide: [
      { transform: translation(x, y), opacity: 0, easing: 'linear' },
      { opacity: 1, offset: 0.06 },
      { transform: translation(x * 0.38 - y * aside, y * 0.38 + x * aside), offset: 0.42, easing: 'cubic-bezier(0.2, 0.6, 0.3, 1)' },
      { transform: 'translate(0, 0)' },
    ],
    hop: [
      { transform: height_transform(0.55), easing: ease_up },
      { transform: height_transform(1), offset: 0.17, easing: ease_down },
      { transform: height_transform(0), offset: 0.42, easing: ease_up },
      { transform: height_transform(0.34), offset: 0.56, easing: ease_down },
      { transform: height_transform(0), offset: 0.71, easing: ease_up },
      { transform: height_transform(0.08), offset: 0.79, easing: ease_down },
      { transform: height_transform(0), offset: 0.87 },
      { transform: height_transform(0) },
    ],
    tumble: [
      { transform: rotation(1), easing: 'linear' },
      { transform: rotation(0.4), offset: 0.42, easing: 'linear' },
      { transform: rotation(0.1), offset: 0.71, easing: 'cubic-bezier(0.2, 0.5, 0.4, 1)' },
      { transform: rotation(0), offset: 0.88 },
      { transform: rotation(0) },
    ],
    shadow: [
      { transform: 'translate(26%, 20%) scale(1.3)', opacity: 0.25 },
      { transform: 'translate(34%, 26%) scale(1.4)', opacity: 0.3, offset: 0.17 },
      { transform: 'none', opacity: 1, offset: 0.42 },
      { transform: 'translate(12%, 9%) scale(1.15)', opacity: 0.6, offset: 0.56 },
      { transform: 'none', opacity: 1, offset: 0.71 },
      { transform: 'none', opacity: 1 },
    ],
  };
}
