// Who of a browser's tabs answers the server's questions about dice, and where the notes are kept.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Refused } from '../../../js/connection.js';
import { commitment, hash, hex, player_mark, roster_hash } from '../../../js/fairness.js';
import { Answers } from '../../../web-client/core/contributor/answers.js';
import { LazyContributor } from '../../../web-client/core/lazy_contributor.js';
import { notes_store, read_notes, stored_notes_text } from '../../../web-client/core/notes.js';

const code = 'K7QX2M';
const [ana, ben] = ['p_ana', 'p_ben'];

/** A server's part in the start of a match, and an honest one. */
class Server {
  seed = hash('seed');
  nonces = { [ana]: '00'.repeat(16), [ben]: '11'.repeat(16) };
  /** @type {Record<number, string>} */ tips = { 1: 'ab'.repeat(32) };
  constructor(match = 'm_1') {
    this.match = match;
    this.settings = JSON.stringify({ game: 'escalera', version: 1, seats: 2, options: {} });
    this.players = JSON.stringify([ana, ben].map((id) => hex(player_mark(Buffer.from(this.nonces[id], 'hex'), id))));
    this.commit = hex(commitment(match, this.seed));
  }
  push(step, fields = {}) {
    const tips = step === 'tips' ? {} : this.tips;
    const by_seat = new Map(Object.entries(this.tips).map(([at, tip]) => [Number(at), Buffer.from(tip, 'hex')]));
    const roster = step === 'tips' ? null : hex(roster_hash(this.match, Buffer.from(this.commit, 'hex'), this.settings, this.players, by_seat));
    const { match, commit, settings, players } = this;
    return { ...{ t: 'dice', room: code, match, step, witness: true, commit, settings, players, tips, roster, reveals: null, out: [] }, you: { seat: 0, nonce: this.nonces[ana] }, ...fields };
  }
  ask(seq) {
    return { t: 'dice.ask', room: code, match: this.match, seq, hash: hex(hash(`${seq - 1}`)), by: { seat: 0 }, n: seq, move: { do: 'roll' }, k: seq, seats: [0] };
  }
  entry(seq, value) {
    return { t: 'match', room: code, match: this.match, seq, by: { seat: 0 }, hash: hex(hash(`${seq}`)), result: null, ...(value && { dice: { k: seq, seats: [0], fresh: { 0: value } } }) };
  }
}

/** Locks as browsers have them, for all tabs. */
function tab_locks() {
  /** @type {Map<string, Promise<any>>} */
  const last = new Map();
  return {
    request(name, { signal }, held) {
      const turn = (last.get(name) ?? Promise.resolve()).then(() => (signal.aborted ? undefined : held()));
      last.set(name, turn);
      return turn;
    },
  };
}
const memory_store = (stored = new Map()) => ({ get: (key) => stored.get(key) ?? null, set: (key, text) => void stored.set(key, text), remove: (key) => void stored.delete(key) });
const settled = () => new Promise((done) => setImmediate(done));

/** A tab, with the requests that it has sent. */
function tab({ locks = null, store, refuse = () => null, tabs = undefined, player = () => ana }) {
  const sent = [];
  const faults = [];
  const request = async (message, heard) => {
    sent.push(message);
    const code = refuse(message);
    heard(code ? { t: 'refused', code } : { t: 'ok' });
    if (code) throw new Refused({ code, text: code });
  };
  const answers = new Answers({ request, player, server: () => null, on_fault: (fault) => faults.push(fault.kind), store, locks, ...(tabs && { tabs }) });
  return { answers, sent, faults };
}

