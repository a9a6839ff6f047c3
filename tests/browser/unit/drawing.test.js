// The page when one of its views fails.
import assert from 'node:assert/strict';
import test from 'node:test';

import { drawn, games, pushes } from './drawn.js';
import { match_actions } from '../../../web-client/core/actions/match.js';
import { initial_state, reduce } from '../../../web-client/core/state.js';
import { words } from '../../../web-client/i18n/words.js';
import { Refused } from '../../../js/connection.js';

const code = 'K7QX2M';
const person = { id: 'p_ana', name: 'Ana', bot: false };

test('a view that fails says so in its place, and the header with its menu stays', (t) => {
  const thrown = [];
  t.mock.method(globalThis, 'setTimeout', (raise) => assert.throws(raise, (why) => thrown.push(why) > 0));
  const room = { t: 'room', room: code, game: 'yahtzee', options: {}, phase: 'playing', match: 'm_1', host: person.id, seats: [{ player: person, online: true }], watchers: [], next: [], chat: [] };
  const push = { ...pushes.yahtzee, room: code, match: 'm_1', view: { ...pushes.yahtzee.view, seats: undefined, turn: { seat: 0, get dice() { throw new Error('these dice cannot be drawn'); } } } };
  push.view.seats = [{ score: 0, boxes: {} }];
  const start = initial_state({ name: 'Ana', page: { at: 'room', code }, now: 0 });
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

/** A table of two, as Ana sees it. @param {string} game @param {number | null} mine her seat @param {number} mover @param {object[]} moves
 * @param {object[]} [more] events after the match's first push */
function table_of(game, mine, mover, moves, more = []) {
  const people = [person, { id: 'p_ben', name: 'Ben', bot: false }];
  const room = { t: 'room', room: code, game, options: {}, phase: 'playing', match: 'm_1', host: person.id, seats: people.map((player) => ({ player, online: true, ready: true })), watchers: [], next: [], chat: [] };
  const { you: _, ...push } = structuredClone(pushes[game]);
  Object.assign(push, { room: code, match: 'm_1', events: [], to_act: [mover], ...(mine === null ? {} : { you: { seat: mine, n: 1, moves } }) });
  push.about.seats = people;
  Object.assign(push.view.turn, { seat: mover });
  const start = initial_state({ name: 'Ana', page: { at: 'room', code }, now: 0 });
  const events = [
    { type: 'linked', link: { state: 'open' } },
    { type: 'welcomed', me: mine === 1 ? people[1] : person, games: [{ id: game, title: game, seats: { min: 1, max: 8 }, options: [] }], rooms: [code] },
    { type: 'joined', code },
    { type: 'chose', change: { hinted: games } },
    { type: 'pushed', message: room, now: 0 },
    { type: 'pushed', message: push, now: 0 },
    ...more,
  ];
  return drawn(events.reduce(reduce, start)).join('');
}
test('why a reaction was refused is read at the table while the chat is closed, and in the chat while that is open', () => {
  const refused = { type: 'failed', where: 'chat', text: 'Not so fast.' };
  for (const game of games) {
    const [closed, open] = [[], [{ type: 'panel', open: true }]].map((panel) => table_of(game, 0, 1, [], [...panel, refused]));
    const count = (page) => page.split('Not so fast.').length - 1;
    assert.deepEqual([count(closed), count(open)], [2, 1], `${game}: the closed chat has it, too, where nobody sees it`);
  }
});

test('why the computer may not play for somebody is read at the table', () => {
  for (const game of games) assert.match(table_of(game, 0, 1, [], [{ type: 'failed', where: 'seats', text: 'They are here.' }]), /They are here\./, game);
});

/** The buttons for moves, as [whether one can press it, its words]. */
const large = (page) => [...page.matchAll(/<button class="?large ([^>]*?)>(.*?)<\/button>/gs)].map(([, attributes, inside]) => [/aria-disabled="?false/.test(attributes), attributes.includes('primary'), inside.replaceAll(/<[^>]*>/g, ' ').trim()]);

test('on another’s turn the largest words say who plays, and none asks for what nobody can do', () => {
  for (const game of games) {
    const buttons = large(table_of(game, 0, 1, []));
    assert.ok(buttons.length > 0, game);
    for (const [enabled, primary, label] of buttons) {
      assert.equal(enabled, false, `${game}: ${label}`);
      if (primary) assert.match(label, /^Ben is playing/, game);
    }
    if (game === 'yahtzee') assert.equal(buttons.length, 1, 'no box can be tapped');
  }
});

test('nobody who has said TRES is told to have forgotten it, also where they may be caught falsely', () => {
  const shown = (stage) => {
    const push = structuredClone(pushes.tres);
    Object.assign(push, { room: code, match: 'm_1', seq: push.seq + 1, events: [], to_act: [0, 1], you: { seat: 0, n: 2, moves: ['catch 1'] } });
    push.about.seats = [person, { id: 'p_ben', name: 'Ben', bot: false }];
    Object.assign(push.view, { call: { seat: 1, stage }, turn: { ...push.view.turn, seat: 1 } });
    return table_of('tres', 0, 1, [], [{ type: 'pushed', message: push, now: 0 }]);
  };
  for (const stage of ['open', 'said']) assert.match(shown(stage), /Catch!/, stage);
  assert.match(shown('open'), /Ben has not said TRES!/);
  assert.doesNotMatch(shown('said'), /Ben has not said TRES!/);
});

test('no small letter follows a full stop where Yahtzee says who plays', async () => {
  for (const language of ['en', 'es', 'it']) {
    const { words: spoken } = await import(`../../../web-client/games/yahtzee/words.${language}.js`);
    for (const line of [spoken.left(1), spoken.left(2)]) assert.doesNotMatch(`${spoken.others('Ben')} ${line}`, /\. ?\p{Ll}/u, language);
  }
  assert.ok(table_of('yahtzee', null, 1, []).includes('>Ben is playing · '), 'to a watcher');
});

test('a straight of five is celebrated by the name of the box that it fills', async () => {
  const { default: game } = await import('../../../web-client/games/yahtzee/table.js');
  const cheer = (preset, ...dice) => game.describe_moment('straight', { preset }, [{ e: 'rolled', seat: 0, thrown: [0], dice }]);
  assert.deepEqual(['yahtzee', 'yatzy', 'kniffel', 'generala'].map((preset) => cheer(preset, 5, 3, 1, 2, 4)), ['Large Straight!', 'Small Straight!', 'Große Straße!', 'Escalera!']);
  assert.deepEqual(['yahtzee', 'yatzy'].map((preset) => cheer(preset, 2, 6, 4, 3, 5)), ['Large Straight!', 'Large Straight!']);
});

test('five alike are celebrated as they were thrown, and by what they are worth while they lie there', async () => {
  const { default: game } = await import('../../../web-client/games/yahtzee/table.js');
  const thrown = { e: 'rolled', seat: 0, thrown: [0], dice: [4, 4, 4, 4, 4] };
  const cheer = (turn) => game.describe_moment('five', { preset: 'yahtzee', turn }, [thrown]);
  const lying = cheer({ seat: 0, dice: thrown.dice, throws: 2, worth: {} });
  assert.deepEqual([lying.line, lying.pieces.length], ['Five fours in two throws', 5]);
  for (const later of [null, { seat: 1, dice: [], throws: 0, worth: {} }, { seat: 1, dice: [1, 2, 3, 4, 6], throws: 1, worth: {} }]) {
    const { line, pieces } = cheer(later);
    assert.deepEqual([line, pieces.length], [undefined, 5]);
  }
});

test('the best of a game where low is good is called so', async () => {
  const { default: game } = await import('../../../web-client/games/threes_away/table.js');
  const log = [9, 5, 7].map((points, seat) => ({ event: { e: 'scored', seat, points } }));
  assert.deepEqual(game.best_moment(log), { seat: 1, text: 'only 5 points' });
});

test('the list of keys has those that the table of the game answers to, and no others', () => {
  const dice = { yahtzee: ['Space', '1 – 6'], threes_away: ['Space', '1 – 6'], ambiciosa: ['Space'], escalera: ['Space'], tres: [] };
  for (const game of games) {
    const page = table_of(game, 0, 0, [], [{ type: 'sheet', sheet: 'keys' }]);
    const keys = [...page.matchAll(/<kbd>(.*?)<\/kbd>/g)].map(([, key]) => key);
    assert.deepEqual(keys.slice(-2), ['Enter', '?'], game);
    assert.deepEqual(keys.filter((key) => ['Space', '1 – 6'].includes(key)), dice[game], game);
    assert.equal(keys.includes('Space'), /aria-keyshortcuts="?Space/.test(page), game);
  }
});

test('the invitation tells who left a running match that their seat is theirs, also at a full table', () => {
  const buttons_for = ({ left, ...invitation }) => {
    const events = [
      { type: 'welcomed', me: person, games: [], rooms: [code] },
      { type: 'seated', code: left, yes: false, left: true },
      { type: 'invitation_loaded', invitation: { room: code, game: 'tres', title: 'TRES', host: 'Ben', locked: false, phase: 'playing', seated: ['Ben', 'Ana'], seats: 2, spectators: true, ...invitation } },
      { type: 'seated', code, yes: false },
    ];
    return [...drawn(events.reduce(reduce, initial_state({ name: 'Ana', page: { at: 'room', code }, now: 0 }))).join('').matchAll(/<button class="?primary"?>(.*?)<\/button>/g)].map(([, label]) => label);
  };
  assert.deepEqual(buttons_for({ left: code }), [words.join.back]);
  assert.deepEqual(buttons_for({ left: code, seats: 4 }), [words.join.back]);
  assert.deepEqual(buttons_for({ left: code, seats: 4, seated: ['Ben'] }), [words.join.next], 'the next match');
  assert.deepEqual(buttons_for({ left: code, seats: 4, phase: 'waiting' }), [words.join.sit]);
  assert.deepEqual(buttons_for({ left: 'OTHER1', seats: 4 }), [words.join.next], 'somebody else of that name');
  assert.deepEqual(buttons_for({ left: 'OTHER1' }), []);
});

test('a command in a sentence is an element of its own, which no line breaks at its hyphens', async () => {
  const { with_command } = await import('../../../web-client/ui/parts.js');
  const { strings, values } = with_command(words.room.only_here, './run --host 0.0.0.0');
  assert.match(strings.join('|'), /<code class="whole">/);
  assert.equal(values[1], './run --host 0.0.0.0');
  assert.equal([values[0], values[1], values[2]].join(''), words.room.only_here('./run --host 0.0.0.0'));
});

test('the page of a match says how it ended, also that it was abandoned', () => {
  const seats = ['Ana', 'Ben'].map((name) => ({ id: `p_${name}`, name, bot: false }));
  const ended = (result) => {
    const record = { id: 'm_1', game: 'tres', started_ms: 0, ended_ms: 1, seats, settings: { options: {} }, result };
    const events = [{ type: 'welcomed', me: person, games: [], rooms: [] }];
    const state = events.reduce(reduce, initial_state({ name: 'Ana', page: { at: 'match', id: 'm_1' }, now: 0 }));
    return drawn(state, { load: () => ({ state: 'here', data: record }) }).join('');
  };
  assert.match(ended({ reason: 'abandoned', winners: [], places: [], scores: [] }), new RegExp(words.result.abandoned));
  assert.match(ended({ reason: 'finished', winners: [1], places: [2, 1], scores: [0, 1] }), new RegExp(words.result.won(['Ben'], false)));
});

test('a replay says that time ran out where somebody was late, and not at the end of a window', () => {
  const seats = ['Ana', 'Ben'].map((name) => ({ id: `p_${name}`, name, bot: false }));
  const result = { reason: 'finished', winners: [1], places: [2, 1], scores: [0, 1] };
  const says_late = (game, options, happened) => {
    const { about, view } = structuredClone(pushes[game]);
    about.seats = seats;
    const entry = (seq, by, fields) => ({ seq, by, draws: [], events: [], at_ms: 0, hash: '0'.repeat(64), ...fields });
    const log = [entry(1, { start: true }, { about, view }), entry(2, { clock: true }, { events: [happened], patch: [] })];
    const record = { id: 'm_1', game, started_ms: 0, ended_ms: 1, seats, settings: { options }, result, replay: true, log };
    const events = [{ type: 'welcomed', me: person, games: [], rooms: [] }, { type: 'replayed', replay: { at: 1 } }];
    const state = events.reduce(reduce, initial_state({ name: 'Ana', page: { at: 'match', id: 'm_1' }, now: 0 }));
    const page = drawn(state, { load: () => ({ state: 'here', data: record }), cached: () => null }).join('');
    assert.match(page, /2 of 2/);
    return page.includes(words.table.by_clock);
  };
  const thrown = { e: 'rolled', seat: 1, dice: [1, 2, 4, 4, 6, 6], points: 5, straights: [2], marks: [{ of: 'straight', dice: [0, 1], points: 5 }], reset: false, score: 5 };
  assert.equal(says_late('escalera', { auto_roll: false }, thrown), true);
  assert.equal(says_late('escalera', { auto_roll: true }, thrown), false);
  assert.equal(says_late('tres', { tres_call: 'window' }, { e: 'passed', seat: 1 }), true);
  assert.equal(says_late('tres', { tres_call: 'window' }, { e: 'catch_open', seat: 1 }), false);
});

test('who was away when their time ran out reads it when they are back, and after a reload', () => {
  const by = { clock: true };
  const seq = pushes.yahtzee.seq + 1;
  const events = [{ e: 'scored', seat: 0, box: 'chance', points: 22 }];
  const come = (fields) => ({ type: 'pushed', message: { ...structuredClone(pushes.yahtzee), room: code, match: 'm_1', seq, by, to_act: [1], you: { seat: 0, n: 9 }, ...fields }, now: 0 });
  const missed = come({ events, entries: [{ seq, by, events: 1 }] });
  for (const [what, pushed] of Object.entries({ seen: [come({ events })], missed: [missed], loaded: [come({ events: [] }), missed] }))
    assert.ok(table_of('yahtzee', 0, 0, [], pushed).includes(words.table.by_clock_for_you), what);
});

test('whoever ran out of time at TRES reads it also where the pile was shuffled before they drew', () => {
  const push = { ...structuredClone(pushes.tres), room: code, match: 'm_1', seq: pushes.tres.seq + 1, by: { clock: true }, you: { seat: 0, n: 9 } };
  const events = [{ e: 'reshuffled', cards: 30 }, { e: 'drew', seat: 0, count: 1, why: 'turn' }];
  assert.ok(table_of('tres', 0, 0, [], [{ type: 'pushed', message: { ...push, events }, now: 0 }]).includes(words.table.by_clock_for_you));
});

test('a move is called late where time ran out before it came, and is dropped without a word where a window ended', async () => {
  const refused_after = async (event) => {
    const table = { push: { room: code, match: 'm_1', seq: 7, you: { seat: 0, n: 3 }, view: { game: 'tres' } }, options: {}, log: [{ seq: 8, by: { clock: true }, event }] };
    const told = [];
    const connection = { move: () => Promise.reject(new Refused({ code: 'stale', text: 'The match has moved on.' })) };
    const attempt = (_, run) => run().then(() => true, ({ text }) => void told.push(text));
    const { play } = match_actions({ store: { state: { table }, dispatch: ({ text }) => told.push(text) }, connection, watcher: () => {} }, { attempt, code: () => code });
    await play({ do: 'tres' });
    return told;
  };
  assert.deepEqual(await refused_after({ e: 'passed', seat: 0 }), [words.link.late]);
  assert.deepEqual(await refused_after({ e: 'catch_open', seat: 0 }), []);
});

test('a refused move is not called late because time ran out in another match that the page shows by now', async () => {
  const shown = (match, log) => ({ push: { room: code, match, seq: 7, you: { seat: 0, n: 3 }, view: { game: 'tres' } }, options: {}, log });
  const store = { state: { table: shown('m_1', []) }, dispatch: ({ text }) => told.push(text) };
  const told = [];
  const move = async () => {
    store.state.table = shown('m_2', [{ seq: 8, by: { clock: true }, event: { e: 'passed', seat: 0 } }]);
    throw new Refused({ code: 'stale', text: 'The match has moved on.' });
  };
  const attempt = (_, run) => run().then(() => true, ({ text }) => void told.push(text));
  await match_actions({ store, connection: { move }, watcher: () => {} }, { attempt, code: () => code }).play({ do: 'tres' });
  assert.deepEqual(told, ['The match has moved on.']);
});

/** The page of a match of which the server says this. @param {'missing' | 'closed' | 'failed'} state */
const match_page = (state) => drawn(reduce(initial_state({ name: 'Ana', page: { at: 'match', id: 'm_1' }, now: 0 }), { type: 'welcomed', me: person, games: [], rooms: [] }), { load: () => ({ state }) }).join('');

test('the page of a match of the cup says when it can be seen', () => {
  assert.match(match_page('closed'), /<h1>This match of the day’s cup can be watched after midnight UTC\.</);
  for (const state of ['missing', 'failed']) assert.doesNotMatch(match_page(state), /midnight/);
});

test('below the result of the cup nothing is promised that is closed until its day is over', () => {
  const ended = { ...structuredClone(pushes.yahtzee), room: code, match: 'm_1', events: [], to_act: [], result: { places: [1, 2], scores: [200, 100], winners: [0], left: [], reason: 'finished' } };
  ended.about.seats = [person, { id: 'p_ben', name: 'Ben', bot: false }];
  const room = { t: 'room', room: code, game: 'yahtzee', options: {}, phase: 'finished', match: 'm_1', host: person.id, seats: [{ player: person, online: true, ready: false }], watchers: [], next: [], chat: [] };
  const below = (cup) => table_of('yahtzee', 0, 0, [], [{ type: 'pushed', message: { ...room, ...cup }, now: 0 }, { type: 'pushed', message: ended, now: 0 }, { type: 'settled' }]);
  assert.match(below({}), /class="sheet to-come"/);
  assert.match(below({ cup: 7 }), /class="places"/);
  assert.doesNotMatch(below({ cup: 7 }), /to-come|how-it-went/);
});

test('the page of the cup says that there is none only if that is so', () => {
  const cup_page = (state) => drawn(reduce(initial_state({ name: 'Ana', page: { at: 'cup' }, now: 0 }), { type: 'welcomed', me: person, games: [], rooms: [] }), { cup: () => ({ state }) }).join('');
  assert.match(cup_page('missing'), /This server has no cup of the day\./);
  assert.match(cup_page('failed'), /That could not be loaded\. Try it again\./);
  assert.doesNotMatch(cup_page('failed'), /no cup/);
});
