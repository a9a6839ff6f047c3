// Names of throws at the table of Yahtzee.
import assert from 'node:assert/strict';
import test from 'node:test';

import { best_combination } from '../../../web-client/games/yahtzee/sheets.js';

const card = ['three_of_a_kind', 'four_of_a_kind', 'full_house', 'small_straight', 'large_straight', 'yahtzee', 'chance'];
const names = (dice, worth, boxes = card) => best_combination(dice, boxes, { aces: 0, sixes: 12, chance: 22, ...worth });

test('a throw is called the best that its dice are, not what brings most', () => {
  assert.equal(names([5, 5, 5, 5, 2], { three_of_a_kind: 22, four_of_a_kind: 22 }), 'four_of_a_kind');
  assert.equal(names([6, 6, 6, 5, 5], { three_of_a_kind: 28, full_house: 25 }), 'full_house');
  assert.equal(names([1, 2, 3, 4, 5], { small_straight: 30, large_straight: 40 }), 'large_straight');
  assert.equal(names([1, 2, 3, 4, 6], { small_straight: 30, large_straight: 0 }), 'small_straight');
  assert.equal(names([1, 1, 2, 3, 6], {}), undefined);
});

test('so many of a kind are called that where their box is filled, too', () => {
  assert.equal(names([5, 5, 5, 5, 2], { three_of_a_kind: 22 }), 'four_of_a_kind');
  assert.equal(names([5, 5, 5, 5, 5], { three_of_a_kind: 25, full_house: 25, large_straight: 40 }), 'yahtzee');
  assert.equal(names([5, 5, 5, 5, 5], { poker: 40 }, ['straight', 'full_house', 'poker', 'generala']), 'generala');
  assert.equal(names([5, 5, 5, 5, 2], {}, ['straight', 'full_house', 'poker', 'generala']), 'poker');
});
