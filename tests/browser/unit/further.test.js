// More of the public rooms than the server keeps up to date.
import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.addEventListener ??= () => {};
const { Refused } = await import('../../../js/connection.js');
const { initial_state, public_rooms, reduce } = await import('../../../web-client/core/state.js');
const { list_further } = await import('../../../web-client/ui/start/further.js');

const line = (at, game = 'tres') => ({ room: `${game[0]}${at}`.toUpperCase(), game });
const lines = (from, to) => Array.from({ length: to - from }, (_, at) => line(from + at));

/** A start page that shows the first 20 rooms of TRES and two of Yahtzee. @param {(from: string | null) => object[]} rooms after a room */
function start_page(rooms) {
  const events = [
    { type: 'welcomed', me: null, games: [{ id: 'tres' }, { id: 'yahtzee' }], rooms: [] },
    { type: 'listed', rooms: [...lines(0, 20), line(0, 'yahtzee'), line(1, 'yahtzee')], total: 200 },
  ];
  const store = { state: events.reduce(reduce, initial_state({ name: 'Ana', page: { at: 'start' }, now: 0 })), dispatch: (event) => (store.state = reduce(store.state, event)) };
  const asked = [];
  const request = async (message) => (asked.push(message), { rooms: rooms(message.after) });
  return { more: () => list_further({ store, connection: { request } }), asked, shown: () => public_rooms(store.state).length };
}

test('of each game with more rooms than are shown the next ones follow, and then it begins again', async () => {
  const { more, asked, shown } = start_page((from) => (from === null ? lines(0, 50) : lines(50, 60)));
  for (const count of [52, 62]) {
    await more();
    assert.equal(shown(), count);
  }
  await more();
  assert.deepEqual(asked.map(({ game, after, limit }) => [game, after, limit]), [['tres', null, 50], ['tres', 'T49', 50], ['tres', null, 50]]);
});

test('if the last room that is shown is gone, the list begins again', async () => {
  const { more, asked } = start_page((from) => {
    if (from !== null) throw new Refused({ code: 'no_room', text: 'It is gone.' });
    return lines(0, 50);
  });
  await more();
  await more();
  assert.deepEqual(asked.map(({ after }) => after), [null, 'T49', null]);
});
