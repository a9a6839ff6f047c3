// @ts-check
// What the device does for us: it shakes, stays awake, copies, shows a badge or a notification. Each where it can, in silence
// where it cannot.

/** Before a first touch browsers refuse, and some complain. */
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
/** Keeps the screen on, or lets it go dark again. The system takes the lock whenever the page is hidden.
 * @param {boolean} yes */
export function stay_awake(yes) {
  if (yes && lock === null && 'wakeLock' in navigator && document.visibilityState === 'visible') {
    lock = navigator.wakeLock.request('screen').catch(() => null); // low battery, say
    lock.then((held) => held?.addEventListener('release', () => (lock = null)));
  } else if (!yes && lock !== null) {
    lock.then((held) => held?.release()).catch(() => {});
    lock = null;
  }
}

export const can_call = () => 'Notification' in window;
export const may_call = () => can_call() && Notification.permission === 'granted';
/** Asks; only a button of ours may lead here. @returns {Promise<boolean>} */
export const ask_to_call = async () => can_call() && (await Notification.requestPermission()) === 'granted';

let called = false;
/** @type {Notification | null} */
let calling = null;
/** Calls to the table; the newest call takes the place of the last. @param {string} title @param {string} text
 * @param {string} icon its address */
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
    // a phone shows notifications only for a service worker
  }
}
/** We are here: nobody need be called any more. */
export async function hang_up() {
  if (!called) return;
  called = false;
  calling?.close();
  calling = null;
  const worker = await navigator.serviceWorker?.getRegistration();
  const shown = worker?.active ? await worker.getNotifications({ tag: 'turn' }) : [];
  for (const one of shown) one.close();
}

/** Whether a picture can be handed to other programs. */
export const shares_files = () => navigator.canShare?.({ files: [new File([], 'picture.png', { type: 'image/png' })] }) === true;

/** A file of ours, to be kept. @param {Blob} content @param {string} name */
export function saved(content, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * A text, to be pasted elsewhere. Outside a secure context there is no clipboard; there it is selected and copied the old way.
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'unseen' });
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    (document.querySelector('dialog[open]') ?? document.body).append(field); // else what is modal would keep the focus
    field.select();
    document.execCommand('copy');
    field.remove();
    at?.focus();
  }
}
