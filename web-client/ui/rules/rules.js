// @ts-check
// The rules of a game as a table plays them: a page of their own, or a sheet over whatever is there. Fetched when the
// first reader opens them.
import { die } from '../game/die.js';
import * as icons from '../icons.js';
import { label_of, value_label } from '../../i18n/table/labels.js';
import { language } from '../../i18n/language.js';
import { html, nothing, when_closed } from '../lit.js';
import { book_options, house_rules, make_house_rule_predicate, presets_of, rulebook_game, symbols } from './rulebook.js';
import { part } from '../../core/lazy_modules.js';
import { my_turn } from '../../core/state.js';
import { words as page_words } from '../../i18n/words.js';
import { link_to } from '../parts.js';
import { table_head, table_of } from '../tables.js';

/** @import { Actions, Game, State } from '../../core/shapes.js' */
/** @import { OptionValues } from '../../core/types.js' */
/** @import { Pieces } from '../../games/contract.js' */
/** @import { OptionNames } from '../../i18n/table/labels.js' */
/** @import { Content } from '../lit.js' */
/** @import { Drawing, Part, Table } from './rulebook.js' */
/** A game's rules in the reader's language, and what it is played with.
 * @typedef {{make_rules: (options: OptionValues) => import('./rulebook.js').Rules, pieces: Pieces, names?: OptionNames}} Source */
/**
 * The rules of a game, ready to be read.
 * @typedef {object} Book
 * @property {(state: State, act: Actions) => Content} page a page of its own
 * @property {(state: State, act: Actions) => Content} dialog a sheet over the page, for the table that is there
 */
/** @typedef {{title: string, level: number, pieces: Pieces, is_house: (saying: unknown) => boolean}} Style */

/** @type {typeof import('../../i18n/rules/en.js')} */
const shared = await import(`../../i18n/rules/${language}.js`);
const { words } = shared;

/** @type {Pieces} */
const dice = { draw: (face) => die(Number(face)), name: (face) => face };

/**
 * @param {import('./rulebook.js').WrittenRules} rules
 * @param {import('../../games/contract.js').GameView | undefined} view the game's table, if it can be had
 * @returns {Book}
 */
export function make_book({ make_rules, texts }, view) {
  /** @type {Source} */
  const source = { make_rules: (options) => make_rules(options, texts, shared), pieces: view?.pieces ?? dice, names: view?.options };
  return {
    page: (state, act) => rules_page(state, act, source),
    dialog: (state, act) => rules_dialog(state, act, source),
  };
}

/** With the way to the other games. @param {State} state @param {Actions} act @param {Source} source */
function rules_page(state, act, source) {
  const shown = rulebook_game(state);
  if (!shown) return nothing;
  return html`<main class="rules-page">
    <nav class="choices rules-games" aria-label=${page_words.rules.games}>
      ${state.games.map(({ id, title }) => link_to({ at: 'rules', game: id }, title, act, '', id === shown.game.id ? 'page' : nothing))}
    </nav>
    ${presets(shown, act, source.names)}
    <article class="sheet rules-text">${rules_view(shown, source, 1, html`<p class="hint">${words.the_book}</p>`, [])}</article>
    <div class="actions rules-actions">
      <button class="primary" type="button" @click=${() => act.play_game(shown.game.id, shown.options)}>${words.play}</button>
      ${print_button()} ${part('practice_games')?.practice_games.includes(shown.game.id) ? link_to({ at: 'practice', game: shown.game.id }, page_words.history.practice, act) : nothing}
    </div>
  </main>`;
}

/** The ways to play the game that are games of their own, each with its own book.
 * @param {{game: Game, options: OptionValues}} shown @param {Actions} act @param {OptionNames | undefined} names */
function presets({ game, options }, act, names) {
  const all = presets_of(game);
  if (all.length < 2) return nothing;
  return html`<nav class="choices rules-games rules-presets" aria-labelledby="rules-presets">
    <span id="rules-presets">${label_of(all[0].option, names)}</span>
    ${all.map(({ option, value, own }) => {
      const current = options[option] === value ? 'true' : nothing;
      return link_to({ at: 'rules', game: game.id, ...(!own && { preset: value }) }, value_label(option, value, names), act, '', current);
    })}
  </nav>`;
}

/**
 * A sheet over the page, which goes on beneath it. Escape closes it.
 * @param {State} state @param {Actions} act @param {Source} source
 */
