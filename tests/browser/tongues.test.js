// Visitors whose browsers request other languages than English.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const games = ['Yahtzee', 'La Ambiciosa', 'Escalera', 'Threes Away', 'TRES'];
const locales = { es: 'es-MX', it: 'it-IT', en: 'en-GB' };
const words = {};
for (const language of Object.keys(locales))
  ({ words: words[language] } = await import(`../../web-client/i18n/${language}.js`));

const { house, browser } = await server_and_browser();

/** Words that exist only in English. */
const english =
  /\b(the|you|your|and|of|with|this|that|not|has|have|is|are|was|to|by|at|threw|throws?|turns?|points?|cards?|die|games?|tables?|seats?|players?|wins?|won|round|keep|kept|box|try|again|start|ready|host|log)\b/gi;

/** All text that a page shows or reads out, including collapsed parts. */
const all_of = ({ page }) =>
  page.evaluate(() => {
    const spoken = ['aria-label', 'placeholder', 'title', 'alt'];
    const pieces = [document.title];
    for (const one of document.body.querySelectorAll('*')) {
      if (one.closest('script, noscript, .languages')) continue;
      pieces.push(...spoken.map((name) => one.getAttribute(name) ?? ''));
      for (const node of one.childNodes) if (node.nodeType === Node.TEXT_NODE) pieces.push(node.data);
    }
    return pieces.map((text) => text.trim()).filter(Boolean);
  });
const reads_no_english = async (person, where) => {
  const found = (await all_of(person))
    .map((text) => text.replaceAll(/Threes Away|TRES|\.\/run --host/g, ''))
    .filter((text) => text.match(english));
  assert.deepEqual(found, [], `${where} (${person.language})`);
};

const meet = async (name, device, language) => {
  const person = await Person.meet(browser, name, device, house.url, locales[language]);
  person.language = language;
  person.words = words[language];
  await person.page.goto(house.url);
  await person.button(person.words.start.make).waitFor();
  return person;
};

for (const language of Object.keys(locales))
  test(`each game's number of players and minutes are not broken on a phone, in ${language}`, async () => {
    const person = await meet('Ana', phone, language);
    const lines = await person.page.locator('.game-card .about .hint').evaluateAll((hints) =>
      hints.map((hint) => `${hint.textContent.trim()}: ${Math.max(...[...hint.querySelectorAll('span')].map((part) => part.getClientRects().length))}`),
    );
    assert.equal(lines.length, games.length);
    for (const line of lines) assert.match(line, /\d+ min\s+\S+: 1$/);
    await person.page.context().close();
  });

for (const language of ['es', 'it'])
  test(`a browser that requests ${locales[language]} gets a page in it`, async () => {
    const person = await meet('Ana', phone, language);
    assert.equal(await person.page.locator('html').getAttribute('lang'), language);
    await person.sees(person.words.motto);
    await reads_no_english(person, 'the first page');
    await person.inspect(`27-tongues-start-${language}`);
    assert.deepEqual(person.complaints, []);
  });

test('another language is one tap away, and the choice is kept', async () => {
  const person = await meet('Ana', phone, 'it');
  await person.page.getByLabel(words.it.name.label).fill('Ana');
  await person.button('Español').click();
  await person.sees(words.es.motto);
  assert.equal(await person.page.getByLabel(words.es.name.label).inputValue(), 'Ana');
  assert.equal(await person.page.locator('html').getAttribute('lang'), 'es');
  assert.equal(await person.button('Español').getAttribute('aria-pressed'), 'true');
  await person.page.reload();
  await person.sees(words.es.motto);
  await person.button('English').click();
  await person.sees(words.en.motto);
});

test('where the browser stores nothing, another language keeps the player’s seat', async () => {
  const person = await Person.meet(browser, 'Ana', phone, house.url);
  const { page } = person;
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });
  await page.goto(house.url);
  await person.sees(words.en.link.forgets);
  await person.button(words.en.table.close).click();
  await person.make_table();
  await page.locator('.menu-button').click();
  for (const [language, name] of [['es', 'Español'], ['it', 'Italiano']]) {
    await page.locator('dialog[open] .languages').getByText(name).click();
    await page.locator(`html[lang=${language}] .seat.mine`, { hasText: 'Ana' }).waitFor();
    assert.equal(await page.evaluate(() => history.state?.handed), undefined);
  }
  assert.deepEqual(person.complaints, []);
});

