// The parts of luck and decisions in a result: below it and in the replay of real matches, with the server's own account of them.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';

import { Backstage } from './backstage.js';
import { House } from './house.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** The account as the server gives it. @param {string} match */
async function account_of(match) {
  for (;;) {
    const answer = await fetch(`${house.url}api/v1/matches/${match}/analysis`);
    if (answer.ok) return answer.json();
    assert.equal(answer.status, 503, await answer.text());
    await new Promise((later) => setTimeout(later, 300));
  }
}
/** A match that is over. @param {string} game @param {string[]} names @param {object} [options] */
async function finished(game, names, options = {}, first = undefined) {
  const table = await backstage.table({ game, options }, names);
  await backstage.play(table, Infinity, first);
  const match = await backstage.match(table.host);
  return { ...table, match };
}
/** Somebody who played it looks at its result. @param {any} table @param {number} seat */
async function back(table, seat, device = phone, locale = 'en-GB') {
  const player = table.players[seat];
  const person = await Person.meet(browser, player.name, device, house.url, locale);
  await person.page.addInitScript(([name, token]) => localStorage.setItem('cubilete.player', JSON.stringify({ name, token })), [player.name, player.token]);
  return person;
}
/** Scrolls to the panel of a result. @param {Person} person @param {any} table */
async function to_panel(person, table) {
  await person.page.goto(`${house.url}r/${table.room}`);
  await person.page.locator('.how-it-went, .luck').first().evaluate((part) => part.scrollIntoView({ block: 'center' }));
  await person.page.locator('.luck').waitFor();
}
const one = (value) => (Math.round(value * 10) / 10).toFixed(1).replace('-', '−');
const tenth = (value) => Math.round(value * 10) / 10;
/** Returns the share of luck, rounded so that the figures that are shown add up. */
const luck_shown = ({ start, result, others, decisions }) =>
  tenth(result) - tenth(start) + Object.values(decisions).reduce((sum, { cost }) => sum + tenth(cost), 0) - tenth(others ?? 0);
const signed = (value) => (Math.round(value * 10) > 0 ? `+${one(value)}` : one(value).replace('−0.0', '0.0'));

