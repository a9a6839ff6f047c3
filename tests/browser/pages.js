// Every page of a server with sample rooms, and the way to each page. A new page is a line in `pages`. README_SCREENS=1 draws the README's
// pictures into docs/screens instead.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';

import { Backstage } from './backstage.js';
import { games } from './games.js';
import { House } from './house.js';
import { open_browser, Person, phone, sizes } from './people.js';

const for_readme = process.env.README_SCREENS === '1';
/** A laptop's window at double size. */
const doubled = [640, 400];
const friends = ['Ana', 'Benedikt', 'Cleo'];

export let house;
export let browser;
/**
 * The sample rooms by what they show, and who looks at them.
 * @type {Record<string, {room: string, host: {token: string, id: string}, match?: string}>}
 */
export const tables = {};

before(async () => {
  house = await House.open();
  browser = await open_browser();
  const backstage = await Backstage.of(browser, house.url);
  tables.room = await backstage.table({ game: 'yahtzee', seats: 4 }, friends.slice(0, 2));
  tables.locked = await backstage.table({ game: 'tres', seats: 4, password: 'sésamo' }, friends.slice(0, 1));
  const lines = ['Hello! Who brings the crisps?', 'I do, as always'];
  for (const [at, text] of lines.entries()) await tables.room.players[at].ask({ t: 'room.chat', room: tables.room.room, text });
  const played = { yahtzee: 30, ambiciosa: 24, escalera: 20, threes_away: 20 };
  for (const game of games) {
    tables[game] = await backstage.table({ game }, friends);
    await backstage.play(tables[game], played[game] ?? 16);
    await backstage.move(tables[game].host, 'roll');
  }
  tables.result = await backstage.table({ game: 'yahtzee' }, friends);
  await backstage.play(tables.result);
  tables.result.match = await backstage.match(tables.result.host);
});
after(async () => {
  await browser?.close();
  await house?.close();
});

const as_host = (table) => async ({ person, open }) => {
  await person.page.evaluate(([token, hinted]) => {
    localStorage.setItem('cubilete.player', JSON.stringify({ name: 'Ana', token }));
    if (hinted) localStorage.setItem('cubilete.choices', JSON.stringify({ hinted, asked_sound: true })); // no hints for newcomers
  }, [tables[table].host.token, for_readme ? games : null]);
  await open(`r/${tables[table].room}`);
};
const at_table = (table) => async (visit) => {
  await as_host(table)(visit);
  await visit.person.page.locator('.play').waitFor();
};
const press = async ({ person }, selector) => person.page.locator(selector).first().click();

/** Drops the browser's own console message about a failed request. @param {Person} person @param {number} status */
const forgive = (person, status) => {
  person.complaints = person.complaints.filter((text) => !text.includes(`status of ${status}`));
};

