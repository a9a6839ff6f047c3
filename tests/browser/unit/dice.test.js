// Provable dice on the page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import { is_accusation, count_broken_off, contributors, is_starting, pending_ask, dice_badge_state, starting_ms } from '../../../web-client/core/dice_shown.js';
import { initial_state, reduce } from '../../../web-client/core/state.js';
import { explained as words } from '../../../web-client/i18n/dice/en.js';

const code = 'K7QX2M';
const ana = { id: 'p_ana', name: 'Ana', bot: false };
const ben = { id: 'p_ben', name: 'Ben', bot: false };
const seat = (player, fields = {}) => ({ player, ready: true, online: true, house: false, ...fields });
const room = (fields = {}) => ({ t: 'room', room: code, game: 'escalera', options: {}, phase: 'waiting', host: ana.id, seats: [seat(ana), seat(ben)], match: null, chat: [], ...fields });
const playing = (match = 'm_1') => room({ phase: 'playing', match });
const entry = (seq, fields = {}) => ({
  t: 'match', room: code, match: 'm_1', seq, by: { seat: 0 }, events: [], to_act: [0], result: null, hash: `${seq}`,
  view: { game: 'escalera', turn: { seat: 0 }, seats: [{ score: 0 }, { score: 0 }] }, ...fields,
});
const dice = (step, fields = {}) => ({ t: 'dice', room: code, match: 'm_1', step, witness: true, tips: step === 'tips' ? {} : { 0: 'a', 1: 'b' }, out: [], ...fields });
const ask = (seq, fields = {}) => ({ t: 'dice.ask', room: code, match: 'm_1', seq, by: { seat: 0 }, n: 1, move: { do: 'roll' }, k: 0, seats: [0, 1], ...fields });

const shown = (state, message, now = 0) => reduce(state, { type: 'pushed', message, now: Number(now) });
/** Ana's page after these messages. */
function page(...messages) {
  const start = initial_state({ name: 'Ana', page: { at: 'room', code }, now: 0 });
  const known = reduce(start, { type: 'welcomed', me: ana, games: [], rooms: [code] });
  return messages.reduce((state, message) => shown(state, message), reduce(known, { type: 'joined', code }));
}
const mistrusted = (state, fault) => reduce(state, { type: 'mistrusted', fault });

// ---- what is shown

test('the badge is closed while secrets are collected, and has a tick when all seats contribute', () => {
  assert.equal(dice_badge_state(page(room())), null);
  assert.equal(dice_badge_state(page(room(), dice('tips'))), 'closed');
  assert.equal(dice_badge_state(page(room(), dice('reveals'))), 'closed');
  assert.equal(dice_badge_state(page(room(), dice('play'), playing())), 'closed', 'until the first entry is there');
  assert.equal(dice_badge_state(page(room(), dice('play'), playing(), entry(1))), 'all');
  assert.equal(dice_badge_state(page(playing(), dice('play'), entry(7))), 'all', 'also for a player who comes back');
});

test('the badge says who does not contribute, and why', () => {
  const four = room({ phase: 'playing', match: 'm_1', seats: [seat(ana), seat(ben), seat({ id: 'p_c', name: 'Cleo' }), seat({ id: 'p_d', name: 'Dora', bot: true }, { level: 'easy' })] });
  const state = page(four, dice('play', { out: [1] }), entry(3));
  assert.equal(dice_badge_state(state), 'some');
  assert.deepEqual(contributors(state).map(({ name, missing }) => [name, missing]), [['Ana', null], ['Ben', 'out'], ['Cleo', 'silent'], ['Dora', 'bot']]);
});

test('without any contributor the dice are the server’s, also in the match after a provable one', () => {
  assert.equal(dice_badge_state(page(playing(), entry(1))), 'server');
  const before = page(room(), dice('play'), playing(), entry(1), entry(2, { result: {} }));
  assert.equal(dice_badge_state(before), 'all');
  const next = [playing('m_2'), entry(1, { match: 'm_2' })].reduce((state, message) => shown(state, message), before);
  assert.equal(dice_badge_state(next), 'server');
});

test('at a table of the day’s cup the badge says so, but for a fault', () => {
  const cup = page(room({ phase: 'playing', match: 'm_1', cup: 7 }), entry(1));
  assert.equal(dice_badge_state(cup), 'cup');
  assert.equal(dice_badge_state(mistrusted(cup, { match: 'm_1', room: code, kind: 'hash', text: 'another hash' })), 'fault');
});

test('a throw waits for its secrets until its entry is there', () => {
  const asked = page(playing(), dice('play'), entry(4), ask(5));
  assert.deepEqual(pending_ask(asked), { seq: 5, seat: 0, move: { do: 'roll' } });
  assert.equal(pending_ask(shown(asked, entry(5))), null);
  assert.equal(pending_ask(shown(asked, ask(5, { match: 'm_0', move: null })))?.seq, 5, 'another match’s question changes nothing');
  assert.equal(pending_ask(page(playing(), dice('play'), entry(5), ask(5))), null, 'a question that came after its entry');
  assert.equal(pending_ask(reduce(asked, { type: 'linked', link: { state: 'waiting', wait_ms: 1 } })), null);
});

test('a secret that came too late is a line in the log, and its seat is out', () => {
  const late = { k: 2, seats: [0, 1], fresh: { 0: 'aa', 1: null } };
  const state = page(playing(), dice('play'), entry(4), ask(5), entry(5, { events: [{ e: 'rolled', seat: 0 }], dice: late }));
  assert.deepEqual(state.table.log.map(({ event }) => event), [{ e: 'rolled', seat: 0 }, { e: 'dice_late', seat: 1 }]);
  assert.deepEqual(contributors(state).map(({ missing }) => missing), [null, 'out']);
  assert.equal(dice_badge_state(state), 'some');
});

