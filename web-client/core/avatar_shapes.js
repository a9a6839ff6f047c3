// @ts-check
// The twelve faces of avatars, on a square of 48. Pure. Each has three shapes, drawn in this order: light, tan, dark. All are left halves: each is
// drawn as it is and mirrored.
import { parts_of } from './avatars.js';

/** An ellipse. @param {number} x @param {number} y @param {number} rx @param {number} [ry] */
const o = (x, y, rx, ry = rx) => `M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1${-2 * rx} 0`;

/** @type {[light: string, tan: string, dark: string][]} */
const faces = [
  // fox
  ['M25 15Q18 14 16 13L6 3Q3 13 6 22L1 31Q11 34 16 39Q20 45 25 45', 'M25 17L16 19Q14 27 4 31Q18 29 21 38L25 39M9 9L8 18L14 14', o(16, 25, 2.4) + o(24, 40.5, 3.5, 3)],
  // owl
  ['M25 10Q16 11 7 3Q4 12 6 22Q4 44 25 45', o(15, 22, 9) + 'M25 45Q16 45 12 38Q18 34 25 36', o(15, 22, 4.6) + 'M25 26L19 29L24 36L25 36'],
  // cat
  [
    'M25 13Q20 12 16 13L6 3Q4 12 5 19Q-1 43 25 43',
    'M9 8L9 16L14 13M0 28L11 30V32L0 31M1 38L11 34V36L2 41',
    'M13 21Q17 18 20 25Q15 28 13 21M24 31L20 31L24 35M24 34H25V37Q19 41 15 37H17Q21 39 23 36',
  ],
  // bear
  [o(10, 12, 8.5) + o(24, 26, 20, 18), o(10, 12, 4.2) + o(24, 34, 10, 7.5), o(16, 24, 2.6) + o(24, 31, 4.4, 3.2)],
  // frog
  [o(13, 13, 9.5) + o(24, 28, 22, 15), 'M7 31H41Q36 42 24 42', o(13, 13, 4.6) + o(21, 24, 1) + 'M7 30H25V32H7'],
  // rabbit
  [
    'M25 18H16Q7 6 9 0Q15 -2 19 8L22 17' + o(24, 31, 17, 15),
    'M11 3Q15 4 18 17L16 17Q11 9 11 3' + o(13, 35, 4, 3),
    o(17, 28, 2.5) + 'M25 32L20 32L24 36L25 36M24 35H25V38Q20 42 16 38H18Q21 40 23 37',
  ],
  // lion
  [
    o(24, 24, 17) + o(24, 5, 5.5) + o(12, 8, 5.5) + o(5, 18, 5.5) + o(5, 30, 5.5) + o(12, 40, 5.5) + o(24, 43, 5.5),
    o(24, 25, 13.5),
    o(18, 23, 2.4) + 'M25 28L19 28L24 33L25 33M24 32H25V36Q19 40 16 36H18Q21 38 23 35',
  ],
  // panda
  [o(24, 25, 20, 19), o(24, 35, 8, 6), o(9, 10, 7.5) + 'M13 21Q18 17 20 24Q20 31 14 31Q9 30 13 21' + o(24, 33, 4, 3)],
  // elephant
  [
    'M15 11Q2 4 1 19Q2 35 12 34Q13 38 18 37L19 43Q20 48 25 47V8Q19 7 15 11',
    'M13 14Q5 11 4 20Q5 31 12 30Q10 22 13 14M19 32H25V34H19M19 38H25V40H19',
    o(18, 23, 2.4),
  ],
  // octopus
  ['M25 2Q7 2 7 20Q7 27 11 30Q1 27 1 35Q1 44 9 42Q5 37 12 36Q11 46 16 47Q21 47 20 38H25', o(12, 12, 2.6) + o(18, 7, 1.8), o(17, 22, 3.2) + 'M25 28H20Q20 32 25 32'],
  // dog
  [
    'M25 5Q14 4 11 11Q8 45 25 45',
    'M14 6Q1 4 1 19Q1 34 8 35Q14 31 15 9M25 5V20L21 20Q20 10 25 5',
    o(17, 22, 2.6) + o(24, 32, 5.2, 4) + 'M24 34H25V40Q20 43 17 39H19Q22 40 23 38',
  ],
  // bull
  [
    'M25 12H17Q7 13 4 2Q-2 18 11 21Q10 24 15 30Q13 46 25 46',
    'M10 21Q3 20 2 26Q8 30 14 27M25 33Q14 32 16 40Q18 46 25 46',
    o(18, 25, 2.4) + o(20, 39, 2),
  ],
];

/** The shapes of an avatar with their colours, each drawn as it is and mirrored at x = 24. @param {number} avatar */
export const shapes_of = (avatar) => faces[parts_of(avatar).face].map((shape, at) => ({ shape, fill: ['#fff6e2', '#dba872', '#2a2018'][at] }));
