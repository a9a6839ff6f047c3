// Draws the icons of the installed page from web-client/icon.svg: npm run icons
import { readFile, writeFile } from 'node:fs/promises';

import { open_browser } from './people.js';

const client = new URL('../../web-client/', import.meta.url);
const cup = await readFile(new URL('icon.svg', client), 'utf8');
const felt = '#1a4f3b';

/** Width of the cup within the icon, and corner radius of the felt: systems crop a maskable icon down to a circle of four fifths. */
const icons = [
  { name: '192', size: 192, cup: 0.76, round: 0.2 },
  { name: '512', size: 512, cup: 0.76, round: 0.2 },
  { name: 'maskable', size: 512, cup: 0.58, round: 0 },
  { name: 'apple', size: 180, cup: 0.72, round: 0 },
];

const browser = await open_browser();
const page = await browser.newPage();
for (const { name, size, cup: share, round } of icons) {
  const edge = (64 * (1 - share)) / 2;
  const drawing = cup.replace('<svg ', `<svg x="${edge}" y="${edge}" width="${64 * share}" height="${64 * share}" `);
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${size}" height="${size}">
    <rect width="64" height="64" rx="${64 * round}" fill="${felt}"/>${drawing}</svg>`;
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<body style="margin:0;background:transparent">${icon.replace('<svg', '<svg style="display:block"')}</body>`);
  await writeFile(new URL(`icons/${name}.png`, client), await page.screenshot({ omitBackground: true }));
}
await browser.close();
