// Every window size shows the table: the decision and the data for it, without scrolling and not covered.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { Backstage } from './backstage.js';
import { House } from './house.js';
import { open_browser, open_with_fonts, Person, sizes } from './people.js';
import { stage } from './staged.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const names = ['Ana', 'Benedikt-Maximilian', 'Cleo', 'María del Carmen', 'Ñ', 'Christopherus Rex', 'W W W', 'Zoë'];
const many = ['r1', 'r3', 'r4', 'r8', 'r9', 'g1', 'g1', 'g4', 'g4', 'g5', 'g6', 'g9', 'b2', 'b6', 'b7', 'b8', 'b9', 'y1', 'y2', 'y3', 'y9', 'W', 'W', 'S3', 'P3'];

/** Parts that each table must show, and parts that are tapped. @type {Record<string, {seen: string[], tapped: string[]}>} */
const tables = {
  yahtzee: { seen: ['.dice li', '.pad .box-name'], tapped: ['.pad .box', '.die-button', '.actions button'] },
  ambiciosa: { seen: ['.dice li', '.ambi-lane b', '.ambi-hand b', '.ambi-odds'], tapped: ['.race-actions button'] },
  escalera: { seen: ['.dice li', '.strip b', '.esc-stairs'], tapped: ['.race-actions button'] },
  threes_away: { seen: ['.threes-tray .dice li', '.player .plate', '.threes-sum'], tapped: ['.actions button', '.die-button'] },
  tres: { seen: ['.tres-rival .tres-cards', '.tres-table li', '.tres-pile'], tapped: ['.tres-actions button', '.tres-own-card'] },
};

/** Functions that set dice, cards and news, as many as possible and equal in each run. @type {Record<string, (push: any) => void>} */
const set = {
  yahtzee: (push) => {
    const { view, you } = push;
    push.events = [{ e: 'scored', seat: 1, box: 'small_straight', column: 0, points: 30 }];
    const { boxes } = view;
    const worth = Object.fromEntries(boxes.map((box) => [box, 25]));
    view.seats[0].boxes = {};
    view.turn = { seat: 0, dice: [6, 5, 4, 3, 6], throws: 1, throws_left: 2, worth };
    you.moves = [{ do: 'roll', dice: [0, 1, 2, 3, 4] }, ...boxes.map((box) => ({ do: 'score', box }))];
  },
  ambiciosa: (push) => {
    const { view } = push;
    push.events = [{ e: 'banked', seat: 1, points: 1250, score: -1250 }];
    view.last = { seat: 0, dice: ['K', 'A', 'Q'], points: 150 };
    Object.assign(view.turn, { seat: 0, points: 1450, throws: 3 });
    for (const seat of view.seats) seat.score = -1250;
  },
  escalera: (push) => {
    const marks = [{ of: 'aces', dice: [0, 1, 2, 3], points: 0 }];
    Object.assign(push.view, { turn: { seat: 0 }, last: { seat: 1, dice: [1, 1, 1, 1, 2, 3], points: 0, straights: [], reset: true, marks } });
    push.events = [{ e: 'reset', seat: 1, aces: 4, lost: 160 }];
  },
  threes_away: (push) => {
    const { view, you } = push;
    push.events = [{ e: 'ante', paid: view.seats.map(() => 1), pot: 16, why: 'pot' }];
    const worth = { worth: [0, 4, 6, 2, 1] };
    const goal = { at_most: 13, ties: false, permille: 1000 };
    view.turn = { seat: 0, dice: [3, 4, 6, 2, 1], kept: [], in_hand: 0, sum: 0, throws: 1, limit: 14, goal, ...worth };
    you.moves = [0, 1, 2, 3, 4].map((die) => ({ do: 'keep', dice: [die] }));
  },
  tres: (push) => {
    const [own, next, second] = push.view.seats;
    Object.assign(own, { hand: many.slice(-7), cards: 7 });
    next.said_tres = true;
    push.events = [{ e: 'drew', seat: second ? 2 : 1, count: 4, why: 'toma_tres' }];
  },
};

