import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { games } from './games.js';
import { desk, no_complaints, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

const meet = (name, device, locale = 'en-GB') => Person.meet(browser, name, device, house.url, locale);
const at_home = (name, device) => Person.at_home(browser, name, device, house.url);
/** Drops the browser's own console message about a failed request. @param {Person} person */
const forgive = (person) => {
  person.complaints = person.complaints.filter((text) => !text.includes('status of 404'));
};

test('an invitation shows host and game before a name is typed; a name and Enter take a seat', async () => {
  const { room } = await backstage.table({ game: 'escalera', seats: 4, clock: { turn_ms: 45_000 } }, ['Ana', 'Carla']);
  const ben = await meet('Ben', phone, 'es-ES');
  await ben.page.goto(`${house.url}r/${room}`);
  await ben.page.locator('#name:focus').waitFor();
  assert.equal(await ben.title, 'Ana te invita a Escalera');
  assert.equal(await ben.page.locator('h1').textContent(), 'Ana te invita a Escalera');
  await ben.sees('Quedan 2 sitios libres. La partida no ha empezado. 45 segundos por turno.');
  assert.deepEqual(await ben.page.locator('.seated li > span:last-child').allTextContents(), ['Ana', 'Carla', 'libre', 'libre']);
  assert.match(await ben.page.locator('main a').getAttribute('href'), /\/rules\/escalera$/);
  await ben.page.keyboard.type('Ben');
  await ben.page.keyboard.press('Enter');
  await ben.page.locator('.seat.mine .is-ready').waitFor();
  no_complaints(ben);
});

test('the button to take a seat is in view on a short laptop', async () => {
  const { room } = await backstage.table({ game: 'escalera', seats: 4 }, ['Ana', 'Carla']);
  for (const locale of ['en-GB', 'es-MX', 'it-IT']) {
    const ben = await meet('Ben', { viewport: { width: 1280, height: 620 } }, locale);
    await ben.page.goto(`${house.url}r/${room}`);
    await ben.page.locator('#name:focus').waitFor();
    const { bottom } = await ben.page.locator('form .primary').evaluate((one) => one.getBoundingClientRect().toJSON());
    assert.ok(bottom <= 620, `${bottom} in ${locale}`);
    no_complaints(ben);
    await ben.page.context().close();
  }
});

test('an invitation is shown before the server answers hello', async () => {
  const { room } = await backstage.table({ game: 'tres', seats: 3 }, ['Ana']);
  const ben = await meet('Ben', phone);
  await ben.page.routeWebSocket(/\/ws$/, () => {}); // the socket opens, and nothing is ever answered
  await ben.page.goto(`${house.url}r/${room}`);
  await ben.button('Take a seat').waitFor();
  await ben.sees('Ana invites you to TRES');
});

test('if all seats are taken, the visitor is offered to watch', async () => {
  const { room } = await backstage.table({ game: 'escalera', seats: 2 }, ['Ana', 'Carla']);
  const ben = await meet('Ben', desk);
  await ben.page.goto(`${house.url}r/${room}`);
  await ben.sees('Every seat is taken; you can watch.');
  assert.equal(await ben.button('Take a seat').count(), 0);
  await ben.page.locator('#name').fill('Ben');
  await ben.page.keyboard.press('Enter');
  await ben.sees('watching');
  no_complaints(ben);
});

test('a room with a password asks for it at once and shows only its game and host', async () => {
  const { room } = await backstage.table({ game: 'tres', seats: 3, password: 'sésamo' }, ['Ana']);
  const ben = await meet('Ben', phone);
  await ben.page.goto(`${house.url}r/${room}`);
  await ben.sees('Ana invites you to TRES');
  assert.equal(await ben.page.locator('.seated').count(), 0);
  await ben.page.locator('#name').fill('Ben');
  await ben.page.getByLabel('Password').fill('sésamo');
  await ben.page.keyboard.press('Enter');
  await ben.page.locator('.seat.mine').waitFor();
  no_complaints(ben);
});

test('the code of a closed room says so and offers a new room of any game', async () => {
  const ben = await meet('Ben', phone);
  await ben.page.goto(`${house.url}r/aaaaaa`);
  await ben.sees('This table is closed');
  assert.equal(new URL(ben.page.url()).pathname, '/r/AAAAAA');
  await ben.button('Threes Away').tap();
  assert.equal(await ben.page.locator('#game').inputValue(), 'threes_away');
  forgive(ben);
  no_complaints(ben);
});

test('an unknown address shows an error with links', async () => {
  const ben = await meet('Ben', phone, 'it-IT');
  await ben.page.goto(`${house.url}tables/12`);
  await ben.sees('Qui non c’è niente');
  await ben.button('Alla pagina iniziale').tap();
  await ben.page.locator('.open-form').waitFor();
  forgive(ben);
  no_complaints(ben);
});

test('the rules of an unknown game lead to those of the games that there are', async () => {
  const ben = await meet('Ben', phone, 'it-IT');
  await ben.page.goto(`${house.url}rules/chess`);
  await ben.sees('Qui questo gioco non c’è.');
  assert.equal(await ben.page.locator('.games a').count(), games.length);
  await ben.inspect('rules-nowhere', ['light']);
  await ben.page.getByRole('link', { name: 'Escalera' }).tap();
  await ben.page.locator('.rules-text').first().waitFor();
  forgive(ben);
  no_complaints(ben);
});

test('an action chosen before there is a name runs once there is one', async () => {
  const ana = await at_home('Ana', phone);
  await ana.button('Escalera: With friends').tap();
  await ana.sees('What is your name?');
  assert.equal(await ana.page.locator('[role=alert], [aria-invalid=true]').count(), 0, 'nobody has done anything wrong');
  await ana.page.locator('#name:focus').waitFor();
  await ana.page.keyboard.type('Ana');
  await ana.page.keyboard.press('Enter');
  await ana.page.getByLabel('Send this link').waitFor();
  await ana.sees('Escalera');
  no_complaints(ana);
});

test('asking for the name moves nothing on the start page', async () => {
  for (const locale of ['en-GB', 'es-MX', 'it-IT']) {
    const ana = await meet('Ana', desk, locale);
    await ana.page.goto(house.url);
    await ana.page.locator('.game-card').nth(4).waitFor();
    const tops = () => ana.page.locator('.named input, .segments, .game-card').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top + scrollY));
    for (const [width, height] of [[390, 760], [320, 568], [1280, 720]]) {
      await ana.page.setViewportSize({ width, height });
      const before = await tops();
      await ana.page.locator('.game-card button').first().click();
      await ana.page.locator('.asked').waitFor();
      assert.deepEqual(await tops(), before, `${locale} at ${width} × ${height}`);
      await ana.fits('a start page that asks for the name');
      if (width === 390 && locale === 'es-MX') await ana.is_accessible('a start page that asks for the name');
      await ana.page.locator('#name').fill('Ana');
      assert.deepEqual(await tops(), before);
      await ana.page.locator('#name').fill('');
    }
    await ana.page.context().close();
  }
});

