// @ts-check
// Device features: vibration, wake lock, clipboard, badge, notifications. Each does nothing where it is not supported.

/** Browsers refuse vibration before the first touch, and some log a warning. */
const is_user_active = () => navigator.userActivation?.hasBeenActive ?? true;

/** @param {number[]} pattern milliseconds on, off, on … */
export function vibrate(pattern) {
  if (is_user_active()) navigator.vibrate?.(pattern);
}

/** @param {number} count */
export function show_badge(count) {
  const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  done?.catch(() => {}); // the page is not installed
}

/** @type {Promise<WakeLockSentinel | null> | null} */
let lock = null;
/** Turns the screen wake lock on or off. The system releases the lock when the page is hidden. @param {boolean} yes */
export function set_wake_lock(yes) {
  if (yes && lock === null && 'wakeLock' in navigator && document.visibilityState === 'visible') {
    lock = navigator.wakeLock.request('screen').catch(() => null); // refused, for example at low battery
    lock.then((held) => held?.addEventListener('release', () => (lock = null)));
  } else if (!yes && lock !== null) {
    lock.then((held) => held?.release()).catch(() => {});
    lock = null;
  }
}

export const supports_notifications = () => 'Notification' in window;
export const may_notify = () => supports_notifications() && Notification.permission === 'granted';
/** Asks for permission to show notifications. Browsers allow this only in a click handler. @returns {Promise<boolean>} */
export const request_notifications = async () => supports_notifications() && (await Notification.requestPermission()) === 'granted';

/** The tag of the notification that is shown, one for each table; empty without one. */
let shown_tag = '';
/** @type {Notification | null} */
let notification = null;
/**
 * Shows a notification, which leads back to this page (worker.js); it replaces the previous one of the same table.
 * @param {string} title @param {string} text
 * @param {string} icon its URL
 */
export async function show_notification(title, text, icon) {
  if (!may_notify()) return;
  shown_tag = location.pathname;
  const options = { body: text, tag: shown_tag, icon, data: location.href };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, options);
  try {
    notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      close_notification();
    };
  } catch {
    // mobile browsers show notifications only through a service worker
  }
}
/** Closes the notification: the player is back on the page. */
export async function close_notification() {
  if (!shown_tag) return;
  const tag = shown_tag;
  shown_tag = '';
  notification?.close();
  notification = null;
  const worker = await navigator.serviceWorker?.getRegistration();
  const shown = worker?.active ? await worker.getNotifications({ tag }) : [];
  for (const one of shown) one.close();
}

/** Whether the browser can share image files. */
export const can_share_files = () => navigator.canShare?.({ files: [new File([], 'picture.png', { type: 'image/png' })] }) === true;

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
 * @param {string} text @returns {Promise<boolean>} whether it is there: browsers may refuse both
 */
export async function copy_to_clipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'unseen' });
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    (document.querySelector('dialog[open]') ?? document.body).append(field); // a modal dialog would keep the focus otherwise
    field.select();
    const is_copied = document.execCommand('copy');
    field.remove();
    at?.focus();
    return is_copied;
  }
}