test('one tab answers; when it loses its connection another one goes on with the same secret', async () => {
  const server = new Server();
  const [locks, store] = [tab_locks(), memory_store()];
  const [one, two] = [tab({ locks, store }), tab({ locks, store })];
  const all = async (push) => {
    for (const { answers } of [one, two]) answers.on_push(push);
    await settled();
  };
  await all(server.push('tips'));
  assert.deepEqual([one.sent.map(({ t }) => t), two.sent], [['dice.tip'], []]);
  server.tips[0] = one.sent[0].tip;
  await all(server.push('reveals'));
  await all(server.push('play', { reveals: { 0: one.sent[1].value, 1: null } }));
  await all(server.entry(1));
  await all(server.ask(2));
  assert.deepEqual([one.sent.map(({ t }) => t), two.sent], [['dice.tip', 'dice.reveal', 'dice.give'], []]);
  await all(server.entry(2, one.sent[2].value));

  one.answers.leave();
  await settled();
  two.answers.on_push(server.ask(3));
  await settled();
  assert.equal(two.sent.length, 1);
  assert.equal(hex(hash('cubilete/dice/chain/1', Buffer.from(two.sent[0].value, 'hex'))), one.sent[2].value, 'the next link');
  assert.deepEqual([one.faults, two.faults], [[], []]);
});

test('a tab that has left the table lets the one answer in which the player comes back', async () => {
  const server = new Server();
  const [locks, store] = [tab_locks(), memory_store()];
  const [one, two] = [tab({ locks, store }), tab({ locks, store })];
  const all = async (push) => {
    for (const { answers } of [two, one]) answers.on_push(push);
    await settled();
  };
  one.answers.on_push(server.push('tips'));
  await settled();
  server.tips[0] = one.sent[0].tip;
  await all(server.push('reveals'));
  const play = server.push('play', { reveals: { 0: one.sent[1].value, 1: null } });
  for (const push of [play, server.entry(1), { t: 'gone', room: code, reason: 'left' }]) await all(push);
  for (const push of [{ t: 'returned' }, server.entry(1)]) two.answers.on_push(push);
  for (const push of [play, server.ask(2)]) await all(push);
  assert.deepEqual([one.sent.length, two.sent.map(({ t }) => t)], [2, ['dice.give']]);
  assert.deepEqual([one.faults, two.faults], [[], []]);
});

test('an entry may come without its events after the reply to room.join, and at no other time', async () => {
  const server = new Server();
  const store = memory_store();
  const { answers } = tab({ store });
  const shown = () => Object.keys(JSON.parse(store.get(`m_1 ${ana}`)).shown);
  answers.on_push(server.push('tips'));
  await settled();
  for (const seq of [1, 2]) answers.on_push({ ...server.entry(seq), events: [], left_out: 1 });
  answers.on_push({ t: 'returned' });
  for (const seq of [3, 4]) answers.on_push({ ...server.entry(seq), events: [] });
  assert.deepEqual(shown(), ['1', '2', '4']);
});

test('a tab that takes over while a throw waits gives the value again', async () => {
  const server = new Server();
  const [locks, store] = [tab_locks(), memory_store()];
  const [one, two] = [tab({ locks, store }), tab({ locks, store })];
  for (const push of [server.push('tips'), () => server.push('reveals'), () => server.push('play', { reveals: { 0: one.sent[1].value, 1: null } }), server.entry(1)]) {
    const seen = typeof push === 'function' ? push() : push;
    for (const { answers } of [one, two]) answers.on_push(seen);
    await settled();
    if (seen.step === 'tips') server.tips[0] = one.sent[0].tip;
  }
  two.answers.on_push(server.ask(2)); // the first tab has died before it answered
  one.answers.leave();
  await settled();
  assert.deepEqual(two.sent.map(({ t, seq }) => `${t} ${seq}`), ['dice.give 2']);
});

test('a page that is elsewhere reads a match again to answer a question that is ahead of its notes, unless a bot plays there', async () => {
  const server = new Server();
  const store = memory_store();
  const before = tab({ store });
  before.answers.on_push(server.push('tips'));
  await settled();
  server.tips[0] = before.sent[0].tip;
  before.answers.on_push(server.push('reveals'));
  await settled();
  const play = server.push('play', { reveals: { 0: before.sent[1].value, 1: null } });
  for (const push of [play, server.entry(1)]) before.answers.on_push(push);
  before.answers.leave();
  const room = (house) => ({ t: 'room', room: code, phase: 'playing', match: 'm_1', seats: [{ player: { id: ana }, house }, { player: null }] });

  const loaded = tab({ store });
  for (const push of [room(true), play, server.ask(4)]) loaded.answers.on_push(push);
  await settled();
  assert.deepEqual(loaded.sent, []);
  for (const push of [room(false), server.ask(4)]) loaded.answers.on_push(push);
  await settled();
  assert.deepEqual(loaded.sent, [{ t: 'room.join', room: code, as: 'spectator' }]);
  for (const push of [{ t: 'returned' }, server.entry(3), play, server.ask(4)]) loaded.answers.on_push(push);
  await settled();
  assert.deepEqual(loaded.sent.slice(1).map(({ t, seq }) => `${t} ${seq}`), ['dice.give 4']);
  assert.deepEqual([before.faults, loaded.faults], [[], []]);
});

