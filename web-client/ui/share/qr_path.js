// @ts-check
// A QR code as one SVG path. The only module that imports lean-qr.
import * as lean from '../../vendor/lean-qr/nano.mjs';

const { generate, correction } = /** @type {typeof import('lean-qr/nano')} */ (
  /** @type {unknown} */ ({ generate: lean.generate, correction: lean.correction })
);

/** The quiet zone that scanners need around a code, in modules. */
export const margin = 4;

/**
 * @param {string} text
 * @returns {{size: number, path: string}} modules from edge to edge; the dark ones, one run of a row after another
 */
export function qr_of(text) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  let path = '';
  for (let y = 0; y < code.size; ++y)
    for (let x = 0; x < code.size; ++x) {
      if (!code.get(x, y)) continue;
      const from = x;
      while (x + 1 < code.size && code.get(x + 1, y)) ++x;
      path += `M${from} ${y}h${x + 1 - from}v1h${from - x - 1}z`;
    }
  return { size: code.size, path };
}
