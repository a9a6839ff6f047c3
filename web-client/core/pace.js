// @ts-check
// Delays messages so that a throw is seen before its effect, and the last move before the result.

/** @import { State } from './shapes.js' */

/** Duration of the dice animation in ms (ui/game/places.js). */
export const roll_ms = 880;
/** Throws are ignored for this long (ms) after the dice stop, so that a double tap is one throw. */
const ignore_throws_ms = 350;
/** Delay in ms between the last move and the result. */
const result_ms = 1200;

const has_reduced_motion = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState === 'hidden';

/** Maximum number of messages queued during an animation, without open throws; with more, all are delivered at once. */
const most_waiting = 3;

export class PushQueue {
  /**
   * @param {{state: State, dispatch: (event: import('./shapes.js').Event) => void}} store
   * @param {(message: any, calm: boolean) => void} tell
   */
  constructor(store, tell) {
    this.store = store;
    this.tell = tell;
    /** @type {any[]} */
    this.waiting = [];
    /** The stage that the timer was started for. */
    this.of = '';
    /** @type {any} */
    this.timer = null;
    for (const touch of ['pointerdown', 'keydown'])
      addEventListener(touch, () => this.stage === 'rolling' && this.settle(), { capture: true });
  }

  get stage() {
    return this.store.state.table?.stage ?? 'still';
  }

  settle() {
    this.store.dispatch({ type: 'settled' });
    while (this.waiting.length > 0 && this.stage !== 'rolling') this.tell(this.waiting.shift(), has_reduced_motion());
  }

  /** Queues pushes while dice roll, so that the quick answer of a bot does not hide a throw. @param {any} message */
  enqueue(message) {
    const waiting = this.waiting.filter(({ t }) => t !== 'dice.ask').length;
    if (this.stage === 'rolling' && waiting < most_waiting) return void this.waiting.push(message);
    this.catch_up();
    this.tell(message, has_reduced_motion());
  }

  /** Delivers all queued messages. */
  catch_up() {
    for (const message of this.waiting.splice(0)) this.tell(message, true);
  }

  /** Call after each rendering. */
  on_rendered() {
    const { table } = this.store.state;
    const of = table && table.stage !== 'still' ? `${table.push.match} ${table.push.seq} ${table.stage}` : '';
    if (of === this.of) return;
    this.of = of;
    clearTimeout(this.timer);
    if (table && of !== '') this.timer = setTimeout(() => this.settle(), wait_ms(table));
  }
}

/** @param {import('./shapes.js').Table} table */
const wait_ms = ({ stage, push }) => (stage === 'rolling' ? roll_ms : push.result ? result_ms : ignore_throws_ms);
