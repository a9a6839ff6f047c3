// The rules of a table: what they say in each language, and how they are opened and read.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { languages } from '../../web-client/i18n/language.js';
import { complete_options, house_rules, make_house_rule_predicate } from '../../web-client/ui/rules/rulebook.js';
import { Backstage } from './backstage.js';
import { rules_of } from './games.js';
import { House } from './house.js';
import { desk, open_browser, Person, phone } from './people.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const spoken = Object.keys(languages);
let house;
let browser;
let backstage;
let games;

before(async () => {
  house = await House.open();
  browser = await open_browser();
  backstage = await Backstage.of(browser, house.url);
  ({ games } = await backstage.arrive('Ana'));
});
after(async () => {
  await browser?.close();
  await house?.close();
});

/** Returns a page without its words: its outline is the same in every language. */
function outline({ sections }) {
  const shape = (cell) => (typeof cell === 'string' ? 'words' : cell);
  return sections.map(({ parts }) =>
    parts.map((part) => {
      if ('list' in part) return { list: part.list.length };
      if ('steps' in part) return { steps: part.steps.length };
      if ('table' in part) return { head: part.table.head.length, rows: part.table.rows.map((row) => row.map(shape)) };
      return 'p' in part ? 'p' : { draw: part.example.draw, rest: part.example.rest };
    }),
  );
}

/** Every text of a page, in order. */
function texts({ title, lead, sections }) {
  const said = (part) => {
    if ('table' in part) {
      const { caption, head, rows } = part.table;
      return [caption, ...head, ...rows.flat().filter((cell) => typeof cell === 'string')];
    }
    if ('example' in part) return [part.example.text];
    return 'p' in part ? [part.p] : 'list' in part ? part.list : part.steps;
  };
  return [title, lead, ...sections.flatMap((section) => [section.title, ...section.parts.flatMap(said)])];
}

/** The rules of a game in every language. @returns {Promise<[string, (options: object) => object][]>} */
const writers = (game) => Promise.all(spoken.map(async (language) => [language, await rules_of(game, language)]));

/** Every value of an option, or the ends and a few from the middle of a range. */
function values_of({ kind, choices, values, min, max }) {
  if (kind === 'flag') return [false, true];
  if (kind === 'choice') return choices;
  const middle = [min + 1, Math.floor((min + max) / 2), max - 1].filter((value) => min < value && value < max);
  return values ?? [...new Set([min, ...middle, max])];
}

/** Options that a table must set, too, for an option to change its game; by that option. */
const beside = { first_to: { match: 'first_to' }, points: { match: 'points' } };
/** Yatzy and Generala have neither jokers nor bonuses for further five alike. */
const only_in_yahtzee = ['joker', 'yahtzee_bonus'];

