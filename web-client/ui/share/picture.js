// @ts-check
// The result as an image to share: podium, game, date and server.
import { download, can_share_files } from '../../core/device.js';
import { file_address } from '../../core/urls.js';
import { shapes_of } from '../../core/avatar_shapes.js';
import { day } from '../../i18n/words.js';

/**
 * The line of one player, ordered by place. `colour` is the avatar's, or without one the seat's.
 * @typedef {{name: string, place: number | null, score: string, avatar: number | null, colour: string}} Line
 */
/**
 * The content of the image; all texts are in the reader's language.
 * @typedef {object} Picture
 * @property {string} game the game's id, for its cover
 * @property {string} title
 * @property {string} result_title who won
 * @property {string | null} margin the margin of the win, or how far behind we are
 * @property {string | null} best
 * @property {Line[]} lines
 * @property {string[]} luck lines about luck and decisions, if they are known
 * @property {string} date
 * @property {string} server
 */

/** In pixels: square, because chat apps show squares uncropped. */
const picture_size = 1080;
const picture_middle = picture_size / 2;
const edge = 72;
const colours = { felt: '#26604a', deep: '#173f30', leather: '#5a3320', lit: '#6f4229', stitch: '#d9b27a', paper: '#fffaf0', soft: '#cfe0d2', brass: '#f0bf63', dark: '#33200d' };
const serif = "ui-serif, 'Iowan Old Style', Palatino, 'URW Palladio L', Georgia, serif";
const sans = 'system-ui, sans-serif';

/**
 * Draws the image and shares it with another app if the device can; else downloads it. Cancelling the share dialog is not an error.
 * @param {Omit<Picture, 'date' | 'server'>} result @param {{match: string, base: string, text: string}} of
 */
export async function share_picture(result, { match, base, text }) {
  const png = await draw_picture({ ...result, date: day(await fetch_end_time(match, base)), server: location.host });
  const name = `cubilete-${result.game}.png`;
  const files = [new File([png], name, { type: 'image/png' })];
  const handed = can_share_files() && (await navigator.share({ files, text }).then(() => true, (why) => why.name === 'AbortError'));
  if (!handed) download(png, name);
  return true;
}

/**
 * The end time of a match; the current time while the HTTP API does not have it.
 * @param {string} match @param {string} base
 * @returns {Promise<number>}
 */
async function fetch_end_time(match, base) {
  const answer = await fetch(new URL(`api/v1/matches/${match}`, base)).catch(() => null);
  return (answer?.ok && (await answer.json()).ended_ms) || Date.now();
}

/** @param {Picture} picture @returns {Promise<Blob>} a PNG */
async function draw_picture(picture) {
  const canvas = Object.assign(document.createElement('canvas'), { width: picture_size, height: picture_size });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  if (has_canvas_noise(pen)) throw new Error('this browser gives away no drawn pictures');
  draw_background(pen);
  await draw_head(pen, picture);
  draw_podium(pen, picture.lines.slice(0, 3));
  draw_other_places(pen, picture.lines.slice(3));
  draw_account(pen, picture);
  draw_foot(pen, picture);
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('this browser makes no PNG');
  return blob;
}

/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * Browsers that protect their readers from being recognized give noise instead of what was drawn. Small differences are not seen.
 * @param {Pick<Pen, 'fillStyle' | 'fillRect' | 'getImageData'>} pen of an empty picture
 */
export function has_canvas_noise(pen) {
  const wide = 16;
  pen.fillStyle = colours.felt;
  pen.fillRect(0, 0, wide, wide);
  const drawn = [1, 3, 5].map((at) => parseInt(colours.felt.slice(at, at + 2), 16));
  const { data } = pen.getImageData(0, 0, wide, wide);
  return data.some((value, at) => Math.abs(value - (drawn[at % 4] ?? 255)) > 8);
}

