// @ts-check
// Lets a worker check the dice of a match, and keeps what it found. One match at a time has a worker.
import { file_address } from '../../core/urls.js';

/** @import { EntryInputs } from '../../core/verify/inputs.js' */
/**
 * @typedef {{state: 'checking', entry: number, of: number} | {state: 'failed'}
 *     | {state: 'checked', checked: import('../../core/verify/check.js').Checked}} Found
 */
/** The reader's own notes of the match, and how their last matches ended. @typedef {{notes: object | null, ended: string[]}} Own */

/** The match that is checked or was checked last. */
class DiceCheck {
  /** @type {Found} */
  found;
  /** By entry; null = asked for. @type {Map<number, EntryInputs | null>} */
  inputs = new Map();

  /** @param {object} record @param {Own} own @param {() => void} changed */
  constructor(record, own, changed) {
    this.record = record;
    this.found = { state: 'checking', entry: 0, of: 0 };
    this.changed = changed;
    try {
      this.worker = new Worker(file_address('core/verify/check_worker.js'), { type: 'module' });
      this.worker.onmessage = ({ data }) => this.#on_message(data);
      this.worker.onerror = () => this.#fail();
      this.worker.postMessage({ record, ...own });
    } catch {
      this.found = { state: 'failed' }; // an old browser, or a policy that forbids workers
    }
  }

  /** @param {{seq: number, inputs: EntryInputs | null} | {checked: import('../../core/verify/check.js').Checked} | {entry: number, of: number}} said */
  #on_message(said) {
    if ('seq' in said) this.inputs.set(said.seq, said.inputs);
    else if ('checked' in said) this.found = { state: 'checked', ...said };
    else this.found = { state: 'checking', ...said };
    this.changed();
  }

  #fail() {
    this.worker?.terminate();
    this.found = { state: 'failed' };
    this.changed();
  }

  /** @param {number} seq */
  inputs_of(seq) {
    if (!this.inputs.has(seq)) {
      this.inputs.set(seq, null);
      this.worker?.postMessage({ seq });
    }
    return this.inputs.get(seq) ?? null;
  }
}

/** @type {DiceCheck | null} */
let current = null;

/**
 * The result for a record with its whole log; starts the check when first asked.
 * @param {object} record @param {() => Own} own_of @param {() => void} changed
 */
export function check_result(record, own_of, changed) {
  if (current?.record !== record) {
    current?.worker?.terminate();
    current = new DiceCheck(record, own_of(), changed);
  }
  return current.found;
}

/** Asks the worker to explain an entry of the checked record; null = it has not answered. @param {number} seq */
export const inputs_of = (seq) => current?.inputs_of(seq) ?? null;

/** The next call of check_result() tries once more. */
export function check_again() {
  current?.worker?.terminate();
  current = null;
}
