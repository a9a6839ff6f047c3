// @ts-check
// What every verb does about its request: it says what is under way, how it went, and why it did not work. A button whose
// request is under way hears no second tap, keeps the focus, and shows after a second that it waits (style.css).
import { Lost, Refused } from '../connection.js';
import { fetched } from '../later.js';
import { words } from '../../i18n/words.js';

/** @typedef {import('../shapes.js').State} State */
/** @typedef {import('../shapes.js').Where} Where */
/** @typedef {import('../types.js').Message} Message */
/** @typedef {import('../actions.js').Parts} Parts */
/** @typedef {ReturnType<typeof attempts>} Attempts */

/** @param {Pick<Parts, 'store' | 'connection'>} parts */
export function attempts({ store, connection }) {
  const { dispatch } = store;

  /**
   * Does something about the page's room and says where it failed.
   * @param {Where} where @param {() => Promise<any>} deed
   */
  const attempt = async (where, deed) => {
    dispatch({ type: 'asked', where });
    try {
      await (where === 'hint' ? deed() : waited(deed)); // advice has a look of its own while it is worked out
      dispatch({ type: 'answered', where });
      return true;
    } catch (why) {
      dispatch({ type: 'failed', where, text: await told(why), ...(why instanceof Refused && { code: why.code }) });
      return false;
    }
  };
  /** @param {unknown} why */
  const told = (why) => reason(why, store.state.password !== '');
  const code = () => (store.state.page.at === 'room' ? store.state.page.code : '');
  /** @param {Where} where @param {Message} message */
  const ask = (where, message) => attempt(where, () => connection.request({ room: code(), ...message }));

  return { attempt, told, code, ask };
}

/**
 * Why something did not work, in words.
 * @param {unknown} why @param {boolean} [tried_key] with a password @returns {Promise<string>}
 */
export async function reason(why, tried_key = false) {
  if (why instanceof Lost) return words.link.lost;
  if (!(why instanceof Refused)) return String(why);
  if (why.code === 'wrong_password') return tried_key ? words.door.wrong : words.door.locked;
  const explained = await fetched('refusal').catch(() => null);
  return explained?.in_words(why) ?? why.text; // without a line the server's English has to do
}

// ---- the button that asked for it

/** What was pressed last, as long as what is asked belongs to it. @type {HTMLElement | null} */
let pressed = null;
/** The buttons that wait, with how many requests of theirs are under way and the attributes that say so.
 * @type {Map<HTMLElement, {requests: number, marks: string[]}>} */
const waiting = new Map();

/** What a press asks for, it asks for before anything else happens: at once, or right after an answer. @param {HTMLElement} button */
function press(button) {
  pressed = button;
  setTimeout(() => {
    if (pressed === button) pressed = null;
  });
}

/** Where there is a page. Enter in a form presses its button, too. */
globalThis.addEventListener?.(
  'click',
  (event) => {
    const button = /** @type {Element} */ (event.target).closest('button');
    pressed = null;
    if (!button) return;
    if (!waiting.has(button)) return press(button);
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

/** The button that was pressed for it waits until it is done. @template Answer @param {() => Promise<Answer>} deed @returns {Promise<Answer>} */
export async function waited(deed) {
  const button = pressed;
  if (!button) return deed();
  begin(button);
  try {
    return await deed();
  } finally {
    end(button);
    press(button); // what follows from the answer still belongs to it
  }
}

/** @param {HTMLElement} button */
function begin(button) {
  const one = waiting.get(button);
  if (one) return void ++one.requests;
  // A view that says itself whether its button waits, or may be used, is left to it.
  const marks = button.hasAttribute('aria-busy') ? [] : ['aria-busy', 'aria-disabled'].filter((mark) => !button.hasAttribute(mark));
  for (const mark of marks) button.setAttribute(mark, 'true');
  waiting.set(button, { requests: 1, marks });
}

/** @param {HTMLElement} button */
function end(button) {
  const one = waiting.get(button);
  if (!one || --one.requests > 0) return;
  for (const mark of one.marks) button.removeAttribute(mark);
  waiting.delete(button);
}
