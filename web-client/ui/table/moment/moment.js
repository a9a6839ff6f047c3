// @ts-check
// A moment that everybody looks up for: rays, the dice or cards in an arc, one word, the points, and scraps. It covers neither a board at the
// side nor the buttons.
import { html, nothing, render } from '../../lit.js';

/** @import { Moment } from '../../../games/contract.js' */
/** @typedef {{left: number, top: number, width: number, height: number, bottom: number}} Area `bottom`: what is free below it */

const turn_ms = 1400;
const most_scraps = 40;

/**
 * @param {Moment} moment @param {number} delay @param {number} duration in ms
 */
export function show({ word, line, points, pieces = [] }, delay, duration) {
  const play = document.querySelector('.play');
  if (!play || document.querySelector('.panel.open, dialog[open]')) return;
  const area = area_of(play);
  const long = Math.max(1, [...word].length / 8);
  const unit = Math.min(area.width / 5.8 / long, area.height / 6.4, 0.075 * innerWidth + 40);
  const edge = Math.min((0.86 * area.width) / (1.24 * Math.max(3, pieces.length)), area.height / 6.2, 150);
  const sky = make_layer('', { ...area, unit, edge, high: pieces.length > 0 ? 2.1 * edge : 0 });
  render(
    html`<i class="rays"></i>
      <p><b>${word}</b>${line ? html`<span>${line}</span>` : nothing}</p>
      <div class="arc">${pieces.map((draw, at) => moment_piece(draw, at, pieces.length, edge))}</div>
      ${points ? html`<p class="gained">${points}</p>` : nothing}`,
    sky,
  );
  const raised = [...play.querySelectorAll('[aria-keyshortcuts]:not(li > *)')].flatMap((one) => one.parentElement ?? []);
  if (area.left > 0) raised.push(.../** @type {NodeListOf<HTMLElement>} */ (play.querySelectorAll('.game-board')));
  for (const part of raised) part.dataset.raised = '';
  const all = animate_moment(sky, delay, duration);
  scatter(sky, area, delay);
  all.finished
    .catch(() => {})
    .then(() => {
      sky.remove();
      for (const part of raised) delete part.dataset.raised;
    });
}

/** Below the rail; beside a board that is a column, and above buttons that are as wide as a phone. @param {Element} play @returns {Area} */
function area_of(play) {
  const board = play.querySelector('.game-board')?.getBoundingClientRect();
  const left = board && board.right < 0.62 * innerWidth ? board.right : 0;
  const tops = [...play.querySelectorAll('.actions')].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0.7 * innerWidth);
  return area_between(left, Math.min(innerHeight, ...tops.map((one) => one.top)));
}

/** @param {number} left @param {number} low @returns {Area} below the rail */
function area_between(left, low) {
  const top = Math.max(0, document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0);
  return { left, top, width: innerWidth - left, height: low - top, bottom: innerHeight - low };
}

/** A layer over the table. @param {string} kind @param {{[name: string]: number}} lengths in pixels */
function make_layer(kind, lengths) {
  const sky = document.createElement('div');
  sky.className = `moment ${kind}`;
  sky.setAttribute('aria-hidden', 'true');
  for (const [name, value] of Object.entries(lengths)) sky.style.setProperty(`--${name}`, `${value}px`);
  document.body.append(sky);
  return sky;
}

/** @param {(turn: number) => import('../../lit.js').Content} draw @param {number} at @param {number} count @param {number} edge */
function moment_piece(draw, at, count, edge) {
  const aside = at - (count - 1) / 2;
  const turn = Math.round((aside * 44) / Math.max(3, count - 1));
  return html`<span class="piece" .style=${`--x:${aside * 1.26 * edge}px;--y:${aside * aside * 0.13 * edge}px`}><span>${draw(turn)}</span></span>`;
}

/** @param {HTMLElement} sky @param {number} delay @param {number} duration @returns {Animation} that of the whole */
function animate_moment(sky, delay, duration) {
  const of = (/** @type {string} */ part) => /** @type {HTMLElement[]} */ ([...sky.querySelectorAll(part)]);
  const fill = 'both';
  const ease = 'cubic-bezier(0.2, 0.8, 0.3, 1.2)';
  for (const rays of of('.rays')) rays.animate([{ transform: 'rotate(-3deg)' }, { transform: 'rotate(3deg)' }], { delay, duration: turn_ms, fill });
  for (const word of of('p')) word.animate([{ transform: 'scale(0.8)', opacity: 0 }, { transform: 'none', opacity: 1 }], { delay, duration: 260, fill, easing: ease });
  for (const [at, one] of of('.piece > *').entries()) {
    const way = [{ transform: 'translateY(-60%) scale(1.3)', opacity: 0 }, { transform: 'none', opacity: 1 }];
    one.animate(way, { delay: delay + 80 + 30 * at, duration: 200, fill, easing: 'cubic-bezier(0.5, 0, 0.8, 0.6)' });
  }
  return sky.animate([{ opacity: 0 }, { opacity: 1, offset: 0.07 }, { opacity: 1, offset: 0.88 }, { opacity: 0 }], { delay, duration, fill });
}

/** Scraps, from the middle of the arc into the whole area. @param {HTMLElement} sky @param {Area} area @param {number} delay */
function scatter(sky, { left, width, height }, delay) {
  for (let scrap = 0; scrap < most_scraps; ++scrap) {
    const one = document.createElement('i');
    one.className = `scrap scrap-${scrap % 6}`;
    sky.append(one);
    const way = 2 * Math.PI * Math.random();
    const far = 0.25 + 0.75 * Math.random();
    const [x, y] = [left + width * (0.5 + 0.48 * far * Math.cos(way)), height * (0.42 + 0.5 * far * Math.sin(way))];
    const turn = 360 * (1 + 2 * Math.random());
    const flat = 0.3 + 0.7 * Math.random();
    const frames = [
      { transform: `translate(${left + width / 2}px, ${0.48 * height}px) scale(0.4)`, opacity: 0, easing: 'cubic-bezier(0.1, 0.7, 0.3, 1)' },
      { transform: `translate(${x}px, ${y}px) rotate(${turn}deg) scale(1, ${flat})`, opacity: 1, offset: 0.4, easing: 'ease-in' },
      { transform: `translate(${x}px, ${y + 0.18 * height}px) rotate(${1.6 * turn}deg) scale(1, ${flat})`, opacity: 0 },
    ];
    const falling = one.animate(frames, { delay, duration: turn_ms * (0.75 + 0.25 * Math.random()), fill: 'both' });
    falling.finished.catch(() => {}).then(() => one.remove());
  }
}

/** For a winner. */
export function cheer() {
  const area = area_between(0, innerHeight);
  const sky = make_layer('cheer', area);
  scatter(sky, area, 0);
  Promise.allSettled(sky.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(() => sky.remove());
}
