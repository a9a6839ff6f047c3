import assert from 'node:assert/strict';
import test from 'node:test';

import { default_form, form_from_room } from '../../../web-client/core/form.js';
import { is_late } from '../../../web-client/core/match_log.js';
import { default_value, with_option } from '../../../web-client/core/options.js';
import { acting_seat, is_next_in_queue, initial_state, my_seat, start_blocker, public_rooms, reduce, time_left } from '../../../web-client/core/state.js';

const ana = { id: 'p_ana', name: 'Ana', bot: false };
const ben = { id: 'p_ben', name: 'Ben', bot: false };
const game = {
  id: 'yahtzee',
  title: 'Yahtzee',
  seats: { min: 2, max: 8 },
  turn_ms: 45_000,
  options: [
    { name: 'joker', kind: 'choice', choices: ['forced', 'free'], default: 'forced' },
    { name: 'upper_bonus', kind: 'integer', min: 0, max: 100, default: 35 },
    { name: 'duplicate', kind: 'flag', default: false },
  ],
};
const code = 'K7QX2M';

const seat = (player, ready = false) => ({ player, ready, online: player !== null, house: false });
const room = (fields = {}) => ({
  t: 'room',
  room: code,
  game: 'yahtzee',
  options: {},
  phase: 'waiting',
  host: ana.id,
  public: false,
  clock: { turn_ms: 45_000 },
  seats: [seat(ana), seat(ben), seat(null)],
  spectators: 0,
  match: null,
  chat: [],
  ...fields,
});
const playing = (fields = {}) => room({ phase: 'playing', match: 'm_1', ...fields });
const match = (seq, fields = {}) => ({
  t: 'match',
  room: code,
  match: 'm_1',
  seq,
  by: { seat: 0 },
  events: [{ e: 'rolled', seat: 0, dice: [seq, 1, 1, 1, 1] }],
  view: { game: 'yahtzee', phase: 'play', round: 1, turn: { seat: 0 }, seats: [{ score: 0 }, { score: 0 }] },
  to_act: [0],
  you: { seat: 0, n: seq, moves: [] },
  clock: { kind: 'turn', left_ms: 30_000, of_ms: 45_000 },
  result: null,
  ...fields,
});

/** The state of Ana's page, opened on the room, after these messages. */
function page(...messages) {
  const start = initial_state({ name: 'Ana', page: { at: 'room', code }, now: 0 });
  const known = reduce(start, { type: 'welcomed', me: ana, games: [game], rooms: [code] });
  return messages.reduce(pushed, reduce(known, { type: 'joined', code }));
}
const pushed = (state, message, now = 0) => reduce(state, { type: 'pushed', message, now: Number(now) });
const rolled = (state) => state.table.log.map(({ event }) => event.dice[0]);

test('a repeated push adds no log lines', () => {
  assert.deepEqual(rolled(page(playing(), match(1), match(2), match(2), match(2))), [1, 2]);
});

test('entries that a restored server no longer knows are dropped from the log, and new ones are added', () => {
  const restored = match(2, { events: [] });
  assert.deepEqual(rolled(page(playing(), match(1), match(2), match(3), match(4), restored)), [1, 2]);
  assert.deepEqual(rolled(page(playing(), match(1), match(2), match(3), restored, match(3))), [1, 2, 3]);
});

test('entries that two breaks in a row have hidden are still asked for, until they have come', () => {
  const later = page(playing(), match(1), match(2), match(5), match(6));
  assert.deepEqual([later.table.push.seq, later.table.seen], [6, 2]);
  const entries = [3, 4, 5, 6].map((seq) => ({ seq, by: { seat: 0 }, events: 1 }));
  const back = pushed(later, match(6, { events: entries.map(({ seq }) => ({ e: 'rolled', seat: 0, dice: [seq, 1, 1, 1, 1] })), entries }));
  assert.deepEqual([rolled(back), back.table.seen], [[1, 2, 3, 4, 5, 6], 6]);
  assert.equal(pushed(back, match(7)).table.seen, 7);
  assert.equal(pushed(later, match(2000, { events: [], left_out: 1998 })).table.seen, 2000, 'more than the server sends again');
  assert.equal(pushed(back, match(4, { events: [] })).table.seen, 4, 'a server restored from a backup');
  assert.equal(page(playing(), match(6, { events: [] })).table.seen, 0, 'a page that was opened in the middle and has not got the log yet');
});

