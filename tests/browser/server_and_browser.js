// Opens the server and the browser with which most files of tests begin.
import { after } from 'node:test';

import { House } from './house.js';
import { open_browser } from './people.js';

/** A server and a browser for the tests of a file, closed after them. @param {string[]} flags of the server */
export async function server_and_browser(...flags) {
  const house = await House.open(...flags);
  /** @type {import('playwright-core').Browser | undefined} */
  let browser;
  after(async () => {
    await browser?.close();
    await house.close();
  });
  browser = await open_browser();
  return { house, browser };
}
