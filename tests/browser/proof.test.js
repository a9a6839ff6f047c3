// The dice of a finished match: checked on its page and by the verifier in one file. The records are those of tests/fairness, shown with
// the players and the views of a match that was played. One file, because all its tests need that match and its server.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { check_dice, verdict_text } from '../../js/fairness_verify.js';
import { play } from '../../js/cubilete.js';
import { json_text, read_record } from '../../js/strict_json.js';
import { notes_in_memory } from '../../js/tokens.js';
import { Backstage } from './backstage.js';
import { Socket } from './frames.js';
import { games } from './games.js';
import { House, patient_dice } from './house.js';
import { text_of } from './json_patch.js';
import { desk, open_browser, Person, phone } from './people.js';
import { random_from } from './random.js';

const cases_in = (file) => JSON.parse(readFileSync(new URL(`../fairness/${file}`, import.meta.url), 'utf8'));
const { bases, cases } = cases_in('cases.json');
const own = cases_in('own_cases.json');

const run = promisify(execFile);

/** @type {House} */
let house;
/** @type {import('playwright-core').Browser} */
let browser;
/** A match without a proof, with its views. @type {any} */
let played;
before(async () => {
  house = await House.open(...patient_dice, '--requests-per-player', '1000000/1s', '--limit', 'messages-per-socket=1000000/1s');
  browser = await open_browser();
  const backstage = await Backstage.of(browser, house.url);
  const table = await backstage.table({ game: 'yahtzee' }, ['Ana', 'Ben', 'Cleo']);
  await backstage.play(table);
  const answer = await fetch(`${house.url}api/v1/matches/${await backstage.match(table.host)}?views=1`);
  played = await answer.json();
  await backstage.close();
});
after(async () => {
  await browser?.close();
  await house?.close();
});

/** A record as the server would answer. @param {string | object} base @param {number} seats */
function answer_of(base, seats) {
  const record = structuredClone(typeof base === 'string' ? bases[base] : base);
  const { settings, started_ms, ended_ms } = played;
  const { view: first } = played.log[0];
  const view = { ...first, turn: { ...first.turn, seat: 0 }, seats: first.seats.slice(0, seats) };
  const log = record.log.map((entry, at) => ({ ...entry, events: [], ...(at === 0 ? { about: played.log[0].about, view } : { patch: [] }) }));
  // Ana wins: those who won the match that was played may have no seat in this one.
  const scores = Array.from({ length: seats }, (_, seat) => 200 - seat);
  const result = { places: scores.map((_, seat) => seat + 1), scores, winners: [0], left: [], reason: 'finished' };
  const people = { seats: played.seats.slice(0, seats), result };
  return { game: 'yahtzee', settings, started_ms, ended_ms, public: false, next: null, kept: true, replay: true, ...record, ...people, log };
}

/** Opens the page of a match whose record is this. @param {Person} person @param {any} record */
async function look_at(person, record) {
  await person.page.route(`**/api/v1/matches/${record.id}?*`, (route) => route.fulfill({ json: record }));
  // The server knows no such match, so its page has the status 404; everything else is the same.
  await person.page.goto(`${house.url}m/${record.id}`);
  await person.page.locator('.controls').waitFor();
}
const visit = (device, locale) => Person.meet(browser, 'Ana', device, house.url, locale);
const complaints = (person) => person.complaints.filter((text) => !text.includes('404'));

const languages = {
  'en-GB': [/^8 of 8 throws and shuffles checked\.$/, 'Mixed from the secrets of Ana, Cleo and the server.', 'Check it elsewhere'],
  'es-MX': [/^8 de 8 tiradas y mezclas comprobadas\.$/, 'Salen de los secretos de Ana, Cleo y el servidor.', 'Comprobarlo en otra parte'],
  'it-IT': [/^8 lanci e mescolate su 8 verificati\.$/, 'Nascono dai segreti di Ana, Cleo e il server.', 'Verifica altrove'],
};
for (const [locale, [verdict_title, secrets, elsewhere]] of Object.entries(languages))
  for (const device of locale === 'es-MX' ? [desk] : [phone])
    test(`the page of a match checks its dice, ${locale}`, async () => {
      const person = await visit(device, locale);
      const { page } = person;
      await look_at(person, answer_of('three seats, one without tip, one late', 3));
      await page.locator('.verdict.good').waitFor();
      assert.match(await page.locator('.verdict .verdict-title').innerText(), verdict_title);
      await person.sees(secrets);
      for (const summary of await page.locator('.proof summary').all()) await summary.click();
      await person.sees(elsewhere);
      assert.equal(await page.locator('.proof .who tbody tr').count(), 3);
      const verdict = verdict_text(check_dice(bases['three seats, one without tip, one late']));
      assert.equal(await page.locator('.proof .exact').innerText(), verdict);
      await person.inspect(`proof-${locale.slice(0, 2)}`);
      await person.fits_everywhere(`the dice of a match in ${locale}`);
      await page.locator('.inputs summary').click();
      await page.locator('.inputs h3').first().waitFor();
      await person.inspect(`inputs-${locale.slice(0, 2)}`);
      await person.fits_everywhere(`the inputs of a throw in ${locale}`);
      assert.deepEqual(complaints(person), []);
      await page.context().close();
    });

