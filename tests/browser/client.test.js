// Static checks of the client's files.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import test, { before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const client = fileURLToPath(new URL('../../web-client/', import.meta.url));

before(() => run('npm', ['ci', '--prefix', client, '--no-audit', '--no-fund', '--ignore-scripts']));

/** All files below a folder, without node_modules. */
async function files_in(folder) {
  const found = await readdir(join(client, folder), { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath ?? one.path, one.name));
  return files.filter((file) => !file.includes('node_modules'));
}

test('vendored files are unchanged from npm, including licences', async () => {
  for (const name of ['lit-html', 'lean-qr']) {
    const vendored = join(client, 'vendor', name);
    const files = await files_in(`vendor/${name}`);
    assert.ok(files.includes(join(vendored, 'LICENSE')));
    for (const file of files) {
      const original = file.replace(vendored, join(client, 'node_modules', name));
      assert.deepEqual(await readFile(file), await readFile(original), file);
    }
  }
});

test('the JSDoc types of the client are correct', async () => {
  const compiler = createRequire(import.meta.url).resolve('typescript');
  const tsc = join(dirname(compiler), 'tsc.js');
  await run(process.execPath, [tsc, '--project', join(client, 'jsconfig.json')]).catch(({ stdout }) =>
    assert.fail(stdout),
  );
});

test('every module is type-checked, none creates markup from text, and nothing is inline', async () => {
  const modules = [...(await files_in('.')), ...(await files_in('../js'))].filter((file) => file.endsWith('.js') && !file.includes('/vendor/'));
  assert.ok(modules.length > 20);
  for (const file of modules) {
    const text = await readFile(file, 'utf8');
    assert.match(text, /^\/\/ @ts-check\n/, file);
    assert.doesNotMatch(text, /unsafe(HTML|SVG|CSS)|innerHTML|insertAdjacentHTML|document\.write|\beval\(/, file);
  }
  const page = await readFile(join(client, 'index.html'), 'utf8');
  assert.doesNotMatch(page, /<style|style=|<script(?![^>]*\bsrc=)|\son\w+=|https?:/);
});

/** Newer than the browsers that docs/operating.md names, and not replaced in boot.js. Of the methods of JavaScript the compiler knows (jsconfig.json). */
const too_new = [
  [/\(\?<[=!]/, 'looking behind in a pattern'],
  [/\bstatic\s*\{/, 'a block of a class'],
  [/\.(toReversed|toSpliced)\(/, 'copying methods of a list'],
  [/\b(structuredClone|reportError|queryLocalFonts)\(|\bAbortSignal\.(any|timeout)\(|\.requestSubmit\(|\.togglePopover\(|\.moveBefore\(/, 'functions of browsers'],
  [/\?\.[\w#]*\((?:[^(){}[\]]*, *)?\.\.\./, 'more arguments from a list in an optional call, a fault of Chrome 90'],
  [/\bsearchParams\.size\b|\boptions\.size\b/, 'the size of URLSearchParams'],
];
test('the page needs nothing that the oldest browsers it is for do not have', async () => {
  for (const file of [...(await files_in('.')), ...(await files_in('../js'))].filter((one) => one.endsWith('.js') || one.endsWith('.mjs'))) {
    const text = (await readFile(file, 'utf8')).replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const [pattern, what] of too_new) assert.doesNotMatch(text, pattern, `${file}: ${what}`);
  }
  const { compilerOptions } = JSON.parse(await readFile(join(client, 'jsconfig.json'), 'utf8'));
  assert.equal(compilerOptions.target, 'es2021');
});

test('endless animations change only what the compositor does by itself', async () => {
  const sheets = (await files_in('.')).filter((file) => file.endsWith('.css'));
  const css = (await Promise.all(sheets.map((file) => readFile(file, 'utf8')))).join('\n').replaceAll(/\/\*[^]*?\*\//g, '');
  const endless = new Set([...css.matchAll(/animation:([^;]*)/g)].flatMap(([, all]) => all.split(/,(?![^(]*\))/)).filter((one) => /\binfinite\b/.test(one)).map((one) => one.trim().split(/\s/)[0]));
  assert.ok(endless.size > 3, `${[...endless]}`);
  for (const name of endless) {
    const [, frames] = css.match(new RegExp(`@keyframes ${name} \\{((?:[^{}]*\\{[^{}]*\\})*)`));
    for (const [, property] of frames.matchAll(/([\w-]+)\s*:/g)) assert.ok(['transform', 'opacity'].includes(property), `${name} changes ${property}`);
  }
});

test('parts of the page name only style sheets that exist', async () => {
  const text = await readFile(join(client, 'parts.js'), 'utf8');
  const sheets = [...text.matchAll(/'([^']+\.css)'/g)].map(([, file]) => file);
  assert.ok(sheets.length > 5);
  for (const file of sheets) await readFile(join(client, file));
});