/**
 * A text in one line, truncated if it is too long.
 * @param {Pen} pen @param {string} text
 * @param {{x: number, y: number, font: string, colour: string, width: number, align?: CanvasTextAlign}} how
 */
function draw_text(pen, text, { x, y, font, colour, width, align = 'center' }) {
  Object.assign(pen, { font, fillStyle: colour, textAlign: align, textBaseline: 'middle' });
  const letters = [...text];
  let shown = text;
  while (letters.length > 1 && pen.measureText(shown).width > width) {
    letters.pop();
    shown = `${letters.join('').trimEnd()}…`;
  }
  pen.fillText(shown, x, y);
}

/**
 * The largest font size at which a text fits in one line.
 * @param {Pen} pen @param {string} text @param {number} width
 * @param {number} largest in pixels @param {number} least @param {string} family
 */
function fitting_font_size(pen, text, width, largest, least, family) {
  for (let size = largest; size > least; size -= 2) {
    pen.font = `600 ${size}px ${family}`;
    if (pen.measureText(text).width <= width) return pen.font;
  }
  return `600 ${least}px ${family}`;
}

/** @param {Pen} pen */
function draw_background(pen) {
  const felt = pen.createRadialGradient(picture_middle, 420, 80, picture_middle, 520, 860);
  felt.addColorStop(0, colours.felt);
  felt.addColorStop(1, colours.deep);
  pen.fillStyle = felt;
  pen.fillRect(0, 0, picture_size, picture_size);
  const band = pen.createLinearGradient(0, 0, 0, 132);
  band.addColorStop(0, colours.lit);
  band.addColorStop(1, colours.leather);
  pen.fillStyle = band;
  pen.fillRect(0, 0, picture_size, 132);
  pen.fillRect(0, picture_size - 84, picture_size, 84);
  Object.assign(pen, { strokeStyle: colours.stitch, lineWidth: 3 });
  pen.setLineDash([14, 10]);
  for (const y of [122, picture_size - 74]) {
    pen.beginPath();
    pen.moveTo(0, y);
    pen.lineTo(picture_size, y);
    pen.stroke();
  }
  pen.setLineDash([]);
}

/** @param {Pen} pen @param {Picture} picture */
async function draw_head(pen, { game, title, result_title, margin, best }) {
  const wide = picture_size - 2 * edge;
  draw_text(pen, title, { x: edge, y: 62, font: `600 52px ${serif}`, colour: colours.paper, width: wide - 190, align: 'left' });
  const cover = new Image();
  cover.src = file_address(`games/${game}/cover.svg`);
  await cover.decode().then(() => pen.drawImage(cover, picture_size - edge - 160, 10, 160, 100), () => {}); // decoration
  draw_text(pen, result_title, { x: picture_middle, y: 206, font: fitting_font_size(pen, result_title, wide, 68, 38, serif), colour: colours.brass, width: wide });
  if (margin) draw_text(pen, margin, { x: picture_middle, y: 276, font: fitting_font_size(pen, margin, wide, 38, 26, sans), colour: colours.paper, width: wide });
  if (best) draw_text(pen, best, { x: picture_middle, y: margin ? 332 : 286, font: fitting_font_size(pen, best, wide, 30, 22, sans), colour: colours.soft, width: wide });
}