test('a player reads what luck gave and decisions cost, and the figures are those of the server', async () => {
  const table = await finished('yahtzee', ['Ana', 'Benedikt'], {}, 'roll');
  const account = await account_of(table.match);
  const record = await (await fetch(`${house.url}api/v1/matches/${table.match}`)).json();
  const ana = await back(table, 0);
  const { page } = ana;
  await to_panel(ana, table);
  await page.locator('.luck-lines li').nth(1).waitFor();

  const [own, other] = account.seats;
  const decided = `(${own.decisions.own.count} decisions)`;
  const texts = await page.locator('.luck-lines li p').allInnerTexts();
  const shown = Math.abs(own.luck) < 10 ? Math.abs(Math.round(own.luck * 10) / 10) : Math.round(Math.abs(own.luck));
  assert.match(texts[0], new RegExp(`^Your throws were ${shown} points? ${own.luck > 0 ? 'better' : 'worse'} than average\\. Your decisions cost \\d+(\\.\\d)? points in all`));
  assert.ok(texts[0].includes(decided) && own.decisions.own.count > 30, texts[0]);
  assert.match(texts[1], /^Benedikt’s throws were .+ Benedikt’s decisions cost /);
  assert.match(await page.locator('.luck-kind').innerText(), /^Exact/);

  const sums = await page.locator('.sums tbody tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(sums, [
    ['Best play, before luck', one(own.start), one(other.start)],
    ['Luck', signed(luck_shown(own)), signed(luck_shown(other))],
    ['Decisions', signed(-own.given_away), signed(-other.given_away)],
    ['End', one(own.result), one(other.result)],
  ]);

  assert.equal(own.dearest.length, 3, 'who plays without looking gives away');
  const costs = await page.locator('.luck-parts .dearest .cost').allInnerTexts();
  assert.deepEqual(costs, own.dearest.map(({ worth: [chosen, best] }) => signed(tenth(chosen) - tenth(best))));
  for (const [at, { entry }] of own.dearest.entries()) {
    const before = record.log.filter(({ seq }) => seq < entry).flatMap(({ events }) => events).findLast(({ e }) => e === 'rolled');
    const item = page.locator('.luck-parts .dearest > li').nth(at);
    assert.equal(await item.locator('.lay .unseen').textContent(), before.dice.join(' '), 'the dice as they lay');
    assert.equal(await item.locator('.lay .die').count(), 5);
    for (const said of await item.locator('dd').allInnerTexts()) assert.match(said, /^(Keep (nothing|[1-6]( [1-6])*)|Write \d+ in .+)$/);
    const [chosen, best] = own.dearest[at].worth.map(one);
    const why = await item.locator('.what > .hint').innerText();
    assert.ok(why.startsWith(`It leads to ${best} points on average, not ${chosen}`), why);
  }
  const rest = own.dearest.reduce((left, { cost }) => left - cost, own.decisions.own.cost);
  assert.equal(await page.locator('.luck-parts > section > .hint').innerText(), `All other decisions cost ${rest < 10 ? Math.round(rest * 10) / 10 : Math.round(rest)} points.`);
  const lucky = page.locator('.swings .lucky');
  assert.equal(await lucky.locator('b').innerText(), signed(own.luckiest.change));
  assert.equal(await lucky.locator('.lay .unseen').textContent(), record.log.find(({ seq }) => seq === own.luckiest.entry).events.find(({ e }) => e === 'rolled').dice.join(' '));
  assert.equal(await page.locator('.swings .unlucky b').innerText(), signed(own.unluckiest.change));

  assert.equal(await page.locator('.curve > svg polyline').count(), 2, 'a line for each player');
  assert.equal(await page.locator('.curve .mark-cost').count(), 3);
  await page.locator('.luck .as-table summary').first().click();
  assert.equal(await page.locator('.luck .as-table tbody tr').count(), 14, 'the start and 13 rounds');
  const last = await page.locator('.luck .as-table tbody tr').last().locator('td').allInnerTexts();
  assert.deepEqual(last, [one(own.result), one(other.result)]);
  await ana.inspect('luck');
  await ana.fits_everywhere('luck', [[320, 568], [360, 740], [640, 400], [740, 360], [1280, 620], [1920, 1080]]);

  await page.locator('.luck-parts .dearest .link[href*="/m/"]').first().click();
  await page.waitForURL(`**/m/${table.match}?at=${own.dearest[0].entry - 1}`);
  await page.locator('.controls').waitFor();
  assert.equal(await page.locator('.luck').count(), 0, 'it is loaded when it is scrolled to');
  assert.match(await page.locator('.where').textContent(), new RegExp(`^${own.dearest[0].entry - 1} of `));
  await page.locator('.how-it-went').scrollIntoViewIfNeeded();
  await page.locator('.luck-lines').waitFor();
  await ana.inspect('luck-replay');
  await page.locator('.luck-parts .dearest .link[href*="/m/"]').nth(1).press('Enter');
  await page.locator('.where', { hasText: new RegExp(`^${own.dearest[1].entry - 1} of `) }).waitFor();
  assert.ok(await page.evaluate(() => document.activeElement.matches('.seek input')), 'the keyboard goes on at the replay');
  assert.deepEqual(ana.complaints, []);
  await page.context().close();
});

