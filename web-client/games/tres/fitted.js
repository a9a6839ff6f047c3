// @ts-check
// Shortens text in SVG drawings, which have no ellipsis of their own.

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;
/** @type {Map<string, string>} */
const known = new Map();

/**
 * The longest prefix of a text that fits into a width in pixels, measured in the given font.
 * @param {string} text @param {number} width @param {string} font as in a style sheet
 */
export function fitted(text, width, font) {
  const key = `${width} ${font} ${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  ruler ??= document.createElement('canvas').getContext('2d');
  const letters = [...text];
  const wide = (/** @type {string} */ some) => {
    if (!ruler) return 8 * some.length;
    ruler.font = font;
    return ruler.measureText(some).width;
  };
  let left = letters.length;
  const shown = () => (left === letters.length ? text : `${letters.slice(0, left).join('').trimEnd()}…`);
  while (left > 1 && wide(shown()) > width) --left;
  known.set(key, shown());
  return shown();
}
