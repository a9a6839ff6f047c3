// How the page waits for advice.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Lost, Refused } from '../../../js/connection.js';
import { fetch_advice } from '../../../web-client/ui/advice/asking.js';
import { settled } from './scripted_socket.js';

/** A page that asks, and what it has told. The time passes in steps. @param {object} its @param {...(object | Error)} answers in turn; the last one again and again */
function asking(its, ...answers) {
  its.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const told = [];
  const store = { state: { joined: true, table: { push: { match: 'm_1', you: { n: 4 }, result: null } } }, dispatch: (event) => told.push(event) };
  let requests = 0;
  const request = async () => {
    ++requests;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const done = fetch_advice({ store, connection: { request } }, 'K7QX2M');
  const pass = async (ms) => {
    for (let passed = 0; passed < ms; passed += 100) {
      await settled();
      its.mock.timers.tick(100);
    }
    await settled();
  };
  return { done, pass, store, told, requests: () => requests };
}
const busy = (retry_ms) => new Refused({ code: 'busy', text: 'Later.', retry_ms });

test('while the server computes, the page asks again as it says and at least half a second later, then shows the advice', async (its) => {
  const { done, pass, told, requests } = asking(its, busy(1_000), busy(0), { n: 4, unit: 'points', worth: [1, 2] });
  await pass(900);
  assert.equal(requests(), 1);
  await pass(100);
  assert.equal(requests(), 2);
  await pass(500);
  await done;
  assert.deepEqual(told.map(({ type }) => type), ['advice_delayed', 'advice_delayed', 'advised']);
  assert.deepEqual(told.at(-1), { type: 'advised', match: 'm_1', advice: { n: 4, unit: 'points', worth: [1, 2] } });
});

test('nobody is asked any more once the decision is over, or for what is refused for good', async (its) => {
  const { done, pass, store, requests } = asking(its, busy(10_000));
  await pass(300);
  store.state = { ...store.state, joined: false };
  await pass(200);
  await done;
  assert.equal(requests(), 1);
});

for (const why of [new Lost('There is no connection right now.'), new Refused({ code: 'not_started', text: 'No.' })])
  test(`advice is given up after ${why.code ?? 'a break'}`, async (its) => {
    await assert.rejects(asking(its, why).done, why);
  });

test('a server that stays busy is given up after two minutes', async (its) => {
  const { done, pass } = asking(its, busy(30_000));
  const given_up = assert.rejects(done, { code: 'busy' });
  await pass(151_000);
  await given_up;
});
