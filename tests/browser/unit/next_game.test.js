// Two lives, room and match: what a page shows of a match comes from the match.
import assert from 'node:assert/strict';
import test from 'node:test';

import { drawn, games, pushes } from './drawn.js';
import { contributors } from '../../../web-client/core/dice_shown.js';
import { initial_state, reduce } from '../../../web-client/core/state.js';
import { rulebook_game } from '../../../web-client/ui/rules/rulebook.js';

const code = 'K7QX2M';
const person = (name) => ({ id: `p_${name}`, name, bot: false });
const seat = (player, fields = {}) => ({ player, ready: false, online: true, house: false, ...fields });
const two = [seat(person('Ana')), seat(person('Ben'))];
const catalogue = games.map((id) => ({ id, title: `the game ${id}`, seats: { min: 2, max: 8 }, options: [] }));
const room = (fields) => ({
  ...{ t: 'room', room: code, options: {}, phase: 'playing', match: 'm_1', host: 'p_Ana', public: false, watch: true, hints: false },
  ...{ seats: two, spectators: 0, watchers: [], next: [], chat: [], ...fields },
});
/** The end of a match of two, in the protocol's example of that game. */
const ended = (game) => {
  const { about, view } = pushes[game];
  const seats = Array.from({ length: 2 }, (_, at) => view.seats[at] ?? view.seats[0]);
  const result = { places: [1, 2], scores: [5, 3], winners: [0], reason: 'finished' };
  return { t: 'match', room: code, match: 'm_1', seq: 9, by: { seat: 0 }, events: [], about, view: { ...view, turn: null, seats }, to_act: [], you: { seat: 0, n: 4 }, result, hash: '0'.repeat(64) };
};
const state_of = (...messages) => {
  const start = initial_state({ name: 'Ana', page: { at: 'room', code }, now: 0 });
  const events = [{ type: 'linked', link: { state: 'open' } }, { type: 'welcomed', me: person('Ana'), games: catalogue, rooms: [code] }, { type: 'joined', code }];
  return [...events, ...messages.map((message) => ({ type: 'pushed', message, now: 0 }))].reduce(reduce, start);
};
const pairs = games.flatMap((one) => games.filter((other) => other !== one).map((other) => [one, other]));

test('a finished match stays as it is when the host chooses another game, for each of the twenty pairs of games', () => {
  assert.equal(pairs.length, 20);
  for (const [played, next] of pairs) {
    const before = state_of(room({ game: played, options: { match: 'points' } }), ended(played), room({ game: played, phase: 'finished', options: { match: 'points' } }));
    const after = reduce(before, { type: 'pushed', message: room({ game: next, phase: 'finished' }), now: 0 });
    assert.ok(drawn(before).length > 100, played);
    assert.deepEqual(drawn(after), drawn(before), `${played}, then ${next}`);
  }
});

test('a page opened after the host has chosen another game shows the finished match, with the players and options of its record', () => {
  for (const [played, next] of pairs) {
    const others = [seat(person('Ana')), seat(person('Carla'))];
    const whole = drawn(state_of(room({ game: played, options: { match: 'points' } }), ended(played), room({ game: played, phase: 'finished', seats: others })));
    const opened = state_of(room({ game: next, phase: 'finished', seats: others }), ended(played));
    assert.ok(drawn(opened).length > 100, `${played}, then ${next}`);
    const known = reduce(opened, { type: 'recorded', match: 'm_1', players: [person('Ana'), person('Ben')], options: { match: 'points' } });
    assert.deepEqual(drawn(known), whole, `${played}, then ${next}`);
  }
});

test('who sits down for the next match takes no place in the finished one, and fewer seats take none away', () => {
  const before = state_of(room({ game: 'yahtzee' }), ended('yahtzee'), room({ game: 'yahtzee', phase: 'finished' }));
  const changed = (seats) => reduce(before, { type: 'pushed', message: room({ game: 'yahtzee', phase: 'finished', seats }), now: 0 });
  for (const seats of [[seat(person('Carla')), seat(null)], [seat(person('Ana'), { online: false })], [seat({ ...person('Carla'), bot: true }, { level: 'hard' }), seat(null)]]) {
    const { table, room: now } = changed(seats);
    assert.deepEqual(table.names, ['Ana', 'Ben']);
    assert.deepEqual(contributors({ ...before, table, room: now }), contributors(before));
  }
});

test('the rules of the next game are those of the room, the rules of the finished one those of its options', () => {
  const state = state_of(room({ game: 'tres', options: { match: 'points' } }), ended('tres'), room({ game: 'yahtzee', phase: 'finished', options: { columns: 3 } }));
  const options = (game) => rulebook_game({ ...state, games: catalogue.map((one) => ({ ...one, options: [{ name: 'match', kind: 'choice', choices: ['points', 'games'], default: 'games' }, { name: 'columns', kind: 'integer', min: 1, max: 3, default: 1 }] })), rules: game }).options;
  assert.equal(options('tres').match, 'points');
  assert.equal(options('yahtzee').columns, 3);
});
