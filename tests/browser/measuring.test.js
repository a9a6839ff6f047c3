// The tools that measure the page run. What a throw costs is printed, and no test.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** @param {string} tool @param {string[]} asked */
const output_of = async (tool, ...asked) => (await promisify(execFile)(process.execPath, [fileURLToPath(new URL(tool, import.meta.url)), ...asked])).stdout;

test('of forty throws in four windows no dice touch, none lies outside or shows a wrong face, and none takes longer than 900 ms', async () => {
  assert.match(await output_of('throws.js', '10'), /^40 throws in 4 windows: 0 faults,/);
});

test('the cost of a throw is printed with all planes and without corners', async () => {
  const printed = await output_of('dice_cost.js', '1');
  for (const line of [/^all 26 planes,/m, /^no corners in flight,/m, /^ {2}main thread \d+\.\d ms$/m]) assert.match(printed, line);
});
