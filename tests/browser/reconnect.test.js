import assert from 'node:assert/strict';
import { appendFile, rm } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';

import { Backstage } from './backstage.js';
import { games } from './games.js';
import { Cable, copied_page, House } from './house.js';
import { desk, open_browser, Person, phone, starter_of } from './people.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

let house;
let browser;
let cable;

before(async () => {
  house = await House.open();
  cable = await Cable.to(house);
  browser = await open_browser();
});
after(async () => {
  await browser?.close();
  cable?.close();
  await house?.close();
});

/** Two people at a table whose match has started; the first to move comes first. @param {typeof Person.motion} motion */
async function begun(motion = 'reduce') {
  Person.motion = motion;
  const ana = await Person.meet(browser, 'Ana', desk, cable.url);
  const ben = await Person.meet(browser, 'Ben', phone, cable.url);
  await ana.page.goto(cable.url);
  await ben.take_seat(await ana.make_table());
  await ana.button('Start the game').click();
  const first = await starter_of([ana, ben]);
  return { first, second: first === ana ? ben : ana };
}

const banner = (person) => person.page.locator('.banner', { hasText: 'Reconnecting' });
const no_banner = (person) => banner(person).waitFor({ state: 'detached' });
/** Browsers log each broken socket and each request why it does not open, also its answer 426 when it would open again; no
 * other message is allowed. @param {Person} person */
const other_complaints = (person) => person.complaints.filter((text) => !/WebSocket connection to|net::ERR_|426 \(Upgrade Required\)/.test(text));

test('a disconnection during a turn does not end the turn', async () => {
  const { first, second } = await begun('no-preference'); // the dice may be rolling
  await first.throw_dice();
  await first.dice.nth(0).click();
  const faces = await first.faces();
  cable.jolt();
  for (const one of [first, second]) await no_banner(one);
  await first.button('Throw 4 dice').click();
  await first.button(/1 throw left/).waitFor();
  assert.equal((await first.faces())[0], faces[0]);
  await first.write();
  await second.my_turn();
  await second.throw_dice();
  for (const one of [first, second]) assert.deepEqual(other_complaints(one), []);
});

test('a throw made without a connection is carried out exactly once after the reconnection', async () => {
  const { first, second } = await begun();
  await first.throw_dice();
  await first.page.locator('.box').first().click();
  await first.page.locator('.actions .fill[aria-disabled=false]').waitFor();
  cable.unplug();
  for (const one of [first, second]) {
    await banner(one).waitFor();
    const [notice, header] = await Promise.all([banner(one), one.page.locator('.bar')].map((part) => part.boundingBox()));
    assert.ok(notice.y + notice.height <= header.y + header.height, 'nothing of the table is covered');
    assert.ok(notice.x + notice.width <= (await one.button('Menu').boundingBox()).x, 'nor the menu');
  }
  await first.throwing.click();
  const [throwing, writing] = await first.page.locator('.actions button').all();
  assert.deepEqual([await throwing.getAttribute('aria-busy'), await writing.getAttribute('aria-busy')], ['true', null], 'what was pressed waits, not what lies beside it');
  for (const one of [throwing, writing]) assert.equal(await one.isDisabled(), true);
  cable.plug();
  for (const one of [first, second]) await no_banner(one);
  await first.button(/1 throw left/).waitFor();
  await second.sees('1 throw left');
  assert.deepEqual(await second.faces(), await first.faces());
  await first.write();
  await second.my_turn();
});

test('who presses for a seat without a connection and goes away gets none when it is back', async () => {
  const backstage = await Backstage.of(browser, house.url);
  const ben = await backstage.arrive('Ben');
  const { room } = await ben.ask({ t: 'room.create', game: 'yahtzee', public: true });
  const ana = await Person.meet(browser, 'Ana', phone, cable.url);
  await ana.page.addInitScript(() => localStorage.setItem('cubilete.player', '{"name":"Ana"}'));
  const sent = [];
  ana.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload).t)));
  await ana.page.goto(`${cable.url}r/${room}`);
  await ana.button('Take a seat').waitFor();
  await ana.page.waitForLoadState('networkidle');
  cable.unplug();
  await banner(ana).waitFor();
  await ana.button('Take a seat').click();
  await ana.page.getByRole('link', { name: 'Cubilete' }).click();
  cable.plug();
  await no_banner(ana);
  await ana.button('New table').waitFor();
  await ana.page.evaluate(() => new Promise(requestAnimationFrame));
  assert.deepEqual(sent.filter((t) => ['room.join', 'room.ready', 'lobby.unwatch'].includes(t)), []);
  await backstage.close();
});

