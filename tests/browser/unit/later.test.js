// Modules that are loaded on demand.
import assert from 'node:assert/strict';
import test from 'node:test';

import { LazyModules } from '../../../web-client/core/lazy_modules.js';

/** LazyModules whose modules arrive when the test says so. */
function lazy_modules() {
  const sent_for = [];
  const here = new Map();
  let told = 0;
  const kept = new LazyModules(
    (key) => {
      sent_for.push(key);
      return new Promise((resolve, reject) => here.set(key, { resolve, reject }));
    },
    () => ++told,
  );
  const come = async (key, thing) => {
    if (thing) here.get(key).resolve(thing);
    else here.get(key).reject(new Error('the line broke'));
    await new Promise(setImmediate);
  };
  return { kept, sent_for, come, told: () => told };
}

test('a module is requested once, however often it is used, and its arrival is reported', async () => {
  const { kept, sent_for, come, told } = lazy_modules();
  assert.equal(kept.get('cup'), null);
  assert.equal(kept.get('cup'), null);
  assert.deepEqual(sent_for, ['cup']);
  await come('cup', 'a cup');
  assert.equal(told(), 1);
  assert.equal(kept.get('cup'), 'a cup');
  assert.deepEqual(sent_for, ['cup']);
});

test('a module that failed to load is requested again only after a reconnection', async () => {
  const { kept, sent_for, come, told } = lazy_modules();
  kept.get('cup');
  kept.get('dice');
  await come('cup');
  await come('dice', 'five dice');
  assert.equal(told(), 2);
  assert.equal(kept.get('cup'), undefined);
  assert.equal(kept.get('cup'), undefined);
  assert.deepEqual(sent_for, ['cup', 'dice']);
  kept.forget_missing();
  assert.equal(kept.get('cup'), null);
  assert.equal(kept.get('dice'), 'five dice');
  assert.deepEqual(sent_for, ['cup', 'dice', 'cup']);
});
