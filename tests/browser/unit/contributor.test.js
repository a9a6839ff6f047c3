// The part of a player's program in provable dice (js/contributor.js), without a connection.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Contributor } from '../../../js/contributor.js';
import { chain_length, from_hex, hex, next_link } from '../../../js/fairness.js';
import { DiceServer, player } from './dice_server.js';
import { ManualTimers } from './scripted_socket.js';

const ok = { t: 'ok' };
const follows = (value, next) => hex(next_link(from_hex(value))) === next;

function store_in_memory() {
  const stored = new Map();
  return {
    stored,
    get: (key) => stored.get(key) ?? null,
    set: (key, text) => void stored.set(key, text),
    remove: (key) => void stored.delete(key),
  };
}

/** A program and a server for it. The program's random bytes differ in each draw and not from run to run. */
function seated({ store = store_in_memory(), server = new DiceServer(), ...options } = {}) {
  const faults = [];
  let draws = 0;
  const timers = new ManualTimers();
  const random = (bytes) => new Uint8Array(bytes).fill(++draws);
  const made = new Contributor({ store, on_fault: (fault) => faults.push(fault), random, timers, ...options });
  const accepted = (request) => (made.answered(request, ok), request);
  const kinds = () => faults.map(({ kind }) => kind);
  return { made, server, faults, kinds, store, timers, accepted };
}

/** Returns seated() after the first entry of its match. */
function started(options) {
  const all = seated(options);
  const { made, server, accepted } = all;
  const { tip } = accepted(made.dice(server.committed(), player));
  const reveal = accepted(made.dice(server.rostered(tip), player));
  made.dice(server.started(reveal.value), player);
  made.match(server.entry({ by: { start: true } }));
  return { ...all, tip, reveal: reveal.value };
}

/** An honest question with its answer and its entry. */
function draw({ made, server, accepted }) {
  const ask = server.asked();
  const { value } = accepted(made.ask(ask));
  made.match(server.drawn(ask, value));
  return value;
}

test('in an honest match the tip, the reveal and the values are one chain, and nothing is reported', () => {
  const all = started();
  assert.ok(follows(all.reveal, all.tip));
  let last = all.reveal;
  for (let asked = 0; asked < 200; ++asked) {
    const value = draw(all);
    assert.ok(follows(value, last));
    last = value;
    all.made.match(all.server.entry());
  }
  all.made.match(all.server.ended());
  all.timers.pass(60_000);
  assert.deepEqual(all.faults, []);
  const notes = all.made.notes('m_1');
  assert.equal(notes.asks.length, 200);
  assert.ok(notes.opened && notes.tip_accepted && notes.reveal_accepted);
  assert.ok(notes.asks.every(({ accepted }) => accepted));
  let link = from_hex(notes.secret);
  for (let made = 0; made < chain_length; ++made) link = next_link(link);
  assert.equal(hex(link), all.tip);
});

test('a request is sent once, and again with the same value after a break or a new start', () => {
  const all = started();
  const { made, server, store } = all;
  const ask = server.asked();
  const first = made.ask(ask);
  assert.equal(made.ask(ask), null);
  made.joined();
  made.match({ ...server.entry(), seq: 1, hash: JSON.parse(store.get('m_1')).hash });
  assert.deepEqual(made.ask(ask), first);
  made.answered(first, null);
  assert.deepEqual(made.ask(ask), first);
  const later = seated({ store, server });
  assert.deepEqual(later.made.ask(ask), first);
  later.accepted(first);
  assert.equal(later.made.ask(ask), null);
  assert.deepEqual([...all.faults, ...later.faults], []);
});

test('a tip and a reveal are sent again until they are accepted', () => {
  const { made, server } = seated();
  const tip = made.dice(server.committed(), player);
  assert.equal(made.dice(server.committed(), player), null);
  made.joined();
  assert.deepEqual(made.dice(server.committed(), player), tip);
  made.answered(tip, ok);
  assert.equal(made.dice(server.committed(), player), null);
  const reveal = made.dice(server.rostered(tip.tip), player);
  made.answered(reveal, null);
  assert.deepEqual(made.dice(server.rostered(tip.tip), player), reveal);
});

