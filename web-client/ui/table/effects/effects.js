// @ts-check
// Effects of a table: animations, sounds, and notifications of our turn. Called before and after each rendering; it never changes the
// rendered content.
import { waiting_table_count, notification_for, is_playing } from '../../attention.js';
import { end_of, vibrations, vibration_of, first_hop_ms, is_news, next_hop_ms, fit_duration } from '../../game/beats.js';
import { vibrate, show_notification, close_notification, show_badge, set_wake_lock } from '../../../core/device.js';
import { result_ms } from '../../../core/push_queue.js';
import { Motion } from './motion.js';

/** @import { State } from '../../../core/shapes.js' */
/** @import { GameView } from '../../../games/contract.js' */
/** @import { Sound } from '../../game/beats.js' */

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
    addEventListener('click', ({ target }) => /** @type {Element} */ (target).closest('.play [aria-pressed]') && this.play_beats([{ at: 0, sound: 'pick' }]));
  }

  /** @param {State} state about to be rendered */
  before_render(state) {
    if (state.table?.push === this.drawn.table?.push) return; // stopping dice start no other animation
    this.motion.skip();
    this.motion.record_positions();
    if (!state.table?.push.result) return;
    for (const part of ['tray', 'board']) { // the result takes the place of the dice, and the board stays
      const box = document.querySelector(part === 'tray' ? '.tray' : '.game-board')?.getBoundingClientRect();
      if (box) document.documentElement.style.setProperty(`--${part}-was`, `${box.height}px`);
    }
  }

  /** @param {State} state as rendered now @param {GameView | null | undefined} game */
  after_render(state, game) {
    const { drawn } = this;
    this.drawn = state;
    this.on_push(drawn, state, game);
    this.show_chat_bubble(drawn, state);
    this.notify_turn(drawn, state);
  }

  /** @param {State} drawn @param {State} state @param {GameView | null | undefined} game */
  on_push(drawn, state, game) {
    const push = state.table?.push ?? null;
    const acted = is_news(drawn.table?.push ?? null, push);
    const has_changed = push !== drawn.table?.push || state.table?.stage !== drawn.table?.stage;
    if (has_changed) this.motion.count(acted || push === drawn.table?.push);
    if (!push || !acted || document.visibilityState === 'hidden') return;
    const beats = fit_duration(game?.effects?.(push.events, { mine: push.you?.seat ?? null, view: push.view }) ?? []);
    this.motion.play(beats, (thing) => game?.draw_thing?.(thing) ?? null, (moment) => game?.describe_moment?.(moment, push.view, push.events) ?? '');
    const end = end_of(push);
    if (end) beats.push({ at: result_ms, sound: end });
    this.play_beats(beats, end === 'win' || push.by.seat === push.you?.seat);
    if (end === 'win') this.motion.cheer();
  }

  /** Plays sounds and vibrations; where sound is off, only a win vibrates. @param {import('../../game/beats.js').Beat[]} beats @param {boolean} [own] */
  play_beats(beats, own = true) {
    const { buzz: feels, sound: hears } = this.drawn.choices;
    for (const { sound, count, at } of beats) if (sound) this.sound(sound, count, at);
    const pattern = own && feels ? vibration_of(hears ? beats : beats.filter(({ sound }) => sound === 'win')) : [];
    if (pattern.length > 0) vibrate(pattern);
  }

  /** Shows new chat lines over their seats. @param {State} drawn @param {State} state */
  show_chat_bubble(drawn, state) {
    const line = state.room?.chat.at(-1);
    if (!line || line.from === '' || !state.table || drawn.room?.room !== state.room?.room || !drawn.room) return;
    if (line === drawn.room.chat.at(-1) || line.at_ms <= (drawn.room.chat.at(-1)?.at_ms ?? 0)) return;
    const seat = state.table.seats.findIndex(({ player }) => player?.id === line.from);
    if (state.panel || state.choices.muted.includes(line.from)) return;
    const text = [...line.text];
    this.motion.show_bubble(seat < 0 ? 'news' : `seat-${seat}`, text.length > 40 ? `${text.slice(0, 38).join('')}…` : line.text);
  }

  /** @param {State} drawn @param {State} state */
  notify_turn(drawn, state) {
    const { choices } = state;
    const called = notification_for(drawn, state);
    if (called === 'turn') this.motion.pulse(`seat-${state.table?.push.you?.seat}`);
    if (called) {
      this.sound(called, 1, called === 'turn' ? 350 : 0);
      if (choices.buzz) vibrate(vibrations[called] ?? []);
    }
    const waits = waiting_table_count(state);
    if (waits !== this.badge) show_badge(waits);
    this.badge = waits;
    set_wake_lock(is_playing(state));
    const hidden = document.visibilityState === 'hidden';
    if (called === 'turn' && hidden && choices.call) {
      const { title, text, icon } = this.calling(state);
      show_notification(title, text, icon);
    } else if (!hidden || waits === 0) close_notification();
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