// ---- advice

const worth = [{ move: { do: 'roll' }, worth: 0.5 }];
const advised = (state, n, match_id = 'm_1') =>
  reduce(state, { type: 'advised', match: match_id, advice: { n, unit: 'win', worth } });
const asked = (seq, n, fields = {}) => match(seq, { by: { seat: 0, hint: true }, events: [], you: { seat: 0, n, moves: [] }, ...fields });

test('advice is kept as long as its prompt stands, and no longer', () => {
  const state = advised(page(playing(), match(1), match(2)), 2);
  assert.deepEqual(state.table.advice, { n: 2, unit: 'win', worth });
  assert.deepEqual(pushed(state, asked(3, 2)).table.advice?.worth, worth);
  assert.equal(pushed(state, match(3)).table.advice, null);
  assert.equal(pushed(state, match(3, { you: undefined })).table.advice, null);
  assert.equal(pushed(state, match(2, { match: 'm_2' })).table.advice, null);
});

test('advice that comes after its move is dropped', () => {
  const state = page(playing(), match(1), match(2));
  assert.equal(advised(state, 1).table.advice, null);
  assert.equal(advised(state, 2, 'm_0').table.advice, null);
  assert.equal(advised(page(room()), 2).table, null);
});

test('a request for advice is in the log and leaves the table unchanged', () => {
  const before = page(playing(), match(1), match(2));
  const state = pushed(before, asked(3, 2));
  assert.deepEqual(state.table.log.at(-1), { seq: 3, by: { seat: 0, hint: true }, event: { e: 'asked_house', seat: 0 } });
  assert.deepEqual(state.table.news, { seq: 2, events: match(2).events });
  assert.deepEqual(pushed(state, match(4)).table.news, { seq: 4, events: match(4).events });
});

test('a page loaded right after a request for advice still gets the earlier log', () => {
  const entries = [
    { seq: 3, by: { seat: 0 }, events: 2 },
    { seq: 4, by: { seat: 0, hint: true }, events: 0 },
  ];
  const past = asked(4, 2, { events: [1, 2].map((face) => ({ e: 'rolled', seat: 0, dice: [face, 1, 1, 1, 1] })), entries });
  const { log } = page(playing(), asked(4, 2), past).table;
  assert.deepEqual(
    log.map(({ event }) => event.dice?.[0] ?? event.e),
    [1, 2, 'asked_house'],
  );
});

test('a page loaded during a match gets the earlier log, once and without animations', () => {
  const all = match(4, { events: [1, 2, 3, 4].map((face) => ({ e: 'rolled', seat: 0, dice: [face, 1, 1, 1, 1] })) });
  const state = page(playing(), match(4, { events: [] }), all);
  assert.deepEqual(rolled(state), [1, 2, 3, 4]);
  assert.deepEqual(state.table.push.events, []);
  assert.deepEqual(rolled(pushed(pushed(state, all), match(5))), [1, 2, 3, 4, 5]);
});

test('a reloaded page has the actor of each line: the player, the bot for them, or the asker', () => {
  const face = (/** @type {number} */ one) => ({ e: 'rolled', seat: 0, dice: [one, 1, 1, 1, 1] });
  const entries = [
    { seq: 2, by: { seat: 0 }, events: 2 },
    { seq: 3, by: { seat: 0, hint: true }, events: 0 },
    { seq: 4, by: { seat: 0, house: true }, events: 1 },
  ];
  const all = match(4, { events: [1, 2, 3].map(face), entries });
  const { log } = page(playing(), match(4, { events: [] }), all).table;
  const by = { seat: 0 };
  assert.deepEqual(log, [
    { seq: 2, by, event: face(1) },
    { seq: 2, by, event: face(2) },
    { seq: 3, by: { seat: 0, hint: true }, event: { e: 'asked_house', seat: 0 } },
    { seq: 4, by: { seat: 0, house: true }, event: face(3) },
  ]);
});

test('events during an absence come in one push and join the log', () => {
  const missed = match(4, { events: [2, 3, 4].map((face) => ({ e: 'rolled', seat: 0, dice: [face, 1, 1, 1, 1] })) });
  assert.deepEqual(rolled(page(playing(), match(1), missed)), [1, 2, 3, 4]);
});

