// Ways to join a room, and who decides about its seats.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { House } from './house.js';
import { desk, no_complaints, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const { house, browser } = await server_and_browser('--limit', 'quick-start=1s');

const backstage = await Backstage.of(browser, house.url);

const meet = (name, device) => Person.meet(browser, name, device, house.url);
/** The page of a player of the backstage. @param {string} [path] */
const page_of = async ({ name, token }, path, device = phone, first = (_) => {}) => {
  const person = await meet(name, device);
  await person.page.addInitScript((stored) => localStorage.setItem('cubilete.player', stored), JSON.stringify({ name, token }));
  await first(person.page);
  await person.page.goto(house.url + path);
  return person;
};
const at_home = (name, device) => Person.at_home(browser, name, device, house.url);
/** Counts taps on the page, across navigations. @param {Person} person */
async function count_taps(person) {
  let taps = 0;
  await person.page.exposeFunction('tapped', () => ++taps);
  await person.page.addInitScript(() =>
    addEventListener('click', ({ isTrusted, target }) => {
      if (isTrusted && target.id !== 'name') window.tapped();
    }, true),
  );
  return () => taps;
}

test('the first throw takes three taps at most from the link', async () => {
  const { room, host } = await backstage.table({ game: 'escalera', seats: 2, options: { starter: 'first' } }, ['Ana']);
  const ben = await meet('Ben', phone);
  const taps = await count_taps(ben);
  await ben.page.goto(`${house.url}r/${room}`);
  await ben.page.locator('#name').fill('Ben');
  await ben.page.locator('form .primary').tap();
  await ben.page.locator('.seat.mine .is-ready').waitFor();
  await host.ask({ t: 'room.start', room });
  await backstage.move(host, 'roll');
  const throwing = ben.page.locator('.tray:not(.locked) .race-actions .primary[aria-disabled=false]');
  await throwing.waitFor();
  const log = ben.page.locator('.log li');
  const before_throwing = await log.count();
  await throwing.tap();
  await log.nth(before_throwing).waitFor({ state: 'attached' });
  assert.ok(taps() <= 3, `${taps()} taps`);
  no_complaints(ben);
});

test('two strangers see the time until the start, and no link to send', async () => {
  const quick = await House.open('--limit', 'quick-start=10min');
  const elsewhere = await Backstage.of(browser, quick.url);
  const ana = await Person.meet(browser, 'Ana', phone, quick.url);
  await ana.page.goto(quick.url);
  await ana.page.getByLabel('Your name').fill('Ana');
  await ana.start('Yahtzee', 'With strangers');
  await ana.sees('Looking for players…');
  const ben = await elsewhere.arrive('Ben');
  await ben.ask({ t: 'quick.match', game: 'yahtzee', bots: false });
  const line = ana.page.getByText(/^2 players here · starts in \d+ seconds$/);
  const left = async () => Number(/(\d+) s/.exec(await line.textContent())[1]);
  const first = await left();
  assert.ok(first <= 600, `${first}`);
  await ana.page.waitForFunction((before) => Number(/starts in (\d+) s/.exec(document.body.textContent)?.[1]) < before, first);
  assert.equal(await ana.page.getByLabel('Send this link').count(), 0);
  assert.ok(!(await ana.page.locator('body').textContent()).includes('/r/'));
  no_complaints(ana);
  await elsewhere.close();
  await quick.close();
});

test('a player can page through all open rooms and join the last one', async () => {
  const full_house = await House.open('--rooms-per-address', '100');
  const hosts_of_it = await Backstage.of(browser, full_house.url);
  for (let maker = 0; maker < 15; ++maker) {
    const { ask } = await hosts_of_it.arrive(`Host${maker}`);
    for (let table = 0; table < 5; ++table) await ask({ t: 'room.create', game: 'escalera', seats: 2, public: true });
  }
  const ana = await Person.meet(browser, 'Ana', phone, full_house.url);
  await ana.page.goto(full_house.url);
  const lines = ana.page.locator('.rooms li');
  const more = ana.page.locator('.more-rooms');
  await more.waitFor();
  assert.equal(await lines.count(), 20);
  await more.tap();
  await lines.nth(49).waitFor();
  await ana.inspect('start-more', ['light']);
  await more.tap();
  await lines.nth(74).waitFor();
  await more.waitFor({ state: 'detached' });
  const hosts = await lines.locator('strong').allTextContents();
  assert.equal(hosts.filter((host) => host.startsWith('Host0')).length, 5, 'the oldest tables are there');
  await ana.page.getByLabel('Your name').fill('Ana');
  await lines.last().getByRole('button').tap();
  await ana.page.locator('.seat.mine').waitFor();
  no_complaints(ana);
  await hosts_of_it.close();
  await full_house.close();
});

test('two strangers who tap the same game meet, and the match starts by itself', async () => {
  const ana = await at_home('Ana', desk);
  const ben = await at_home('Ben', phone);
  await ana.page.getByLabel('Your name').fill('Ana');
  await ben.page.getByLabel('Your name').fill('Ben');
  await Promise.all([ana, ben].map((one) => one.start('Escalera', 'With strangers')));
  for (const one of [ana, ben]) await one.page.locator('.turn').waitFor();
  no_complaints(ana, ben);
});

test('a room with a password asks for it, and a host changes who may join', async () => {
  const { room, host } = await backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana']);
  const invitation = `${house.url}r/${room}`;
  const ana = await page_of(host, `r/${room}`, desk);
  await ana.button('Change').click();
  await ana.page.getByText('Who may come in').click();
  await ana.page.getByLabel('Password').fill('sésamo');
  await ana.inspect('room-change', ['light']);
  await ana.button('Save').click();
  await ana.sees('with a password');
  const ben = await meet('Ben', phone);
  await ben.page.goto(invitation);
  await ben.page.getByLabel('Your name').fill('Ben');
  await ben.sees('This table has a password.');
  await ben.page.getByLabel('Password').fill('sesamo');
  await ben.button('Take a seat').tap();
  await ben.sees('That is not the password.');
  await ben.page.getByLabel('Password').fill('sésamo');
  await ben.button('Take a seat').tap();
  await ben.page.locator('.seat.mine').waitFor();

  const wil = await meet('Wil', desk);
  await wil.page.goto(invitation);
  await wil.page.getByLabel('Your name').fill('Wil');
  await wil.page.getByLabel('Password').fill('sésamo');
  await wil.button('Just watch').click();
  await wil.sees('You are watching.');
  await ana.button('Change').click();
  await ana.page.getByText('Who may come in').click();
  await ana.page.getByLabel('Others may watch').uncheck();
  await ana.page.getByLabel('No password any more').check();
  await ana.button('Save').click();
  await wil.sees('Nobody may watch at this table any more.');
  await ana.sees('nobody may watch');

  await ana.page.getByLabel('More about Ben').click();
  await ana.inspect('room-menu', ['light']);
  await ana.button('Ban from this table').click();
  await ana.page.getByRole('alertdialog', { name: 'Ban Ben from this table?' }).getByRole('button', { name: 'Ban from this table' }).click();
  await ben.sees('The host has banned you from this table.');
  await ben.button('Take a seat').tap();
  await ben.sees('The host has banned you from this table.');
  await ben.inspect('join-banned', ['light']);
  no_complaints(ana, ben, wil);
});

test('a visitor during a match is told so, watches, and plays in the next one', async () => {
  const { room, host } = await backstage.table({ game: 'yahtzee', seats: 2 }, ['Ana']);
  await host.ask({ t: 'room.start', room });
  const ben = await meet('Ben', phone);
  await ben.page.goto(`${house.url}r/${room}`);
  await ben.page.getByLabel('Your name').fill('Ben');
  await ben.button('Watch, and play the next game').tap();
  await ben.sees('A game is running, so you are watching. You play in the next one.');
  await ben.inspect('table-next', ['light']);
  no_complaints(ben);
});

test('a spectator of a full table reads that they get the next free seat, not that they play next', async () => {
  const { room, host, players } = await backstage.table({ game: 'yahtzee', seats: 2 }, ['Ana', 'Cleo']);
  await host.ask({ t: 'room.start', room });
  const ben = await meet('Ben', phone);
  await ben.page.goto(`${house.url}r/${room}`);
  await ben.page.getByLabel('Your name').fill('Ben');
  await ben.button('Just watch').tap();
  await ben.button('Wait for a seat').tap();
  await ben.sees('You are watching. The next seat that becomes free between games is yours.');
  await ben.fits('waiting for a seat');
  await players[1].ask({ t: 'room.leave', room });
  await host.ask({ t: 'room.leave', room });
  await ben.button('Play again').waitFor();
  no_complaints(ben);
});

test('an absent player’s seat is given away by the present players', async () => {
  const gone = await Backstage.of(browser, house.url);
  const { room, players } = await gone.table({ game: 'yahtzee', seats: 4 }, ['Ana', 'Ben', 'Cleo']);
  const [ana, cleo] = [await page_of(players[0], `r/${room}`), await page_of(players[2], `r/${room}`, desk)];
  for (const one of [ana, cleo]) await one.page.locator('.seat.mine').waitFor();
  await gone.close(); // Ben has no page
  await cleo.button('Give the seat away: Ben').click();
  await cleo.page.getByRole('alertdialog').getByRole('button', { name: 'Give the seat away' }).click();
  await cleo.sees('1 of 2 votes to give the seat away');
  await cleo.inspect('room-vote', ['light']);
  await ana.sees('1 of 2 votes to give the seat away');
  no_complaints(ana, cleo);
});

test('the invitation can fill the screen, and the code can be hidden', async () => {
  const { room: code, host } = await backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana']);
  for (const device of [desk, phone]) {
    const ana = await page_of(host, `r/${code}`, device);
    if (device === phone) {
      await ana.page.getByText('QR code', { exact: true }).click();
      await ana.inspect('room-qr', ['light']);
    }
    await ana.button('Fill the screen').click();
    await ana.page.locator('.big-screen').waitFor();
    await ana.page.keyboard.press('Escape');
    await ana.page.locator('.big-screen').waitFor({ state: 'detached' });
    await ana.button('Hide the code').click();
    await ana.page.locator('svg.qr').waitFor({ state: 'detached' });
    await ana.page.reload();
    await ana.button('Show the code').waitFor();
    assert.ok(!(await ana.page.locator('body').innerText()).includes(code));
    if (device === phone) await ana.inspect('room-hidden', ['light']);
    await ana.button('Show the code').click();
    assert.ok((await ana.page.locator('body').innerText()).includes(code));
    no_complaints(ana);
  }
});

/** Ana hosts a table on a phone, where nobody shares. @param {string[]} names of those at it @param {number} seats */
async function hosted_on_phone(names, seats = 4) {
  const table = await backstage.table({ game: 'tres', seats }, names);
  const device = { ...phone, viewport: { width: 390, height: 760 } };
  const ana = await page_of(table.host, `r/${table.room}`, device, (page) => page.addInitScript(() => delete Navigator.prototype.share));
  await ana.page.locator('.seat.mine').waitFor();
  return { ...table, ana };
}

test('a free seat says in words that one moves there, and is no plus sign', async () => {
  const { ana } = await hosted_on_phone(['Ana', 'Ben']);
  const third = ana.page.locator('.seat').nth(2);
  assert.equal((await third.locator('.who').innerText()).replace(/\s+/g, ' ').trim(), 'Seat 3 Move here');
  await third.getByRole('button', { name: 'Move here: Seat 3' }).tap();
  await ana.page.locator('.seat.mine:nth-child(3)').waitFor();
  await ana.button('Stand up').tap();
  await ana.page.getByText('Sit here', { exact: true }).first().waitFor();
  assert.equal(await ana.page.getByText('Move here', { exact: true }).count(), 0);
  no_complaints(ana);
});

test('the game and the code stand in the rail of a room, and the change of its rules beside them, in every window apart from the seats', async () => {
  const { room, host } = await backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana', 'Ben']);
  await host.ask({ t: 'room.bot', room, seat: 2, level: 'medium' }); // opposite
  const ana = await page_of(host, `r/${room}`, desk);
  await ana.page.locator('.bar h1', { hasText: `YahtzeeTable ${room}` }).waitFor();
  for (const [width, height] of [[360, 640], [390, 760], [820, 1180], [1024, 600], [1280, 620], [1440, 900]]) {
    await ana.page.setViewportSize({ width, height });
    const [level, terms, own] = await Promise.all(['.level', '.terms', '.mine .token'].map((part) => ana.page.locator(part).boundingBox()));
    assert.ok(level.y + level.height <= terms.y + 1 && terms.y + terms.height <= own.y + 3, `${width} × ${height}: ${JSON.stringify([level, terms, own])}`);
  }
  await ana.page.locator('.terms').getByRole('button', { name: 'Change' }).click();
  await ana.page.locator('#game:focus').waitFor();
  no_complaints(ana);
});

test('a number that the host types stays while the room changes', async () => {
  const { room, host } = await backstage.table({ game: 'escalera', seats: 2 }, ['Ana']);
  const ana = await page_of(host, `r/${room}`, desk);
  await ana.button('Change').click();
  await ana.page.getByText('House rules').click();
  const ante = ana.page.getByLabel('Ante in chips');
  await ante.fill('12');
  await host.ask({ t: 'room.chat', room, text: 'One moment.' });
  await ana.sees('One moment.');
  assert.equal(await ante.inputValue(), '12');
  await ana.button('Save').click();
  await ana.page.locator('.terms', { hasText: 'one rule changed' }).waitFor();
});

test('a choice that goes while it has the focus does not stop the page', async () => {
  const backstage = await Backstage.of(browser, house.url);
  const { room, host } = await backstage.table({ game: 'yahtzee', seats: 3 }, ['Ana']);
  await host.ask({ t: 'room.bot', room, seat: 1, level: 'easy' });
  const ana = await meet('Ana', desk);
  await ana.come_as(host, `${house.url}r/${room}`);
  const level = ana.page.locator('select.level, .level select').first();
  await level.focus();
  await host.ask({ t: 'room.bot', room, seat: 1, level: null });
  await level.waitFor({ state: 'detached' });
  await host.ask({ t: 'room.chat', room, text: 'Still here?' });
  await ana.sees('Still here?');
  no_complaints(ana);
});

test('the QR code has its place before it is there', async () => {
  let arrive;
  const late = new Promise((resolve) => (arrive = resolve));
  const { room, host } = await backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana']);
  const ana = await page_of(host, `r/${room}`, desk, (page) => page.route('**/qr-*.js', (route) => late.then(() => route.continue())));
  const place = ana.page.locator('.bring .qr-place');
  const before = await place.boundingBox();
  assert.ok(before.width > 100 && before.height === before.width);
  assert.equal(await place.evaluate((one) => getComputedStyle(one).backgroundColor), 'rgb(255, 255, 255)');
  arrive();
  await place.locator('svg').waitFor();
  assert.deepEqual(await place.boundingBox(), before);
  no_complaints(ana);
});

test('nothing covers the button below one’s own name on a phone, and the one that copies the link says so itself', async () => {
  const { ana } = await hosted_on_phone(['Ana']);
  const stands = await ana.button('Stand up').evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const corners = [left + 12, right - 12].flatMap((x) => [top + 3, bottom - 3].map((y) => document.elementFromPoint(x, y)));
    return corners.map((hit) => one === hit || one.contains(hit));
  });
  assert.deepEqual(stands, [true, true, true, true]);
  const invite = ana.page.locator('.begin .primary');
  assert.equal((await invite.innerText()).trim(), 'Invite');
  await ana.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await invite.tap();
  await ana.page.locator('.begin .primary', { hasText: 'Copied' }).waitFor();
  no_complaints(ana);
});

