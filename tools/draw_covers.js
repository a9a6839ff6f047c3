// Draws the pictures of the games, web-client/games/*/cover.svg, and web-client/icon.svg: what lies on the felt, under the page's lamp.
// `node tools/draw_covers.js`
// Letters and digits are outlines of the page's font; reading them needs Debian's python3-fonttools and python3-brotli.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

import { die_planes, pips } from '../web-client/ui/die_planes.js';

const client = new URL('../web-client/', import.meta.url);
const outlines = `
import json, sys
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
font = TTFont(sys.argv[1])
glyphs, map = font.getGlyphSet(), font.getBestCmap()
found = {}
for text in ['A', 'K', 'Q', 'J', '10', '9', '1', '3', '4', '7']:
    pen = SVGPathPen(glyphs, lambda number: str(round(number)))
    width = sum(glyphs[map[ord(one)]].width for one in text)
    at = -width / 2
    for one in text:
        glyphs[map[ord(one)]].draw(TransformPen(pen, (0.05, 0, 0, -0.05, at / 20, 35)))
        at += glyphs[map[ord(one)]].width
    found[text] = pen.getCommands()
print(json.dumps(found))`;
const font = new URL('vendor/fraunces/fraunces-650.woff2', client).pathname;
/** Each a hundred high, around its middle. @type {Record<string, string>} */
const glyphs = JSON.parse(execFileSync('/usr/bin/python3', ['-c', outlines, font], { encoding: 'utf8' }));
const inks = { A: '#a3281c', K: '#1d3f8a', Q: '#1c6a46', J: '#7a3f86', 10: '#a3281c', 9: '#2a2018' };

/** The letters that the picture has, by their ids. @type {Map<string, string>} */
const used = new Map();
/** @param {string} glyph */
function letter(glyph) {
  used.set(glyph, `<path id="${glyph}" d="${glyphs[glyph]}"/>`);
  return glyph;
}

const width = 220;
const height = 120;

/** `rgb(255 246 226)` in fewer signs. @param {string} colour */
const hex = (colour) => `#${colour.match(/\d+/g)?.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;

/** The convex hull of some paths, which lies below them against seams. @param {string[]} paths */
function outline(paths) {
  const points = paths.flatMap((path) => path.slice(1, -1).split('L').map((point) => point.split(' ').map(Number))).sort(([a, b], [c, d]) => a - c || b - d);
  const half = (/** @type {number[][]} */ all) => {
    /** @type {number[][]} */
    const hull = [];
    for (const [x, y] of all) {
      while (hull.length > 1) {
        const [[a, b], [c, d]] = hull.slice(-2);
        if ((c - a) * (y - b) - (d - b) * (x - a) > 0) break;
        hull.pop();
      }
      hull.push([x, y]);
    }
    return hull.slice(0, -1);
  };
  return `M${[...half(points), ...half(points.reverse())].map((point) => point.map((one) => one.toFixed(1)).join(' ')).join('L')}z`;
}

/** @param {Parameters<typeof die_planes>} die */
function die(...die) {
  const { planes, ground } = die_planes(...die);
  const [, , , size] = die;
  const marks = planes.map(({ face }) => {
    if (!face) return '';
    const on_it =
      typeof face.shows === 'string'
        ? `<use href="#${letter(face.shows)}" fill="${inks[face.shows]}" transform="scale(${face.shows === '10' ? 0.0074 : 0.0086})"/>`
        : `<path d="${pips[face.shows].map(([x, y]) => `M${x} ${y}h0`).join('')}" stroke="#1d120c" stroke-width="${face.shows === 1 ? 0.31 : 0.245}"/>`;
    return `<g transform="${face.matrix}">${on_it}</g>`;
  });
  const fills = new Map();
  for (const { path, fill } of planes) fills.set(hex(fill), (fills.get(hex(fill)) ?? '') + path);
  return `<path d="${ground}" transform="translate(${(size * 0.12).toFixed(1)} ${(size * 0.06).toFixed(1)})" fill="#02130b" opacity=".5" filter="url(#f)"/>
<path d="${outline(planes.map(({ path }) => path))}" fill="#d9cfb8" stroke="#d9cfb8" stroke-width=".4"/>${[...fills].map(([fill, path]) => `<path d="${path}" fill="${fill}"/>`).join('')}
<g stroke-linecap="round">${marks.join('')}</g>`;
}

/** A stack of chips, seen from where the dice are seen from. @param {number} x @param {number} y @param {[string, string][]} chips */
function stack(x, y, chips) {
  const [rx, ry, thick] = [21, 12, 5.5];
  const drawn = chips.map(([light, dark], at) => {
    const [left, top] = [x + ((at * 37) % 3) - 1, y - at * thick];
    const stripes = [-0.72, -0.24, 0.24, 0.72].map((share) => {
      const edge = top + ry * Math.sqrt(1 - share * share);
      return `M${(left + share * rx - 2.2).toFixed(1)} ${edge.toFixed(1)}h4.400v${thick}h-4.400z`;
    });
    return `<path d="M${left - rx} ${top}v${thick}a${rx} ${ry} 0 0 0 ${2 * rx} 0v-${thick}z" fill="${dark}"/><path d="${stripes.join('')}" fill="#fff3da"/>
