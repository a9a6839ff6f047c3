// The geometry of a throw: where dice come to rest, in which windows, and how long it takes.
import assert from 'node:assert/strict';
import test from 'node:test';

import { are_apart, silhouette } from '../silhouettes.js';
import '../unit/drawn.js';
import { sorted_places, seeded_random, assign_places, die_edge, flight_path, roll_duration_ms, places } from '../../../web-client/ui/game/places.js';
import { roll_ms } from '../../../web-client/core/push_queue.js';

const { pipped } = await import('../../../web-client/ui/game/die.js');

/** The felt for the dice in windows of 320 × 568, 390 × 760, 844 × 390 and 1440 × 900. */
const zones = [
  { width: 244, height: 88 },
  { width: 312, height: 112 },
  { width: 268, height: 190 },
  { width: 510, height: 480 },
];
const throws = 600;

/** Asserts that these dice touch neither each other nor the edge of the felt. */
function assert_lie(lying, edge, { width, height }, what) {
  const shapes = lying.map((place) => silhouette(place, edge));
  for (const [at, shape] of shapes.entries()) {
    for (const [x, y] of shape) assert.ok(x >= -1 && x <= width + 1 && y >= -1 && y <= height + 1, `${what}: ${x.toFixed()} ${y.toFixed()} is outside`);
    for (const other of shapes.slice(at + 1)) assert.ok(are_apart(shape, other), `${what}: two dice touch`);
  }
}

test('of six hundred throws no dice touch, none lies outside, and none takes longer than nine tenths of a second', () => {
  for (const [window, zone] of zones.entries())
    for (let at = 0; at < throws; ++at) {
      const count = 1 + (at % 5);
      const edge = die_edge(zone, 5);
      const next = seeded_random(`${window} ${at}`);
      const lying = places(count, zone, edge, next);
      assert.equal(lying.length, count);
      assert_lie(lying, edge, zone, `throw ${at} in window ${window}`);
      for (const [die, { x, y }] of lying.entries()) {
        const { delay, duration } = flight_path(die, { x: zone.width - x, y: zone.height - y }, edge, next);
        assert.ok(delay >= 70 && delay + duration <= roll_duration_ms, `${delay} and ${duration} ms`);
      }
    }
  assert.ok(roll_duration_ms <= 900);
  assert.equal(roll_ms, roll_duration_ms, 'the page tells what a throw brought when its dice lie');
});

test('six dice on the felt of a high phone lie in two rows, larger than in one and without touching', () => {
  const zone = { width: 366, height: 228 };
  const edge = die_edge(zone, 6);
  assert.ok(edge > zone.width / (1.32 * 6) + 8, `${edge}`);
  for (let at = 0; at < throws; ++at) {
    const lying = places(6, zone, edge, seeded_random(`six ${at}`));
    assert.equal(lying.length, 6);
    assert_lie(lying, edge, zone, `throw ${at}`);
  }
  assert.equal(die_edge({ width: 366, height: 110 }, 6), Math.round(366 / (1.32 * 6)), 'a low felt has one row');
});

test('the words below scattered dice lie apart, and a row has all the width that there is', () => {
  const [zone, edge, wide] = [{ width: 480, height: 160 }, 46, 68];
  for (let at = 0; at < throws; ++at) {
    const lying = places(1 + (at % 5), zone, edge, seeded_random(`words ${at}`), wide);
    assert_lie(lying, edge, zone, `throw ${at}`);
    for (const one of lying) for (const other of lying) assert.ok(one === other || Math.abs(one.x - other.x) > wide || Math.abs(one.y - other.y) > 20, `throw ${at}`);
  }
});

test('all who watch see the same throw, and another one the next time', () => {
  const throw_of = (seed) => JSON.stringify(places(5, zones[3], 70, seeded_random(seed)));
  assert.equal(throw_of('17 6,2,6,4,6'), throw_of('17 6,2,6,4,6'));
  assert.notEqual(throw_of('17 6,2,6,4,6'), throw_of('18 6,2,6,4,6'));
});

test('each die has a place of its own, those that were thrown in the middle', () => {
  for (let at = 0; at < 50; ++at) {
    const all = places(5, zones[3], 70, seeded_random(`${at}`));
    const given = assign_places(all, zones[3], [1, 3]);
    assert.equal(new Set(given).size, 5);
    const far = ({ x, y }) => Math.hypot(x - zones[3].width / 2, y - zones[3].height / 2);
    for (const kept of [0, 2, 4]) for (const thrown of [1, 3]) assert.ok(far(given[thrown]) <= far(given[kept]));
    assert.ok(given[1].x <= given[3].x, 'in the order of their keys');
  }
});

test('dice that are set as a stair rise and touch neither each other nor the others', () => {
  const felt = [{ width: 296, height: 100 }, { width: 366, height: 240 }, { width: 800, height: 220 }];
  for (const zone of felt)
    for (let count = 2; count <= 6; ++count) {
      const edge = die_edge(zone, 6);
      const all = [0, 1, 2, 3, 4, 5];
      const [stair, others] = [all.slice(0, count), all.slice(count)];
      const found = sorted_places(stair, others, zone, edge);
      assert_lie(all.map((position) => found.get(position)), edge, zone, `${count} of six in ${zone.width} × ${zone.height}`);
      for (const at of stair.slice(1)) assert.ok(found.get(at).y <= found.get(at - 1).y && found.get(at).x > found.get(at - 1).x);
    }
});

test('opposite faces of a die make seven, and its six faces are all there', () => {
  for (let face = 1; face <= 6; ++face) {
    const faces = pipped(face).kinds.map((kind) => Number(kind.slice(1)));
    assert.equal(faces[0], face);
    assert.deepEqual(faces.toSorted(), [1, 2, 3, 4, 5, 6]);
    for (const [one, other] of [[0, 1], [2, 4], [3, 5]]) assert.equal(faces[one] + faces[other], 7);
  }
});
