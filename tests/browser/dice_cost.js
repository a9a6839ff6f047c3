// Measures what throws of five dice cost the browser's main thread, with the CPU slowed down four times: with all planes, and without the
// corners in flight. Prints the numbers and asserts nothing. CUBILETE_BIN names the server.
import { House } from './house.js';
import { open_browser, Person } from './people.js';
import { with_sources } from './staged.js';

const throws = Number(process.argv[2] ?? 7);
const phone = { viewport: { width: 390, height: 760 }, deviceScaleFactor: 2 };
const names = { ScriptDuration: 'script', RecalcStyleDuration: 'style', LayoutDuration: 'layout', TaskDuration: 'main thread' };

const house = await House.open();
const browser = await open_browser();
const middle = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

Person.motion = 'no-preference';
Person.painted = true;
const { page } = await Person.meet(browser, 'Ana', phone, house.url);
await with_sources(page);
await page.goto(house.url);
await page.evaluate(async () => {
  const files = ['ui/lit.js', 'ui/game/dice.js', 'core/stylesheet.js'];
  const [{ render }, { dice_field }, { stylesheet }] = await Promise.all(files.map((file) => import(new URL(`sources/web-client/${file}`, document.baseURI))));
  await stylesheet('ui/dice.css');
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const words = { name: (position, face) => `${position} ${face}` };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.throwing .cube > :is(:nth-child(6n + 7), :nth-child(6n + 8)) { display: none }');
  document.adoptedStyleSheets = [sheet];
  window.throw_dice = (seed, corners) => {
    sheet.disabled = corners;
    render(dice_field({ dice: [6, 2, 6, 4, (seed % 6) + 1], seed: `${seed}`, thrown: [0, 1, 2, 3, 4], words }), place);
  };
  window.throw_dice(0, true);
});
const tools = await page.context().newCDPSession(page);
await tools.send('Performance.enable');
await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
const read = async () => Object.fromEntries((await tools.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
const costs = { true: [], false: [] };
for (let at = 1; at <= 2 * throws; ++at) {
  const corners = at % 2 === 0;
  const before = await read();
  const frames = await page.evaluate(
    async ([seed, all]) => {
      const times = [];
      const end = performance.now() + 900;
      window.throw_dice(seed, all);
      for (let now = 0; now < end; ) times.push((now = await new Promise(requestAnimationFrame)));
      return times;
    },
    [at, corners],
  );
  const after = await read();
  const gaps = frames.slice(1).map((time, frame) => time - frames[frame]);
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1000 / 60)) - 1), 0);
  costs[corners].push({ ...Object.fromEntries(Object.entries(names).map(([name, word]) => [word, 1000 * (after[name] - before[name])])), dropped, longest: Math.max(...gaps) });
}
for (const [corners, all] of Object.entries(costs)) {
  console.log(`${corners === 'true' ? 'all 26 planes' : 'no corners in flight'}, the middle of ${throws} throws:`);
  for (const name of Object.keys(all[0])) console.log(`  ${name} ${middle(all.map((cost) => cost[name])).toFixed(1)}${name === 'dropped' ? ' of 54 frames' : ' ms'}`);
}
await browser.close();
await house.close();
