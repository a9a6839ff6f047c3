// Pages whose answers about dice are held back, and that play by themselves.

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

const throws = ['.race-actions .primary[aria-disabled=false]'];

/**
 * From now on the pages press what they offer: the first of these buttons that is there; by default they throw in a race.
 * @param {{page: import('playwright-core').Page}[]} people @param {string[]} [buttons] as selectors
 */
export const play_alone = (people, buttons = throws) =>
  Promise.all(
    people.map(({ page }) =>
      page.evaluate((all) => {
        const press = () => all.map((one) => document.querySelector(one)).find((button) => button)?.click();
        window.playing = setInterval(press, 20);
      }, buttons),
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
