// @ts-check
// Actions of a running match, of a replay, of practice and of the leaderboards.
import { Refused } from '../../../js/connection.js';
import { save_choices } from '../choices.js';
import { game_view, loaded_part } from '../lazy_modules.js';
import { is_late } from '../match_log.js';
import { store_local } from '../persisted_state.js';
import { my_turn } from '../state.js';
import { words } from '../../i18n/words.js';
import { previous_role } from './joining.js';

/** @import { Parts } from '../actions.js' */
/** @import { MatchPush, Move } from '../shapes.js' */

/**
 * The first hints of a game: what a move of one's own has shown is not told again once it could be read, and none comes back in the next match.
 * A hint comes when it is due; the last one stays until the turn is over. The question about sounds after it keeps its place: going away by
 * itself it would move the table.
 * @param {Parts['store']} store @param {MatchPush | null} before what the move answered; null: no hint is left
 */
export function advance_hints(store, before) {
  const { table } = store.state;
  let { hint } = store.state;
  const { dispatch } = store;
  const game = table?.push.view.game;
  const move_on = () => {
    const { state } = store;
    const { choices } = state;
    if (!game || choices.hinted.includes(game) || state.hint !== hint || state.table?.push.view.game !== game) return true;
    const { push, local } = state.table;
    const hints = game_view(game)?.hints ?? [];
    const next = hints[hint + 1];
    if (before && next) {
      if (next.due && (my_turn(state) === null || !next.due(push.view, local))) return false;
      dispatch({ type: 'hint', hint: ++hint });
      return !hints[hint + 1]?.due;
    }
    if (before && turn_of(before) === turn_of(push)) return false;
    const change = { hinted: [...choices.hinted, game] };
    dispatch({ type: 'hint', hint: 0 });
    dispatch({ type: 'chose', change });
    save_choices({ ...choices, ...change });
    return true;
  };
  if (!before) move_on();
  else loaded_part('table')?.when_hint_read(move_on);
}

/** @param {MatchPush} push */
const turn_of = ({ view }) => `${view.round} ${view.turn?.seat}`;

/** @param {Parts} parts @param {import('./attempt.js').Attempts} attempts */
export function match_actions({ store, connection, base, watcher }, { attempt, code }) {
  const { dispatch } = store;

  /** Timer of a running replay. @type {ReturnType<typeof setInterval> | undefined} */
  let playing;
  const stop_playing = () => {
    clearInterval(playing);
    playing = undefined;
    dispatch({ type: 'replayed', replay: { playing: false } });
  };
  /** @param {number} length number of entries of the match @param {number} speed entries per second */
  const keep_playing = (length, speed) => {
    clearInterval(playing);
    dispatch({ type: 'replayed', replay: { playing: true, speed } });
    playing = setInterval(() => {
      const { page, replay } = store.state;
      if (page.at !== 'match' || replay.at >= length - 1) return stop_playing();
      dispatch({ type: 'replayed', replay: { at: replay.at + 1 } });
    }, 1000 / speed);
  };

  /** The room may be that of the next match already: players and options of the finished one are in its record. @param {string} match */
  const look_up = async (match) => {
    const answer = await fetch(new URL(`api/v1/matches/${match}?from=${store.state.table?.push.seq}`, base));
    const { seats, settings } = await answer.json();
    dispatch({ type: 'recorded', match, players: seats, options: settings.options });
  };

  return {
    keep: (/** @type {object} */ local) => {
      dispatch({ type: 'kept', local });
      store_local(store.state.table?.push.match ?? '', local);
    },
    /** Requests the expected value of each of our moves. All players see the request. */
    request_advice: () => attempt('hint', async () => loaded_part('advice')?.fetch_advice({ store, connection }, code())).finally(() => dispatch({ type: 'advice_delayed', yes: false })),
    /** Hides or shows the advice. */
    read_advice: (/** @type {boolean} */ read) => dispatch({ type: 'read', read }),
    play: async (/** @type {Move} */ move) => {
      const push = store.state.table?.push;
      if (!push?.you) return false;
      const { room, match, you, seq } = push;
      let late; // true or false: the clock has played meanwhile, and the player did nothing wrong
      const send_move = () => connection.move({ t: 'move', room, match, n: you.n, move }, watcher(match, you.n, move));
      const answered = await attempt('move', () => send_move().catch((why) => {
        const { table } = store.state;
        if (table?.push.match !== match) throw why; // the page shows another one
        const played = table.log.filter((line) => line.seq > seq && line.by.clock);
        if (played.length === 0 || !(why instanceof Refused) || (why.code !== 'not_your_turn' && why.code !== 'stale')) throw why;
        late = played.some((line) => is_late(line, game_view(table.push.view.game), table.options));
      }));
      if (late) dispatch({ type: 'failed', where: 'move', text: words.link.late });
      else if (answered && late === undefined) advance_hints(store, push);
      return answered && late === undefined;
    },

    /** Loads the earlier log if the page was opened during a match. @param {string} match */
    load_earlier_log: (match) => {
      connection.request({ t: 'room.join', room: code(), ...previous_role(store.state), seen: { match, seq: 0 } }).catch(() => {});
      if (store.state.table?.push.result) look_up(match).catch(() => {});
    },
    /** Shows an entry of the replay, counted from 0. */
    show_entry: (/** @type {number} */ at) => {
      if (playing !== undefined) stop_playing();
      dispatch({ type: 'replayed', replay: { at } });
    },
    play_replay: (/** @type {number} */ length) => {
      if (playing !== undefined) return stop_playing();
      if (store.state.replay.at >= length - 1) dispatch({ type: 'replayed', replay: { at: 0 } });
      keep_playing(length, store.state.replay.speed);
    },
    speed: (/** @type {number} */ speed, /** @type {number} */ length) => {
      if (playing !== undefined) keep_playing(length, speed);
      else dispatch({ type: 'replayed', replay: { speed } });
    },
    show_inputs: (/** @type {boolean} */ inputs) => dispatch({ type: 'replayed', replay: { inputs } }),
    look_back: () => dispatch({ type: 'looked_back' }),
    choose_in_practice: (/** @type {import('../types.js').Move} */ chosen) => dispatch({ type: 'practised', chosen }),
    mark_summary_seen: () => store.state.summary_seen || dispatch({ type: 'summary_seen' }),
    choose_leaderboard: (/** @type {Partial<import('../shapes.js').Board>} */ board) => dispatch({ type: 'ranked', board }),
  };
}