test('a refusal is shown in the reader’s language, at the control that caused it', async () => {
  const person = await meet('Ana', phone, 'es');
  await person.page.getByLabel(words.es.name.label).fill('‮anA');
  await person.button(words.es.start.make).click();
  await person.button(words.es.make.go).click();
  await person.sees('Un nombre tiene de 1 a 20 caracteres visibles.');
  await person.page.goto(`${house.url}r/ZZZZZZ`);
  await person.sees('La mesa ZZZZZZ se ha cerrado o nunca existió. Abre otra: basta un toque.');
  await person.page.goto(`${house.url}new/yahtzee?preset=yatzy&joker=free`); // the game's folder has this refusal
  await person.page.getByLabel(words.es.name.label).fill('Ana');
  await person.button(words.es.make.go).click();
  await person.sees('Yatzy no tiene comodines.');
});

/** Controls that play a move as offered. */
const offers = ['.race-actions .primary', '.tray .actions .primary', '.tres-say.ready', '.tres-actions .large:not(.tres-say)']
  .map((action) => `${action}[aria-disabled=false]`)
  .concat('.tres-own-card.playable')
  .join();

/** One move of the prompted player in any game: the offered one. */
const move = async (people) => {
  const asked = async (person) => {
    await person.page.locator(`${offers}, .threes-tray .dice button, .box[aria-disabled=false], .places`).first().waitFor();
    return person;
  };
  const person = await Promise.any(people.map(asked));
  const { page } = person;
  const lines = () => page.locator('.log li').count();
  const before = await lines();
  if (await page.locator('.places').isVisible()) return false;
  if ((await page.locator('.tres-own-card.playable').count()) > 0) {
    await page.locator('.tres-own-card.playable').first().click();
    if ((await page.locator('.tres-place').count()) === 0)
      await page.locator('.tres-own-card.playable[aria-pressed=false]').first().click();
    await page.locator('.tres-place').first().click();
  } else if ((await page.locator('.box').count()) > 0) {
    const box = page.locator('.box').first();
    if ((await box.getAttribute('aria-pressed')) === 'false') await box.click(); // straights and five alike are marked from the start
    await page.locator('.box[aria-pressed=true]').click();
  } else {
    const loose = page.locator('.threes-tray .dice button[aria-pressed=false]');
    while ((await loose.count()) > 0) await loose.first().click();
    await page.locator('.tray.locked').waitFor({ state: 'detached' }); // throws are ignored while dice roll
    await page.locator(offers).first().click();
  }
  await page.waitForFunction((count) => document.querySelectorAll('.log li').length > count, before);
  return true;
};

for (const game of games)
  test(`${game} is played at a table of two languages, neither of them English`, async () => {
    const [ana, bice] = [await meet('Ana', phone, 'es'), await meet('Bice', phone, 'it')];
    const people = [ana, bice];
    const { page } = ana;
    const { make, name, room, start } = words.es;
    await page.getByLabel(name.label).fill(ana.name);
    await ana.button(start.make).click();
    await page.getByLabel(make.game, { exact: true }).selectOption({ label: game });
    await page.getByLabel(make.seats).selectOption('2');
    await page.getByLabel(make.clock).selectOption({ label: make.no_clock });
    await page.getByText(make.rules).click();
    await reads_no_english(ana, `the options of ${game}`);
    await ana.fits(`the options of ${game}`);
    await ana.button(make.go).click();
    const invitation = await page.getByLabel(room.invite).inputValue();
    await bice.page.goto(invitation);
    await bice.page.getByLabel(bice.words.name.label).fill(bice.name);
    await bice.button(bice.words.join.sit).click();
    await bice.page.locator('.seat.mine .is-ready').waitFor();
    for (const one of people) {
      await reads_no_english(one, `the room of ${game}`);
      await one.fits(`the room of ${game}`);
    }
    await ana.button(room.start).click();
    for (const one of people) await one.page.locator('.turn').waitFor();
    for (let moves = 0; moves < 8 && (await move(people)); ++moves)
      for (const one of people) await reads_no_english(one, `${game} after ${moves + 1} moves`);
    for (const one of people) await one.fits(`${game} in ${one.language}`);

    // Changes the language during the match: same table, same log.
    const lines = await bice.page.locator('.log li').count();
    assert.ok(lines > 0);
    await bice.button(bice.words.menu.title).click();
    await bice.page.locator('dialog[open] .settings-button').click();
    await bice.button('Español').click();
    await bice.page.locator('html[lang=es] .turn').waitFor();
    await reads_no_english(bice, `${game} in another language`);
    for (const one of people) assert.deepEqual(one.complaints, []);
  });