test('every value of every option makes other rules, in every language', async () => {
  for (const game of games)
    for (const [language, write] of await writers(game.id)) {
      const presets = game.options.find(({ name }) => name === 'preset')?.choices ?? [null];
      for (const preset of presets)
        for (const option of game.options) {
          if (option.name === 'preset' && preset !== presets[0]) continue;
          if (['yatzy', 'generala'].includes(preset) && only_in_yahtzee.includes(option.name)) continue;
          const others = { ...(preset && { preset }), ...beside[option.name] };
          const written = new Map();
          for (const value of values_of(option)) {
            const text = texts(write(complete_options(game, { ...others, [option.name]: value }))).join('\n');
            const where = `${game.id} ${preset ?? ''} ${option.name} ${value} ${language}`;
            assert.doesNotMatch(text, /undefined|NaN|\[object|null|#/, where);
            assert.ok(!written.has(text), `${where} reads like ${written.get(text)}`);
            written.set(text, value);
          }
        }
    }
});

/** A small generator whose seed can be told. */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
/** Drawn anew in each run; the long run draws more of them. */
const tables_drawn = process.env.WHOLE_MATCHES === 'all' ? 300 : 60;
/** The numbers that a text names, however the language writes them; those in the name of a box are not meant. */
const numbers_in = (text) =>
  (text.replace(/[34] (of a Kind|iguales)/, '').match(/\d{1,3}(?:[.,]\d{3})+(?!\d)|\d+(?:[.,]\d+)?/g) ?? []).map((number) => number.replace(/[.,]/g, '')).sort();

test('whatever a table sets, the languages say the same things in the same order with the same numbers', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  console.log(`SEED=${seed}`);
  const next = random(seed);
  for (const game of games) {
    const [[, english], ...others] = await writers(game.id);
    for (let table = 0; table < tables_drawn; ++table) {
      const set = game.options.map((option) => {
        const values = values_of(option);
        return [option.name, values[Math.floor(next() * values.length)]];
      });
      const options = complete_options(game, Object.fromEntries(set));
      const expected = english(options);
      for (const [language, write] of others) {
        const rules = write(options);
        const where = `${game.id} ${language} ${JSON.stringify(options)}`;
        assert.deepEqual(outline(rules), outline(expected), where);
        const said = texts(rules);
        texts(expected).forEach((text, at) => {
          assert.deepEqual(numbers_in(said[at]), numbers_in(text), `${where}\n${text}\n${said[at]}`);
        });
      }
    }
  }
});

test('the book has no house rules, and one that is set is found where it stands', async () => {
  for (const game of games) {
    assert.deepEqual(house_rules(game, complete_options(game, {})), []);
    const [[, write]] = await writers(game.id);
    const is_house = make_house_rule_predicate(write(complete_options(game, {})));
    const marked = (options) =>
      write(complete_options(game, options))
        .sections.flatMap(({ parts }) => parts.flatMap((part) => part.list ?? part.p ?? []))
        .filter(is_house);
    assert.deepEqual(marked({}), []);
    assert.deepEqual(marked({ starter: 'random' }), ['Who starts is drawn by lot.']);
  }
});

/**
 * A table of somebody's with a friend who is ready; the language is chosen.
 * @param {Person} person @param {string} language @param {{game: string, options: object}} settings
 */
async function make_table(person, language, settings) {
  const { room, host } = await backstage.table(settings, ['Ana', 'Ben']);
  await person.page.goto(`${house.url}healthz`);
  await person.page.evaluate(
    (stored) => Object.entries(stored).forEach(([key, value]) => localStorage.setItem(key, value)),
    { 'cubilete.language': language, 'cubilete.player /': JSON.stringify({ tokens: [{ token: host.token }] }) },
  );
  await person.page.goto(`${house.url}r/${room}`);
}

/** Tables with house rules, and the device on which somebody reads them. */
const tables = [
  {
    language: 'en',
    device: phone,
    game: 'yahtzee',
    options: { joker: 'wild', columns: 3, upper_bonus: 50 },
    says: ['Everywhere they count for full points', 'gets a bonus of 50', 'The card has three columns'],
  },
  {
    language: 'es',
    device: desk,
    game: 'ambiciosa',
    options: { target: 2000, floor_at_zero: true, min_bank: 300 },
    says: ['Nadie baja de cero', 'al menos 300 puntos', '¡A los 2000!'],
  },
  {
    language: 'it',
    device: phone,
    game: 'tres',
    options: { draw_three_loses_turn: true, wild_colour: 'any', match: 'first_to' },
    says: ['pesca tre carte e salta il turno', 'Anche il jolly numerico è verde', 'chi per primo vince 3 mani'],
  },
];

test('the dice and cards in the rules are as small as the words beside them, and home begins at its top', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  const { page } = ana;
  for (const { id } of games) {
    await page.goto(`${house.url}rules/${id}`);
    await page.locator('.rules-drawn .piece').first().waitFor();
    const sizes = () => page.locator('.rules-drawn .piece').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
    while ((await sizes()).some((width) => width < 14)) await page.evaluate(() => new Promise(requestAnimationFrame)); // its sheet comes
    assert.deepEqual((await sizes()).filter((width) => width > 60), [], id);
  }
  await page.evaluate(() => scrollTo(0, 400));
  assert.ok(await page.evaluate(() => scrollY > 100));
  await page.locator('.bar a, .bar button').first().click();
  await page.locator('.games-shown').waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.deepEqual(ana.complaints, []);
  await page.context().close();
});

test('what the book leaves open is said where a table plays so', async () => {
  const said = async (id, options) => {
    const game = games.find((one) => one.id === id);
    const [[, english]] = await writers(id);
    return texts(english(complete_options(game, options))).join('\n');
  };
  for (const tie of ['tied_only', 'split'])
    assert.match(await said('threes_away', { progressive: 'a', tie }), /That holds for a lowest score within the limit/);
  assert.match(await said('threes_away', { tie: 'tied_only' }), /Only whoever plays again puts in 1 chip\. Before zeros are played off everybody/);
  assert.match(await said('threes_away', { next_starter: 'lowest' }), /of several the one who threw first/);
  assert.match(await said('threes_away', { bottoms: 'per_die' }), /turn it over, if that makes it count less/);
  assert.match(await said('tres', { match: 'first_to' }), /Places go by the score, and where that is equal by the cards left in the last game/);
  assert.match(await said('tres', { false_catch: 1 }), /If that is the next player nobody else may try any more/);
  assert.match(await said('tres', {}), /If it can be laid you must lay it at once, alone/);
  assert.match(await said('yahtzee', { columns: 3, joker: 'free' }), /filled in every column/);
  assert.match(await said('yahtzee', { tie: 'playoff_turn' }), /scored as Chance: the sum of their dice/);
  assert.match(await said('escalera', { scale: 'hearts' }), /a second one does not/);
});

