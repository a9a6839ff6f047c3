// The page of the operator's desk: opened by a link, used with mouse and keys, and what players see of it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';

import { Backstage } from './backstage.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const run = promisify(execFile);
const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

const admin = (...words) => run(process.env.CUBILETE_BIN, ['admin', ...words, '--data', house.data]);
const link = async () => (await admin('link', '--url', house.url)).stdout.match(/http\S+/)[0];

/** An operator at the open desk. */
async function operator(device = desk, locale = 'en-GB') {
  const one = await Person.meet(browser, 'Operator', device, house.url, locale);
  await one.page.goto(await link());
  await one.page.locator('nav [aria-current]').waitFor();
  return one;
}
/** The host of a table, at its page. */
async function player(name) {
  const one = await Person.meet(browser, name, phone, house.url);
  await one.page.goto(house.url);
  await one.page.getByLabel('Your name').fill(name);
  await one.button('Yahtzee: With friends').click();
  one.room = (await one.page.getByLabel('Send this link').inputValue()).slice(-6);
  return one;
}
const section = (one, name) => one.page.locator('nav').getByRole('button', { name }).click();

test('a link opens the desk once, leaves no secret in the address, and the session survives a reload', async () => {
  const one = await Person.meet(browser, 'Operator', desk, house.url);
  const address = await link();
  await one.page.goto(address);
  await one.button('Who is here').waitFor();
  assert.equal(one.page.url(), `${house.url}desk`);
  await one.page.reload();
  await one.button('Who is here').waitFor();

  const other = await Person.meet(browser, 'Thief', desk, house.url);
  await other.page.goto(address);
  await other.sees('This link opens nothing');
  await other.sees('cubilete admin link');
  await other.inspect('desk-over', ['light']);

  await admin('links', '--end');
  await section(one, 'Log');
  await one.sees('This link opens nothing');
  await one.page.goto(await link());
  await one.button('Who is here').waitFor();
  assert.deepEqual(one.complaints, []);
});

test('a server that is busy does not end the session', async () => {
  const one = await operator();
  const server = { is_busy: true };
  await one.page.routeWebSocket(/\/ws$/, (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((text) => {
      const { t, id } = JSON.parse(text);
      if (t !== 'desk.open' || !server.is_busy) return far.send(text);
      server.is_busy = false;
      socket.send(JSON.stringify({ t: 'refused', re: id, code: 'busy', text: 'Too much to do.', retry_ms: 100 }));
    });
  });
  await one.page.reload();
  await one.button('Who is here').waitFor();
  assert.equal(server.is_busy, false);
});

test('the operator bans a player, who reads why and does not come back by a reload', async () => {
  const eve = await player('Eve <b>');
  const one = await operator();
  await one.button('Eve <b>').click();
  await one.page.getByLabel('How long').selectOption('12h');
  await one.page.getByLabel('Reason').fill('insults <i>again</i>');
  await one.inspect('desk-player');
  await one.page.getByRole('button', { name: 'Ban', exact: true }).click();
  await one.sees('The ban holds.');
  await eve.sees('insults <i>again</i>');
  await eve.page.reload();
  await eve.sees('insults <i>again</i>');

  await section(one, 'Bans');
  await one.sees('insults <i>again</i>');
  await one.inspect('desk-bans', ['dark']);
  await one.page.getByLabel('Find').fill('nobody of that name');
  await one.page.keyboard.press('Enter');
  await one.sees('No bans or mutes.');
  await one.page.getByLabel('Find').fill('insults');
  await one.page.keyboard.press('Enter');
  await one.button('Change').click();
  await one.page.locator('dialog').getByLabel('Reason').fill('insults, and more');
  await one.page.locator('dialog').getByRole('button', { name: 'Change' }).click();
  await one.sees('insults, and more');
  await one.button('End it').click();
  await one.sees('It has ended.');
  await section(one, 'Log');
  await one.page.getByRole('cell', { name: 'end of a ban', exact: true }).waitFor();
  await one.inspect('desk-log', ['light']);
  assert.deepEqual(one.complaints, []);
});

