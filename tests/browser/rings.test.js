// Whoever tabs through a page sees the whole ring around what has the focus: no ancestor, rail or window cuts it.
import assert from 'node:assert/strict';
import test from 'node:test';

import { browser, house, pages, visit_of } from './pages.js';
import { Person } from './people.js';
import { in_left_context } from './visitors.js';

Person.begin = in_left_context;

const most_stops = 120;
/** The narrowest and a wide one; a common phone only with WHOLE_MATCHES, for what fits into the narrowest fits into it. */
const windows = [
  { viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true },
  { viewport: { width: 1280, height: 620 } },
  ...(process.env.WHOLE_MATCHES ? [{ viewport: { width: 390, height: 760 }, isMobile: true, hasTouch: true }] : []),
];

/**
 * Returns what cuts the ring of the focus, or null; 'again' if the focus has been there. A ring may be drawn around another element than the one with
 * the focus. Runs in the page.
 */
function cut_ring() {
  const slack = 0.75;
  const focus = document.activeElement;
  if (window.tabbed.has(focus)) return 'again';
  window.tabbed.add(focus);
  if (!focus || focus === document.body) return null;
  const name_of = (one) => `<${one.localName} id="${one.id}" class="${one.className.baseVal ?? one.className}">`;
  const ring_of = (one) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(one);
    return outlineStyle === 'none' ? null : parseFloat(outlineWidth) + parseFloat(outlineOffset);
  };
  const near = [focus, ...focus.querySelectorAll('*'), ...(focus.parentElement?.children ?? [])];
  const rings = near.filter((one) => ring_of(one) !== null);
  const ringed = rings.find((one) => one !== focus && focus.matches('[type=radio]')) ?? rings[0];
  if (!ringed) return { element: name_of(focus), why: 'it has no ring' };
  const wide = ring_of(ringed);
  const { left, top, right, bottom } = ringed.getBoundingClientRect();
  const ring = { left: left - wide, top: top - wide, right: right + wide, bottom: bottom + wide };
  const fault = (why) => ({ element: `${name_of(ringed)} "${(ringed.getAttribute('aria-label') ?? ringed.textContent).trim().slice(0, 40)}"`, why });
  const outside = (box, axes = 'xy') =>
    [axes.includes('x') && ring.left < box.left - slack && `left by ${(box.left - ring.left).toFixed(1)}`, axes.includes('x') && ring.right > box.right + slack && `right by ${(ring.right - box.right).toFixed(1)}`,
      axes.includes('y') && ring.top < box.top - slack && `top by ${(box.top - ring.top).toFixed(1)}`, axes.includes('y') && ring.bottom > box.bottom + slack && `bottom by ${(ring.bottom - box.bottom).toFixed(1)}`].filter(Boolean).join(', ');
  const root = document.documentElement;
  const seen = { left: 0, top: 0, right: root.clientWidth, bottom: innerHeight };
  const beyond = outside(seen, ring.bottom - ring.top > innerHeight - 2 * 66 ? 'x' : 'xy'); // what is higher than the window shows one end
  if (beyond) return fault(`the window cuts it ${beyond}`);
  let fixed = getComputedStyle(ringed).position === 'fixed';
  for (let box = ringed.parentElement; box && box !== root && box !== document.body && !fixed; box = box.parentElement) {
    const { overflowX, overflowY, clipPath, position } = getComputedStyle(box);
    const axes = `${overflowX === 'visible' ? '' : 'x'}${overflowY === 'visible' ? '' : 'y'}`;
    const edge = box.getBoundingClientRect();
    const inner = { left: edge.left + box.clientLeft, top: edge.top + box.clientTop, right: edge.left + box.clientLeft + box.clientWidth, bottom: edge.top + box.clientTop + box.clientHeight };
    const over = axes && outside(inner, axes);
    if (over) return fault(`${name_of(box)} cuts it ${over}`);
    if (clipPath !== 'none' && outside(edge)) return fault(`the clip of ${name_of(box)} cuts it`);
    fixed = position === 'fixed';
  }
  const rail = document.querySelector('.bar');
  if (!fixed && rail && !rail.contains(ringed) && !ringed.closest('dialog') && getComputedStyle(rail).position === 'sticky') {
    const end = rail.getBoundingClientRect().bottom;
    if (ring.top < end - slack) return fault(`the rail covers ${(end - ring.top).toFixed(1)} of it`);
  }
  return null;
}

for (const device of windows)
  test(`the ring of the focus is whole on every page at ${device.viewport.width} × ${device.viewport.height}`, async (context) => {
    const person = await Person.meet(browser, 'Ana', device, house.url);
    const { page } = person;
    for (const [name, way] of Object.entries(pages))
      await context.test(name, async () => {
        await way(await visit_of(person));
        if (name === 'device') await page.locator('.device svg').first().waitFor(); // what comes while one tabs moves what is below it
        /** @type {Set<string>} */
        const faults = new Set();
        await page.evaluate(() => (window.tabbed = new Set()));
        for (let stops = 0; stops < most_stops; ++stops) {
          await page.keyboard.press('Tab');
          const fault = await page.evaluate(cut_ring);
          if (fault === 'again') break;
          if (fault) faults.add(`${fault.element}: ${fault.why}`);
        }
        assert.ok(await page.evaluate(() => window.tabbed.size > 1), 'something takes the focus');
        person.complaints = [];
        assert.deepEqual([...faults], []);
      });
    await page.context().close();
  });