test('an invitation that the device refuses to share is copied, and one that its host does not want to share is not', async () => {
  const { room, host } = await backstage.table({ game: 'tres', seats: 4 }, ['Ana']);
  const ana = await page_of(host, `r/${room}`, phone, (page) =>
    page.addInitScript(() => {
      window.why = 'AbortError';
      Navigator.prototype.share = () => Promise.reject(new DOMException('', window.why));
    }),
  );
  await ana.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await ana.button('Share').tap();
  await ana.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  assert.equal(await ana.page.getByText('Copied').count(), 0);
  await ana.page.evaluate(() => (window.why = 'NotAllowedError'));
  await ana.button('Share').tap();
  await ana.page.getByText('Copied').first().waitFor();
  assert.equal(await ana.page.evaluate(() => navigator.clipboard.readText()), `${house.url}r/${room}`);
  no_complaints(ana);
});

test('on a small phone no tap on the buttons at the bottom reaches a seat, and every seat scrolls free of them', async () => {
  const { ana, room, host } = await hosted_on_phone(['Ana'], 2);
  for (const seats of [2, 4, 8]) {
    await host.ask({ t: 'room.set', room, seats });
    await ana.page.waitForFunction((count) => document.querySelectorAll('.seat').length === count, seats);
    for (const [width, height] of [[360, 640], [320, 568], [390, 664]]) {
      await ana.page.setViewportSize({ width, height });
      const faults = await ana.page.evaluate(() => {
        const found = [];
        const is_hit = (one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          if (!one.contains(hit)) found.push(`${hit?.outerHTML.slice(0, 80)} is at ${one.textContent.trim()}`);
        };
        const buttons = [...document.querySelectorAll('.begin button')];
        const stand = document.querySelector('.mine .stand');
        if (buttons.length !== 2) found.push(`${buttons.length} buttons`);
        for (const focused of [document.body, stand]) {
          focused.focus({ preventScroll: true });
          scrollTo(0, 0);
          buttons.forEach(is_hit);
          const under = document.querySelector('.mine').getBoundingClientRect().bottom - document.querySelector('.begin').getBoundingClientRect().top;
          if (under > 0) found.push(`${under} of one’s own seat are under the buttons`);
          for (const one of document.querySelectorAll('.seat > button:not(.own-avatar)')) {
            one.scrollIntoView({ block: 'nearest' });
            is_hit(one);
            buttons.forEach(is_hit);
          }
        }
        return found;
      });
      assert.deepEqual(faults, [], `${seats} seats at ${width} × ${height}`);
    }
  }
  no_complaints(ana);
});

