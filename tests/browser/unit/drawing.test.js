// What the page shows when one of its views fails.
import assert from 'node:assert/strict';
import test from 'node:test';

import { drawn, pushes } from './drawn.js';
import { initial, reduce } from '../../../web-client/core/state.js';
import { words } from '../../../web-client/i18n/words.js';

const code = 'K7QX2M';
const person = { id: 'p_ana', name: 'Ana', bot: false };

test('a view that fails says so in its place, and the header with its menu stays', (t) => {
  const thrown = [];
  t.mock.method(globalThis, 'setTimeout', (raise) => assert.throws(raise, (why) => thrown.push(why) > 0));
  const room = { t: 'room', room: code, game: 'yahtzee', options: {}, phase: 'playing', match: 'm_1', host: person.id, seats: [{ player: person, online: true }], watchers: [], next: [], chat: [] };
  const push = { ...pushes.yahtzee, room: code, match: 'm_1', view: { ...pushes.yahtzee.view, seats: undefined, turn: { seat: 0, get dice() { throw new Error('these dice cannot be drawn'); } } } };
  push.view.seats = [{ score: 0, boxes: {} }];
  const start = initial({ name: 'Ana', page: { at: 'room', code }, now: 0 });
  const events = [
    { type: 'linked', link: { state: 'open' } },
    { type: 'welcomed', me: person, games: [{ id: 'yahtzee', title: 'Yahtzee', seats: { min: 1, max: 8 }, options: [] }], rooms: [code] },
    { type: 'joined', code },
    { type: 'pushed', message: room, now: 0 },
  ];
  const waiting = events.reduce(reduce, start);
  const { table, ...rest } = reduce(waiting, { type: 'pushed', message: { ...pushes.yahtzee, room: code, match: 'm_1' }, now: 0 });
  const lines = drawn({ ...rest, table: { ...table, push } }).join('');
  assert.match(lines, new RegExp(words.link.not_drawn.replaceAll('.', '\\.')));
  assert.match(lines, /class=menu-button/);
  assert.equal(thrown.length, 1);
  assert.match(thrown[0].message, /cannot be drawn/);
});
