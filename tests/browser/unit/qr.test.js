import assert from 'node:assert/strict';
import test from 'node:test';

import { qr_of } from '../../../web-client/ui/share/qr_path.js';

/** The modules of the drawn path. */
function modules_of({ size, path }) {
  const dark = Array.from({ length: size }, () => Array(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let at = 0; at < Number(width); ++at) dark[Number(y)][Number(x) + at] = true;
  return dark;
}

test('a code has the three finder patterns, and nothing outside its edges', () => {
  const code = qr_of('https://example.org/games/r/K7QX2M');
  const dark = modules_of(code);
  assert.equal((code.size - 17) % 4, 0);
  assert.ok(dark.every((row) => row.length === code.size));
  const mark = (x, y) => Array.from({ length: 7 }, (_, row) => dark[y + row].slice(x, x + 7).map(Number).join(''));
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  for (const [x, y] of [
    [0, 0],
    [code.size - 7, 0],
    [0, code.size - 7],
  ])
    assert.deepEqual(mark(x, y), finder);
});

test('different links have different codes, the same link the same', () => {
  assert.equal(qr_of('a').path, qr_of('a').path);
  assert.notEqual(qr_of('a').path, qr_of('b').path);
});
