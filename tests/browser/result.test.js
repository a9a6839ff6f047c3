// The end of a match for winners and others, and the texts on cards and dice in the reader's language.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import { act_at_table } from './acted.js';
import { Backstage } from './backstage.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { stage } from './staged.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** @param {Person} person */
const is_drawn = ({ page }) => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
/** The host's first push of a match of TRES. */
const tres_push = async () => {
  const table = await backstage.table({ game: 'tres' }, ['Ana', 'Benedikt']);
  await backstage.play(table, 1);
  const { room: _, match: __, ...push } = await backstage.page.evaluate((at) => window.players[at].push, table.host.at);
  return push;
};

/** A browser without HTTPS: no clipboard and no sharing. */
const bare = () => {
  for (const missing of ['clipboard', 'share', 'serviceWorker']) Object.defineProperty(navigator, missing, { value: undefined });
  document.addEventListener('copy', () => (window.copied = document.activeElement.value));
};

test('the winner reads the margin, the others how far behind they are, and all can share it', async () => {
  const table = await backstage.table({ game: 'yahtzee' }, ['Ana', 'Benedikt']);
  await backstage.play(table);
  const match = await backstage.match(table.host);
  for (const [seat, player] of table.players.entries()) {
    const one = await Person.meet(browser, player.name, seat === 0 ? phone : desk, house.url);
    await one.page.addInitScript(bare);
    await one.page.addInitScript(([name, token]) => localStorage.setItem('cubilete.player', JSON.stringify({ name, token })), [player.name, player.token]);
    await one.page.goto(`${house.url}r/${table.room}`);
    const [first, second] = await one.page.locator('.places .points').evaluateAll((all) => all.map((points) => Number.parseInt(points.textContent)));
    const result_title = await one.page.locator('.result h2').first().innerText();
    const margin = one.page.locator('.margin');
    if (first === second) continue; // a play-off has decided, or the win is shared
    if (result_title === 'You win!') assert.match(await margin.innerText(), new RegExp(`^Ahead by ${first - second} points?$`));
    else assert.match(await margin.innerText(), new RegExp(`^You came 2nd, ${first - second} points? behind$`));
    assert.equal(await one.page.locator('.podium li').count(), 2);
    assert.match(await one.page.locator('.best').innerText(), /^Best of the game: (Ana|Benedikt), \d+ \(.+\)$/);
    await one.button('Share the result').click();
    await one.button('Copied').waitFor();
    const copied = await one.page.evaluate(() => window.copied);
    for (const part of ['Yahtzee', 'Ana: ', 'Benedikt: ', `${house.url}m/${match}`]) assert.ok(copied.includes(part), copied);
    assert.deepEqual(one.complaints, []);
  }
});

/** The text of a seat on a finished match's board. */
const boards = {
  ambiciosa: { options: { target: 1_000 }, at: '.ambi-race', says: ({ score }, name) => [name, score.toLocaleString('en-GB').replace('-', '−')] },
  escalera: { at: '.esc-race', says: ({ score }, name) => [`${name} ${score}`] },
  threes_away: { options: { pots: 1 }, at: '.threes-felt', says: ({ chips }, name) => [name, `${chips}`] },
  yahtzee: { at: '.pad', says: ({ boxes, score }) => [...Object.values(boxes), score].map(String) },
  tres: { first: 'play', at: '.tres', says: ({ cards }, name, mine) => (mine ? [] : [name, `${cards} ${cards === 1 ? 'card' : 'cards'}`]) },
};
for (const [game, { options, first, at, says }] of Object.entries(boards))
  test(`the final board without moves stays beside the result of ${game}`, async () => {
    const names = ['Ana', 'Benedikt'];
    const table = await backstage.table({ game, options }, names);
    await backstage.play(table, Infinity, first);
    const { view, result } = await backstage.page.evaluate((one) => window.players[one].push, table.host.at);
    const one = await Person.meet(browser, 'Ana', phone, house.url);
    await one.page.addInitScript((token) => localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token })), table.host.token);
    await one.page.goto(`${house.url}r/${table.room}`);
    const board = one.page.locator(`.play:has(.result) ${at}`);
    await board.waitFor();
    const seen = (await board.evaluate((it) => [it, ...it.querySelectorAll('[aria-label]')].map((of) => `${of.getAttribute('aria-label')} ${of.textContent}`).join(' '))).replace(/\s+/g, ' ');
    const { y, height } = await board.boundingBox();
    assert.ok(height > 100 && y > 0, `${height} pixels high at ${y}`);
    for (const [seat, name] of names.entries())
      for (const part of says(view.seats[seat], name, seat === 0)) assert.ok(seen.includes(part), `${part} in ${seen}`);
    if (game === 'tres') assert.equal(await board.locator('.tres-own .card, .tres-own li').count(), view.seats[0].hand.length);
    assert.equal(await one.page.locator('.tray :is(button:enabled, [aria-disabled=false]):not(.react *, .result *), .pad .box, .tres .actions button').count(), 0);
    assert.ok(result.winners.length > 0);
    assert.deepEqual(one.complaints, []);
    await one.page.context().close();
  });