test('each throw of the replay shows what it was made of, also with the keyboard', async () => {
  const person = await visit(desk);
  const { page } = person;
  const record = answer_of('two seats', 2);
  await look_at(person, record);
  await page.locator('.verdict.good').waitFor();
  for (const { seq, extra } of record.log) {
    const inputs = page.locator('.inputs');
    if (!extra?.drawn) assert.equal(await inputs.count(), 0, `entry ${seq}`);
    else {
      if ((await inputs.getAttribute('open')) === null) {
        await inputs.locator('summary').focus();
        await page.keyboard.press('Enter');
      }
      await inputs.locator('h3').first().waitFor();
      assert.equal(await inputs.locator('h3').count(), extra.drawn.length);
      assert.match(await inputs.locator('h3').first().innerText(), new RegExp(`^Draw ${extra.drawn[0].k}: `));
      assert.deepEqual(await inputs.locator('dd').allInnerTexts(), extra.seats.map((seat) => extra.fresh[seat]));
      const { kind, result } = extra.drawn[0];
      const results = await inputs.locator('table').first().locator('tbody td:last-child').allInnerTexts();
      if (kind === 'dice') assert.deepEqual(results, result.map(String));
      if (kind === 'pick') assert.deepEqual(results, [String(result)]);
      if (kind === 'shuffle') assert.equal(await inputs.locator('code').last().innerText(), result.join(' '));
    }
    await page.locator('h1').click();
    await page.locator('body').press('ArrowRight');
    if (seq < record.log.length) await page.locator('.where', { hasText: new RegExp(`^${seq + 1} of`) }).waitFor();
  }
  assert.deepEqual(complaints(person), []);
  await page.context().close();
});

/** Two bots that contribute play a match. Returns its id, and the notes and the verdict of the first. @param {object} settings */
async function played_by_bots(settings) {
  const random = random_from(20261123);
  const notes = notes_in_memory();
  const faults = [];
  const bot = (name, more) => ({
    ...{ server: house.url, Socket, name, matches: 1, verify: true, on_fault: (fault) => faults.push(fault) },
    ...{ on_turn: (view, moves) => moves[Math.floor(random() * moves.length)], ...more },
  });
  let match;
  const [first, second] = await new Promise((resolve, reject) => {
    const on_end = (result, you, push) => (match = push.match);
    const on_room = (room) => Promise.all([one, play(bot('Ben', { room }))]).then(resolve, reject);
    const one = play(bot('Ana', { create: { seats: 2, clock: { turn_ms: 0 }, witness: true, ...settings }, notes, on_room, on_end }));
    one.catch(reject);
  });
  assert.deepEqual(faults, []);
  assert.match(second.verdicts[0].text, /^fair: \d+ draws?; /);
  return { match, notes: JSON.parse(notes.get(match)), verdict: first.verdicts[0] };
}

