// A throw is seen before its effect, and a double tap is one throw.
import assert from 'node:assert/strict';
import test from 'node:test';

import { Backstage } from './backstage.js';
import { own_result_ms, roll_ms } from '../../web-client/core/push_queue.js';
import { desk, Person, phone } from './people.js';
import { server_and_browser } from './server_and_browser.js';
import { with_sources } from './staged.js';

Person.motion = 'no-preference';

const { house, browser } = await server_and_browser();
const backstage = await Backstage.of(browser, house.url);

/** Dice roll until `lie()` is called, and one's own result has its time until `go_on()`. Runs in the page, before its scripts. */
function hold_dice([lie, go_on]) {
  const { setTimeout } = window;
  window.setTimeout = (then, wait, ...rest) => (wait === lie ? void (window.lie = then) : wait === go_on ? void (window.go_on = then) : setTimeout(then, wait, ...rest));
}

/** The host's page during a match, with the host to move. */
const at_table = async (game, device, seq) => {
  const table = await backstage.table({ game }, ['Ana', 'Benedikt']);
  await backstage.play(table, seq);
  await backstage.page.evaluate(() => window.players.forEach((player) => (player.until = null)));
  const ana = await Person.meet(browser, 'Ana', device, house.url);
  await ana.page.addInitScript((token) => localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token })), table.host.token);
  await ana.page.addInitScript(hold_dice, [roll_ms, own_result_ms]);
  await ana.page.goto(`${house.url}r/${table.room}`);
  await ana.page.locator('.play').waitFor();
  return { ana, table };
};

/** The dice have stopped, and the buttons have this text. */
const says = (page, text) =>
  page.waitForFunction((wanted) => {
    window.lie?.();
    return document.querySelector('.actions').textContent.includes(wanted);
  }, text);

test('a double tap throws once, with full or reduced motion', async () => {
  for (const motion of ['no-preference', 'reduce']) {
    const { ana } = await at_table('yahtzee', desk, 1);
    await ana.page.emulateMedia({ reducedMotion: motion });
    const thrown = () => ana.page.locator('.log li', { hasText: /^You threw \d \d \d \d \d\.$/ }).count();
    const before_throwing = await thrown();
    await ana.throwing.dblclick();
    await says(ana.page, '2 throws left');
    await ana.throwing.waitFor(); // throws are accepted again
    assert.equal(await thrown(), before_throwing + 1);
    await ana.throwing.click();
    await says(ana.page, '1 throw left');
    await ana.page.context().close();
  }
});

test('a double tap at La Ambiciosa does not risk the points of the first throw', async () => {
  for (const motion of ['no-preference', 'reduce']) {
    const { ana, table } = await at_table('ambiciosa', phone, 1);
    await ana.page.emulateMedia({ reducedMotion: motion });
    const moves = () => backstage.page.evaluate((at) => window.players[at].push.seq, table.host.at);
    const before_throwing = await moves();
    await ana.page.locator('.race-actions .primary').dblclick();
    await ana.page.waitForFunction(() => {
      window.lie?.();
      return document.querySelector('.ticker').textContent.startsWith('You threw ');
    });
    await backstage.page.waitForFunction(([at, seq]) => window.players[at].push.seq > seq, [table.host.at, before_throwing]); // another socket
    assert.equal(await moves(), before_throwing + 1);
    await ana.page.context().close();
  }
});

/** The button that throws first, and the first log line about it. @type {Record<string, [number, string]>} */
const throws = {
  escalera: [12, '.race-actions .primary'],
  ambiciosa: [12, '.race-actions .primary'],
  threes_away: [1, '.actions .primary'],
  yahtzee: [1, '.actions .primary'],
};
for (const [game, [entries, throwing]] of Object.entries(throws))
  test(`header, news and totals of ${game} change after the dice stop, and a tap stops them`, async () => {
    const lie = (page) => page.evaluate(() => window.lie());
    const tap = (page) => page.locator('.turn').tap();
    for (const end of [lie, tap]) {
      const { ana } = await at_table(game, phone, entries);
      const { page } = ana;
      const shown = () => page.evaluate(() => ['.turn', '.ticker', '.strip', '.player', '.ambi-hand', '.log'].map((one) => document.querySelector(one)?.textContent.replace(/\s+/g, ' ')));
      await page.locator('.turn.mine').waitFor();
      const before_throwing = await shown();
      await page.locator(throwing).evaluate((button) => button.click());
      await page.locator('.tray.locked .throwing').first().waitFor();
      assert.deepEqual(await shown(), before_throwing, 'the dice still roll');
      await end(page);
      await page.locator('.tray:not(.locked)').waitFor();
      await page.waitForFunction((before) => document.querySelector('.log').textContent.replace(/\s+/g, ' ') !== before, before_throwing[5]);
      assert.match((await shown())[1], /\bYou (threw|lose) /);
      assert.deepEqual(ana.complaints, []);
      await page.context().close();
    }
  });

