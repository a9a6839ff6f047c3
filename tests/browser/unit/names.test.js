import assert from 'node:assert/strict';
import test from 'node:test';

import { to_room_fields } from '../../../web-client/core/form.js';
import { room_names, normalize_password, number_equal_names } from '../../../web-client/core/names.js';

test('people with equal names are told apart, whatever way they are written', () => {
  assert.deepEqual(number_equal_names(['Ana', 'Ben', 'Ana', 'ana']), ['Ana', 'Ben', 'Ana (2)', 'ana (3)']);
  assert.deepEqual(number_equal_names(['Ana (2)', 'Ana', 'Ana']), ['Ana (2)', 'Ana', 'Ana (3)']);
  assert.equal(new Set(number_equal_names(['señal', 'sen\u0303al'])).size, 2);
  assert.notEqual(number_equal_names(['señal', 'sen\u0303al'])[1], 'sen\u0303al');
  assert.deepEqual(number_equal_names(['', '']), ['', ''], 'free seats');
});

test('who keeps a seat keeps the number, also when the other one leaves', () => {
  const names = number_equal_names(['Ana', 'Ana']);
  assert.deepEqual(number_equal_names([names[0], 'Ana']), names);
});

test('a name from right to left leaves the direction of its sentence alone', () => {
  const [name] = number_equal_names(['אנה']);
  assert.equal(name, '\u2068אנה\u2069');
  assert.deepEqual(number_equal_names([name]), [name]);
});

test('a member has one name among seats and spectators', () => {
  const [one, other, third] = ['p_1', 'p_2', 'p_3'].map((id) => ({ id, name: 'Ana', bot: false }));
  const names = room_names({ seats: [{ player: null }, { player: one }, { player: other }], watchers: [other, third] });
  assert.deepEqual([...names], [['p_1', 'Ana'], ['p_2', 'Ana (2)'], ['p_3', 'Ana (3)']]);
});

test('a password is sent without blanks at its ends, and with accents written in one way', () => {
  assert.equal(normalize_password('sesame '), 'sesame');
  assert.equal(normalize_password(' sen\u0303al\u00a0'), 'señal');
  const form = { game: 'yahtzee', options: {}, seats: 2, turn_ms: 0, watch: true, hints: false, witness: null, open: false, public: false };
  assert.equal(to_room_fields({ ...form, password: ' sen\u0303al ' }).password, 'señal');
  assert.ok(!('password' in to_room_fields({ ...form, password: '  ' })), 'none');
});