test('a server that is busy is waited for, and the shared result has the account', async () => {
  const table = await finished('yahtzee', ['Ana', 'Benedikt']);
  const account = await account_of(table.match);
  const ana = await back(table, 0, desk);
  const { page } = ana;
  await page.addInitScript(() => {
    for (const missing of ['clipboard', 'share']) Object.defineProperty(navigator, missing, { value: undefined });
    document.addEventListener('copy', () => (window.copied = document.activeElement.value));
  });
  let asked = 0;
  let free = () => {};
  const freed = new Promise((done) => (free = done));
  await page.route('**/analysis', async (route) => {
    asked += 1;
    if (asked === 1) return route.fulfill({ status: 503, json: { error: { code: 'busy', text: 'Later.', retry_ms: 1 } } });
    await freed;
    return route.continue();
  });
  await to_panel(ana, table);
  await page.locator('.luck-waits', { hasText: 'going through the match' }).waitFor();
  const below = page.locator('summary', { hasText: 'Seats and rules of the next game' });
  await page.locator('.luck > details > summary').focus();
  while (!(await below.evaluate((one) => one === document.activeElement))) await page.keyboard.press('Tab');
  free();
  await page.locator('.luck-lines').waitFor();
  const { top, bottom } = await below.evaluate((one) => one.getBoundingClientRect().toJSON());
  assert.ok(top >= 0 && bottom <= (await page.evaluate(() => innerHeight)), `what has the focus stays in the window when the panel comes above it: ${top} to ${bottom}`);
  await ana.button('Share the result').click();
  await ana.button('Copied').waitFor();
  const texts = await page.evaluate(() => window.copied);
  assert.ok(texts.includes(`Luck: Ana ${signed(account.seats[0].luck)}, Benedikt ${signed(account.seats[1].luck)}`), texts);
  assert.ok(texts.includes(`Given away: Ana ${one(account.seats[0].given_away)}, Benedikt ${one(account.seats[1].given_away)}`), texts);
  assert.deepEqual(ana.complaints, []);
  await page.context().close();
});

test('who folds it away has it folded away from then on, and nothing is asked for', async () => {
  const table = await finished('escalera', ['Ana', 'Benedikt']);
  const ana = await back(table, 0);
  const { page } = ana;
  const asked = [];
  page.on('request', (request) => request.url().endsWith('/analysis') && asked.push(request.url()));
  await to_panel(ana, table);
  await page.locator('.luck-lines').waitFor();
  assert.equal(asked.length, 1);
  await page.locator('.luck > details > summary').press('Enter');
  await page.locator('.luck-lines').waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.how-it-went, .luck').first().evaluate((part) => part.scrollIntoView({ block: 'center' }));
  await page.locator('.luck > details:not([open])').waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(asked.length, 1);
  await page.locator('.luck > details > summary').press('Enter');
  await page.locator('.luck-lines').waitFor();
  assert.equal(asked.length, 2);
  assert.deepEqual(ana.complaints, []);
  await page.context().close();
});