/** A table of TRES where the host can play a card. */
const with_choice = async () => {
  for (let deal = 0; deal < 20; ++deal) {
    const { ana } = await at_table('tres', phone, 1);
    await ana.page.locator('.tres-d[aria-disabled=false]').waitFor();
    if ((await ana.page.locator('.tres-own-card.playable').count()) > 0) return ana;
    await ana.page.context().close();
  }
  assert.fail('twenty hands without a card to lay');
};

test('rolling dice of Threes Away count what they count when they lie, which is shown only then', async () => {
  for (let threes = 0; threes === 0; ) {
    const { ana } = await at_table('threes_away', phone, 1);
    const { page } = ana;
    const counted = () => page.locator('.dice > li').evaluateAll((dice) => dice.map((die) => die.querySelector('.die-note').textContent));
    await page.locator('.turn.mine').waitFor();
    await page.locator('.actions .primary').evaluate((button) => button.click());
    await page.locator('.tray.locked .throwing').first().waitFor();
    const rolling = await counted();
    const opacity = await page.locator('.die-note').first().evaluate((note) => getComputedStyle(note).opacity);
    await page.evaluate(() => window.lie());
    await page.locator('.tray:not(.locked)').waitFor();
    assert.deepEqual(rolling, await counted());
    assert.equal(opacity, '0');
    threes = rolling.filter((text) => text === 'counts 0').length; // where no three fell, nothing is proved
    await page.context().close();
  }
});

test('drawing at TRES asks for a confirmation if a card could be played', async () => {
  const ana = await with_choice();
  const { page } = ana;
  const cards = await page.locator('.tres-own-card').count();
  await page.locator('.tres-d').dblclick();
  await ana.button(/^Draw anyway/).waitFor();
  assert.equal(await page.locator('.tres-own-card').count(), cards, 'the second tap of two says nothing');
  await page.locator('.tres-d').evaluate((button) => {
    const later = new Event('click', { bubbles: true });
    Object.defineProperty(later, 'timeStamp', { value: performance.now() + 1000 });
    button.dispatchEvent(later);
  });
  await page.waitForFunction((count) => document.querySelectorAll('.tres-own-card').length > count, cards);
});

test('the confirmation before drawing at TRES can be disabled', async () => {
  const ana = await with_choice();
  const { page } = ana;
  await ana.button('Menu').click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Ask once before drawing when a card can be laid').uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.locator('.tres-d[aria-disabled=false]').waitFor();
  const cards = await page.locator('.tres-own-card').count();
  await page.locator('.tres-d').tap();
  await page.waitForFunction((count) => document.querySelectorAll('.tres-own-card').length > count, cards);
  assert.equal(await ana.button(/^Draw anyway/).count(), 0);
});

test('a highlight is shown over the table, and a tap ends it', async () => {
  const { ana } = await at_table('yahtzee', phone, 1);
  const { page } = ana;
  await with_sources(page);
  const shout = (motion) =>
    page.emulateMedia({ reducedMotion: motion }).then(() =>
      page.evaluate(async () => {
        const files = ['ui/table/effects/motion.js', 'ui/game/beats.js'];
        const [{ Motion }, { highlight_beat }] = await Promise.all(files.map((file) => import(new URL(`sources/web-client/${file}`, document.baseURI))));
        const layer = Object.assign(document.createElement('div'), { id: 'here' });
        document.body.append(layer);
        const motion = new Motion(layer);
        motion.play([highlight_beat(0, 'yahtzee')], () => null, () => 'Yahtzee!');
        const shown = layer.textContent;
        motion.skip();
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        const left = layer.textContent;
        layer.remove();
        return { shown, left };
      }),
    );
  assert.deepEqual(await shout('no-preference'), { shown: 'Yahtzee!', left: '' });
  assert.deepEqual(await shout('reduce'), { shown: '', left: '' });
});

