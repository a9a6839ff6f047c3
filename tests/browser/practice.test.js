// Practice: a decision of one's own match that cost much, tried again from its analysis, and one after the other at /practice.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';

import { Backstage } from './backstage.js';
import { desk, Person, phone } from './people.js';
import { Cable } from './house.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);
const windows = [[1280, 620], [740, 360], [390, 760], [360, 640]];

/** A match that is over, with its analysis. @param {string} game @param {object} options @param {string} [first] */
async function finished(game, options, first) {
  const table = await backstage.table({ game, options }, ['Ana', 'Benedikt']);
  await backstage.play(table, Infinity, first);
  const match = await backstage.match(table.host);
  for (;;) {
    const answer = await fetch(`${house.url}api/v1/matches/${match}/analysis`);
    if (answer.ok) return { ...table, match, account: await answer.json() };
    await new Promise((later) => setTimeout(later, 300));
  }
}
/** Such a match in which a decision cost something, and its seat: in a short one the first listed move may always be the best. */
async function costly(game, options) {
  for (let matches = 0; matches < 20; ++matches) {
    const table = await finished(game, options);
    const seat = table.account.seats.findIndex(({ dearest }) => dearest.length > 0);
    if (seat >= 0) return { table, seat };
  }
  assert.fail('twenty matches without a decision that cost something');
}
/** @param {any} player */
async function at_home({ name, token }, device = phone, locale = 'en-GB') {
  const person = await Person.meet(browser, name, device, house.url, locale);
  await person.page.addInitScript((known) => localStorage.setItem('cubilete.player', JSON.stringify(known)), { name, token });
  return person;
}
const choices = (person) => person.page.locator('.practice-choices button');
const worth = (person) => person.page.locator('.practice-worth tbody tr');
/** The figures of a column. */
const column = (person, number) => person.page.locator(`.practice-worth tbody td:nth-of-type(${number})`).allInnerTexts();

const yahtzee = await finished('yahtzee', {}, 'roll');

test('a decision of the analysis is tried again, and the page says what each choice is worth and why', async () => {
  const [dear] = yahtzee.account.seats[0].dearest;
  const ana = await at_home(yahtzee.players[0]);
  const { page } = ana;
  await page.goto(`${house.url}m/${yahtzee.match}`);
  await page.locator('.luck, .how-it-went').first().evaluate((part) => part.scrollIntoView({ block: 'center' }));
  await page.locator('.dearest').first().getByRole('link', { name: /: try it again$/ }).first().click();
  assert.equal(new URL(page.url()).search, `?position=${yahtzee.match}.${dear.entry}`);
  await choices(ana).first().waitFor();
  await ana.sees('From one of your matches');
  assert.equal(await ana.title, 'Practice · Yahtzee – Cubilete');
  await page.waitForFunction(() => document.activeElement?.textContent === 'What would you play?');
  const offered = await choices(ana).allInnerTexts();
  assert.ok(offered.length >= 2 && offered.length <= 5 && new Set(offered).size === offered.length, `${offered}`);
  assert.equal(await page.locator('.practice-page .pad-paper').count(), 1, 'the table as it lay');
  await ana.inspect('practice-asks', ['light']);
  await ana.fits_everywhere('practice asks', windows);

  await choices(ana).first().click();
  await worth(ana).first().waitFor();
  assert.equal(await worth(ana).count(), offered.length);
  const expected = (await column(ana, 1)).map(Number);
  assert.deepEqual(expected, [...expected].sort((a, b) => b - a), 'the best first');
  const lost = await column(ana, 2);
  assert.equal(lost[0], '–');
  const marked = (mark) => worth(ana).filter({ has: page.locator('.mark-of', { hasText: mark }) });
  assert.equal(await marked('Best').count(), 1);
  assert.equal(await marked('Yours').count(), 1);
  const cost = Number((await marked('Played').locator('td').nth(1).innerText()).replace('−', '-'));
  assert.ok(Math.abs(cost + dear.cost) <= 0.101, `${cost}, but it cost ${dear.cost}`);
  assert.equal(await page.locator('.practice-page').getByText('Open boxes: ').count(), 1, 'once, not in each row');
  for (const [width, height] of [[1280, 620], [390, 760]]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const { bottom } = await page.locator('.practice-next').evaluate((one) => one.getBoundingClientRect());
    assert.ok(bottom <= height, `Next ends at ${bottom} of ${height}`);
    assert.deepEqual(await page.locator('.practice-worth thead th').evaluateAll(words_in_two_lines), []);
  }
  await ana.sees(/It comes back (tomorrow|in 3 days)\./);
  await page.waitForFunction(() => document.activeElement?.classList.contains('practice-verdict'));
  await ana.inspect('practice-tells');
  await ana.fits_everywhere('practice tells', windows);

  await page.locator('.practice-next').press('Enter');
  await page.waitForFunction((before) => location.pathname.endsWith('/practice') && location.search.startsWith('?position=') && location.search !== before, `?position=${yahtzee.match}.${dear.entry}`);
  await choices(ana).first().waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'What would you play?');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await worth(ana).first().waitFor();
  await page.getByRole('link', { name: 'See it in the replay' }).click();
  await page.locator('.controls').waitFor();
  assert.deepEqual(ana.complaints, []);
});

