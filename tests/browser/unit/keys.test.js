import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.addEventListener ??= () => {};
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