test('a banned player reads until when, and the page stays away until then', async () => {
  const { room } = await backstage.table({ game: 'yahtzee', seats: 2 }, ['Ana']);
  const bo = await Person.meet(browser, 'Bo', desk, house.url);
  await bo.take_seat(`${house.url}r/${room}`);
  const sockets = [];
  bo.page.on('websocket', (socket) => sockets.push(socket));
  const { people } = JSON.parse((await admin('who', '--json')).stdout);
  await admin('ban', people.find((one) => one.player.name === 'Bo').player.id, '1d', 'insults');
  const alert = bo.page.getByRole('alert');
  await alert.filter({ hasText: 'You are banned from this server: insults It holds until' }).waitFor();
  assert.equal(await alert.count(), 1, 'nothing says that it was the host');
  assert.equal(await alert.getByRole('button').count(), 0);
  await bo.page.waitForTimeout(2500); // several times the wait before a broken connection is tried again
  assert.equal(sockets.length, 1, 'one hello has asked why');
  assert.deepEqual(bo.complaints, []);
});

test('before the ban of a network the page says whom it shuts out', async () => {
  await backstage.arrive('Neighbour');
  const one = await operator();
  await one.button('Neighbour').first().click();
  await one.page.getByLabel('Reason').fill('spam');
  await one.button('Ban the network').click();
  // All players of this test come from the machine itself.
  await one.page.locator('dialog [role=alert]').waitFor();
  assert.equal((await admin('bans')).stdout.includes('spam'), false);
});

test('a block of addresses is banned after its number was shown, and a doubtful one only when the operator insists', async () => {
  const one = await operator();
  await section(one, 'Bans');
  await one.button('Ban a block of addresses').click();
  const dialog = one.page.getByRole('dialog');
  await dialog.getByLabel('Block').fill('127.0.0.1/32');
  await dialog.getByLabel('Reason').fill('a block');
  await dialog.getByRole('button', { name: 'Ban the network' }).click();
  await one.sees('It can only be forced.');
  await dialog.getByLabel('Also a private network').check();
  await dialog.getByRole('button', { name: 'Ban the network' }).click();
  await one.sees('This would shut out');
  await dialog.getByLabel('Block').fill('192.0.2.0/24');
  await dialog.getByRole('button', { name: 'Ban the network' }).click();
  await one.sees('This would shut out 0 other players');
  assert.equal((await admin('bans')).stdout.includes('a block'), false);
  await dialog.getByRole('button', { name: 'Ban all of them' }).click();
  await one.sees('The ban holds.');
  assert.match((await admin('bans')).stdout, /192\.0\.2\.0\/24/);
  assert.deepEqual(one.complaints, []);
  await one.button('Ban a block of addresses').click();
  await one.inspect('desk-block', ['dark']);
});

test('what a ban of a network asks about is what it bans: the question goes with the next letter', async () => {
  const one = await operator();
  await section(one, 'Bans');
  await one.button('Ban a block of addresses').click();
  const dialog = one.page.getByRole('dialog');
  await dialog.getByLabel('Block').fill('198.51.100.0/24');
  await dialog.getByLabel('Reason').fill('asked about');
  await dialog.getByRole('button', { name: 'Ban the network' }).click();
  await dialog.getByRole('button', { name: 'Ban all of them' }).waitFor();
  await dialog.getByLabel('Block').fill('203.0.113.0/24');
  assert.equal(await dialog.getByRole('button', { name: 'Ban all of them' }).count(), 0);
  assert.equal(await dialog.getByLabel('Block').inputValue(), '203.0.113.0/24');
  assert.deepEqual(one.complaints, []);
});

