// @ts-check
// The planes of a die that lies on the felt, seen from above and the front under the lamp, as paths of a drawing. Pure; tools/draw_covers.js
// draws the games' pictures with it.

/** @typedef {[number, number, number]} Point to the right, to the viewer, up */
/** @typedef {{path: string, fill: string, face?: {matrix: string, shows: number | string}}} Plane */

/** The faces around one that is on top: in front, left, behind, right. @type {Record<number, number[]>} */
export const around = { 1: [2, 3, 5, 4], 2: [1, 4, 6, 3], 3: [1, 2, 6, 5], 4: [1, 5, 6, 2], 5: [1, 3, 6, 4], 6: [2, 4, 5, 3] };
const letters = ['A', 'K', 'Q', 'J', '10', '9'];

/** The middles of the pips of a face, in shares of its width. @type {Record<number, [number, number][]>} */
export const pips = (() => {
  const [a, b, c] = [-0.26, 0.26, 0.295];
  const two = /** @type {[number, number][]} */ ([[a, a], [b, b]]);
  const four = /** @type {[number, number][]} */ ([...two, [b, a], [a, b]]);
  const middle = /** @type {[number, number]} */ ([0, 0]);
  return { 1: [middle], 2: two, 3: [...two, middle], 4: four, 5: [...four, middle], 6: [[a, -c], [b, -c], [a, 0], [b, 0], [a, c], [b, c]] };
})();

/** @param {Point[]} points @param {number[]} by */
const weighted_sum = (points, by) => /** @type {Point} */ ([0, 1, 2].map((k) => points.reduce((sum, point, at) => sum + point[k] * by[at], 0)));

/** How the lamp lights a plane with a normal. @param {Point} normal */
export function plane_colour([x, y, z]) {
  const light = Math.max(0.6, Math.min(1.06, 0.735 + 0.36 * (x * -0.49 + y * 0.12 + z * 0.86)));
  const shade = 1 - light;
  return `rgb(${[255, 246, 226].map((part, k) => Math.round(Math.min(255, part * (light - shade * [0, 0.06, 0.16][k])))).join(' ')})`;
}

/**
 * @param {number | string} shows pips, or a letter of poker dice @param {number} x @param {number} y the middle of its square on the felt
 * @param {number} size of an edge @param {number} [turn] degrees @param {number} [tilt] degrees by which the viewer looks from the front
 * @returns {{planes: Plane[], ground: string}} `ground`: the square on which it lies
 */
export function die_planes(shows, x, y, size, turn = 0, tilt = 30) {
  const half = size / 2;
  const inner = half - size * 0.085;
  const [r, t] = [turn, tilt].map((degrees) => (degrees * Math.PI) / 180);
  const axes = /** @type {Point[]} */ ([[Math.cos(r), Math.sin(r), 0], [-Math.sin(r), Math.cos(r), 0], [0, 0, 1]]);
  const project = (/** @type {Point} */ [right, near, up]) => [right, near * Math.cos(t) - up * Math.sin(t)];
  const point_text = (/** @type {number[]} */ by) => {
    const [right, near] = project(weighted_sum(axes, by));
    return [x + right, y + near - half * Math.sin(t)].map((one) => one.toFixed(1)).join(' ');
  };
  const path = (/** @type {number[][]} */ corners) => `M${corners.map(point_text).join('L')}z`;
  const sides = typeof shows === 'number' ? around[shows] : [1, 2, 4, 5].map((on) => letters[(letters.indexOf(shows) + on) % 6]);
  /** @type {Plane[]} */
  const planes = [];
  for (let one = 0; one < 27; ++one) {
    const signs = [one % 3, Math.floor(one / 3) % 3, Math.floor(one / 9)].map((sign) => sign - 1);
    const out = [0, 1, 2].filter((k) => signs[k] !== 0);
    if (out.length === 0) continue;
    const normal = weighted_sum(axes, signs.map((sign) => sign / Math.sqrt(out.length)));
    if (normal[1] * Math.sin(t) + normal[2] * Math.cos(t) < 0.01) continue;
    const along = [0, 1, 2].filter((k) => signs[k] === 0);
    const corner = (/** @type {number} */ far, /** @type {number[]} */ ends) =>
      [0, 1, 2].map((k) => (signs[k] === 0 ? ends[along.indexOf(k)] * inner : signs[k] * (k === far ? half : inner)));
    const fill = plane_colour(normal);
    if (out.length === 3) planes.push({ path: path(out.map((far) => corner(far, []))), fill });
    else if (out.length === 2)
      planes.push({ path: path([corner(out[0], [-1]), corner(out[0], [1]), corner(out[1], [1]), corner(out[1], [-1])]), fill });
    else {
      // A face's own directions: to its right, and down.
      const up = signs[2] !== 0;
      const right = up ? axes[0] : weighted_sum(axes, [signs[1], -signs[0], 0]);
      const down = /** @type {Point} */ (up ? axes[1] : [0, 0, -1]);
      const matrix = [...project(right), ...project(down)].map((part) => (part * 2 * inner).toFixed(2)).join(' ');
      const side = signs[1] > 0 ? 0 : signs[0] < 0 ? 1 : signs[1] < 0 ? 2 : 3;
      const face = { matrix: `matrix(${matrix} ${point_text(corner(out[0], [0, 0]))})`, shows: up ? shows : sides[side] };
      planes.push({ path: path([[-1, -1], [1, -1], [1, 1], [-1, 1]].map((ends) => corner(out[0], ends))), fill, face });
    }
  }
  return { planes, ground: path([[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => [a * half, b * half, -half])) };
}
