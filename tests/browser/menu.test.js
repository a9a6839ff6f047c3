// The menu at the table, and state that survives a disconnection or a reload.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** A player's page of a room. */
const page_of = async (name, token, room) => {
  const person = await Person.meet(browser, name, phone, house.url);
  await person.page.addInitScript((stored) => localStorage.setItem('cubilete.player', stored), JSON.stringify({ name, token }));
  await person.page.goto(`${house.url}r/${room}`);
  return person;
};
/** The host's page during a match of Yahtzee. */
const at_table = async () => {
  const table = await backstage.table({ game: 'yahtzee' }, ['Ana', 'Benedikt']);
  await backstage.play(table, 1);
  const ana = await page_of('Ana', table.host.token, table.room);
  await ana.throwing.waitFor();
  return ana;
};
const dialog = ({ page }) => page.locator('dialog[open]');

test('leaving a match needs a confirmation, which can be cancelled', async () => {
  const ana = await at_table();
  for (const answer of ['Stay', 'Leave the game']) {
    await ana.button('Menu').click();
    await dialog(ana).getByRole('button', { name: 'Leave', exact: true }).click();
    await dialog(ana).getByText('Leave the game?').waitFor();
    await dialog(ana).getByRole('button', { name: answer, exact: true }).click();
    if (answer === 'Stay') await dialog(ana).waitFor({ state: 'detached' });
  }
  await ana.button('New table').waitFor();
  assert.deepEqual(ana.complaints, []);
});

test('the invitation, the keys and the rules are two taps away during a match, with the focus in their dialog', async () => {
  const ana = await at_table();
  await ana.button('Menu').click();
  await dialog(ana).getByRole('button', { name: 'Keys' }).click();
  await dialog(ana).locator('dl').waitFor();
  await dialog(ana).locator('dt', { hasText: '1 – 6' }).locator('+ dd', { hasText: 'first, second … die, whatever it shows' }).waitFor(); // not the face
  assert.equal(await dialog(ana).locator(':focus').count(), 1);
  await ana.page.keyboard.press('Escape');
  await ana.button('Menu').click();
  await dialog(ana).getByRole('button', { name: 'Invite' }).click();
  assert.equal(await dialog(ana).getByLabel('Send this link').inputValue(), ana.page.url());
  assert.equal(await dialog(ana).locator(':focus').count(), 1);
  await ana.inspect('menu-invite', ['light']);
  await ana.page.keyboard.press('Escape');
  await ana.button('Menu').click();
  await dialog(ana).getByRole('button', { name: 'Read the rules' }).click();
  await ana.page.locator('.rules-dialog[open] .rules-text').first().waitFor();
  assert.deepEqual(ana.complaints, []);
});

test('during a match the invitation fills the screen above its dialog and holds the focus until it is closed', async () => {
  const ana = await at_table();
  const { page } = ana;
  const sheet = page.locator('#sheet[open]');
  const big = page.getByRole('dialog', { name: 'QR code' });
  const close = big.getByRole('button', { name: 'Close' });
  await ana.button('Menu').click();
  await sheet.getByRole('button', { name: 'Invite' }).click();
  await sheet.getByText('QR code', { exact: true }).click();
  for (const way of [() => page.keyboard.press('Escape'), () => close.click()]) {
    await sheet.getByRole('button', { name: 'Fill the screen' }).click();
    await big.locator('button.primary:focus').waitFor();
    assert.deepEqual(await big.boundingBox(), { x: 0, y: 0, ...phone.viewport });
    for (let presses = 0; presses < 4; ++presses) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => (document.activeElement === document.body ? '' : document.activeElement.closest('dialog')?.className)); // or in the browser's own bars
      assert.match(at, /^(big-screen)?$/);
    }
    await ana.inspect('menu-invite-big');
    await way();
    await big.waitFor({ state: 'detached' });
    await sheet.locator(':focus').waitFor();
  }
  assert.deepEqual(ana.complaints, []);
});

test('a page without a network says so at once, without a layout shift', async () => {
  const ana = await at_table();
  const places = () => ana.page.locator('.tray, .pad-paper, .dice-field, .news').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before_breaking = await places();
  await ana.page.context().setOffline(true);
  await ana.sees('You are offline.');
  assert.deepEqual(await places(), before_breaking);
  await ana.page.context().setOffline(false);
  await ana.page.locator('.banner').waitFor({ state: 'detached' });
});

test('kept dice stay kept after a reload', async () => {
  const ana = await at_table();
  await ana.throw_dice();
  for (const position of [1, 3]) await ana.dice.nth(position).click();
  await ana.page.reload();
  await ana.page.locator('.dice [aria-pressed=true]').nth(1).waitFor();
  const pressed = await ana.page.locator('.dice button').evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-pressed')));
  assert.deepEqual(pressed, ['false', 'true', 'false', 'true', 'false']);
  assert.deepEqual(ana.complaints, []);
});