test('a ban of a network whose dialog is closed before the answer is neither said to hold nor asked about at another player', async () => {
  for (const name of ['Upstairs', 'Downstairs']) await backstage.arrive(name);
  const one = await operator();
  const held_bans = [];
  await one.page.routeWebSocket(/\/ws$/, (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((text) => {
      if (JSON.parse(text).t === 'desk.ban') held_bans.push(() => far.send(text));
      else far.send(text);
    });
  });
  await one.page.reload();
  const dialog = one.page.getByRole('dialog');
  for (const next of [null, 'Downstairs']) {
    await one.button('Upstairs').first().click();
    await dialog.getByLabel('Reason').fill('noise');
    await dialog.getByRole('button', { name: 'Ban the network' }).click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    if (next) {
      await one.button(next).first().click();
      await dialog.getByLabel('Reason').waitFor();
    }
    while (held_bans.length === 0) await one.page.waitForTimeout(20);
    held_bans.pop()();
    await one.page.waitForTimeout(1_000);
    assert.equal(await one.page.getByText('The ban holds.').count(), 0);
    assert.equal(await dialog.getByRole('button', { name: 'Ban all of them' }).count(), 0);
    assert.equal(await dialog.count(), next ? 1 : 0);
  }
  assert.equal((await admin('bans')).stdout.includes('noise'), false);
  assert.deepEqual(one.complaints, []);
});

test('a line of the operator lies over the page of players, and is no chat', async () => {
  const ana = await player('Ana');
  const one = await operator();
  await section(one, 'House');
  await one.page.getByLabel('Tell everybody').fill('We restart at nine & <b>soon</b>.');
  await one.button('Tell them').click();
  await one.sees('Everybody reads it.');
  const line = ana.page.locator('.notice');
  await line.waitFor();
  assert.match(await line.innerText(), /We restart at nine & <b>soon<\/b>\./);
  assert.equal(await ana.page.locator('.chat').getByText('We restart').count(), 0);
  await ana.is_accessible('a line of the operator');
  await line.getByRole('button').click();
  await line.waitFor({ state: 'detached' });
  await one.inspect('desk-house', ['light']);
  await one.button('End it').click();
  assert.deepEqual([...one.complaints, ...ana.complaints], []);
});

test('a line of the operator ends by the clock of the server, whatever that of the device says', async () => {
  const hour_ms = 3_600_000;
  for (const ahead_ms of [-9 * hour_ms, 9 * hour_ms]) {
    const ana = await Person.meet(browser, 'Ana', phone, house.url);
    await ana.page.addInitScript((ms) => {
      const right = Date.now;
      Date.now = () => right() + ms;
    }, ahead_ms);
    await ana.page.routeWebSocket(/\/ws/, (socket) => {
      const far = socket.connectToServer();
      socket.onMessage((text) => {
        far.send(text);
        if (JSON.parse(text).t !== 'hello') return;
        for (const [no, left_ms] of [[900_001, -hour_ms], [900_002, hour_ms]]) socket.send(JSON.stringify({ t: 'notice', no, text: `ends in ${left_ms / hour_ms} h`, until_ms: Date.now() + left_ms }));
      });
    });
    await ana.page.goto(house.url);
    await ana.page.locator('.notice', { hasText: 'ends in 1 h' }).waitFor();
    assert.equal(await ana.page.locator('.notice', { hasText: 'ends in -1 h' }).count(), 0, `${ahead_ms} ms ahead`);
    assert.deepEqual(ana.complaints, []);
  }
});

test('a report arrives with the lines around it, and is done', async () => {
  const [ana, ben] = [await player('Ana'), await backstage.arrive('Ben')];
  await ben.ask({ t: 'room.join', room: ana.room, as: 'player' });
  await ben.ask({ t: 'room.chat', room: ana.room, text: 'You cannot play' });
  await ana.page.locator('.seat', { hasText: 'Ben' }).locator('summary').click();
  await ana.button('Report').click();
  await ana.page.getByLabel('What it is about').selectOption('chat');
  await ana.page.getByLabel('What happened').fill('He insults me.');
  await ana.inspect('report', ['dark']);
  await ana.button('Send to the operator').click();
  await ana.sees('It has arrived');

  const one = await operator(phone);
  await section(one, 'Reports');
  await one.sees('He insults me.');
  await one.page.locator('.chat-lines').getByText('You cannot play').waitFor();
  await one.inspect('desk-reports');
  await one.button('Done').click();
  await one.sees('done by link');
  assert.deepEqual([...one.complaints, ...ana.complaints], []);
});