/** Every page by its name, and the steps to open it. @type {Record<string, (visit: any) => Promise<void>>} */
export const pages = {
  start: ({ open }) => open(),
  'start-form': async (visit) => {
    await visit.open();
    await press(visit, '.open-form');
    await press(visit, '.start details summary');
  },
  device: async (visit) => {
    await visit.open();
    await press(visit, '.device summary');
    await press(visit, '.device button');
    await visit.person.page.locator('.device-code').waitFor();
  },
  settings: async (visit) => {
    await visit.open();
    await press(visit, '.settings-button');
    await visit.person.page.locator('#settings[open]').waitFor();
  },
  avatar: async (visit) => {
    await visit.open();
    await press(visit, '.own-avatar');
    await visit.person.page.locator('#sheet[open] .avatar-choice').waitFor();
  },
  join: ({ open }) => open(`r/${tables.room.room}`),
  'join-locked': ({ open }) => open(`r/${tables.locked.room}`),
  'join-full': ({ open }) => open(`r/${tables.yahtzee.room}`),
  'join-closed': async (visit) => {
    await visit.open('r/AAAAAA');
    await visit.person.page.locator('.covers button').first().waitFor();
    forgive(visit.person, 404);
  },
  nowhere: async (visit) => {
    await visit.open('nowhere');
    await visit.person.page.locator('.covers button').first().waitFor();
    forgive(visit.person, 404);
  },
  'new-table': async (visit) => {
    await visit.open('new/yahtzee?joker=free');
    await visit.person.page.locator('#game').waitFor();
  },
  rules: async ({ person, open }) => {
    await open('rules/yahtzee');
    await person.page.locator('.rules-text').first().waitFor();
  },
  room: async (visit) => {
    await as_host('room')(visit);
    await visit.person.page.locator('.seats').waitFor();
  },
  'room-invitation': async (visit) => {
    await pages.room(visit);
    if (await visit.person.page.locator('.invite-more summary').isVisible()) await press(visit, '.invite-more summary');
    await press(visit, '.qr-card button');
    await visit.person.page.locator('.big-screen').waitFor();
  },
  'room-question': async (visit) => {
    await pages.room(visit);
    await press(visit, '.seats .menu summary');
    await press(visit, '.seats .menu-items button');
    await visit.person.page.locator('#question[open]').waitFor();
  },
  ...Object.fromEntries(games.map((game) => [`table-${game}`, at_table(game)])),
  'table-panel': async (visit) => {
    await at_table('yahtzee')(visit);
    if (await visit.person.page.locator('.panel-button').isVisible()) await press(visit, '.panel-button');
  },
  'table-menu': async (visit) => {
    await at_table('yahtzee')(visit);
    await press(visit, '.menu-button');
    await visit.person.page.locator('#sheet[open]').waitFor();
  },
  'table-sign': async (visit) => {
    await at_table('yahtzee')(visit);
    await press(visit, '.dice-badge');
    await visit.person.page.locator('#sheet[open] .badge-details').waitFor();
  },
  'table-leave': async (visit) => {
    await pages['table-menu'](visit);
    await press(visit, '#sheet .leaving');
    await visit.person.page.locator('#question[open]').waitFor();
  },
  'table-rules': async (visit) => {
    await pages['table-menu'](visit);
    await press(visit, '#sheet .rules-button');
    await visit.person.page.locator('.rules-dialog[open] .rules-text').waitFor();
  },
  result: async (visit) => {
    await at_table('result')(visit);
    await visit.person.page.locator('.places').waitFor();
  },
  luck: async (visit) => {
    await pages.result(visit);
    await visit.person.page.locator('.how-it-went, .luck').first().evaluate((part) => part.scrollIntoView({ block: 'center' }));
    await visit.person.page.locator('.luck-lines').waitFor();
  },
  replay: async (visit) => {
    await pages.result(visit);
    await visit.person.look_back();
    await press(visit, '.summary a[href*="/m/"], .history-links a[href*="/m/"]');
    await visit.person.page.locator('.controls').waitFor();
  },
  player: async (visit) => {
    await pages.replay(visit);
    await press(visit, 'main a[href*="/p/"]');
    await visit.person.page.locator('main table, main .figures').first().waitFor();
  },
  boards: async ({ person, open }) => {
    await open('top');
    await person.page.locator('main h1, main h2').first().waitFor();
  },
  fair: async ({ person, open }) => {
    await open('fair');
    await person.page.locator('.fair-page').waitFor();
  },
  cup: async ({ person, open }) => {
    await open('cup');
    await person.page.locator('.cup-day').waitFor();
  },
  'match-nowhere': async ({ person, open }) => {
    await open('m/m_nobody-knows-it');
    await person.page.locator('main [role=alert]').waitFor();
    forgive(person, 404);
  },
  'player-nowhere': async ({ person, open }) => {
    await open('p/p_nobody-knows-him');
    await person.page.locator('main [role=alert]').waitFor();
    forgive(person, 404);
  },
};

/** The pages of the README's pictures. */
const shown = ['start phone', 'room desk', 'table-yahtzee phone', 'table-tres phone', 'table-escalera desk', 'table-threes_away desk', 'table-ambiciosa desk'];

/** A small WebP of the visible page, for the README. @param {Person} person @param {string} name */
async function show(person, name) {
  const folder = new URL('../../docs/screens/', import.meta.url);
  await mkdir(folder, { recursive: true });
  await person.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const png = (await person.page.screenshot({ animations: 'disabled' })).toString('base64');
  const painter = await browser.newPage();
  const webp = await painter.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.82).split(',')[1];
  }, png);
  await painter.close();
  const bytes = Buffer.from(webp, 'base64');
  assert.ok(bytes.length <= 90_000, `${name}: ${bytes.length} bytes`);
  await writeFile(new URL(`${name}.webp`, folder), bytes);
}

/** A visit with empty browser storage. @param {Person} person */
export async function visit_of(person) {
  // Loads a page without scripts, so that data stored while the previous page unloads is cleared, too.
  await person.page.goto(`${house.url}healthz`);
  await person.page.evaluate(() => localStorage.clear());
  const open = async (path = '') => {
    await person.page.goto(house.url + path);
    await person.page.locator('.page main:not(.splash)').waitFor();
  };
  return { person, open };
}

/**
 * Takes a picture of every page, and checks that neither axe nor the browser's console reports a fault, and that all content stays
 * reachable in every window.
 * @param {any} device @param {string} language of the page, for the README always English @param {string[]} themes
 */
export const look_at_all = (device, language, themes) => {
  const locale = for_readme ? 'en-GB' : language;
  test(`every page looks right and is accessible, on a ${device === phone ? 'phone' : 'desktop'}, ${locale}`, async (context) => {
    const person = await Person.meet(browser, 'Ana', device, house.url, locale);
    for (const [name, way] of Object.entries(pages)) {
      if (for_readme && !shown.includes(`${name} ${person.device}`)) continue;
      await context.test(name, async () => {
        await way(await visit_of(person));
        if (for_readme) await show(person, name);
        else {
          await person.inspect(`page-${name}-${locale.slice(0, 2)}`, themes);
          // windows.test.js measures the game tables in detail; boxes may be lower there.
          await person.fits_everywhere(`${name} in ${locale}`, name.startsWith('table-') ? [doubled] : [...sizes, doubled]);
        }
        assert.deepEqual(person.complaints.splice(0), []);
      });
    }
    await person.page.context().close();
  });
};
