// @ts-check
// Actions about this player: name, avatar, stored data, and other devices.
import { download } from '../device.js';
import { forget, remember_avatar, remember_name } from '../identity.js';
import { page_address } from '../urls.js';
import { words } from '../../i18n/words.js';

const avatar_pause_ms = 300;

/** @param {import('../actions.js').Parts} parts @param {import('./attempt.js').Attempts} attempts */
export function profile_actions({ store, connection, base, become }, { attempt }) {
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

  return {
    save_name,
    avatar,
    name: (/** @type {string} */ name) => dispatch({ type: 'named', name }),
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
    /** Requests a code for another device; it expires. */
    offer_device_code: () =>
      attempt('device', async () => {
        const { code: offered, expires_ms } = await connection.request({ t: 'device.offer' });
        dispatch({ type: 'offered', code: offered });
        setTimeout(() => {
          if (store.state.offer === offered) dispatch({ type: 'offered', code: null });
        }, expires_ms);
      }),
    /** Makes this browser the player who created the code; null rejects it. */
    become: (/** @type {string | null} */ offered) => {
      dispatch({ type: 'device_link_opened', code: null });
      if (offered !== null) become(offered);
    },
  };
}