let house;
let browser;
let narrow;
/** A page in each language whose words are long; ./test long adds English. @type {Person[]} */
let people;
/** Pages with narrower letters in higher lines; tried in the windows of phones. @type {Person[]} */
let slim;
const phones = sizes.filter(([width]) => width < 400);
/** Recorded pushes to the player to move at tables of each game, by `game seats`. @type {Map<string, any>} */
const pushes = new Map();

before(async () => {
  house = await House.open();
  browser = await open_browser();
  const backstage = await Backstage.of(browser, house.url);
  for (const game of Object.keys(tables))
    for (const count of [2, 8]) {
      const table = await backstage.table({ game }, names.slice(0, count));
      await backstage.play(table, 1);
      const push = await backstage.page.evaluate((at) => window.players[at].push, table.host.at);
      set[game](push);
      pushes.set(`${game} ${count}`, push);
    }
  await backstage.close();
  const guests = (of, locales) =>
    Promise.all(
      locales.map(async (locale) => {
        const one = await Person.meet(of, 'Eva', { viewport: { width: 360, height: 740 } }, house.url, locale);
        await one.page.goto(house.url);
        await one.page.locator('.open-form').waitFor();
        one.language = of === narrow ? `${locale}, in narrow letters` : locale;
        return one;
      }),
    );
  people = await guests(browser, process.env.WHOLE_MATCHES ? ['en-GB', 'es-MX', 'it-IT'] : ['es-MX', 'it-IT']);
  narrow = await open_with_fonts('narrow');
  slim = await guests(narrow, ['es-MX']);
});
after(async () => {
  await narrow?.close();
  await browser?.close();
  await house?.close();
});

/** The elements that are not completely in the window, or are covered where they are tapped. */
const out_of_sight = ([seen, tapped]) => {
  const faults = [];
  const name_of = (one) => `${one.className.baseVal ?? one.className} ${one.textContent.trim().slice(0, 30)}`;
  const all = (selectors) => selectors.flatMap((selector) => {
    const found = [...document.querySelectorAll(selector)];
    if (found.length === 0) faults.push(`no ${selector}`);
    return found;
  });
  const check = (one, needs, lift = 0) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return faults.push(`out: ${name_of(one)}`);
    const wide = needs ? Math.min(needs, right - left) : right - left;
    for (const [x, y] of [[left + 3, (top + bottom) / 2], [left + wide - 2, (top + bottom) / 2], [left + wide / 2, top + 5], [left + wide / 2, bottom - 4 - lift]]) {
      const hit = document.elementFromPoint(x, y);
      const whole = one.closest('.player, .strip button, .pad tbody tr') ?? one;
      if (!hit || !(whole.contains(hit) || hit.contains(one))) return faults.push(`under ${hit?.outerHTML.slice(0, 80)}: ${name_of(one)}`);
    }
  };
  for (const one of all(seen)) check(one);
  const is_cut = (one) => one.clientWidth > 1 && !one.matches('.die-button') && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
  for (const one of document.querySelectorAll('.hint-next, .ticker, h1, .bar button, .play button:not(.tres-own-card), .esc-verdict span:last-child'))
    if (one.checkVisibility() && !one.closest('.unseen') && is_cut(one)) faults.push(`cut: ${name_of(one)}`);
  for (const one of all(tapped)) one.matches('.tres-own-card') ? check(one, 24, 12) : check(one); // a card that can be laid stands higher, over the row before
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight + 1) faults.push(`${page.scrollHeight - innerHeight} more than the window is high`);
  if (page.scrollWidth > innerWidth) faults.push(`${page.scrollWidth - innerWidth} more than the window is wide`);
  return faults;
};

