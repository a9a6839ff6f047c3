// Pages whose answers about dice are held back, and that play Escalera by themselves.

/** After `hold()`, requests about dice, or of one type, are kept back until `let_go()`. Runs in the page, before its scripts. */
export function answer_late() {
  const { send } = WebSocket.prototype;
  let held = null;
  let only = 'dice.';
  window.hold = (type = 'dice.') => ([held, only] = [[], type]);
  window.let_go = () => {
    const all = held;
    held = null;
    for (const one of all) one();
  };
  WebSocket.prototype.send = function (text) {
    if (held && JSON.parse(text).t.startsWith(only)) held.push(() => send.call(this, text));
    else send.call(this, text);
  };
}

/** From now on the pages throw whenever they can. @param {{page: import('playwright-core').Page}[]} people */
export const play_alone = (people) =>
  Promise.all(
    people.map(({ page }) =>
      page.evaluate(() => {
        window.playing = setInterval(() => document.querySelector('.race-actions .primary[aria-disabled=false]')?.click(), 20);
      }),
    ),
  );

/** `twist`, if set, makes of each message of the server those that the page gets instead. Runs in the page, before its scripts. */
export function twisted() {
  const { get, set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    get,
    set(hear) {
      set.call(this, hear && (({ data }) => {
        const message = JSON.parse(data);
        for (const one of window.twist?.(message) ?? [message]) hear({ data: JSON.stringify(one) });
      }));
    },
  });
}