// A random game may last long with high targets.
const short = { ambiciosa: { target: 2000 }, threes_away: { pots: 2 } };
for (const game of games)
  test(`a match of ${game} that was played with provable dice is checked, with the player’s notes`, async () => {
    const { match, notes, verdict } = await played_by_bots({ game, options: short[game] ?? {} });
    assert.equal(verdict.kind, 'fair', verdict.text);
    assert.equal(verdict.own, verdict.draws - verdict.early, verdict.text);
    const person = await visit(desk);
    const { page } = person;
    await page.goto(`${house.url}healthz`);
    const before = { match: 'm_before', ended: 'void' };
    await page.evaluate((all) => Object.assign(localStorage, Object.fromEntries(all.map(([key, value]) => [`cubilete.dice.${key}`, JSON.stringify(value)]))), [['matches', ['m_before p_own', `${match} p_own`]], ['m_before p_own', before], [`${match} p_own`, notes]]);
    await page.goto(`${house.url}m/${match}`);
    await page.locator('.verdict.good').waitFor();
    const { draws } = verdict;
    assert.ok(draws > 0);
    assert.match(await page.locator('.verdict .verdict-title').innerText(), new RegExp(`^${draws} of ${draws} .* your secret is in each of the ${draws}\\.$`));
    await person.sees(`A fresh one of yours, given for that one result, is also in ${verdict.own} of ${draws}.`);
    await person.sees('Your last matches here (2): 1 broken off, 0 abandoned by players.');
    await person.sees(/^What this browser was shown agrees with the record in \d+ of \d+ moves\./);
    await page.locator('.proof .more summary').click();
    assert.equal(await page.locator('.exact').innerText(), `${verdict.text}; 1 of the last 2 matches was broken off`);
    const [both] = await Promise.all([page.waitForEvent('download'), person.button('Save record and notes').click()]);
    assert.equal(both.suggestedFilename(), `${match}.both.json`);
    const { stdout } = await run(process.env.CUBILETE_BIN, ['verify', await both.path()]); // it rejects any other exit code than 0
    assert.match(stdout, /^fair: .*; replayed by the rules; .*; what was shown agrees with the record in \d+ of \d+ entries and with the rules; 1 of the last 2 matches was broken off\n$/);
    await page.locator('h1').click();
    await page.locator('body').press('Home');
    while ((await page.locator('.inputs').count()) === 0) await page.locator('body').press('ArrowRight');
    await page.locator('.inputs summary').click();
    await page.locator('.inputs h3').first().waitFor();
    assert.deepEqual(person.complaints, []);
    await page.context().close();
  });

test('the record, the command and the verifier can be taken along', async () => {
  const person = await visit(desk);
  const { page } = person;
  await look_at(person, answer_of('two seats', 2));
  await page.locator('.verdict.good').waitFor();
  await page.locator('.proof .more summary').click();
  await page.evaluate(() => document.addEventListener('copy', () => (window.copied = document.activeElement.value)));
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await person.button('Copy the command').click();
  await person.sees('Copied');
  assert.equal(await page.evaluate(() => window.copied), `cubilete verify ${house.url}m/${bases['two seats'].id}`);
  assert.equal(await person.button('Copy the link').count(), 1, 'only the pressed button says it');
  assert.equal(await page.locator('.proof code.command').innerText(), `cubilete verify ${house.url}m/${bases['two seats'].id}`);

  const [record] = await Promise.all([page.waitForEvent('download'), person.button('Save the record').click()]);
  assert.equal(record.suggestedFilename(), `${bases['two seats'].id}.json`);
  const saved = JSON.parse(await readFile(await record.path(), 'utf8'));
  assert.equal(verdict_text(check_dice(saved)), verdict_text(check_dice(bases['two seats'])));
  assert.ok(saved.log.every((entry) => !('view' in entry) && !('patch' in entry)));
  const [verifier] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save the verifier' }).click()]);
  assert.equal(verifier.suggestedFilename(), 'cubilete-verifier.html');
  await page.context().close();
});

test('the player’s own browser compares the record with its notes', async () => {
  const person = await visit(phone);
  const { page } = person;
  const { record, notes } = own.bases['two seats'];
  const note = (changed) =>
    page.evaluate((all) => Object.assign(localStorage, all), {
      'cubilete.dice.matches': JSON.stringify([`${record.id} p_own`]),
      [`cubilete.dice.${record.id} p_own`]: JSON.stringify(changed),
    });
  await page.goto(`${house.url}healthz`);
  await note(notes);
  await look_at(person, answer_of(record, 2));
  await page.locator('.verdict.good').waitFor();
  const draws = record.proof.k;
  assert.equal(await page.locator('.verdict .verdict-title').innerText(), `${draws} of ${draws} throws and shuffles checked; your secret is in each of the ${draws}.`);
  await person.sees(`A fresh one of yours, given for that one result, is also in ${draws - check_dice(record).without.get(notes.seat)} of ${draws}.`);
  await person.sees('Your secrets agree with the notes of this browser. What it was shown is not checked.'); // the case has no log of it
  await page.locator('.proof .more summary').click();
  assert.match(await page.locator('.exact').innerText(), /; your secret is in the key, your value in \d+ of \d+ draws; what was shown /);
  const [download] = await Promise.all([page.waitForEvent('download'), person.button('Save record and notes').click()]);
  const saved = JSON.parse(await readFile(await download.path(), 'utf8'));
  assert.deepEqual([saved.record.id, saved.notes, saved.ended], [record.id, notes, []]);

  await note({ ...notes, commit: '5a'.repeat(32) });
  await page.reload();
  await page.locator('.verdict.bad').waitFor();
  await person.sees('it is not what this browser noted during the match');
  await person.sees('According to the notes, the server had locked away another secret.');
  await page.locator('.proof .more summary').click();
  assert.equal(await page.locator('.exact').innerText(), 'FALSE: the notes have another commitment');
  await person.inspect('proof-false');
  assert.deepEqual(complaints(person), []);
  await page.context().close();
});