for (const { language, device, game, options, says } of tables)
  test(`the rules of a table with house rules are opened and read by keyboard (${language}, ${game})`, async () => {
    const { words } = await import(`../../web-client/i18n/${language}.js`);
    const { words: rules_words } = await import(`../../web-client/i18n/rules/${language}.js`);
    const ana = await Person.meet(browser, 'Ana', device, house.url);
    await make_table(ana, language, { game, options });

    const button = ana.button(words.rules.open);
    const dialog = ana.page.locator('.rules-dialog');
    const open = async () => {
      await button.focus();
      await ana.page.keyboard.press('Enter');
      await ana.page.getByRole('dialog', { name: rules_words.of('') }).waitFor();
      for (const text of says) await dialog.getByText(text).first().waitFor();
      assert.equal(await dialog.locator('.rules-house tbody tr').count(), Object.keys(options).length);
      assert.ok((await dialog.locator('.rules-mark').count()) >= says.length - 1);
    };
    const close = async () => {
      await ana.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await open();
    const text = dialog.locator('.rules-text:focus');
    await text.waitFor();
    const scrolled = () => text.evaluate((one) => one.scrollTop);
    do await ana.page.keyboard.press('PageDown');
    while ((await scrolled()) < 100);
    do await ana.page.keyboard.press('PageUp');
    while ((await scrolled()) > 0);
    if (language === 'es') await ana.inspect(`60-rules-${game}`);
    else await ana.fits(`the rules of ${game}`);
    await close();
    assert.equal(await ana.page.evaluate(() => document.activeElement?.textContent?.trim()), words.rules.open);

    await ana.button(words.room.start).click();
    await ana.page.locator('.play').waitFor();
    const open_from_menu = async () => {
      await ana.button(words.menu.title).press('Enter');
      await open();
    };
    await open_from_menu();
    await close();
    assert.ok(await ana.page.locator('.play').count(), 'still at the table');
    assert.notEqual(await ana.page.evaluate(() => document.activeElement?.tagName), 'BODY', 'the focus is lost');
    await open_from_menu();
    await dialog.getByRole('button', { name: rules_words.close }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(ana.complaints, []);
  });

for (const [language, device] of [['en', phone], ['es', desk], ['it', phone]])
  test(`each game within a game has a page of its own, by a tap or by a link (${language})`, async () => {
    const { options: names } = await import(`../../web-client/games/yahtzee/words.${language}.js`);
    const { words: rules_words } = await import(`../../web-client/i18n/rules/${language}.js`);
    const write = await rules_of('yahtzee', language);
    const game = games.find(({ id }) => id === 'yahtzee');
    const ana = await Person.meet(browser, 'Ana', device, house.url, { en: 'en-GB', es: 'es-MX', it: 'it-IT' }[language]);
    const { page } = ana;
    const reads = async (preset) => {
      const rules = write(complete_options(game, { preset }));
      await page.getByRole('heading', { level: 1, name: rules.title, exact: true }).waitFor();
      const shown = await page.locator('.rules-text section > h2').allTextContents();
      assert.deepEqual(shown, rules.sections.map(({ title }) => title));
      const text = (await page.locator('.rules-text').textContent()).replaceAll(/\s+/g, ' ');
      for (const { parts } of rules.sections)
        for (const part of parts) for (const said of [part.p, ...(part.list ?? [])]) assert.ok(!said || text.includes(said), said);
      assert.equal(await page.locator('.rules-house, .rules-mark').count(), 0);
      const current = page.locator('.rules-presets [aria-current]');
      assert.equal(await current.textContent(), names[`preset.${preset}`]);
    };
    await page.goto(`${house.url}rules/yahtzee`);
    await reads('yahtzee');
    for (const preset of ['yatzy', 'kniffel', 'generala']) {
      await page.getByRole('link', { name: names[`preset.${preset}`] }).click();
      await reads(preset);
      assert.equal(page.url(), `${house.url}rules/yahtzee?preset=${preset}`);
    }
    await ana.fits(`the rules of Generala in ${language}`);
    await page.goBack();
    await reads('kniffel');
    await page.goto(`${house.url}rules/yahtzee?preset=yatzy`);
    await reads('yatzy');
    await page.getByRole('button', { name: rules_words.play }).click();
    assert.equal(await page.locator('#option-preset').inputValue(), 'yatzy');
    assert.equal(await page.locator('#option-upper_bonus').inputValue(), '50');
    await page.goto(`${house.url}rules/yahtzee?preset=nonsense`);
    await reads('yahtzee');
    await page.goto(`${house.url}rules/tres?preset=yatzy`);
    await page.getByRole('heading', { level: 1, name: 'TRES' }).waitFor();
    assert.equal(await page.locator('.rules-presets').count(), 0);
    assert.deepEqual(ana.complaints, []);
    await page.context().close();
  });
