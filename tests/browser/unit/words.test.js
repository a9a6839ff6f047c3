import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';

import { foreign_sheets } from '../../../web-client/games/yahtzee/sheets.js';
import { choose_language, languages, locale_of, make_formatters } from '../../../web-client/i18n/language.js';

const client = new URL('../../../web-client/', import.meta.url);
const spoken = Object.keys(languages);
const others = spoken.filter((one) => one !== 'en');

/** Every set of texts: its file names without the language. */
const sets = [];
for (const folder of ['i18n', 'games', 'desk'])
  for (const file of await readdir(new URL(`${folder}/`, client), { recursive: true }))
    if (/(^|[/.])en\.js$/.test(file)) sets.push(`${folder}/${file.replace(/en\.js$/, '')}`);
const load = (name, language) => import(new URL(`${name}${language}.js`, client));

/** Translations of the server's sentences; refusals.test.js checks them. */
const of_the_server = /^(reasons|notices)\.|^codes\.[a-z]/;

/** All texts below a key, with their paths. */
function* leaves(value, path = '') {
  if (value !== null && typeof value === 'object')
    for (const [key, one] of Object.entries(value)) yield* leaves(one, path ? `${path}.${key}` : key);
  else if (!of_the_server.test(path)) yield [path, value];
}

test('the browser’s languages are tried in order, and English is the default', () => {
  assert.equal(choose_language(['it']), 'it');
  assert.equal(choose_language(['es-MX', 'en']), 'es');
  assert.equal(choose_language(['pt-BR', 'ES', 'it']), 'es');
  assert.equal(choose_language(['ja', 'fi']), 'en');
  assert.equal(choose_language(['constructor', '__proto__', '']), 'en');
  assert.equal(choose_language([]), 'en');
  assert.equal(choose_language(['es@euro', 'it']), 'es');
  assert.equal(choose_language(['it_IT.UTF-8']), 'it');
});

test('formats follow the reader’s region, and what is no language tag is passed over', () => {
  assert.equal(locale_of('es', ['es', 'es-MX']), 'es-MX');
  for (const tag of ['en-US@posix', 'es-ES@euro', 'it_IT.UTF-8', 'en-', 'es-x', ''])
    for (const spoken of ['en', 'es', 'it']) assert.equal(new Intl.NumberFormat(locale_of(spoken, [tag])).format(1), '1', tag);
  assert.equal(locale_of('en', ['en-US@posix', 'en-GB']), 'en-GB');
});

for (const name of sets)
  for (const language of others)
    test(`${name}${language} has every key of the English file, with the same type`, async () => {
      const english = new Map(leaves(await load(name, 'en')));
      const words = new Map(leaves(await load(name, language)));
      assert.deepEqual([...words.keys()].sort(), [...english.keys()].sort());
      for (const [path, word] of words) {
        assert.equal(typeof word, typeof english.get(path), path);
        if (typeof word === 'function') assert.equal(word.length, english.get(path).length, path);
        else assert.ok(word !== '' || english.get(path) === '', path);
      }
    });

for (const name of sets)
  for (const language of others)
    test(`${name}${language} fills in what the English file fills in`, async () => {
      const fields = (text) => text.match(/\{\w*\}/g) ?? [];
      const english = new Map(leaves(await load(name, 'en')));
      for (const [path, word] of leaves(await load(name, language))) {
        const theirs = english.get(path);
        if (typeof word === 'string') assert.deepEqual(new Set(fields(word)), new Set(fields(theirs)), path);
        else assert.deepEqual(word.template && fields(word.template), theirs.template && fields(theirs.template), path); // in the same order
      }
    });

test('a number gets its plural form in every language', () => {
  const forms = { one: '# one', other: '# other' };
  for (const language of spoken) {
    const { plural } = make_formatters(language);
    assert.deepEqual(
      [0, 1, 2, 21].map((count) => plural(count, forms)),
      ['0 other', '1 one', '2 other', '21 other'],
      language,
    );
  }
});

test('numbers, shares and durations are written as in the language', () => {
  const [en, es, it] = ['en', 'es', 'it'].map(make_formatters);
  assert.deepEqual([en, es, it].map(({ number }) => number(-12345)), ['−12,345', '−12.345', '−12.345']);
  assert.deepEqual([en, es, it].map(({ gain }) => [gain(50), gain(0), gain(-5)].join(' ')), Array(3).fill('+50 0 −5'));
  assert.deepEqual([en, es, it].map(({ percent }) => percent(0.125, 1)), ['12.5%', '12,5\u00a0%', '12,5%']);
  assert.deepEqual([en, es, it].map(({ span }) => span(45_000)), ['45 seconds', '45 segundos', '45 secondi']);
  assert.deepEqual([en, es, it].map(({ span }) => span(60_000)), ['1 minute', '1 minuto', '1 minuto']);
  assert.deepEqual([en, es, it].map(({ list }) => list(['Ana', 'Ivo'])), ['Ana and Ivo', 'Ana e Ivo', 'Ana e Ivo']);
  assert.deepEqual([en, es, it].map(({ date }) => date('2026-11-05')), ['November 5, 2026', '5 de noviembre de 2026', '5 novembre 2026']);
  assert.deepEqual([en, es, it].map(({ month }) => month('2026-11')), ['November 2026', 'noviembre de 2026', 'novembre 2026']);
  const day = 86_400_000;
  assert.deepEqual([en, es, it].map(({ ago }) => ago(0, day)), ['yesterday', 'ayer', 'ieri']);
  assert.deepEqual([en, es, it].map(({ ago }) => ago(0, 40_000)), ['40 seconds ago', 'hace 40 segundos', '40 secondi fa']);
});