test('two players of a browser answer for their own seats of a match, with notes of their own', async () => {
  const server = new Server();
  const [locks, store] = [tab_locks(), memory_store()];
  const seats = [ana, ben].map((player, seat) => ({ ...tab({ locks, store, player: () => player }), you: { seat, nonce: server.nonces[player] } }));
  const all = async (push) => {
    for (const { answers, you } of seats) answers.on_push({ ...push, ...(push.t === 'dice' && { you }) });
    await settled();
  };
  await all(server.push('tips'));
  server.tips = { ...seats.map(({ sent }) => sent[0].tip) };
  await all(server.push('reveals'));
  const reveals = { ...seats.map(({ sent }) => sent[1].value) };
  await all(server.push('play', { reveals }));
  for (const seat of [0, 1]) assert.equal(hex(hash('cubilete/dice/chain/1', Buffer.from(reveals[seat], 'hex'))), server.tips[seat]);
  assert.deepEqual(seats.map(({ faults }) => faults), [[], []]);
});

test('a browser that becomes another player accuses nobody of the other seat, and knows the first one when it is back', async () => {
  const server = new Server();
  let player = ana;
  const one = tab({ store: memory_store(), player: () => player });
  const hear = async (who, push) => {
    player = who;
    one.answers.joined(true);
    one.answers.on_push({ ...push, you: { seat: [ana, ben].indexOf(who), nonce: server.nonces[who] } });
    await settled();
  };
  await hear(ana, server.push('tips'));
  server.tips[0] = one.sent[0].tip;
  await hear(ben, server.push('reveals'));
  assert.deepEqual([one.sent.length, one.faults], [1, ['lost']], 'it has no secret for that seat');
  await hear(ana, server.push('reveals'));
  assert.deepEqual([one.sent.map(({ t }) => t), one.faults], [['dice.tip', 'dice.reveal'], ['lost']]);
});

test('without locks the tabs of a browser give the same values', async () => {
  const server = new Server();
  const store = memory_store();
  const [one, two] = [tab({ store }), tab({ store })];
  const all = async (push) => {
    for (const { answers } of [one, two]) answers.on_push(push);
    await settled();
  };
  await all(server.push('tips'));
  server.tips[0] = one.sent[0].tip;
  await all(server.push('reveals'));
  await all(server.push('play', { reveals: { 0: one.sent[1].value, 1: null } }));
  await all(server.entry(1));
  await all(server.ask(2));
  await all(server.entry(2, one.sent[2].value));
  assert.deepEqual([one.sent.map(({ t }) => t), two.sent.slice(-1)], [['dice.tip', 'dice.reveal', 'dice.give'], one.sent.slice(-1).slice(two.sent.length ? 0 : 1)]);
  for (const { t, tip, value } of two.sent) assert.ok(one.sent.some((other) => other.t === t && other.tip === tip && other.value === value), t);
  assert.deepEqual([one.faults, two.faults], [[], []]);
});

test('a fault is told in all tabs of the browser', async () => {
  const channels = [new BroadcastChannel('cubilete.test'), new BroadcastChannel('cubilete.test')];
  const [locks, store, server] = [tab_locks(), memory_store(), new Server()];
  const [one, two] = channels.map((tabs) => tab({ locks, store, tabs }));
  one.answers.on_push(server.push('tips'));
  await settled();
  one.answers.on_push(server.push('tips', { settings: '{}' }));
  while (two.faults.length < 1) await new Promise((later) => setTimeout(later, 5));
  assert.deepEqual([one.faults, two.faults], [['settings'], ['settings']]);
  for (const channel of channels) channel.close();
});

