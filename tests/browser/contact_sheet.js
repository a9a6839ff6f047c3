// Takes every screen in every kind of window, light and dark, and puts the pictures on contact sheets in build/contact-sheet:
// npm run contact-sheet [-- words], where a word is part of a screen's name (table-), a window (390x760) or a theme (dark).
// CUBILETE_BIN names the server.
import { mkdir, writeFile } from 'node:fs/promises';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { Backstage } from './backstage.js';
import { games } from './games.js';
import { browser, house, pages, visit_of } from './pages.js';
import { Person } from './people.js';

Person.painted = true;
const windows = ['320x568', '390x760', '720x450', '820x1180', '1024x600', '1280x620', '1440x900', '1920x1080', '2560x1440'];
const themes = ['light', 'dark'];
const names = ['Ana', 'Benedikt', 'Cleo', 'Davide', 'Elena', 'Fabio', 'Gaia', 'Hugo'];
const spectators = '1920x1080';
const folder = new URL('../../build/contact-sheet/', import.meta.url);

const words = process.argv.slice(2);
/** Those that a word names; all if no word names one of them. @param {string[]} all @param {(word: string, one: string) => boolean} [is] */
const chosen = (all, is = (word, one) => word === one) => {
  const some = all.filter((one) => words.some((word) => is(word, one)));
  return some.length > 0 ? some : all;
};

/** Played so far that the first player has thrown or holds cards. @param {Backstage} backstage @param {string} game @param {number} count */
async function played(backstage, game, count) {
  const table = await backstage.table({ game, clock: { turn_ms: 3_600_000 } }, names.slice(0, count));
  await backstage.play(table, { yahtzee: 8, tres: 2 }[game] * count || 6 * count);
  if (game === 'yahtzee' || game === 'threes_away') await backstage.move(table.host, 'roll');
  return table;
}

/** @param {Backstage} backstage @returns {Record<string, (visit: any) => Promise<void>>} screens that the tests open elsewhere */
const more_screens = (backstage) => {
  const at = (make) => async ({ person, open }) => {
    const { room, host } = await make();
    if (host) await person.page.evaluate(([name, token]) => localStorage.setItem('cubilete.player', JSON.stringify({ name, token })), [host.name, host.token]);
    await open(`r/${room}`);
    return person;
  };
  const tables = new Map();
  const once = (game, count) => async () => {
    const key = `${game} ${count}`;
    if (!tables.has(key)) tables.set(key, await played(backstage, game, count));
    return tables.get(key);
  };
  return {
    'start-back': async ({ person, open }) => {
      const { host } = await once('yahtzee', 2)();
      await person.page.evaluate(([name, token]) => localStorage.setItem('cubilete.player', JSON.stringify({ name, token })), [host.name, host.token]);
      await open();
      await person.page.locator('.my-rooms li').first().waitFor();
    },
    'room-alone': at(() => backstage.table({ game: 'yahtzee', seats: 4 }, ['Ana'])),
    'room-eight': at(() => backstage.table({ game: 'tres', seats: 8 }, names.slice(0, 6))),
    ...Object.fromEntries(
      games.flatMap((game) =>
        [2, 8].map((count) => [
          `table-${game}-${count}`,
          async (visit) => {
            await at(once(game, count))(visit);
            await visit.person.page.locator('.play').waitFor();
          },
        ]),
      ),
    ),
    ...Object.fromEntries(
      games.map((game) => [
        `watching-${game}`,
        async ({ person, open }) => {
          const { room } = await once(game, 8)();
          await open(`r/${room}`);
          await person.page.locator('#name').fill('Eva');
          await person.page.getByRole('button', { name: /watch/i }).click();
          await person.page.locator('.play').waitFor();
        },
      ]),
    ),
    offline: async ({ person }) => {
      await person.page.goto(`${house.url}offline.html`);
    },
  };
};

/** One sheet of pictures as a page, and as one picture. @param {string} name @param {string[]} files */
async function stitch(name, files) {
  const figure = (file) => `<figure><img src="${file}.png"><figcaption>${file}</figcaption></figure>`;
  const style = 'body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;align-items:flex-start;background:#888;font:14px sans-serif}figure{margin:0}img{display:block;height:420px}';
  await writeFile(new URL(`${name}.html`, folder), `<!doctype html><meta charset="utf-8"><style>${style}</style>${files.map(figure).join('\n')}`);
  const page = await browser.newPage({ viewport: { width: 2000, height: 400 } });
  await page.goto(new URL(`${name}.html`, folder).href);
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)), fullPage: true });
  await page.close();
}

test('contact sheets', { timeout: 3_600_000 }, async () => {
  await mkdir(folder, { recursive: true });
  const backstage = await Backstage.of(browser, house.url);
  const all = { ...pages, ...more_screens(backstage) };
  const all_files = [];
  for (const name of chosen(Object.keys(all), (word, one) => one.includes(word))) {
    const files = [];
    for (const one of chosen(windows)) {
      if (one === spectators && !name.startsWith('watching') && !words.includes(one)) continue;
      const [width, height] = one.split('x').map(Number);
      const person = await Person.meet(browser, 'Ana', { viewport: { width, height }, hasTouch: width < 800, isMobile: width < 800 }, house.url);
      try {
        await all[name](await visit_of(person));
        for (const theme of chosen(themes)) {
          await person.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          const file = `${name}-${one}-${theme}`;
          await person.page.screenshot({ path: fileURLToPath(new URL(`${file}.png`, folder)), animations: 'disabled' });
          files.push(file);
        }
      } catch (error) {
        console.log(`${name} at ${one}: ${error.message.split('\n')[0]}`);
      }
      await person.page.context().close();
    }
    await stitch(name, files);
    console.log(`${fileURLToPath(new URL(`${name}.png`, folder))}`);
    all_files.push(...files);
  }
  await stitch('index', all_files);
  await backstage.close();
});
