// Actions at the tables of games that race to a target.

/** A person's page at such a table. */
export const racer = ({ page }) => ({
  throwing: page.locator('.tray:not(.locked) .race-actions .primary'),
  over: () => page.locator('.places').isVisible(),
  asked: () => page.locator('.places, .primary[aria-disabled=false]:not([aria-busy])').first().waitFor(),
  /** Runs an action, and waits for its effect. */
  async so(action) {
    const log_length = () => document.querySelectorAll('.log li').length;
    const before = await page.evaluate(log_length);
    await action();
    await page.waitForFunction((count) => document.querySelectorAll('.log li').length > count, before);
  },
  results: () => page.locator('.places').innerText(),
  points: async () => (await page.locator('.places .points').allInnerTexts()).map((text) => Number.parseInt(text.replace(',', ''))),
});
