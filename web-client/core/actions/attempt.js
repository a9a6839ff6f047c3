// @ts-check
// Shared handling of requests: pending state, result, and the reason of a failure. A button with a pending request ignores clicks, keeps
// the focus, and shows after one second that it waits (ui/base.css).
import { Lost, Refused } from '../../../js/connection.js';
import { load_part, loaded_game_views } from '../lazy_modules.js';
import { words } from '../../i18n/words.js';

/** @import { Parts } from '../actions.js' */
/** @import { Where } from '../shapes.js' */
/** @import { Message } from '../types.js' */
/** @typedef {ReturnType<typeof attempts>} Attempts */

/** Returns what tells whether the page is still the one of now. @param {Parts['store']} store */
export function stays_on_page(store) {
  const { page } = store.state;
  return () => store.state.page === page;
}

/** @param {Pick<Parts, 'store' | 'connection'>} parts */
export function attempts({ store, connection }) {
  const { dispatch } = store;

  /**
   * Runs an action of the page's room and stores where it failed.
   * @param {Where} where @param {() => Promise<unknown>} action
   */
  const attempt = async (where, action) => {
    const is_here = stays_on_page(store);
    dispatch({ type: 'asked', where });
    try {
      await (where === 'hint' ? action() : with_pending_button(action)); // the advice panel shows its own pending state
      if (is_here()) dispatch({ type: 'answered', where });
      return true;
    } catch (why) {
      const text = await reason_text(why);
      if (is_here()) dispatch({ type: 'failed', where, text, ...(why instanceof Refused && { code: why.code }) }); // another page is no place for it
      return false;
    }
  };
  /** @param {unknown} why */
  const reason_text = (why) => reason(why, store.state.password !== '');
  const code = () => (store.state.page.at === 'room' ? store.state.page.code : '');
  /** @param {Where} where @param {Message} message */
  const ask = (where, message) => attempt(where, () => connection.request({ room: code(), ...message }));

  return { attempt, reason_text, code, ask };
}

/**
 * The reason of a failure, in the page's language.
 * @param {unknown} why @param {boolean} [tried_key] a password was sent @returns {Promise<string>}
 */
export async function reason(why, tried_key = false) {
  if (why instanceof Lost) return words.link.lost;
  if (!(why instanceof Refused)) return String(why);
  if (why.code === 'wrong_password') return tried_key ? words.access.wrong : words.access.locked;
  const explained = await load_part('refusal').catch(() => null);
  return explained?.explain_refusal(why, loaded_game_views()) ?? why.text; // without a translation the server's English text is shown
}

// ---- the button that was pressed

/** The button pressed last, while new requests belong to it. @type {HTMLElement | null} */
let pressed = null;
/**
 * The waiting buttons, each with its number of pending requests and the attributes that were set.
 * @type {Map<HTMLElement, {requests: number, marks: string[]}>}
 */
const waiting = new Map();

/** Requests sent in the same task as the click, or right after an answer, belong to this button. @param {HTMLElement} button */
function set_pressed(button) {
  pressed = button;
  setTimeout(() => {
    if (pressed === button) pressed = null;
  });
}

/** Only with a DOM. Enter in a form counts as a press of its submit button. */
globalThis.addEventListener?.(
  'click',
  (event) => {
    const button = /** @type {Element} */ (event.target).closest('button');
    pressed = null;
    if (!button) return;
    if (!waiting.has(button)) return set_pressed(button);
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

/**
 * Marks the pressed button as waiting until the action is done.
 * @template Answer @param {() => Promise<Answer>} action @returns {Promise<Answer>}
 */
export async function with_pending_button(action) {
  const button = pressed;
  if (!button) return action();
  begin_waiting(button);
  try {
    return await action();
  } finally {
    end_waiting(button);
    set_pressed(button); // requests that follow from the answer still belong to this button
  }
}

/** @param {HTMLElement} button */
function begin_waiting(button) {
  const one = waiting.get(button);
  if (one) return void ++one.requests;
  // Skip buttons whose view sets aria-busy or aria-disabled itself.
  const marks = button.hasAttribute('aria-busy') ? [] : ['aria-busy', 'aria-disabled'].filter((mark) => !button.hasAttribute(mark));
  for (const mark of marks) button.setAttribute(mark, 'true');
  waiting.set(button, { requests: 1, marks });
}

/** @param {HTMLElement} button */
function end_waiting(button) {
  const one = waiting.get(button);
  if (!one || --one.requests > 0) return;
  for (const mark of one.marks) button.removeAttribute(mark);
  waiting.delete(button);
}
