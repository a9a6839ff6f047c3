// A WebSocket and a clock that the test controls.

/** A class of sockets that records its instances, newest last. */
export function scripted_sockets() {
  return class ScriptedSocket {
    static made = [];
    static get last() {
      return this.made.at(-1);
    }
    static opened() {
      return this.made.length;
    }

    sent = [];
    closed = false;

    constructor(url) {
      this.url = url;
      ScriptedSocket.made.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close() {
      this.closed = true;
    }

    /** Server side: accepts the connection. */
    accept() {
      this.onopen();
    }
    say(message) {
      this.onmessage({ data: JSON.stringify(message) });
    }
    cut(code = 1006, reason = '') {
      this.onclose?.({ code, reason });
    }
    /** The connection fails; Node 20 fires only an error, browsers fire close (`cut`) after it. */
    fail() {
      this.onerror?.({});
    }
    /** Answers the newest request of that type. */
    answer(t, fields = {}) {
      const asked = this.sent.findLast((message) => message.t === t);
      this.say({ t: 'ok', re: asked.id, ...fields });
    }
    refuse(t, code, fields = {}) {
      const asked = this.sent.findLast((message) => message.t === t);
      this.say({ t: 'refused', re: asked.id, code, text: `Refused: ${code}.`, ...fields });
    }
    types() {
      return this.sent.map(({ t }) => t);
    }
  };
}

export class ManualTimers {
  now = 0;
  #waiting = new Set();

  set = (action, ms) => {
    const timer = { action, at: this.now + ms };
    this.#waiting.add(timer);
    return timer;
  };
  clear = (timer) => {
    this.#waiting.delete(timer);
  };
  /** Advances the clock; due timers run in order. */
  pass(ms) {
    const until = this.now + ms;
    for (;;) {
      const next = [...this.#waiting].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.now = next.at;
      this.#waiting.delete(next);
      next.action();
    }
    this.now = until;
  }
}

/** Lets callbacks of settled promises run. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
