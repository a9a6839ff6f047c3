// @ts-check
// Device features: vibration, wake lock, clipboard, badge, notifications. Each does nothing where it is not supported.

/** Browsers refuse vibration before the first touch, and some log a warning. */
const touched = () => navigator.userActivation?.hasBeenActive ?? true;

/** @param {number[]} pattern milliseconds on, off, on … */
export function buzz(pattern) {
  if (touched()) navigator.vibrate?.(pattern);
}

/** @param {number} count */
export function show_badge(count) {
  const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  done?.catch(() => {}); // the page is not installed
}

/** @type {Promise<WakeLockSentinel | null> | null} */
let lock = null;
/** Turns the screen wake lock on or off. The system releases the lock when the page is hidden. @param {boolean} yes */
export function stay_awake(yes) {
  if (yes && lock === null && 'wakeLock' in navigator && document.visibilityState === 'visible') {
    lock = navigator.wakeLock.request('screen').catch(() => null); // refused, for example at low battery
    lock.then((held) => held?.addEventListener('release', () => (lock = null)));
  } else if (!yes && lock !== null) {
    lock.then((held) => held?.release()).catch(() => {});
    lock = null;
  }
}

export const can_call = () => 'Notification' in window;
export const may_call = () => can_call() && Notification.permission === 'granted';
/** Asks for permission to show notifications. Browsers allow this only in a click handler. @returns {Promise<boolean>} */
export const ask_to_call = async () => can_call() && (await Notification.requestPermission()) === 'granted';

let called = false;
/** @type {Notification | null} */
let calling = null;
/**
 * Shows a notification; it replaces the previous one.
 * @param {string} title @param {string} text
 * @param {string} icon its URL
 */
export async function call_out(title, text, icon) {
  if (!may_call()) return;
  called = true;
  const options = { body: text, tag: 'turn', icon };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, options);
  try {
    calling = new Notification(title, options);
    calling.onclick = () => {
      window.focus();
      hang_up();
    };
  } catch {
    // mobile browsers show notifications only through a service worker
  }
}
/** Closes the notification: the player is back on the page. */
export async function hang_up() {
  if (!called) return;
  called = false;
  calling?.close();
  calling = null;
  const worker = await navigator.serviceWorker?.getRegistration();
  const shown = worker?.active ? await worker.getNotifications({ tag: 'turn' }) : [];
  for (const one of shown) one.close();
}

/** Whether the browser can share image files. */
export const shares_files = () => navigator.canShare?.({ files: [new File([], 'picture.png', { type: 'image/png' })] }) === true;

/** Downloads a file. @param {Blob} content @param {string} name */
export function download(content, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Copies a text to the clipboard. Outside a secure context there is no clipboard API; execCommand is used instead.
 * @param {string} text
 */
export async function copy_to_clipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'unseen' });
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    (document.querySelector('dialog[open]') ?? document.body).append(field); // a modal dialog would keep the focus otherwise
    field.select();
    document.execCommand('copy');
    field.remove();
    at?.focus();
  }
}
