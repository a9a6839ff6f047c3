// Moments for which everybody looks up: a Yahtzee, three aces, a zero, all six steps, Toma TRES.
import assert from 'node:assert/strict';
import test from 'node:test';

import { act_at_table } from './acted.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';

Person.motion = 'no-preference';

const { house, browser } = await server_and_browser();

const boxes = ['aces', 'twos', 'threes', 'fours', 'fives', 'sixes', 'three_of_a_kind', 'four_of_a_kind', 'full_house', 'small_straight', 'large_straight', 'yahtzee', 'chance'];
const about = { game: 'yahtzee', rounds: 13, preset: 'yahtzee', boxes, upper_goal: 63 };
const worth = { sixes: 30, four_of_a_kind: 30, yahtzee: 50, chance: 30 };
const seats = [{ score: 3, boxes: { aces: 3 }, upper: 3, upper_par: 3 }, { score: 0, boxes: {}, upper: 0, upper_par: 0 }];
const scores = Object.keys(worth).map((box) => ({ do: 'score', box }));
const thrown = (dice, throws, some) => ({
  view: { phase: 'play', round: 2, turn: { seat: 0, dice, throws, throws_left: 3 - throws, worth: some }, seats },
  events: [{ e: 'rolled', seat: 0, thrown: [4], dice }],
  you: { seat: 0, n: throws, moves: [{ do: 'roll', dice: [4] }, ...scores] },
});

/** Ana's Yahtzee table, with four sixes on it. Its animations stand still. */
async function with_four_sixes(device, motion = 'no-preference') {
  const ana = await Person.meet(browser, 'Ana', { ...device, reducedMotion: motion }, house.url);
  const table = await act_at_table(ana, house.url, { game: 'yahtzee', title: 'Yahtzee', names: ['Ana', 'Ben'] });
  table.push({ about, ...thrown([6, 6, 6, 6, 2], 1, { ...worth, yahtzee: 0 }) });
  await ana.page.locator('.pad').waitFor();
  const devtools = await ana.page.context().newCDPSession(ana.page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.0001 });
  return { ana, page: ana.page, ...table };
}
const fifth_six = () => thrown([6, 6, 6, 6, 6], 2, worth);

test('a Yahtzee is shown by one word, its dice and what it brings, beside the pad and below the button that writes it', async () => {
  for (const device of [desk, phone]) {
    const { ana, page, push } = await with_four_sixes(device);
    push(fifth_six());
    await page.locator('.moment').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Write 50 in Yahtzee' }).first().waitFor(); // the dice lie
    const shown = await page.evaluate(() => {
      const sky = document.querySelector('.moment');
      sky.style.pointerEvents = 'auto';
      const covered = (selector) => {
        const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
        return sky.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      };
      return {
        text: sky.innerText.replaceAll(/\s+/g, ' ').trim(),
        pieces: sky.querySelectorAll('.piece .cube').length,
        scraps: sky.querySelectorAll('.scrap').length,
        covered: ['.pad tbody td.mine', '.tray .actions .primary', '.dice-zone'].map(covered),
        spoken: sky.getAttribute('aria-hidden') !== 'true',
      };
    });
    const { scraps, ...rest } = shown;
    assert.deepEqual(rest, { text: 'Yahtzee! Five sixes in two throws +50', pieces: 5, covered: [device === phone, false, true], spoken: false });
    assert.ok(scraps > 0 && scraps <= 40, `${scraps} scraps`);
    assert.deepEqual(ana.complaints, []);
    await page.context().close();
  }
});

test('a moment moves only by transforms and opacity, and is over 1.4 s after the dice', async () => {
  const { page, push } = await with_four_sixes(desk);
  await page.evaluate(() => {
    window.moved = new Promise((tell) =>
      new MutationObserver((_, all) => {
        const sky = document.querySelector('.moment');
        if (!sky) return;
        all.disconnect();
        tell(sky.getAnimations({ subtree: true }).map((one) => [Object.keys(Object.assign({}, ...one.effect.getKeyframes())), one.effect.getComputedTiming().activeDuration]));
      }).observe(document.body, { childList: true, subtree: true }),
    );
  });
  push(fifth_six());
  const moved = await page.evaluate(() => window.moved);
  assert.ok(moved.length > 40);
  const other = moved.flatMap(([names]) => names).filter((name) => !['offset', 'computedOffset', 'easing', 'composite', 'transform', 'opacity'].includes(name));
  assert.deepEqual(other, []);
  assert.equal(Math.max(...moved.map(([, lasts]) => lasts)), 1400);
  await page.context().close();
});

test('a tap, a key or the next message ends a moment at once', async () => {
  const endings = {
    tap: ({ page }) => page.locator('.turn').click(),
    key: ({ page }) => page.keyboard.press('Shift'),
    message: ({ push }) => push({ ...fifth_six(), events: [] }),
  };
  for (const end of Object.values(endings)) {
    const table = await with_four_sixes(desk);
    table.push(fifth_six());
    await table.page.locator('.moment').waitFor({ state: 'attached' });
    await table.page.locator('.pad .box[aria-pressed=true]').waitFor(); // the dice lie; until then a tap stops them
    await end(table);
    await table.page.locator('.moment').waitFor({ state: 'detached' });
    assert.equal(await table.page.locator('[data-raised]').count(), 0);
    await table.page.context().close();
  }
});

test('a Yahtzee is marked on the pad from the start, and Enter writes it', async () => {
  const { page, push, asked } = await with_four_sixes(desk);
  assert.equal(await page.locator('.pad .box[aria-pressed=true]').count(), 0);
  push(fifth_six());
  await page.locator('.tray:not(.locked) .fill[aria-disabled=false]').waitFor();
  await page.locator('.turn').click();
  await page.keyboard.press('Enter');
  while (!asked.some(({ t }) => t === 'move')) await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.deepEqual(asked.find(({ t }) => t === 'move').move, { do: 'score', box: 'yahtzee' });
  await page.context().close();
});

test('players who prefer reduced motion see no moment, and where colours are forced it has neither rays nor scraps', async () => {
  const calm = await with_four_sixes(desk, 'reduce');
  calm.push(fifth_six());
  await calm.page.locator('.pad .box[aria-pressed=true]').waitFor();
  assert.equal(await calm.page.locator('.moment').count(), 0);
  await calm.page.context().close();
  const flat = await with_four_sixes({ ...desk, forcedColors: 'active' });
  flat.push(fifth_six());
  await flat.page.locator('.moment').waitFor({ state: 'attached' });
  assert.deepEqual(await flat.page.locator('.moment :is(.rays, .scrap)').evaluateAll((parts) => [...new Set(parts.map((part) => getComputedStyle(part).display))]), ['none']);
  assert.equal(await flat.page.locator('.moment .piece svg.die').count(), 5);
  await flat.page.context().close();
});
