// Refusals of the server in the players' languages.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';

import { languages } from '../../../web-client/i18n/language.js';
import { fill_placeholders, explain_refusal } from '../../../web-client/i18n/refusals/refusal.js';
import { games } from '../games.js';

const root = new URL('../../../', import.meta.url);
const source = (path) => readFile(new URL(path, root), 'utf8');
const of_game = async (game, language) => (await import(`../../../web-client/games/${game}/words.${language}.js`)).reasons ?? {};
const table = (language) => import(`../../../web-client/i18n/refusals/${language}.js`);
const others = Object.keys(languages).filter((language) => language !== 'en');

const reasons = new Map(
  [...(await source('protocol/reasons.def')).matchAll(/^REASON\((\w+), (\w+), "((?:[^"\\]|\\.)*)"/gm)].map(([, why, code, sentence]) => [why, { code, sentence }]),
);
/** Those of the rules of one game. */
async function reasons_of(game) {
  const folder = `engine/games/${game}/`;
  const files = (await readdir(new URL(folder, root))).filter((file) => file.endsWith('.cpp') && !file.endsWith('_test.cpp'));
  const text = (await Promise.all(files.map((file) => source(folder + file)))).join('');
  return [...text.matchAll(/OptionError\{\s*"\w+",\s*(?:\w+ \+ )?"[^"]*",\s*"(\w+)"/g)].map(([, why]) => why);
}
/**
 * The page explains these codes, not their reasons. It never sends what most of them refuse, as a move that is not listed; to the
 * others the reasons add nothing.
 */
const explained_by_code = new Set([
  ...['taken', 'bad_value', 'id_reused', 'illegal_move', 'not_your_turn', 'stale', 'match_over', 'already_started', 'not_seated'],
  ...['no_room', 'banned', 'wrong_password', 'storage', 'shutting_down'],
]);

/** Refusals of what the players' page never asks for. */
const never_asked = new Set([...reasons.keys()].filter((why) => why.startsWith('desk_')).concat('not_yourself'));

for (const language of others) {
  test(`every reason that says more than its code has a sentence in ${language}`, async () => {
    assert.ok(reasons.size > 50);
    const { reasons: ours } = await table(language);
    const missing = [...reasons].filter(([why, { code }]) => !explained_by_code.has(code) && !never_asked.has(why) && !Object.hasOwn(ours, why));
    assert.deepEqual(missing, []);
    assert.deepEqual(Object.keys(ours).filter((why) => !reasons.has(why)), []);
    for (const [why, sentence] of Object.entries(ours)) {
      const places = reasons.get(why).sentence.split('{}').length - 1;
      for (const [, place] of sentence.matchAll(/\{(.*?)\}/g)) assert.ok(Number(place) < places, sentence);
      assert.match(sentence, /[.!?]$/, sentence);
    }
  });

  test(`every reason of the desk has a sentence on its page in ${language}`, async () => {
    const { reasons: ours } = await import(`../../../web-client/desk/words.${language}.js`);
    const of_desk = [...reasons].filter(([why]) => why.startsWith('desk_') && !['desk_not_open', 'desk_link_over'].includes(why)); // these two have a page of their own
    assert.ok(of_desk.length >= 8);
    assert.deepEqual(Object.keys(ours).sort(), of_desk.map(([why]) => why).sort());
    for (const [why, { sentence }] of of_desk) assert.equal(ours[why].includes('{0}'), sentence.includes('{}'), why);
  });

  test(`every reason of a game's rules has a sentence in ${language}`, async () => {
    let found = 0;
    for (const game of games) {
      const whys = await reasons_of(game);
      assert.deepEqual(Object.keys(await of_game(game, language)).sort(), whys.sort(), game);
      found += whys.length;
    }
    assert.ok(found >= 5);
  });
}

test('a name in a sentence may contain anything', () => {
  for (const name of ['{0}', '{1}', '$&', '.*', "O'Neill"]) assert.equal(fill_placeholders('Ahí está {0}, no {1}.', [name, '3']), `Ahí está ${name}, no 3.`);
});

test('a code without a sentence is explained in every language', async () => {
  const codes = JSON.parse(await source('protocol/protocol.json')).$defs.Refusal.properties.code.enum;
  assert.ok(codes.length > 25);
  for (const language of Object.keys(languages)) {
    const { codes: known } = await table(language);
    const unexplained = language === 'en' ? [] : codes; // the server's sentence is English
    for (const code of [...unexplained, '4002', '4010', '4011']) assert.ok(known[code]?.length > 10, `${code} in ${language}`);
  }
});

test('a refused player reads the reason, and when to try again', () => {
  const why = { code: 'busy', text: 'There are as many tables here as this server can serve.' };
  assert.equal(explain_refusal(why), why.text);
  assert.equal(explain_refusal({ ...why, retry_ms: 12_300 }), `${why.text} Try again in 13 seconds.`);
  assert.equal(explain_refusal({ ...why, retry_ms: 600_000 }), `${why.text} Try again in 10 minutes.`);
  assert.equal(explain_refusal({ ...why, retry_ms: 250 }), why.text);
  assert.match(explain_refusal({ ...why, until_ms: Date.UTC(2026, 0, 2, 12) }), /\. It holds until .*2026/);
  assert.equal(explain_refusal({ code: 'never_heard_of' }), 'That did not work.');
});