test('an invitation says what its game is about', async () => {
  const { room } = await backstage.table({ game: 'escalera', seats: 3 }, ['Ana']);
  const ben = await meet('Ben', phone);
  await ben.page.goto(`${house.url}r/${room}`);
  await ben.page.locator('.hero', { hasText: 'Ana invites you to Escalera' }).getByText('Six dice climb to a hundred.').waitFor();
  no_complaints(ben);
});

test('whoever only watches is asked for no name before they want a seat', async () => {
  const { room } = await backstage.table({ game: 'escalera', seats: 3 }, ['Ana']);
  const tv = await meet('TV', phone);
  await tv.page.goto(`${house.url}r/${room}`);
  await tv.button('Just watch').tap();
  await tv.sees('Take a free seat to play.');
  await tv.button('Sit here').first().tap();
  await tv.sees('What is your name?');
  await tv.sees('Ana invites you to Escalera');
  await tv.page.locator('#name').fill('Ben');
  await tv.button('Take a seat').tap();
  await tv.page.locator('.seat.mine', { hasText: 'Ben' }).waitFor();
  no_complaints(tv);
});

test('a name and Enter make the table of the form that a link opens', async () => {
  const ana = await at_home('Ana', phone);
  await ana.page.goto(`${house.url}new/yahtzee?joker=free`);
  await ana.page.locator('#name').fill('Ana');
  await ana.page.keyboard.press('Enter');
  await ana.page.getByLabel('Send this link').waitFor();
  no_complaints(ana);
});

test('a host gets from the start page to the first throw in four taps and a name', async () => {
  const ana = await at_home('Ana', phone);
  let taps = 0;
  const tap = async (name) => {
    await ana.button(name).first().tap();
    ++taps;
  };
  await ana.page.locator('#name').fill('Ana');
  await tap('Escalera: With friends');
  const link = await ana.page.getByLabel('Send this link').inputValue();
  const carla = await backstage.arrive('Carla');
  await carla.ask({ t: 'room.join', room: link.slice(-6), as: 'player' });
  await carla.ask({ t: 'room.ready', room: link.slice(-6), ready: true });
  await backstage.go_on([carla]);
  await ana.page.locator('.begin .primary:enabled').waitFor();
  await tap('Start the game');
  await ana.page.locator('.race-actions .primary[aria-disabled=false]').tap();
  ++taps;
  assert.ok(taps <= 4, `${taps} taps`);
  no_complaints(ana);
});