test('who has played nothing practises decisions of the computer, one after the other', async () => {
  const eve = await Person.meet(browser, 'Eve', desk, house.url);
  const { page } = eve;
  await page.goto(house.url);
  await page.getByRole('link', { name: 'Practice' }).click();
  await choices(eve).first().waitFor();
  await eve.sees('From a game of computers that err on purpose');
  const seen = new Set();
  for (let round = 0; round < 2; ++round) {
    await choices(eve).last().click();
    await worth(eve).first().waitFor();
    seen.add(await page.locator('.practice-page').innerText());
    await page.locator('.practice-next').click();
    await choices(eve).first().waitFor();
  }
  assert.equal(seen.size, 2);
  assert.deepEqual(eve.complaints, []);
});

for (const [game, options] of [['ambiciosa', {}], ['threes_away', { pots: 3 }]])
  test(`decisions of ${game} can be tried again, in every language`, async () => {
    const { table, seat } = await costly(game, options);
    const position = `${table.match}.${table.account.seats[seat].dearest[0].entry}`;
    for (const [locale, title] of [['es-MX', 'Práctica'], ['it-IT', 'Allenamento'], ['en-GB', 'Practice']]) {
      const person = await at_home(table.players[seat], locale === 'en-GB' ? desk : phone, locale);
      await person.page.goto(`${house.url}practice?position=${position}`);
      await person.page.getByRole('heading', { name: title }).waitFor();
      await choices(person).last().click();
      await worth(person).first().waitFor();
      if (locale === 'es-MX') await person.inspect(`practice-${game}`, ['light']);
      await person.fits_everywhere(`practice of ${game}`, windows);
      assert.deepEqual(person.complaints, []);
    }
  });

/** A decision of the computer in a game. @param {string} game @returns {Promise<string>} */
async function position_of(game) {
  const { at } = await backstage.arrive('Probe');
  for (;;) {
    const reply = await backstage.page.evaluate(([one, asked]) => window.players[one].ask(asked), [at, { t: 'practice.next', game }]);
    if (reply.t === 'ok') return reply.position;
    assert.equal(reply.code, 'busy'); // it computes the values of the game
    await new Promise((later) => setTimeout(later, reply.retry_ms));
  }
}

/** The share of the window that a part of the table takes, and those of its texts that are not seen. Runs in the page. */
function board_seen([part, texts]) {
  const inner = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [Math.max(0, left), Math.max(0, top), Math.min(innerWidth, right), Math.min(innerHeight, bottom)];
  };
  const [left, top, right, bottom] = inner(document.querySelector(part));
  const shown = [...document.querySelectorAll(texts)].filter((one) => one.getClientRects().length > 0);
  const unseen = shown.filter((one) => {
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !hit?.closest('.stage') || box.width < 2 || box.height < 8;
  });
  return { share: (Math.max(0, right - left) * Math.max(0, bottom - top)) / (innerWidth * innerHeight), texts: shown.length, unseen: unseen.map((one) => one.textContent) };
}