test('a first game shows three hints and then offers sounds, each only once', async () => {
  const ana = await at_table();
  const hint = ana.page.locator('.hint-next');
  for (const [text, at] of [['Throw the dice', '.actions .primary'], ['Choose dice', '.dice-zone'], ['Then choose a box', '.pad-paper']]) {
    await hint.filter({ hasText: text }).waitFor();
    await ana.page.locator(`${at}[data-pointed]`).waitFor();
    await hint.click();
  }
  await hint.filter({ hasText: 'Play with sounds?' }).waitFor();
  assert.equal(await ana.page.locator('[data-pointed]').count(), 0);
  await ana.button('No sounds').click();
  await hint.waitFor({ state: 'detached' });
  await ana.page.reload();
  await ana.throwing.waitFor();
  assert.equal(await hint.count(), 0);
  assert.deepEqual(ana.complaints, []);
});

test('the hints of a first game move on with the player’s own moves, and do not come back', async () => {
  const ana = await at_table();
  const hint = ana.page.locator('.hint-next');
  await hint.filter({ hasText: 'Throw the dice' }).waitFor();
  await ana.throw_dice();
  await hint.filter({ hasText: 'Choose dice' }).waitFor();
  await ana.throwing.click();
  await ana.page.getByText('1 throw left').first().waitFor(); // a click just after a throw counts for nothing
  await ana.throwing.waitFor();
  await ana.throwing.click();
  await hint.filter({ hasText: 'Then choose a box' }).waitFor();
  await ana.write();
  await hint.filter({ hasText: 'Play with sounds?' }).waitFor();
  await ana.page.reload();
  await hint.filter({ hasText: 'Play with sounds?' }).waitFor();
  assert.deepEqual(ana.complaints, []);
});

test('a hint of a first game stays until it could be read, and while the focus is on it', async () => {
  const ana = await at_table();
  const { page } = ana;
  await page.evaluate(() => {
    const { performance } = window;
    const real = performance.now.bind(performance);
    performance.now = () => window.time ?? real();
    window.time = real();
  });
  const [first, second] = ['Throw the dice', 'Choose dice'].map((text) => page.locator('.hint-next', { hasText: text }));
  await first.waitFor();
  await page.evaluate(() => document.querySelector('.tray .actions .primary').click());
  await page.locator('.box').first().waitFor();
  assert.equal(await first.count(), 1, 'no time has passed');
  await first.focus();
  await page.evaluate(() => (window.time += 60_000));
  await ana.throwing.waitFor();
  await page.evaluate(() => document.querySelector('.tray .actions .primary').click());
  await page.getByText('1 throw left').first().waitFor();
  assert.equal(await first.count(), 1, 'the focus is on it');
  await first.blur();
  await second.waitFor();
  assert.deepEqual(ana.complaints, []);
});

test('the last hint stays as long as it is needed, until the turn is over; only then sounds are offered', async () => {
  const ana = await at_table();
  const { page } = ana;
  await page.evaluate(() => {
    const { performance } = window;
    const real = performance.now.bind(performance);
    window.late = 0;
    performance.now = () => real() + window.late;
  });
  const hint = page.locator('.hint-next');
  const read = () => page.evaluate(() => (window.late += 60_000));
  await read();
  await ana.throwing.click();
  await hint.filter({ hasText: 'Choose dice' }).waitFor();
  await read();
  await ana.throwing.click();
  await page.getByText('1 throw left').first().waitFor();
  await ana.throwing.waitFor();
  assert.match(await hint.innerText(), /^Choose dice/, 'a throw is left');
  await ana.throwing.click();
  await hint.filter({ hasText: 'Then choose a box' }).waitFor();
  await read();
  await page.getByText('No throws left').waitFor();
  await page.locator('.tray:not(.locked)').waitFor();
  assert.match(await hint.innerText(), /^Then choose a box/);
  await ana.write();
  await page.getByRole('button', { name: 'Play with sounds? Turn on' }).waitFor();
});

test('the hint to choose a box comes at once for whom marks one', async () => {
  const ana = await at_table();
  const { page } = ana;
  await page.evaluate(() => {
    const { performance } = window;
    const real = performance.now.bind(performance);
    let late = 0;
    performance.now = () => real() + (late += 1000);
  });
  const hint = page.locator('.hint-next');
  await ana.throw_dice();
  await hint.filter({ hasText: 'Choose dice' }).waitFor();
  await page.locator('.box[aria-pressed=false]').first().click();
  await hint.filter({ hasText: 'Then choose a box' }).waitFor();
});

