// @ts-check
// Delays messages so that a throw is seen before its effect, and the last move before the result.

import { is_throw } from './table.js';

/** @import { State } from './shapes.js' */
/** @import { Push } from './types.js' */

/** Duration of the dice animation in ms (ui/game/places.js). */
export const roll_ms = 880;
/** Throws are ignored for this long (ms) after the dice stop, so that a double tap is one throw. */
const ignore_throws_ms = 350;
/** Delay in ms between the last move and the result: the last move is seen first. */
export const result_ms = 1200;

const has_reduced_motion = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState === 'hidden';

/** Our own result keeps the table for this long (ms) before the throw of another. */
export const own_result_ms = 2200;
/** Maximum number of messages queued during an animation, without open throws; with more, all are delivered at once. */
const most_waiting = 3;

export class PushQueue {
  /**
   * @param {{state: State, dispatch: (event: import('./shapes.js').Event) => void}} store
   * @param {(message: Push, calm: boolean) => void} tell
   */
  constructor(store, tell) {
    this.store = store;
    this.tell = tell;
    /** Each with its arrival. @type {{message: Push, at: number}[]} */
    this.waiting = [];
    /** Our own result is shown, and has its time. */
    this.holds = false;
    /** The stage that the timer was started for. */
    this.of = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.own_timer = undefined;
    for (const touch of ['pointerdown', 'keydown'])
      addEventListener(touch, () => (this.stage === 'rolling' ? this.settle() : setTimeout(() => this.release())), { capture: true }); // what the touch ends has not begun yet
  }

  get stage() {
    return this.store.state.table?.stage ?? 'still';
  }

  settle() {
    const rolled = this.stage === 'rolling';
    this.store.dispatch({ type: 'settled' });
    if (rolled) this.hold_own();
    this.deliver();
  }

  /** Gives our own result its time, if that is what the table shows now. */
  hold_own() {
    const push = this.store.state.table?.push;
    if (!push?.you || push.result || push.by.seat !== push.you.seat || push.events.length === 0 || has_reduced_motion()) return;
    this.holds = true;
    clearTimeout(this.own_timer);
    this.own_timer = setTimeout(() => this.release(), own_result_ms);
  }
  release() {
    this.holds = false;
    this.deliver();
  }

  /** Tells what waits, until that has to be seen. */
  deliver() {
    while (this.waiting.length > 0 && this.stage !== 'rolling' && !this.is_held(this.waiting[0].message)) this.show(on_arrival(this.waiting.splice(0, 1)[0]));
  }
  /** The throw of another, also one that is about to be made. @param {Push} message */
  is_held(message) {
    const mine = this.store.state.table?.push.you?.seat;
    return this.holds && (message.t === 'dice.ask' || (message.t === 'match' && is_throw(message))) && message.by.seat !== mine;
  }

  /** @param {Push} message */
  show(message) {
    this.tell(message, has_reduced_motion());
    if (message.t === 'match' && this.stage !== 'rolling') this.hold_own();
  }

  /** Queues pushes while dice roll or our own result is new, so that the quick answer of a bot does not hide a throw. @param {Push} message */
  enqueue(message) {
    const waiting = this.waiting.filter(({ message: { t } }) => t !== 'dice.ask').length;
    const waits = this.stage === 'rolling' || this.waiting.length > 0 || this.is_held(message);
    if (waits && waiting < most_waiting) return void this.waiting.push({ message, at: performance.now() });
    this.catch_up();
    this.show(message);
  }

  /** Delivers all queued messages. */
  catch_up() {
    for (const one of this.waiting.splice(0)) this.tell(on_arrival(one), true);
  }

  /** Call after each rendering. */
  on_rendered() {
    const { table } = this.store.state;
    const of = table && table.stage !== 'still' ? `${table.push.match} ${table.push.seq} ${table.stage}` : '';
    if (of === this.of) return;
    this.of = of;
    clearTimeout(this.timer);
    if (table && of !== '') this.timer = setTimeout(() => this.settle(), wait_ms(table));
    if (!table) this.deliver(); // the page was left while dice rolled
  }
}

/** @param {import('./shapes.js').Table} table */
const wait_ms = ({ stage, push }) => (stage === 'rolling' ? roll_ms : push.result ? result_ms : ignore_throws_ms);

/** A message that has waited: meanwhile the clock went on. @param {{message: Push, at: number}} waited */
const on_arrival = ({ message, at }) => (message.t === 'match' && message.clock ? { ...message, clock: { ...message.clock, left_ms: Math.max(0, message.clock.left_ms - (performance.now() - at)) } } : message);
