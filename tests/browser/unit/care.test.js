// The words and figures of care.
import assert from 'node:assert/strict';
import test from 'node:test';

import { drawn } from './drawn.js';
import { initial_state } from '../../../web-client/core/state.js';
import { load_part, part } from '../../../web-client/core/lazy_modules.js';

const { figure } = await import('../../../web-client/ui/care/care.js');

const care = { unit: 'win', count: 40, cost: 0.5, months: [{ month: '2026-10', count: 30, cost: 0.45 }, { month: '2026-11', count: 10, cost: 0.05 }] };
const games = [{ game: 'a', matches: 3, wins: 1, best: null, average: null, care }, { game: 'b', matches: 1, wins: 0, best: 7, average: null }];

test('what a decision gave away is told in the unit of the game', () => {
  assert.deepEqual([figure('points', 0.2612), figure('win', 0.0125), figure('pot', 0.0214)], ['0.26 points', '1.25%', '2.1% of a pot']);
});

test('the page of a player has their care by game and by month, the newest first', async () => {
  part('care');
  await load_part('care');
  await new Promise((later) => setTimeout(later));
  const state = { ...initial_state({ name: '', page: { at: 'player', id: 'p_1' }, now: 0 }), greeted: true, link: { state: 'open' } };
  const found = { state: 'here', data: { id: 'p_1', name: 'Ana', bot: false, since_ms: 0, games, matches: [], next: null } };
  const missing = () => found;
  const page = drawn(state, { load: missing, own_matches: missing, board: missing, cached: missing }).join('');
  assert.match(page, /1\.25%/);
  assert.match(page, /October 2026.*1\.50%.*30/s);
  assert.ok(page.indexOf('November 2026') < page.indexOf('October 2026'));
  assert.match(page, /class="trend"/);
});