test('on a tablet and on phones the words of a hint are seen as long as it marks anything', async () => {
  for (const [width, height] of [[820, 1180], [360, 640], [360, 740], [740, 360], [1280, 620]]) {
    const table = await backstage.table({ game: 'yahtzee', options: { starter: 'first' } }, ['Ana', 'Alma']);
    await backstage.play(table, 1);
    const ana = await Person.meet(browser, 'Ana', { ...phone, viewport: { width, height } }, house.url);
    const { page } = ana;
    await page.addInitScript((stored) => {
      localStorage.setItem('cubilete.player', stored);
      const { performance } = window;
      const real = performance.now.bind(performance);
      window.late = 0;
      performance.now = () => real() + window.late;
    }, JSON.stringify({ name: 'Ana', token: table.host.token }));
    await page.goto(`${house.url}r/${table.room}`);
    await ana.throwing.waitFor();
    const hint = page.locator('.hint-next');
    const read = () => page.evaluate(() => (window.late += 60_000));
    const words = async (step, text) => {
      await hint.filter({ hasText: text }).waitFor({ state: 'attached' });
      // Beside dice in the tray of a phone there is no room for the words: then nothing is marked, either.
      if (!(await hint.isVisible())) return assert.equal(await page.locator('[data-pointed]').count(), 0, `${step} at ${width} × ${height}`);
      await page.locator('[data-pointed]').waitFor();
      const faults = await page.evaluate(() => {
        const words = document.querySelector('.first-hint .hint-next');
        const { left, top, right, bottom } = words.getBoundingClientRect();
        if (right - left < 100 || top < 0 || bottom > innerHeight || left < 0 || right > innerWidth) return 'out of the window';
        const spots = [[left + 4, (top + bottom) / 2], [right - 4, (top + bottom) / 2], [(left + right) / 2, top + 8], [(left + right) / 2, bottom - 3]];
        if (!spots.every(([x, y]) => words.contains(document.elementFromPoint(x, y)))) return `covered ${JSON.stringify(words.getBoundingClientRect())} ${spots.map(([x, y]) => document.elementFromPoint(x, y)?.className)}`;
        if (words.scrollHeight > words.clientHeight + 1) return 'cut';
        const news = document.querySelector('.pad-said > p');
        if (news.checkVisibility() && news.getBoundingClientRect().top < bottom + 4) return 'touches the news below it';
        const met = [...document.querySelectorAll('.pad .box, .die-button, .actions button')].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width > 0 && box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
        });
        return met.map((one) => `over ${one.outerHTML.slice(0, 60)}`).join();
      });
      assert.equal(faults, '', `${step} at ${width} × ${height}`);
    };
    await words('the first throw', 'Throw the dice');
    await read();
    await ana.throw_dice();
    await words('nothing kept', 'Choose dice');
    await ana.dice.nth(1).tap();
    await ana.dice.nth(3).tap();
    await page.locator('.dice [aria-pressed=true]').nth(1).waitFor();
    await words('two dice kept', 'Choose dice');
    await read();
    await ana.throwing.tap();
    await page.getByText('1 throw left').first().waitFor();
    await ana.throwing.waitFor();
    await words('a throw is left', 'Choose dice');
    await ana.throwing.tap();
    await words('none is left', 'Then choose a box');
    await read();
    const box = page.locator('.box[aria-pressed=false]').first();
    await box.tap();
    await page.locator('.box[aria-pressed=true]').waitFor();
    await words('a box is marked', 'Then choose a box');
    assert.deepEqual(ana.complaints, []);
    await page.context().close();
  }
});

test('a first hint marks no button that is disabled, and no dice of another player', async () => {
  const table = await backstage.table({ game: 'yahtzee', options: { starter: 'first' } }, ['Ana', 'Benedikt']);
  const [, { name, token }] = table.players;
  await table.host.ask({ t: 'room.start', room: table.room });
  const ben = await page_of(name, token, table.room);
  const hint = (text) => ben.page.locator('.hint-next', { hasText: text });
  await hint('Throw the dice').waitFor();
  assert.equal(await ben.page.locator('[data-pointed]').count(), 0);
  await backstage.move(table.host, 'roll');
  await ben.page.locator('.dice > li').first().waitFor();
  await hint('Throw the dice').click();
  await hint('Choose dice').waitFor();
  assert.equal(await ben.page.locator('[data-pointed]').count(), 0, 'the dice are Ana’s');
  await ben.page.reload();
  await hint('Throw the dice').waitFor();
  await backstage.move(table.host, 'score');
  await ben.page.locator('.actions .primary[data-pointed]').waitFor();
  assert.equal(await ben.page.locator('[data-pointed]').count(), 1);
});

test('the hints of a first game can be skipped at once', async () => {
  const ana = await at_table();
  await ana.button('Skip the hints').click();
  await ana.page.locator('.hint-next', { hasText: 'Play with sounds?' }).waitFor();
});
