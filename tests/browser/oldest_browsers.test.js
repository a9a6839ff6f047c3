// The oldest browsers in which the page plays, and a page that does not begin.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';

import { Backstage } from './backstage.js';
import { desk, Person } from './people.js';
import { server_and_browser } from './server_and_browser.js';

const { house, browser } = await server_and_browser('--limit', 'bot-pause=50ms');

/** In a page: all is missing that came after the stated floor. */
function remove_what_is_newer() {
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
}

test('a game is played to its end and again where all is missing that came after the stated floor', async () => {
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  await ana.page.addInitScript(remove_what_is_newer);
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

test('the operator mutes and bans a player there, too', async () => {
  const backstage = await Backstage.of(browser, house.url);
  await backstage.table({ game: 'yahtzee', seats: 2 }, ['Eve']);
  const { stdout } = await promisify(execFile)(process.env.CUBILETE_BIN, ['admin', 'link', '--url', house.url, '--data', house.data]);
  const one = await Person.meet(browser, 'Operator', desk, house.url);
  await one.page.addInitScript(remove_what_is_newer);
  await one.page.goto(stdout.match(/http\S+/)[0]);
  const dialog = one.page.locator('dialog');
  for (const [act, done] of [['Mute', 'The player may not write any more.'], ['Ban', 'The ban holds.']]) {
    await one.button('Eve').click();
    await dialog.getByLabel('Reason').fill('insults');
    await dialog.getByRole('button', { name: act, exact: true }).click();
    await one.sees(done);
    await dialog.waitFor({ state: 'detached' });
  }
  assert.deepEqual(one.complaints, []);
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