test('a fault is told in no tab of another player of the browser', async () => {
  const [store, server] = [memory_store(), new Server()];
  const channels = [ana, ben, ana].map(() => new BroadcastChannel('cubilete.test'));
  const [one, other, own] = [ana, ben, ana].map((player, at) => tab({ store, tabs: channels[at], player: () => player }));
  one.answers.on_push(server.push('tips'));
  await settled();
  one.answers.on_push(server.push('tips', { settings: '{}' }));
  while (own.faults.length < 1) await new Promise((later) => setTimeout(later, 5));
  assert.deepEqual([one.faults, other.faults], [['settings'], []]);
  for (const channel of channels) channel.close();
});

test('a match goes on with the notes of a page that had one for all players', async () => {
  const server = new Server();
  const stored = new Map();
  const before = tab({ store: memory_store(stored) });
  before.answers.on_push(server.push('tips'));
  await settled();
  server.tips[0] = before.sent[0].tip;
  stored.set('m_1', stored.get(`m_1 ${ana}`)).set('matches', '["m_1"]').delete(`m_1 ${ana}`);
  for (const [seat, player, sent, faults] of [[1, ben, [], ['lost']], [0, ana, ['dice.reveal'], []]]) {
    const after = tab({ store: memory_store(stored), player: () => player });
    after.answers.on_push(server.push('reveals', { you: { seat, nonce: server.nonces[player] } }));
    await settled();
    assert.deepEqual([after.sent.map(({ t }) => t), after.faults], [sent, faults]);
  }
  assert.deepEqual(JSON.parse(stored.get('matches')), ['m_1', `m_1 ${ben}`, `m_1 ${ana}`]);
});

test('another device contributes: this one stays silent, and says so', async () => {
  const server = new Server();
  const late = tab({ locks: tab_locks(), store: memory_store(), refuse: ({ t }) => t === 'dice.tip' && 'taken' });
  late.answers.on_push(server.push('tips'));
  await settled();
  server.tips[0] = 'cd'.repeat(32);
  for (const push of [server.push('reveals'), server.push('play', { reveals: { 0: null, 1: null } }), server.entry(1), server.ask(2)]) late.answers.on_push(push);
  await settled();
  assert.deepEqual([late.sent.map(({ t }) => t), late.faults], [['dice.tip'], ['taken']]);
});

test('a value that a busy server refused is sent again', async () => {
  let refused = 0;
  const one = tab({ store: memory_store(), refuse: ({ t }) => t === 'dice.tip' && ++refused < 3 && 'busy' });
  one.answers.on_push(new Server().push('tips'));
  while (one.sent.length < 3) await new Promise((later) => setTimeout(later, 20));
  assert.equal(new Set(one.sent.map(({ tip }) => tip)).size, 1);
  assert.deepEqual(one.faults, []);
});

test('a shaken cup changes the secret, and never replaces its random bytes', async () => {
  const tips = [];
  for (const stirred of [false, true, true]) {
    const one = tab({ locks: tab_locks(), store: memory_store() });
    if (stirred) one.answers.stir(new Uint8Array([1, 2, 3]));
    one.answers.on_push(new Server().push('tips'));
    await settled();
    tips.push(one.sent[0].tip);
  }
  assert.equal(new Set(tips).size, 3);
});

// ---- where notes are kept

const with_storage = async (storage, then) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, ...storage });
  try {
    await then();
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else delete globalThis.localStorage;
  }
};
const storage_of = (stored, full = () => false) => ({
  value: {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => {
      if (full()) throw new Error('QuotaExceededError');
      stored.set(key, text);
    },
    removeItem: (key) => stored.delete(key),
  },
});