test('the menu of the lowest seat in view opens above the buttons at the bottom', async () => {
  const { ana } = await hosted_on_phone(['Ana', 'Ben', 'Cleo', 'Dora', 'Eva', 'Fay'], 8);
  await ana.page.setViewportSize({ width: 360, height: 640 });
  await ana.page.getByLabel('More about Fay').tap();
  const is_free = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  };
  const last = ana.page.locator('.menu[open] button').last();
  await ana.page.waitForFunction(() => scrollY > 0);
  assert.ok(await last.evaluate(is_free));
  assert.ok(await ana.button('Start the game').evaluate(is_free));
  no_complaints(ana);
});

test('with the computer alone no clock runs unless somebody asked for one', async () => {
  const tables = [
    { minutes: 1, people: 1, runs: 0 }, // as every new table has it
    { minutes: 2, people: 1, runs: 1 },
    { minutes: 1, people: 2, runs: 1 },
  ];
  const [host, guest] = [await backstage.arrive('Ana'), await backstage.arrive('Ben')];
  const ana = await page_of(host, '', desk);
  for (const { minutes, people, runs } of tables) {
    const { room } = await host.ask({ t: 'room.create', game: 'escalera', seats: 3, clock: { turn_ms: minutes * 60_000 } });
    if (people === 2) {
      await guest.ask({ t: 'room.join', room, as: 'player' });
      await guest.ask({ t: 'room.ready', room, ready: true });
    }
    await ana.page.goto(`${house.url}r/${room}`);
    await ana.button('Add a computer player').first().click();
    await ana.button('Start the game').click();
    await ana.page.locator('.play').waitFor();
    assert.equal(await ana.page.locator('.clock').count(), runs, `${people} with ${minutes} minutes`);
  }
  no_complaints(ana);
});

