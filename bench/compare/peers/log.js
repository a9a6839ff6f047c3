'use strict';
const { fdatasync, openSync, writeSync } = require('fs');

/**
 * A file of lines that grows, with group commit: one fdatasync for all lines that were appended during the one before. A
 * failure ends the program, because nothing may be announced after it.
 */
exports.Log = class {
  #file;
  #text = '';
  #waiting = [];
  #busy = false;

  constructor(path) {
    this.#file = openSync(path, 'a');
  }

  /** Calls `then` when the line is on the disk; in the order of the lines. */
  append(line, then) {
    this.#text += `${line}\n`;
    this.#waiting.push(then);
    if (!this.#busy) this.#commit();
  }

  #commit() {
    const waiting = this.#waiting;
    let left = Buffer.from(this.#text);
    this.#text = '';
    this.#waiting = [];
    this.#busy = true;
    while (left.length > 0) left = left.subarray(writeSync(this.#file, left));
    fdatasync(this.#file, (failed) => {
      if (failed) throw failed;
      this.#busy = false;
      if (this.#waiting.length > 0) this.#commit();
      for (const then of waiting) then();
    });
  }
};