test('an answer that a newer entry has overtaken completes the log, and tells and animates nothing again', () => {
  const before = page(playing(), match(1), match(4));
  const entries = [2, 3, 4].map((seq) => ({ seq, by: { seat: 0 }, events: 1 }));
  const missed = match(4, { events: [2, 3, 4].flatMap((seq) => match(seq).events), entries });
  const { table } = pushed(before, missed);
  assert.deepEqual(rolled({ table }), [1, 2, 3, 4]);
  assert.deepEqual([table.news, table.push.events, table.stage], [before.table.news, match(4).events, before.table.stage]);
  assert.deepEqual(rolled(pushed(pushed({ ...before, table }, missed), match(5))), [1, 2, 3, 4, 5]);
});

test('the newest view is shown, with or without events', () => {
  const fresh = match(1, { view: { ...match(1).view, round: 7 } });
  assert.equal(page(playing(), match(1), fresh).table.push.view.round, 7);
});

test('a rematch clears log, kept dice and names of the previous match', () => {
  const first = page(playing(), match(1));
  const kept = reduce(first, { type: 'kept', local: { held: [0, 1] } });
  const cleared = pushed(kept, playing({ match: 'm_2' }));
  assert.equal(cleared.table, null);
  const again = pushed(cleared, match(1, { match: 'm_2' }));
  assert.equal(again.table.push.match, 'm_2');
  assert.deepEqual(rolled(again), [1]);
  assert.deepEqual(again.table.local, {});
});

test('kept dice stay kept while others only watch', () => {
  const kept = reduce(page(playing(), match(1)), { type: 'kept', local: { held: [0, 1] } });
  const later = [playing({ spectators: 1 }), match(2)].reduce((state, message) => pushed(state, message), kept);
  assert.deepEqual(later.table.local, { held: [0, 1] });
});

test('a player who left the table keeps the name on the card', () => {
  const state = page(playing(), match(1), playing({ seats: [seat(ana), seat(null), seat(null)] }));
  assert.deepEqual(state.table.names.slice(0, 2), ['Ana', 'Ben']);
});

test('pushes of another room do not show on this page', () => {
  const other = 'ZZZZ22';
  const before = page(playing(), match(1));
  for (const message of [room({ room: other }), match(9, { room: other }), { t: 'chat', room: other, text: 'hi' }]) {
    const after = pushed(before, message);
    assert.equal(after.room, before.room);
    assert.equal(after.table, before.table);
  }
});

test('a seat taken or given up in another tab is known here', () => {
  const other = 'ZZZZ22';
  const seated = pushed(page(), room({ room: other }));
  assert.ok(seated.rooms.includes(other));
  assert.ok(!pushed(seated, room({ room: other, seats: [seat(ben)] })).rooms.includes(other));
});

test('what a room tells before this page has joined it is ignored, except that our seat is gone', () => {
  const start = initial_state({ name: 'Ana', page: { at: 'room', code }, now: 0 });
  const known = reduce(start, { type: 'welcomed', me: ana, games: [game], rooms: [code] });
  const told = [playing(), match(4)].reduce((state, message) => pushed(state, message), known);
  assert.deepEqual([told.room, told.table, told.rooms], [null, null, [code]]);
  const { joined, rooms, trouble } = pushed(told, { t: 'gone', room: code, reason: 'kicked' });
  assert.deepEqual([joined, rooms, trouble?.where], [false, [], 'join']);
  assert.deepEqual(rolled([playing(), match(4)].reduce((state, message) => pushed(state, message), reduce(told, { type: 'joined', code }))), [4]);
});

test('a table that is gone while the start page is shown is none of our rooms any more', () => {
  const start = initial_state({ name: 'Ana', page: { at: 'start' }, now: 0 });
  const home = reduce(start, { type: 'welcomed', me: ana, games: [game], rooms: [code, 'ZZZZ22'] });
  const { rooms, trouble } = pushed(home, { t: 'gone', room: code, reason: 'kicked' });
  assert.deepEqual([rooms, trouble], [['ZZZZ22'], null]);
});

test('an answer that comes after the page was left is ignored', () => {
  const home = reduce(page(room()), { type: 'went', page: { at: 'start' } });
  assert.equal(reduce(home, { type: 'joined', code }).joined, false);
  const elsewhere = reduce(home, { type: 'went', page: { at: 'room', code: 'ZZZZ22' } });
  assert.equal(reduce(elsewhere, { type: 'joined', code }).joined, false);
});