/** Returns when the page is drawn in a window of this size. @param {Person} one @param {number} width @param {number} height */
async function resize({ page }, width, height) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/**
 * Shows a push in every window and language: with the hints of a first game, and in one language in turn without them, where news and
 * advice are shown.
 * @param {string} game @param {any} push @param {string} what
 */
async function fits(game, { room: _, match: __, ...push }, what) {
  const set = { hints: true, options: { tres_call: 'window' } };
  const scene = { game, title: game, names: names.slice(0, push.view.seats.length), push, set };
  const bare = people[scenes++ % people.length];
  for (const one of [...people, ...slim])
    for (const hinted of one === bare ? [[], [game]] : [[]]) {
      await stage(one, { ...scene, choices: { hinted, asked_sound: hinted.length > 0 } });
      const { seen, tapped } = tables[game];
      for (const [width, height] of slim.includes(one) ? phones : sizes) {
        await resize(one, width, height);
        const faults = await one.page.evaluate(out_of_sight, [hinted.length > 0 ? seen : [...seen, '.hint-next'], tapped]);
        assert.deepEqual(faults, [], `${what} at ${width} × ${height} in ${one.language}${hinted.length > 0 ? ', without hints' : ''}`);
      }
    }
}
let scenes = 0;

for (const game of Object.keys(tables))
  test(`the table of ${game} fits in every window, with two players and with eight`, async () => {
    for (const count of [2, 8]) await fits(game, pushes.get(`${game} ${count}`), `${count} players`);
  });

test('three columns of Yahtzee fit in every window, and each box has room for its name', async () => {
  const push = structuredClone(pushes.get('yahtzee 2'));
  const { view, you } = push;
  const none = { boxes: {}, upper: 0 };
  for (const seat of view.seats) Object.assign(seat, { boxes: undefined, columns: [none, none, none] });
  view.turn.worth = [view.turn.worth, view.turn.worth, view.turn.worth];
  you.moves = [you.moves[0], ...view.boxes.flatMap((box) => [0, 1, 2].map((column) => ({ do: 'score', box, column })))];
  await fits('yahtzee', push, 'three columns');
  const [one] = people;
  for (const [width, height] of sizes) {
    await resize(one, width, height);
    const widths = await one.page.locator('.pad .box-name .cut').evaluateAll((all) => all.map((name) => name.getBoundingClientRect().width));
    assert.ok(Math.min(...widths) >= 30, `${widths} at ${width} × ${height}`);
    assert.deepEqual(await one.page.locator('.pad .times').first().locator('.mine:visible').allTextContents(), ['×1', '×2', '×3']);
  }
});

test('the pages see the fonts that they are tried with, and no other', async () => {
  const width = ({ page }) => page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    return ['system-ui', 'serif', 'Arial'].map((family) => {
      pen.font = `100px ${family}`;
      return Math.round(pen.measureText('Cubilete').width);
    });
  });
  const [wide, thin] = await Promise.all([width(people[0]), width(slim[0])]);
  assert.ok(thin.every((one, at) => one < wide[at]), `${thin} and ${wide}`);
  assert.ok(Math.max(...thin) - Math.min(...thin) <= 3, `one family for all, hinted or not: ${thin}`);
});

test('hands of seven and of twenty-five cards fit in every window, and each card can be tapped', async () => {
  for (const count of [2, 8])
    for (const hand of [many.slice(-7), many]) {
      const push = structuredClone(pushes.get(`tres ${count}`));
      Object.assign(push.view.seats[0], { hand, cards: hand.length });
      await fits('tres', push, `${count} players, ${hand.length} cards`);
    }
});

