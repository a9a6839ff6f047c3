// @ts-check
// Actions that hand a link, a code or a result to others.
import { copy_to_clipboard } from '../device.js';
import { load_part } from '../lazy_modules.js';
import { page_address, public_base } from '../urls.js';
import { words } from '../../i18n/words.js';
import { with_pending_button } from './attempt.js';

/** @param {import('../actions.js').Parts} parts */
export function sharing_actions({ store, base }) {
  const { dispatch } = store;

  /** If the browser refuses, a dialog shows the text. @param {string} text @returns {Promise<boolean>} whether it is copied */
  const copy = async (text) => {
    if (!(await copy_to_clipboard(text))) {
      dispatch({ type: 'question', question: { what: 'copy', text } });
      return false;
    }
    dispatch({ type: 'copied', text });
    setTimeout(() => dispatch({ type: 'copied', text: null }), 2000);
    return true;
  };

  /** A link for others. @param {import('../shapes.js').Page} page */
  const public_link = (page) => page_address(page, public_base(base, store.state.reach));
  /** @param {string} match */
  const match_link = (match) => public_link({ at: 'match', id: match });
  /** The link to the page that is shown; that of a match is without its entry. */
  const page_link = () => (store.state.page.at === 'match' ? match_link(store.state.page.id) : public_link(store.state.page));

  /** Hands it to another app, or copies it where that cannot be: a device may refuse. Who cancels wants neither. @param {ShareData} data @param {string} text */
  const share_or_copy = async (data, text) => {
    const shared = await navigator.share?.(data).then(() => true, (why) => why.name === 'AbortError');
    if (!shared) await copy(text);
  };

  /** Shares the result as text. @param {string} text @param {string} match */
  const share_result_text = (text, match) => {
    const url = match_link(match);
    return share_or_copy({ text, url }, `${text}\n${url}`);
  };
  const share = () => {
    const url = public_link(store.state.page);
    return share_or_copy({ title: words.title, url }, url);
  };

  return {
    device_link: (/** @type {string} */ offered) => `${public_link({ at: 'start' })}#device=${offered}`,
    invitation: () => public_link(store.state.page),
    page_link,
    copy: () => copy(page_link()),
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
    share,
  };
}