test('only the host of a table on this machine alone reads how others reach it, and only when asked', async () => {
  const { room, players } = await backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana', 'Ben']);
  const [ana, ben] = [await page_of(players[0], `r/${room}`), await page_of(players[1], `r/${room}`, desk)];
  for (const one of [ana, ben]) await one.page.locator('.seat.mine').waitFor();
  const command = ({ page }) => page.getByText('./run --host 0.0.0.0');
  assert.equal(await command(ben).count(), 0);
  assert.equal(await command(ana).isVisible(), false);
  await ana.page.getByText('For other devices').click();
  assert.ok(await command(ana).isVisible());
  await ana.inspect('room-reach', ['light']);
  no_complaints(ana, ben);
});

test('a player adds another device by a code or its link, and both keep playing', async () => {
  const { room, host } = await backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana']);
  const desktop = await page_of(host, '', desk);
  await desktop.page.getByText('Play on another device').click();
  await desktop.button('Show a code').click();
  const code = (await desktop.page.locator('.device-code').innerText()).trim();
  assert.match(code, /^[2-9A-Z]{4} [2-9A-Z]{4}$/);

  const handheld = await at_home('Ana’s phone', phone);
  await handheld.page.getByText('Play on another device').click();
  await handheld.page.getByLabel('Code from your other device').fill('WRONG');
  await handheld.button('Use it').tap();
  await handheld.sees('That code is wrong, used or too old.');
  await handheld.inspect('device-wrong', ['light']);
  await handheld.page.getByLabel('Code from your other device').fill(code.toLowerCase());
  await handheld.button('Use it').tap();
  await handheld.page.locator('.my-rooms button', { hasText: 'Yahtzee' }).waitFor();
  assert.equal(await handheld.page.getByLabel('Your name').inputValue(), 'Ana');
  await desktop.sees('Another device now plays as you, too.');
  await handheld.page.goto(`${house.url}r/${room}`);
  await handheld.page.locator('.seat.mine', { hasText: 'Ana' }).waitFor();

  await desktop.button('Close').click();
  await desktop.page.getByText('Play on another device').click();
  await desktop.button('Show a code').click();
  const second = (await desktop.page.locator('.device-code').innerText()).replace(/\s/g, '');
  const tablet = await meet('Tablet', phone);
  await tablet.page.goto(`${house.url}#device=${second}`);
  await tablet.sees('Play here as on your other device?');
  assert.ok(!tablet.page.url().includes(second));
  await tablet.inspect('device-question', ['light']);
  await tablet.button('Yes, it is mine').tap();
  await tablet.page.locator('.my-rooms button', { hasText: 'Yahtzee' }).waitFor();
  no_complaints(desktop, handheld, tablet);
});

