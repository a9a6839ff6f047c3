// @ts-check
// Asks for more of the public rooms than the server keeps up to date.
import { window_size } from '../../core/actions/room_lists.js';
import { nothing_further, update_room_list } from '../../core/state.js';

/** Number of rooms per game that each further request adds; these are not kept up to date. */
const further_size = 50;

/**
 * Requests the next public rooms of each game that has more than are shown. They are not updated. Starts from the first room if the list
 * is exhausted or the last known room is gone.
 * @param {Pick<import('../../core/actions.js').Parts, 'store' | 'connection'>} parts
 */
export async function list_further({ store, connection }) {
  const { games, lobby, further } = store.state;
  const longer = games.filter(({ id }) => lobby.filter(({ game }) => game === id).length >= window_size);
  const all_seen = longer.every(({ id }) => further.after[id] === null);
  const { rooms, after } = all_seen ? nothing_further : further;
  const next = async (/** @type {string} */ game) => {
    const ask = (/** @type {string | null} */ from) => connection.request({ t: 'lobby.list', game, after: from, limit: further_size });
    const from = after[game] ?? null;
    const answer = await ask(from).catch((why) => {
      if (from === null || why.code !== 'no_room') throw why;
      return ask(null);
    });
    return { game, listed: answer.rooms };
  };
  const answers = await Promise.all(longer.filter(({ id }) => after[id] !== null).map(({ id }) => next(id)));
  const ends = answers.map(({ game, listed }) => [game, listed.length < further_size ? null : listed[listed.length - 1].room]);
  const news = answers.flatMap(({ listed }) => listed);
  store.dispatch({
    type: 'listed_further',
    further: { rooms: update_room_list(rooms, news), after: { ...after, ...Object.fromEntries(ends) } },
  });
}
