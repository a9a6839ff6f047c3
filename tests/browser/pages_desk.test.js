// Every page on a desktop, light and dark, in two languages, and at double size.
import test from 'node:test';

import { browser, house, look_at_all, pages, visit_of } from './pages.js';
import { desk, Person } from './people.js';

look_at_all(desk, 'en-GB', ['light', 'dark']);
look_at_all(desk, 'it-IT', ['dark']);

test('at double size all content stays reachable, side by side or stacked', async () => {
  const person = await Person.meet(browser, 'Ana', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }, house.url);
  for (const name of Object.keys(pages)) {
    await pages[name](await visit_of(person));
    await person.fits(`${name}, twice as large`);
    const path = new URL(`shots/zoom-${name}.png`, import.meta.url).pathname;
    await person.page.screenshot({ path });
  }
  await person.page.context().close();
});
