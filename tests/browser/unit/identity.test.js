// Who this browser's player is, at each server.
import assert from 'node:assert/strict';
import test from 'node:test';

import { identity_at } from '../../../web-client/core/identity.js';
import { storage } from '../../../web-client/core/storage.js';
import { initial_state, reduce } from '../../../web-client/core/state.js';

/** Like localStorage. */
function fake_storage(stored = {}) {
  const items = new Map(Object.entries(stored));
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, text) => void items.set(key, text) };
}
const blocked = () => {
  throw new DOMException('denied', 'SecurityError');
};

/** A server that knows some tokens and gives new ones. @param {string} [id] */
function server(name, id) {
  const known = new Set();
  let count = 0;
  return {
    /** One connection of a page: it says hello until it is answered. Returns the player's token. */
    meet(identity) {
      for (;;) {
        const { token } = identity.remembered();
        if (token !== undefined && !known.has(token)) identity.reject_token();
        else {
          const given = token === undefined ? { token: `${name}-${++count}` } : {};
          known.add(token ?? given.token);
          identity.greeted({ ...given, server: { name: 'Cubilete', ...(id && { id }) } });
          return token ?? given.token;
        }
      }
    },
    loses_all: () => known.clear(),
    knows: (token) => known.add(token),
  };
}

test('two servers below two paths of one host do not take each other’s players away', () => {
  const local = storage(() => place);
  const place = fake_storage();
  const [one, other] = [server('one'), server('other')];
  const [at_one, at_other] = [identity_at('/one/', local), identity_at('/other/', local)];
  for (let visit = 0; visit < 3; ++visit) {
    assert.equal(one.meet(at_one), 'one-1');
    assert.equal(other.meet(at_other), 'other-1');
  }
});

for (const id of [undefined, '5f0c3a9e71d2b846'])
  test(`a token that a server does not know is kept and tried again, ${id ? 'with' : 'without'} ids of servers`, () => {
    const place = fake_storage();
    const visit = (house) => house.meet(identity_at('/', storage(() => place))); // a new page each time
    const [mine, stranger] = [server('mine', id), server('stranger', id && '0123456789abcdef')];
    assert.equal(visit(mine), 'mine-1');
    assert.equal(visit(stranger), 'stranger-1');
    assert.equal(visit(mine), 'mine-1');
    assert.equal(visit(stranger), 'stranger-1');
    mine.loses_all(); // an older backup was restored
    assert.equal(visit(mine), 'mine-2');
    mine.knows('mine-1'); // and then the right one
    assert.ok(['mine-1', 'mine-2'].includes(visit(mine)));
    mine.loses_all();
    mine.knows('mine-1');
    assert.equal(visit(mine), 'mine-1');
  });

test('a page that has met many servers tries some tokens and then starts anew', () => {
  const place = fake_storage();
  for (let count = 0; count < 20; ++count) server(`s${count}`).meet(identity_at('/', storage(() => place)));
  const one = identity_at('/', storage(() => place));
  let tries = 0;
  for (; one.remembered().token; ++tries) one.reject_token();
  assert.equal(tries, 6);
});

test('the identity of an older page is taken over, and its name', () => {
  const place = fake_storage({ 'cubilete.player': JSON.stringify({ name: 'Ana', token: 'old' }) });
  const house = server('house');
  house.knows('old');
  const ana = identity_at('/', storage(() => place));
  assert.deepEqual(ana.remembered(), { name: 'Ana', token: 'old' });
  assert.equal(house.meet(ana), 'old');
  ana.remember_name('Ana Luz');
  assert.deepEqual(identity_at('/', storage(() => place)).remembered(), { name: 'Ana Luz', token: 'old' });
});

test('another device’s player takes the place of one’s own, and a deleted player’s token is gone', () => {
  const place = fake_storage();
  const one = identity_at('/', storage(() => place));
  one.greeted({ token: 'first' });
  one.greeted({ token: 'second' }, true);
  assert.equal(one.remembered().token, 'second');
  one.forget();
  assert.deepEqual(one.remembered(), {});
});