/** The podium: second place left of the first, third place right. @param {Pen} pen @param {Line[]} lines */
function draw_podium(pen, lines) {
  const floor = 786;
  const width = 288;
  const steps = { 1: 250, 2: 190, 3: 140 };
  for (const [at, x] of [picture_middle, picture_middle - width - 12, picture_middle + width + 12].entries()) {
    const line = lines[at];
    if (!line) continue;
    const place = Math.min(3, line.place ?? 3);
    const height = steps[/** @type {1 | 2 | 3} */ (place)];
    const top = floor - height;
    pen.fillStyle = place === 1 ? colours.brass : colours.lit;
    pen.beginPath();
    if ('roundRect' in pen) pen.roundRect(x - width / 2, top, width, height, [18, 18, 0, 0]);
    else /** @type {Pen} */ (pen).rect(x - width / 2, top, width, height);
    pen.fill();
    const on_step = place === 1 ? colours.dark : colours.paper;
    draw_text(pen, `${line.place ?? '–'}`, { x, y: top + 48, font: `700 60px ${serif}`, colour: on_step, width });
    draw_text(pen, line.score, { x, y: top + 104, font: fitting_font_size(pen, line.score, width - 24, 34, 18, sans), colour: on_step, width: width - 24 });
    draw_token(pen, line, x, top - 108, 46);
    draw_text(pen, line.name, { x, y: top - 32, font: fitting_font_size(pen, line.name, width - 8, 34, 26, sans), colour: colours.paper, width: width - 8 });
  }
}

/** @param {Pen} pen @param {Line} line @param {number} x @param {number} y @param {number} radius */
function draw_token(pen, { name, avatar, colour }, x, y, radius) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
  Object.assign(pen, { strokeStyle: 'rgb(255 255 255 / 35%)', lineWidth: 4 });
  pen.stroke();
  if (avatar !== null) return draw_face(pen, avatar, x, y, radius / 29);
  const letter = name.match(/[\p{L}\p{N}]/u)?.[0] ?? [...name][0] ?? '';
  draw_text(pen, letter.toUpperCase(), { x, y: y + 2, font: `600 ${radius}px ${serif}`, colour: '#fff', width: 2 * radius });
}

/** @param {Pen} pen @param {number} avatar @param {number} x @param {number} y @param {number} scale */
function draw_face(pen, avatar, x, y, scale) {
  for (const { shape, fill } of shapes_of(avatar))
    for (const side of [1, -1]) {
      pen.save();
      pen.translate(x, y);
      pen.scale(side * scale, scale);
      pen.translate(-24, -24);
      pen.fillStyle = fill;
      pen.fill(new Path2D(shape));
      pen.restore();
    }
}

/** The remaining players, in two columns if there are many. @param {Pen} pen @param {Line[]} lines */
function draw_other_places(pen, lines) {
  const columns = lines.length > 2 ? 2 : 1;
  const width = (picture_size - 2 * edge - (columns - 1) * 40) / columns;
  for (const [at, line] of lines.entries()) {
    const left = edge + (at % columns) * (width + 40);
    const y = 844 + Math.floor(at / columns) * 54;
    draw_text(pen, `${line.place ?? '–'}.`, { x: left, y, font: `700 28px ${serif}`, colour: colours.brass, width: 44, align: 'left' });
    draw_text(pen, line.name, { x: left + 46, y, font: `600 28px ${sans}`, colour: colours.paper, width: width - 230, align: 'left' });
    draw_text(pen, line.score, { x: left + width, y, font: fitting_font_size(pen, line.score, 176, 28, 18, sans), colour: colours.soft, width: 176, align: 'right' });
  }
}

/** Draws the lines about luck and decisions, where there is room for it. @param {Pen} pen @param {Picture} picture */
function draw_account(pen, { luck, lines }) {
  const wide = picture_size - 2 * edge;
  const first = lines.length > 3 ? 994 - 34 * luck.length : 846;
  if (lines.length > 5) return;
  for (const [at, line] of luck.entries()) draw_text(pen, line, { x: picture_middle, y: first + 48 * at, font: fitting_font_size(pen, line, wide, 32, 22, sans), colour: colours.soft, width: wide });
}

/** @param {Pen} pen @param {Picture} picture */
function draw_foot(pen, { date, server }) {
  const font = `500 28px ${sans}`;
  draw_text(pen, date, { x: edge, y: picture_size - 36, font, colour: colours.paper, width: 380, align: 'left' });
  draw_text(pen, server, { x: picture_size - edge, y: picture_size - 36, font, colour: colours.paper, width: 540, align: 'right' });
}