test('a move that arrives after the clock has made it is told kindly', async () => {
  const backstage = await Backstage.of(browser, house.url);
  const ben = await backstage.arrive('Ben');
  const { room } = await ben.ask({ t: 'room.create', game: 'yahtzee', options: { starter: 'first' }, clock: { turn_ms: 5000 } });
  const ana = await Person.meet(browser, 'Ana', phone, cable.url);
  await ana.take_seat(`${cable.url}r/${room}`);
  await ben.ask({ t: 'room.start', room });
  await backstage.move(ben, 'roll');
  await backstage.move(ben, 'score');
  await ana.throwing.waitFor();
  cable.unplug();
  await banner(ana).waitFor();
  await ana.throwing.click();
  await backstage.page.waitForFunction((at) => window.players[at].push.by.clock, ben.at);
  cable.plug();
  await no_banner(ana);
  await ana.page.locator('[role=alert]', { hasText: 'Time ran out, so the computer played this.' }).waitFor();
  assert.equal(await ana.page.getByText('not your turn').count(), 0);
  assert.deepEqual(other_complaints(ana), []);
  await backstage.close();
});

test('a returning player reads that a bot plays for them, and one tap takes the seat back', async () => {
  const patient = await House.open('--limit', 'missed-turns=1', '--limit', 'bot-pause=10min');
  try {
    const backstage = await Backstage.of(browser, patient.url);
    const away = await backstage.arrive('Ana');
    const rooms = new Map();
    for (const game of games) {
      const ben = await backstage.arrive('Ben');
      const { room } = await ben.ask({ t: 'room.create', game, clock: { turn_ms: 5000 } });
      await away.ask({ t: 'room.join', room, as: 'player' });
      await away.ask({ t: 'room.ready', room, ready: true });
      await ben.ask({ t: 'room.start', room });
      await backstage.go_on([ben]);
      rooms.set(game, room);
    }
    const ana = await Person.meet(browser, 'Ana', phone, patient.url);
    await ana.page.addInitScript((token) => localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token })), away.token);
    for (const [game, room] of rooms) {
      await ana.page.goto(`${patient.url}r/${room}`);
      const here = ana.page.locator('.play').getByRole('button', { name: 'I am here The computer is playing for you.' });
      await here.waitFor();
      await ana.page.locator('[role=status] > .unseen', { hasText: 'The computer is playing for you.' }).waitFor({ state: 'attached' });
      assert.equal(await ana.page.locator('.turn.mine, .play button.primary:not([aria-keyshortcuts=Space])').count(), 0, game);
      const { width } = await here.boundingBox();
      assert.ok(width >= 160, `${game}: ${width} pixels wide`);
      if (game === 'yahtzee') await ana.inspect('away', ['light']);
      else await ana.fits(`${game}, which the computer plays`);
      await here.evaluate((button) => {
        const is_gone = () => !button.isConnected || !button.textContent.includes('I am here');
        // Observed, since the next turn may be missed before a busy machine looks.
        window.gone = new Promise((seen) => new MutationObserver((_, all) => is_gone() && (all.disconnect(), seen())).observe(document.body, { childList: true, characterData: true, subtree: true }));
      });
      await (game === 'tres' ? here.tap() : ana.page.keyboard.press('Space'));
      await ana.page.evaluate(() => window.gone);
      assert.deepEqual(ana.complaints, []);
    }
  } finally {
    await patient.close();
  }
});

test('a game that failed to load is loaded after the reconnection', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, cable.url);
  await ana.page.route('**/table-*.js', async (route) => {
    const response = await route.fetch();
    const of_all_games = (await response.text()).includes('follow_focus');
    return of_all_games ? route.fulfill({ response }) : route.abort();
  });
  await ana.page.goto(cable.url);
  await ana.make_table();
  await ana.button('Start the game').click();
  await ana.sees('This page cannot show this game');
  await ana.page.unrouteAll({ behavior: 'wait' }); // one may be on its way
  cable.jolt();
  await ana.throw_dice();
});

test('the settings of a new table stay as they were chosen when the connection breaks', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, cable.url);
  await ana.page.goto(`${cable.url}new/yahtzee?joker=free`);
  const clock = ana.page.getByLabel('Time for a turn');
  await clock.selectOption({ label: 'No clock' });
  const again = ana.page.waitForEvent('websocket');
  cable.jolt();
  await again;
  await no_banner(ana);
  assert.equal(await clock.evaluate(({ selectedOptions }) => selectedOptions[0].label), 'No clock');
  assert.deepEqual(other_complaints(ana), []);
});

test('a player who closes the page gets seat and turn back under the same link', async () => {
  const { first, second } = await begun();
  await first.throw_dice();
  const faces = await first.faces();
  const address = first.page.url();
  await first.page.goto('about:blank');
  await second.page.locator('.pad :is(thead, .pad-players):visible', { hasText: 'away' }).first().waitFor();
  await first.page.goto(address);
  await first.my_turn();
  await first.dice.first().waitFor();
  assert.deepEqual(await first.faces(), faces);
  await first.write();
  await second.my_turn();
});

test('a match continues after a restart of the server during a turn', async () => {
  const { first, second } = await begun();
  await first.throw_dice();
  const faces = await first.faces();
  await house.restart();
  for (const one of [first, second]) await no_banner(one);
  assert.deepEqual(await first.faces(), faces);
  assert.deepEqual(await second.faces(), faces);
  await first.write();
  await second.my_turn();
  for (const one of [first, second]) assert.deepEqual(other_complaints(one), []);
});