test('on every phone the whole ring of the focus is seen around each card of TRES, with one card and with twenty-five', async () => {
  const [one] = people;
  const cut = () => {
    const wide = 5; // a ring of 3 pixels around a gap of 2
    const faces = [...document.querySelectorAll('.tres-own-card .tres-face')].map((face) => face.getBoundingClientRect());
    return faces.flatMap(({ left, right, top, bottom }, at) => (left < wide || right > innerWidth - wide || top < wide || bottom > innerHeight - wide ? [`card ${at}: ${left} to ${right}`] : []));
  };
  for (let count = 1; count <= many.length; ++count) {
    const { room: _, match: __, ...push } = structuredClone(pushes.get('tres 2'));
    Object.assign(push.view.seats[0], { hand: many.slice(0, count), cards: count });
    await stage(one, { game: 'tres', title: 'TRES', names: names.slice(0, 2), push, choices: { hinted: ['tres'] } });
    for (const [width, height] of [[320, 568], [360, 740], [390, 760]]) {
      await resize(one, width, height);
      assert.deepEqual(await one.page.evaluate(cut), [], `${count} cards at ${width} × ${height}`);
    }
  }
});

/** The height in pixels of the largest empty band of the table. Runs in the page. */
function highest_empty_band() {
  const play = document.querySelector('.play');
  const seen = (one) => {
    const { backgroundColor, backgroundImage, borderTopStyle } = getComputedStyle(one);
    const painted = backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none' || borderTopStyle !== 'none';
    return painted || one.matches('rect, path, circle, use, image, img, text') || [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
  };
  const bands = [...play.querySelectorAll('*')]
    .filter((one) => one.checkVisibility() && seen(one) && !one.closest('.unseen'))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1)
    .sort((a, b) => a.top - b.top);
  let highest = 0;
  let end = Math.max(play.getBoundingClientRect().top, 0);
  for (const { top, bottom } of [...bands, { top: innerHeight, bottom: innerHeight }]) {
    highest = Math.max(highest, Math.min(top, innerHeight) - end);
    end = Math.max(end, bottom);
  }
  return highest;
}

/** The largest rectangle of felt on which nothing lies, as a share of the window, and where it is. Runs in the page. */
function largest_empty() {
  const cell = 10;
  const [columns, rows] = [Math.floor(innerWidth / cell), Math.floor(innerHeight / cell)];
  const full = Array.from({ length: rows }, () => new Uint8Array(columns));
  const seen = (one) => {
    const { backgroundColor, backgroundImage, borderTopStyle } = getComputedStyle(one);
    const painted = backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none' || borderTopStyle !== 'none';
    return painted || one.matches('rect, path, circle, use, image, img, text') || [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
  };
  for (const one of document.querySelectorAll('.bar, .table *')) {
    if (one.closest('.unseen, .ghost') || !one.checkVisibility() || !seen(one)) continue;
    const { left, top, right, bottom } = one.getBoundingClientRect();
    for (let row = Math.max(0, Math.floor(top / cell)); row < Math.min(rows, bottom / cell); ++row)
      full[row].fill(1, Math.max(0, Math.floor(left / cell)), Math.max(0, Math.min(columns, Math.ceil(right / cell))));
  }
  const heights = new Uint16Array(columns);
  let most = { area: 0, at: '' };
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) heights[column] = full[row][column] ? 0 : heights[column] + 1;
    for (let left = 0; left < columns; ++left)
      for (let right = left, height = Infinity; right < columns && heights[right] > 0; ++right) {
        height = Math.min(height, heights[right]);
        const area = height * (right - left + 1);
        if (area > most.area) most = { area, at: `${[left, row - height + 1, right + 1, row + 1].map((edge) => edge * cell)}` };
      }
  }
  return { ...most, share: most.area / (columns * rows) };
}

