// @ts-check
// Drawings of things that lie on the felt: dice that do not move, and the leather cup.
import { die_planes, pips } from './die_planes.js';
import { svg } from './lit.js';

/** A die and its shadow. @param {Parameters<typeof die_planes>} die */
export function still_die(...die) {
  const { planes, ground } = die_planes(...die);
  return svg`<g class="still"><path class="cast" d=${ground} />
    ${planes.map(({ path, fill }) => svg`<path d=${path} fill=${fill} stroke=${fill} />`)}
    ${planes.map(({ face }) =>
      face
        ? svg`<g transform=${face.matrix}>${pips[Number(face.shows)].map(([x, y]) => svg`<circle cx=${x} cy=${y} r=${face.shows === 1 ? 0.155 : 0.122} />`)}</g>`
        : '',
    )}</g>`;
}

/** The gradients of the cup, once in a drawing that has it. */
const cup_gradients = svg`<defs>
  <linearGradient id="cup-side"><stop offset="0" stop-color="#4a2413" /><stop offset=".3" stop-color="#8a5230" /><stop offset=".62" stop-color="#7a4428" /><stop offset="1" stop-color="#36180b" /></linearGradient>
  <linearGradient id="cup-rim"><stop offset="0" stop-color="#6d3b20" /><stop offset=".4" stop-color="#d99a62" /><stop offset="1" stop-color="#5b2f18" /></linearGradient>
  <linearGradient id="cup-inside" x2="0" y2="1"><stop offset="0" stop-color="#1d0b05" /><stop offset="1" stop-color="#6d3a1f" /></linearGradient>
</defs>`;

/** The cup, upright, 160 wide and 200 high with its upper left corner at 20, 12. @param {boolean} [small] without details */
export const cup_drawing = (small = false) => svg`${cup_gradients}
  <path fill="url(#cup-side)" d="M20 40C24 96 34 160 40 200Q100 230 160 200C166 160 176 96 180 40Z" />
  ${
    small
      ? svg`<path fill="none" stroke="#f0c58c" stroke-width="6" stroke-dasharray="14 10" d="M25 82Q100 114 175 82M37 182Q100 212 163 182" />`
      : svg`<path fill="#2b1208" opacity=".28" d="M24 76Q100 108 176 76L174 92Q100 124 26 92ZM36 174Q100 204 164 174L162 189Q100 218 38 189Z" />
        <path class="thread" d="M24.500 78Q100 110 175.500 78M26 90Q100 122 174 90M37 187Q100 216 163 187" />
        <g class="stamp" transform="translate(100 148) rotate(-8)"><rect x="-17" y="-17" width="34" height="34" rx="7" /><path d="M-8-8h0M8-8h0M0 0h0M-8 8h0M8 8h0" /></g>
        <path fill="none" stroke="#ffdcb0" stroke-opacity=".2" stroke-width="11" stroke-linecap="round" d="M52 108C55 140 59 168 62 190" />`
  }
  <ellipse fill="url(#cup-rim)" cx="100" cy="40" rx="81" ry="28" />
  <ellipse fill="url(#cup-inside)" cx="100" cy="42" rx="69" ry="21" />`;