test('who did not open the first secret in time is known as late from the start', () => {
  const state = page(room(), dice('play', { reveals: { 0: 'aa', 1: null }, out: [1] }), playing(), entry(1));
  assert.deepEqual([state.dice.unopened, contributors(state)[1].missing], [[1], 'out']);
});

test('a start is told after its first push; a broken connection forgets it', () => {
  const starting = shown(shown(page(room()), dice('tips'), 1000), dice('reveals'), 1800);
  assert.equal(starting_ms(reduce(starting, { type: 'ticked', now: 2500 })), 1500);
  const broken = reduce(starting, { type: 'linked', link: { state: 'waiting', wait_ms: 1 } });
  assert.equal(is_starting(broken), false);
  assert.equal(starting_ms(page(room())), null);
});

test('the result and the votes for the next match stay in sight while it starts', () => {
  const nobody_ready = { seats: [seat(ana, { ready: false }), seat(ben, { ready: false })] };
  const over = page(playing(), dice('play'), entry(9, { result: { places: [] } }), room({ phase: 'finished', match: 'm_1' }));
  const steps = [
    [dice('tips', { match: 'm_2' }), 'finished', 'm_1'],
    [room({ phase: 'waiting', match: 'm_1', ...nobody_ready }), 'finished', 'm_1'],
    [dice('reveals', { match: 'm_2' }), 'finished', 'm_1'],
    [dice('play', { match: 'm_2' }), 'finished', 'm_1'],
    [{ ...playing('m_2'), ...nobody_ready }, 'finished', 'm_1'],
    [entry(1, { match: 'm_2' }), 'playing', 'm_2'],
  ];
  let state = over;
  for (const [message, phase, match] of steps) {
    state = shown(state, message);
    assert.deepEqual([state.room.phase, state.table?.push.match], [phase, match], JSON.stringify(message));
    if (phase === 'finished') assert.ok(state.room.seats.every(({ ready }) => ready), JSON.stringify(message));
  }
  assert.equal(dice_badge_state(state), 'all');
});

test('a match that ended while its start was waited for is over', () => {
  const away = page(playing(), dice('play'), entry(9, { result: { places: [] } }), room({ phase: 'finished', match: 'm_1' }), dice('play', { match: 'm_2' }));
  const over = room({ phase: 'finished', match: 'm_2', seats: [seat(ana, { ready: false }), seat(ben)] });
  const state = shown(shown(away, over), entry(9, { match: 'm_2', result: { places: [] } }));
  assert.deepEqual([state.room.phase, state.room.match, state.room.seats[0].ready], ['finished', 'm_2', false]);
});

test('a fault is told once, with the newest entry; what is nobody’s fault accuses nobody', () => {
  const late = { match: 'm_1', room: code, kind: 'late', text: 'came in time and is missing' };
  const state = mistrusted(mistrusted(page(playing(), dice('play'), entry(6)), late), late);
  assert.deepEqual(state.faults, [{ match: 'm_1', kind: 'late', text: late.text, seq: 6 }]);
  assert.equal(dice_badge_state(state), 'fault');
  assert.equal(dice_badge_state(shown(state, dice('tips', { match: 'm_2' }))), 'fault');
  assert.equal(dice_badge_state(mistrusted(page(playing(), dice('play'), entry(6)), { match: 'm_1', room: code, kind: 'taken', text: 'another device' })), 'all');
  assert.equal(dice_badge_state(mistrusted(page(playing(), dice('play'), entry(6)), { ...late, room: 'AAAAAA' })), 'all', 'at another table');
  assert.deepEqual(reduce(state, { type: 'went', page: { at: 'start' } }).faults, []);
});

test('everybody’s cup shakes, and one’s own', () => {
  const shake = (at) => ({ t: 'dice.shake', room: code, seat: at });
  const state = reduce(page(room(), shake(1), shake(0), shake(1)), { type: 'stirred' });
  assert.deepEqual([state.shakes, state.stirs], [{ 0: 1, 1: 2 }, 1]);
});

test('every kind of fault has its words', async () => {
  const source = await readFile(new URL('../../../js/contributor_checks.js', import.meta.url), 'utf8');
  const kinds = [...source.match(/@typedef \{([^}]*)\} FaultKind/)[1].matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  assert.ok(kinds.length > 20);
  assert.deepEqual(Object.keys({ ...words.faults, ...words.remarks }).sort(), kinds.sort());
  for (const kind of kinds) assert.equal(is_accusation({ kind }), Object.hasOwn(words.faults, kind), kind);
});

test('what the server does again is told as often as it did it, and matches that were broken off are counted', () => {
  const state = page(playing(), dice('play'), entry(4));
  const fault = { match: 'm_1', room: code, kind: 'no_ask', text: 'first' };
  const next = mistrusted(mistrusted(state, fault), { ...fault, text: 'first; 21 more times', again: 21 });
  assert.deepEqual(next.faults, [{ match: 'm_1', kind: 'no_ask', text: 'first', seq: 4, again: 21 }]);
  assert.deepEqual(count_broken_off(['finished', 'void', 'unopened', 'abandoned', 'no_record', 'finished']), { broken: 3, abandoned: 1, of: 6 });
  assert.deepEqual(reduce(state, { type: 'remembered', ends: ['void'] }).ends, ['void']);
});
