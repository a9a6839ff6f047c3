// @ts-check
// Shortens names in the news of a phone, which have no room for an ellipsis of their own.
const ruler = document.createElement('canvas').getContext('2d');
const width = 104;

/** The longest beginning of a name that fits, with an ellipsis. @param {string} name */
export function fitted(name) {
  const letters = [...name];
  let shown = name;
  if (ruler) ruler.font = '600 14px system-ui, sans-serif';
  while (letters.length > 1 && (ruler?.measureText(shown).width ?? 8 * letters.length) > width) {
    letters.pop();
    shown = `${letters.join('').trimEnd()}…`;
  }
  return shown;
}
