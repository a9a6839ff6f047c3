// @ts-check
// Animates events over a table that already shows the new state. Nothing waits for it: flying objects are in a separate layer without
// pointer events, and the first tap, key or push ends the animation.
import { load_part } from '../../../core/lazy_modules.js';
import { clock_animation_id } from '../../game/beats.js';
import { render } from '../../lit.js';

/** @import { Moment } from '../../../games/contract.js' */
/** @import { Content } from '../../lit.js' */
/** @import { Beat } from '../../game/beats.js' */
/** @typedef {{left: number, top: number, width: number, height: number}} Box */

const still = matchMedia('(prefers-reduced-motion: reduce)');
const count_ms = 300;
const pulse_ms = 600;
const say_ms = 2600;
export class Motion {
  /** @param {HTMLElement} overlay the layer above the page */
  constructor(overlay) {
    this.overlay = overlay;
    /** @type {Map<string, Box>} positions before the push */
    this.spots = new Map();
    /** @type {Map<string, number>} the figures shown before */
    this.figures = new Map();
    /** How often animations were ended: what still loads for an earlier one is not shown. */
    this.ended = 0;
  }

  /** Ends all animations at once. Endless animations are kept and the clock's, and chat bubbles too, since they cover nothing. */
  skip() {
    ++this.ended;
    for (const moving of document.getAnimations()) {
      if (moving.id === clock_animation_id) continue;
      if (/** @type {KeyframeEffect} */ (moving.effect).target?.classList.contains('said')) continue;
      const end = moving.effect?.getComputedTiming().endTime;
      if (typeof end === 'number' && Number.isFinite(end)) moving.finish();
    }
  }

  /** Records positions and figures before rendering. */
  record_positions() {
    this.spots = new Map([...drawn_spots()].map(([name, part]) => [name, box_of(part)]));
  }

  /**
   * @param {Beat[]} beats
   * @param {(thing: string) => Content} draw renders a flying object
   * @param {(moment: string) => string | Moment} moment_of what a highlight shows; a text alone is shouted
   */
  play(beats, draw, moment_of) {
    if (still.matches) return;
    const now = new Map(drawn_spots());
    for (const beat of beats) {
      if (beat.moment) this.show_moment(beat, moment_of(beat.moment));
      if (beat.fly) this.fly(beat, beat.fly, draw, now);
      if (beat.hold) this.hold(beat, draw(beat.hold.thing), now.get(beat.hold.spot));
      if (beat.fall) this.fall(beat, draw(beat.fall.thing), this.spots.get(beat.fall.spot));
      if (beat.shake) shake(now.get(beat.shake), beat);
      if (beat.swell) grow_briefly(now.get(beat.swell), beat);
    }
  }

