// @ts-check
// Actions about how this browser shows the page: preferences, language, hints, and what lies over the page.
import { save_choices } from '../choices.js';
import { request_notifications } from '../device.js';
import { focus_soon } from '../focus.js';
import { store_typed_name } from '../persisted_state.js';
import { language_key } from '../../i18n/language.js';
import { local, reload, session } from '../storage.js';
import { page_address } from '../urls.js';

/** @import { State } from '../shapes.js' */

/** Where the language was just chosen. */
const chooser = 'cubilete.chooser';

/** @param {import('../actions.js').Parts} parts */
export function display_actions({ store, base }) {
  const { dispatch } = store;

  /** @param {boolean} open */
  const show_panel = (open) => {
    focus_soon(open ? '#panel button' : '.panel-button');
    dispatch({ type: 'panel', open });
  };
  /** The panel was closed, and the browser has not gone back yet. */
  let goes_back = false;

  /** @param {Partial<import('../choices.js').Choices>} change */
  const choose = (change) => {
    dispatch({ type: 'chose', change });
    save_choices(store.state.choices);
  };

  return {
    /** Loads the page again in another language; seat, match, the typed name and chat line are kept. */
    change_language: (/** @type {string} */ language) => {
      const { settings, sheet, name } = store.state;
      store_typed_name(name.trim());
      local.set(language_key, language);
      session.set(chooser, settings ? 'settings' : (sheet ?? 'page'));
      reload();
    },
    /** After that, the focus is where it was. */
    go_on_choosing_language: () => {
      const at = session.get(chooser);
      if (!at) return;
      session.set(chooser, '');
      focus_soon(`${at === 'page' ? '' : 'dialog[open] '}.languages [aria-pressed=true]`);
      dispatch(at === 'settings' ? { type: 'settings', open: true } : { type: 'sheet', sheet: at === 'menu' ? at : null });
    },
    /** The browser's way back closes it, too. */
    panel: (/** @type {boolean} */ open) => {
      show_panel(open);
      if (open && !history.state?.panel) history.pushState({ panel: true }, '');
      if (open || !history.state?.panel || goes_back) return;
      goes_back = true;
      history.back();
    },
    /** Whether the way back led to the page that is shown: then it closes the panel. @param {import('../shapes.js').Page} page */
    close_panel_on_back: (page) => {
      const stays = page_address(page, base) === page_address(store.state.page, base);
      if (stays && !goes_back && store.state.panel) show_panel(false);
      goes_back = false;
      return stays;
    },
    scroll_to_chat: () => {
      const lines = /** @type {HTMLElement | null} */ (document.querySelector('.room .lines'));
      lines?.scrollIntoView({ block: 'center' });
      lines?.focus({ preventScroll: true });
    },
    hint: (/** @type {number} */ hint) => dispatch({ type: 'hint', hint }),
    finish_hints: (/** @type {string} */ game) => {
      dispatch({ type: 'hint', hint: 0 });
      choose({ hinted: [...store.state.choices.hinted, game] });
    },
    /** Asks for confirmation of an irreversible action; null closes the dialog. */
    question: (/** @type {State['question']} */ question) => dispatch({ type: 'question', question }),
    check_dice: (/** @type {string} */ match) => dispatch({ type: 'checks', checks: match }),
    sheet: (/** @type {State['sheet']} */ sheet) => dispatch({ type: 'sheet', sheet }),
    settings: (/** @type {boolean} */ open) => dispatch({ type: 'settings', open }),
    choose,
    /** Enables notifications. The browser asks for permission only after a click here. */
    enable_notifications: async (/** @type {boolean} */ yes) => choose({ offered: true, call: yes && (await request_notifications()) }),
    mute: (/** @type {string} */ player, /** @type {boolean} */ yes) => {
      const others = store.state.choices.muted.filter((id) => id !== player);
      choose({ muted: yes ? [...others, player] : others });
    },
    enlarge_code: (/** @type {boolean} */ yes) => {
      if (!yes) focus_soon('#link');
      dispatch({ type: 'enlarged', yes });
    },
    /** Loads the page again in the server's version; seat, match, the typed name and chat line are kept. */
    load_again: () => {
      store_typed_name(store.state.name.trim());
      reload();
    },
    close_outdated_notice: () => dispatch({ type: 'outdated', outdated: 'later' }),
    close_notices: () => dispatch({ type: 'notices_closed' }),
    read_notice: (/** @type {number} */ no) => dispatch({ type: 'notice_read', no }),
  };
}