test('a report of an older page is done, too', async () => {
  const one = await Person.meet(browser, 'Operator', desk, house.url);
  const report = (no) => ({ no, at_ms: 1, by: { id: 'p_a', name: 'Ana' }, player: { id: 'p_b', name: 'Ben' }, about: 'play', text: `report ${no}`, room: 'K7QX2M', chat: [], done_by: no === 1 && one.is_done ? 'link 1' : '' });
  await one.page.routeWebSocket(/\/ws$/, (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((text) => {
      const { t, id, no, before } = JSON.parse(text);
      if (t === 'desk.report') one.is_done = no === 1;
      if (t === 'desk.report') return socket.send(JSON.stringify({ t: 'ok', re: id }));
      if (t !== 'desk.reports') return far.send(text);
      socket.send(JSON.stringify({ t: 'ok', re: id, ...(before ? { reports: [report(1)], next: null } : { reports: [report(3), report(2)], next: 2 }) }));
    });
  });
  await one.page.goto(await link());
  await one.page.locator('nav b').getByText('2').waitFor(); // how many wait is seen from every part of the desk
  await section(one, 'Reports');
  await one.button('Older ones').click();
  const oldest = one.page.locator('.report', { hasText: 'report 1' });
  await oldest.getByRole('button', { name: 'Done' }).click();
  await oldest.getByText('done by').waitFor();
  assert.equal(await one.page.locator('.report').getByRole('button', { name: 'Done' }).count(), 2);
});

test('reports that came while the desk did not ask are read with the older ones', async () => {
  const one = await Person.meet(browser, 'Operator', desk, house.url);
  const page_of = (newest, count, next) => ({ reports: Array.from({ length: count }, (_, at) => ({ no: newest - at, at_ms: 1, by: { id: 'p_a', name: 'Ana' }, player: { id: 'p_b', name: 'Ben' }, about: 'play', text: `report ${newest - at}`, room: 'K7QX2M', chat: [], done_by: '' })), next });
  let shown = page_of(2, 2, null);
  await one.page.routeWebSocket(/\/ws$/, (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((text) => {
      const { t, id, before } = JSON.parse(text);
      if (t !== 'desk.reports') return far.send(text);
      socket.send(JSON.stringify({ t: 'ok', re: id, ...(before ? page_of(before - 1, before - 1, null) : shown) }));
    });
  });
  await one.page.goto(await link());
  await section(one, 'Reports');
  await one.page.locator('.report', { hasText: 'report 1' }).waitFor();
  shown = page_of(30, 20, 11);
  await section(one, 'Log');
  await section(one, 'Reports');
  await one.page.locator('.report', { hasText: 'report 30' }).waitFor();
  await one.button('Older ones').click();
  await one.page.locator('.report', { hasText: 'report 10' }).waitFor();
  assert.equal(await one.page.locator('.report').count(), 30);
});

test('the operator closes a table, and its players read why', async () => {
  const ana = await player('Ana');
  const one = await operator();
  await section(one, 'Tables');
  await one.button(ana.room).click();
  await one.page.getByLabel('Reason').fill('not in this house');
  await one.inspect('desk-table', ['dark']);
  await one.button('Close the table').click();
  await one.sees('The table is closed.');
  await ana.sees('not in this house');
});

test('a setting holds at once and goes back to the flags', async () => {
  const one = await operator();
  await section(one, 'House');
  const chat = one.page.locator('.setting', { hasText: 'Chat' }).first();
  await chat.getByRole('combobox').selectOption('off');
  await chat.getByRole('button', { name: 'Set' }).click();
  await one.sees('It holds now.');
  assert.match((await admin('settings')).stdout, /chat +link \d+ +off/);
  await chat.getByRole('button', { name: 'As the flags say' }).click();
  await chat.getByText('by the flags').waitFor();
});