function rules_dialog(state, act, source) {
  const shown = rulebook_game(state);
  if (!shown) return nothing;
  const close = (/** @type {Event} */ { target }) =>
    /** @type {Element} */ (target).closest('dialog')?.close();
  return html`<dialog
    class="rules-dialog"
    aria-label=${words.of(shown.game.title)}
    @close=${when_closed(() => act.close_rules())}
    @click=${(/** @type {Event} */ event) => event.target === event.currentTarget && close(event)}
  >
    <div class="rules-head">
      ${
        my_turn(state) === null
          ? html`<span>${words.title}</span>`
          : html`<strong role="status">${page_words.table.your_turn}</strong>`
      }
      ${print_button()}
      <button type="button" aria-label=${words.close} @click=${close}>${icons.cross()}</button>
    </div>
    <article class="rules-text" tabindex="0" autofocus aria-label=${words.of(shown.game.title)} role="region">
      ${rules_view(shown, source, 2, html`<p class="hint">${words.as_the_book}</p>`)}
    </article>
  </dialog>`;
}

const print_button = () =>
  html`<button class="rules-print" type="button" @click=${() => window.print()}>${words.print}</button>`;

/**
 * @param {{game: Game, options: OptionValues}} table @param {Source} source @param {number} level of the heading above
 * @param {Content} by_the_book_text what to say where there are no house rules
 * @param {ReturnType<typeof house_rules>} [house]
 */
function rules_view({ game, options }, { make_rules, pieces, names }, level, by_the_book_text, house = house_rules(game, options)) {
  const { title, lead, sections } = make_rules(options);
  const is_house = house.length > 0 ? make_house_rule_predicate(make_rules(book_options(game, options))) : () => false;
  const style = { title, level, pieces, is_house };
  return html`${heading(level, title)}
    <p class="rules-lead">${lead}</p>
    ${house.length > 0 ? house_rules_table(house, level + 1, names) : by_the_book_text}
    ${sections.map(
      (section) =>
        html`<section>${heading(level + 1, section.title)} ${section.parts.map((one) => part_view(one, style))}</section>`,
    )}`;
}

/** @param {number} level @param {string} text */
function heading(level, text) {
  if (level === 1) return html`<h1>${text}</h1>`;
  return level === 2 ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`;
}

/** @param {ReturnType<typeof house_rules>} rules @param {number} level @param {OptionNames | undefined} names */
function house_rules_table(rules, level, names) {
  const rows = rules.map(({ name, here, book }) => {
    return [label_of(name, names), html`<strong>${value_label(name, here, names)}</strong>`, value_label(name, book, names)];
  });
  return html`<section class="rules-house">
    ${heading(level, words.house_rules)}
    ${table_of([words.rule, words.here, words.book], rows)}
  </section>`;
}

/** @param {Part} one @param {Style} style @returns {Content} */
function part_view(one, style) {
  const { is_house, pieces } = style;
  const items = (/** @type {string[]} */ texts) => texts.map((text) => html`<li>${house_mark(is_house(text))}${text}</li>`);
  if ('p' in one) return html`<p>${house_mark(is_house(one.p))}${one.p}</p>`;
  if ('list' in one) return html`<ul>${items(one.list)}</ul>`;
  if ('steps' in one) return html`<ol>${items(one.steps)}</ol>`;
  if ('table' in one) return table(one.table, style);
  const { example } = one;
  const nothing_counts = example.draw.length === 0;
  return html`<p class="rules-example ${nothing_counts ? 'lost' : ''}">
    ${drawing_view(example, pieces)} <span>${house_mark(is_house(example))}${example.text}</span>
  </p>`;
}

/** @param {Table} table @param {Style} style */
function table({ caption, head, rows }, { is_house, pieces }) {
  const content = (/** @type {import('./rulebook.js').Cell} */ cell) =>
    typeof cell === 'string' ? cell : drawing_view(cell, pieces);
  return html`<div class="rules-table of-${head.length}">
    <table>
      <caption class="unseen">${caption}</caption>
      ${table_head(head)}
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <th scope="row">${content(row[0])}</th>
              ${row
                .slice(1)
                .map(
                  (cell, at) => html`<td>${house_mark(at === row.length - 2 && is_house(row))}${content(cell)}</td>`,
                )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {boolean} house */
const house_mark = (house) =>
  house ? html`<span class="rules-mark">${icons.house()}<span class="unseen">${words.house_rule}: </span></span>` : nothing;

/** @param {Drawing} drawing @param {Pieces} pieces */
function drawing_view({ draw, rest = [] }, pieces) {
  const texts = [...draw, ...rest].map(String);
  const name = texts.map((piece) => (symbols.has(piece) ? piece : pieces.name(piece))).join(', ');
  return html`<span class="rules-drawn" role="img" aria-label=${name}>
    ${texts.map((piece, at) =>
      symbols.has(piece)
        ? html`<span class="symbol">${piece}</span>`
        : html`<span class="piece ${at < draw.length ? '' : 'rest'}">${pieces.draw(piece)}</span>`,
    )}
  </span>`;
}

/** A modal dialog is opened by a verb of its own, once: from then on closing it is the reader's. */
export function show_rules() {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.querySelector('.rules-dialog:not([data-shown])'));
  if (!dialog) return;
  dialog.dataset.shown = 'yes';
  dialog.showModal();
}
