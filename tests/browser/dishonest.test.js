// A dishonest server against the page: each fault is told at once, by its name, in the log and by the badge. The honest server's messages are
// changed on their way to the page. (tests/fairness has the same cases, and those that need another roster, against the libraries.)
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { explained as words } from '../../web-client/i18n/dice/en.js';
import { Backstage } from './backstage.js';
import { play_alone, twisted } from './dicing.js';
import { House, patient_dice } from './house.js';
import { desk, open_browser, Person } from './people.js';

let browser;
/** A server with Ana's page. @typedef {{house: House, backstage: Backstage, ana: Person}} Visit */
/** @type {Visit} */
let visit;
/** Its time limits for dice are ten minutes: a page that answers too late is out, and to say so is no lie. @type {Visit} */
let patient_visit;

/** The server's secret is waited for until `give_up()`. Runs in the page. */
function hold_patience() {
  const { setTimeout } = window;
  window.setTimeout = (then, ms, ...rest) => (ms === 10_000 ? void (window.give_up = then) : setTimeout(then, ms, ...rest));
}

/** @param {string[]} flags of the server @returns {Promise<Visit>} */
async function open(...flags) {
  const house = await House.open(...flags);
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  await ana.page.addInitScript(twisted);
  await ana.page.addInitScript(hold_patience);
  return { house, backstage: await Backstage.of(browser, house.url), ana };
}

before(async () => {
  browser = await open_browser();
  visit = await open();
  patient_visit = await open(...patient_dice);
});
after(async () => {
  await browser?.close();
  await visit?.house.close();
  await patient_visit?.house.close();
});

/**
 * Lies of the server: each `twist` replaces a message; `own` is the page's seat. The functions run in the page.
 * @typedef {Record<string, [kind: string, twist: (message: any, own: number) => any[], end?: boolean]>} Lies
 */
/** After these the page sends no more secrets, and the match starts without them. @type {Lies} */
const lies_at_the_start = {
  'two commitments for one match': ['commit', (push) => [push.step === 'reveals' ? { ...push, commit: push.commit.replace(/./g, '0') } : push]],
  'other settings after the commitment': ['settings', (push) => [push.step === 'reveals' ? { ...push, settings: push.settings.replace('100', '200') } : push]],
  'other settings than the room’s': ['settings', (push) => [push.t === 'dice' ? { ...push, settings: push.settings.replace('100', '200') } : push]],
  'other people after the commitment': ['players', (push) => [push.step === 'reveals' ? { ...push, players: push.players.replace(/[0-9a-f]{64}/, '0'.repeat(64)) } : push]],
  'somebody else at one’s own seat': ['mark', (push) => [push.t === 'dice' ? { ...push, players: push.players.replace(/[0-9a-f]{64}/g, '0'.repeat(64)) } : push]],
  'a swapped tip': ['roster', (push, own) => [push.step === 'reveals' ? { ...push, tips: { ...push.tips, [own]: '0'.repeat(64) } } : push]],
};
/** @type {Lies} */
const lies_in_play = {
  'two rosters': ['roster', (push) => [push.step === 'play' ? { ...push, roster: '0'.repeat(64) } : push]],
  'a dropped reveal that came in time': ['reveal', (push, own) => [push.step === 'play' ? { ...push, reveals: { ...push.reveals, [own]: null } } : push]],
  'a question before the entry that it follows': ['early', (push) => [push.t === 'dice.ask' ? { ...push, seq: push.seq + 1 } : push]],
  'a question that follows another entry': ['hash', (push) => [push.t === 'dice.ask' ? { ...push, hash: '0'.repeat(64) } : push]],
  'a second question for an entry': ['ask_again', (push) => (push.t === 'dice.ask' ? [push, { ...push, move: { do: 'else' } }] : [push])],
  'a question for an entry that was made': ['made_already', (push) => (push.t === 'match' && push.dice && push.seq > 1 ? [push, { t: 'dice.ask', room: push.room, match: push.match, seq: push.seq - 1, hash: push.hash, by: {}, n: 1, move: null, k: push.dice.k + 1, seats: [] }] : [push])],
  'another move after the question': ['other_entry', (push) => [push.t === 'match' && push.dice && push.seq > 1 ? { ...push, by: { seat: 7 } } : push]],
  'another number of the draw after the question': ['other_entry', (push) => [push.t === 'match' && push.dice && push.seq > 1 ? { ...push, dice: { ...push.dice, k: push.dice.k + 1 } } : push]],
  'a number of a draw that was used before': ['number', (push) => [push.t === 'dice.ask' ? { ...push, k: 0 } : push]],
  'a throw without a question': ['no_ask', (push) => (push.t === 'match' && push.dice && push.seq > 1 ? [push, { ...push, seq: push.seq + 1 }] : [push])],
  'nothing instead of a value that came in time': ['late', (push, own) => [push.t === 'match' && push.dice && push.seq > 3 ? { ...push, dice: { ...push.dice, fresh: { [own]: null } } } : push]],
  'a seat that is not named although it is there': ['not_named', (push) => [push.t === 'dice.ask' && push.seq > 3 ? { ...push, seats: [] } : push]],
  'a seat that is out although it was always in time': ['out', (push, own) => (push.t === 'match' && push.seq === 4 ? [push, { ...window.play, out: [own] }] : [push])],
  'an earlier state of the match': ['rewound', (push) => (push.t === 'match' && push.seq === 4 ? [push, { ...push, seq: 2, dice: undefined }] : [push])],
  'another match after the reveals': ['new_match', (push) => (push.t === 'match' && push.seq === 2 ? [push, { ...window.play, match: 'm_another', step: 'tips', tips: {}, roster: null, reveals: null }] : [push])],
  'a secret that does not fit the commitment': ['proof', (push) => [push.proof ? { ...push, proof: { ...push.proof, seed: '0'.repeat(64) } } : push], true],
  'a secret that is never opened': ['never_opened', (push) => [push.proof ? { ...push, proof: undefined } : push], true],
};