test('notes of the last twenty matches stay in the browser', () => {
  const stored = new Map();
  return with_storage(storage_of(stored), async () => {
    for (let at = 0; at < 25; ++at) {
      const one = tab({ locks: tab_locks(), store: notes_store() });
      one.answers.on_push(new Server(`m_${at}`).push('tips'));
      await settled();
      assert.deepEqual([one.sent.length, one.faults], [1, []]);
    }
    const matches = [...stored.keys()].filter((key) => key.startsWith('cubilete.dice.m_'));
    assert.equal(matches.length, 20);
    assert.equal(read_notes('m_24').match, 'm_24');
    assert.equal(read_notes('m_4'), null);
  });
});

test('where the browser keeps nothing, notes are in memory', () =>
  with_storage({ get: () => assert.fail('SecurityError') }, async () => {
    const one = tab({ locks: tab_locks(), store: notes_store() });
    const server = new Server();
    one.answers.on_push(server.push('tips'));
    await settled();
    server.tips[0] = one.sent[0].tip;
    one.answers.on_push(server.push('reveals'));
    await settled();
    assert.deepEqual([one.sent.map(({ t }) => t), one.faults], [['dice.tip', 'dice.reveal'], []]);
    assert.equal(read_notes('m_1').match, 'm_1', 'for the page of the match');
  }));

test('the page of a match reads the notes of the player who had a seat', () => {
  const stored = new Map();
  return with_storage(storage_of(stored), async () => {
    const server = new Server('m_seen');
    for (const [player, you] of [['p_guest', undefined], [ana, { seat: 0, nonce: server.nonces[ana] }], ['p_other', undefined]]) {
      tab({ store: notes_store(), player: () => player }).answers.on_push(server.push('tips', { you }));
      await settled();
    }
    const kept = [...stored.keys()].filter((key) => key.startsWith('cubilete.dice.m_seen '));
    assert.deepEqual([kept.length, read_notes('m_seen').seat], [3, 0]);
  });
});

test('the page of a match reads the notes with which it went on after an upgrade, not those from before', () => {
  const notes = (seq) => ({ match: 'm_1', player: ana, seat: 0, seq });
  return with_storage(storage_of(new Map()), async () => {
    const store = notes_store();
    for (const [key, value] of [['matches', ['m_1', `m_1 ${ana}`]], ['m_1', notes(3)], [`m_1 ${ana}`, notes(9)]]) store.set(key, JSON.stringify(value));
    assert.equal(read_notes('m_1').seq, 9);
  });
});

test('notes that no longer fit into a full storage are not left behind in an old state', () => {
  const stored = new Map();
  let full = false;
  return with_storage(storage_of(stored, () => full), async () => {
    const store = notes_store();
    store.set('m_1', 'old');
    full = true;
    store.set('m_1', 'new');
    assert.deepEqual([store.get('m_1'), stored.size], ['new', 0]);
    full = false;
    store.set('m_1', 'newer');
    assert.deepEqual([store.get('m_1'), stored_notes_text('m_1')], ['newer', 'newer']);
    store.remove('m_1');
    assert.deepEqual([store.get('m_1'), stored.size], [null, 0]);
  });
});

// ---- the part that is fetched

test('pushes wait for the part that answers them and for the reply to hello, in order', async () => {
  const heard = [];
  let here;
  const contributor = new LazyContributor(() => new Promise((done) => (here = done)));
  assert.equal(contributor.hello(false), true);
  contributor.greeted();
  const server = new Server();
  contributor.on_push(server.entry(1)); // nobody has asked for the part yet
  for (const push of [server.push('tips'), { t: 'room' }, server.push('reveals')]) contributor.on_push(push);
  here({ on_push: ({ t, step }) => heard.push([t, step].join(' ').trim()), joined: () => heard.push('joined') });
  assert.equal(await contributor.ready(), true);
  contributor.on_push(server.entry(2));
  assert.equal(contributor.hello(true), true);
  contributor.on_push(server.push('play'));
  assert.deepEqual(heard, ['joined', 'dice tips', 'room', 'dice reveals', 'match', 'joined']);
  contributor.greeted();
  assert.equal(heard.at(-1), 'dice play');
});