/** Checks of the account of games that have only a part of it. @type {[string, string[], object, string | undefined, (person: Person, account: any) => Promise<void>][]} */
const others = [
  ['escalera', ['Ana', 'Benedikt'], {}, undefined, async ({ page }, { seats }) => {
    assert.match(await page.locator('.luck-kind').innerText(), /luck alone/);
    assert.match(await page.locator('.luck-lines p').first().innerText(), new RegExp(`^The throws (raised|lowered) your chance to win by ${Math.round(Math.abs(seats[0].luck) * 100)} percentage points?\\.$`));
    assert.equal(await page.locator('.dearest').count(), 0);
    assert.ok((await page.locator('.curve > svg polyline').count()) >= 2);
  }],
  ['ambiciosa', ['Ana', 'Benedikt'], { target: 1_000 }, undefined, async ({ page }, { seats }) => {
    assert.equal(await page.locator('.luck-parts .dearest > li').count(), seats[0].dearest.length);
    assert.match(await page.locator('.luck-lines p').first().innerText(), seats[0].given_away < 0.0005 ? /cost nothing \(\d+ decisions?\)\.$/ : /by [\d.]+ percentage points? in all \(\d+ decisions?\)\.$/);
    for (const said of await page.locator('.luck-parts .dearest dd').allInnerTexts()) assert.match(said, /^(Me planto|Throw again|Throw)$/);
  }],
  ['ambiciosa', ['Ana', 'Benedikt', 'Cleo'], { target: 1_000 }, undefined, async ({ page }) => {
    assert.match(await page.locator('.luck-kind').innerText(), /^An estimate, and of decisions only: with three players/);
    assert.equal(await page.locator('.curve, .sums').count(), 0);
    assert.match(await page.locator('.luck-lines p').first().innerText(), /^Your decisions lowered your chance to end in front by |^Your decisions cost nothing/);
  }],
  ['threes_away', ['Ana', 'Benedikt'], { pots: 2 }, undefined, async ({ page }, { seats }) => {
    assert.match(await page.locator('.luck-lines p').first().innerText(), /^The throws brought you (\d|just)/);
    assert.equal((await page.locator('.sums tbody tr').last().locator('td').allInnerTexts())[0], `${Math.round(seats[0].result * 100) / 100}`);
    assert.match(await page.locator('.luck-parts h3', { hasText: 'What made the result' }).innerText(), /in pots$/);
    for (const when of await page.locator('.luck .when').allTextContents()) assert.match(when.trim(), /^Pot [12] of 2/);
    const breaks = new Set(seats.flatMap(({ curve }) => curve.filter(([entry], at) => curve[at - 1]?.[0] === entry).map(([entry]) => entry)));
    const strokes = seats.map(({ curve }) => 1 + new Set(curve.map(([entry]) => entry).filter((entry) => breaks.has(entry))).size);
    assert.equal(await page.locator('.curve > svg polyline').count(), strokes[0] + strokes[1], 'where a pot ends with a jump, the next is another stroke');
  }],
  ['tres', ['Ana', 'Benedikt'], {}, 'play', async ({ page }, { seats }) => {
    assert.match(await page.locator('.luck-kind').innerText(), /^An estimate, and of decisions only: the computer plays the game on/);
    assert.equal(await page.locator('.luck-parts .dearest > li .hint').count(), seats[0].dearest.length);
    assert.equal(await page.locator('.curve').count(), 0);
  }],
  ['yahtzee', ['Ana'], { columns: 3 }, undefined, async ({ page }, { why_not }) => {
    assert.equal(why_not, 'columns');
    await page.locator('.luck', { hasText: 'three columns' }).waitFor();
    assert.equal(await page.locator('.luck :is(.luck-lines, .curve, .dearest)').count(), 0);
  }],
];
for (const [game, names, options, first, check] of others)
  test(`of ${game} with ${names.length} and ${JSON.stringify(options)} the page says what can be said`, async () => {
    const table = await finished(game, names, options, first);
    const account = await account_of(table.match);
    const ana = await back(table, 0);
    await to_panel(ana, table);
    await ana.page.locator(account.why_not ? '.luck > details > p' : '.luck-lines').waitFor();
    await check(ana, account);
    await ana.inspect(`luck-${game}-${names.length}`);
    assert.deepEqual(ana.complaints, []);
    await ana.page.context().close();
  });

test('a server that makes no accounts has no panel', async () => {
  const bare = await House.open('--analysis', 'off');
  after(() => bare.close());
  const stage = await Backstage.of(browser, bare.url);
  const table = await stage.table({ game: 'escalera' }, ['Ana', 'Benedikt']);
  await stage.play(table);
  const match = await stage.match(table.host);
  const eva = await Person.meet(browser, 'Eva', desk, bare.url);
  const refused = eva.page.waitForResponse('**/analysis');
  await eva.page.goto(`${bare.url}m/${match}`);
  await eva.page.locator('.how-it-went').scrollIntoViewIfNeeded();
  assert.equal((await refused).status(), 404);
  await eva.page.locator('.charts').waitFor();
  await eva.page.locator('.luck').waitFor({ state: 'detached' });
  assert.deepEqual(eva.complaints.filter((text) => !text.includes('404')), []);
});