/** A match of Escalera of Ana's page against a program that does not contribute. @param {Visit} visit @param {Lies[string][1] | null} twist */
async function play_with({ house, backstage, ana }, twist) {
  await ana.page.goto(house.url);
  await ana.page.evaluate((code) => {
    const change = code && new Function('push', 'own', `return (${code})(push, own)`);
    window.twist = (push) => {
      if (push.t === 'dice' && push.step === 'play') window.play = push;
      if (push.t === 'match' && push.result && !push.proof) window.unopened = true;
      return change ? change(push, window.own) : [push];
    };
    window.own = 1;
  }, twist ? String(twist) : null);
  const table = await backstage.table({ game: 'escalera', seats: 2, options: { target: 100, starter: 'first' } }, ['Otto']);
  await ana.page.getByPlaceholder(/./).or(ana.page.locator('#name')).first().waitFor();
  await ana.page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/r/${table.room}`);
  await ana.page.locator('#name').fill('Ana');
  await ana.button('Take a seat').click();
  await ana.page.locator('.seat.mine .is-ready').waitFor();
  await table.host.ask({ t: 'room.start', room: table.room });
  await backstage.go_on([table.host]);
  await play_alone([ana]);
}

/** @param {Lies} lies @param {() => Visit} at */
const tells_of = (lies, at) => {
  for (const [name, [kind, twist, end]] of Object.entries(lies))
    test(`the page tells of ${name}`, async () => {
      const { ana } = at();
      await play_with(at(), twist);
      if (end) await ana.page.locator('.places').waitFor();
      if (kind === 'never_opened') await ana.page.evaluate(() => window.give_up());
      await ana.page.getByRole('button', { name: 'Dice and cards: something is wrong' }).waitFor();
      await ana.page.locator('.log li', { hasText: words.faults[kind] }).first().waitFor();
      await ana.page.locator('.dice-badge').click();
      assert.equal(await ana.page.locator('.badge-details .trouble li').first().textContent(), words.faults[kind]); // some lies lead to others
      // Before the next match the page asks for the records of those before, and there is none of a match that a lie has named.
      assert.deepEqual(ana.complaints.splice(0).filter((text) => !text.includes('status of 404')), []);
    });
};
tells_of(lies_at_the_start, () => visit);
tells_of(lies_in_play, () => patient_visit);

test('an honest match is told nothing of', async () => {
  const { ana } = patient_visit;
  await play_with(patient_visit, null);
  await ana.page.locator('.places').waitFor();
  await ana.page.getByRole('button', { name: 'Dice and cards: secrets that count: 1 of 2' }).waitFor();
  assert.equal(await ana.page.evaluate(() => 'unopened' in window), false);
  assert.deepEqual(ana.complaints, []);
});