/** Texts of cards, hints and results, by language. */
const written = {
  'en-GB': {
    symbols: ['R', 'G', 'B', 'Y', 'Reverse', 'Skip', 'Draw three'],
    no_pass: 'It can be laid, so you cannot pass.',
    nobody: ['The game was abandoned before its end, so nobody wins.', 'The computer played most of this game, so nobody wins this one.'],
  },
  'es-MX': {
    symbols: ['R', 'V', 'Az', 'Am', 'Reversa', 'Salta', 'Roba tres'],
    no_pass: 'Se puede bajar: no puedes pasar.',
    nobody: ['La partida quedó abandonada antes del final: no gana nadie.', 'La computadora jugó la mayor parte de la partida: esta vez no gana nadie.'],
  },
  'it-IT': {
    symbols: ['R', 'V', 'B', 'G', 'Inverti', 'Salta', 'Pesca tre'],
    no_pass: 'Si può calare: non puoi passare.',
    nobody: ['La partita è stata abbandonata prima della fine: non vince nessuno.', 'Il computer ha giocato gran parte della partita: stavolta non vince nessuno.'],
  },
};
for (const [locale, { symbols, no_pass, nobody }] of Object.entries(written))
  test(`in ${locale} the cards of TRES have letters and names, the page says without a layout shift why there is no Pass, and why nobody wins`, async () => {
    const push = await tres_push();
    const one = await Person.meet(browser, 'Ana', { viewport: { width: 360, height: 590 } }, house.url, locale);
    await one.page.goto(house.url);
    await one.page.locator('#name').waitFor();
    const show = (more) => stage(one, { game: 'tres', title: 'TRES', names: ['Ana', 'Benedikt'], push: { ...push, ...more } });
    push.view.seats[0].hand = ['r1', 'g2', 'b3', 'y4', 'R3', 'S3', 'P3'];
    await show({});
    assert.deepEqual(await one.page.locator('.tres-hand .letter').allTextContents(), symbols.slice(0, 4));
    const spoken = await one.page.locator('.tres-hand .unseen').allTextContents();
    for (const [at, name] of symbols.slice(4).entries()) assert.ok(spoken[at + 4].includes(name), spoken[at + 4]);

    push.view.seats[0].hand = ['r1', 'r1', 'g2', 'g2', 'b3', 'b3', 'y4', 'y8'];
    push.view.table = ['r7', 'g1', 'b1'];
    push.view.turn = { seat: 0, drawn: true, card: 'y8' };
    const play = { do: 'play', on: 0, cards: ['y8'] };
    const places = [];
    for (const moves of [[{ do: 'pass' }, play], [play]]) {
      await show({ to_act: [0], you: { ...push.you, moves } });
      places.push(await one.page.locator('.tres-line, .tres-hand, .tres-actions button').evaluateAll((all) => all.map((part) => JSON.stringify(part.getBoundingClientRect()))));
    }
    assert.equal(await one.page.locator('.tres-line .hint').innerText(), no_pass);
    const pass = one.page.locator('.tres-p');
    assert.deepEqual([await pass.getAttribute('aria-disabled'), await pass.getAttribute('aria-describedby')], ['true', 'tres-hint']);
    assert.equal(await one.page.locator('#tres-hint').innerText(), no_pass);
    assert.deepEqual(places[0], places[1]);

    const view = { game: 'escalera', phase: 'over', round: 9, turn: null, last: null, target: 100, seats: [{ score: 40 }, { score: 100 }] };
    for (const [at, left] of [[], [0, 1]].entries()) { // left before its end, or played by the computer and the clock
      const result = { places: [], scores: [], winners: [], left, reason: 'abandoned' };
      await stage(one, { game: 'escalera', title: 'Escalera', names: ['Ana', 'Benedikt'], push: { view, to_act: [], you: { seat: 0, n: 3, moves: [] }, result }, set: { phase: 'finished' } });
      assert.equal(await one.page.locator('.result h2').first().innerText(), nobody[at]);
    }
  });

