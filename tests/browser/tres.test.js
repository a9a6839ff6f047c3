import assert from 'node:assert/strict';
import test from 'node:test';

import { act_at_table } from './acted.js';
import { Backstage } from './backstage.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

const meet = async (name, device) => {
  const person = await Person.meet(browser, name, device, house.url);
  await person.page.goto(house.url);
  await person.button('New table').waitFor();
  return person;
};

/** A person's page at the TRES table. */
const at = ({ page }) => ({
  over: () => page.locator('.places').isVisible(),
  hand: () => page.locator('.tres-own-card').count(),
  cards: page.locator('.tres-own-card.playable'),
  places: page.locator('.tres-place'),
  otherwise: page.locator('.tres-actions .large:not(.tres-say)[aria-disabled=false]').first(),
  say: page.locator('.tres-say'),
  catch: page.locator('.tres-catch.ready'),
  must_say: () => page.locator('.tres-say.ready').isVisible(),
  /** The actions that were not offered at the previous use. */
  asked: () =>
    page.waitForFunction(() => {
      const asking = ['.tres-say.ready[aria-disabled=false]', '.tres-own-card.playable', '.tres-actions [aria-disabled=false]:not(.tres-say)'];
      return document.querySelector(['.places', ...asking].join());
    }),
  /** Runs an action, and waits for its effect. */
  async so(action) {
    const log_length = () => document.querySelectorAll('.log li').length;
    const before = await page.evaluate(log_length);
    await action();
    await page.waitForFunction(
      (count) => document.querySelectorAll('.log li').length > count || document.querySelector('.places'),
      before,
    );
  },
});

const tap = (button) => button.click();
const press = async (button) => {
  await button.focus();
  await button.press('Enter');
};

/** Selects cards until some pile accepts them. */
const choose = async (table, use = tap) => {
  await use(table.cards.first());
  if ((await table.places.count()) > 0) return;
  const other = table.cards.and(table.cards.page().locator('[aria-pressed=false]'));
  await use(other.first());
};

/** One move of the prompted player; calls TRES only if `with_tres`. */
const move = async (person, with_tres) => {
  const table = at(person);
  if (await table.cards.first().isVisible()) {
    await choose(table);
    if (with_tres) await table.say.click();
    return table.so(() => table.places.first().click());
  }
  return table.so(() => table.otherwise.click());
};

/** Cleo's answer may follow at once: the log keeps the line. */
const reads = ({ page }, text) => page.locator('.log li', { hasText: text }).first().waitFor({ state: 'attached' });

test('three friends play TRES to the end, and one is caught', async () => {
  const people = [await meet('Ana', desk), await meet('Ben', phone)];
  const [ana, ben] = people;
  const invitation = await ana.make_table({ game: 'TRES', seats: 3 });
  await ben.take_seat(invitation);
  const others = await backstage.sit_down(invitation, ['Cleo']);
  await ana.button('Start the game').click();
  for (const one of people) await one.page.locator('.tres-own-card').first().waitFor();
  await backstage.go_on(others, { first: 'play', never: 'catch' });

  let caught = false;
  for (let moves = 0; !(await at(ana).over()); ++moves) {
    assert.ok(moves < 500, 'the game does not end');
    const asked = await Promise.any(people.map((one) => at(one).asked().then(() => one)));
    if (await at(asked).over()) break;
    if (!(await at(asked).must_say())) {
      await move(asked, caught && (await at(asked).hand()) <= 5);
      continue;
    }
    if (caught) {
      await at(asked).so(() => at(asked).say.click());
      continue;
    }
    const rival = people.find((one) => one !== asked);
    await at(rival).catch.waitFor();
    await at(rival).so(() => at(rival).catch.click());
    await reads(rival, `You caught ${asked.name}!`);
    await reads(asked, `${rival.name} caught you!`);
    assert.ok((await at(asked).hand()) >= 6);
    caught = true;
  }
  for (const one of people) await one.page.locator('.places').waitFor();
  await ben.inspect('10-tres-result');
  const results = await Promise.all(people.map((one) => one.page.locator('.places').innerText()));
  assert.equal(new Set(results).size, 1);
  for (const one of people) assert.deepEqual(one.complaints, []);
});