test('a deleted player is forgotten once, also if two tabs do so: the token of another server is kept', () => {
  const place = fake_storage();
  const [other, here] = [server('other'), server('here')].map((house) => {
    const identity = identity_at('/', storage(() => place));
    return { token: house.meet(identity), forget: identity.forget };
  });
  here.forget();
  here.forget();
  assert.equal(identity_at('/', storage(() => place)).remembered().token, other.token);
});

test('two tabs that became two players at the same moment stay so when they connect again', () => {
  const place = fake_storage();
  const tabs = ['one', 'other'].map((token) => ({ token, ...identity_at('/', storage(() => place)) }));
  for (const { token, greeted } of tabs) greeted({ token });
  for (const { token, remembered, greeted } of tabs) {
    assert.equal(remembered().token, token);
    greeted({});
  }
  const [one, other] = tabs;
  other.greeted({ token: 'of another device' }, true);
  assert.equal(one.remembered().token, 'one');
  one.forget();
  assert.equal(one.remembered().token, 'of another device');
});

test('without storage the player stays the same while the page is open, and is told once that nothing is kept', () => {
  const local = storage(blocked);
  const ana = identity_at('/', local);
  const house = server('house');
  assert.equal(house.meet(ana), 'house-1');
  ana.remember_name('Ana');
  assert.equal(house.meet(ana), 'house-1');
  assert.deepEqual(ana.remembered(), { name: 'Ana', token: 'house-1' });
  assert.equal(local.forgets(), true);
  assert.equal(storage(() => fake_storage()).forgets(), false);
  const welcome = { type: 'welcomed', me: { id: 'p', name: 'Ana', bot: false }, games: [], rooms: [], forgets: true };
  let state = reduce(initial_state({ name: '', page: { at: 'start' }, now: 0 }), welcome);
  assert.equal(state.forgets, true);
  state = reduce(reduce(state, { type: 'notices_closed' }), welcome);
  assert.equal(state.forgets, false);
});

test('without storage the player and the language stay the same when the page loads itself again, and the history then forgets the token', async () => {
  const globals = ['localStorage', 'sessionStorage', 'history', 'location', 'document', 'navigator'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  const define = (name, property) => Object.defineProperty(globalThis, name, { configurable: true, ...property });
  let state = { panel: true };
  let loads = 0;
  define('history', { value: { get state() { return structuredClone(state); }, replaceState: (next) => (state = structuredClone(next)) } });
  for (const name of ['localStorage', 'sessionStorage']) define(name, { get: blocked });
  define('location', { value: { reload: () => ++loads } });
  define('document', { value: {} });
  define('navigator', { value: { languages: ['it'] } });
  /** The modules as one load of the page has them. */
  const load = async () => {
    const modules = await Promise.all(['core/storage.js', 'i18n/language.js'].map((name) => import(`../../../web-client/${name}?load=${loads}`)));
    modules[0].forget_handed();
    return Object.assign({}, ...modules);
  };
  try {
    const before = await load();
    assert.equal(before.language, 'it');
    const house = server('house');
    assert.equal(house.meet(identity_at('/', before.local)), 'house-1');
    before.local.set(before.language_key, 'es');
    before.session.set('cubilete.draft', 'Hi');
    before.reload();
    const after = await load();
    assert.deepEqual([loads, after.language, after.session.get('cubilete.draft')], [1, 'es', 'Hi']);
    assert.equal(house.meet(identity_at('/', after.local)), 'house-1');
    assert.deepEqual(state, { panel: true });
    after.reload();
    assert.equal((await load()).language, 'es', 'also the next time');
  } finally {
    for (const [name, property] of globals) property ? Object.defineProperty(globalThis, name, property) : delete globalThis[name];
  }
});

test('what is stored but damaged is no identity', () => {
  for (const text of ['', 'null', '[]', '{"tokens":7}', '{"name":1,"tokens":[null,{"token":2}]}']) {
    const place = fake_storage({ 'cubilete.player /': text });
    assert.deepEqual(identity_at('/', storage(() => place)).remembered(), {});
  }
});