test('who cannot join any more is at no table', () => {
  const state = reduce(page(), { type: 'failed', where: 'join', text: 'That room is closed.' });
  assert.equal(state.joined, false);
  assert.equal(reduce(page(), { type: 'failed', where: 'seats', text: 'Ben sits there.' }).joined, true);
});

test('a name that another device gave is ours, but does not replace what is being typed', () => {
  const named = room({ seats: [seat({ ...ana, name: 'Ana Luz' }), seat(ben), seat(null)] });
  const { me, name } = page(named);
  assert.deepEqual([me.name, name], ['Ana Luz', 'Ana Luz']);
  const typing = pushed(reduce(page(room()), { type: 'named', name: 'Anita' }), named);
  assert.deepEqual([typing.me.name, typing.name], ['Ana Luz', 'Anita']);
});

test('leaving the page clears its room, and returning starts clean', () => {
  const gone = reduce(page(playing(), match(1)), { type: 'went', page: { at: 'start' } });
  assert.equal(gone.room, null);
  assert.equal(gone.table, null);
  assert.equal(gone.joined, false);
});

test('a removed player reads the reason and has no seat any more', () => {
  const state = page(room(), { t: 'gone', room: code, reason: 'kicked' });
  assert.equal(state.joined, false);
  assert.equal(state.room, null);
  assert.equal(state.trouble.where, 'join');
  assert.ok(!state.rooms.includes(code));
});

test('the clock counts down from the arrival of its push, and not below zero', () => {
  const started = pushed(pushed(page(), playing()), match(1), 1_000);
  const after = (ms) => time_left(reduce(started, { type: 'ticked', now: 1_000 + ms }));
  assert.equal(after(0), 30_000);
  assert.equal(after(12_500), 30_000 - 12_500);
  assert.equal(after(99_999), 0);
  assert.equal(time_left(pushed(started, match(2, { clock: null }))), null);
});

test('a player is late when a turn runs out; at the end of a window, nobody is', () => {
  const game = { ends_window: ({ e }, { short }) => e === 'rolled' && short };
  const is_late_after = (by, short) => {
    const { events } = match(2);
    const known = page(playing(), match(1), match(2, { by }));
    const loaded = page(playing(), match(2, { by, events: [] }), match(2, { by, events, entries: [{ seq: 2, by, events: 1 }] }));
    return [known, loaded].map(({ table }) => is_late(table.log.at(-1), game, { short }));
  };
  assert.deepEqual(is_late_after({ clock: true }, false), [true, true]);
  assert.deepEqual(is_late_after({ clock: true }, true), [false, false]);
  assert.deepEqual(is_late_after({ seat: 0 }, false), [false, false]);
  assert.equal(is_late({ seq: 2, by: { clock: true }, event: { e: 'rolled' } }, {}, {}), true, 'a game without windows');
});

test('chat counts as unread only while it is hidden', () => {
  const line = { t: 'chat', room: code, from: ben.id, name: 'Ben', text: 'hola', at_ms: 1 };
  assert.equal(page(room(), line).unread, 1, 'it may lie below the seats');
  const away = page(playing(), match(1), line, line);
  assert.equal(away.unread, 2);
  const read = reduce(away, { type: 'panel', open: true });
  assert.equal(read.unread, 0);
  assert.equal(pushed(read, line).unread, 0);
  assert.equal(page(playing(), match(1), { ...line, from: ana.id }).unread, 0);
});

test('the host reads who is missing before the start', () => {
  assert.deepEqual(start_blocker(page(room({ seats: [seat(ana), seat(null)] }))), { few: 1 });
  assert.deepEqual(start_blocker(page(room())), { unready: ['Ben'] });
  assert.equal(start_blocker(page(room({ seats: [seat(ana), seat(ben, true)] }))), null);
  assert.equal(start_blocker(page(room({ seats: [seat(ana), seat({ ...ben, bot: true })] }))), null);
});

test('our seat is found by our id, not by our name', () => {
  const namesake = { ...ben, name: 'Ana' };
  assert.equal(my_seat(page(room({ seats: [seat(namesake), seat(ana)] }))), 1);
  assert.equal(my_seat(page(room({ seats: [seat(namesake)] }))), null);
});