test('each secret is new; stirring changes it and does not replace the random bytes', () => {
  const tip_of = (number, stir) => {
    const { made, server } = seated({ random: (bytes) => new Uint8Array(bytes).fill(number) });
    for (const motion of stir) made.stir(Uint8Array.of(motion));
    return made.dice(server.committed(), player).tip;
  };
  const tips = [tip_of(1, []), tip_of(2, []), tip_of(1, [1]), tip_of(2, [1]), tip_of(1, [1, 2]), tip_of(1, [2])];
  assert.equal(new Set(tips).size, tips.length);
  const { made } = seated();
  const one = made.dice(new DiceServer('m_1').committed(), player);
  const next = made.dice({ ...new DiceServer('m_2').committed(), room: 'other' }, player);
  assert.notEqual(one.tip, next.tip);
});

test('links that were prepared ahead give the same chain', () => {
  const [at_once, ahead] = [seated(), seated()];
  for (let calls = 0; calls < 10; ++calls) ahead.made.prepare(100);
  const tips = [at_once, ahead].map(({ made, server }) => made.dice(server.committed(), player).tip);
  assert.equal(tips[0], tips[1]);
});

test('a chain that is used up gives no value and accuses nobody', () => {
  const all = started();
  const notes = all.made.notes('m_1');
  const used = { seq: 1, hash: '', by: {}, n: 0, move: null, k: 0, seats: [0, 1], value: '', accepted: true };
  notes.asks = Array.from({ length: chain_length - 2 }, () => used);
  all.store.set('m_1', JSON.stringify(notes));
  assert.equal(draw(all), notes.secret);
  assert.equal(all.made.ask(all.server.asked({ seats: [1] })), null);
  assert.deepEqual(all.faults, []);
});

test('only so many matches are kept', () => {
  const { made, store } = seated({ keep: 3 });
  for (const match of ['m_1', 'm_2', 'm_3', 'm_4', 'm_5'])
    made.dice({ ...new DiceServer(match).committed(), room: match }, player);
  assert.deepEqual([...store.stored.keys()].sort(), ['m_3', 'm_4', 'm_5', 'matches']);
});

test('notes that cannot be kept give nothing', () => {
  const all = started();
  all.store.set = () => {
    throw new Error('full');
  };
  assert.equal(all.made.ask(all.server.asked()), null);
  assert.deepEqual(all.kinds(), ['storage']);
});

test('a question that is repeated after a break gets its value only when that is stored', () => {
  const all = started();
  const { made, server, store } = all;
  const { set } = store;
  store.set = () => {
    throw new Error('full');
  };
  const ask = server.asked();
  assert.equal(made.ask(ask), null);
  made.joined();
  assert.equal(made.ask(ask), null);
  store.set = set;
  const { value } = made.ask(ask);
  assert.ok(follows(value, all.reveal));
  assert.equal(JSON.parse(store.get('m_1')).asks[0].value, value);
  assert.deepEqual(all.kinds(), ['storage']);
});

test('a store that fails at any moment, for any time, costs values and accuses nobody', () => {
  for (const first of [1, 2, 3, 5, 8, 11, 14])
    for (const times of [1, Infinity]) {
      const store = store_in_memory();
      store.set('m_0', '{}');
      store.set('matches', '["m_0"]');
      let calls = 0;
      for (const name of ['set', 'remove']) {
        const works = store[name];
        store[name] = (...words) => {
          if (++calls >= first && calls < first + times) throw new Error('full');
          works(...words);
        };
      }
      const { made, server, accepted, kinds } = seated({ store, keep: 1 });
      const given = (request) => request && accepted(request);
      const tip = given(made.dice(server.committed(), player));
      const reveal = given(made.dice(server.rostered(tip?.tip), player));
      made.dice(server.started(reveal?.value ?? null), player);
      made.match(server.entry({ by: { start: true } }));
      let is_in = Boolean(tip && reveal);
      for (let turn = 0; turn < 3; ++turn) {
        const ask = server.asked({ seats: is_in ? [0, 1] : [1] });
        const value = given(made.ask(ask))?.value ?? null;
        is_in = value !== null;
        made.match(server.drawn(ask, value));
      }
      made.match(server.ended());
      assert.deepEqual(kinds().filter((kind) => !['storage', 'left_out'].includes(kind)), [], `${times} from ${first} on`);
      if (first === 1 && times === Infinity) assert.equal(tip, null);
    }
});

