import assert from 'node:assert/strict';
import test from 'node:test';

import { has_canvas_noise } from '../../../web-client/ui/share/picture.js';

/** A canvas that gives back these pixels instead of what was drawn. */
const canvas = (seen) => ({ fillStyle: '', fillRect: () => {}, getImageData(_x, _y, wide, high) {
  const drawn = [1, 3, 5].map((at) => parseInt(this.fillStyle.slice(at, at + 2), 16));
  return { data: Array.from({ length: 4 * wide * high }, (_, at) => seen([...drawn, 255][at % 4], at)) };
} });

test('a browser that gives noise or white instead of the picture is noticed, one that changes a shade is not', () => {
  assert.equal(has_canvas_noise(canvas((value) => value)), false);
  assert.equal(has_canvas_noise(canvas((value, at) => Math.min(255, value + (at % 3 === 0 ? 1 : 0)))), false);
  assert.equal(has_canvas_noise(canvas(() => 255)), true);
  assert.equal(has_canvas_noise(canvas((_, at) => (at * 97) % 256)), true);
});