test('every number and date is written as in the reader’s region', async () => {
  const sources = (await readdir(client, { recursive: true })).filter((file) => file.endsWith('.js') && !/node_modules|vendor/.test(file) && file !== 'i18n/language.js');
  assert.ok(sources.length > 100);
  for (const file of sources) assert.doesNotMatch(await readFile(new URL(file, client), 'utf8'), /\bIntl\.|\.toLocale\w*String\(/, file);
});

for (const name of sets)
  for (const language of others)
    test(`${name}${language} distinguishes singular and plural where English does`, async () => {
      const counts = [0, 1, 2, 21];
      const kind_of = (word) =>
        counts.map((count) => {
          try {
            return `${word(count)}`.replaceAll(/\d+/g, '#');
          } catch {
            return null; // takes no number
          }
        });
      const english = new Map(leaves(await load(name, 'en')));
      for (const [path, word] of leaves(await load(name, language))) {
        if (typeof word !== 'function' || word.length !== 1) continue;
        const [ours, theirs] = [kind_of(word), kind_of(english.get(path))];
        if (theirs[1] !== theirs[2]) assert.notEqual(ours[1], ours[2], `${path}: ${ours[1]}`);
        if (theirs[2] === theirs[3]) assert.equal(ours[2], ours[3], path);
      }
    });

test('votes agree with their number in every language', async () => {
  for (const language of spoken) {
    const { words, page_texts } = await load('i18n/', language);
    const all = { ...words, ...page_texts };
    const forms = [all.result.votes, all.table.let_house_votes].map((votes) => [1, 2].map((count) => votes(count, 3).replace(`${count}`, '#')));
    for (const [one, other] of forms) assert.notEqual(one, other, language);
  }
});

// ---- untranslated texts

/** Texts that are intentionally the same in English and another language. */
const same = new Set([
  ...['Cubilete', 'Yahtzee', 'Generala', 'Kniffel', 'Yatzy', 'TRES', 'TRES!', 'TRES?', 'TOMA TRES!', 'Chat', 'bot', 'No', 'Password'],
  ...['¡Me planto!', 'Me planto', '→ 0', '{game}: {names}', '{name}: TRES!', 'Chance', 'Full', 'Bonus', 'Zero!', 'jack', 'Menu', 'Panda', 'Enter', 'D', 'P', 'T', 'C', 'R', 'G', 'B', 'Y'],
  ...Object.values(foreign_sheets).flatMap((sheet) => Object.values(sheet)),
]);
/** Words that exist only in English. */
const english_words =
  /\b(the|you|your|and|of|with|this|that|not|has|have|is|are|was|to|by|at|threw|throws?|turns?|points?|cards?|die|games?|tables?|seats?|players?|wins?|won|round|keep|kept|box|try|again)\b/i;

for (const name of sets)
  for (const language of others)
    test(`${name}${language} contains no English`, async () => {
      const english = new Map(leaves(await load(name, 'en')));
      for (const [path, word] of leaves(await load(name, language)))
        if (typeof word === 'string' && /\p{L}/u.test(word) && !same.has(word) && !/^[\d, ]+$/.test(word))
          assert.notEqual(word, english.get(path), path);
      const source = await readFile(new URL(`${name}${language}.js`, client), 'utf8');
      const code = source.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|^import .*$|^\s*(['"]).*\1:/gm, '');
      for (const [whole, , quoted] of code.matchAll(/(['"`])((?:[^\\]|\\.)*?)\1/g)) {
        const text = quoted.replaceAll(/\$?\{[^{}]*\}/g, ' ').replaceAll(/\$\{.*$/g, ' ');
        if (/^[a-z_0-9.]+$/.test(text)) continue; // an identifier
        assert.doesNotMatch(text, english_words, whole);
      }
    });

/** Words and signs that only the other of two similar languages has. */
const neighbours = { es: /\b(il|gli|che|della?|nella?|perché|più|anche|lancia|tavolo|mi fermo)\b/i, it: /[¡¿ñ]|\b(el|los|las|para|por|muy|ese|planto|tirar|mesa|juego)\b/i };
for (const name of sets)
  for (const [language, foreign] of Object.entries(neighbours))
    test(`${name}${language} contains nothing of ${language === 'es' ? 'Italian' : 'Spanish'}`, async () => {
      const source = await readFile(new URL(`${name}${language}.js`, client), 'utf8');
      for (const [whole] of source.matchAll(/(['"`])((?:[^\\]|\\.)*?)\1/g)) assert.doesNotMatch(whole, foreign);
    });

for (const language of ['en', ...others])
  test(`an invitation has the same texts from the server as from the page, ${language}`, async () => {
    const { words } = await load('i18n/', language);
    const { default: site } = await load('i18n/site/', language);
    const { name, name_hint, password, sit, next, watch } = site;
    assert.deepEqual(
      { name, name_hint, password, sit, next, watch },
      { name: words.name.label, name_hint: words.name.hint, password: words.access.password, sit: words.join.sit, next: words.join.next, watch: words.join.watch },
    );
  });