test('after drawing a card that cannot be played there is only one action at TRES', async () => {
  const push = await tres_push();
  push.view.turn = { ...push.view.turn, seat: 0, drawn: true };
  push.you.moves = [{ do: 'pass' }];
  push.to_act = [0];
  const one = await Person.meet(browser, 'Ana', phone, house.url);
  await one.page.goto(house.url);
  await one.page.locator('#name').waitFor();
  await stage(one, { game: 'tres', title: 'TRES', names: ['Ana', 'Benedikt'], push });
  assert.deepEqual(await one.page.locator('.tres-actions .primary').allInnerTexts(), ['Pass']);
  assert.deepEqual(await one.page.locator('.tres-actions [aria-disabled=false]:not(.tres-say)').allInnerTexts(), ['Pass']);
});

test('at Threes Away each die is labelled with what it counts, a three with zero, and the previous dice stay visible until the next throw', async () => {
  const one = await Person.meet(browser, 'Ana', phone, house.url);
  await one.page.goto(house.url);
  await one.page.locator('#name').waitFor();
  const seats = ['Ana', 'Benedikt'].map(() => ({ chips: 18 }));
  const rest = { game: 'threes_away', phase: 'play', round: 1, pot: 4, pot_number: 1, pots: 5, lowest: null, cap: null, seats };
  const none = { kept: [], sum: 0, throws: 0, worth: [] };
  const show = (turn, events) =>
    stage(one, { game: 'threes_away', title: 'Threes Away', names: ['Ana', 'Benedikt'], push: { view: { ...rest, turn: { ...none, ...turn } }, events, you: { seat: 0, n: 1, moves: [{ do: 'keep', dice: [0] }] } } });
  const worth = { worth: [0, 4] };
  await show({ seat: 0, dice: [3, 4], in_hand: 0, throws: 1, ...worth }, []);
  assert.deepEqual(await one.page.locator('.die-note').allInnerTexts(), ['counts 0', 'counts 4']);
  const past = [
    { e: 'kept', seat: 1, positions: [0, 1], turned: [], dice: [1, 3], sum: 1 },
    { e: 'kept', seat: 1, positions: [0, 1, 2], turned: [], dice: [2, 2, 4], sum: 9 },
    { e: 'scored', seat: 1, points: 9 },
    { e: 'ante', paid: [1, 0], pot: 5, why: 'pot' },
  ];
  await show({ seat: 0, dice: [], in_hand: 5 }, past);
  assert.equal(await one.page.locator('.threes-kept.before li').count(), 5);
  assert.match(await one.page.locator('.threes-sum').innerText(), /^Benedikt\s+9$/);
  assert.equal(await one.page.locator('.change').first().evaluate((mark) => getComputedStyle(mark).opacity), '0', 'no mark stays');
});

/** Decodes a PNG. @param {Person} person @param {string} png in base64 */
const decoded = ({ page }, png) =>
  page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.drawImage(image, 0, 0);
    const colours = (x, y, width, height) => new Set(new Uint32Array(pen.getImageData(x, y, width, height).data.buffer)).size;
    return { width: image.width, height: image.height, head: colours(72, 170, 936, 70), podium: colours(108, 400, 864, 370), cover: colours(850, 12, 150, 96), foot: colours(72, 1015, 936, 55) };
  }, png);

/** @param {Person} person @param {string} png */
async function shows_a_result(person, png) {
  const { width, height, ...parts } = await decoded(person, png);
  assert.deepEqual([width, height], [1080, 1080]);
  for (const [part, colours] of Object.entries(parts)) assert.ok(colours > 20, `${part}: ${colours} colours`);
}