test('no empty band of a desktop’s table is as high as 150 pixels, and no empty rectangle is a quarter of any window', async () => {
  const [one] = people;
  const desktops = [[1280, 800], [1440, 900], [1920, 1080]];
  for (const [at, { room: _, match: __, ...push }] of pushes) {
    const [game] = at.split(' ');
    push.events = Array.from({ length: 8 }, () => push.events).flat(); // a log as after some moves
    await stage(one, { game, title: game, names: names.slice(0, push.view.seats.length), push, choices: { hinted: [game], asked_sound: true } });
    for (const [width, height] of [...desktops, [1280, 620], [820, 1180], [2560, 1440], [390, 760]]) {
      await resize(one, width, height);
      const where = `${at} at ${width} × ${height}`;
      if (desktops.some(([wide, high]) => wide === width && high === height)) {
        const empty = await one.page.evaluate(highest_empty_band);
        assert.ok(empty < 150, `${where}: ${empty} pixels of nothing`);
      }
      const { share, at: edges } = await one.page.evaluate(largest_empty);
      assert.ok(share <= 0.25, `${where}: ${Math.round(100 * share)} % of nothing at ${edges}`);
    }
  }
});

test('the other players at TRES are in one line or around the ring, and nothing shifts when one can be caught', async () => {
  const { room: _, match: __, ...push } = pushes.get('tres 8');
  const caught = structuredClone(push);
  caught.view.call = { seat: 3, stage: 'open' };
  caught.you.moves.push({ do: 'catch', seat: 3 });
  const places = () =>
    [...document.querySelectorAll('.play :is(button:not(.tres-catch), .tres-rival, .tres-rival b, .tres-table li, .tres-own-card)')]
      .filter((one) => !one.closest('.tres-marks'))
      .map((one) => [one.className, ...Object.values(one.getBoundingClientRect().toJSON()).map(Math.round)].join(' '));
  const scene = { game: 'tres', title: 'TRES', names, set: { options: { tres_call: 'window' } }, choices: { hinted: ['tres'], asked_sound: true } };
  for (const one of people) {
    await stage(one, { ...scene, push });
    const before = [];
    for (const [width, height] of sizes) {
      await resize(one, width, height);
      const { tops, left, around } = await one.page.locator('.tres-rival').evaluateAll((all) => {
        const boxes = all.map((rival) => rival.getBoundingClientRect());
        return { tops: new Set(boxes.map(({ top }) => top)).size, left: boxes.map((box) => box.left), around: getComputedStyle(all[0]).position === 'absolute' };
      });
      assert.equal(tops, around ? 4 : 1, `${width} × ${height}`);
      assert.deepEqual(left, left.toSorted((a, b) => a - b), 'in the order of the seats');
      before.push(await one.page.evaluate(places));
    }
    await stage(one, { ...scene, push: caught });
    for (const [at, [width, height]] of sizes.entries()) {
      await resize(one, width, height);
      assert.deepEqual(await one.page.evaluate(places), before[at], `${width} × ${height}`);
      const box = await one.page.locator('.tres-catch').evaluate((button) => {
        const { width, height } = button.getBoundingClientRect();
        return { width, height, cut: button.scrollWidth > button.clientWidth + 1 || button.scrollHeight > button.clientHeight + 1 };
      });
      assert.ok(box.height >= 44 && box.width >= 40 && !box.cut, `${JSON.stringify(box)} at ${width} × ${height} in ${one.language}`);
    }
  }
});

/** How the parts of the TRES table lie to each other. Runs in the page. */
function lie_of_tres() {
  const box = (one) => one.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const parts = all('.tres-plate, .tres-seat .token, .tres-table .tres-card, .tres-pile > .tres-card, .tres-words > :not(.tres-tools), .tres-actions button, .tres-tools > *');
  const meets = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  const apart = (one, other) => one.closest('.tres-rival') === null || one.closest('.tres-rival') !== other.closest('.tres-rival');
  const met = parts.flatMap((one, at) => parts.slice(at + 1).filter((other) => apart(one, other) && meets(box(one), box(other))).map((other) => `${one.className} over ${other.className}`));
  const held = all('.tres-own-card').map(box);
  const hand = [...parts.filter((one) => !one.closest('.tres-rival'))].filter((one) => held.some((card) => meets(card, box(one)))).map((one) => `${one.className} over the hand`);
  const row = held.map(({ top }) => top);
  const strips = held.slice(1).map(({ left }, at) => (row[at] === row[at + 1] ? left - held[at].left : Infinity));
  const numbers = all('.tres-own-card').filter((one) => box(one.querySelector('.corner')).left < box(one).left - 1).length;
  return { met: [...met, ...hand], numbers, strip: Math.min(...strips), card: box(all('.tres-table .tres-card')[0]).height, felt: innerHeight - box(document.querySelector('.bar')).height };
}