test('a false record is not believed, an old one and the server’s dice are called what they are', async () => {
  const person = await visit(phone);
  const { page } = person;
  const says = async (record, tone, text) => {
    await look_at(person, record);
    await page.locator(`.verdict.${tone}`).waitFor();
    assert.equal(await page.locator('.verdict .verdict-title').innerText(), text);
    await person.is_accessible(text);
    await page.unrouteAll();
  };
  const lie = answer_of('two seats', 2);
  const entry = lie.log.find(({ seq, extra }) => seq > 2 && extra?.drawn);
  entry.extra.drawn[0].result = [6, 6, 6, 6, 6];
  await says(lie, 'bad', `Do not believe this record: it contradicts itself at move ${entry.seq}.`);
  assert.equal(await page.locator('.inputs').count(), 0);
  await person.sees(/^The result of draw \d+ does not follow from the secrets\.$/);
  await says(answer_of('nobody has a tip', 3), 'open', 'The server’s dice: no player’s secret is in them.');
  await page.goto(`${house.url}m/${played.id}`);
  await page.locator('.verdict.open').waitFor();
  const nobody = played.log[0].extra?.dice === 'server';
  await person.sees(nobody ? 'The server’s dice: no player’s secret is in them.' : 'No proof: this match was played before dice could be checked.');
  assert.deepEqual(complaints(person), []);
  await page.context().close();
});

test('a long log is fetched in pieces, with its progress, and then checked whole', async () => {
  const person = await visit(desk);
  const { page } = person;
  const whole = answer_of('two seats', 2);
  const first = 4;
  /** @type {() => void} */
  let go_on = () => {};
  const waited = new Promise((resolve) => (go_on = resolve));
  await page.route(`**/api/v1/matches/${whole.id}?*`, async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('from') ?? 1);
    if (from === 1) return route.fulfill({ json: { ...whole, log: whole.log.slice(0, first), next: first + 1 } });
    await waited;
    await route.fulfill({ json: { ...whole, log: whole.log.slice(from - 1) } });
  });
  await page.goto(`${house.url}m/${bases['two seats'].id}`);
  await person.sees(`Fetching the log: ${first} of ${whole.log.length} moves`);
  assert.equal(await page.locator('progress').evaluate(({ value, max }) => value / max), first / whole.log.length);
  await person.is_accessible('the log on its way');
  go_on();
  await page.locator('.verdict.good').waitFor();
  await page.context().close();
});

test('if the check cannot run the page says so, and it can be tried again', async () => {
  const person = await visit(desk);
  const { page } = person;
  await page.route('**/check_worker.js', (route) => route.abort());
  await look_at(person, answer_of('two seats', 2));
  await person.sees('This browser could not run the check.');
  await page.unroute('**/check_worker.js');
  await person.button('Try again').click();
  await page.locator('.verdict.good').waitFor();
  await page.context().close();
});

test('the page about it is reached from the start, and says it with and without mathematics', async () => {
  const person = await visit(phone);
  const { page } = person;
  await page.goto(house.url);
  await page.getByRole('link', { name: 'Dice that you can check' }).click();
  await page.getByRole('heading', { name: 'Folded slips of paper' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/fair');
  assert.equal(await page.locator('.fair-page .who').count(), 5);
  assert.equal(await page.locator('.fair-page pre').first().isVisible(), false);
  await page.getByText('For the curious').click();
  await person.inspect('fair-curious');
  await person.fits_everywhere('the arithmetic');
  assert.deepEqual(person.complaints, []);
  await page.context().close();
});

// ---- the verifier in one file

/** Opens the verifier from the disk. @param {object} device @param {string} [locale] */
async function open_verifier(device, locale) {
  const file = join(tmpdir(), `verifier-${process.pid}.html`);
  await writeFile(file, await (await fetch(`${house.url}verifier.html`)).text());
  const { href } = pathToFileURL(file);
  const person = await Person.meet(browser, 'Ana', device, href, locale);
  await person.page.goto(href);
  await rm(file);
  return person;
}
const json_file = (name, value) => ({ name, mimeType: 'application/json', buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)) });

