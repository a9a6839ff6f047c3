// @ts-check
// What a page of rules is made of, and what tells a table's rules from the book's. Pure: no DOM, no words.
import { default_value } from '../../core/options.js';

/** @import { Game, State } from '../../core/shapes.js' */
/** @import { OptionSpec, OptionValues } from '../../core/types.js' */

/** A face of a die, a card as on the wire, or a symbol that stands between them.
 * @typedef {number | string} Piece */
/** Dice or cards as they would lie on the table; `rest` lies there too and does not count.
 * @typedef {{draw: Piece[], rest?: Piece[]}} Drawing */
/** @typedef {string | Drawing} Cell */
/** @typedef {{caption: string, head: string[], rows: Cell[][]}} Table the first cell of a row names it */
/** @typedef {{p: string} | {list: string[]} | {steps: string[]} | {table: Table}
 *     | {example: Drawing & {text: string}}} Part */
/** @typedef {{title: string, parts: Part[]}} Section */
/**
 * The rules of one table.
 * @typedef {object} Rules
 * @property {string} title what the game is called
 * @property {string} lead the game in a sentence or two
 * @property {Section[]} sections
 */
/**
 * `make_rules` of web-client/games/<id>/rules.js and the `rules` of rules.<language>.js. `make_rules` is given a value for every option, the texts, and i18n/rules/<language>.js.
 * @typedef {{texts: object, make_rules: (options: OptionValues, texts: object, shared: typeof import('../../i18n/rules/en.js')) => Rules}} WrittenRules
 */

/** Symbols that stand between pieces. */
export const symbols = new Set(['+', '→']);

/** A value for every option: what is not given is as usual beside what is. @param {Game} game @param {OptionValues} given */
export function complete_options(game, given) {
  /** @type {OptionValues} */
  const values = { ...given };
  for (const spec of game.options) values[spec.name] ??= default_value(spec, values);
  return values;
}

/** Other options follow it: it chooses among games of their own. @param {Game} game @param {OptionSpec} spec */
const is_preset = ({ options }, { name }) => options.some(({ default_where }) => default_where?.[name] !== undefined);

/** The games that a game has in it, its own first: each by the option that chooses it. @param {Game} game */
export const presets_of = (game) =>
  game.options
    .filter((spec) => is_preset(game, spec))
    .flatMap(({ name, choices, default: own }) => (choices ?? []).map((value) => ({ option: name, value, own: value === own })))
    .sort((one, other) => Number(other.own) - Number(one.own));

/** The options of the book for a game of the same preset. @param {Game} game @param {OptionValues} options */
export function book_options(game, options) {
  const presets = game.options.filter((spec) => is_preset(game, spec)).map(({ name }) => name);
  return complete_options(game, Object.fromEntries(presets.map((name) => [name, options[name]])));
}

/**
 * The house rules of a table, each beside what the book says.
 * @param {Game} game @param {OptionValues} options a value for each
 */
export function house_rules(game, options) {
  return game.options
    .map((spec) => ({ name: spec.name, here: options[spec.name], book: default_value(spec, options) }))
    .filter(({ here, book }) => here !== book);
}

/** @param {Part} part @returns {unknown[]} what it says, each thing by itself */
function part_contents(part) {
  if ('list' in part) return part.list;
  if ('steps' in part) return part.steps;
  if ('table' in part) return part.table.rows;
  return ['p' in part ? part.p : part.example];
}
/** @param {unknown} saying */
const content_key = (saying) => JSON.stringify(saying);

/**
 * Whether a paragraph, an item, a row or an example says what the book does not.
 * @param {Rules} book the rules with the book's options
 * @returns {(saying: unknown) => boolean}
 */
export function make_house_rule_predicate(book) {
  const known = new Set(book.sections.flatMap(({ parts }) => parts.flatMap(part_contents)).map(content_key));
  return (saying) => !known.has(content_key(saying));
}

/**
 * The game whose rules are shown, with the options of the table that they are for; the page of a game has those of the
 * book, for the preset that its address names.
 * @param {State} state @returns {{game: Game, options: OptionValues} | null}
 */
export function rulebook_game({ page, rules, games, room, table: played, form }) {
  const id = page.at === 'rules' ? page.game : rules;
  const game = games.find((one) => one.id === id);
  if (!game) return null;
  const table = [room, played && { game: played.push.view.game, options: played.options }, form].find((one) => one?.game === id);
  const named = page.at === 'rules' ? presets_of(game).find(({ value }) => value === page.preset) : undefined;
  return { game, options: complete_options(game, table?.options ?? (named ? { [named.option]: named.value } : {})) };
}
