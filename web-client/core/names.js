// @ts-check
// Names of people beside each other. Pure.

/** @import { Room } from './shapes.js' */

/** Scripts that run from right to left. */
const right_to_left = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const [first_isolate, end_isolate] = ['\u2068', '\u2069'];

/** A name in a sentence, whose direction it leaves alone, as `<bdi>` does in a page. @param {string} name */
const isolate_direction = (name) => (right_to_left.test(name) && !name.startsWith(first_isolate) ? first_isolate + name + end_isolate : name);

/**
 * Equal names get a number, from the second on: two people called Ana are Ana and Ana (2).
 * @param {string[]} names @returns {string[]}
 */
export function number_equal_names(names) {
  const taken = new Set(['']);
  return names.map((name) => {
    let shown = name;
    for (let number = 2; name !== '' && taken.has(normalize_name(shown)); ++number) shown = `${name} (${number})`;
    taken.add(normalize_name(shown));
    return isolate_direction(shown);
  });
}
/** @param {string} name */
const normalize_name = (name) => name.normalize('NFKC').toLowerCase();

/** The shown names of the members of a room, by their ids; those who sit come first. @param {Room} room @returns {Map<string, string>} */
export function room_names({ seats, watchers }) {
  const sitting = seats.flatMap(({ player }) => player ?? []);
  const others = watchers.filter(({ id }) => !sitting.some((one) => one.id === id));
  const all = [...sitting, ...others];
  const names = number_equal_names(all.map(({ name }) => name));
  return new Map(all.map(({ id }, at) => [id, names[at]]));
}

/** A password as it is sent: phones add a blank behind a word, and an accent can be written in two ways. @param {string} typed */
export const normalize_password = (typed) => typed.normalize('NFC').trim();
