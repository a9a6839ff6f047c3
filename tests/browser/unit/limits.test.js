// How much a function and a class of the page and of the package for JavaScript may have: the limits of tests/layers_test.py.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const most_lines = 60; // of a function, without the functions in it that have lines of their own
const most_functions = 30; // of a class, or of a function: one that returns actions is the page's class
const most_members = 15; // of a class

const root = new URL('../../../', import.meta.url);
const sources = ['web-client', 'js'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true })
    .filter((name) => name.endsWith('.js') && !/node_modules|vendor/.test(name))
    .map((name) => `${folder}/${name}`),
);

/** @param {ts.Node} node */
const functions_in = (node) => {
  const found = [];
  const visit = (inner) => {
    if (ts.isFunctionLike(inner) && inner.body) found.push(inner);
    else ts.forEachChild(inner, visit);
  };
  ts.forEachChild(node, visit);
  return found;
};

/** Names of what is above a limit in a source. @param {string} text */
function too_large(text) {
  const source = ts.createSourceFile('source.js', text, ts.ScriptTarget.Latest, true);
  const line = (at) => source.getLineAndCharacterOfPosition(at).line;
  const lines_of = (node) => line(node.end) - line(node.getStart()) + 1;
  const found = [];
  const visit = (node) => {
    const name = node.name?.text ?? node.parent?.name?.text ?? `line ${line(node.getStart?.() ?? 0) + 1}`;
    const functions = functions_in(node);
    if (ts.isFunctionLike(node) && node.body) {
      const others = functions.reduce((sum, inner) => sum + Math.max(0, lines_of(inner) - 1), 0);
      if (lines_of(node) - others > most_lines) found.push(`${name}: ${lines_of(node) - others} lines`);
      if (functions.length > most_functions) found.push(`${name}: ${functions.length} functions`);
    }
    if (ts.isClassLike(node)) {
      const set = text.slice(node.pos, node.end).matchAll(/\bthis\.(#?\w+)(?= (?:\?\?)?= )/g);
      const declared = node.members.filter((member) => ts.isPropertyDeclaration(member) && !member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword));
      const members = new Set([...[...set].map(([, member]) => member), ...declared.map((member) => member.name.getText())]);
      if (functions.length > most_functions) found.push(`${name}: ${functions.length} functions`);
      if (members.size > most_members) found.push(`${name}: ${members.size} members`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no function of the page and of the package for JavaScript has more than 60 lines, and no class more than 15 members or 30 functions', () => {
  assert.ok(sources.length > 100);
  assert.deepEqual(sources.flatMap((name) => too_large(readFileSync(fileURLToPath(new URL(name, root)), 'utf8')).map((what) => `${name}, ${what}`)), []);
});

test('what is above a limit is found', () => {
  const lines = (count) => 'x();\n'.repeat(count);
  assert.deepEqual(too_large(`function small() {\n${lines(58)}}`), []);
  assert.deepEqual(too_large(`function large() {\n${lines(59)}}`), ['large: 61 lines']);
  assert.deepEqual(too_large(`function outer() {\n${lines(40)}const inner = () => {\n${lines(40)}};\n}`), []);
  const methods = (count) => Array.from({ length: count }, (_, at) => `m${at}() {}`).join('\n');
  assert.deepEqual(too_large(`class Many {\n${methods(31)}\n}`), ['Many: 31 functions']);
  assert.deepEqual(too_large(`const make = () => ({\n${methods(31)}\n});`), ['make: 31 functions']);
  const members = Array.from({ length: 16 }, (_, at) => `this.m${at} = 0;`).join('\n');
  assert.deepEqual(too_large(`class Wide {\nconstructor() {\n${members}\n}\n}`), ['Wide: 16 members']);
});
