// Notes of a program about pushes (js/contributor.js, shown.js): the hashes that a record binds, its own moves, who
// sat where and how the match ended.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { Contributor } from '../../../js/contributor.js';
import { note_file } from '../../../js/note_file.js';
import { ends_of } from '../../../js/own_notes.js';
import { DiceServer, player } from './dice_server.js';
import { ManualTimers } from './scripted_socket.js';

const room = 'K7QX2M';
const seat = (id) => ({ player: { id, name: id, bot: false }, ready: true, online: true, house: false });
const waiting = { t: 'room', room, game: 'yahtzee', options: { joker: 'free' }, phase: 'waiting', match: null, seats: [seat(player), { player: null }, seat('p_other')] };
const over = { reason: 'finished', places: [1, 2] };
const view = { turn: { seat: 1 } };

/** A program with a seat, and the server of its match. */
function seated(stored = new Map(), house = null) {
  const store = 'remove' in stored ? stored : { get: (key) => stored.get(key) ?? null, set: (key, text) => void stored.set(key, text), remove: (key) => void stored.delete(key) };
  const faults = [];
  const timers = new ManualTimers();
  const made = new Contributor({ store, on_fault: (fault) => faults.push(fault), random: (bytes) => new Uint8Array(bytes).fill(7), timers, server: () => house });
  const server = new DiceServer();
  made.room(waiting, player);
  const notes = () => made.notes('m_1');
  const start = () => {
    const accepted = (request) => (made.answered(request, { t: 'ok' }), request);
    const { tip } = accepted(made.dice(server.committed(), player));
    const { value } = accepted(made.dice(server.rostered(tip), player));
    made.dice(server.started(value), player);
  };
  const entry = (fields) => server.entry({ view, to_act: [1], you: { seat: 0, n: server.seq }, ...fields });
  return { made, server, faults, timers, notes, start, entry };
}
const rolled = (...dice) => ({ e: 'rolled', seat: 1, dice });

test('each entry that is shown when it is made is noted with its hashes and faces', () => {
  const { made, notes, start, entry } = seated();
  start();
  made.match(entry({ events: [{ e: 'rolloff', seat: 0, dice: ['A'] }, { e: 'rolled', seat: 0, thrown: [0, 3], dice: [6, 1, 1, 5] }] }));
  made.match(entry({ events: [{ e: 'scored', dice: [1] }] }));
  const { shown } = notes();
  assert.deepEqual(Object.keys(shown), ['1', '2']);
  assert.deepEqual(shown[1][3], [1, 6, 5]);
  assert.equal(shown[2][3], null);
  for (const one of shown[1].slice(0, 3)) assert.match(one, /^[0-9a-f]{24}$/);
  assert.equal(new Set([...shown[1].slice(0, 3), ...shown[2].slice(0, 3)]).size, 6);
});

test('an entry that came without its events after a return is noted by its view alone, once another one is the newest', () => {
  const { made, server, notes, start, entry } = seated();
  start();
  made.match(entry({ events: [rolled(1)] }));
  server.seq = 3;
  made.match(entry({ events: [rolled(4)] })); // entries 2 and 3 were lost: the connection is slow
  made.joined();
  made.match(entry({})); // joined without saying what was seen
  assert.equal(notes().views[5], undefined);
  const { last } = notes();
  server.seq = 8;
  made.joined();
  made.match(entry({ events: [rolled(1), rolled(2), rolled(3)], entries: [{ seq: 8, events: 1 }, { seq: 9, events: 2 }] }));
  made.returned(); // to the room, without a new connection
  made.match(entry({ left_out: 3 }));
  const { shown, views } = notes();
  assert.deepEqual(Object.keys(shown), ['1', '4', '9']);
  assert.deepEqual([shown[4][3], shown[9][3]], [[4], [2, 3]]);
  assert.deepEqual(views, { 5: last });
});