test('a device link that is pasted into the open page asks what it asks in a new one', async () => {
  const { host } = await backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana']);
  const { code } = await host.ask({ t: 'device.offer' });
  const tablet = await at_home('Tablet', phone);
  await tablet.page.evaluate(() => (window.stays = true));
  for (const pasted of ['WRONG', code]) {
    await tablet.page.evaluate((link) => location.assign(link), `${house.url}#device=${pasted}`);
    await tablet.sees('Play here as on your other device?');
    assert.equal(tablet.page.url(), house.url);
    await tablet.button('Yes, it is mine').tap();
    if (pasted === 'WRONG') await tablet.sees('That code is wrong, used or too old.');
  }
  await tablet.page.locator('.my-rooms button', { hasText: 'Yahtzee' }).waitFor();
  assert.equal(await tablet.page.evaluate(() => window.stays), true, 'the page was not loaded again');
  no_complaints(tablet);
});

test('a name that a player changes on one device is that of the other one, too, also at the table', async () => {
  const host = await backstage.arrive('Ana');
  const [desktop, handheld] = [await page_of(host, '', desk), await page_of(host, '')];
  const name = handheld.page.getByLabel('Your name');
  await name.waitFor();
  await desktop.page.getByLabel('Your name').fill('Ana Luz');
  await desktop.button('Escalera: With friends').click();
  await desktop.page.locator('.seat.mine', { hasText: 'Ana Luz' }).waitFor();
  await handheld.page.reload();
  await handheld.page.locator('.my-rooms button', { hasText: 'Escalera' }).waitFor();
  assert.equal(await name.inputValue(), 'Ana Luz');
  await handheld.page.locator('.my-rooms button', { hasText: 'Escalera' }).tap();
  await handheld.page.locator('.seat.mine', { hasText: 'Ana Luz' }).waitFor();
  assert.equal(await desktop.page.locator('.seat.mine', { hasText: 'Ana Luz' }).count(), 1, 'nor is it changed back');
  no_complaints(desktop, handheld);
});

