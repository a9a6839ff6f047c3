import assert from 'node:assert/strict';
import test from 'node:test';

import { values_by_round, face_counts, replay_frames, apply_patch } from '../../../web-client/ui/history/frames.js';
import { page_address, parse_page_address } from '../../../web-client/core/urls.js';

const view = (round, ...scores) => ({ game: 'yahtzee', round, turn: null, seats: scores.map((score) => ({ score })) });
const entry = (seq, fields) => ({ seq, by: { seat: 0 }, draws: [], events: [], at_ms: 0, hash: '00', ...fields });
const score = (seen, seat) => seen.seats[seat].score;

test('a patch is applied as RFC 6902 says, and unchanged parts are shared', () => {
  const before = { a: [1, 2, 3], b: { 'c/d': null }, e: { f: 1 } };
  const after = apply_patch(before, [
    { op: 'replace', path: '/a/1', value: 9 },
    { op: 'remove', path: '/a/2' },
    { op: 'add', path: '/a/-', value: 7 },
    { op: 'replace', path: '/b/c~1d', value: 5 },
    { op: 'remove', path: '/b/x' },
    { op: 'add', path: '/g', value: true },
  ]);
  assert.deepEqual(after, { a: [1, 9, 7], b: { 'c/d': 5 }, e: { f: 1 }, g: true });
  assert.deepEqual(before, { a: [1, 2, 3], b: { 'c/d': null }, e: { f: 1 } });
  assert.equal(after.e, before.e);
  assert.equal(apply_patch(before, [{ op: 'replace', path: '', value: 4 }]), 4);
});

test('a replay has the public view after each entry', () => {
  const log = [
    entry(1, { view: view(1, 0, 0) }),
    entry(2, { patch: [{ op: 'replace', path: '/seats/1/score', value: 30 }] }),
    entry(3, { patch: [] }),
  ];
  const frames = replay_frames({ replay: true, log });
  assert.deepEqual(
    frames.map((frame) => frame.view.seats[1].score),
    [0, 30, 30],
  );
  assert.deepEqual(replay_frames({ replay: false, log }), []);
});

test('the course has the scores at the end of each round, or after each entry of a single one', () => {
  const frames = [view(1, 0), view(1, 5), view(2, 9), view(3, 9), view(3, 12)].map((seen, at) => ({ seq: at + 1, view: seen }));
  assert.deepEqual(values_by_round(frames, score), {
    by_round: true,
    steps: [
      { at: 1, values: [9] },
      { at: 2, values: [9] },
      { at: 3, values: [12] },
    ],
  });
  assert.equal(values_by_round(frames.slice(0, 2), score).by_round, false);
  assert.equal(values_by_round(frames.slice(0, 2), score).steps.length, 2);
});

test('faces are counted without the throws for the start; card games have none', () => {
  const log = [entry(1, { draws: [{ dice: [6] }] }), entry(2, { draws: [{ dice: [1, 1, 3] }] })];
  assert.deepEqual(face_counts({ log }), { faces: ['1', '2', '3', '4', '5', '6'], counts: [2, 0, 1, 0, 0, 0], total: 3 });
  assert.equal(face_counts({ log: [entry(2, { draws: [{ dice: ['A', '10', 'A'] }] })] })?.counts[5], 2);
  assert.equal(face_counts({ log: [entry(2, { draws: [{ cards: ['r1'] }] })] }), null);
});

test('matches, players and leaderboards have their own addresses, below any base', () => {
  const base = 'https://host/games/';
  for (const page of [
    { at: 'match', id: 'm_a-B9' },
    { at: 'player', id: 'p_x' },
    { at: 'top' },
    { at: 'top', game: 'tres' },
    { at: 'start' },
  ])
    assert.deepEqual(parse_page_address(page_address(page, base), base), page);
  for (const path of ['m/', 'm/a/b', 'p/%2e', 'top/a/b', 'm/a b'])
    assert.deepEqual(parse_page_address(base + path, base), { at: 'nowhere' });
});
