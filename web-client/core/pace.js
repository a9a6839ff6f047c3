// @ts-check
// Lets a throw be seen before what it brought, and a last move before the result.

/** @typedef {import('./shapes.js').State} State */

/** How long dice roll (dice.css). */
export const roll_ms = 660;
/** A throw is not heard for so long after the dice lie: the second tap of two is none. */
const deaf_ms = 350;
/** The table stays in sight before the result covers it. */
const result_ms = 1200;

const calm = () =>
  matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState === 'hidden';

/** So many messages may wait for dice that roll; if more come we are late, and are told all at once. */
const most_waiting = 3;

export class Pace {
  /**
   * @param {{state: State, dispatch: (event: import('./shapes.js').Event) => void}} store
   * @param {(message: any, calm: boolean) => void} tell
   */
  constructor(store, tell) {
    this.store = store;
    this.tell = tell;
    /** @type {any[]} */
    this.waiting = [];
    /** What the timer runs for. */
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
    while (this.waiting.length > 0 && this.stage !== 'rolling') this.tell(this.waiting.shift(), calm());
  }

  /** What is pushed while dice roll waits until they lie: a bot that answers at once hides no throw. @param {any} message */
  hear(message) {
    if (this.stage === 'rolling' && this.waiting.length < most_waiting) return void this.waiting.push(message);
    this.catch_up();
    this.tell(message, calm());
  }

  /** Nothing waits any more. */
  catch_up() {
    for (const message of this.waiting.splice(0)) this.tell(message, true);
  }

  /** To be called after each drawing. */
  go_on() {
    const { table } = this.store.state;
    const of = table && table.stage !== 'still' ? `${table.push.match} ${table.push.seq} ${table.stage}` : '';
    if (of === this.of) return;
    this.of = of;
    clearTimeout(this.timer);
    if (table && of !== '') this.timer = setTimeout(() => this.settle(), wait_ms(table));
  }
}

/** @param {import('./shapes.js').Table} table */
const wait_ms = ({ stage, push }) => (stage === 'rolling' ? roll_ms : push.result ? result_ms : deaf_ms);
