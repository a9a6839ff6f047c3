// Built-in bots: on free seats, in quick matches, and as the source of advice.
import assert from 'node:assert/strict';
import test from 'node:test';

import { House } from './house.js';
import { desk, no_complaints, Person, phone } from './people.js';
import { racer } from './racing.js';
import { server_and_browser } from './server_and_browser.js';

const { house, browser } = await server_and_browser('--limit', 'bot-pause=50ms');

const at_home = async (name, device) => {
  const person = await Person.meet(browser, name, device, house.url);
  await person.page.goto(house.url);
  await person.page.getByLabel('Your name').fill(name);
  return person;
};
const seats = ({ page }) => page.locator('.seat');

test('a player alone plays La Ambiciosa against a bot to the end and asks once for advice', async () => {
  const ana = await at_home('Ana', phone);
  await ana.make_table({ game: 'La Ambiciosa', seats: 2, rules: { 'Points to win': '1,000' } });
  await ana.button('Change').tap();
  await ana.page.getByLabel('The computer gives advice').check();
  await ana.button('Save').tap();
  await ana.sees('gives advice');
  await ana.button('Add a computer player').tap();
  await ana.sees('bot · medium');
  await ana.inspect('house-room');
  await ana.button('Start the game').tap();
  const { throwing } = racer(ana);
  const stop = ana.page.locator('.ambi-stop');
  let advised = false;
  for (let moves = 0; moves < 2000; ++moves) {
    await racer(ana).asked();
    if (await racer(ana).over()) break;
    const may_stop = (await stop.getAttribute('aria-disabled')) === 'false';
    if (may_stop && !advised) {
      await ana.button('What would the computer do?').tap();
      await ana.page.locator('.advice.shown li').nth(1).waitFor();
      const lines = await ana.page.locator('.advice.shown li').allInnerTexts();
      assert.deepEqual(lines.map((line) => line.replace(/\s+[\d.,]+%?$/, '')).sort(), ['Me planto', 'Throw again']);
      await ana.page.getByText(/^(Chance to win|Expected total after this turn)$/).waitFor(); // the server may still be computing
      assert.equal(await ana.page.locator('.log li', { hasText: 'You asked the computer for advice.' }).count(), 1);
      await ana.inspect('house-advice-ambiciosa');
      await ana.page.keyboard.press('Escape');
      await ana.page.locator('.advice.shown').waitFor({ state: 'detached' });
      advised = true;
    }
    const held = Number((await ana.page.locator('.ambi-hand b').innerText()).replace(/\D/g, ''));
    await racer(ana).so(() => (may_stop && held >= 250 ? stop : throwing).tap());
  }
  assert.ok(advised);
  assert.equal(await ana.page.locator('.places li').count(), 2);
  await ana.inspect('house-result');
  no_complaints(ana);
});

test('a host adds bots, changes their level, and removes them', async () => {
  const ana = await at_home('Ana', phone);
  const invitation = await ana.make_table({ game: 'TRES', seats: 3 });
  const ben = await Person.meet(browser, 'Ben', desk, house.url);
  await ben.take_seat(invitation);
  await ana.button('Add a computer player').tap();
  const level = ana.page.getByLabel(/^How well .+ plays$/);
  await level.selectOption({ label: 'hard' });
  await ben.sees('bot · hard');
  assert.equal(await ben.page.locator('.level, .send-away, .add-house').count(), 0);
  assert.equal(await ana.button('Add a computer player').count(), 0);
  await ana.inspect('house-seats');
  await ben.inspect('house-seats');
  await level.selectOption({ label: 'easy' });
  await ben.sees('bot · easy');
  await ana.button(/^Send .+ away$/).tap();
  await seats(ben).locator('.who', { hasText: 'free' }).waitFor();
  no_complaints(ana, ben);
});

test('a match against a bot starts after two taps', async () => {
  const ana = await at_home('Ana', phone);
  await ana.inspect('house-start');
  await ana.start('Escalera', 'Against the computer');
  await ana.my_turn();
  assert.equal(await ana.button('What would the computer do?').count(), 0); // there is no decision
  await racer(ana).throwing.tap();
  await ana.my_turn();
  no_complaints(ana);
});

