// The requests of the page to its device.
import assert from 'node:assert/strict';
import test from 'node:test';

/** The notifications that are shown, by tag: one replaces another of the same tag. */
const shown = new Map();
const registration = {
  active: {},
  showNotification: async (title, { tag, data }) => void shown.set(tag, { title, data, close: () => shown.delete(tag) }),
  getNotifications: async ({ tag }) => [shown.get(tag)].filter(Boolean),
};
const set = (name, value) => Object.defineProperty(globalThis, name, { configurable: true, value });
set('window', globalThis);
set('Notification', { permission: 'granted' });
set('navigator', { serviceWorker: { getRegistration: async () => registration } });

/** Another tab has its own module. @param {string} code of its room */
async function tab(code) {
  const device = await import(`../../../web-client/core/device.js?${code}`);
  const there = (then) => async (...values) => {
    set('location', { href: `https://house/r/${code}?x=1`, pathname: `/r/${code}` });
    await then(...values);
  };
  return { show: there(device.show_notification), close: there(device.close_notification) };
}

test('each table has its own notification, which knows its page and goes when the player is back there', async () => {
  const [first, second] = [await tab('K7QX2M'), await tab('P4T9WD')];
  await first.show('Your turn', 'first');
  await second.show('Your turn', 'second');
  assert.deepEqual([...shown.values()].map(({ data }) => data), ['https://house/r/K7QX2M?x=1', 'https://house/r/P4T9WD?x=1']);
  await first.show('Your turn', 'again');
  assert.equal(shown.size, 2);
  await second.close();
  assert.deepEqual([...shown.keys()], ['/r/K7QX2M']);
  await first.close();
  assert.equal(shown.size, 0);
});