test('what flies from a wide place to a narrow one is never wider than the narrow one', async () => {
  const one = await Person.meet(browser, 'Ana', phone, house.url);
  await one.page.emulateMedia({ reducedMotion: 'no-preference' });
  await one.page.goto(house.url);
  await with_sources(one.page);
  await one.page.addStyleTag({ url: 'sources/web-client/ui/table/effects/effects.css' });
  const widths = await one.page.evaluate(async () => {
    const { Motion } = await import(new URL('sources/web-client/ui/table/effects/motion.js', document.baseURI));
    const spot = (name, width) => {
      const part = Object.assign(document.createElement('i'), { style: `position: fixed; top: 9px; left: 9px; width: ${width}px; height: 40px` });
      part.dataset.spot = name;
      document.body.append(part);
    };
    spot('seat', 360);
    spot('place', 60);
    const layer = document.createElement('div');
    document.body.append(layer);
    const card = Object.assign(document.createElement('b'), { style: 'display: block; width: 150px; height: 200px' });
    new Motion(layer).play([{ at: 0, ms: 9000, fly: { thing: 'card', from: ['seat'], to: ['place'] } }], () => card, () => '');
    const [flight] = layer.getAnimations({ subtree: true });
    flight.pause();
    return [0, 0.3, 0.55, 0.9].map((share) => {
      flight.currentTime = 9000 * share;
      return card.getBoundingClientRect().width;
    });
  });
  for (const width of widths) assert.ok(width > 20 && width <= 60 * 1.11, `${widths}`);
});

for (const tapped of [false, true])
  test(`a quick answer to a throw hides neither the throw nor its result ${tapped ? 'until one taps' : 'for a while'}`, async () => {
    const { ana, table } = await at_table('escalera', desk, 12);
    const { page } = ana;
    await page.locator('.turn.mine').waitFor();
    await backstage.go_on([table.players[1]]);
    await page.locator('.race-actions .primary').evaluate((button) => button.click());
    await page.locator('.tray.locked .throwing').first().waitFor();
    await backstage.page.waitForFunction((at) => window.players[at].push.to_act.includes(0), table.host.at); // Benedikt has thrown
    assert.equal(await page.locator('.turn.mine').count(), 1);
    await page.evaluate(() => window.lie());
    await page.locator('.tray:not(.locked)').waitFor();
    await page.locator('.esc-verdict', { hasText: 'Ana' }).waitFor();
    assert.match(await page.locator('.log li').last().innerText(), /\bYou (threw|lose) /);
    if (tapped) await page.locator('.turn').click();
    else await page.evaluate(() => window.go_on());
    await page.locator('.tray.locked .throwing').first().waitFor();
    await page.evaluate(() => window.lie());
    await ana.sees(/^Benedikt threw /);
    assert.deepEqual(ana.complaints, []);
  });

test('while a player thinks, the clock and the first hint cost few layouts and styles', async () => {
  const table = await backstage.table({ game: 'yahtzee', clock: { turn_ms: 60_000 } }, ['Ana', 'Benedikt']);
  await backstage.play(table, 1);
  const ana = await Person.meet(browser, 'Ana', phone, house.url);
  await ana.page.addInitScript((token) => localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token })), table.host.token);
  await ana.page.goto(`${house.url}r/${table.room}`);
  await ana.page.locator('[data-pointed]').waitFor();
  const devtools = await ana.page.context().newCDPSession(ana.page);
  await devtools.send('Performance.enable');
  const cost = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return ['LayoutCount', 'RecalcStyleCount'].map((name) => metrics.find((one) => one.name === name).value);
  };
  /** The next second of the clock. */
  const second = () =>
    ana.page.evaluate(
      () => new Promise((seen) => new MutationObserver((_, all) => (all.disconnect(), seen())).observe(document.querySelector('.clock'), { childList: true, characterData: true, subtree: true })),
    );
  await second();
  await second();
  const before_thinking = await cost();
  for (let time = 0; time < 5; ++time) await second();
  const [layouts, styles] = (await cost()).map((count, at) => count - before_thinking[at]);
  assert.ok(layouts <= 10, `${layouts} layouts`);
  assert.ok(styles <= 40, `${styles} styles`);
  const [bar] = await ana.page.locator('.clock-bar > div').evaluateAll((all) => all.map((one) => one.getAnimations().map(({ id, playState }) => `${id} ${playState}`)));
  assert.deepEqual(bar, ['clock running']);
});