test('who chooses the computer reads so in the heading and chooses its level, and no button moves under the finger', async () => {
  for (const [device, locale] of [phone, desk].flatMap((one) => ['en-GB', 'es-MX', 'it-IT'].map((two) => [one, two]))) {
    const ana = await Person.meet(browser, 'Ana', device, house.url, locale);
    await ana.page.goto(house.url);
    const segments = ana.page.locator('.segments');
    const title = () => ana.page.locator('.welcome h1 > :not([hidden])').innerText();
    const [before, with_friends] = [await segments.boundingBox(), await title()];
    for (const how of ['strangers', 'house']) {
      await ana.page.locator(`input[value=${how}]`).check();
      assert.notEqual(await title(), with_friends);
      assert.deepEqual(await segments.boundingBox(), before, `${locale} ${how}`);
    }
    assert.match(await title(), /computer|computadora/);
    assert.equal(await ana.page.locator('#level').inputValue(), 'medium');
    await ana.inspect(`start-computer-${locale.slice(0, 2)}`);
    no_complaints(ana);
    await ana.page.context().close();
  }
});

test('the level that was chosen on the start page plays, and stays for the next table', async () => {
  const ana = await at_home('Ana', desk);
  await ana.page.getByLabel('Against the computer').check();
  await ana.page.getByLabel('Level of the computer').selectOption({ label: 'hard' });
  const sent = [];
  ana.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))));
  await ana.page.reload();
  await ana.page.getByLabel('Your name').fill('Ana');
  assert.equal(await ana.page.getByLabel('Level of the computer').inputValue(), 'hard');
  await ana.button('Escalera: Against the computer').click();
  await ana.my_turn();
  assert.deepEqual(sent.filter(({ t }) => t === 'room.bot').map(({ level }) => level), ['hard']);
  no_complaints(ana);
});

test('the start page says of each game what it is about, on a tablet and on a low laptop, too', async () => {
  for (const [width, height] of [[820, 1180], [1280, 620], [1440, 900]]) {
    const ana = await Person.meet(browser, 'Ana', { viewport: { width, height } }, house.url);
    await ana.page.goto(house.url);
    await ana.page.locator('.game-card').nth(4).waitFor();
    for (const line of await ana.page.locator('.game-card .line').all()) {
      const { y, height: high } = await line.boundingBox();
      assert.ok((await line.innerText()).length > 10 && y + high < height, `${width} × ${height}`);
    }
    const last = await ana.page.locator('.game-card button').last().boundingBox();
    assert.ok(last.y + last.height < height, 'all games can be chosen without scrolling');
    await ana.page.context().close();
  }
});

for (const device of [phone, desk])
  test(`at Yahtzee the advice says which dice to keep, and one tap keeps them, on a ${device === phone ? 'phone' : 'desktop'}`, async () => {
    const ana = await at_home('Ana', device);
    await ana.start('Yahtzee', 'Against the computer');
    await ana.my_turn();
    assert.ok(await ana.button('What would the computer do?').isDisabled(), 'one can only throw');
    await ana.throw_dice();
    const lines = ana.page.locator('.advice.shown li');
    await ana.button('What would the computer do?').click();
    await lines.first().waitFor({ timeout: 180_000 }); // a new server computes its tables first
    const texts = await lines.allInnerTexts();
    assert.equal(texts.length, 3);
    const worth = texts.map((line) => Number(line.match(/([\d.]+)$/)[1]));
    assert.deepEqual(worth, worth.toSorted((a, b) => b - a));
    await ana.inspect('house-advice-yahtzee');
    const keep = lines.filter({ hasText: /Keep [1-6]/ }).first();
    if ((await keep.count()) > 0) {
      const faces = (await keep.innerText()).match(/Keep ([1-6](?: [1-6])*)/)[1].split(' ');
      await keep.getByRole('button').click();
      assert.equal(await ana.page.locator('.dice [aria-pressed=true]').count(), faces.length);
    }
    await ana.write(); // whatever was thrown
    await ana.page.locator('.advice.shown').waitFor({ state: 'detached' });
    await ana.page.locator('.log li', { hasText: 'You asked the computer for advice.' }).waitFor({ state: 'attached' });
    no_complaints(ana);
  });

/** A seat at Yahtzee, with dice thrown, at a server whose advice is pending until the test ends it. */
async function before_a_busy_house() {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  const questions = [];
  let done = false;
  await ana.page.routeWebSocket(/\/ws$/, (page) => {
    const server = page.connectToServer();
    page.onMessage((text) => {
      const { t, id } = JSON.parse(text);
      if (t === 'hint') questions.push(id);
      if (t !== 'hint' || done) return server.send(text);
      const refused = { code: 'busy', text: 'The house is still working that out.', retry_ms: 300 };
      page.send(JSON.stringify({ t: 'error', re: id, ...refused }));
    });
  });
  await ana.page.goto(house.url);
  await ana.page.getByLabel('Your name').fill('Ana');
  await ana.start('La Ambiciosa', 'Against the computer');
  const asked = async (count) => {
    while (questions.length < count) await ana.page.evaluate(() => new Promise(requestAnimationFrame));
  };
  return { ana, questions, asked, finish: () => (done = true) };
}