<ellipse cx="${left}" cy="${top}" rx="${rx}" ry="${ry}" fill="${light}"/>`;
  });
  const top = y - (chips.length - 1) * thick;
  const [[, dark]] = chips.slice(-1);
  return `<ellipse cx="${x + 5}" cy="${y + 8}" rx="${rx + 2}" ry="${ry + 1}" fill="#02130b" opacity=".5" filter="url(#f)"/>${drawn.join('')}
<ellipse cx="${x}" cy="${top}" rx="${rx - 3}" ry="${ry - 2}" fill="none" stroke="#fff3da" stroke-width="3.2" stroke-dasharray="6 8.2"/>
<ellipse cx="${x}" cy="${top}" rx="12" ry="6.6" fill="${dark}"/><g transform="translate(${x} ${top}) scale(.13 .09)" fill="#fff3da"><use href="#${letter('1')}"/></g>`;
}

/** A card of TRES. @param {number} x its middle @param {number} y @param {number} turn degrees @param {string} number @param {string[]} colours @param {string} shape */
function card(x, y, turn, number, [light, dark, ink], shape) {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(.53) translate(-50 -73)">
<rect x="4" y="8" width="100" height="146" rx="9" fill="#02130b" opacity=".5" filter="url(#f)"/><rect x="-5" y="-5" width="110" height="156" rx="12" fill="#fff8e8"/>
<rect width="100" height="146" rx="9" fill="${dark}"/><path d="M9 0h82a9 9 0 0 1 9 9v80Q40 120 0 70V9a9 9 0 0 1 9-9z" fill="${light}"/>
<ellipse rx="33" ry="46" fill="#fff8e8" transform="translate(55 80) rotate(-24)"/>
<g fill="${light}"><use href="#${letter(number)}" transform="translate(55 74) scale(.58)"/><path d="${shape}" transform="translate(55 108)"/></g>
<g fill="${ink}"><use href="#${letter(number)}" transform="translate(16 18) scale(.29)"/><path d="${shape}" transform="translate(16 40) scale(.8)"/></g></g>`;
}
const [brass, red, blue] = [['#d99a35', '#8f5d12'], ['#bb3f2d', '#7c2115'], ['#2d6797', '#173f61']];

/** @param {number} x @param {number} top */
const step = (x, top) =>
  `<path d="M${x} ${top}h44V${height}h-44z" fill="#6d3d23"/><path d="M${x} ${top}h44v4h-44z" fill="#b87a4a"/><path d="M${x} ${top + 4}h5V${height}h-5z" fill="#40241a" opacity=".4"/>`;

const covers = {
  yahtzee: () => [die(6, 60, 70, 44, 7), die(6, 158, 66, 43, 32), die(6, 110, 92, 44, -13)],
  ambiciosa: () => [die('A', 60, 72, 44, -10), die('A', 160, 70, 44, 16), die('K', 110, 94, 44, 4)],
  escalera: () => [0, 1, 2, 3].flatMap((at) => [step(26 + at * 43, 92 - at * 20), die(at + 1, 47 + at * 43, 92 - at * 20, 29, 0, 22)]),
  threes_away: () => [die(3, 62, 66, 42, 10), die(3, 104, 96, 42, -18), stack(152, 64, [red, blue, red, brass]), stack(176, 92, [blue, red])],
  tres: () => [
    card(70, 64, -12, '7', ['#24508f', '#122f5d', '#eaf2ff'], 'M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0z'),
    card(152, 64, 13, '4', ['#1f7f68', '#0e5244', '#ecfff6'], 'M0-9.500L10 8H-10z'),
    card(111, 58, 1, '3', ['#b3301f', '#7d1a0e', '#fff1e6'], 'M0-10L8.5 0 0 10-8.5 0z'),
  ],
};
for (const [game, draw] of Object.entries(covers)) {
  used.clear();
  const drawn = draw();
  const shared = used.size > 0 ? `<defs>${[...used.values()].join('')}</defs>` : '';
  writeFileSync(
    new URL(`games/${game}/cover.svg`, client),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><filter id="f" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="3"/></filter>${shared}
${drawn.join('\n')}</svg>\n`,
  );
}

/** @param {string} id @param {string[]} colours */
const across = (id, ...colours) =>
  `<linearGradient id="${id}">${colours.map((one, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${one}"/>`).join('')}</linearGradient>`;
writeFileSync(
  new URL('icon.svg', client),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><filter id="f" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="1"/></filter>
${across('s', '#4a2413', '#94593a', '#7a4428', '#36180b')}${across('r', '#6d3b20', '#d99a62', '#5b2f18')}
<g transform="rotate(14 30 30) translate(3 -1) scale(.27)"><path fill="url(#s)" d="M20 40C24 96 34 160 40 200Q100 230 160 200C166 160 176 96 180 40Z"/>
<path fill="none" stroke="#f0c58c" stroke-width="7" stroke-dasharray="14 10" d="M25 82Q100 114 175 82M37 182Q100 212 163 182"/>
<ellipse fill="url(#r)" cx="100" cy="40" rx="81" ry="28"/><ellipse fill="#2b1208" cx="100" cy="42" rx="69" ry="21"/></g>
${die(5, 47, 54, 22, -10)}</svg>\n`,
);
