// @ts-check
// Actions of the form with a room's settings, for a new room and for the host of one.
import { focus_soon } from '../focus.js';
import { default_form, form_from_room, to_room_fields } from '../form.js';
import { load_part, part } from '../lazy_modules.js';
import { words } from '../../i18n/words.js';

/** @import { Parts, Ways } from '../actions.js' */

/** @param {Parts} parts @param {import('./attempt.js').Attempts} attempts @param {Pick<Ways, 'go'>} ways */
export function form_actions({ store }, { ask }, { go }) {
  const { dispatch } = store;

  /** Opens the form of a new room with the options of a link. @param {string} id @param {Record<string, string>} texts */
  const open_linked_form = async (id, texts) => {
    const game = store.state.games.find((one) => one.id === id);
    if (!game) return dispatch({ type: 'went', page: { at: 'nowhere' } });
    part('make'); // app.js asks again for parts that did not come, and for this
    const make = await load_part('make').catch(() => null);
    if (!make || store.state.page.at !== 'new') return;
    open_new_form(id);
    const { form, unknown } = make.form_of_link(game, default_form(game), texts);
    dispatch({ type: 'filled', form });
    if (unknown.length > 0) dispatch({ type: 'failed', where: 'make', text: words.start.unknown_options(unknown) });
  };

  /** Opens the form of a new room. @param {string} [id] of the game @param {import('../types.js').OptionValues} [options] */
  const open_new_form = (id, options) => {
    const { games, form, room } = store.state;
    const game = games.find((one) => one.id === id) ?? games[0];
    const { public: is_public, watch, password, open, hints, witness } = form ?? {};
    const access = form && { public: is_public, watch, password, open, hints, witness };
    const least = (room?.seats ?? []).filter(({ player }) => player !== null).length;
    const blank = game && default_form(game);
    if (blank) {
      const set = { ...blank.options, ...options };
      dispatch({ type: 'filled', form: { ...blank, ...access, options: set, seats: Math.max(blank.seats, least) } });
    }
  };

  const close_form = () => {
    focus_soon('.open-form');
    dispatch({ type: 'filled', form: null });
    if (store.state.page.at === 'new') go({ at: 'start' });
  };

  return {
    open_linked_form,
    open_new_form,
    update_form: (/** @type {import('../shapes.js').Form} */ form) => dispatch({ type: 'filled', form }),
    open_form: () => {
      focus_soon('#game');
      open_new_form();
    },
    close_form,
    /** Opens the form with the room's settings, for its host. */
    edit_settings: () => {
      focus_soon('#game');
      if (store.state.room) dispatch({ type: 'filled', form: form_from_room(store.state.room) });
    },
    /** Saves the host's changes to the room's settings. */
    save_settings: async () => {
      const { form } = store.state;
      if (form && (await ask('change', { t: 'room.set', ...to_room_fields(form) }))) close_form();
    },
    /** Opens the form of a new room from any page. @param {string} id @param {import('../types.js').OptionValues} options */
    play_game: (id, options) => {
      const arrived = go({ at: 'start' });
      open_new_form(id, options);
      return arrived;
    },
  };
}