/** The texts that lie over another one. Runs in the page. @param {Element[]} all */
function overlapping(all) {
  const boxes = all.map((one) => one.getBoundingClientRect());
  return all.filter((_, at) => boxes.some((box, other) => other > at && box.left < boxes[at].right && boxes[at].left < box.right && box.top < boxes[at].bottom && boxes[at].top < box.bottom)).map((one) => one.textContent);
}

test('the board of a decision is seen beside the question in every window, and the words below its dice lie apart', async () => {
  const boards = { yahtzee: ['.stage', '.pad thead .name, .pad .box-name'], ambiciosa: ['.stage', '.ambi-lane .name, .ambi-lane b'], threes_away: ['.threes-felt', '.threes-ring .name, .threes-ring .has, .threes-middle > p'] };
  const person = await Person.meet(browser, 'Eve', desk, house.url);
  for (const game of ['yahtzee', 'ambiciosa', ...Array(process.env.WHOLE_MATCHES === 'all' ? 6 : 2).fill('threes_away')]) {
    const about = boards[game];
    await person.page.goto(`${house.url}practice?position=${await position_of(game)}`);
    await choices(person).first().waitFor();
    for (const [width, height] of [[390, 760], [1280, 620], [1440, 900]]) {
      await person.page.setViewportSize({ width, height });
      await person.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const { share, texts, unseen } = await person.page.evaluate(board_seen, about);
      const where = `${game} at ${width} × ${height}`;
      assert.ok(share >= 0.2, `${where}: ${share} of the window`);
      assert.ok(texts >= 4, where);
      assert.deepEqual(unseen, [], where);
      assert.deepEqual(await person.page.locator('.die-note').evaluateAll(overlapping), [], `${where}: ${person.page.url()}`);
    }
  }
  assert.deepEqual(person.complaints, []);
});

