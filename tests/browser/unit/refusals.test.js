// Refusals of the server in the players' languages.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import { languages } from '../../../web-client/i18n/language.js';
import { in_words } from '../../../web-client/i18n/refusals/refusal.js';
import { translator } from '../../../web-client/i18n/translator.js';
import { games } from '../games.js';
import { refusal_sentences, sentences_in } from './refusal_sentences.js';

const client = '../../../web-client';
const of_game = async (game, language) => (await import(`${client}/games/${game}/words.${language}.js`)).sentences ?? {};
/** Those of the games are in their folders. */
const table = async (language) => {
  const { codes, sentences } = await import(`${client}/i18n/refusals/${language}.js`);
  const own = await Promise.all(games.map((game) => of_game(game, language)));
  return { codes, sentences: Object.assign({}, sentences, ...own) };
};
const others = Object.keys(languages).filter((language) => language !== 'en');
const said = await refusal_sentences();

test('a sentence is found in a source however it is concatenated', () => {
  const source = `
    if (full) return Refused{Code::busy, "There are " // many
        "many.", {}, 60'000};
    return refused(Code::seat_taken, chair.name + " sits there.");
    return refused(Code::bad_options, std::to_string(f(a, b)) + " players are seated.");
    return refused(Code::busy, game + " needs " + count + (count == 1 ? " player." : " players."));
    return fmt::format("A name has at most {:d} letters.", most);
    fields.refuse(Code::bad_message, "n", "This is for programs.");
    if (throws == 0) return illegal("Throw the dice first.");`;
  assert.deepEqual(sentences_in(source), [
    'There are many.',
    '{} sits there.',
    '{} players are seated.',
    '{} needs {} player.',
    '{} needs {} players.',
    'A name has at most {} letters.',
  ]);
});

for (const language of others) {
  test(`every refusal sentence that says more than its code has a translation in ${language}`, async () => {
    assert.ok(said.size > 50);
    const { sentences } = await table(language);
    const missing = [...said].filter(([sentence]) => !Object.hasOwn(sentences, sentence));
    assert.deepEqual(missing, []);
    const stale = Object.keys(sentences).filter((sentence) => !said.has(sentence));
    assert.deepEqual(stale, []);
    for (const [english, ours] of Object.entries(sentences)) {
      const places = english.split('{}').length - 1;
      for (const [, place] of ours.matchAll(/\{(.*?)\}/g)) assert.ok(Number(place) < places, ours);
      assert.match(ours, /[.!?]$/, ours);
      assert.notEqual(ours, english);
    }
  });

  test(`a game translates only what its own rules say, in ${language}`, async () => {
    for (const game of games)
      for (const sentence of Object.keys(await of_game(game, language)))
        assert.match(said.get(sentence) ?? '', new RegExp(`^engine/games/${game}/`), sentence);
  });

  test(`each English sentence matches its own translation in ${language}, and no other`, async () => {
    const { sentences } = await table(language);
    const translated = translator(sentences);
    const names = ['Ana', 'Yahtzee', '3'];
    for (const [english, ours] of Object.entries(sentences)) {
      let at = 0;
      const text = english.replaceAll('{}', () => names[at++]);
      const expected = ours.replaceAll(/\{(\d)\}/g, (_, place) => names[place]);
      assert.equal(
        translated(text, (part) => part),
        expected,
        english,
      );
    }
  });
}

test('a name may contain anything', async () => {
  const { sentences } = await table('es');
  const translated = translator(sentences);
  for (const name of ['{0}', '$&', 'It is', '.*', "O'Neill", 'Ana is ready.'])
    assert.equal(
      translated(`${name} sits there.`, (part) => part),
      `Ahí está ${name}.`,
    );
});

test('a code without a sentence is explained in every language', async () => {
  const source = await readFile(new URL('../../../protocol/refused.cpp', import.meta.url), 'utf8');
  const codes = [...source.matchAll(/return "(\w+)"/g)].map(([, code]) => code);
  assert.ok(codes.length > 25);
  for (const language of Object.keys(languages)) {
    const { codes: known } = await table(language);
    for (const code of [...codes, '4002', '4003', '4010']) assert.ok(known[code]?.length > 10, `${code} in ${language}`);
  }
});

test('a refused player reads the reason, and when to try again', () => {
  const why = { code: 'busy', text: 'There are as many tables here as this server can serve.' };
  assert.equal(in_words(why), why.text);
  assert.equal(in_words({ ...why, retry_ms: 12_300 }), `${why.text} Try again in 13 seconds.`);
  assert.equal(in_words({ ...why, retry_ms: 600_000 }), `${why.text} Try again in 10 minutes.`);
  assert.equal(in_words({ ...why, retry_ms: 250 }), why.text);
  assert.equal(in_words({ code: 'rate_limited' }), 'That was too much at once.');
  assert.equal(in_words({ code: 'never_heard_of' }), 'That did not work.');
});
