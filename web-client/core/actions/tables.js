// @ts-check
// Actions that create a room: for friends, with strangers or against bots.
import { Refused } from '../../../js/connection.js';
import { focus_soon } from '../focus.js';
import { default_form, to_room_fields } from '../form.js';
import { local, server_key } from '../storage.js';
import { stays_on_page } from './attempt.js';
import { give_back } from './joining.js';

const house_word = 'cubilete.house_word';

/** @import { Parts, Ways } from '../actions.js' */

/** @param {Parts} parts @param {import('./attempt.js').Attempts} attempts @param {Ways} ways */
export function table_actions(parts, { attempt, code }, { go, save_name }) {
  const { store, connection, preload_game } = parts;
  const { dispatch } = store;

  /**
   * Saves the typed name, lets the server open a table or give a seat, and goes there. Whoever has left the page meanwhile gets neither.
   * @param {import('../shapes.js').Where} where @param {string | null} game to be loaded meanwhile
   * @param {(is_here: () => boolean) => Promise<{room: string}>} take_seat
   */
  const open_table = async (where, game, take_seat) => {
    const is_here = stays_on_page(store);
    const { rooms } = store.state;
    if (game) preload_game(game);
    if (!(await save_name()) || !is_here()) return;
    await attempt(where, async () => {
      const { room } = await take_seat(is_here);
      if (is_here()) await enter_seated_room(room);
      else if (where !== 'cup' && !rooms.includes(room) && code() !== room) await give_back(parts, room); // that of the cup is kept
    });
  };
  let last_search = Promise.resolve();
  /** Quick match with strangers; a bot joins only if the player allows it. @param {string} game */
  const quick_match = (game) => {
    const before = last_search;
    return (last_search = open_table('quick', game, async (wanted) => {
      await before; // of a page that was left: it gives back the seat that this one would get, too
      return send_with_house_word({ t: 'quick.match', game, bots: store.state.choices.company }, wanted);
    }));
  };
  /**
   * Opens a table. Where only those may who know the house's word, the page asks for it.
   * @template {'quick.match' | 'room.create'} Type
   * @param {import('../types.js').Message & {t: Type}} message @param {() => boolean} [wanted] without a connection it waits for the next one, and is then sent if this holds
   */
  const send_with_house_word = async (message, wanted) => {
    const is_here = stays_on_page(store);
    const word = local.get(server_key(house_word));
    const request = { ...message, ...(word && { word }) };
    try {
      return await (wanted ? connection.move(request, { wanted }) : connection.request(request));
    } catch (why) {
      if (why instanceof Refused && why.why === 'tables_by_word' && is_here()) dispatch({ type: 'question', question: { what: 'house_word' } });
      throw why;
    }
  };
  /** Goes to a room that has given us a seat: this connection is in it, and its pushes may come before the answer to the join. @param {string} room */
  const enter_seated_room = (room) => {
    dispatch({ type: 'seated', code: room, yes: true });
    const arrived = go({ at: 'room', code: room });
    dispatch({ type: 'joined', code: room });
    return arrived;
  };

  /** Starts a match against a bot at once, without a clock. @param {import('../types.js').Game} game */
  const practise = ({ id: game, seats: { min } }) =>
    open_table('house', game, async (is_here) => {
      const seats = Math.max(2, min);
      const table = { game, seats, clock: { turn_ms: 0 }, hints: true };
      const { room } = await send_with_house_word({ t: 'room.create', ...table });
      if (!is_here()) return { room };
      dispatch({ type: 'seated', code: room, yes: true });
      for (let seat = 1; seat < seats; ++seat) await connection.request({ t: 'room.bot', room, seat, level: store.state.choices.level });
      await connection.request({ t: 'room.start', room });
      return { room };
    });

  /** Creates a room. @param {import('../shapes.js').Form} form */
  const make = (form) =>
    open_table('make', form.game, async () => {
      const made = await send_with_house_word({ t: 'room.create', ...to_room_fields(form) });
      focus_soon('.mine button');
      return made;
    });

  /** Does what the player chose before they gave a name. Without such a wish, makes the table of the open form. */
  const run_pending_wish = async () => {
    const { wish, games, name, asked, form } = store.state;
    if (!wish && form && asked.length === 0) return make(form);
    const game = games.find(({ id }) => id === wish?.game);
    if (!wish) document.querySelector('.games-shown')?.scrollIntoView({ block: 'center' });
    if (!wish || !game || asked.length > 0) return;
    if (name.trim() !== '') dispatch({ type: 'wished', wish: null });
    if (wish.how === 'friends') await make(default_form(game)); // private, with the default options
    else if (wish.how === 'strangers') await quick_match(game.id);
    else await practise(game);
  };

  return {
    /** Begins our match in the cup of the day, or goes back to it. */
    play_cup: () => open_table('cup', null, () => connection.request({ t: 'cup.play' })),
    make: async () => store.state.form && make(store.state.form),

    /** Runs what a game's card on the start page offers; without a name it stays pending. */
    wish: async (/** @type {import('../shapes.js').PendingAction} */ wish) => {
      dispatch({ type: 'wished', wish });
      await run_pending_wish();
    },
    store_house_word: (/** @type {string} */ word) => local.set(server_key(house_word), word),
    run_pending_wish,
    /** Lets a bot join the quick match where we wait alone. */
    accept_bot: () =>
      attempt('quick', async () => {
        const game = store.state.room?.game;
        if (game) await connection.request({ t: 'quick.match', game, bots: true });
      }),
  };
}
