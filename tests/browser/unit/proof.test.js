// Statements of the page about the dice of a finished match, on the records of tests/fairness.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { check_dice } from '../../../js/fairness_verify.js';
import { read_record } from '../../../js/strict_json.js';
import { check } from '../../../web-client/core/verify/check.js';
import { inputs_of } from '../../../web-client/core/verify/inputs.js';
import { proof as words } from '../../../web-client/i18n/verifier/en.js';
import { account_of, kind_of } from '../../../web-client/ui/proof/verdict.js';
import { text_of } from '../json_patch.js';

const cases_in = (file) => JSON.parse(readFileSync(new URL(`../../fairness/${file}`, import.meta.url), 'utf8'));
const { bases, cases } = cases_in('cases.json');
const own = cases_in('own_cases.json');
const names = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Fay', 'Gus', 'Hal'];
const named = (record) => ({ ...record, seats: names.map((name) => ({ id: `p_${name}`, name, bot: false })).slice(0, seats_of(record)) });
const seats_of = ({ proof }) => JSON.parse(proof.players).length;

/** Whether a case can be read, which all verifiers must see alike. */
const readable = (bases) => (one) => {
  try {
    return read_record(Buffer.from(text_of(bases, one))) !== undefined;
  } catch (why) {
    assert.equal(one.verdict, `not verifiable: ${why.message}`, one.name);
    return false;
  }
};

/** Every case with what the page found; several tests look at them, and a check takes long. */
const found = cases.filter(readable(bases)).map((one) => {
  const record = read_record(Buffer.from(text_of(bases, one)));
  return { ...one, record, checked: check(record, null) };
});
const found_own = own.cases.filter(readable(own.bases)).map((one) => {
  const { record, notes, ended } = read_record(Buffer.from(text_of(own.bases, one)));
  return { ...one, record, notes, ended, checked: check(record, notes, ended) };
});

const account = (record, notes = null) => account_of(check(record, notes), record, words);

test('a player who contributed reads that their secret is in every throw, and in how many a fresh one', () => {
  const { notes, ...base } = own.bases['two seats'];
  const record = named(base.record);
  const { tone, verdict_title, details, remarks, contributors } = account(record, notes);
  const { draws, without, early } = check_dice(record);
  assert.equal(tone, 'good');
  assert.ok(without.get(0) > 0);
  assert.equal(verdict_title, `${draws} of ${draws} throws and shuffles checked; your secret is in each of the ${draws}.`);
  const { agree, entries } = check(record, notes).verdict.comparison;
  assert.deepEqual(details, [words.secrets_of(['Ana', 'Ben']), words.start, words.own.in_key(draws - without.get(0), draws), agree === null ? words.own.unchecked : words.own.agrees(agree, entries)]);
  assert.deepEqual(contributors.map(({ secret }) => secret), [draws, draws]);
  assert.deepEqual(contributors.map(({ fresh }) => draws - fresh), [without.get(0), without.get(1)]);
  const at_start = record.log[0].extra.drawn.length;
  assert.ok(at_start > 0);
  assert.deepEqual(remarks, early > at_start ? [words.early(early - at_start)] : []);
});

test('a record that names more seats than can take part is refused and gets no line for each of them', () => {
  const record = { ...named(own.bases['two seats'].record), seats: Array(50_000).fill({ name: 'Ana' }) };
  const { tone, contributors, details, remarks } = account(record);
  assert.deepEqual([tone, contributors, remarks], ['bad', [], []]);
  assert.ok(details.join().length < 1000, details.join());
});

test('a normal match is not less than perfect because its start asks for no fresh secrets, and the badge says the same', async () => {
  for (const language of ['en', 'es', 'it']) {
    const [{ explained }, { proof }] = await Promise.all(['dice', 'verifier'].map((folder) => import(`../../../web-client/i18n/${folder}/${language}.js`)));
    assert.equal(explained.start, proof.start);
  }
  const drawn = [{ kind: 'dice' }, { kind: 'dice' }];
  const record = { seats: [{ name: 'Ana' }], log: [{ seq: 1, extra: { drawn } }, { seq: 2, extra: { drawn } }], proof: { k: 4, tips: {} } };
  const account_with = (early) => account_of({ verdict: { kind: 'fair', entry: 0, reason: '', draws: 4, early, without: new Map([[0, early]]), own: null, late: [] }, notes: 'none', mine: null }, record, words);
  assert.deepEqual(account_with(2).remarks, []);
  assert.ok(account_with(2).details.includes(words.start));
  assert.deepEqual(account_with(3).remarks, [words.early(1)]);
  assert.ok(!account_with(0).details.includes(words.start));
});