test('the list of public rooms follows updates', () => {
  const line = (name, taken) => ({ room: name, game: 'yahtzee', phase: 'waiting', host: 'Ana', taken, seats: 4 });
  const listed = reduce(page(), { type: 'listed', rooms: [line('AAAAAA', 1), line('BBBBBB', 1)] });
  const { lobby } = pushed(listed, { t: 'lobby', put: [line('BBBBBB', 2), line('CCCCCC', 1)], gone: ['AAAAAA'] });
  assert.deepEqual(lobby, [line('BBBBBB', 2), line('CCCCCC', 1)]);
});

test('further rooms are shown after the first ones, once each, until they close', () => {
  const line = (name, taken = 1) => ({ room: name, game: 'yahtzee', phase: 'waiting', host: 'Ana', taken, seats: 4 });
  const listed = reduce(page(), { type: 'listed', rooms: [line('AAAAAA')], total: 3 });
  const further = { rooms: [line('AAAAAA'), line('BBBBBB'), line('CCCCCC')], after: { yahtzee: null } };
  const more = reduce(listed, { type: 'listed_further', further });
  assert.deepEqual(codes(more), ['AAAAAA', 'BBBBBB', 'CCCCCC']);
  const moved = pushed(more, { t: 'lobby', put: [line('CCCCCC', 2)], gone: ['AAAAAA', 'BBBBBB'], total: 1 });
  assert.deepEqual(codes(moved), ['CCCCCC']);
  assert.equal(public_rooms(moved)[0].taken, 2);
  assert.deepEqual(codes(reduce(more, { type: 'listed', rooms: [line('DDDDDD')], total: 1 })), ['DDDDDD']);
});
const codes = (state) => public_rooms(state).map(({ room }) => room);

test('two pending requests end separately', () => {
  const both = ['move', 'chat'].reduce((state, where) => reduce(state, { type: 'asked', where }), page());
  const one = reduce(both, { type: 'answered', where: 'chat' });
  assert.deepEqual(one.asked, ['move']);
  const failed = reduce(one, { type: 'failed', where: 'move', text: 'It is not your turn.' });
  assert.deepEqual(failed.asked, []);
  assert.deepEqual(failed.trouble, { where: 'move', text: 'It is not your turn.' });
});

test('why a move was refused is told until the next decision', () => {
  const refused = reduce(page(playing(), match(1)), { type: 'failed', where: 'move', text: 'It is not your turn.' });
  assert.equal(pushed(refused, match(2, { you: { seat: 0, n: 1, moves: [] } })).trouble?.text, 'It is not your turn.');
  assert.equal(pushed(refused, match(2)).trouble, null);
});

test('who chooses other company while the name is asked for wishes that', () => {
  const before = reduce(initial_state({ name: '', page: { at: 'start' }, now: 0 }), { type: 'wished', wish: { game: 'yahtzee', how: 'friends' } });
  assert.deepEqual(reduce(before, { type: 'chose', change: { how: 'house' } }).wish, { game: 'yahtzee', how: 'house' });
  assert.deepEqual(reduce(before, { type: 'chose', change: { theme: 'dark' } }).wish, before.wish);
});

test('a new room starts with the catalogue’s defaults', () => {
  const form = default_form(game);
  assert.deepEqual(form.options, { joker: 'forced', upper_bonus: 35, duplicate: false });
  assert.equal(form.turn_ms, 60_000, 'friends have a minute');
  assert.equal(default_form({ ...game, turn_ms: 90_000 }).turn_ms, 90_000);
  assert.equal(default_form({ ...game, turn_ms: 0 }).turn_ms, 0);
  assert.ok(form.seats >= game.seats.min && form.seats <= game.seats.max);
});

test('an option at its default follows the option it depends on', () => {
  const specs = [
    { name: 'preset', kind: 'choice', choices: ['yahtzee', 'yatzy'], default: 'yahtzee' },
    { name: 'upper_bonus', kind: 'integer', min: 0, max: 100, default: 35, default_where: { preset: { yatzy: 50 } } },
  ];
  const yatzy = with_option(specs, { preset: 'yahtzee', upper_bonus: 35 }, 'preset', 'yatzy');
  assert.deepEqual(yatzy, { preset: 'yatzy', upper_bonus: 50 });
  assert.equal(default_value(specs[1], yatzy), 50);
  assert.deepEqual(with_option(specs, yatzy, 'preset', 'yahtzee'), { preset: 'yahtzee', upper_bonus: 35 });
  const own = with_option(specs, yatzy, 'upper_bonus', 20);
  assert.deepEqual(with_option(specs, own, 'preset', 'yahtzee'), { preset: 'yahtzee', upper_bonus: 20 });
});

