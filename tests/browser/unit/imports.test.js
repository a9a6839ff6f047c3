// Checks which modules of the page import which.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path/posix';
import test from 'node:test';

const client = new URL('../../../web-client/', import.meta.url);
const library = '../js/';
/** A folder may import itself and those before it; app.js and parts.js may import all, and nothing imports the verifier. */
const layers = [library, 'vendor/', 'i18n/', 'core/', 'ui/', 'games/', 'verifier/', 'desk/'];
const rank = (file) => (file.includes('/') ? layers.findIndex((layer) => file.startsWith(layer)) : layers.length);

const files = (await readdir(client, { recursive: true })).filter((file) => /\.m?js$/.test(file) && !file.startsWith('node_modules'));
files.push(...(await readdir(new URL(library, client))).filter((file) => file.endsWith('.js')).map((file) => library + file));

/** The static and dynamic imports of a file. A computed name stands for every matching file. */
async function imports_of(file) {
  const code = (await readFile(new URL(file, client), 'utf8')).replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = [...code.matchAll(/\b(?:from\s*|import\s*\(?\s*)(['"`])(\.[^'"`]+)\1/g)].map(([, , name]) => join(dirname(file), name));
  return found.flatMap((name) => {
    const pattern = new RegExp(`^${name.replaceAll(/[.]/g, '\\.').replaceAll('${language}', '(en|es|it)').replaceAll(/\$\{\w+\}/g, '\\w+')}$`);
    const meant = files.filter((one) => pattern.test(one));
    assert.ok(meant.length > 0, `${file} imports ${name}, which is not there`);
    return meant;
  });
}
const imports = new Map();
for (const file of files) imports.set(file, await imports_of(file));

test('imports point one way: the library, i18n, core, ui, games', () => {
  assert.ok(files.length > 100);
  for (const [file, imported] of imports)
    for (const one of imported) assert.ok(rank(one) <= rank(file) && rank(one) >= 0, `${file} imports ${one}`);
});

test('imports have no cycles, including dynamic ones', () => {
  const done = new Set();
  const follow = (file, way) => {
    assert.ok(!way.includes(file), [...way, file].join(' → '));
    if (done.has(file)) return;
    for (const one of imports.get(file)) follow(one, [...way, file]);
    done.add(file);
  };
  for (const file of files) follow(file, []);
});

test('a game imports no other game', () => {
  for (const [file, imported] of imports) {
    const [, game] = file.match(/^games\/(\w+)\//) ?? [];
    for (const one of files.includes(`games/${game}/table.js`) ? imported : []) {
      const [, other] = one.match(/^games\/(\w+)\//) ?? [];
      assert.ok(!other || other === game || !files.includes(`games/${other}/table.js`), `${file} imports ${one}`);
    }
  }
});

test('nothing of the players’ page imports the operator’s', () => {
  for (const [file, imported] of imports) if (!file.startsWith('desk/')) assert.deepEqual(imported.filter((one) => one.startsWith('desk/')), [], file);
});

test('the worker and the saved verifier, which run without boot.js, need nothing that only boot.js supplies', async () => {
  const reached = new Set();
  const follow = (file) => void (reached.has(file) || (reached.add(file), imports.get(file).forEach(follow)));
  for (const file of ['core/verify/check_worker.js', 'verifier/verifier.js']) follow(file);
  assert.ok(reached.has('../js/own_notes.js'));
  for (const file of reached)
    assert.doesNotMatch(await readFile(new URL(file, client), 'utf8'), /\bObject\.hasOwn\(|\.(at|toSorted|findLast|findLastIndex|checkVisibility)\(/, file);
});