test('a push that looks like one after a return is noted as it came, where the program did not come back', () => {
  const { made, notes, start, entry } = seated();
  start();
  const shapes = [
    {}, { left_out: 1 }, { left_out: 1, events: [rolled(1)] }, { events: null }, { entries: [] }, { events: [rolled(1)], entries: [{ seq: 9, events: 0 }] },
    { events: [rolled(1)], entries: [{ seq: 7, events: 2 }] }, { entries: {} },
  ];
  for (const fields of shapes) made.match(entry(fields));
  assert.deepEqual(Object.values(notes().shown).map(([, , , faces]) => faces), [null, null, [1], null, null, [1], [1], null]);
  assert.deepEqual(notes().views, {});
});

test('an entry that is shown differently the second time is told once, with a count after the match', () => {
  const { made, server, faults, notes, start, entry } = seated();
  start();
  const push = entry({});
  made.match(push);
  made.match(push);
  made.match({ ...push, clock: { left_ms: 5 } });
  assert.deepEqual(faults, []);
  for (const n of [7, 8, 9]) made.match({ ...push, you: { seat: 0, n } });
  made.match(server.ended({ result: over }));
  assert.deepEqual(faults.map(({ kind, text, again }) => [kind, text, again]), [
    ['shown_twice', 'entry 1 was shown differently the second time', undefined],
    ['shown_twice', 'entry 1 was shown differently the second time; 2 more times', 2],
  ]);
  assert.deepEqual([notes().faults.length, notes().counts], [1, { shown_twice: 3 }]);
});

test('a match that is broken off shows its last entry otherwise, and its result is noted', () => {
  const { made, server, faults, notes, start, entry } = seated();
  start();
  const push = entry({});
  made.match(push);
  const { proof } = server.ended();
  made.match({ ...push, to_act: [], you: { seat: 0, n: 9 }, result: { reason: 'abandoned' }, proof });
  assert.deepEqual(faults, []);
  assert.deepEqual([notes().result, notes().ended, notes().opened], [{ reason: 'abandoned' }, 'abandoned', true]);
});

test('a match that is broken off shows something else with its last entry: that is told', () => {
  const { made, faults, notes, start, entry } = seated();
  start();
  const push = entry({});
  made.match(push);
  made.match({ ...push, to_act: [], view: { turn: { seat: 0 } }, result: { reason: 'abandoned' } });
  assert.deepEqual(faults.map(({ kind, text }) => [kind, text]), [['shown_twice', 'entry 1 was shown differently the second time']]);
  assert.deepEqual(notes().faults, ['entry 1 was shown differently the second time']);
});

test('own moves are noted before they are sent; a refused one is dropped', () => {
  const { made, notes, start } = seated();
  start();
  for (const id of ['a-1', 'a-2', 'a-3']) made.moving('m_1', { id, n: 4, move: 'roll' });
  made.moved('m_1', { t: 'ok', re: 'a-1', seq: 2 });
  made.moved('m_1', { t: 'refused', re: 'a-2', code: 'stale' });
  assert.deepEqual(notes().moves, [{ id: 'a-1', n: 4, move: 'roll', seq: 2 }, { id: 'a-3', n: 4, move: 'roll', seq: null }]);
});

test('who sat where when the match began is noted, without empty seats', () => {
  const { notes, start } = seated();
  start();
  assert.deepEqual(notes().people, [player, 'p_other']);
});

test('a seat that the server hides in the start is left out, and the program says so at once', () => {
  const { made, server, faults, notes } = seated();
  const { you: _, ...hidden } = server.committed();
  assert.equal(made.dice(hidden, player), null);
  const { you: __, ...rostered } = server.rostered('');
  assert.equal(made.dice(rostered, player), null);
  assert.deepEqual(faults.map(({ kind, text }) => [kind, text]), [['left_out', 'the secret of seat 0 is not in the key']]);
  assert.deepEqual([notes().seat, notes().nonce], [0, null]);
});

test('a match that begins without any word of secrets is noted as left out', () => {
  const { made, faults, notes, entry } = seated();
  made.match(entry({ events: [rolled(3)] }));
  made.match(entry({}));
  assert.deepEqual(faults.map(({ kind, text }) => [kind, text]), [['left_out', 'the secret of seat 0 is not in the key']]);
  const { commit, seat, people, shown, live } = notes();
  assert.deepEqual([commit, seat, people, Object.keys(shown), live], [null, 0, [player, 'p_other'], ['1', '2'], [[1, 2]]]);
});