test('at TRES nothing lies over anything else but cards, and the pieces grow with their felt', async () => {
  const [one] = people;
  const large = [[820, 1180], [1440, 900], [2560, 1440]];
  for (const count of [2, 8])
    for (const hand of [many.slice(-7), many]) {
      const { room: _, match: __, ...push } = structuredClone(pushes.get(`tres ${count}`));
      Object.assign(push.view.seats[0], { hand, cards: hand.length });
      await stage(one, { game: 'tres', title: 'TRES', names: names.slice(0, count), push, set: { options: { tres_call: 'window' } }, choices: { hinted: ['tres'], asked_sound: true } });
      for (const [width, height] of [[320, 568], [844, 390], [1024, 600], ...sizes, ...large]) {
        await resize(one, width, height);
        const where = `${count} players, ${hand.length} cards at ${width} × ${height}`;
        const { met, numbers, strip, card, felt } = await one.page.evaluate(lie_of_tres);
        assert.deepEqual(met, [], where);
        if (hand.length > 9) assert.equal(numbers, 0, `numbers beside their cards, ${where}`);
        assert.ok(strip >= (width < 360 ? 28 : hand.length < 10 ? 30 : 33.9), `${strip} pixels of a card, ${where}`);
        if (large.some(([wide]) => wide === width)) assert.ok(card >= 0.2 * felt, `cards of ${card} on ${felt} pixels, ${where}`);
      }
    }
});

test('the faces of La Ambiciosa are in the typeface that comes with the page, and its terms have their translations beside them', async () => {
  const { room: _, match: __, ...push } = pushes.get('ambiciosa 2');
  for (const one of people) {
    await stage(one, { game: 'ambiciosa', title: 'La Ambiciosa', names: names.slice(0, 2), push, choices: { hinted: ['ambiciosa'] } });
    const dice = one.page.locator('.ambi-tray .dice > li');
    assert.equal(await dice.count(), 3);
    for (const die of await dice.all()) {
      const families = await die.locator('svg text').evaluateAll((texts) => texts.map((text) => getComputedStyle(text).fontFamily.split(',')[0]));
      assert.deepEqual([...new Set(families)], ['Fraunces']);
      assert.equal(await die.locator('svg:not([translate=no]) text').count(), 0, 'no letter is translated');
    }
    assert.ok(await one.page.evaluate(() => document.fonts.ready.then(() => document.fonts.check('650 50px Fraunces', 'AKQJ109'))));
    const said = one.language.startsWith('it') ? 'Mi fermo' : 'Me planto';
    const stop = one.page.locator('.race-actions button', { hasText: said });
    assert.match((await stop.textContent()).replace(said, ''), /\p{L}{2}.*1.?450/u, one.language);
  }
});

/** A page of the host of a table. */
async function host_of({ room, host }, locale = 'en-GB') {
  const one = await Person.meet(browser, host.name, { viewport: { width: 1280, height: 620 } }, house.url, locale);
  await one.page.addInitScript((stored) => localStorage.setItem('cubilete.player', stored), JSON.stringify({ name: host.name, token: host.token }));
  await one.page.goto(new URL(`r/${room}`, house.url).href);
  return one;
}