test('no event mutates an earlier state', () => {
  const freeze = (value) => {
    if (value && typeof value === 'object' && !Object.isFrozen(value))
      Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  };
  const before = freeze(page(playing(), match(1)));
  for (const message of [match(2), playing({ match: 'm_2' }), { t: 'gone', room: code, reason: 'closed' }]) {
    assert.doesNotThrow(() => pushed(before, freeze(message)));
  }
});

test('a room that asked for a password keeps asking until we join or leave', () => {
  const outside = initial_state({ name: 'Ana', page: { at: 'room', code }, now: 0 });
  const asked = reduce(outside, { type: 'failed', where: 'join', text: 'no', code: 'wrong_password' });
  assert.equal(asked.locked, true);
  const typed = reduce(asked, { type: 'unlocking', password: 'sesame' });
  assert.equal(typed.trouble, null);
  assert.equal(reduce(typed, { type: 'failed', where: 'join', text: 'no', code: 'busy' }).locked, true);
  const gone = reduce(typed, { type: 'went', page: { at: 'start' } });
  assert.deepEqual([gone.locked, gone.password], [false, '']);
});

test('a removed player is told why', () => {
  const reasons = ['kicked', 'banned', 'no_spectators', 'left', 'closed'];
  const told = (reason) => pushed(page(room()), { t: 'gone', room: code, reason }).trouble?.text;
  assert.equal(new Set(reasons.map(told)).size, reasons.length);
  assert.ok(!reasons.map(told).includes(undefined));
  assert.equal(told('stopped'), told('closed'));
});

test('the room’s queue tells who waits for a seat, not the lack of a seat', () => {
  const watching = { seats: [seat(ben), seat(null)], watchers: [ana], next: [] };
  assert.equal(is_next_in_queue(page(room(watching))), false);
  assert.equal(is_next_in_queue(page(room({ ...watching, next: [ana] }))), true);
});

test('a host changes settings, and nobody sees the password', () => {
  const form = form_from_room(room({ locked: true, watch: false, public: true, hints: true }));
  assert.deepEqual(form, {
    game: 'yahtzee',
    options: {},
    seats: 3,
    public: true,
    turn_ms: 45_000,
    hints: true,
    witness: null,
    watch: false,
    ...{ password: '', open: false },
  });
});

test('a device code is gone after its use, and its owner is told', () => {
  const offered = reduce(page(room()), { type: 'offered', code: '7KQ2M9XD' });
  const used = pushed(offered, { t: 'device' });
  assert.deepEqual([used.offer, used.device_code_used], [null, true]);
  assert.equal(reduce(used, { type: 'notices_closed' }).device_code_used, false);
});

test('a device link that comes while something else is asked is asked about instead, without the trouble of the one before', () => {
  const failed = reduce(page(room()), { type: 'failed', where: 'device', text: 'That code is wrong, used or too old.' });
  const asking = reduce(failed, { type: 'question', question: { what: 'leave' } });
  for (const state of [failed, asking]) {
    const opened = reduce(state, { type: 'device_link_opened', code: '7KQ2M9XD' });
    assert.deepEqual([opened.device, opened.question, opened.trouble], ['7KQ2M9XD', null, null]);
  }
});

// ---- rendering while dice roll

const lively = (state, message) => reduce(state, { type: 'pushed', message, now: 0, calm: false });
const settled = (state) => reduce(state, { type: 'settled' });
const over = { places: [1, 2], scores: [5, 3], winners: [0], reason: 'finished' };

test('while dice roll the previous state is shown, then the dice lie, then the new state is shown', () => {
  const before = page(playing(), match(1));
  const theirs = match(2, { to_act: [1], view: { ...match(2).view, turn: { seat: 1 } } });
  const rolling = lively(before, theirs);
  assert.deepEqual([rolling.table.stage, acting_seat(rolling)], ['rolling', 0]);
  const lying = settled(rolling);
  assert.deepEqual([lying.table.stage, acting_seat(lying)], ['lying', 1]);
  assert.equal(settled(lying).table.stage, 'still');
});

test('a result waits until the last move was shown, except without animations', () => {
  const card = [{ e: 'played', seat: 0, on: 0, cards: ['r1'], below: 'r2' }];
  assert.equal(lively(page(playing(), match(1)), match(2, { events: card, result: over })).table.stage, 'lying');
  assert.equal(page(playing(), match(1), match(2, { events: card, result: over })).table.stage, 'still');
});

