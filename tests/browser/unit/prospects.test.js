// What the page tells a member of a room about what comes next.
import assert from 'node:assert/strict';
import test from 'node:test';

import { after_leaving } from '../../../web-client/core/prospects.js';
import { initial } from '../../../web-client/core/state.js';

const [ana, ben, cleo, dan] = ['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => ({ id: `p_${name}`, name, bot: false }));
const nina = { id: 'p_house_easy_1', name: 'Nina', bot: true };
const seat = (player, fields = {}) => ({ player, ready: true, online: player !== null, house: false, ...fields });
const house = seat(nina, { level: 'easy' });
const free = seat(null);

/** The state of Ana's page in a room with these seats. */
const page = (seats, fields = {}) => ({
  ...initial({ name: 'Ana', page: { at: 'room', code: 'K7QX2M' }, now: 0 }),
  me: ana,
  room: { phase: 'playing', next: [], seats, ...fields },
});

// ---- leaving a match

test('the house plays on for a player who leaves while another person plays, also one who is away', () => {
  assert.equal(after_leaving(page([seat(ana), seat(ben)])), 'plays');
  assert.equal(after_leaving(page([seat(ana), seat(ben, { online: false }), house])), 'plays');
});

test('the house plays on while a program of somebody plays, or a person whom the house has relieved is here', () => {
  assert.equal(after_leaving(page([seat(ana), seat({ ...ben, bot: true })])), 'plays');
  assert.equal(after_leaving(page([seat(ana), seat(ben, { house: true })])), 'plays');
});

test('a match ends when the last person leaves the house, or an empty table', () => {
  assert.equal(after_leaving(page([seat(ana), house])), 'ends');
  assert.equal(after_leaving(page([house, seat(ana), free])), 'ends');
});

test('nobody promises anything where the others may have left: the house plays for all of them, and they are away', () => {
  const left = { house: true, online: false };
  assert.equal(after_leaving(page([seat(ana), seat(ben, left), house])), 'unsure');
  assert.equal(after_leaving(page([seat(ana), seat(ben, left), seat(cleo)])), 'plays');
  assert.equal(after_leaving({ ...page([]), room: null }), 'unsure', 'on the start page');
});