/** Whether an element is completely in the window and not covered. Runs in the page. */
function is_in_sight(one) {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const hits = [left + 3, right - 3].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
  return top >= 0 && bottom <= innerHeight && hits.every((hit) => hit !== null && one.contains(hit));
}

test('a host who is alone at a game for two sees in every window how to add a computer player, and then how to start', async () => {
  const backstage = await Backstage.of(browser, house.url);
  const host = await host_of(await backstage.table({ game: 'tres', seats: 4 }, names.slice(0, 1)));
  const add = host.button('Add a computer player');
  const start = host.button('Start the game');
  await add.waitFor();
  for (const [width, height] of sizes) {
    await host.page.setViewportSize({ width, height });
    assert.ok(await add.evaluate(is_in_sight), `${width} × ${height}`);
  }
  assert.equal(await start.count(), 0, 'nobody can start yet');
  await add.click();
  await start.waitFor();
  assert.ok(await start.evaluate(is_in_sight));
  await host.page.context().close();
  await backstage.close();
});

test('the host sees the button that starts the game in every window, below eight seats, too', async () => {
  const backstage = await Backstage.of(browser, house.url);
  const table = await backstage.table({ game: 'yahtzee', seats: 8 }, names.slice(0, 2));
  const host = await host_of(table);
  const start = host.button('Start the game');
  await start.waitFor();
  for (const [width, height] of sizes) {
    await host.page.setViewportSize({ width, height });
    assert.ok(await start.evaluate(is_in_sight), `${width} × ${height}`);
  }
  await host.page.context().close();
  await backstage.close();
});

test('one can write without scrolling beside a table in a low window, after a long chat, too', async () => {
  const backstage = await Backstage.of(browser, house.url);
  const table = await backstage.table({ game: 'yahtzee' }, names.slice(0, 3));
  await backstage.play(table, 8);
  const host = await host_of(table);
  await host.button('Log and chat').click();
  const say = host.page.getByPlaceholder('Say something');
  await say.waitFor();
  assert.ok(await say.evaluate(is_in_sight), 'an empty chat');
  for (let line = 0; line < 3; ++line) for (const { ask } of table.players) await ask({ t: 'room.chat', room: table.room, text: `line ${line}` });
  await host.page.locator('.chat li').nth(8).waitFor({ state: 'attached' });
  assert.ok(await say.evaluate(is_in_sight), 'a long chat');
  await host.page.context().close();
  await backstage.close();
});

test('on the cards of TRES the letters of a colour touch none of its signs', async () => {
  const { room: _, match: __, ...push } = structuredClone(pushes.get('tres 2'));
  const hand = ['r1', 'g1', 'b1', 'y1'];
  Object.assign(push.view.seats[0], { hand, cards: hand.length });
  for (const one of people) {
    await one.page.setViewportSize({ width: 1280, height: 800 });
    await stage(one, { game: 'tres', title: 'TRES', names: names.slice(0, 2), push, choices: { hinted: ['tres'] } });
    assert.equal(await one.page.locator('.tres-own-card .letter:visible').count(), 0, 'where there are colours');
    await one.page.emulateMedia({ forcedColors: 'active' });
    const touching = await one.page.locator('.tres-own-card .tres-face').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const letter = card.querySelector('.letter');
        const edge = letter.getBoundingClientRect();
        const meets = ({ left, top, right, bottom }) => left < edge.right && right > edge.left && top < edge.bottom && bottom > edge.top;
        return [...card.querySelectorAll('.shape')].some((shape) => meets(shape.getBoundingClientRect())) ? [letter.textContent] : [];
      }),
    );
    assert.deepEqual(touching, [], one.language);
    assert.equal(await one.page.locator('.tres-own-card .letter:visible').count(), hand.length);
    await one.page.emulateMedia({ forcedColors: null });
  }
});

