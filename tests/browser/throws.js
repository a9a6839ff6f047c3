// Throws dice in the felt of a Yahtzee table in four windows, and tells what is wrong with how they come to rest: npm run throws
// CUBILETE_BIN names the server.
import { Backstage } from './backstage.js';
import { House } from './house.js';
import { open_browser, Person } from './people.js';
import { are_apart, silhouette } from './silhouettes.js';
import { with_sources } from './staged.js';

const windows = [[320, 568], [390, 760], [1280, 620], [1440, 900]];
const longest_ms = 900;

/** Throws one to five dice into a field of that size, the others being kept. Runs in the page. */
async function thrown({ size, throws }) {
  const files = ['ui/lit.js', 'ui/game/dice.js', 'core/stylesheet.js'];
  const [{ render }, { dice_field }, { stylesheet }] = await Promise.all(files.map((file) => import(new URL(`sources/web-client/${file}`, document.baseURI))));
  await stylesheet('ui/dice.css');
  const place = document.createElement('div');
  place.className = 'tray';
  document.body.replaceChildren(place);
  const [width, zone, tray] = size;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`.tray { padding: 0; width: ${width}px } .dice-field { position: relative } .dice-zone { height: ${zone}px } .dice-tray { height: ${tray}px }`);
  document.adoptedStyleSheets = [sheet];
  const words = { name: (position, face) => `${position} ${face}` };
  const show = (dice, seed, positions, held) => render(dice_field({ dice, seed, thrown: positions, held: new Set(held), tray: '', words }), place);
  const all = [0, 1, 2, 3, 4];
  const found = [];
  show([1, 1, 1, 1, 1], 'before', all, []);
  await new Promise(requestAnimationFrame);
  for (let at = 0; at < throws; ++at) {
    const positions = all.slice(0, 1 + (at % 5));
    const dice = all.map((position) => 1 + ((at * 7 + position * 5 + (at >> 3)) % 6));
    show(dice, `${at}`, positions, all.slice(positions.length));
    await null; // the field is laid after it is drawn
    const flights = place.getAnimations({ subtree: true }).filter(({ effect }) => effect instanceof KeyframeEffect);
    const longest = Math.max(0, ...flights.map(({ effect }) => Number(effect.getComputedTiming().endTime)));
    for (const one of flights) one.finish();
    const lying = positions.map((position) => {
      const one = place.querySelector(`.dice > [data-position="${position}"]`);
      const { e, f } = new DOMMatrix(one.style.transform);
      const flat = new DOMMatrix(getComputedStyle(one.querySelector('.tumble')).transform).isIdentity;
      return { x: e, y: f, turn: parseFloat(one.style.getPropertyValue('--turn')), right: flat && one.querySelector('.cube > .f').matches(`.v${dice[position]}`) };
    });
    found.push({ at, lying, longest, edge: parseFloat(place.querySelector('.dice-field').style.getPropertyValue('--s')) });
  }
  return found;
}

/**
 * Returns the faults of so many throws in each window, and the slowest in ms; the page shows a table of Yahtzee.
 * @param {import('playwright-core').Page} page @param {number} throws
 */
async function faults_of(page, throws) {
  await with_sources(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const sizes = [];
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    sizes.push(await page.evaluate(() => ['.dice-zone', '.dice-tray'].map((part) => document.querySelector(part)).flatMap((one, at) => (at === 0 ? [one.offsetWidth, one.offsetHeight] : [one.offsetHeight]))));
  }
  const faults = [];
  let slowest = 0;
  for (const [window, size] of sizes.entries()) {
    const [width, height] = windows[window];
    await page.setViewportSize({ width, height });
    for (const { at, lying, longest, edge } of await page.evaluate(thrown, { size, throws })) {
      const fault = (what) => faults.push(`throw ${at} at ${width} × ${height}: ${what}`);
      slowest = Math.max(slowest, longest);
      if (longest === 0 || longest > longest_ms) fault(`${longest} ms`);
      const shapes = lying.map((place) => silhouette(place, edge));
      for (const [one, shape] of shapes.entries()) {
        if (!lying[one].right) fault('a wrong face');
        if (shape.some(([x, y]) => x < -1 || x > size[0] + 1 || y < -1 || y > size[1] + 1)) fault('a die outside');
        if (shapes.slice(one + 1).some((other) => !are_apart(shape, other))) fault('dice that touch');
      }
    }
  }
  return { faults, slowest };
}

const throws = Number(process.argv[2] ?? 150);
const house = await House.open();
const browser = await open_browser();
const backstage = await Backstage.of(browser, house.url);
const { room, host } = await backstage.table({ game: 'yahtzee', options: { starter: 'first' } }, ['Ana', 'Benedikt']);
await backstage.play({ room, host, players: [host] }, 1);
const { page } = await Person.meet(browser, 'Eva', { viewport: { width: 1440, height: 900 } }, house.url);
await page.addInitScript(([name, token]) => localStorage.setItem('cubilete.player', JSON.stringify({ name, token })), [host.name, host.token]);
await page.goto(`${house.url}r/${room}`);
await page.locator('.dice-zone').waitFor();
const { faults, slowest } = await faults_of(page, throws);
console.log(`${windows.length * throws} throws in ${windows.length} windows: ${faults.length} faults, the slowest in ${Math.round(slowest)} ms`);
for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
await browser.close();
await house.close();
