// @ts-check
// Draws the page after each change of the state, with what a frame has besides: effects, dialogs, the focus, the title.
import { restore_focus, focus_soon, remember_focus, lost_field_id } from '../core/focus.js';
import { game_view, part, loaded_part } from '../core/lazy_modules.js';
import { file_address } from '../core/urls.js';
import { acting_seat, my_turn, shown_game, shown_title } from '../core/state.js';
import { words } from '../i18n/words.js';
import { title } from './attention.js';
import { is_invited_guest, invitation, invitation_title } from './embedded_invitation.js';
import { render, unrender } from './lit.js';
import { page } from './page.js';

/** @import { Event, Page, State } from '../core/shapes.js' */
/** @import { Keys } from '../games/contract.js' */
/**
 * @typedef {object} RendererParts
 * @property {{state: State, dispatch: (event: Event) => void}} store
 * @property {import('../core/actions.js').Actions} act
 * @property {import('../core/lazy_modules.js').LazyModules<import('./rules/rules.js').Book>} rule_books
 * @property {import('../core/records.js').Records} records
 * @property {() => void} on_drawn called after each frame
 */

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
const overlay = /** @type {HTMLElement} */ (document.getElementById('overlay'));

/**
 * One step of a frame. If it fails, the others are done all the same; the failure is told where uncaught ones are.
 * @template Result @param {() => Result} step @returns {Result | undefined}
 */
function run_step(step) {
  try {
    return step();
  } catch (why) {
    setTimeout(() => {
      throw why;
    });
  }
}

export class PageRenderer {
  /** Content embedded by the server stays until there is something else to show. */
  #has_begun = false;
  #asked = false;
  /** Effects of the table; loaded together with it. @type {import('./table/effects/effects.js').Effects | null} */
  #effects = null;
  /** @type {Page | null} */
  #page = null;
  #prompt = ''; // the prompt for this player; empty while it is not their turn
  #turn = ''; // the seat whose turn is scrolled into view

  /** @param {RendererParts} around */
  constructor(around) {
    this.around = around;
    this.first = around.store.state;
  }

  /** Draws after what runs now. Not in an animation frame: a hidden page gets none, but its title must change. */
  ask() {
    if (!this.#asked) queueMicrotask(() => this.#draw());
    this.#asked = true;
  }

  /** Puts the page in the place of what the server embedded. */
  begin() {
    const focused = document.activeElement?.id || 'name';
    root.replaceChildren();
    document.documentElement.dataset.begun = '';
    document.getElementById('unable')?.remove();
    this.#has_begun = true;
    if (is_invited_guest) focus_soon(`#${focused}`);
    addEventListener('resize', () => this.ask()); // some views draw by the window's size
    this.#draw();
  }

  /** The button of the form for what was pressed before the page came. @param {'player' | 'spectator'} as @returns {HTMLElement | null} */
  button(as) {
    return root.querySelector(as === 'player' ? 'form .primary' : 'form .actions button:last-of-type');
  }

  #draw() {
    this.#asked = false;
    if (!this.#has_begun) return;
    const { store, records, on_drawn } = this.around;
    const { state } = store;
    if (this.#page !== state.page) records.clear(); // answers of the HTTP API may be outdated on another page
    this.#page = state.page;
    this.#effects ??= run_step(() => this.#make_effects()) ?? null;
    remember_focus();
    run_step(() => this.#effects?.before_render(state));
    dispatchEvent(new CustomEvent('theme', { detail: state.choices.theme })); // boot.js hears it
    run_step(() => this.#render(state));
    if (state.rules) run_step(() => part('rules')?.show_rules());
    run_step(() => loaded_part('preferences')?.show_preferences(state.settings));
    run_step(() => loaded_part('sheets')?.show_sheet(state.sheet === 'avatar' || (state.sheet !== null && state.room !== null)));
    run_step(() => loaded_part('questions')?.show_question(state));
    restore_focus();
    if (lost_field_id() === 'say' && state.draft !== '' && state.table && !state.panel) store.dispatch({ type: 'panel', open: true }); // a narrow window hides it
    const played = shown_game(state);
    const game = played === undefined ? undefined : game_view(played);
    run_step(() => this.#effects?.after_render(state, game));
    on_drawn();
    const at_invitation = state.page.at === 'room' && state.page.code === invitation?.room && !state.joined;
    document.title = (at_invitation && invitation_title) || title(state, this.#heading(state));
    run_step(() => this.#update_table_focus(state, game?.keys));
    run_step(() => loaded_part('room')?.mark_chat_read(state.unread, () => store.dispatch({ type: 'panel', open: false })));
  }

  /** The subject of the page; a table and the start page have the house's title. @param {State} state */
  #heading({ page: { at } }) {
    return at === 'room' || at === 'start' || at === 'new' ? undefined : root.querySelector('main h1')?.textContent?.trim();
  }

  #make_effects() {
    const { store } = this.around;
    const notice = () => ({ title: words.your_turn_title, text: shown_title(store.state), icon: file_address('icon.svg') });
    return loaded_part('effects')?.effects_of_table(overlay, this.first, notice) ?? null;
  }

  /** Renders the page. What cannot go on from what is there is made anew. @param {State} state */
  #render(state) {
    const { act, rule_books, records } = this.around;
    const content = () => page(state, act, game_view, (game) => rule_books.get(game), records);
    try {
      render(content(), root);
    } catch (why) {
      unrender(root);
      render(content(), root);
      throw why;
    }
  }

  /** Focus, hints and scrolling at a table that was just drawn. @param {State} state @param {Keys | undefined} keys */
  #update_table_focus(state, keys) {
    const table = loaded_part('table');
    const turn = acting_seat(state);
    if (!table) return;
    const mine = my_turn(state) === null ? '' : `${state.table?.push.match} ${turn} ${state.table?.push.you?.n}`;
    table.follow_focus(mine !== '' && this.#prompt === '', keys);
    this.#prompt = mine;
    table.highlight_target();
    table.animate_clock(state);
    table.mark_television(state);
    if (turn !== null && `${state.table?.push.match} ${turn}` !== this.#turn) table.scroll_to_seat(turn);
    this.#turn = `${state.table?.push.match} ${turn}`;
  }
}