test('whose discards become the draw pile reads why they are gone', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  await ana.page.addInitScript(() => localStorage.setItem('cubilete.choices', JSON.stringify({ hinted: ['tres'], asked_sound: true })));
  const table = await act_at_table(ana, house.url, { game: 'tres', title: 'TRES', names: ['Ana', 'Ben'] });
  const seats = [['r6', 'b6', 'g2'], null].map((hand) => ({ score: 0, cards: 3, hand, said_tres: false }));
  const view = { phase: 'play', round: 1, turn: { seat: 0, drawn: false }, table: ['r7', 'b7', 'W'], pile: 30, discards: 0, top: null, direction: 1, seats };
  table.push({ about: { game: 'tres', target: 1 }, view, you: { seat: 0, n: 1, moves: ['draw'] }, by: { seat: 1 }, events: [{ e: 'drew', seat: 1, count: 1, why: 'turn' }, { e: 'reshuffled', cards: 31 }] });
  await ana.page.locator('.tres-last', { hasText: 'New pile of discards' }).waitFor();
  assert.equal(await ana.page.locator('.log li', { hasText: 'The 31 discards were shuffled as the new draw pile.' }).count(), 1);
  await ana.page.context().close();
});

test('on a short phone a hint and the question about sounds leave the news to be read, in whole lines', async () => {
  const names = ['Ana', 'Benedikt-Maximilian', 'Cleo'];
  const played = { e: 'played', seat: 1, on: 0, cards: ['r5'], below: 'r6' };
  const more = [{ e: 'tres', seat: 1 }, { e: 'drew', seat: 2, count: 4, why: 'toma_tres' }, { e: 'lost_turn', seat: 2 }, { e: 'reversed' }];
  for (const choices of [{}, { hinted: ['tres'] }, { hinted: ['tres'], asked_sound: true }]) {
    const ana = await Person.meet(browser, 'Ana', phone, house.url);
    await ana.page.addInitScript((stored) => localStorage.setItem('cubilete.choices', JSON.stringify(stored)), choices);
    const table = await act_at_table(ana, house.url, { game: 'tres', title: 'TRES', names, set: { hints: true, options: { tres_call: 'window' } } });
    for (const events of [[played], [played, ...more]]) {
      const seats = names.map((_, seat) => ({ score: 0, cards: 3, hand: seat === 0 ? ['r6', 'b6', 'g2'] : null, said_tres: false }));
      const view = { phase: 'play', round: 1, turn: { seat: 0, drawn: false }, table: ['r5', 'b7', 'W'], pile: 60, discards: 3, top: 'g1', direction: 1, seats };
      table.push({ about: { game: 'tres', target: 1 }, view, you: { seat: 0, n: 1, moves: ['draw', '0 r6'] }, by: { seat: 1 }, events });
      await ana.page.waitForFunction((count) => document.querySelector('.tres-last')?.children.length >= count, events.length);
      const faults = await ana.page.evaluate(() => {
        const box = (one) => one.getBoundingClientRect();
        const news = document.querySelector('.tres-last');
        const { top, bottom } = box(news);
        const halves = [...news.children].filter((part) => box(part).top < bottom - 1 && (box(part).bottom > bottom + 1 || box(part).top < top - 1));
        const [first] = news.children;
        const { left, right } = box(first);
        const seen = news.contains(document.elementFromPoint((left + right) / 2, (box(first).top + box(first).bottom) / 2));
        return [...halves.map((part) => `cut: ${part.textContent}`), ...(seen ? [] : ['the news is not seen'])];
      });
      assert.deepEqual(faults, [], `${JSON.stringify(choices)}, ${events.length} events`);
      await ana.fits('news and hint');
    }
    await ana.page.context().close();
  }
});