test('without notes nobody is told that a secret is theirs', () => {
  for (const notes of [null, own.bases['a spectator'].notes]) {
    const { verdict_title } = account(named(own.bases['two seats'].record), notes);
    assert.match(verdict_title, /^\d+ of \d+ throws and shuffles checked\.$/);
  }
});

test('throws and shuffles are called what they are', () => {
  const only = (kinds) => ({
    proof: { k: 2 },
    log: [{ extra: null }, { extra: { drawn: kinds.map((kind) => ({ kind })) } }],
  });
  assert.equal(kind_of(only(['dice', 'pick'])), 'dice');
  assert.equal(kind_of(only(['shuffle', 'shuffle'])), 'cards');
  assert.equal(kind_of(only(['pick', 'shuffle'])), 'both');
  assert.equal(kind_of({ log: [null, {}, { extra: null }] }), 'dice');
  assert.equal(words.checked.dice(213, 213), '213 of 213 throws checked');
});

test('who came too late, who contributed nothing and what could be known early is said by name', () => {
  const record = named(bases['three seats, one without tip, one late']);
  const verdict = check_dice(record);
  assert.deepEqual(verdict.late, [[2, 4]]);
  const { verdict_title, details, remarks, contributors } = account(record);
  assert.equal(verdict_title, `${verdict.draws} of ${verdict.draws} throws and shuffles checked.`);
  assert.deepEqual(details, [words.secrets_of(['Ana', 'Cleo']), words.start, words.own.missing]);
  const early = verdict.early - record.log[0].extra.drawn.length;
  assert.deepEqual(remarks, [
    ...(early > 0 ? [words.early(early)] : []),
    'Cleo’s secret came too late at move 4. That may have given the server a choice between two results.',
    'Without a secret of their own: Ben.',
  ]);
  assert.deepEqual(contributors[1], { name: 'Ben', secret: null, fresh: null });
});

test('a seat that was late at the start is in no result, the others are in all', () => {
  const record = named(bases['eight seats, two late']);
  const { contributors, remarks, verdict_title } = account(record);
  assert.deepEqual(contributors.map(({ secret }) => secret === record.proof.k), names.map((_, seat) => seat !== 3));
  assert.equal(contributors[3].secret, 0);
  assert.equal(contributors[3].fresh, 0);
  const late = remarks.find((remark) => remark.startsWith('Dan’s'));
  assert.match(late, /^Dan’s secret came too late at the start\. Eva’s secret came too late at move 5\. /);
  assert.match(late, / That may have given the server 2 choices between two results each\.$/);
  assert.doesNotMatch(verdict_title, /your/);
});

test('without any secret of a player they are the server’s dice', () => {
  for (const name of ['nobody has a tip', 'nobody reveals']) {
    const { tone, verdict_title, details } = account(named(bases[name]));
    assert.equal(tone, 'open', name);
    assert.equal(verdict_title, words.server_dice);
    assert.match(details[0], /^\d+ of \d+ .* checked: they follow from a secret/);
  }
  const plain = { ended_ms: 1, proof: null, log: [{ extra: { dice: 'server' } }] };
  assert.deepEqual(account(plain), {
    ...{ tone: 'open', verdict_title: words.server_dice, details: [words.nobody_took_part], remarks: [], contributors: [], draws: 0 },
  });
});

test('without a proof it says why', () => {
  const { verdict_title, tone } = account({ ended_ms: 1, proof: null, log: [{ extra: null }] });
  assert.equal(verdict_title, words.played_before);
  assert.equal(tone, 'open');
  assert.equal(account({ ...bases.alone, kept: false }).verdict_title, words.log_deleted);
  assert.equal(account({ ...bases.alone, next: 3 }).verdict_title, words.unverifiable);
});

