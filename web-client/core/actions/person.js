// @ts-check
// What this player likes and is called, what is stored about them, and what lies over the page for them.
import { keep } from '../choices.js';
import { ask_to_call, copied, saved } from '../device.js';
import { focus_soon } from '../focus.js';
import { remember } from '../identity.js';
import { remember_language } from '../../i18n/language.js';
import { fetched } from '../later.js';
import { address_of } from '../place.js';
import { words } from '../../i18n/words.js';
import { waited } from './attempt.js';

/** @typedef {import('../shapes.js').State} State */

/** @param {import('../actions.js').Parts} parts @param {import('./attempt.js').Attempts} attempts */
export function person_verbs({ store, connection, base, become }, { attempt }) {
  const { dispatch } = store;

  /** Our name as typed is the one at the table. @returns {Promise<boolean>} */
  const named = async () => {
    const name = store.state.name.trim();
    if (name === '') {
      dispatch({ type: 'failed', where: 'name', text: words.name.missing });
      document.getElementById('name')?.focus();
      return false;
    }
    if (name === store.state.me?.name) return true;
    return attempt('name', async () => {
      const { player } = await connection.move({ t: 'rename', name }); // does no harm twice, and waits for the greeting
      remember({ name: player.name });
      dispatch({ type: 'renamed', me: player });
    });
  };

  /** @param {Partial<import('../choices.js').Choices>} change */
  const choose = (change) => {
    dispatch({ type: 'chose', change });
    keep(store.state.choices);
  };

  /** @param {string} text */
  const copy = async (text) => {
    await copied(text);
    dispatch({ type: 'copied', yes: true });
    setTimeout(() => dispatch({ type: 'copied', yes: false }), 2000);
  };

  /** @param {string} match */
  const link_of = (match) => address_of({ at: 'match', id: match }, base);

  /** The result, to be told elsewhere. @param {string} text @param {string} match */
  const boast = async (text, match) => {
    const url = link_of(match);
    const shared = await navigator.share?.({ text, url }).then(() => true, (why) => why.name === 'AbortError');
    if (!shared) await copy(`${text}\n${url}`);
  };

  return {
    named,
    /** All that is stored about us, as a file. */
    take_out: () =>
      attempt('me', async () => {
        let { re: _, t: __, ...kept } = /** @type {any} */ (await connection.request({ t: 'me.export' }));
        for (let next = kept.next; next; ) {
          const more = await connection.request({ t: 'me.export', after: next });
          kept.matches.push(...more.matches);
          next = more.next;
        }
        delete kept.next;
        saved(new Blob([JSON.stringify(kept, null, 2)], { type: 'application/json' }), 'cubilete.json');
      }),
    /** We want to be forgotten; then the page begins anew, as whoever comes for the first time. */
    vanish: () =>
      attempt('me', async () => {
        await connection.request({ t: 'me.delete' });
        remember({ token: undefined, name: undefined });
        location.assign(address_of({ at: 'start' }, base));
      }),
    /** The whole page in another language; seat and match are where they were. */
    speak: (/** @type {string} */ language) => {
      remember_language(language);
      location.reload();
    },

    name: (/** @type {string} */ name) => dispatch({ type: 'named', name }),
    panel: (/** @type {boolean} */ open) => {
      focus_soon(open ? '#panel button' : '.panel-button');
      dispatch({ type: 'paneled', open });
    },
    hint: (/** @type {number} */ hint) => dispatch({ type: 'hint', hint }),
    hinted: (/** @type {string} */ game) => {
      dispatch({ type: 'hint', hint: 0 });
      choose({ hinted: [...store.state.choices.hinted, game] });
    },
    /** Asks before something is done that cannot be taken back; null takes the question away. */
    question: (/** @type {State['question']} */ question) => dispatch({ type: 'question', question }),
    sheet: (/** @type {State['sheet']} */ sheet) => dispatch({ type: 'sheet', sheet }),
    settings: (/** @type {boolean} */ open) => dispatch({ type: 'set', open }),
    choose,
    /** To be called by a notification. The browser asks only after somebody has said yes here. */
    be_called: async (/** @type {boolean} */ yes) => choose({ offered: true, call: yes && (await ask_to_call()) }),
    mute: (/** @type {string} */ player, /** @type {boolean} */ yes) => {
      const others = store.state.choices.muted.filter((id) => id !== player);
      choose({ muted: yes ? [...others, player] : others });
    },
    /** Codes are kept off the screen, for who shows it to the world. */
    hide: (/** @type {boolean} */ hidden) => choose({ hidden }),
    big: (/** @type {boolean} */ yes) => {
      focus_soon(yes ? '#big-close' : '#link');
      dispatch({ type: 'enlarged', yes });
    },
    noticed: () => dispatch({ type: 'noticed' }),
    /** A code for another device, as long as it is good. */
    offer: () =>
      attempt('device', async () => {
        const { code: offered, expires_ms } = await connection.request({ t: 'device.offer' });
        dispatch({ type: 'offered', code: offered });
        setTimeout(() => {
          if (store.state.offer === offered) dispatch({ type: 'offered', code: null });
        }, expires_ms);
      }),
    device_link: (/** @type {string} */ offered) => `${address_of({ at: 'start' }, base)}#device=${offered}`,
    /** From now on this device is that of the player who was given the code; null = it stays whose it is. */
    become: (/** @type {string | null} */ offered) => {
      dispatch({ type: 'invited', code: null });
      if (offered === null) return;
      become(offered);
    },
    invitation: () => address_of(store.state.page, base),
    copy: () => copy(address_of(store.state.page, base)),
    /** The result as a picture; where none can be made the text has to do.
     * @param {Omit<import('../../ui/share/picture.js').Picture, 'date' | 'server'>} picture @param {string} text @param {string} match */
    show_off: (picture, text, match) =>
      waited(async () => {
        const shown = await fetched('picture').then(({ show }) => show(picture, { match, base, text: `${text}\n${link_of(match)}` })).catch(() => false);
        if (!shown) await boast(text, match);
      }),
    boast,
    share: () => navigator.share({ title: words.title, url: address_of(store.state.page, base) }).catch(() => {}),
  };
}
