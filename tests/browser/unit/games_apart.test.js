// Each game has a folder of its own for all its parts: neither a module nor a style sheet of the page names a game.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';

const client = new URL('../../../web-client/', import.meta.url);

const paths = (await readdir(client, { recursive: true })).filter(
  (path) => /\.(m?js|css|html)$/.test(path) && !/^(node_modules|vendor)\//.test(path),
);
/** Every source file of the client, without its comments. @type {Map<string, string>} */
const sources = new Map();
for (const path of paths)
  sources.set(path, (await readFile(new URL(path, client), 'utf8')).replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''));

const games = paths.flatMap((path) => path.match(/^games\/(\w+)\/table\.js$/)?.[1] ?? []);
const game_of = (path) => path.match(/^games\/(\w+)\//)?.[1];
const of_page = [...sources].filter(([path]) => !path.startsWith('games/'));

/** The classes that a style sheet selects. @param {string} sheet */
const selected = (sheet) => new Set([...sheet.matchAll(/\.(-?[a-z][\w-]*)(?=[^{}]*\{)/gi)].map(([, name]) => name));
/** The words of a module's texts and templates, among which are the classes that it draws. @param {string} module */
const written = (module) => new Set(module.match(/[a-z][\w-]*/gi));

/** The first letters of its identifier with which a game's classes begin, and the whole. */
const prefixes = [...sources]
  .filter(([path]) => game_of(path) && path.endsWith('.css'))
  .flatMap(([path, sheet]) => [...selected(sheet)].flatMap((name) => name.match(/^(\w{3,})-/)?.[1] ?? []).filter((prefix) => game_of(path).startsWith(prefix)));
const any_of = (names) => `(?:${[...new Set(names)].join('|')})`;
const name_of_game = new RegExp(`(?<![\\w-])(?:${any_of(games)}(?!\\w)|${any_of(prefixes)}-)`);
/** Texts spell a game as its title; `tres` in small letters is a number there. */
const title_of_game = new RegExp(any_of(games.map((game) => (game === 'tres' ? 'TRES' : game.replaceAll(/(^|_)([a-z])/g, (_, gap, letter) => (gap ? ' ' : '') + letter.toUpperCase())))));

test('no module, text or style sheet of the page names a game', () => {
  assert.ok(games.length >= 5, `games: ${games}`);
  assert.ok(prefixes.length >= 4, `prefixes: ${prefixes}`);
  for (const [path, source] of of_page) assert.doesNotMatch(source, path.startsWith('i18n/') ? title_of_game : name_of_game, path);
});

test('the sheet of a moment, which comes in the middle of a match, styles nothing outside of it', () => {
  const selectors = [...sources.get('ui/table/moment/moment.css').matchAll(/(?<=^|[{}])([^{}@;]+)\{/g)].flatMap(([, list]) => list.split(','));
  assert.deepEqual(selectors.map((one) => one.trim()).filter((one) => !/^(\.(moment|arc|cheer|scrap)\b|\[data-raised\])/.test(one)), []);
});

test('a style sheet of the page styles nothing that only one game draws', () => {
  const drawn_by = (test) => new Set([...sources].filter(([path]) => path.endsWith('.js') && test(path)).flatMap(([, module]) => [...written(module)]));
  const by_page = drawn_by((path) => !game_of(path));
  const by_game = games.map((game) => drawn_by((path) => game_of(path) === game));
  for (const [path, sheet] of of_page.filter(([path]) => path.endsWith('.css')))
    for (const name of selected(sheet)) {
      const drawers = by_game.filter((words) => words.has(name)).length;
      assert.ok(by_page.has(name) || drawers !== 1, `${path} styles .${name}, which only one game draws`);
    }
});