test('a spectator keeps notes and sends nothing', () => {
  const { made, server, kinds } = seated();
  assert.equal(made.dice({ ...server.committed(), you: undefined }, 'p_spectator'), null);
  assert.equal(made.dice({ ...server.rostered('ab'.repeat(32)), you: undefined }, 'p_spectator'), null);
  assert.equal(made.notes('m_1').roster, server.roster);
  made.dice({ ...server.rostered('cd'.repeat(32)), you: undefined }, 'p_spectator');
  assert.deepEqual(kinds(), ['roster']);
});

test('two tabs with one store have one secret, also if both drew one at the same moment', () => {
  const store = store_in_memory();
  const one = seated({ store, shared: true });
  const other = seated({ store, shared: true, server: one.server, random: (bytes) => new Uint8Array(bytes).fill(99) });
  const tip = one.made.dice(one.server.committed(), player);
  assert.deepEqual(other.made.dice(one.server.committed(), player), tip);
  const late = seated({ shared: true, server: one.server, random: (bytes) => new Uint8Array(bytes).fill(98) });
  const lost = late.made.dice(one.server.committed(), player);
  assert.notEqual(lost.tip, tip.tip);
  store.set('m_1', late.store.get('m_1')); // the other tab's write came last
  one.made.answered(tip, ok);
  assert.equal(one.made.notes('m_1').tip, tip.tip);
  late.made.answered(lost, { t: 'refused', code: 'taken' });
  assert.deepEqual(late.kinds(), ['taken']);
  assert.equal(late.made.dice(one.server.rostered(tip.tip), player), null);
  const reveal = one.made.dice(one.server.rostered(tip.tip), player);
  assert.deepEqual(other.made.dice(one.server.rostered(tip.tip), player), reveal);
  assert.deepEqual(one.kinds(), []);
});

test('a seat that was away may be left out of the question that was open meanwhile, and of no later one', () => {
  const all = started();
  const { made, server } = all;
  const away = server.asked({ seats: [1] });
  made.joined();
  made.match({ ...server.entry(), seq: 1, hash: made.notes('m_1').hash });
  assert.equal(made.ask(away), null);
  assert.deepEqual(all.kinds(), []);
  server.seq = 1;
  made.match(server.drawn(away, null));
  made.ask(server.asked({ seats: [1] }));
  assert.deepEqual(all.kinds(), ['not_named']);
});

test('who leaves the table and comes back over the same connection finds no fault in what they have missed', () => {
  const all = started();
  const { made, server } = all;
  draw(all);
  const missed = server.drawn(server.asked({ seats: [1] }), null);
  const open = server.asked({ seats: [1] });
  made.returned();
  made.match(missed);
  assert.equal(made.ask(open), null);
  made.match(server.drawn(open, null));
  assert.deepEqual(all.kinds(), []);
  made.ask(server.asked({ seats: [1] }));
  assert.deepEqual(all.kinds(), ['not_named']);
});

test('who leaves the table and is brought back by another tab or device finds no fault in what they have missed', () => {
  const all = started();
  const { made, server } = all;
  draw(all);
  made.gone({ t: 'gone', room: server.committed().room, reason: 'left' });
  server.drawn(server.asked({ seats: [1] }), null);
  made.dice(server.started(all.reveal), player);
  const open = server.asked();
  assert.equal(made.ask(open), null);
  made.match(server.drawn(open, null));
  made.match(server.drawn(server.asked({ seats: [1] }), null));
  assert.deepEqual(all.kinds(), []);
  made.ask(server.asked({ seats: [1] }));
  assert.deepEqual(all.kinds(), []);
});

