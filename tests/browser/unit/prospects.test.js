// The page tells a member of a room what comes next.
import assert from 'node:assert/strict';
import test from 'node:test';

import { effect_of_leaving, own_waiting_place, next_waiting_place } from '../../../web-client/core/prospects.js';
import { initial_state } from '../../../web-client/core/state.js';

const [ana, ben, cleo, dan] = ['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => ({ id: `p_${name}`, name, bot: false }));
const nina = { id: 'p_house_easy_1', name: 'Nina', bot: true };
const seat = (player, fields = {}) => ({ player, ready: true, online: player !== null, house: false, ...fields });
const house = seat(nina, { level: 'easy' });
const free = seat(null);

/** The state of Ana's page in a room with these seats. */
const page = (seats, fields = {}) => ({
  ...initial_state({ name: 'Ana', page: { at: 'room', code: 'K7QX2M' }, now: 0 }),
  me: ana,
  room: { phase: 'playing', next: [], seats, ...fields },
});

// ---- leaving a match

test('the house plays on for a player who leaves while another person plays, also one who is away', () => {
  assert.equal(effect_of_leaving(page([seat(ana), seat(ben)])), 'plays');
  assert.equal(effect_of_leaving(page([seat(ana), seat(ben, { online: false }), house])), 'plays');
});

test('the house plays on while a program of somebody plays, or a person whom the house has relieved is here', () => {
  assert.equal(effect_of_leaving(page([seat(ana), seat({ ...ben, bot: true })])), 'plays');
  assert.equal(effect_of_leaving(page([seat(ana), seat(ben, { house: true })])), 'plays');
});

test('a match ends when the last person leaves the house, or an empty table', () => {
  assert.equal(effect_of_leaving(page([seat(ana), house])), 'ends');
  assert.equal(effect_of_leaving(page([house, seat(ana), free])), 'ends');
});

test('nobody promises anything where the others may have left: the house plays for all of them, and they are away', () => {
  const left = { house: true, online: false };
  assert.equal(effect_of_leaving(page([seat(ana), seat(ben, left), house])), 'unsure');
  assert.equal(effect_of_leaving(page([seat(ana), seat(ben, left), seat(cleo)])), 'plays');
  assert.equal(effect_of_leaving({ ...page([]), room: null }), 'unsure', 'on the start page');
});

// ---- waiting for a seat

test('a spectator plays in the next match only if a seat is free for them', () => {
  const two = [seat(ben), seat(cleo)];
  const waits = (seats, next, fields) => own_waiting_place(page(seats, { next, ...fields }));
  assert.deepEqual(waits([...two, free], [ana]), { next_match: true });
  assert.deepEqual(waits([...two, free, free], [dan, ana]), { next_match: true });
  assert.deepEqual(waits([...two, free], [dan, ana]), { line: 0 }, 'the free seat is for Dan');
  assert.deepEqual(waits(two, [ana]), { line: 0 });
  assert.deepEqual(waits(two, [ana], { phase: 'finished' }), { line: 0 });
  assert.deepEqual(waits(two, [dan, nina, ana]), { line: 2 });
  assert.equal(waits(two, [dan]), null);
  assert.equal(own_waiting_place({ ...page([]), room: null }), null);
});

test('whoever asks for a seat comes after all who wait', () => {
  const { room } = page([seat(ben), free], { next: [] });
  assert.deepEqual(next_waiting_place(room), { next_match: true });
  assert.deepEqual(next_waiting_place({ ...room, next: [dan] }), { line: 0 });
  assert.deepEqual(next_waiting_place({ ...room, next: [dan, cleo] }), { line: 1 });
});
