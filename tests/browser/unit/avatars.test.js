// Avatars: whose is which, and what is drawn.
import assert from 'node:assert/strict';
import test from 'node:test';

import { avatar_of, avatar_with, avatars_of, colours, face_count, parts_of } from '../../../web-client/core/avatars.js';
import { identity_at } from '../../../web-client/core/identity.js';
import { storage } from '../../../web-client/core/storage.js';
import { shapes_of } from '../../../web-client/core/avatar_shapes.js';

const all = Array.from({ length: face_count * colours }, (_, avatar) => avatar);
const player = (id, avatar) => ({ id, name: 'Ana', bot: false, ...(avatar !== undefined && { avatar }) });

test('an avatar is a face in a colour, and each face is drawn in another way', () => {
  assert.equal(all.length, 96);
  for (const avatar of all) {
    const { face, colour } = parts_of(avatar);
    assert.equal(avatar_with(face, colour), avatar);
  }
  assert.equal(new Set(all.map((avatar) => JSON.stringify(shapes_of(avatar)))).size, face_count);
});

test('who has chosen none has one that follows from their id, in all browsers the same; the ids spread over all', () => {
  const ids = Array.from({ length: 2000 }, (_, at) => `p_${at.toString(36)}x${(at * 7919).toString(36)}`);
  const derived = ids.map((id) => avatar_of(player(id)));
  assert.deepEqual(derived, ids.map((id) => avatar_of(player(id))));
  assert.deepEqual(new Set(derived), new Set(all));
  assert.equal(avatar_of(player('p_9fJx2mQ0')), 25);
  assert.equal(avatar_of(player('p_9fJx2mQ0', 0)), 0);
});

test('players of the computer and deleted ones keep their initial', () => {
  for (const one of [player('p_house_easy_1'), player(null), null, undefined]) assert.equal(avatar_of(one), null);
});

test('at one table no two players have the same avatar, and the first keeps theirs', () => {
  const shown = avatars_of([...Array(colours)].map((_, at) => player(`p_${at}`, 7)).concat(player('p_house_easy_1'), player('p_z', 8)));
  assert.equal(shown[0], 7);
  assert.deepEqual([...shown.slice(0, colours)].sort((a, b) => a - b), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(shown.slice(colours), [null, 8]);
});

test('a browser chooses at random once, and keeps what its player chose', () => {
  const items = new Map();
  const fake_storage = { getItem: (key) => items.get(key) ?? null, setItem: (key, text) => void items.set(key, text) };
  const visit = () => identity_at('/', storage(() => fake_storage));
  const first = visit().first_avatar();
  assert.ok(all.includes(first));
  for (let again = 0; again < 5; ++again) assert.equal(visit().first_avatar(), first);
  visit().remember_avatar(41);
  visit().remember_name('Ana');
  assert.equal(visit().first_avatar(), 41);
});