test('who leaves the table and is brought back by another tab or device before anything is missed goes on', () => {
  const all = started();
  const last = draw(all);
  all.made.gone({ t: 'gone', room: all.server.committed().room, reason: 'left' });
  all.made.dice(all.server.started(all.reveal), player);
  assert.ok(follows(draw(all), last));
  all.made.match(all.server.ended());
  all.timers.pass(60_000);
  assert.deepEqual(all.kinds(), []);
});

test('who leaves a match and comes back when the room plays the next one does not know whether the first one was opened', () => {
  const all = started();
  const { made, kinds, timers } = all;
  draw(all);
  made.returned();
  made.match(new DiceServer('m_2').entry());
  timers.pass(60_000);
  assert.deepEqual([kinds(), made.notes('m_1').faults], [['not_shown'], []]);
});

test('a question that comes before the match, after the program has joined, is answered with the match', () => {
  const all = started();
  const { made, server } = all;
  made.joined();
  const missed = server.drawn(server.asked({ seats: [1] }), null);
  assert.equal(made.ask(server.asked()), null);
  const { value } = made.match(missed);
  assert.ok(follows(value, all.reveal));
  assert.deepEqual(all.kinds(), []);
});

test('a seat that was away, or joined too late to answer, may be called late', () => {
  for (const asked of [true, false]) {
    const all = started();
    const { made, server } = all;
    made.match(server.entry());
    made.joined();
    const missed = server.entry();
    const ask = server.asked();
    if (asked) assert.equal(made.ask(ask), null);
    server.drawn(ask, null);
    made.dice({ ...server.started(all.reveal), out: [0] }, player);
    made.match({ ...server.entry(), seq: missed.seq + 1 });
    made.dice({ ...server.started(all.reveal), out: [0] }, player);
    made.match(server.entry());
    made.match(server.entry());
    assert.equal(made.ask(server.asked({ seats: [1] })), null);
    assert.deepEqual(all.kinds(), []);
  }
});

test('an entry may draw without a question when nobody is left to be asked', () => {
  const all = started();
  const { made, server, kinds } = all;
  made.match(server.drawn(made.ask(server.asked()) && server.asked(), null));
  server.given = 0;
  made.match(server.drawn(server.asked({ seats: [] }), null));
  assert.deepEqual(kinds(), []);
  made.match(server.drawn(server.asked({ seats: [1] }), null));
  assert.deepEqual(kinds(), ['no_ask']);
});