test('a table for several players cannot call itself one of the cup, which asks nobody for secrets', () => {
  const { made, faults, entry } = seated();
  made.room({ ...waiting, cup: 7 }, player);
  made.match(entry({}));
  assert.deepEqual(faults.map(({ kind }) => kind), ['left_out']);
});

test('a match is not left out for a program that came later, watches, did not say that it takes part, or plays the cup of the day', () => {
  const cases = [
    ({ made }) => made.joined(),
    ({ made }) => made.room({ ...waiting, seats: [seat('p_other')] }, player),
    ({ made }) => {
      made.joined(false);
      made.room(waiting, player);
    },
    ({ made }) => made.room({ ...waiting, phase: 'finished', match: 'm_1' }, player),
    ({ made }) => made.room({ ...waiting, cup: 7, seats: [seat(player)] }, player),
  ];
  for (const prepare of cases) {
    const all = seated();
    prepare(all);
    all.made.match(all.entry({}));
    assert.deepEqual([all.faults, all.notes()], [[], null]);
  }
});

test('how a match ended is noted: unopened, if the secret did not come or another match began', () => {
  const one = seated();
  one.start();
  one.made.match(one.entry({ result: over }));
  assert.equal(one.notes().ended, 'finished');
  one.timers.pass(10_000);
  assert.equal(one.notes().ended, 'unopened');

  const other = seated();
  other.start();
  other.made.dice(new DiceServer('m_2').committed(), player);
  assert.equal(other.notes().ended, 'unopened');
});

test('a match whose end was not seen is one to ask for; what its record tells is noted', () => {
  const { made, notes, start } = seated();
  start();
  assert.deepEqual(made.unknown_ends(), []);
  made.joined();
  made.gone({ t: 'gone', room, reason: 'no_room' });
  assert.equal(notes().ended, 'unopened');
  assert.deepEqual(made.unknown_ends(), ['m_1']);
  made.learned('m_1', 'no_record');
  assert.equal(notes().ended, 'no_record');
  assert.deepEqual(made.unknown_ends(), []);
});

test('notes of matches at another server are neither asked for nor counted here; older ones do not say where they were', () => {
  const stored = new Map([['matches', '["m_0"]'], ['m_0', JSON.stringify({ match: 'm_0', ended: null })]]);
  const [here, elsewhere] = ['5f0c3a9e71d2b846', '0123456789abcdef'];
  const first = seated(stored, here);
  first.start();
  assert.equal(first.notes().server, here);
  assert.deepEqual(seated(stored, here).made.unknown_ends(), ['m_0', 'm_1']);
  assert.deepEqual(seated(stored, elsewhere).made.unknown_ends(), ['m_0']);
  first.made.match(first.server.ended());
  assert.deepEqual([here, elsewhere].map((house) => seated(stored, house).made.ends()), [['finished'], []]);
});

test('notes that were damaged by hand are as if there were none, and the others are asked for', async () => {
  const good = JSON.stringify({ match: 'm_1', ended: null });
  const stored = new Map([['matches', '["m_0","m_1"]'], ['m_0', '{"match":"m_0",'], ['m_1', good]]);
  assert.deepEqual(seated(stored).made.unknown_ends(), ['m_1']);
  assert.deepEqual(seated(new Map([['matches', 'm_1']])).made.unknown_ends(), []);
  const folder = await mkdtemp(join(tmpdir(), 'cubilete-notes-'));
  const path = join(folder, 'notes');
  await writeFile(path, `{"match":"m_0",\n[]\n{}\n${good}\n`);
  const { made } = seated(note_file(path));
  assert.deepEqual(made.unknown_ends(), ['m_1']);
  await rm(folder, { recursive: true });
});

test('of a file of notes only matches at the server of these notes count; older ones do not say where they were', () => {
  const all = [{ ended: 'void' }, { ended: 'finished', server: 'here' }, { ended: 'abandoned', server: 'elsewhere' }];
  const lines = all.map((notes) => JSON.stringify(notes)).join('\n');
  assert.deepEqual(all.map((own) => ends_of(lines, own)), [['void'], ['void', 'finished'], ['void', 'abandoned']]);
});
