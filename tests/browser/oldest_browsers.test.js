// The oldest browsers in which the page plays, and a page that does not begin.
import assert from 'node:assert/strict';
import test from 'node:test';

import { desk, Person } from './people.js';
import { server_and_browser } from './server_and_browser.js';

const { house, browser } = await server_and_browser('--limit', 'bot-pause=50ms');

test('a game is played to its end and again where all is missing that came after the stated floor', async () => {
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  await ana.page.addInitScript(() => {
    for (const of of [Array, String, Uint8Array]) delete of.prototype.at;
    for (const name of ['findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with']) delete Array.prototype[name];
    delete Object.getPrototypeOf(Uint8Array.prototype).at;
    delete Object.hasOwn;
    delete Element.prototype.checkVisibility;
    delete URLSearchParams.prototype.size;
    delete SubmitEvent.prototype.submitter;
    delete CanvasRenderingContext2D.prototype.roundRect;
    for (const name of ['structuredClone', 'reportError', 'HTMLDialogElement', 'navigation', 'scheduler']) delete window[name];
    window.missing = () => [[].at, [].toSorted, Object.hasOwn, Element.prototype.checkVisibility].filter((one) => /native code/.test(one)).length;
  });
  await ana.page.goto(house.url);
  assert.equal(await ana.page.evaluate(() => window.missing()), 0);
  await ana.page.getByLabel('Your name').fill('Ana');
  await ana.start('Yahtzee', 'Against the computer');
  for (let round = 0; round < 13; ++round) {
    await ana.throw_dice();
    await ana.write();
  }
  await ana.page.locator('.places').waitFor();
  await ana.page.locator('.best').waitFor();
  await ana.button('Play again').click();
  await ana.throwing.waitFor();
  assert.deepEqual(ana.complaints, []);
});

const failures = {
  'does not come': (route) => route.abort(),
  'is not found': (route) => route.fulfill({ status: 404, body: '' }),
  'has a syntax that the browser does not know': (route) => route.fulfill({ contentType: 'text/javascript', body: 'export const one = ~~;' }),
  'throws': (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("too old")' }),
  'waits for what fails': (route) => route.fulfill({ contentType: 'text/javascript', body: 'await Promise.reject(new Error("too old"))' }),
};
for (const [how, answer] of Object.entries(failures))
  test(`a page whose script ${how} says in three languages what it needs`, async () => {
    const ana = await Person.meet(browser, 'Ana', desk, house.url);
    await ana.page.route('**/app.js', answer);
    await ana.page.goto(house.url);
    await ana.page.locator('#unable').waitFor();
    for (const text of ['Load it again', 'Vuelve a cargarla', 'Ricaricala']) await ana.sees(text);
    await ana.page.unroute('**/app.js');
    await ana.page.reload();
    await ana.button('New table').waitFor();
    assert.equal(await ana.page.locator('#unable').count(), 0);
  });
