// A whole match between two browsers, played by pressing what the pages offer. Its dice are checked on the page of the match,
// by the command, and in Python: the verdicts are the same.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { play_alone } from './dicing.js';
import { games } from './games.js';
import { House, patient_dice } from './house.js';
import { desk, open_browser, Person, phone } from './people.js';

const run = promisify(execFile);
const library = fileURLToPath(new URL('../../bots/python/', import.meta.url));
const at_once = 3;
/** One with dice, one with cards; WHOLE_MATCHES=all stands for every game. */
const shown = process.env.WHOLE_MATCHES === 'all' ? games : ['escalera', 'tres'];
/** For a whole match, which has dozens of throws: a shared machine can be slow. */
const match_ms = 180_000;

const enabled = '[aria-disabled=false]';
/** By game: its title, the shortest rules, and what is pressed, the first that is there. */
const setups = {
  ambiciosa: {
    title: 'La Ambiciosa',
    rules: { 'Points to win': '1,000' },
    buttons: [`.ambi-stop${enabled}`, `.race-actions .primary${enabled}`],
  },
  escalera: { title: 'Escalera', rules: { 'Points to win': '50' } },
  threes_away: {
    title: 'Threes Away',
    rules: { 'Pots to play for': 1 },
    buttons: [`.tray:not(.locked) .actions .primary${enabled}`, '.tray:not(.locked) .dice button[aria-pressed=false]'],
  },
  tres: {
    title: 'TRES',
    rules: { 'Saying TRES': 'By itself' },
    buttons: ['.tres-place', '.tres-own-card.playable[aria-pressed=false]', `.tres-actions ${enabled}`],
  },
  yahtzee: {
    title: 'Yahtzee',
    rules: { 'Whose card': 'Generala' },
    buttons: [`.tray:not(.locked) .actions .primary.fill${enabled}`, `.box[aria-pressed=false]${enabled}`, `.tray:not(.locked) .actions .primary${enabled}`],
  },
};

/** @type {House} */
let house;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let folder;

before(async () => {
  house = await House.open(...patient_dice);
  browser = await open_browser();
  folder = await mkdtemp(join(tmpdir(), 'cubilete-notes-'));
});
after(async () => {
  await browser?.close();
  await house?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** Two people with a page each play a match of a game to its end. @param {string} game */
async function played(game) {
  const { title, rules, buttons } = setups[game];
  const people = [await Person.meet(browser, 'Ana', desk, house.url), await Person.meet(browser, 'Ben', phone, house.url)];
  const [ana, ben] = people;
  await ana.page.goto(house.url);
  await ben.take_seat(await ana.make_table({ game: title, seats: 2, rules }));
  await ana.button('Start the game').click();
  for (const { page } of people) await page.locator('.play').waitFor();
  await play_alone(people, buttons);
  for (const { page } of people) await page.locator('.places').waitFor({ timeout: match_ms });
  return people;
}

/** Returns a browser's notes of its only match, once the server has published its secret. @param {Person} person @returns {Promise<any>} */
async function notes_of({ page }) {
  const stored = await page.waitForFunction(() => {
    const key = Object.keys(localStorage).find((one) => /^cubilete\.dice\.m_/.test(one));
    const notes = key && JSON.parse(localStorage[key]);
    return notes?.opened && notes;
  });
  return stored.jsonValue();
}

/** The verdict at the table, below the result. @param {Person} person @param {string} game */
async function at_the_table(person, game) {
  await person.button(game === 'tres' ? 'Check the cards' : 'Check the dice').click();
  await person.page.locator('.checked.good').waitFor();
  return person.page.locator('.checked.good').innerText();
}

/** The verdict on the page of a match. @param {Person} person @param {string} match */
async function on_the_page({ page }, match) {
  await page.goto(`${house.url}m/${match}`);
  await page.locator('.verdict.good').waitFor();
  const verdict_title = await page.locator('.verdict .verdict-title').innerText();
  await page.locator('.proof .more summary').click();
  return { verdict_title, verdict: await page.locator('.exact').innerText() };
}

/** The verdict of the command, which ends with 0. @param {string} match @param {string[]} own */
async function by_command(match, ...own) {
  const { stdout } = await run(process.env.CUBILETE_BIN, ['verify', ...own, `${house.url}m/${match}`]);
  return stdout.trim();
}

/** @param {string} match @param {string} notes the file */
async function in_python(match, notes) {
  const program = [
    'import json, sys',
    'from cubilete.record import verify_match',
    'print(verify_match(sys.argv[1], sys.argv[2], json.load(open(sys.argv[3]))).text)',
  ];
  const { stdout } = await run('/usr/bin/python3', ['-c', program.join('\n'), house.url, match, notes], { env: { ...process.env, PYTHONPATH: library } });
  return stdout.trim();
}

/** Only the command knows the rules. @param {string} verdict */
const without_rules = (verdict) => verdict.replace(/; (replayed by|checked without) the rules/, '').replace(/( and with the rules|; only cubilete verify knows the rules)/, '');

test('a match between two browsers has the same verdict on its page, by command and in Python', { concurrency: at_once }, (all) =>
  Promise.all(
    shown.map((game) =>
      all.test(`in ${game}`, async () => {
        const people = await played(game);
        for (const [seat, person] of people.entries()) {
          const notes = await notes_of(person);
          assert.deepEqual([notes.seat, notes.witness, notes.reveal_accepted, notes.faults], [seat, true, true, []]);
          const file = join(folder, `${game}-${seat}.json`);
          await writeFile(file, JSON.stringify(notes));
          const dialog_text = await at_the_table(person, game);
          const { verdict_title, verdict } = await on_the_page(person, notes.match);
          assert.ok(dialog_text.startsWith(verdict_title), dialog_text);
          const counts = new RegExp(`^fair: (\\d+) draws; .*\\b(\\d+) without a value of seat ${seat}; .*, your value in (\\d+) of \\1 draws; what was shown agrees with the record in \\d+ of \\d+ entries; `);
          const [, draws, without, own] = verdict.match(counts)?.map(Number) ?? assert.fail(verdict);
          assert.equal(own, draws - without, verdict);
          assert.ok(own > 0 || game === 'tres', verdict); // there the pile may be shuffled only once, at the start
          assert.match(verdict_title, new RegExp(`^${draws} of ${draws} `));
          const commanded = await by_command(notes.match, '--own', file);
          assert.match(commanded, /; replayed by the rules/);
          assert.equal(without_rules(commanded), without_rules(verdict));
          assert.equal(await in_python(notes.match, file), verdict);
          assert.ok(commanded.startsWith(await by_command(notes.match)), 'without notes the command says the same of the rest');
          assert.deepEqual(person.complaints, []);
        }
        for (const { page } of people) await page.context().close();
      }),
    ),
  ),
);
