// @ts-check
// Actions about this player: preferences, name, stored data, and dialogs over the page.
import { save_choices } from '../choices.js';
import { request_notifications, copy_to_clipboard, download } from '../device.js';
import { focus_soon } from '../focus.js';
import { forget, remember_avatar, remember_name } from '../identity.js';
import { remember_language } from '../../i18n/language.js';
import { load_part } from '../lazy_modules.js';
import { session } from '../storage.js';
import { page_address, public_base } from '../urls.js';
import { words } from '../../i18n/words.js';
import { with_pending_button } from './attempt.js';

/** @import { State } from '../shapes.js' */

const avatar_pause_ms = 300;
/** Where the language was just chosen. */
const chooser = 'cubilete.chooser';

/** @param {import('../actions.js').Parts} parts @param {import('./attempt.js').Attempts} attempts */
export function person_actions({ store, connection, base, become }, { attempt }) {
  const { dispatch } = store;

  /** Saves the typed name on the server if it differs. @returns {Promise<boolean>} */
  const save_name = async () => {
    const name = store.state.name.normalize('NFC').trim();
    if (name === '') {
      dispatch({ type: 'failed', where: 'name', text: words.name.missing });
      document.getElementById('name')?.focus();
      return false;
    }
    if (name === store.state.me?.name) return true;
    return attempt('name', async () => {
      const { player } = await connection.move({ t: 'rename', name }); // safe to repeat; waits for the reply to hello
      remember_name(player.name);
      dispatch({ type: 'renamed', me: player });
    });
  };

  let avatar_timer = 0;
  /** Shows the avatar at once. The server gets the last of several that follow each other soon, as with arrow keys. @param {number} avatar */
  const avatar = (avatar) => {
    const { me } = store.state;
    if (!me) return;
    dispatch({ type: 'renamed', me: { ...me, avatar } });
    clearTimeout(avatar_timer);
    avatar_timer = setTimeout(
      () =>
        attempt('me', async () => {
          avatar_timer = 0;
          const { player } = await connection.move({ t: 'rename', name: store.state.me?.name ?? me.name, avatar });
          remember_avatar(player.avatar);
          if (avatar_timer === 0) dispatch({ type: 'renamed', me: player });
        }),
      avatar_pause_ms,
    );
  };

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

  /** @param {string} text */
  const copy = async (text) => {
    await copy_to_clipboard(text);
    dispatch({ type: 'copied', text });
    setTimeout(() => dispatch({ type: 'copied', text: null }), 2000);
  };

  /** A link for others. @param {import('../shapes.js').Page} page */
  const public_link = (page) => page_address(page, public_base(base, store.state.reach));
  /** @param {string} match */
  const match_link = (match) => public_link({ at: 'match', id: match });

  /** Shares the result as text. @param {string} text @param {string} match */
  const share_result_text = async (text, match) => {
    const url = match_link(match);
    const shared = await navigator.share?.({ text, url }).then(() => true, (why) => why.name === 'AbortError');
    if (!shared) await copy(`${text}\n${url}`);
  };

  return {
    save_name,
    avatar,
    /** Downloads all data stored about this player as a file. */
    export_data: () =>
      attempt('me', async () => {
        const { re: _, t: __, next, ...exported } = await connection.request({ t: 'me.export' });
        for (let after = next; after; ) {
          const more = await connection.request({ t: 'me.export', after });
          exported.matches.push(...more.matches);
          after = more.next;
        }
        download(new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' }), 'cubilete.json');
      }),
    /** Deletes this player's data, then starts the page as a new guest. */
    delete_account: () =>
      attempt('me', async () => {
        await connection.request({ t: 'me.delete' });
        forget();
        location.assign(page_address({ at: 'start' }, base));
      }),
    /** Loads the page again in another language; seat and match are kept. */
    change_language: (/** @type {string} */ language) => {
      const { settings, sheet } = store.state;
      remember_language(language);
      session.set(chooser, settings ? 'settings' : (sheet ?? 'page'));
      location.reload();
    },
    /** After that, the focus is where it was. */
    go_on_choosing_language: () => {
      const at = session.get(chooser);
      if (!at) return;
      session.set(chooser, '');
      focus_soon(`${at === 'page' ? '' : 'dialog[open] '}.languages [aria-pressed=true]`);
      dispatch(at === 'settings' ? { type: 'settings', open: true } : { type: 'sheet', sheet: at === 'menu' ? at : null });
    },

    name: (/** @type {string} */ name) => dispatch({ type: 'named', name }),
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
    /** Hides room codes, for players who stream their screen. */
    hide_codes: (/** @type {boolean} */ hidden) => choose({ hidden }),
    enlarge_code: (/** @type {boolean} */ yes) => {
      focus_soon(yes ? '#big-close' : '#link');
      dispatch({ type: 'enlarged', yes });
    },
    /** Loads the page again in the server's version; seat, match, the typed name and chat line are kept. */
    load_again: () => {
      const name = store.state.name.trim();
      if (name) remember_name(name);
      location.reload();
    },
    close_outdated_notice: () => dispatch({ type: 'outdated', outdated: 'later' }),
    close_notices: () => dispatch({ type: 'notices_closed' }),
    read_notice: (/** @type {number} */ no) => dispatch({ type: 'notice_read', no }),
    /** Requests a code for another device; it expires. */
    offer_device_code: () =>
      attempt('device', async () => {
        const { code: offered, expires_ms } = await connection.request({ t: 'device.offer' });
        dispatch({ type: 'offered', code: offered });
        setTimeout(() => {
          if (store.state.offer === offered) dispatch({ type: 'offered', code: null });
        }, expires_ms);
      }),
    device_link: (/** @type {string} */ offered) => `${public_link({ at: 'start' })}#device=${offered}`,
    /** Makes this browser the player who created the code; null rejects it. */
    become: (/** @type {string | null} */ offered) => {
      dispatch({ type: 'device_link_opened', code: null });
      if (offered === null) return;
      become(offered);
    },
    invitation: () => public_link(store.state.page),
    copy: () => copy(public_link(store.state.page.at === 'match' ? { at: 'match', id: store.state.page.id } : store.state.page)),
    copy_text: copy,
    /**
     * Shares the result as an image, or as text if the browser cannot create one.
     * @param {Omit<import('../../ui/share/picture.js').Picture, 'date' | 'server'>} picture @param {string} text @param {string} match
     */
    share_result_picture: (picture, text, match) =>
      with_pending_button(async () => {
        const shown = await load_part('picture').then(({ share_picture }) => share_picture(picture, { match, base, text: `${text}\n${match_link(match)}` })).catch(() => false);
        if (!shown) await share_result_text(text, match);
      }),
    share_result_text,
    share: () => navigator.share({ title: words.title, url: public_link(store.state.page) }).catch(() => {}),
  };
}
