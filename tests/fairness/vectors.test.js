// The arithmetic of js/fairness.js against the examples that all implementations share.
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as cup from '../../js/cup.js';
import * as fairness from '../../js/fairness.js';
import { shown_hashes, sight_hashes } from '../../js/shown.js';
import { hmac_sha256, sha256 } from '../../js/sha256.js';

const vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'));
const { from_hex, hex } = fairness;

const by_seat = (values) =>
  new Map(Object.entries(values).map(([seat, value]) => [Number(seat), value === null ? null : from_hex(value)]));

test('SHA-256 and HMAC are those of Node, for every length up to five blocks', () => {
  for (let length = 0; length <= 320; ++length) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
    assert.equal(hex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'));
    const key = bytes.slice(0, 64);
    assert.equal(hex(hmac_sha256(key, bytes)), createHmac('sha256', key).update(bytes).digest('hex'));
  }
});

test('commitments, tips, roster and key are those of the examples', () => {
  assert.equal(vectors.length, 5);
  for (const vector of vectors) {
    const seed = from_hex(vector.seed);
    const commit = fairness.commitment(vector.match, seed);
    assert.equal(hex(commit), vector.commit);
    for (const [seat, secret] of Object.entries(vector.secrets)) {
      const chain = new fairness.Chain(from_hex(secret), vector.length);
      assert.equal(hex(chain.tip), vector.tips[seat]);
      if (vector.reveals[seat] !== null) assert.equal(hex(chain.value(0)), vector.reveals[seat]);
      assert.equal(hex(chain.value(vector.length - 1)), secret);
      assert.equal(chain.value(vector.length), undefined);
    }
    const marks = vector.ids.map((id, seat) => fairness.player_mark(from_hex(vector.nonces[seat]), id));
    assert.equal(JSON.stringify(marks.map(hex)), vector.players);
    const roster = fairness.roster_hash(vector.match, commit, vector.settings, vector.players, by_seat(vector.tips));
    assert.equal(hex(roster), vector.roster);
    assert.equal(hex(fairness.draw_key(seed, roster, by_seat(vector.reveals))), vector.key);
  }
});

test('every draw is that of the examples', () => {
  for (const { key, entries } of vectors)
    for (const { fresh, drawn } of entries)
      for (const said of drawn) {
        const values = fairness.draw(from_hex(key), said, by_seat(fresh));
        assert.deepEqual(said.kind === 'pick' ? values[0] : values, said.result);
      }
});

test('hashes of what is shown are those of the examples', () => {
  const examples = JSON.parse(readFileSync(new URL('shown_vectors.json', import.meta.url), 'utf8'));
  for (const { seq, to_act, view, events, you, V, y, w, s, e, faces } of examples) {
    const push = { seq, to_act: JSON.parse(to_act), view: JSON.parse(view), ...(you && { you: JSON.parse(you) }) };
    assert.deepEqual(sight_hashes(push), [V, y]);
    assert.deepEqual(shown_hashes(push, JSON.parse(events)), [w, s, e, faces]);
  }
});

test('each value comes from equally many words', () => {
  for (const [n, each, dropped] of [[6, 42, 4], [52, 4, 48], [256, 1, 0], [1, 256, 0]]) {
    const counts = Array(n).fill(0);
    const words = Array.from({ length: 256 }, (_, word) => word)[Symbol.iterator]();
    for (let used = 0; used < 256 - dropped; ++used) ++counts[fairness.uniform_below(words, n, 256)];
    assert.deepEqual(counts, Array(n).fill(each));
  }
});

test('seeds and faces of the cup are those of the examples', () => {
  const { last, end, days } = JSON.parse(readFileSync(new URL('cup_vectors.json', import.meta.url), 'utf8'));
  const seed_of = (day) => cup.earlier_seed(from_hex(last), cup.days - day);
  assert.equal(hex(seed_of(0)), end);
  let known = { day: 0, seed: from_hex(end) };
  for (const { day, seed, throws } of days) {
    assert.equal(hex(seed_of(day)), seed);
    const opened = { day, seed: from_hex(seed) };
    assert.ok(cup.same_chain(known, opened) && cup.same_chain(opened, known));
    assert.ok(!cup.same_chain(known, { day, seed: new Uint8Array(32) }));
    known = opened;
    for (const { turn, throw: number, dice, result } of throws)
      assert.deepEqual(dice.map((die) => cup.face(opened.seed, day, turn, number, die)), result);
  }
});

test('the newest seed is kept, an older one changes nothing, and another chain is told with its date', () => {
  const { end, days } = JSON.parse(readFileSync(new URL('cup_vectors.json', import.meta.url), 'utf8'));
  const shown = days.map(({ day, seed }) => ({ day, seed, date: `2026-11-${day % 28}` }));
  let { stored, other } = cup.newest_seed(null, { day: 0, seed: end, date: null });
  for (const seed of shown) {
    ({ stored, other } = cup.newest_seed(stored, seed));
    assert.deepEqual([JSON.parse(stored), other], [seed, null]);
  }
  const newest = shown[shown.length - 1];
  assert.deepEqual(cup.newest_seed(stored, shown[0]), { stored, other: null });
  assert.deepEqual(cup.newest_seed(stored, { day: 3, seed: '5a'.repeat(32), date: null }), { stored, other: newest });
  for (const damaged of ['', '{', '{"day":1,"seed":"x","date":null}', 'null'])
    assert.deepEqual(cup.newest_seed(damaged, shown[1]), { stored: JSON.stringify(shown[1]), other: null });
});