test('missed events are not animated, and a request for advice stops no dice', () => {
  assert.equal(lively(page(playing(), match(1)), match(4)).table.stage, 'still');
  assert.equal(lively(page(playing()), match(7)).table.stage, 'still');
  assert.equal(page(playing(), match(1), match(2)).table.stage, 'lying', 'a second tap is not heard here, either');
});

test('the next page begins without anything of the one before', () => {
  const start = initial_state({ name: 'Ana', page: { at: 'start' }, now: 0 });
  const events = [
    { type: 'went', page: { at: 'room', code } },
    { type: 'joined', code },
    { type: 'pushed', message: playing(), now: 5 },
    { type: 'pushed', message: match(1), now: 6 },
    { type: 'mistrusted', fault: { match: 'm_1', room: code, kind: 'hash', text: 'changed' } },
    ...[{ type: 'stirred' }, { type: 'drafted', text: 'Hola' }, { type: 'panel', open: true }, { type: 'rules', rules: 'yahtzee' }],
    ...[{ type: 'unlocking', password: 'sesame' }, { type: 'enlarged', yes: true }, { type: 'summary_seen' }, { type: 'copied', text: 'x' }],
    ...[{ type: 'filled', form: default_form(game) }, { type: 'sheet', sheet: 'menu' }, { type: 'replayed', replay: { at: 3, speed: 2 } }],
    ...[{ type: 'looked_back' }, { type: 'failed', where: 'move', text: 'no', code: 'wrong_password' }],
  ];
  const there = events.reduce(reduce, start);
  for (const name of ['joined', 'room', 'room_at', 'table', 'faults', 'stirs', 'draft', 'panel', 'rules', 'password', 'big', 'locked', 'summary_seen', 'copied', 'form', 'sheet', 'replay', 'older', 'trouble'])
    assert.notDeepEqual(there[name], start[name], name);
  const { rooms, now, ...left } = reduce(there, { type: 'went', page: { at: 'start' } });
  const { rooms: _, now: __, ...began } = start;
  assert.deepEqual(left, began);
  assert.equal(now, 6);
});

test('a line of the operator stays until it is read; a later one of its number replaces it, and it does not come back', () => {
  const page = { at: 'start' };
  const heard = (state, message) => reduce(state, { type: 'pushed', message, calm: true });
  const one = heard(initial_state({ page }), { t: 'notice', no: 3, text: 'We restart.' });
  assert.deepEqual(one.notices.map(({ text }) => text), ['We restart.']);
  const replaced = heard(one, { t: 'notice', no: 3, text: 'We restart.', until_ms: 1 });
  assert.deepEqual(replaced.notices.map(({ until_ms }) => until_ms), [1]);
  const read = reduce(one, { type: 'notice_read', no: 3 });
  assert.deepEqual(read.notices, []);
  assert.deepEqual(heard(read, { t: 'notice', no: 3, text: 'We restart.' }).notices, []);
  assert.equal(heard(read, { t: 'notice', no: 4, text: 'We are back.' }).notices.length, 1);
});

test('a line of the operator that was read comes back when it says something else, until it says again what was read', () => {
  const heard = (state, text, more) => reduce(state, { type: 'pushed', message: { t: 'notice', no: 3, text, ...more }, calm: true });
  const read = reduce(heard(initial_state({ page: { at: 'start' } }), 'We restart at noon.'), { type: 'notice_read', no: 3 });
  const corrected = heard(read, 'We restart at one.');
  assert.deepEqual(corrected.notices.map(({ text }) => text), ['We restart at one.']);
  assert.deepEqual(heard(corrected, 'We restart at noon.', { until_ms: 1 }).notices, []);
  const both_read = reduce(corrected, { type: 'notice_read', no: 3 });
  assert.deepEqual(heard(both_read, 'We restart at one.').notices, []);
});

test('who is at a table that the operator closes reads why', () => {
  const state = reduce(reduce(initial_state({ page: { at: 'room', code } }), { type: 'joined', code }), { type: 'pushed', message: room(), calm: true });
  const gone = reduce(state, { type: 'pushed', message: { t: 'gone', room: code, reason: 'closed', text: 'not here' }, calm: true });
  assert.match(gone.trouble.text, /“not here”/);
});
