import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import test from 'node:test';

import { chosen_of, languages, speaking } from '../../../web-client/language.js';

const client = new URL('../../../web-client/', import.meta.url);
const spoken = Object.keys(languages);
const others = spoken.filter((one) => one !== 'en');

/** Every set of words, as the names of its files without the language. */
const sets = [];
for (const folder of ['words', 'games']) {
  for (const file of await readdir(new URL(`${folder}/`, client))) {
    const [, name] = file.match(/^(.*\.)?en\.js$/) ? [null, `${folder}/${file.replace(/en\.js$/, '')}`] : [];
    if (name) sets.push(name);
  }
}
const load = (name, language) => import(new URL(`${name}${language}.js`, client));

/** All that hangs below a word, with its path. */
function* leaves(value, path = '') {
  if (value !== null && typeof value === 'object')
    for (const [key, one] of Object.entries(value)) yield* leaves(one, path ? `${path}.${key}` : key);
  else yield [path, value];
}

test('the browser’s languages are asked in their order, and English answers for the others', () => {
  assert.equal(chosen_of(['it']), 'it');
  assert.equal(chosen_of(['es-MX', 'en']), 'es');
  assert.equal(chosen_of(['pt-BR', 'ES', 'it']), 'es');
  assert.equal(chosen_of(['ja', 'fi']), 'en');
  assert.equal(chosen_of(['constructor', '__proto__', '']), 'en');
  assert.equal(chosen_of([]), 'en');
});

for (const name of sets)
  for (const language of others)
    test(`${name}${language} has every word of the English, of the same kind`, async () => {
      const english = new Map(leaves(await load(name, 'en')));
      const words = new Map(leaves(await load(name, language)));
      assert.deepEqual([...words.keys()].sort(), [...english.keys()].sort());
      for (const [path, word] of words) {
        assert.equal(typeof word, typeof english.get(path), path);
        if (typeof word === 'function') assert.equal(word.length, english.get(path).length, path);
        else assert.ok(word !== '' || english.get(path) === '', path);
      }
    });

test('a number goes with its own form in every language', () => {
  const forms = { one: '# one', other: '# other' };
  for (const language of spoken) {
    const { plural } = speaking(language);
    assert.deepEqual(
      [0, 1, 2, 21].map((count) => plural(count, forms)),
      ['0 other', '1 one', '2 other', '21 other'],
      language,
    );
  }
});

test('numbers, shares and lengths of time are written as the language writes them', () => {
  const [en, es, it] = ['en', 'es', 'it'].map(speaking);
  assert.deepEqual([en, es, it].map(({ number }) => number(-12345)), ['−12,345', '−12.345', '−12.345']);
  assert.deepEqual([en, es, it].map(({ gain }) => [gain(50), gain(0), gain(-5)].join(' ')), Array(3).fill('+50 0 −5'));
  assert.deepEqual([en, es, it].map(({ percent }) => percent(0.125, 1)), ['12.5%', '12,5\u00a0%', '12,5%']);
  assert.deepEqual([en, es, it].map(({ span }) => span(45_000)), ['45 seconds', '45 segundos', '45 secondi']);
  assert.deepEqual([en, es, it].map(({ span }) => span(60_000)), ['1 minute', '1 minuto', '1 minuto']);
  assert.deepEqual([en, es, it].map(({ list }) => list(['Ana', 'Ivo'])), ['Ana and Ivo', 'Ana e Ivo', 'Ana e Ivo']);
  const day = 86_400_000;
  assert.deepEqual([en, es, it].map(({ ago }) => ago(0, day)), ['yesterday', 'ayer', 'ieri']);
  assert.deepEqual([en, es, it].map(({ ago }) => ago(0, 40_000)), ['40 seconds ago', 'hace 40 segundos', '40 secondi fa']);
});