/** Returns the faults in a narrow window: title lines under the cup of the header, or a column without its owner. Runs in the page. */
function unclear() {
  const faults = [];
  const range = document.createRange();
  const title = document.querySelector('.turn strong');
  const end = title.getBoundingClientRect().bottom; // further lines are clipped
  range.selectNodeContents(title);
  const cup = document.querySelector('.turn-place .dice-badge .icon').getBoundingClientRect();
  const leading = 4; // of the lines’ boxes, above and below the letters
  for (const line of range.getClientRects())
    if (line.bottom - leading < end && line.left < cup.right && cup.left < line.right && line.top + leading < cup.bottom && cup.top < line.bottom - leading)
      faults.push(`line to ${line.bottom}, cup from ${cup.top}`);
  const [owner] = [...document.querySelectorAll('.pad th.mine .name, .pad-players [aria-pressed=true] .name')].filter((one) => one.checkVisibility());
  const { left, top, height } = owner.getBoundingClientRect();
  if (document.elementFromPoint(left + 4, top + height / 2) !== owner) faults.push('nobody’s column');
  return faults;
}

test('on the narrowest phones the title is not under the cup, and a column says whose it is', async () => {
  const { room: _, match: __, ...push } = structuredClone(pushes.get('yahtzee 2'));
  Object.assign(push, { clock: { kind: 'turn', left_ms: 30_000, of_ms: 45_000 }, to_act: [1] });
  push.view.turn.seat = 1;
  for (const one of [...people, ...slim])
    for (const rival of ['Olga', 'Minerva', 'Maximilian X', 'Benedikt-Maximilian']) {
      await stage(one, { game: 'yahtzee', title: 'Yahtzee', names: ['Eva', rival], push, waits: { do: 'roll', dice: [] } });
      for (const [width, height] of [[320, 568], [360, 640]]) {
        await resize(one, width, height);
        assert.deepEqual(await one.page.evaluate(unclear), [], `${rival}’s turn at ${width} × ${height} in ${one.language}`);
      }
    }
});

test('on the smallest phones the buttons of La Ambiciosa are in view with three players, too', async () => {
  const { room: _, match: __, ...push } = structuredClone(pushes.get('ambiciosa 2'));
  push.view.seats.push({ score: 3900 });
  for (const one of people) {
    await stage(one, { game: 'ambiciosa', title: 'La Ambiciosa', names: names.slice(0, 3), push, choices: { hinted: ['ambiciosa'] } });
    await resize(one, 320, 568);
    const ends = await one.page.locator('.race-actions button').evaluateAll((all) => all.map((button) => button.getBoundingClientRect().bottom));
    assert.ok(ends.length === 2 && ends.every((end) => end <= 568), `${ends} in ${one.language}`);
  }
});

test('the mover’s column at Yahtzee is seen, on a phone and in a low window', async () => {
  const backstage = await Backstage.of(browser, house.url);
  const table = await backstage.table({ game: 'yahtzee', options: { starter: 'first' } }, names.slice(0, 5));
  await table.host.ask({ t: 'room.start', room: table.room });
  const [eva] = people;
  await eva.page.setViewportSize({ width: 360, height: 740 });
  await eva.page.goto(new URL(`r/${table.room}`, house.url).href);
  await eva.page.locator('#name').fill('Eva');
  await eva.page.locator('.actions button.primary').click(); // to watch, for all seats are taken
  for (const [seat, player] of table.players.entries()) {
    await eva.page.waitForFunction((at) => {
      const one = document.getElementById(`seat-${at}`);
      const [column, pad] = [one, one?.closest('.pad-paper')].map((element) => element?.getBoundingClientRect());
      return column && one.matches('.now') && column.left >= pad.left - 1 && column.right <= pad.right + 1;
    }, seat);
    await eva.page.setViewportSize(seat % 2 === 0 ? { width: 1280, height: 620 } : { width: 360, height: 740 }); // for the next card
    await backstage.move(player, 'roll');
    await backstage.move(player, 'score');
  }
  await backstage.close();
});