test('a result is saved as an image, or shared with another app if the device can', async () => {
  const table = await backstage.table({ game: 'yahtzee' }, ['Ana', 'Benedikt-Maximilian', 'Ñandú', 'Christopherus Rex', 'W']);
  await backstage.play(table);
  const match = await backstage.match(table.host);
  for (const device of [desk, phone]) {
    const one = await Person.meet(browser, 'Ana', device, house.url, 'es-MX');
    await one.page.addInitScript((token) => localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token })), table.host.token);
    if (device === phone)
      await one.page.addInitScript(() => {
        navigator.canShare = ({ files }) => files.length > 0;
        navigator.share = async ({ files: [file], text }) => {
          const bytes = new Uint8Array(await file.arrayBuffer());
          window.shared = { name: file.name, type: file.type, text, png: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
        };
      });
    else await one.page.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: undefined }));
    await one.page.goto(`${house.url}r/${table.room}`);
    if (device === desk) {
      const [file] = await Promise.all([one.page.waitForEvent('download'), one.button('Guardar una imagen').click()]);
      assert.equal(file.suggestedFilename(), 'cubilete-yahtzee.png');
      await shows_a_result(one, await readFile(await file.path(), 'base64'));
      await file.saveAs(new URL('shots/result-picture.png', import.meta.url).pathname);
    } else {
      await one.button('Compartir una imagen').click();
      await one.page.waitForFunction(() => window.shared);
      const { name, type, text, png } = await one.page.evaluate(() => window.shared);
      assert.deepEqual([name, type], ['cubilete-yahtzee.png', 'image/png']);
      assert.ok(text.endsWith(`${house.url}m/${match}`), text);
      await shows_a_result(one, png);
    }
    assert.deepEqual(one.complaints, []);
  }
});

test('if no image can be made the text is copied', async () => {
  const table = await backstage.table({ game: 'escalera' }, ['Ana', 'Benedikt']);
  await backstage.play(table);
  const one = await Person.meet(browser, 'Ana', desk, house.url);
  await one.page.addInitScript(bare);
  await one.page.addInitScript(() => Object.defineProperty(HTMLCanvasElement.prototype, 'toBlob', { value: (then) => then(null) }));
  await one.page.addInitScript((token) => localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token })), table.host.token);
  await one.page.goto(`${house.url}r/${table.room}`);
  await one.button('Save a picture').click();
  await one.button('Copied').waitFor();
  assert.match(await one.page.evaluate(() => window.copied), /Ana: /);
  assert.deepEqual(one.complaints, []);
});

test('the result of TRES shows cards or points and the best move, and on a phone what luck and skill did begins in the first window', async () => {
  const won = { winners: [0], scores: [1, 0, 0], places: [1, 2, 2], left: [], reason: 'finished' };
  const made_by = (seat, events) => ({ by: { seat }, events });
  const laid = made_by(1, [{ e: 'played', seat: 1, on: 0, below: 'r1', cards: ['r3', 'P3'], toma_tres: true }, { e: 'drew', seat: 0, count: 3, why: 'toma_tres' }, { e: 'drew', seat: 2, count: 3, why: 'toma_tres' }]);
  const over = made_by(0, [{ e: 'game_over', winners: [0], blocked: false, points: 57 }, { e: 'over', winners: [0] }]);
  const view = (target, scores) => ({
    ...{ game: 'tres', phase: 'over', round: 1, target, turn: null, call: null, table: ['r1', 'g2', 'b3'], pile: 20, discards: 3, top: 'r1', direction: 1 },
    seats: scores.map((score, seat) => ({ score, cards: [0, 4, 9][seat], hand: [], said_tres: false })),
  });
  const one = await Person.meet(browser, 'Ana', desk, house.url);
  await one.page.goto(house.url);
  await one.page.locator('#name').waitFor();
  const show = async (mine, target, scores, options) => {
    const events = [...laid.events, ...over.events];
    const entries = [laid, over].map(({ by, events: all }, at) => ({ seq: at + 2, by, events: all.length }));
    await stage(one, { game: 'tres', title: 'TRES', names: ['Ana', 'Ben', 'Cleo'], push: { seq: 3, view: view(target, scores), events, entries, to_act: [], you: { seat: mine, n: 3, moves: [] }, result: { ...won, scores } }, set: { phase: 'finished', options } });
    return [await one.page.locator('.margin').innerText(), await one.page.locator('.best').innerText()];
  };
  assert.deepEqual(await show(0, 1, [1, 0, 0], { match: 'single' }), ['Ahead by 4 cards', 'Best of the game: Ben, 6 cards drawn by others in one move']);
  assert.deepEqual(await show(2, 1, [1, 0, 0], { match: 'single' }), ['You came 2nd, 9 cards behind', 'Best of the game: Ben, 6 cards drawn by others in one move']);
  assert.deepEqual(await show(1, 200, [214, 90, 31], { match: 'points' }), ['You came 2nd, 124 points behind', 'Best of the game: Ana, 57 points in one game']);
  await one.page.setViewportSize({ width: 390, height: 760 });
  const { y, height } = await one.page.getByRole('heading', { name: 'Luck and skill' }).boundingBox();
  assert.ok(y + height <= 760, `the title ends at ${y + height}`);
});

