// Actions at the tables of games that race to a target.
import { Person } from './people.js';

/** Friends at a table whose match has started; the first creates it. @returns {Promise<Person[]>} */
export async function race_begun(browser, house, guests, table) {
  const people = [];
  for (const [name, device] of guests) {
    const person = await Person.meet(browser, name, device, house.url);
    await person.page.goto(house.url);
    people.push(person);
  }
  const [host, ...others] = people;
  const invitation = await host.make_table({ ...table, seats: people.length });
  for (const one of others) await one.take_seat(invitation);
  await host.button('Start the game').click();
  for (const one of people) await one.page.locator('.race-actions').waitFor();
  return people;
}

/** A person's page at such a table. */
export const racer = ({ page }) => ({
  throwing: page.locator('.tray:not(.deaf) .race-actions .primary'),
  over: () => page.locator('.places').isVisible(),
  asked: () => page.locator('.places, .primary[aria-disabled=false]:not([aria-busy])').first().waitFor(),
  /** Runs an action, and waits for its effect. */
  async so(action) {
    const told = () => document.querySelectorAll('.log li').length;
    const before = await page.evaluate(told);
    await action();
    await page.waitForFunction((count) => document.querySelectorAll('.log li').length > count, before);
  },
  results: () => page.locator('.places').innerText(),
  points: async () => (await page.locator('.places .points').allInnerTexts()).map((text) => Number.parseInt(text.replace(',', ''))),
});

/** The prompted player moves, until the match is over. @param {(one: Person, moves: number) => Promise<void>} move */
export async function play_out(people, move) {
  for (let moves = 0; moves < 1000; ++moves) {
    const asked = await Promise.any(
      people.map((one) =>
        racer(one)
          .asked()
          .then(() => one),
      ),
    );
    if (await racer(asked).over()) {
      for (const one of people) await one.page.locator('.places').waitFor();
      return;
    }
    await move(asked, moves);
  }
  throw new Error('the game does not end');
}
