// @ts-check
// Runs tasks one after the other, each once.

/** @typedef {{once: string, run: () => unknown}} Task */

export class Tasks {
  /** Those that need not be repeated. @type {Set<string>} */ #done = new Set();
  #is_running = false;

  /**
   * Runs the first task that has not been run, until there is none. Does nothing while it runs. Rejects with the error of a task.
   * @param {() => (Task | null)[]} candidates asked again after each task
   */
  async run(candidates) {
    if (this.#is_running) return;
    this.#is_running = true;
    try {
      for (let task = this.#next(candidates()); task; task = this.#next(candidates())) {
        this.#done.add(task.once);
        await task.run();
      }
    } finally {
      this.#is_running = false;
    }
  }

  /** @param {(Task | null)[]} candidates */
  #next(candidates) {
    return candidates.find((task) => task && !this.#done.has(task.once)) ?? null;
  }

  /** These tasks may run again. @param {(once: string) => boolean} matches */
  repeat(matches) {
    for (const once of this.#done) if (matches(once)) this.#done.delete(once);
  }
}
