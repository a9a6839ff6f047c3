// The contexts of visitors. A context that a visitor has left is emptied and given to the next one with the same device: the process for its
// pages has the code of the page and of axe compiled, so that a visit takes half of the processor time of one in a new context.
import { afterEach, beforeEach } from 'node:test';

/** Lets all pages of one context share a process. */
export const shared_process = 'renderer-process-limit=1';

/** By browser and options. @type {WeakMap<import('playwright-core').Browser, Map<string, import('playwright-core').BrowserContext[]>>} */
const left = new WeakMap();
/** Functions that end the visits of a test. @type {Set<() => Promise<void>>} */
const ends = new Set();
let tests_running = 0;

if (process.env.NODE_TEST_CONTEXT) {
  beforeEach(() => void ++tests_running);
  afterEach(async () => {
    if (--tests_running === 0) for (const end of ends) await end(); // more than none run at the end of a part of a test
  });
}

/** A page of a new context. @type {typeof in_left_context} */
export const in_new_context = async (browser, options) => (await browser.newContext(options)).newPage();

/**
 * An empty page of a context that has nothing stored. The visit ends when its context is closed, or with the test that began it.
 * @param {import('playwright-core').Browser} browser @param {object} options of the context @param {string} house where it may store something
 * @returns {Promise<import('playwright-core').Page>}
 */
export async function in_left_context(browser, options, house) {
  const key = JSON.stringify(options);
  const by_options = left.get(browser) ?? new Map();
  left.set(browser, by_options.set(key, by_options.get(key) ?? []));
  const context = by_options.get(key).pop() ?? (await browser.newContext(options));
  const page = context.pages()[0] ?? (await context.newPage());
  const close = context.close;
  const end = async () => {
    ends.delete(end);
    context.close = close;
    try {
      await empty(context, new URL(house).origin);
      by_options.get(key).push(context);
    } catch {
      await context.close().catch(() => {}); // the test has closed the browser, or the page does not answer
    }
  };
  context.close = end;
  if (tests_running > 0) ends.add(end);
  return page;
}

/** @param {import('playwright-core').BrowserContext} context @param {string} origin */
async function empty(context, origin) {
  const pages = context.pages();
  const next = await context.newPage(); // keeps the process
  await context.setOffline(false);
  for (const page of pages) {
    await page.unrouteAll({ behavior: 'ignoreErrors' }); // a file may be on its way to a page that is left
    await page.goto('about:blank'); // the page stores nothing after this
    await page.close();
  }
  const devtools = await context.newCDPSession(next);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
}