  /** Figures that have changed count up or down to the new value. @param {boolean} acted their change is new */
  count(acted) {
    const before = this.figures;
    this.figures = new Map();
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-count]'))) {
      const name = part.dataset.count ?? '';
      const figure = Number(part.dataset.figure);
      const was = before.get(name);
      this.figures.set(name, figure);
      if (!acted || still.matches || was === undefined || was === figure || !Number.isSafeInteger(figure)) continue;
      part.classList.add('counting');
      const counting = part.animate([{ '--figure': was }, { '--figure': figure }], { duration: count_ms, easing: 'ease-out' });
      counting.finished.catch(() => {}).then(() => part.classList.remove('counting'));
    }
  }

  /**
   * @param {Beat} beat @param {import('../../game/beats.js').Flight} flight @param {(thing: string) => Content} draw
   * @param {Map<string, HTMLElement>} now
   */
  fly({ at, ms = 300 }, { thing, from, to, grow }, draw, now) {
    const find = (/** @type {string[]} */ names) => {
      for (const name of names) {
        const part = now.get(name);
        const box = part ? box_of(part) : this.spots.get(name);
        if (box) return box;
      }
    };
    const start = find(from);
    const end = find(to);
    if (!start || !end) return;
    const ghost = this.make_overlay(draw(thing));
    const most = Math.min(start.width, end.width); // a seat or a hand is wider than what flies there
    const [there, here] = [box_transform(ghost, start, 1, most), box_transform(ghost, end, 1, most)];
    const half = { left: (start.left + end.left) / 2, top: (start.top + end.top) / 2 - 24 };
    const middle = box_transform(ghost, { ...half, width: (start.width + end.width) / 2, height: (start.height + end.height) / 2 }, grow ? 1.7 : 1.1, most);
    const way = [
      { transform: there, opacity: 0.6 },
      { transform: middle, opacity: 1, offset: 0.55 },
      { transform: here, opacity: 1 },
    ];
    remove_after(ghost, ghost.animate(way, { delay: at, duration: ms, easing: 'ease-in-out', fill: 'backwards' }));
  }

  /** @param {Beat} beat @param {Content} drawing @param {HTMLElement | undefined} over */
  hold({ at, ms = 300 }, drawing, over) {
    if (!over) return;
    const ghost = this.make_overlay(drawing);
    const there = box_transform(ghost, box_of(over));
    remove_after(ghost, ghost.animate([{ transform: there }, { transform: there }], { duration: at + ms }));
  }

  /** @param {Beat} beat @param {Content} drawing @param {Box | undefined} from */
  fall({ at, ms = 240 }, drawing, from) {
    if (!from) return;
    const ghost = this.make_overlay(drawing);
    const there = box_transform(ghost, from);
    ghost.style.opacity = '0'; // until its time
    remove_after(ghost, ghost.animate([{ transform: there, opacity: 1 }, { transform: `translateY(8px) ${there}`, opacity: 0 }], { delay: at, duration: ms }));
  }

  /** A ring around a spot, once. @param {string} spot */
  pulse(spot) {
    const part = new Map(drawn_spots()).get(spot);
    if (!part || still.matches) return;
    const { left, top, width, height } = box_of(part);
    const ghost = this.make_overlay(null, 'pulse');
    Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    remove_after(ghost, ghost.animate([{ transform: 'none', opacity: 1 }, { transform: `scale(${1 + Math.min(0.35, 24 / width)})`, opacity: 0 }], { duration: pulse_ms, easing: 'ease-out' }));
  }

  /** @param {Beat} beat @param {string | Moment} moment */
  show_moment(beat, moment) {
    if (typeof moment === 'string') return this.show_large_text(beat, moment);
    const from = performance.now();
    this.load_moments(({ show }) => show(moment, Math.max(0, beat.at - (performance.now() - from)), beat.ms ?? 0));
  }

  /** Confetti for a winner. */
  cheer() {
    if (!still.matches) this.load_moments(({ cheer }) => cheer());
  }

  /** Most matches have few of them: their part loads when the first one comes. @param {(part: import('../../../core/lazy_modules.js').Part<'moment'>) => void} then */
  load_moments(then) {
    const { ended } = this;
    load_part('moment').then(
      (part) => ended === this.ended && then(part),
      () => {}, // they are optional
    );
  }

  /** Large text over the table. @param {Beat} beat @param {string} words */
  show_large_text({ at, ms }, words) {
    if (words === '') return;
    const ghost = this.make_overlay(words, 'shout');
    const [x, y] = [(innerWidth - ghost.offsetWidth) / 2, 0.32 * innerHeight - ghost.offsetHeight / 2];
    const there = `translate(${x}px, ${y}px)`;
    const way = [
      { transform: `${there} scale(0.3) rotate(-5deg)`, opacity: 0 },
      { transform: `${there} scale(1.12) rotate(-2deg)`, opacity: 1, offset: 0.14 },
      { transform: `${there} rotate(-2deg)`, opacity: 1, offset: 0.22 },
      { transform: `${there} rotate(-2deg)`, opacity: 1, offset: 0.85 },
      { transform: `${there} scale(1.04) rotate(-2deg)`, opacity: 0 },
    ];
    remove_after(ghost, ghost.animate(way, { delay: at, duration: ms, fill: 'both' }));
  }

  /** A chat bubble below a spot, and below all scores if they are in a strip; for players who have the chat closed. @param {string} spot @param {Content} words */
  show_bubble(spot, words) {
    const part = new Map(drawn_spots()).get(spot);
    if (!part) return;
    const { left, width } = box_of(part);
    const { top, height } = box_of(part.closest('.strip') ?? part);
    const ghost = this.make_overlay(words, 'said');
    const x = Math.max(6, Math.min(left + width / 2 - ghost.offsetWidth / 2, innerWidth - ghost.offsetWidth - 6));
    const y = Math.max(58, Math.min(top + height + 2, innerHeight - 60));
    const [below, there] = [`translate(${x}px, ${y + (still.matches ? 0 : 22)}px)`, `translate(${x}px, ${y}px)`];
    const way = [
      { transform: below, opacity: 0 },
      { transform: there, opacity: 1, offset: 0.1 },
      { transform: there, opacity: 1, offset: 0.88 },
      { transform: there, opacity: 0 },
    ];
    remove_after(ghost, ghost.animate(way, say_ms));
  }

  /** @param {Content} drawing @param {string} [kind] */
  make_overlay(drawing, kind = '') {
    const ghost = document.createElement('span');
    ghost.className = `ghost ${kind}`;
    if (drawing !== null) render(drawing, ghost);
    this.overlay.append(ghost);
    return ghost;
  }
}

/** Those that are drawn: a window may have one of two. @returns {IterableIterator<[string, HTMLElement]>} */
function* drawn_spots() {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-spot]')))
    if (part.getClientRects().length > 0) yield [part.dataset.spot ?? '', part];
}

/** Position and size of an element, without the transform of a running animation. @param {HTMLElement} part @returns {Box} */
function box_of(part) {
  const { left, top, width, height } = part.getBoundingClientRect();
  const [wide, high] = [part.offsetWidth || width, part.offsetHeight || height]; // SVG elements have neither
  return { left: left + (width - wide) / 2, top: top + (height - high) / 2, width: wide, height: high };
}

/**
 * The transform that centres a copy of an element in a box, at the largest fitting size.
 * @param {HTMLElement} ghost
 * @param {Box} box @param {number} [more] additional scale factor @param {number} [most] width in pixels
 */
function box_transform(ghost, { left, top, width, height }, more = 1, most = Infinity) {
  const scale = (more * Math.min(width, most, 1.3 * ghost.offsetWidth)) / (ghost.offsetWidth || 1);
  const x = left + width / 2 - (scale * ghost.offsetWidth) / 2;
  const y = top + height / 2 - (scale * ghost.offsetHeight) / 2;
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** @param {HTMLElement} ghost @param {Animation} moving */
const remove_after = (ghost, moving) => moving.finished.catch(() => {}).then(() => ghost.remove());

/** @param {HTMLElement | undefined} part @param {Beat} beat */
const shake = (part, { at, ms = 300 }) =>
  part?.animate(
    [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
    { delay: at, duration: ms },
  );

/** Wide elements grow less, so that they do not widen the page. @param {HTMLElement | undefined} part @param {Beat} beat */
function grow_briefly(part, { at, ms = 300 }) {
  const more = 1 + Math.min(0.14, 12 / (part?.getBoundingClientRect().width || 1));
  part?.animate([{ transform: 'none' }, { transform: `scale(${more})` }, { transform: 'none' }], { delay: at, duration: ms });
}
