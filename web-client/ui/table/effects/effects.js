// @ts-check
// Effects of a table: animations, sounds, and notifications of our turn. Called before and after each rendering; it never changes the
// rendered content.
import { badge, call, is_playing } from '../../attention.js';
import { end_of, vibrations, vibration_of, first_hop_ms, is_news, next_hop_ms, fit_duration } from '../../game/beats.js';
import { buzz, call_out, hang_up, show_badge, stay_awake } from '../../../core/device.js';
import { Motion } from './motion.js';

/** @import { State } from '../../../core/shapes.js' */
/** @import { GameView } from '../../../games/contract.js' */
/** @import { Sound } from '../../game/beats.js' */

const result_ms = 1200; // the last move is seen first (core/pace.js)

export class Effects {
  /**
   * @param {HTMLElement} overlay the layer above the page
   * @param {State} state of the first rendering
   * @param {(state: State) => {title: string, text: string, icon: string}} calling the texts of notifications
   */
  constructor(overlay, state, calling) {
    this.motion = new Motion(overlay);
    this.drawn = state;
    this.calling = calling;
    this.badge = 0;
    for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, () => this.motion.skip(), { capture: true });
    for (const swing of ['animationstart', 'animationiteration'])
      addEventListener(swing, (event) => /** @type {AnimationEvent} */ (event).animationName === 'shake-cup' && this.sound('shake'));
    addEventListener('click', ({ target }) => /** @type {Element} */ (target).closest('.play [aria-pressed]') && this.act([{ at: 0, sound: 'pick' }]));
  }

  /** @param {State} state about to be rendered */
  before(state) {
    if (state.table?.push === this.drawn.table?.push) return; // stopping dice start no other animation
    this.motion.skip();
    this.motion.remember();
    if (!state.table?.push.result) return;
    for (const part of ['tray', 'board']) { // the result takes the place of the dice, and the board stays
      const box = document.querySelector(part === 'tray' ? '.tray' : '.game-board')?.getBoundingClientRect();
      if (box) document.documentElement.style.setProperty(`--${part}-was`, `${box.height}px`);
    }
  }

  /** @param {State} state as rendered now @param {GameView | null | undefined} game */
  after(state, game) {
    const { drawn } = this;
    this.drawn = state;
    this.news(drawn, state, game);
    this.show_chat_bubble(drawn, state);
    this.attend(drawn, state);
  }

  /** @param {State} drawn @param {State} state @param {GameView | null | undefined} game */
  news(drawn, state, game) {
    const push = state.table?.push ?? null;
    const acted = is_news(drawn.table?.push ?? null, push);
    const told = push !== drawn.table?.push || state.table?.stage !== drawn.table?.stage;
    if (told) this.motion.count(acted || push === drawn.table?.push);
    if (!push || !acted || document.visibilityState === 'hidden') return;
    const beats = fit_duration(game?.effects?.(push.events, { mine: push.you?.seat ?? null, view: push.view }) ?? []);
    this.motion.play(beats, (thing) => game?.thing?.(thing) ?? null, (moment) => game?.moment?.(moment, push.view, push.events) ?? '');
    const end = end_of(push);
    if (end) beats.push({ at: result_ms, sound: end });
    this.act(beats, end === 'win' || push.by.seat === push.you?.seat);
    if (end === 'win') this.motion.cheer();
  }

  /** What is heard, and felt: beside calls only by players who want to hear it, too. @param {import('../../game/beats.js').Beat[]} beats @param {boolean} [own] */
  act(beats, own = true) {
    const { buzz: feels, sound: hears } = this.drawn.choices;
    for (const { sound, count, at } of beats) if (sound) this.sound(sound, count, at);
    const pattern = own && feels ? vibration_of(hears ? beats : beats.filter(({ sound }) => sound === 'win')) : [];
    if (pattern.length > 0) buzz(pattern);
  }

  /** Shows new chat lines over their seats. @param {State} drawn @param {State} state */
  show_chat_bubble(drawn, state) {
    const line = state.room?.chat.at(-1);
    if (!line || line.from === '' || !state.table || drawn.room?.room !== state.room?.room || !drawn.room) return;
    if (line === drawn.room.chat.at(-1) || line.at_ms <= (drawn.room.chat.at(-1)?.at_ms ?? 0)) return;
    const seat = state.table.seats.findIndex(({ player }) => player?.id === line.from);
    if (state.panel || state.choices.muted.includes(line.from)) return;
    const text = [...line.text];
    this.motion.say(seat < 0 ? 'news' : `seat-${seat}`, text.length > 40 ? `${text.slice(0, 38).join('')}…` : line.text);
  }

  /** @param {State} drawn @param {State} state */
  attend(drawn, state) {
    const { choices } = state;
    const called = call(drawn, state);
    if (called === 'turn') this.motion.pulse(`seat-${state.table?.push.you?.seat}`);
    if (called) {
      this.sound(called, 1, called === 'turn' ? 350 : 0);
      if (choices.buzz) buzz(vibrations[called] ?? []);
    }
    const waits = badge(state);
    if (waits !== this.badge) show_badge(waits);
    this.badge = waits;
    stay_awake(is_playing(state));
    const hidden = document.visibilityState === 'hidden';
    if (called === 'turn' && hidden && choices.call) {
      const { title, text, icon } = this.calling(state);
      call_out(title, text, icon);
    } else if (!hidden || waits === 0) hang_up();
  }

  /** @param {Sound} sound @param {number} [count] @param {number} [later_ms] */
  sound(sound, count = 1, later_ms = 0) {
    if (!this.drawn.choices.sound || !(navigator.userActivation?.hasBeenActive ?? true)) return;
    const hops = /** @type {[number, number]} */ ([first_hop_ms / 1000, next_hop_ms / 1000]);
    import('./sound.js').then(({ play }) => play(sound, { count, hops }, later_ms)).catch(() => {}); // sound is optional: failures are ignored
  }
}

/** @param {ConstructorParameters<typeof Effects>} table */
export const effects_of_table = (...table) => new Effects(...table);
