import assert from 'node:assert/strict';
import test from 'node:test';

import './drawn.js';

const { handle_replay_key } = await import('../../../web-client/ui/history/replay.js');
const { names_of } = await import('../../../web-client/ui/table/keys.js');
const pressed = (key, code, shiftKey = false) => names_of({ key, code, shiftKey });

test('a shortcut is found by its character, and by its place where the key types another script or a sign', () => {
  assert.deepEqual(pressed('1', 'Digit1'), ['1']);
  assert.deepEqual(pressed('&', 'Digit1'), ['&', '1'], 'a French keyboard');
  assert.deepEqual(pressed('ě', 'Digit2'), ['Ě', '2'], 'a Czech keyboard');
  assert.deepEqual(pressed('ф', 'KeyA'), ['Ф', 'A'], 'a Russian keyboard');
  assert.deepEqual(pressed('α', 'KeyA'), ['Α', 'A'], 'a Greek keyboard');
  assert.deepEqual(pressed('ش', 'KeyA'), ['ش', 'A'], 'an Arabic keyboard');
});

test('a key that types a Latin letter or digit is not taken for its neighbour on another keyboard, nor is a shifted one', () => {
  assert.deepEqual(pressed('o', 'KeyS'), ['O'], 'Dvorak');
  assert.deepEqual(pressed('1', 'Digit1', true), ['1'], 'a French keyboard');
  assert.deepEqual(pressed('!', 'Digit1', true), ['!']);
  assert.deepEqual(pressed(' ', 'Space'), ['Space']);
  assert.deepEqual(pressed('Enter', 'Enter'), ['Enter']);
  assert.deepEqual(pressed('/', 'Slash'), ['/']);
});

test('keys move a replay, unless a dialog is open over it or they scroll a table', (t) => {
  let dialog = null;
  t.mock.method(document, 'querySelector', (selector) => (selector === 'dialog[open]' ? dialog : null));
  const shown = [];
  const view = { game: 'yahtzee' };
  const log = [0, 1].map((seq) => ({ seq: seq + 1, by: {}, events: [], at_ms: 0, hash: '', view }));
  let within = 'button';
  const target = { tagName: 'DIV', closest: (selectors) => (selectors.split(', ').includes(within) ? target : null) };
  const press = () => handle_replay_key({ key: 'ArrowRight', target }, { page: { at: 'match', id: 'm_1' }, replay: { at: 0 } }, { show_entry: (at) => shown.push(at) }, { load: () => ({ state: 'here', data: { replay: true, log } }) });
  assert.deepEqual([press(), shown], [true, [1]]);
  within = '.scroll';
  assert.deepEqual([press(), shown], [false, [1]]);
  within = 'button';
  dialog = {};
  assert.deepEqual([press(), shown], [false, [1]]);
});