test('the first hint of TRES is as wide as those of other games', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  const table = await act_at_table(ana, house.url, { game: 'tres', title: 'TRES', names: ['Ana', 'Ben'], set: { hints: true } });
  const seats = [['r6', 'b6', 'g2'], null].map((hand) => ({ score: 0, cards: 3, hand, said_tres: false }));
  const view = { phase: 'play', round: 1, turn: { seat: 0, drawn: false }, table: ['r7', 'b7', 'W'], pile: 60, discards: 3, top: 'g1', direction: 1, seats };
  table.push({ about: { game: 'tres', target: 1 }, view, you: { seat: 0, n: 1, moves: ['draw', '0 r6'] } });
  const hint = ana.page.locator('.hint-next');
  await ana.page.locator('.ask-house').waitFor();
  for (const width of [320, 390]) {
    await ana.page.setViewportSize({ width, height: 760 });
    await ana.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const { width: wide } = await hint.boundingBox();
    assert.ok(wide >= 0.75 * width, `${wide} of ${width}`);
  }
});

test('a newcomer reads what fits, and why a card that does not fit is not laid', async () => {
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  const { page } = ana;
  const table = await act_at_table(ana, house.url, { game: 'tres', title: 'TRES', names: ['Ana', 'Ben'] });
  const hand = ['r6', 'b6', 'g2', 'y5', 'r8'];
  const seats = [hand, null].map((cards) => ({ score: 0, cards: hand.length, hand: cards, said_tres: false }));
  const view = { phase: 'play', round: 1, turn: { seat: 0, drawn: false }, table: ['r7', 'b7', 'W'], pile: 60, discards: 3, top: 'g1', direction: 1, seats };
  const moves = ['draw', '0 r6', '1 b6', '0 r8', '0 y5 r6'];
  table.push({ about: { game: 'tres', target: 1 }, view, you: { seat: 0, n: 1, moves } });
  await ana.sees('Choose a card one higher or one lower.');
  const line = page.locator('#tres-hint');
  assert.equal(await line.innerText(), 'Lay one higher or one lower.');
  const why = line.getByRole('alert');
  await page.locator('.tres-own-card').nth(2).click();
  assert.equal(await why.innerText(), 'It must be one higher or lower.');
  assert.deepEqual(await page.locator('.tres-own-card.playable').evaluateAll((all) => all.map((one) => one.textContent.includes('can be laid'))), [true, true, true, true], 'the others still go');
  const notice = await why.elementHandle();
  await page.locator('.tres-own-card').nth(0).click();
  assert.equal(await why.count(), 0);
  await page.locator('.tres-own-card').nth(2).click();
  assert.notEqual(await why.evaluate((one, before) => one === before, notice), true, 'it is told again');
  await ana.is_accessible('a card that does not fit');
  for (const [width, high] of [[360, 640], [1280, 800], [320, 568]]) {
    await page.setViewportSize({ width, height: high });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    assert.equal(await why.innerText(), 'It must be one higher or lower.');
    await ana.fits(`a card that does not fit, ${width} × ${high}`);
    const { height, scroll } = await page.locator('.tres-line').evaluate((one) => ({ height: one.clientHeight, scroll: one.scrollHeight }));
    assert.ok(scroll <= height, `${scroll} of ${height} pixels`);
  }
  assert.deepEqual(ana.complaints, []);
});

test('with automatic TRES calls there is no call button, and the keyboard suffices to play', async () => {
  const ana = await meet('Ana', phone);
  const others = await backstage.sit_down(await ana.make_table({ game: 'TRES', seats: 2, rules: { 'Saying TRES': 'By itself' } }), ['Ben']);
  await ana.button('Start the game').click();
  await backstage.go_on(others);
  const table = at(ana);
  await table.asked();
  assert.equal(await table.say.count(), 0);
  assert.equal(await ana.page.locator('.tres-catch').count(), 0);
  await ana.inspect('10-tres-auto', ['light']);
  if (await table.cards.first().isVisible()) {
    await choose(table, press);
    await table.so(() => press(table.places.first()));
  } else {
    await table.so(() => press(table.otherwise));
  }
  assert.deepEqual(ana.complaints, []);
});
