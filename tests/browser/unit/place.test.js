import assert from 'node:assert/strict';
import test from 'node:test';

import { label_of, value_label } from '../../../web-client/i18n/table/labels.js';
import { allowed_values, parse_options } from '../../../web-client/core/options.js';
import { page_address, public_base, parse_room_code, parse_device_code, parse_page_address, socket_address, parse_typed_code } from '../../../web-client/core/urls.js';

const homes = ['https://house.example/', 'https://house.example/games/', 'http://192.168.1.20:8080/'];

test('an invitation opens its room again, below any base path', () => {
  for (const base of homes) {
    const page = { at: 'room', code: 'K7QX2M' };
    const invitation = page_address(page, base);
    assert.equal(invitation, `${base}r/K7QX2M`);
    assert.deepEqual(parse_page_address(invitation, base), page);
    assert.deepEqual(parse_page_address(`${invitation}?from=chat#x`, base), page);
  }
});

test('the rules of a game have their own address', () => {
  for (const base of homes) {
    const page = { at: 'rules', game: 'threes_away' };
    assert.equal(page_address(page, base), `${base}rules/threes_away`);
    assert.deepEqual(parse_page_address(`${base}rules/threes_away`, base), page);
  }
});

test('so have the rules of a variant of a game', () => {
  for (const base of ['https://example.org/', 'https://example.org/games/']) {
    const page = { at: 'rules', game: 'yahtzee', preset: 'yatzy' };
    assert.equal(page_address(page, base), `${base}rules/yahtzee?preset=yatzy`);
    assert.deepEqual(parse_page_address(`${base}rules/yahtzee?preset=yatzy`, base), page);
    for (const odd of ['', '?preset=', '?preset=a%20b', '?preset=<b>', '?other=yatzy'])
      assert.deepEqual(parse_page_address(`${base}rules/yahtzee${odd}`, base), { at: 'rules', game: 'yahtzee' });
  }
});

test('every other address is unknown', () => {
  for (const base of homes) {
    assert.deepEqual(parse_page_address(base, base), { at: 'start' });
    for (const path of ['r/', 'r/short', 'r/K7QX2M/x', 'x/K7QX2M', 'r/K7QX2%20', 'rules/', 'rules/a/b', 'index.html'])
      assert.deepEqual(parse_page_address(new URL(path, base).href, base), { at: 'nowhere' }, path);
    assert.equal(page_address({ at: 'start' }, base), base);
  }
});

test('a room code is accepted as people type it', () => {
  assert.equal(parse_room_code(' k7qx2m '), 'K7QX2M');
  for (const text of ['', 'K7QX2', 'K7QX2MM', 'K7-QX2', '<b>abc']) assert.equal(parse_room_code(text), null);
});

test('the socket is below the page’s base and as secure as the page', () => {
  assert.equal(socket_address('https://house.example/games/'), 'wss://house.example/games/ws');
  assert.equal(socket_address('http://localhost:8080/'), 'ws://localhost:8080/ws');
});

test('an option without a label is spelled from its name', () => {
  assert.equal(label_of('starter'), 'Who starts');
  assert.equal(label_of('joker', { joker: 'Extra Yahtzees' }), 'Extra Yahtzees');
  assert.equal(label_of('dice_made_of_bone'), 'Dice made of bone');
  assert.equal(value_label('tie', 'shared'), 'Shared win');
  assert.equal(value_label('tie', 'split', { 'tie.split': 'The tied share the pot' }), 'The tied share the pot');
  assert.equal(value_label('cup', 'old_leather'), 'Old leather');
  assert.equal(value_label('target', 5000), '5,000');
  assert.equal(value_label('duplicate', true), 'Yes');
});

test('choices and listed numbers get a selection, ranges a text field', () => {
  assert.deepEqual(allowed_values({ name: 'tie', kind: 'choice', choices: ['a', 'b'], default: 'a' }), ['a', 'b']);
  assert.deepEqual(allowed_values({ name: 'columns', kind: 'integer', values: [1, 3], default: 1 }), [1, 3]);
  assert.equal(allowed_values({ name: 'upper_bonus', kind: 'integer', min: 0, max: 100, default: 35 }), null);
});

test('a device code is in the fragment and nowhere else', () => {
  assert.equal(parse_device_code('https://house.example/games/#device=7KQ2M9XD'), '7KQ2M9XD');
  for (const other of ['?device=7KQ2M9XD', '#x', '#device=', '#device=7KQ2-M9XD&x', 'device/7KQ2M9XD'])
    assert.equal(parse_device_code(`https://house.example/games/${other}`), null, other);
});

test('a link can open a new room with options', () => {
  for (const base of homes) {
    const page = { at: 'new', game: 'yahtzee', options: { joker: 'free', columns: '3' } };
    assert.equal(page_address(page, base), `${base}new/yahtzee?joker=free&columns=3`);
    assert.deepEqual(parse_page_address(page_address(page, base), base), page);
    assert.deepEqual(parse_page_address(`${base}new/tres`, base), { at: 'new', game: 'tres', options: {} });
  }
});

test('an option in a link needs a value that the game knows', () => {
  const specs = [
    { name: 'joker', kind: 'choice', choices: ['free', 'none'], default: 'none' },
    { name: 'columns', kind: 'integer', values: [1, 3], default: 1 },
    { name: 'target', kind: 'integer', min: 5, max: 9, default: 5 },
    { name: 'open', kind: 'flag', default: false },
  ];
  const good = { joker: 'free', columns: '3', target: '9', open: 'true' };
  assert.deepEqual(parse_options(specs, good), { options: { joker: 'free', columns: 3, target: 9, open: true }, unknown: [] });
  const bad = { joker: 'wild', columns: '2', target: '10', open: 'yes', dice: '5' };
  assert.deepEqual(parse_options(specs, bad), { options: {}, unknown: ['joker=wild', 'columns=2', 'target=10', 'open=yes', 'dice=5'] });
  assert.deepEqual(parse_options(specs, { target: '' }).unknown, ['target=']);
});

test('a code is understood as people type or paste it: with blanks, dashes, in a link or a sentence', () => {
  for (const text of ['K7QX2M', ' k7qx2m ', 'K7Q X2M', 'k7q-x2m', 'K7 QX – 2M', 'https://house.example/r/K7QX2M', 'house.example/games/r/k7qx2m?from=chat#x', 'Come: https://house.example/r/K7QX2M, now!'])
    assert.equal(parse_typed_code(text), 'K7QX2M', text);
  for (const text of ['', 'K7QX2', 'K7QX2MM', 'https://house.example/r/K7QX2MM', 'https://house.example/m/abcdef', '<b>abc']) assert.equal(parse_typed_code(text), null, text);
});

test('links for others have an address that they can reach, if the server names one', () => {
  const here = 'http://localhost:8080/';
  assert.equal(public_base(here, null), here);
  assert.equal(public_base(here, []), here);
  for (const reach of ['http://192.168.1.7:8080', 'http://192.168.1.7:8080/'])
    assert.equal(page_address({ at: 'room', code: 'K7QX2M' }, public_base(here, [reach, 'http://10.0.0.1:8080/'])), 'http://192.168.1.7:8080/r/K7QX2M');
});