// Acts of a dishonest server, by the kind of fault; the program notices each at once.
const other = 'ab'.repeat(32);
const dishonest = {
  commit: ({ made, server }) => made.dice({ ...server.committed(), commit: other }, player),
  settings: ({ made, server }) => made.dice({ ...server.committed(), settings: '{}' }, player),
  players: ({ made, server }) => made.dice({ ...server.committed(), players: '[]' }, player),
  roster: ({ made, server, tip }) => {
    const tips = { 0: tip, 1: other };
    made.dice({ ...server.rostered(tip), tips }, player);
  },
  reveal: ({ made, server, reveal }) => {
    made.dice({ ...server.started(reveal), reveals: { 0: null, 1: other } }, player);
  },
  ask_again: ({ made, server, accepted }) => {
    accepted(made.ask(server.asked()));
    assert.equal(made.ask(server.asked({ move: { do: 'roll', keep: [1] } })), null);
  },
  made_already: (all) => {
    draw(all);
    assert.equal(all.made.ask(all.server.asked({ seq: 1 })), null);
  },
  early: ({ made, server }) => assert.equal(made.ask(server.asked({ seq: 3 })), null),
  hash: ({ made, server }) => assert.equal(made.ask(server.asked({ hash: other })), null),
  number: (all) => {
    draw(all);
    assert.equal(all.made.ask(all.server.asked({ k: 0 })), null);
  },
  seats: ({ made, server }) => assert.equal(made.ask(server.asked({ seats: [1, 0] })), null),
  not_named: ({ made, server }) => assert.equal(made.ask(server.asked({ seats: [1] })), null),
  no_ask: ({ made, server }) => made.match(server.drawn(server.asked({ seats: [1] }), null)),
  other_entry: ({ made, server, accepted }) => {
    accepted(made.ask(server.asked()));
    made.match(server.entry());
  },
  late: ({ made, server, accepted }) => {
    accepted(made.ask(server.asked()));
    made.match(server.drawn(server.asked(), null));
  },
  out: ({ made, server, reveal }) => made.dice({ ...server.started(reveal), out: [0] }, player),
  rewound: (all) => {
    draw(all);
    all.server.seq = 0;
    all.made.match(all.server.entry());
  },
  proof: ({ made, server }) => {
    server.seed = from_hex(other);
    made.match(server.ended());
  },
  never_opened: ({ made, server, timers }) => {
    made.match(server.ended({ proof: undefined }));
    timers.pass(9_999);
    assert.equal(made.notes('m_1').faults.length, 0);
    timers.pass(1);
  },
  new_match: ({ made }) => made.dice(new DiceServer('m_2').committed(), player),
};
for (const [kind, act] of Object.entries(dishonest))
  test(`a dishonest server is noticed: ${kind}`, () => {
    const all = started();
    act(all);
    assert.deepEqual(all.kinds(), [kind]);
    assert.deepEqual(all.made.notes('m_1').faults, [all.faults[0].text]);
  });

test('a dishonest start is noticed and gets no reveal', () => {
  for (const [kind, change] of Object.entries({
    mark: (server) => (server.nonce = '0b'.repeat(16)),
    settings: (server) => (server.settings = server.settings.replace('free', 'forced')),
  })) {
    const { made, server, kinds } = seated();
    made.room({ room: 'K7QX2M', game: 'yahtzee', options: { joker: 'free' } });
    change(server);
    assert.equal(made.dice(server.committed(), player), null);
    assert.deepEqual(kinds(), [kind]);
  }
  for (const tip of ['', other]) {
    const { made, server, kinds, accepted } = seated();
    accepted(made.dice(server.committed(), player));
    assert.equal(made.dice(server.rostered(tip), player), null);
    assert.deepEqual(kinds(), ['tip']);
  }
  const { made, server, kinds, accepted } = seated();
  const { tip } = accepted(made.dice(server.committed(), player));
  accepted(made.dice(server.rostered(tip), player));
  made.dice(server.started(null), player);
  assert.deepEqual(kinds(), ['reveal']);
});

test('a tip that came too late is no fault, but the program says that its secret is left out', () => {
  const { made, server, faults, kinds } = seated();
  made.answered(made.dice(server.committed(), player), { t: 'refused', code: 'stale' });
  assert.equal(made.dice(server.rostered(''), player), null);
  made.dice(server.started(null), player);
  made.match(server.entry({ by: { start: true } }));
  assert.equal(made.ask(server.asked({ seats: [1] })), null);
  assert.deepEqual(kinds(), ['left_out']);
  assert.equal(faults[0].text, 'the secret of seat 0 is not in the key');
  assert.deepEqual(made.notes('m_1').faults, []);
});

test('after a restored copy of the server nothing more is given', () => {
  const all = started();
  draw(all);
  all.server.seq = 0;
  all.made.match(all.server.entry());
  all.server.seq = 5;
  assert.equal(all.made.ask(all.server.asked()), null);
  assert.equal(all.made.notes('m_1').silent, true);
});

test('a program without its notes says so and gives nothing', () => {
  const all = started();
  const { made, kinds } = seated({ server: all.server });
  assert.equal(made.dice(all.server.started(all.reveal), player), null);
  made.match({ ...all.server.entry() });
  assert.equal(made.ask(all.server.asked()), null);
  assert.deepEqual(kinds(), ['lost']);
});