test('returning players see their own rooms first, running matches before all others', async () => {
  const ana = await at_home('Ana', desk);
  await ana.page.locator('#name').fill('Ana');
  await ana.button('Yahtzee: With friends').click();
  await ana.page.getByLabel('Send this link').waitFor();
  await ana.page.goto(house.url);
  await ana.start('Escalera', 'Against the computer');
  await ana.page.locator('.turn').waitFor();
  await ana.page.goto(house.url);
  const tables = ana.page.locator('.my-rooms li');
  await tables.nth(1).getByText('waiting').waitFor();
  const [first, second] = await tables.allInnerTexts();
  assert.match(first, /^Escalera\s+(\S+’s turn|your turn)\s+with /s);
  assert.match(second, /^Yahtzee\s+waiting/s);
  assert.equal(await ana.page.locator('main :is(button.primary, .now)').count(), 1, 'one thing stands out');
  const [games, name] = await Promise.all(['.games-shown', '#name'].map((part) => ana.page.locator(part).boundingBox()));
  assert.ok(name.y > games.y + games.height, 'who comes back sees the games before the name');
  no_complaints(ana);
});

test('a link can set the options of a new room, and invalid ones are shown', async () => {
  const ana = await meet('Ana', desk);
  await ana.page.goto(`${house.url}new/yahtzee?columns=3&joker=free&dice=9`);
  await ana.sees('This game does not know: dice=9.');
  await ana.page.locator('#name').fill('Ana');
  await ana.button('Make the table').click();
  await ana.page.getByLabel('Send this link').waitFor();
  await ana.sees('3');
  const room = new URL(ana.page.url()).pathname.slice(-6);
  const carla = await backstage.arrive('Carla');
  await carla.ask({ t: 'room.join', room, as: 'player' });
  no_complaints(ana);
});

test('input made before the page has loaded is carried out afterwards, and its button waits meanwhile', async () => {
  const { room } = await backstage.table({ game: 'escalera', seats: 2 }, ['Ana']);
  const ben = await meet('Ben', phone);
  let arrive, greet;
  const late = new Promise((resolve) => (arrive = resolve));
  await ben.page.route('**/app.js', (route) => late.then(() => route.continue()));
  const greeted = new Promise((resolve) => (greet = resolve));
  await ben.page.routeWebSocket(/ws/, (page) => {
    const server = page.connectToServer();
    page.onMessage((text) => greeted.then(() => server.send(text)));
  });
  await ben.page.goto(`${house.url}r/${room}`, { waitUntil: 'commit' });
  await ben.page.locator('#invitation[data-ready]').waitFor();
  await ben.page.locator('#name').fill('Ben');
  await ben.button('Take a seat').tap();
  await ben.page.locator('#invitation[aria-busy=true]').waitFor();
  arrive();
  await ben.page.locator('#app form:not(#invitation) [aria-busy=true]').first().waitFor();
  greet();
  await ben.page.locator('.seat.mine .is-ready').waitFor();
  no_complaints(ben);
});

test('Enter pressed before the reply to hello takes a seat afterwards', async () => {
  const { room } = await backstage.table({ game: 'escalera', seats: 2 }, ['Ana']);
  const ben = await meet('Ben', phone);
  let greet;
  const late = new Promise((resolve) => (greet = resolve));
  await ben.page.routeWebSocket(/ws/, (page) => {
    const server = page.connectToServer();
    page.onMessage((text) => late.then(() => server.send(text)));
  });
  await ben.page.goto(`${house.url}r/${room}`);
  await ben.page.locator('#app form:not(#invitation) #name').fill('Ben');
  await ben.page.keyboard.press('Enter');
  await ben.page.locator('#app form:not(#invitation) [aria-busy=true]').first().waitFor();
  assert.equal(await ben.page.locator('[role=alert]').count(), 0);
  greet();
  await ben.page.locator('.seat.mine .is-ready').waitFor();
  no_complaints(ben);
});