test('a page at an address of this machine alone gives a link that others can open, or says that there is none', async () => {
  let reach = ['http://192.0.2.7:8080/'];
  const { room, host } = await backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana']);
  const ana = await page_of(host, `r/${room}`, phone, (its) =>
    its.routeWebSocket(/\/ws/, (page) => {
      const server = page.connectToServer();
      server.onMessage((text) => {
        const message = JSON.parse(text);
        page.send(message.games ? JSON.stringify({ ...message, reach }) : text);
      });
    }),
  );
  const link = ana.page.getByLabel('Send this link to your friends');
  const { pathname } = new URL(ana.page.url());
  assert.equal(await link.inputValue(), `http://192.0.2.7:8080${pathname}`);
  const alone = ana.page.getByText('So far this table can be opened on this computer only');
  assert.equal(await alone.count(), 0);
  reach = [];
  await ana.page.reload();
  assert.match(await alone.textContent(), /\.\/run --host 0\.0\.0\.0/);
  assert.equal(await link.inputValue(), ana.page.url());
  await ana.inspect('alone', ['light']);
  no_complaints(ana);
});

test('on a phone the header counts what was said below the seats, and leads there', async () => {
  const { room, host, players } = await backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana', 'Ben']);
  const ana = await page_of(host, `r/${room}`);
  const to_chat = ana.page.locator('.bar').getByRole('button', { name: 'Chat' });
  await to_chat.waitFor();
  await players[1].ask({ t: 'room.chat', room, text: 'Hola' });
  await ana.page.locator('.badge', { hasText: /^1$/ }).waitFor();
  await ana.is_accessible('a room with something unread');
  await to_chat.tap();
  await ana.page.locator('.badge').waitFor({ state: 'detached' });
  const { y, height } = await ana.page.locator('.lines', { hasText: 'Hola' }).boundingBox();
  assert.ok(y > 0 && y + height < phone.viewport.height, 'the chat is in view');
  await players[1].ask({ t: 'room.chat', room, text: 'Ana?' });
  await ana.sees('Ana?');
  assert.equal(await ana.page.locator('.badge').count(), 0, 'what is in view is read');
  for (const width of [360, 1280]) {
    await ana.page.setViewportSize({ width, height: 720 });
    const menu = await ana.button('Menu').boundingBox();
    assert.ok(menu.x + menu.width > width - 24, `the menu is at the edge of ${width} pixels`);
  }
  assert.deepEqual(ana.complaints, []);
});

test('the way back closes the chat over a table, and the next one leaves the table', async () => {
  const { room, host } = await backstage.table({ game: 'escalera' }, ['Ana', 'Ben']);
  await host.ask({ t: 'room.start', room });
  const ana = await page_of(host, '');
  await ana.page.locator('.my-rooms button').first().tap();
  const open = ana.page.locator('.panel.open');
  const button = ana.button(/^Log and chat/);
  for (const close of [() => ana.page.goBack(), () => ana.button('Close').tap(), () => ana.page.goBack()]) {
    await button.tap();
    await open.waitFor();
    await close();
    await open.waitFor({ state: 'hidden' });
    await ana.page.locator('.esc-stairs').waitFor();
    assert.equal(new URL(ana.page.url()).pathname, `/r/${room}`);
  }
  await ana.page.goBack();
  await ana.page.locator('.my-rooms').waitFor();
  assert.deepEqual(ana.complaints, []);
});