test('a false record is called that, with the move, and nothing good is said of it', () => {
  const record = structuredClone(bases['two seats']);
  const entry = record.log.findIndex(({ extra }, at) => at > 1 && extra?.drawn);
  record.log[entry].extra.drawn[0].result = [1, 1];
  const { tone, verdict_title, details, contributors, remarks } = account(record);
  assert.equal(tone, 'bad');
  assert.equal(verdict_title, `Do not believe this record: it contradicts itself at move ${entry + 1}.`);
  assert.match(details[0], /^The result of draw \d+ does not follow from the secrets\.$/);
  assert.match(details[1], /^\d+ of \d+ throws and shuffles checked up to there\.$/);
  assert.equal(details.length, 2);
  assert.deepEqual([contributors, remarks], [[], []]);
  const closed = structuredClone(bases.alone);
  closed.proof.seed = null;
  assert.equal(account(closed).verdict_title, words.never_opened);
});

test('a record that differs from the own notes is not believed, even if it is consistent', () => {
  let differ = 0;
  for (const { record, checked, name } of found_own) {
    const { tone, verdict_title } = account_of(checked, record, words);
    if (checked.notes !== 'differ') continue;
    ++differ;
    assert.equal(check_dice(record).kind === 'FALSE', false, name);
    assert.equal(tone, 'bad', name);
    assert.ok([words.own.differs, words.never_opened].includes(verdict_title), name);
  }
  assert.ok(differ > 50, `${differ}`);
});

const languages = { en: words, es: (await import('../../../web-client/i18n/verifier/es.js')).proof, it: (await import('../../../web-client/i18n/verifier/it.js')).proof };
/** The title says these. */
const in_title = ['never opened', "the server's secret was never published"];