test('when a match ends its board stays where it was, and the result lies where the dice were', async () => {
  const seats = (scores) => scores.map((score) => ({ score, boxes: { chance: score }, upper: 0, upper_par: 0 }));
  const boxes = ['aces', 'yahtzee', 'chance'];
  const last = { seat: 0, dice: [1, 2, 4, 4, 6, 6], points: 5, straights: [2], reset: false, marks: [{ of: 'straight', dice: [0, 1], points: 5 }] };
  const odds = { throws: 216, lost: 64, each: [{ points: 50, throws: 152 }] };
  const scenes = {
    yahtzee: [{ rounds: 1, preset: 'yahtzee', boxes }, { seat: 0, dice: [1, 2, 3, 4, 5], throws: 3, throws_left: 0, worth: { yahtzee: 0 } }, {}],
    escalera: [{ target: 100 }, { seat: 0 }, { last }],
    ambiciosa: [{ target: 5000, odds }, { seat: 0, points: 50, throws: 1 }, { last: { seat: 0, dice: ['K', 'Q', '9'], points: 50 } }],
  };
  const windows = [[1280, 620], [390, 760]];
  for (const [game, [more, turn, rest]] of Object.entries(scenes)) {
    const one = await Person.meet(browser, 'Ana', desk, house.url);
    const table = await act_at_table(one, house.url, { game, title: game, names: ['Ana', 'Ben'] });
    const about = { game, ...more };
    const view = { phase: 'play', round: 1, ...rest };
    const rolled = { e: 'rolled', seat: 0, thrown: [0], ...last, ...turn, ...rest.last };
    table.push({ about, view: { ...view, turn, seats: seats([10, 20]) }, events: [rolled], you: { seat: 0, n: 1, moves: [] } });
    const board = one.page.locator('.game-board');
    await one.page.locator('.tray .actions, .tray .race-actions').waitFor();
    const was = [];
    for (const [width, height] of windows) {
      await one.page.setViewportSize({ width, height });
      await is_drawn(one);
      was.push(await board.boundingBox());
    }
    const result = { winners: [1], scores: [10, 20], places: [2, 1], left: [], reason: 'finished' };
    table.tell_room({ phase: 'finished' });
    table.push({ view: { ...view, phase: 'over', turn: null, seats: seats([10, 20]) }, events: [{ e: 'over', winners: [1] }], to_act: [], you: { seat: 0, n: 2, moves: [] }, result });
    await one.page.locator('.result h2', { hasText: 'Ben wins' }).waitFor();
    assert.deepEqual(await board.boundingBox(), was[1], `${game} on a phone`);
    await one.page.setViewportSize({ width: windows[0][0], height: windows[0][1] });
    await is_drawn(one);
    assert.deepEqual(await board.boundingBox(), was[0], `${game} on a desktop`);
    const [lies, log] = await Promise.all(['.result', '.panel .log'].map((part) => one.page.locator(part).boundingBox()));
    assert.ok(lies.x + lies.width <= log.x, `${game}: the result lies over the log`);
    assert.equal(await one.page.locator('.result .margin').innerText(), 'You came 2nd, 10 points behind');
    assert.match(await one.page.locator('.result').getByRole('link', { name: 'Watch it again' }).getAttribute('href'), /\/m\/m_1$/);
    assert.deepEqual(one.complaints.filter((text) => !text.includes('status of 404')), []); // the server does not know this match, whose panel is in view
  }
});