test('where only those open tables who know a word, the page asks for it and keeps it', async () => {
  const one = await operator();
  await admin('set', 'house-word', 'melon');
  await admin('set', 'open-tables', 'word');
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  await ana.page.goto(house.url);
  await ana.page.getByLabel('Your name').fill('Ana');
  await ana.button('New table').click();
  await ana.button('Make the table').click();
  await ana.page.locator('#house-word').fill('melon');
  await ana.button('Keep it').click();
  await ana.button('Make the table').click();
  await ana.page.getByLabel('Send this link').waitFor();
  await admin('set', 'open-tables', 'default');
  await admin('set', 'house-word', 'default');
  await one.page.close();
});

test('half a text and the focus stay while the page looks for news', async () => {
  const one = await operator();
  await section(one, 'House');
  const line = one.page.getByLabel('Tell everybody');
  await line.fill('Half a text');
  const heard = one.page.evaluate(() => new Promise((then) => new MutationObserver(then).observe(document.querySelector('.page'), { subtree: true, childList: true, characterData: true, attributes: true })));
  await admin('set', 'public-tables', 'off');
  await heard;
  await one.page.locator('.setting', { hasText: 'set by user' }).waitFor();
  assert.equal(await line.inputValue(), 'Half a text');
  assert.equal(await line.evaluate((input) => input === document.activeElement), true);
  await admin('set', 'public-tables', 'default');
});

test('everything can be done with keys alone', async () => {
  await backstage.arrive('Kay');
  const one = await operator();
  const { keyboard } = one.page;
  const reach = async (name) => {
    for (let presses = 0; presses < 60; ++presses) {
      await keyboard.press('Tab');
      if (await one.page.evaluate((wanted) => document.activeElement?.textContent.trim() === wanted, name)) return;
    }
    assert.fail(`no key reaches ${name}`);
  };
  await reach('Kay');
  await keyboard.press('Enter');
  await one.page.getByRole('dialog').waitFor();
  await one.page.getByLabel('Reason').focus();
  await keyboard.type('too loud');
  await reach('Mute');
  await keyboard.press('Enter');
  await one.sees('The player may not write any more.');
  assert.equal(await one.page.getByRole('dialog').count(), 0);
  assert.equal(await one.page.evaluate(() => document.activeElement?.textContent.trim()), 'Kay');
});

for (const [locale, here, title, refused] of [
  ['es', 'Quién está', 'Mesa de administración', 'Solo se puede forzar.'],
  ['it', 'Chi c’è', 'Banco del gestore', 'Si può solo forzare.'],
])
  test(`the desk speaks ${locale}`, async () => {
    const one = await operator(phone, locale);
    await one.button(here).waitFor();
    assert.equal(await one.title, title);
    for (const name of await one.page.locator('nav button').allInnerTexts()) {
      await section(one, name);
      await one.page.locator('.sheet').waitFor();
      await one.fits(`${locale} ${name}`);
    }
    await one.page.locator('nav button').nth(3).click();
    await one.page.locator('.sheet > .actions button, p.actions button').first().click();
    await one.page.locator('dialog [name=network]').fill('127.0.0.1/32');
    await one.page.locator('dialog [name=reason]').fill('refused');
    await one.page.locator('dialog form button').click();
    await one.sees(refused);
  });

test('players load nothing of the desk', async () => {
  const ana = await Person.meet(browser, 'Ana', desk, house.url);
  const asked = [];
  ana.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await ana.page.goto(house.url);
  await ana.page.getByLabel('Your name').fill('Ana');
  await ana.button('Yahtzee: With friends').click();
  await ana.page.getByLabel('Send this link').waitFor();
  assert.ok(asked.length > 5);
  assert.deepEqual(asked.filter((path) => path.includes('/desk')), []);
});