test('a part that failed to load comes by itself when the network is back', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, cable.url);
  await ana.page.goto(cable.url);
  await ana.button('New table').waitFor();
  await ana.page.route('**/history-*.js', (route) => route.abort());
  await ana.page.getByRole('link', { name: 'Leaderboards' }).click();
  await ana.sees('The connection broke.');
  await ana.page.unroute('**/history-*.js');
  await ana.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await ana.page.getByRole('heading', { name: 'Leaderboards' }).waitFor();
});

test('the form of a linked table comes by itself when the network is back, and the connection stays', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, cable.url);
  await ana.page.route('**/make-*.js', (route) => route.abort());
  await ana.page.goto(`${cable.url}new/yahtzee?joker=free`);
  await ana.page.locator('.code-form').first().waitFor();
  assert.equal(await ana.button('Try again').count(), 0); // the connection is not closed
  await ana.page.unroute('**/make-*.js');
  await ana.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await ana.page.getByLabel('Time for a turn').waitFor();
});

test('a page whose socket is refused says why, and plays on when the reason is gone', async () => {
  const answers = { login: false };
  const gate = http.createServer((request, response) => {
    if (answers.login) return response.writeHead(302, { Location: 'https://login.example.org/' }).end();
    const { url, method, headers } = request;
    const passed = http.request({ port: house.port, host: '127.0.0.1', path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed.on('error', () => response.destroy()));
  });
  gate.on('upgrade', (request, socket) => {
    if (answers.upgrades) {
      const far = net.connect(house.port, '127.0.0.1', () => {
        far.write(`GET ${request.url} HTTP/1.1\r\n${Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
        far.pipe(socket).pipe(far);
      });
      for (const end of [far, socket]) end.on('error', () => {}).on('close', () => (far.destroy(), socket.destroy()));
    } else socket.end('HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  await new Promise((open) => gate.listen(0, '127.0.0.1', open));
  const url = `http://127.0.0.1:${gate.address().port}/`;
  try {
    const ana = await Person.meet(browser, 'Ana', phone, url);
    await ana.page.goto(url);
    await ana.sees('lets no WebSocket pass');
    await ana.sees('(HTTP 426)');
    await ana.fits('refused');
    answers.login = true;
    await ana.sees('A login in front of the server has run out.');
    await ana.button('Load it').waitFor();
    Object.assign(answers, { login: false, upgrades: true });
    await ana.button('New table').waitFor();
    await ana.page.locator('.banner').waitFor({ state: 'detached' });
    await ana.page.context().close();
  } finally {
    gate.closeAllConnections();
    gate.close();
  }
});

test('a page that was open during an upgrade of the server offers to load the new version', async () => {
  const folder = await copied_page();
  const upgraded = await House.open('--web', folder);
  try {
    const ana = await Person.meet(browser, 'Ana', phone, upgraded.url);
    await ana.page.goto(upgraded.url);
    await ana.make_table();
    await ana.page.goto(upgraded.url);
    await ana.page.getByLabel('Your name').fill('Ana Luz');
    await appendFile(join(folder, 'boot.js'), 'window.is_new = true;\n');
    await upgraded.restart();
    await no_banner(ana);
    await ana.page.getByRole('link', { name: 'Leaderboards' }).click();
    const notice = ana.page.locator('.banner', { hasText: 'A new version of this page is here.' });
    await notice.waitFor();
    await ana.fits('a new version');
    await ana.page.waitForLoadState('networkidle');
    while (await notice.count()) { // each part that fails tells it again
      await notice.getByRole('button', { name: 'Later' }).click();
      await ana.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await ana.page.getByRole('link', { name: 'Cubilete' }).click();
    await ana.page.getByRole('button', { name: 'Settings' }).click();
    await notice.getByRole('button', { name: 'Load it' }).click();
    await ana.page.waitForFunction(() => window.is_new);
    await ana.page.waitForFunction(() => document.getElementById('name')?.value === 'Ana Luz');
    await ana.page.getByRole('link', { name: 'Leaderboards' }).click();
    await ana.page.getByRole('heading', { name: 'Leaderboards' }).waitFor();

    await ana.page.goto(upgraded.url);
    await ana.make_table();
    const line = ana.page.getByLabel('Say something');
    await line.fill('Who brings the cri');
    await appendFile(join(folder, 'boot.js'), 'window.is_newer = true;\n');
    await upgraded.restart();
    await no_banner(ana);
    await ana.button('Menu').click();
    await notice.getByRole('button', { name: 'Load it' }).click();
    await ana.page.waitForFunction(() => window.is_newer);
    await line.waitFor();
    assert.equal(await line.inputValue(), 'Who brings the cri', 'what is being written is kept');
    await line.fill('Who brings the crisps?');
    await line.press('Enter');
    await ana.page.locator('.chat li', { hasText: 'crisps' }).waitFor();
    assert.equal(await line.inputValue(), '');
    await ana.page.reload();
    await line.waitFor();
    assert.equal(await line.inputValue(), '', 'what was sent is not offered again');
    await ana.page.context().close();
  } finally {
    await upgraded.close();
    await rm(dirname(folder), { recursive: true });
  }
});
