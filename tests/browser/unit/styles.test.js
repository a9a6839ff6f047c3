// Checks that styles need nothing that came after the oldest browsers in which the page plays: docs/operating.md names them.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';

const client = new URL('../../../web-client/', import.meta.url);
const sheets = (await readdir(client, { recursive: true })).filter((file) => file.endsWith('.css') && !file.startsWith('node_modules'));

/** A sheet without comments and without what only paper or a newer browser sees. @param {string} text */
function common(text) {
  let rest = text.replaceAll(/\/\*[^]*?\*\//g, '');
  for (;;) {
    const start = rest.search(/@(media print|supports)\b/);
    if (start < 0) return rest;
    let open = 0;
    let end = rest.indexOf('{', start);
    do open += { '{': 1, '}': -1 }[rest[end++]] ?? 0;
    while (open > 0);
    rest = rest.slice(0, start) + rest.slice(end);
  }
}

test('no layout depends on :has(), which the oldest browsers lack', async () => {
  assert.ok(sheets.length > 20);
  for (const sheet of sheets) {
    const selectors = common(await readFile(new URL(sheet, client), 'utf8')).match(/[^{};]*:has\([^{]*/g) ?? [];
    assert.deepEqual(selectors.map((one) => one.trim()), [], sheet);
  }
});

/** Values that came later. A declaration with var() is not skipped but void, so that one before it does not help. */
const later = /color-mix\(|\d(?:dvh|svh|lvh|cqw|cqh)\b/;
test('a value that the oldest browsers lack stands behind one that they know', async () => {
  for (const sheet of sheets) {
    const lines = common(await readFile(new URL(sheet, client), 'utf8')).split('\n').map((line) => line.trim());
    for (const [at, line] of lines.entries()) {
      if (!later.test(line)) continue;
      const name = line.slice(0, line.indexOf(':') + 1);
      assert.ok(lines[at - 1].startsWith(name) && !later.test(lines[at - 1]), `${sheet}: nothing stands before "${line}"`);
      assert.ok(!line.includes('var('), `${sheet}: "${line}" has a var()`);
    }
  }
});

test('a button that waits for the server says so in its padding, beside its words', async () => {
  const base = common(await readFile(new URL('ui/base.css', client), 'utf8'));
  const rule = (selector) => base.slice(base.indexOf(`\n${selector} {`)).match(/\{([^}]*)\}/)[1];
  const spinner = rule("button[aria-busy='true']::after");
  const [, inset] = spinner.match(/inset: \S+ (\d+)px auto auto;/);
  const [, width] = spinner.match(/width: ([\d.]+)rem;/);
  const [, padding] = rule('button').match(/padding: \S+ ([\d.]+)rem;/);
  const rem = 16;
  assert.ok(inset / rem + Number(width) <= padding, `${inset}px and ${width}rem do not fit into ${padding}rem`);
});

test('boxes in a row are aligned by words that the oldest browsers know', async () => {
  for (const sheet of sheets) {
    const found = common(await readFile(new URL(sheet, client), 'utf8')).match(/(align-\w+|justify-content): (start|end)\b/g) ?? [];
    assert.deepEqual(found, [], sheet); // flex-start and flex-end are the same in a grid
  }
});