test('every reason of the verifiers for a false record has a sentence in every language, and no other', () => {
  const reasons = new Set(['the field {} is malformed']);
  for (const file of ['cup.js', 'fairness_verify.js', 'own_notes.js', 'own_sight.js']) {
    const source = readFileSync(new URL(`../../../js/${file}`, import.meta.url), 'utf8');
    for (const [, quote, text, rest] of source.matchAll(/(?:new Fault|throw wrong)\((['"`])(.*?)\1(.*)/g))
      if (!rest.startsWith(", 'not verifiable'")) reasons.add(quote === '`' ? text.replaceAll(/\$\{[^}]*\}/g, '{}') : text);
  }
  for (const reason of in_title) assert.equal(reasons.delete(reason), true, reason);
  assert.ok(reasons.size > 35, `${reasons.size}`);
  for (const [language, { reasons: known }] of Object.entries(languages)) assert.deepEqual(Object.keys(known).sort(), [...reasons].sort(), language);
});

test('every false record of the cases is explained in the reader’s language, with the players’ names', () => {
  const explained = new Set();
  const tell = (checked, record, name) => {
    if (checked.verdict.kind !== 'FALSE' || in_title.includes(checked.verdict.reason)) return;
    const texts = Object.values(languages).map((of_language) => account_of(checked, record, of_language).details[0]);
    for (const sentence of texts) assert.match(sentence, /^[\p{Lu}].*[^{}]\.$/u, `${name}: ${checked.text}`);
    assert.equal(new Set(texts).size, texts.length, checked.text);
    explained.add(checked.verdict.reason.replaceAll(/\d+/g, ''));
  };
  for (const { record, checked, name } of [...found, ...found_own]) tell(checked, record, name);
  assert.ok(explained.size > 30, `${explained.size}`);
  const record = named(structuredClone(bases['two seats']));
  record.proof.reveals[1] = '0'.repeat(64);
  const checked = check(record, null);
  assert.equal(checked.verdict.reason, 'the reveal of seat 1 does not lead to its tip');
  assert.equal(account_of(checked, record, languages.es).details[0], 'El secreto que abrió Ben no es el que estaba guardado.');
});

test('the verdict with notes is that of all verifiers; damaged notes do not hide what the record says', () => {
  for (const { record, notes, checked, verdict, name } of found_own) {
    if (notes !== null) assert.equal(checked.text, verdict, name);
    if (checked.notes === 'agree') assert.match(verdict, /; what was shown (agrees with the record in \d+ of|is not checked)/, name);
    if (checked.notes !== 'damaged') continue;
    assert.match(verdict, /^not verifiable: the (field \S+ of the notes is malformed|notes have no line)/, name);
    assert.equal(account_of(checked, record, words).tone, check_dice(record).kind === 'fair' ? 'good' : 'open', name);
  }
});

test('all that the verdict says of the notes is said in the reader’s language', () => {
  const seen = { key: 0, value: 0, agrees: 0, unchecked: 0, stray: 0, broken: 0, device: 0, none: 0, throws: 0 };
  const numbers = (text) => text.match(/\d+/g).join(' ');
  for (const { record, checked, verdict: text, name } of found_own) {
    if (checked.notes !== 'agree' || !['fair', 'left out'].includes(checked.verdict.kind)) continue;
    const texts = Object.entries(languages).map(([language, of_language]) => {
      const { verdict_title, details, tone } = account_of(checked, record, of_language);
      const { own: own_words } = of_language;
      const says = (kind, sentence) => {
        assert.ok(details.includes(sentence), `${name}, ${language}: ${sentence} is not in ${details.join(' | ')}`);
        ++seen[kind];
        return sentence;
      };
      assert.equal(tone, text.startsWith('fair') ? 'good' : 'open', name);
      const [, no, own, draws] = text.match(/; your secret is (not )?in the key, your value in (\d+) of (\d+) draws?/) ?? [];
      if (own) says(no ? 'value' : 'key', (no ? own_words.not_in_key : own_words.in_key)(Number(own), Number(draws)));
      const [, agree, entries] = text.match(/agrees with the record in (\d+) of (\d+) entr/) ?? [];
      if (agree) says('agrees', own_words.agrees(Number(agree), Number(entries)));
      else says('unchecked', own_words.unchecked);
      const [, stray] = text.match(/; (\d+) moves? of seat \d+ came from another device, or from nobody/) ?? [];
      if (stray) says('stray', own_words.stray(Number(stray)));
      const [, broken, of, abandoned = '0'] = text.match(/; (\d+) of the last (\d+) match(?:es)? (?:was|were) broken off(?:, (\d+) abandoned)?/) ?? [];
      if (broken) assert.equal(numbers(says('broken', own_words.past(Number(of), Number(broken), Number(abandoned)))), [of, broken, abandoned].join(' '));
      const left_out = { 'left out: another device': 'other_device', 'left out: the secret': 'left_out', 'left out: the value': 'no_value' };
      for (const [start, word] of Object.entries(left_out)) {
        if (!text.startsWith(start)) continue;
        assert.equal(verdict_title, of_language[word], name);
        ++seen[{ other_device: 'device', left_out: 'none', no_value: 'throws' }[word]];
      }
      return [verdict_title, ...details].join(' ');
    });
    assert.equal(new Set(texts).size, 3, name);
  }
  for (const [kind, count] of Object.entries(seen)) assert.ok(count > 0, kind);
});

test('there is something to say about every record of the cases', () => {
  const tones = { fair: 'good', FALSE: 'bad', 'not verifiable': 'open', "server's dice": 'open' };
  const kinds = new Set();
  for (const { record, checked, verdict: text } of found) {
    const { verdict } = checked;
    const { tone, verdict_title } = account_of(checked, record, words);
    assert.equal(tone, tones[verdict.kind], text);
    assert.ok(verdict_title.length > 10, text);
    kinds.add(verdict.kind);
  }
  assert.equal(kinds.size, 4);
});

test('the inputs of every entry give its results', () => {
  let checked = 0;
  for (const record of Object.values(bases))
    for (const { seq, extra } of record.log) {
      const inputs = inputs_of(record, seq);
      assert.equal(inputs === null, !extra?.drawn);
      if (!inputs) continue;
      assert.deepEqual(inputs.asked, extra.seats.map((seat) => [seat, extra.fresh[seat]]));
      for (const [at, { kind, a, result, steps }] of inputs.draws.entries()) {
        assert.deepEqual(result, extra.drawn[at].result);
        for (const { n, skipped, word, value } of steps) {
          assert.equal(word % n, value);
          for (const one of skipped) assert.ok(one >= 2 ** 32 - (2 ** 32 % n));
        }
        const values = steps.map(({ value }) => value);
        if (kind === 'dice') assert.deepEqual(values.map((value) => value + 1), result);
        else if (kind === 'pick') assert.deepEqual(values, [result]);
        else {
          const places = Array.from({ length: a }, (_, place) => place);
          for (const { n, value } of steps) [places[n - 1], places[value]] = [places[value], places[n - 1]];
          assert.deepEqual(places, result);
        }
        ++checked;
      }
    }
  assert.ok(checked > 50);
});