/** Throws until there is a decision. */
async function decide(ana) {
  const { throwing, asked, so } = racer(ana);
  for (;;) {
    await asked();
    if ((await ana.page.locator('.ambi-stop').getAttribute('aria-disabled')) === 'false') return;
    await so(() => throwing.tap());
  }
}

test('while the server computes advice, the page repeats the request and shows that it waits', async () => {
  const { ana, questions, asked, finish } = await before_a_busy_house();
  await decide(ana);
  await ana.button('What would the computer do?').tap();
  await ana.sees('This takes a moment. The advice comes by itself.');
  assert.ok(await ana.button('The computer is thinking…').isDisabled());
  assert.equal(await ana.page.locator('.trouble').count(), 0);
  await ana.inspect('house-thinks');
  await asked(3);
  finish();
  await ana.page.locator('.advice.shown li').nth(1).waitFor({ timeout: 180_000 });
  assert.equal(await ana.page.getByText('This takes a moment.').count(), 0);
  const enough = questions.length;
  assert.ok(enough >= 4);
  await ana.page.locator('.log li', { hasText: 'You asked the computer for advice.' }).waitFor({ state: 'attached' });
  no_complaints(ana);
  await ana.page.context().close();
});

test('the page stops waiting for advice once the decision is over', async () => {
  const { ana, questions, asked } = await before_a_busy_house();
  await decide(ana);
  await ana.button('What would the computer do?').tap();
  await asked(2);
  await ana.page.locator('.ambi-stop').tap();
  await ana.page.getByText('This takes a moment.').waitFor({ state: 'detached' });
  await decide(ana);
  await ana.button('What would the computer do?').waitFor(); // and not still at the previous prompt
  const before = questions.length;
  await ana.button('What would the computer do?').tap();
  await asked(before + 2);
  no_complaints(ana);
  await ana.page.context().close();
});

test('at TRES advice is drawn as cards and read out in words', async () => {
  const ana = await at_home('Ana', phone);
  await ana.start('TRES', 'Against the computer');
  await ana.my_turn();
  await ana.button('What would the computer do?').tap();
  const lines = ana.page.locator('.advice.shown li');
  await lines.first().waitFor();
  const to_lay = await ana.page.getByRole('button', { name: /^Lay .+ on .+ [\d.]+%$/ }).count();
  const others = await lines.filter({ hasText: /^\s*(Draw|Pass)/ }).count();
  assert.ok(to_lay + others === (await lines.count()) && to_lay + others > 1);
  assert.equal(await ana.page.locator('.advice-drawn').count(), to_lay);
  await ana.inspect('house-advice-tres');
  no_complaints(ana);
});

test('a bot joins a quick match only if the player has allowed it, and the choice is kept', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  const sent = [];
  ana.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))));
  const quick = async () => {
    await ana.page.goto(house.url);
    await ana.page.getByLabel('Your name').fill('Ana');
    await ana.start('Yahtzee', 'With strangers');
    await ana.sees('Looking for players…');
    assert.equal(await ana.page.getByLabel('Send this link').count(), 0, 'there is nobody to invite');
    await ana.button('Leave').tap();
    await ana.page.locator('#name').waitFor();
    return sent.filter(({ t }) => t === 'quick.match').at(-1).bots;
  };
  assert.equal(await quick(), false);
  await ana.page.getByLabel('A computer player may come').check();
  assert.equal(await quick(), true);
  await ana.page.reload();
  assert.ok(await ana.page.getByLabel('A computer player may come').isChecked());
  no_complaints(ana);
});

test('a player who waits alone in a quick match is offered a bot, and plays after accepting it', async () => {
  const quick = await House.open('--limit', 'auto-bot-after=300ms', '--limit', 'quick-start=300ms', '--limit', 'bot-pause=50ms');
  const ana = await Person.meet(browser, 'Ana', phone, quick.url);
  await ana.page.goto(quick.url);
  await ana.page.getByLabel('Your name').fill('Ana');
  await ana.start('Escalera', 'With strangers');
  await ana.sees('Looking for players…');
  await ana.sees('1 player here · one more is needed');
  await ana.button('Play with the computer').waitFor();
  await ana.inspect('quick-offer');
  await ana.button('Play with the computer').tap();
  await ana.page.locator('.turn').waitFor();
  no_complaints(ana);
  await ana.page.context().close();
  await quick.close();
});