test('hello promises answers only if the part can be there in time', async () => {
  let broken = true;
  const contributor = new LazyContributor(async () => {
    if (broken) throw new TypeError('Failed to fetch');
    return { on_push: () => {}, joined: () => {} };
  });
  assert.equal(contributor.hello(false), true, 'a new guest has no seat yet');
  assert.equal(contributor.hello(true), false, 'a player who comes back may be asked at once');
  assert.equal(await contributor.ready(), false);
  assert.equal(contributor.hello(false), false, 'it could not be fetched');
  broken = false;
  assert.equal(await contributor.ready(), true);
  assert.equal(contributor.hello(true), true);
});

test('after a reload the faults that were found before are told again, with their words', async () => {
  const store = memory_store();
  const server = new Server();
  const one = tab({ store });
  one.answers.on_push(server.push('tips'));
  await settled();
  one.answers.on_push(server.push('tips', { commit: '00'.repeat(32) }));
  const again = tab({ store });
  again.answers.on_push(server.push('tips'));
  assert.deepEqual([one.faults, again.faults, again.sent], [['commit'], ['commit'], []]);
});

test('a page that comes to a table again is told again of the faults that were found there before', async () => {
  const server = new Server();
  const one = tab({ store: memory_store() });
  one.answers.on_push(server.push('tips'));
  await settled();
  one.answers.on_push(server.push('tips', { commit: '00'.repeat(32) }));
  one.answers.on_push(server.entry(1));
  assert.deepEqual(one.faults, ['commit']);
  one.answers.on_push({ t: 'returned' });
  for (const seq of [1, 2]) one.answers.on_push(server.entry(seq));
  assert.deepEqual(one.faults, ['commit', 'commit']);
});

test('the records of matches whose end was not seen are asked for before the next match, each once', async () => {
  const note = (match, ended, server = 's_here') => [`${match} ${ana}`, JSON.stringify({ match, server, ended, faults: [], commit: null })];
  const others = [note('m_5', null, 's_other'), note('m_6', 'unopened', 's_other')]; // another server of this host
  const index = ['m_1', 'm_2', 'm_5', 'm_6', 'm_3', 'm_4'].map((match) => `${match} ${ana}`);
  const stored = new Map([...others, ['matches', JSON.stringify(index)], note('m_1', 'finished'), note('m_2', null), note('m_3', 'unopened'), note('m_4', null)]);
  const asked = [];
  const seen = [];
  const found = { m_2: [404], m_3: [200, { ended_ms: 1, proof: {}, result: { reason: 'void' } }], m_4: [200, { ended_ms: null }] };
  const record = async (match) => {
    asked.push(match);
    const [status, value] = found[match];
    return { status, ok: status === 200, json: async () => value };
  };
  const answers = new Answers({ request: async () => {}, player: () => ana, server: () => 's_here', on_fault: () => {}, ended: (ends) => seen.push(ends), record, store: memory_store(stored), locks: null });
  for (const seq of [1, 2]) answers.on_push(new Server('m_7').entry(seq));
  assert.deepEqual(seen, [['finished', 'unopened']]);
  const room = (phase) => ({ t: 'room', room: code, phase, seats: [] });
  answers.on_push(room('playing'));
  assert.deepEqual(asked, []);
  for (const phase of ['waiting', 'waiting']) answers.on_push(room(phase));
  await settled();
  assert.deepEqual(asked, ['m_2', 'm_3', 'm_4']);
  assert.deepEqual(seen.at(-1), ['finished', 'no_record', 'void']);
});

test('in a room that waits the page learns how the last matches ended, though no match was pushed', () => {
  const notes = JSON.stringify({ match: 'm_1', server: 's_here', ended: 'unopened', faults: [], commit: null });
  const store = memory_store(new Map([['matches', '["m_1 p_ana"]'], ['m_1 p_ana', notes]]));
  const seen = [];
  const answers = new Answers({ request: async () => {}, player: () => ana, server: () => 's_here', on_fault: () => {}, ended: (ends) => seen.push(ends), store, locks: null });
  for (const phase of ['playing', 'waiting']) answers.on_push({ t: 'room', room: code, phase, seats: [] });
  assert.deepEqual(seen, [['unopened']]);
});