/** A verifier cannot read the others, and says nothing about their dice. */
const readable = (of) => (one) => {
  try {
    return read_record(Buffer.from(text_of(of, one))) !== undefined;
  } catch {
    return false;
  }
};

// One case a sentence; tests/fairness checks all with the same modules.
test('the verifier in one file gives every verdict, also with notes', async () => {
  const person = await open_verifier(desk);
  const { page } = person;
  const one_a_verdict = (files) => [...new Map(files.map((file) => [file.verdict.replaceAll(/\d+/g, '1'), file])).values()];
  const alone = cases.filter(readable(bases)).map((one) => ({ record: text_of(bases, one), notes: '', verdict: one.verdict }));
  const with_notes = own.cases.filter(readable(own.bases)).flatMap((one) => {
    const { record, notes, ended } = read_record(Buffer.from(text_of(own.bases, one)));
    if (notes === null) return [];
    // How other matches ended is only in a file with both.
    const both = ended === undefined ? null : json_text({ record, notes, ended });
    return [both ? { record: both, notes: '', verdict: one.verdict } : { record: json_text(record), notes: json_text(notes), verdict: one.verdict }];
  });
  // Notes of another match are none: the page then says what the record says by itself.
  const files = [...one_a_verdict(alone), ...one_a_verdict(with_notes)].filter(({ verdict }) => !verdict.includes('the notes have no line'));
  const wrong = await page.evaluate(async (all) => {
    const pick = (id, text) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([text], `${id}.json`));
      const field = document.getElementById(id);
      field.files = chosen.files;
      field.dispatchEvent(new Event('change'));
    };
    const shown = () => document.querySelector('.exact')?.textContent;
    const root = document.getElementById('app');
    const shows = (verdict) =>
      new Promise((done) => {
        const seen = new MutationObserver(() => shown() === verdict && end(true));
        const end = (yes) => {
          clearTimeout(patience);
          seen.disconnect();
          done(yes);
        };
        const patience = setTimeout(() => end(false), 10_000);
        seen.observe(root, { childList: true, characterData: true, subtree: true });
        if (shown() === verdict) end(true);
      });
    const between = { null: 'not verifiable: it is not the record of a match', '{}': 'not verifiable: no proof: played before' };
    const found = [];
    let picked = '';
    for (const { record, notes, verdict } of all) {
      if (notes !== picked) pick('notes', notes);
      picked = notes;
      if (shown() === verdict) {
        // The verdict of the case before must not be taken for the one of this case.
        const [other, said] = Object.entries(between).find(([, text]) => text !== verdict);
        pick('record', other);
        await shows(said);
      }
      pick('record', record);
      if (!(await shows(verdict))) found.push({ verdict, shown: shown() });
    }
    return found;
  }, files);
  assert.deepEqual(wrong, []);
  assert.ok(files.length > 100);
  assert.deepEqual(person.complaints, []);
  await page.context().close();
});

test('the verifier is readable on a phone, takes dropped files, and has no network', async () => {
  const person = await open_verifier(phone, 'it-IT');
  const { page } = person;
  await person.sees('Verificatore di Cubilete');
  await page.evaluate((text) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([text], 'record.json'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true }));
  }, JSON.stringify(answer_of('two seats', 2)));
  await page.locator('.verdict.good').waitFor();
  await person.inspect('verifier');
  await person.fits_everywhere('the verifier');
  await page.locator('#record').setInputFiles(json_file('other.json', { ...bases['two seats'], log: bases['two seats'].log.slice(0, -1) }));
  await person.sees(/^Il registro ha \d+ mosse, ma la prova dice \d+\.$/);
  await page.locator('#record').setInputFiles(json_file('picture.png', 'no JSON'));
  await person.sees('picture.png non è JSON');
  assert.deepEqual(person.complaints, []);

  const came = await page.evaluate(
    (url) => new Promise((done) => Object.assign(new Image(), { onload: () => done(true), onerror: () => done(false), src: url })),
    `${house.url}favicon.ico`,
  );
  assert.equal(came, false, 'its policy forbids every request');
  await page.context().close();
});
