// Modules that are loaded on demand.
import assert from 'node:assert/strict';
import test from 'node:test';

import { LazyModules } from '../../../web-client/core/lazy_modules.js';

/** LazyModules whose modules arrive when the test says so. */
function lazy_modules() {
  const sent_for = [];
  const here = new Map();
  let loads = 0;
  const modules = new LazyModules(
    (key) => {
      sent_for.push(key);
      return new Promise((resolve, reject) => here.set(key, { resolve, reject }));
    },
    () => ++loads,
  );
  const come = async (key, thing) => {
    if (thing) here.get(key).resolve(thing);
    else here.get(key).reject(new Error('the line broke'));
    await new Promise(setImmediate);
  };
  return { modules, sent_for, come, loads: () => loads };
}

test('a module is requested once, however often it is used, and its arrival is reported', async () => {
  const { modules, sent_for, come, loads } = lazy_modules();
  assert.equal(modules.get('cup'), null);
  assert.equal(modules.get('cup'), null);
  assert.deepEqual(sent_for, ['cup']);
  await come('cup', 'a cup');
  assert.equal(loads(), 1);
  assert.equal(modules.get('cup'), 'a cup');
  assert.deepEqual(sent_for, ['cup']);
});

test('a module that failed to load is requested again only after a reconnection', async () => {
  const { modules, sent_for, come, loads } = lazy_modules();
  modules.get('cup');
  modules.get('dice');
  await come('cup');
  await come('dice', 'five dice');
  assert.equal(loads(), 2);
  assert.equal(modules.get('cup'), undefined);
  assert.equal(modules.get('cup'), undefined);
  assert.deepEqual(sent_for, ['cup', 'dice']);
  modules.forget_missing();
  assert.equal(modules.get('cup'), null);
  assert.equal(modules.get('dice'), 'five dice');
  assert.deepEqual(sent_for, ['cup', 'dice', 'cup']);
});