test('own rooms are first on the start page and show whose turn it is', async () => {
  const table = await backstage.table({ game: 'yahtzee', seats: 2, options: { starter: 'first' } }, ['Ana', 'Bruno']);
  await table.host.ask({ t: 'room.start', room: table.room });
  const page_of = async (name, token) => {
    const person = await meet(name, phone);
    await person.page.addInitScript((stored) => localStorage.setItem('cubilete.player', stored), JSON.stringify({ name, token }));
    await person.page.goto(house.url);
    return person;
  };
  const ana = await page_of('Ana', table.host.token);
  const bruno = await page_of('Bruno', table.players[1].token);
  await bruno.page.locator('.my-rooms li', { hasText: 'with Ana' }).getByText('Ana’s turn').waitFor();
  const line = ana.page.locator('.my-rooms li', { hasText: 'with Bruno' });
  await line.getByText('your turn').waitFor();
  assert.equal(await line.locator('.now').count(), 1);
  await backstage.move(table.host, 'roll');
  await backstage.move(table.host, 'score');
  await line.getByText('Bruno’s turn').waitFor();
  await bruno.page.locator('.my-rooms li', { hasText: 'with Ana' }).getByText('your turn').waitFor();
  no_complaints(ana, bruno);
});

test('leaving a running match from the start page needs a confirmation, and one tap leads back', async () => {
  const table = await backstage.table({ game: 'yahtzee', seats: 2, options: { starter: 'first' } }, ['Ana', 'Bruno']);
  await table.host.ask({ t: 'room.start', room: table.room });
  const ana = await meet('Ana', phone);
  const stored = JSON.stringify({ name: 'Ana', token: table.host.token });
  await ana.page.addInitScript((text) => localStorage.setItem('cubilete.player', text), stored);
  await ana.page.goto(house.url);
  const line = ana.page.locator('.my-rooms li', { hasText: 'with Bruno' });
  await line.getByRole('button', { name: /^Leave/ }).tap();
  await ana.page.getByRole('alertdialog').getByText('The computer will play for you').waitFor();
  await ana.page.keyboard.press('Escape');
  await line.waitFor();
  await line.getByRole('button', { name: /^Leave/ }).tap();
  await ana.button('Leave the game').tap();
  await line.getByText('Back to your seat').waitFor();
  assert.equal(await line.getByRole('button').count(), 1, 'it is left already');
  await ana.page.reload();
  await line.getByText('Back to your seat').waitFor();
  await ana.is_accessible('a start page with a table that was left');
  await line.getByRole('button').tap();
  await ana.page.locator('.turn.mine').waitFor();
  await ana.page.locator('.brand').tap();
  await line.getByRole('button', { name: /^Leave/ }).waitFor();
  no_complaints(ana);
});

test('every page has one main landmark from its first byte on, also while it waits', async () => {
  const { room, host } = await backstage.table({ game: 'yahtzee', seats: 2 }, ['Ana']);
  const eva = await meet('Eva', desk);
  await eva.page.addInitScript(() => {
    window.mains = new Set();
    const count = () => document.body && document.readyState !== 'loading' && window.mains.add(document.querySelectorAll('main').length);
    document.addEventListener('DOMContentLoaded', count);
    new MutationObserver(count).observe(document, { subtree: true, childList: true });
  });
  for (const path of ['', 'new/yahtzee', `r/${room}`, 'r/AAAAAA', 'top', `p/${host.id}`, 'm/m_none', 'rules/yahtzee', 'fair', 'nowhere']) {
    const html = await (await eva.page.request.get(house.url + path)).text();
    assert.equal(html.match(/<main\b/g)?.length, 1, `/${path} as it was sent`);
    await eva.page.goto(house.url + path);
    await eva.page.locator('.page main:not(.splash)').waitFor();
    assert.deepEqual(await eva.page.evaluate(() => [...window.mains]), [1], `/${path}`);
  }
  forgive(eva);
  no_complaints(eva);
  await eva.page.context().close();
});

test('a link or a code with blanks, pasted into the field for a table code, leads to the table', async () => {
  const { room } = await backstage.table({ game: 'escalera', seats: 2 }, ['Ana']);
  const ben = await at_home('Ben', phone);
  const field = ben.page.getByLabel('Table code');
  await field.fill('not a code');
  assert.equal(await field.evaluate((one) => one.validationMessage), 'Six letters and digits');
  for (const text of [`${room.slice(0, 3)}-${room.slice(3)} `, `${house.url}r/${room}`]) {
    await field.fill(text);
    assert.equal(await field.inputValue(), room);
  }
  await field.press('Enter');
  await ben.sees('Ana invites you to Escalera');
  assert.equal(new URL(ben.page.url()).pathname, `/r/${room}`);
  no_complaints(ben);
});