test('with text twice as large the dice lie beside the question, and on a phone the board is seen above it', async () => {
  const person = await Person.meet(browser, 'Eve', desk, house.url);
  const { page } = person;
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')));
  for (const game of ['yahtzee', 'threes_away']) {
    await page.goto(`${house.url}practice?position=${await position_of(game)}`);
    await choices(person).first().waitFor();
    for (const [width, height] of [[1280, 620], [390, 760]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const where = `${game} at ${width} × ${height}, ${page.url()}`;
      const panel = await page.locator('.practice-ask').evaluate((one) => one.getBoundingClientRect().toJSON());
      const dice = await page.locator('.dice .die-stage').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      assert.ok(dice.length > 1, where);
      if (width > 1000) assert.deepEqual(dice.filter(({ right }) => right > panel.left), [], where);
      else assert.ok(panel.top >= 0.35 * height, `${where}: the panel begins at ${panel.top}`);
      assert.ok(new Set(dice.map(({ left, top }) => `${Math.round(left / 10)} ${Math.round(top / 10)}`)).size === dice.length, `${where}: no pile`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, where);
    }
  }
});

/** The words of these headings that are broken. Runs in the page. @param {Element[]} heads */
function words_in_two_lines(heads) {
  const range = document.createRange();
  return heads.flatMap(({ firstChild }) =>
    [...(firstChild?.nodeName === '#text' ? firstChild.data : '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      range.setStart(firstChild, index);
      range.setEnd(firstChild, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    }),
  );
}

test('a decision and its verdict stay where they are when the page is loaded again or left and come back to', async () => {
  const ana = await at_home(yahtzee.players[0], desk);
  const { page } = ana;
  const [dear] = yahtzee.account.seats[0].dearest;
  await page.goto(`${house.url}practice`);
  await choices(ana).first().waitFor();
  const { search } = new URL(page.url());
  assert.match(search, /^\?position=/);
  const asked = await choices(ana).allInnerTexts();
  await page.reload();
  await choices(ana).first().waitFor();
  assert.deepEqual(await choices(ana).allInnerTexts(), asked);
  assert.equal(new URL(page.url()).search, search);

  await page.goto(`${house.url}practice?position=${yahtzee.match}.${dear.entry}`);
  await choices(ana).last().click();
  await worth(ana).first().waitFor();
  await page.waitForLoadState('networkidle'); // the game's texts have come
  const question = await page.locator('.practice-ask').innerText();
  const says = (text) => page.waitForFunction((said) => document.querySelector('.practice-ask')?.innerText === said, text);
  await page.reload();
  await says(question);
  await page.getByRole('link', { name: 'See it in the replay' }).click();
  await page.locator('.controls').waitFor();
  assert.equal(await ana.title, 'Yahtzee – Cubilete');
  await page.goBack();
  await says(question);
  await page.getByRole('link', { name: 'Done' }).click();
  await page.waitForFunction((id) => location.pathname.endsWith(`/m/${id}`), yahtzee.match);
  assert.deepEqual(ana.complaints, []);
});

test('a game is chosen for practice, and offered from the rules of those that have it', async () => {
  const eve = await Person.meet(browser, 'Eve', desk, house.url);
  const { page } = eve;
  await page.goto(`${house.url}rules/yahtzee`);
  await page.locator('.rules-actions').getByRole('link', { name: 'Practice' }).click();
  await page.getByRole('heading', { name: 'Practice · Yahtzee' }).waitFor();
  await page.locator('.practice-games').getByRole('link', { name: 'Threes Away' }).click();
  await page.getByRole('heading', { name: 'Practice · Threes Away' }).waitFor();
  await choices(eve).first().waitFor();
  assert.match(new URL(page.url()).search, /^\?game=threes_away&position=threes_away\./);
  assert.deepEqual(await page.locator('.practice-games a').allInnerTexts(), ['Yahtzee', 'La Ambiciosa', 'Threes Away', 'Done']);
  await choices(eve).first().click();
  await page.locator('.practice-next').click();
  await choices(eve).first().waitFor();
  assert.match(new URL(page.url()).search, /^\?game=threes_away&position=threes_away\./, 'of the same game');
  await page.getByRole('link', { name: 'Done' }).click();
  await page.locator('#name').waitFor();
  for (const without of ['tres', 'escalera']) {
    await page.goto(`${house.url}rules/${without}`);
    await page.locator('.rules-actions .primary').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('.rules-actions').getByRole('link', { name: 'Practice' }).count(), 0, without);
  }
  assert.deepEqual(eve.complaints, []);
});

test('without a connection practice says so, keeps the focus, and goes on by itself', async () => {
  const cable = await Cable.to(house);
  const eve = await Person.meet(browser, 'Eve', desk, cable.url);
  const { page } = eve;
  await page.goto(`${cable.url}practice?game=threes_away`);
  await choices(eve).first().click();
  await page.locator('.practice-next').waitFor();
  await cable.unplug();
  await page.locator('.banner').waitFor();
  await page.locator('.practice-next').press('Enter');
  await eve.sees('It goes on as soon as there is a connection.');
  assert.equal(await page.getByText('too much to do').count(), 0);
  assert.ok(await page.evaluate(() => document.activeElement?.classList.contains('practice-head')));
  await cable.plug();
  await choices(eve).first().waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'What would you play?');
  await page.context().close();
  await cable.close();
});

test('a decision that is not there is told', async () => {
  const ana = await at_home(yahtzee.players[0]);
  await ana.page.goto(`${house.url}practice?position=${yahtzee.match}.1`);
  await ana.sees('This decision cannot be tried again any more.');
  await ana.button('Next').click();
  await choices(ana).first().waitFor();
});

after(() => backstage.close());