test('a win that three of the longest names share leaves nothing on the felt covered or cut', async () => {
  const names = ['Maximiliana-Aleksandra I', 'Bartholomäus-Konstantin', 'Guadalupe-Esperanza-Inés', 'Ana'];
  const seats = names.map(() => ({ chips: 20 }));
  const view = { phase: 'play', round: 9, pot: 3, pot_number: 2, pots: 2, lowest: 8, cap: null, seats };
  const kept = { kept: [1, 2, 2, 1], sum: 6, dice: [1], in_hand: 0, throws: 3, worth: [1] };
  const result = { winners: [0, 1, 2], scores: [21, 21, 21, 17], places: [1, 1, 1, 4], left: [], reason: 'finished' };
  const one = await Person.meet(browser, 'Ana', { viewport: { width: 360, height: 640 } }, house.url);
  const table = await act_at_table(one, house.url, { game: 'threes_away', title: 'Threes Away', names });
  table.push({ about: { game: 'threes_away' }, view: { ...view, turn: { seat: 3, ...kept } }, events: [], you: { seat: 3, n: 1, moves: [] } });
  await one.page.locator('.tray .actions').waitFor();
  table.tell_room({ phase: 'finished' });
  table.push({ view: { ...view, phase: 'over', turn: null }, events: [{ e: 'over', winners: [0, 1, 2] }], to_act: [], you: { seat: 3, n: 2, moves: [] }, result });
  await one.page.locator('.places').waitFor();
  await one.inspect('result-shared', ['light']);
  for (const [width, height] of [[360, 640], [390, 760], [1280, 620], [1280, 800]]) {
    await one.page.setViewportSize({ width, height });
    await is_drawn(one);
    const over = await one.page.evaluate(() => {
      const [said, after] = ['.result', '.afterwards'].map((part) => document.querySelector(part).getBoundingClientRect());
      const low = Math.max(...[...document.querySelectorAll('.result *')].map((it) => it.getBoundingClientRect().bottom));
      return { low, after: after.top, parts: [...document.querySelectorAll('.result > *')].map((it) => it.getBoundingClientRect()).flatMap(({ top }, at, all) => (at > 0 && top < all[at - 1].bottom - 1 ? [at] : [])), said: said.bottom };
    });
    assert.ok(over.low <= over.after, `${width} × ${height}: ${JSON.stringify(over)}`);
    assert.deepEqual(over.parts, [], `${width} × ${height}: one part of the result lies over the next`);
    await one.fits(`a shared result at ${width} × ${height}`);
  }
  assert.deepEqual(one.complaints.filter((text) => !text.includes('status of 404')), []); // the server does not know this match, whose panel is in view
});

test('what is read below a result stands in its column and under it, and a phone names the points on the podium', async () => {
  const table = await backstage.table({ game: 'escalera', options: { target: 50 } }, ['Ana', 'Benedikt', 'Carla']);
  await backstage.play(table);
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  await ana.page.addInitScript((token) => localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token })), table.host.token);
  await ana.page.goto(`${house.url}r/${table.room}`);
  await ana.page.locator('.luck-lines').waitFor();
  for (const [width, height] of [[1280, 720], [1280, 800], [1440, 900], [390, 760]]) {
    await ana.page.setViewportSize({ width, height });
    await is_drawn(ana);
    const [result, places] = await Promise.all(['.result', '.places'].map((one) => ana.page.locator(one).boundingBox()));
    assert.ok(places.y >= result.y + result.height, `${width} × ${height}: ${places.y} below ${result.y + result.height}`);
    const middle = ({ x, width: wide }) => x + wide / 2;
    assert.ok(Math.abs(middle(places) - middle(result)) <= 16, `${width} × ${height}: ${middle(places)} under ${middle(result)}`);
    const points = await ana.page.locator('.podium .has').evaluateAll((all) => all.map((one) => one.checkVisibility() && one.scrollWidth <= one.clientWidth + 1));
    assert.deepEqual(points, [true, true, true], `${width} × ${height}`);
    await ana.fits(`a result at ${width} × ${height}`);
  }
});

test('what luck and skill did begins in the first window of a result', async () => {
  for (const [game, options] of [['yahtzee', {}], ['escalera', { target: 50 }]]) {
    const table = await backstage.table({ game, options }, ['Ana', 'Benedikt', 'Carla']);
    await backstage.play(table);
    const ana = await Person.meet(browser, 'Ana', { viewport: { width: 390, height: 760 } }, house.url);
    await ana.page.addInitScript((token) => localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token })), table.host.token);
    await ana.page.goto(`${house.url}r/${table.room}`);
    for (const [width, height] of [[390, 760], [1280, 620], [1440, 900]]) {
      await ana.page.setViewportSize({ width, height });
      await is_drawn(ana);
      const title = ana.page.getByRole('heading', { name: 'Luck and skill' });
      if (width > 960) await ana.page.locator('.luck-lines').waitFor(); // it is seen, so it is asked for
      const { y, height: high } = await title.boundingBox();
      assert.ok(y + high <= height, `${game} at ${width} × ${height}: the title ends at ${y + high}`);
      const below = await ana.page.evaluate(() => document.querySelector('.luck, .how-it-went').getBoundingClientRect().top - Math.max(...[...document.querySelectorAll('.result > *')].map((part) => part.getBoundingClientRect().bottom)));
      assert.ok(below >= 0, `${game} at ${width} × ${height}: it lies ${-below} px over the result`);
    }
    assert.deepEqual(ana.complaints, []);
  }
});
