// @ts-check
// The page is a function of one State; Events change it. Pure: no DOM, clock or network.
import { default_choices } from './choices.js';
import { dice_after_entry, dice_with_ask, dice_from_push, dice_without_connection, room_after, room_while_starting, add_fault } from './dice_shown.js';
import { with_advice, apply_push, with_record, shown_push, next_stage, current_table } from './table.js';
import { whole_push } from './whole_push.js';
import { words } from '../i18n/words.js';

/** @import { RoomPageState, Choices, Event, Game, Page, Player, Room, RoomLine, State, Visit } from './shapes.js' */

/** @type {import('./shapes.js').Further} */
export const nothing_further = { rooms: [], after: {} };

/** A room that was just opened. @type {RoomPageState} */
const room_opened = {
  joined: false,
  room: null,
  room_at: 0,
  table: null,
  dice: null,
  faults: [],
  shakes: {},
  stirs: 0,
  unread: 0,
  draft: '',
  panel: false,
  password: '',
  locked: false,
  big: false,
  summary_seen: false,
  checks: null,
};
/** Any page that was just opened: what belonged to the one before is gone. @type {Visit} */
const fresh_visit = {
  ...room_opened,
  replay: { at: 0, playing: false, speed: 1, inputs: false },
  older: 0,
  practised: null,
  form: null,
  rules: null,
  question: null,
  sheet: null,
  copied: null,
  trouble: null,
};
/** That of a page: a replay may begin at an entry. @param {Page} page @returns {Visit} */
const visit_for = (page) => (page.at === 'match' && page.entry ? { ...fresh_visit, replay: { ...fresh_visit.replay, at: page.entry - 1 } } : fresh_visit);

/** @param {{name: string, page: Page, now: number, choices?: Choices, device?: string | null, left?: string | null,
 *     invitation?: import('../ui/join/invitation.js').Invitation | null}} known @returns {State} */
export function initial_state({ name, page, now, choices = default_choices, device = null, left = null, invitation = null }) {
  return {
    ...visit_for(page),
    now,
    link: { state: 'connecting' },
    greeted: false,
    me: null,
    name,
    games: [],
    rooms: [],
    lobby: [],
    lobby_total: 0,
    further: nothing_further,
    invitation,
    mine: [],
    left,
    wish: null,
    page,
    cannot_contribute: false,
    asked: [],
    advice_delayed: false,
    choices,
    settings: false,
    motion_refused: false,
    offline: false,
    outdated: null,
    hint: 0,
    page_was_hidden: false,
    offer: null,
    device,
    device_code_used: false,
    notices: [],
    read_notices: [],
    forgets: false,
    reach: null,
    ends: [],
    board: { by: 'wins', days: null },
  };
}

/** @param {State} state @param {Event} event @returns {State} */
export function reduce(state, event) {
  switch (event.type) {
    case 'ticked':
      return { ...state, now: event.now };
    case 'linked':
      // Whoever is shut out reads that alone.
      return { ...state, link: event.link, trouble: event.link.state === 'closed' ? null : state.trouble, dice: event.link.state === 'open' ? state.dice : dice_without_connection(state.dice) };
    case 'welcomed': {
      const { me, games, rooms, cannot_contribute = false, forgets = false, reach = null } = event;
      return { ...state, greeted: true, me, games, rooms, cannot_contribute, reach, forgets: state.greeted ? state.forgets : forgets };
    }
    case 'listed':
      return { ...state, lobby: event.rooms, lobby_total: event.total, further: nothing_further };
    case 'listed_further':
      return { ...state, further: event.further };
    case 'wished':
      return { ...state, wish: event.wish };
    case 'recalled':
      return { ...state, mine: event.mine };
    case 'invitation_loaded':
      return { ...state, invitation: event.invitation };
    case 'pushed':
      return apply_message({ ...state, now: event.now }, event.message, event.calm !== false, event.local);
    case 'stirred':
      return { ...state, stirs: state.stirs + 1 };
    case 'motion':
      return { ...state, motion_refused: event.refused };
    case 'mistrusted':
      return { ...state, faults: add_fault(state, event.fault) };
    case 'remembered':
      return { ...state, ends: event.ends };
    case 'sheet':
      return { ...state, sheet: event.sheet };
    case 'question':
      if (!event.question && !state.question && !state.device) return state;
      return { ...state, question: event.question, sheet: null, device: event.question ? state.device : null, trouble: null };
    case 'checks':
      return { ...state, checks: event.checks };
    case 'summary_seen':
      return { ...state, summary_seen: true };
    case 'hint':
      return { ...state, hint: event.hint };
    case 'network':
      return { ...state, offline: event.offline };
    case 'outdated':
      return { ...state, outdated: event.outdated };
    case 'settled':
      return state.table ? { ...state, table: { ...state.table, stage: next_stage(state.table.stage) } } : state;
    case 'went':
      return { ...state, ...visit_for(event.page), page: event.page };
    case 'named':
      return { ...state, name: event.name, trouble: null };
    case 'drafted':
      return { ...state, draft: event.text };
    case 'renamed':
      return { ...state, me: event.me };
    case 'filled':
      return { ...state, form: event.form, trouble: null };
    case 'seated':
      return { ...state, rooms: update_seated_rooms(state.rooms, event.code, event.yes), left: event.left ? event.code : state.left };
    case 'joined':
      return state.page.at === 'room' && state.page.code === event.code ? { ...state, joined: true } : state;
    case 'asked':
      return { ...state, asked: [...state.asked, event.where], trouble: null };
    case 'answered':
      return { ...state, asked: state.asked.filter((where) => where !== event.where) };
    case 'advice_delayed':
      return { ...state, advice_delayed: event.yes };
    case 'failed':
      return {
        ...state,
        asked: state.asked.filter((where) => where !== event.where),
        trouble: { where: event.where, text: event.text },
        locked: state.locked || event.code === 'wrong_password',
      };
    case 'unlocking':
      return { ...state, password: event.password, trouble: null };
    case 'enlarged':
      return { ...state, big: event.yes };
    case 'offered':
      return { ...state, offer: event.code };
    case 'device_link_opened':
      return { ...state, device: event.code };
    case 'notice':
      return add_notice(state, event.notice);
    case 'notice_read':
      return { ...state, notices: state.notices.filter(({ no }) => no !== event.no), read_notices: [...state.read_notices, event.no] };
    case 'notices_closed':
      return { ...state, device_code_used: false, forgets: false };
    case 'kept':
      return state.table ? { ...state, table: { ...state.table, local: event.local }, trouble: null } : state;
    case 'advised':
      return with_advice(state, event.match, event.advice);
    case 'recorded':
      return state.table?.push.match === event.match ? { ...state, table: with_record(state.table, event) } : state;
    case 'read':
      return state.table?.advice ? { ...state, table: { ...state.table, advice: { ...state.table.advice, read: event.read } } } : state;
    case 'panel':
      return { ...state, panel: event.open, unread: 0 };
    case 'rules':
      return { ...state, rules: event.rules, sheet: null };
    case 'copied':
      return { ...state, copied: event.text };
    case 'replayed':
      return { ...state, replay: { ...state.replay, ...event.replay } };
    case 'ranked':
      return { ...state, board: { ...state.board, ...event.board } };
    case 'practised':
      return { ...state, practised: event.chosen };
    case 'looked_back':
      return { ...state, older: state.older + 1 };
    case 'chose':
      return { ...state, choices: { ...state.choices, ...event.change }, big: state.big && !event.change.hidden, wish: state.wish && event.change.how ? { ...state.wish, how: event.change.how } : state.wish };
    case 'settings':
      return { ...state, settings: event.open, sheet: null };
    case 'page_hidden':
      return { ...state, page_was_hidden: state.page_was_hidden || (state.room?.phase === 'playing' && my_seat(state) !== null) };
  }
}

/** @param {State} state @param {any} message @param {boolean} calm animations are off
 * @param {object} [local] the stored data of the game's view @returns {State} */
function apply_message(state, message, calm, local) {
  if (message.t === 'device') return { ...state, offer: null, device_code_used: true };
  if (message.t === 'notice') return state.read_notices.includes(message.no) ? state : add_notice(state, message);
  if (message.t === 'lobby')
    return {
      ...state,
      lobby: update_room_list(state.lobby, message.put, message.gone),
      lobby_total: message.total ?? 0,
      further: { ...state.further, rooms: update_room_list(state.further.rooms, [], message.gone) },
    };
  if (message.t === 'room') state = { ...state, rooms: update_seated_rooms(state.rooms, message.room, has_seat(message, state.me)) };
  if (state.page.at !== 'room' || message.room !== state.page.code) return state;
  switch (message.t) {
    case 'room':
      return with_room(state, room_while_starting(state, message));
    case 'chat':
      return add_chat_line(state, message);
    case 'match':
      message = whole_push(message, state.table?.push ?? null);
      state = { ...state, room: room_after(state.room, state.dice, message), dice: dice_after_entry(state.dice, message), trouble: trouble_after_push(state, message) };
      return { ...state, table: apply_push(state, message, calm, local) };
    case 'dice':
      return { ...state, dice: dice_from_push(state.dice, message, state.now) };
    case 'dice.ask':
      return { ...state, dice: dice_with_ask(state, message) };
    case 'dice.shake':
      return { ...state, shakes: { ...state.shakes, [message.seat]: (state.shakes[message.seat] ?? 0) + 1 } };
    case 'gone':
      return { ...state, ...fresh_visit, rooms: update_seated_rooms(state.rooms, message.room, false), trouble: dismissal_trouble(message) };
    default:
      return state;
  }
}

/** Why a move was refused is old with the next decision. @param {State} state @param {any} push @returns {State['trouble']} */
const trouble_after_push = ({ trouble, table }, { you }) => (trouble?.where === 'move' && you?.n !== table?.push.you?.n ? null : trouble);

/** @param {Room} room @param {Player | null} me */
const has_seat = (room, me) => room.seats.some(({ player }) => player !== null && player.id === me?.id);

/** @param {string[]} rooms @param {string} code @param {boolean} yes */
function update_seated_rooms(rooms, code, yes) {
  const others = rooms.filter((one) => one !== code);
  return yes ? [...others, code] : others;
}

/** @param {{reason: string, text?: string}} message with the words of the operator who has closed the table @returns {State['trouble']} */
const dismissal_trouble = ({ reason, text }) => ({ where: 'join', text: text ? words.gone_because(text) : (words.gone[reason] ?? words.gone.closed) });

/** A later line of the same number replaces it, also by one whose time has passed. @param {State} state @param {import('./shapes.js').Notice} notice @returns {State} */
const add_notice = (state, { no, text, until_ms }) => ({ ...state, notices: [...state.notices.filter((one) => one.no !== no), { no, text, until_ms }] });

/** @param {RoomLine[]} lobby @param {RoomLine[]} put @param {string[]} gone @returns {RoomLine[]} */
export function update_room_list(lobby, put = [], gone = []) {
  const news = new Map(put.map((line) => [line.room, line]));
  const kept = lobby.filter((line) => !gone.includes(line.room)).map((line) => news.get(line.room) ?? line);
  const known = new Set(kept.map((line) => line.room));
  return [...kept, ...put.filter((line) => !known.has(line.room))];
}

/**
 * The public rooms of the start page: first those that the server keeps up to date (`lobby`), then those that the button for
 * more has fetched (`further`), which may be out of date.
 * @param {Pick<State, 'lobby' | 'further'>} state @returns {RoomLine[]}
 */
export function public_rooms({ lobby, further }) {
  const known = new Set(lobby.map((line) => line.room));
  return [...lobby, ...further.rooms.filter((line) => !known.has(line.room))];
}

/** @param {State} state @param {Room} room @returns {State} */
const with_room = (state, room) => ({ ...state, room, room_at: state.now, table: current_table(state.table, room) });

/** @param {State} state @param {any} message @returns {State} */
function add_chat_line(state, { from, name, text, at_ms }) {
  if (!state.room) return state;
  const room = { ...state.room, chat: [...state.room.chat, { from, name, text, at_ms }] };
  const unheard = from === state.me?.id || state.choices.muted.includes(from);
  const in_sight = state.panel || unheard;
  return { ...state, room, unread: in_sight ? state.unread : state.unread + 1 };
}

/** Our seat in the room, or null. @param {State} state @returns {number | null} */
export function my_seat({ room, me }) {
  const seat = room && me ? room.seats.findIndex((one) => one.player?.id === me.id) : -1;
  return seat < 0 ? null : seat;
}

/** Our seat in the match, while it is our turn and no bot plays it. @param {State} state @returns {number | null} */
export function my_turn({ table }) {
  const push = table && shown_push(table);
  const you = push?.you;
  if (!you || push.result || !push.to_act.includes(you.seat) || table?.seats[you.seat]?.house) return null;
  // Some moves, such as catching in TRES, may be made out of turn: then `to_act` has our seat, too. Not every view has `turn`.
  const turn = push.view.turn?.seat ?? you.seat;
  return turn === you.seat ? you.seat : null;
}

/** The seat that must move, according to the push that is shown. @param {State} state @returns {number | null} */
export function acting_seat({ table }) {
  const push = table && shown_push(table);
  return push && !push.result ? (push.view.turn?.seat ?? push.to_act[0] ?? null) : null;
}

/** @param {State} state @returns {boolean} */
export function is_host({ room, me }) {
  return room !== null && room.host === me?.id;
}

/** Whether we get the next free seat. @param {State} state @returns {boolean} */
export function is_next_in_queue({ room, me }) {
  return room !== null && room.next.some(({ id }) => id === me?.id);
}

/** The catalogue entry of the room's game, which a host may change after a match. @param {State} state @returns {Game | undefined} */
export const game_of = ({ games, room }) => games.find(({ id }) => id === room?.game);

/** The game that the page shows: that of the match, else that of the room. @param {Pick<State, 'room' | 'table'>} state */
export const shown_game = ({ room, table }) => table?.push.view.game ?? room?.game;

/** Its name. @param {State} state */
export const shown_title = (state) => state.games.find(({ id }) => id === shown_game(state))?.title ?? shown_game(state) ?? '';

/**
 * Why the host cannot start yet: too few players, or the players who are not ready.
 * @param {State} state @returns {{few: number} | {unready: string[]} | null}
 */
export function start_blocker(state) {
  const seated = (state.room?.seats ?? []).filter((seat) => seat.player !== null);
  const missing = (game_of(state)?.seats.min ?? 1) - seated.length;
  if (missing > 0) return { few: missing };
  const unready = seated.filter((seat) => !seat.ready && !seat.player?.bot && seat.player?.id !== state.me?.id);
  return unready.length > 0 ? { unready: unready.map((seat) => seat.player?.name ?? '') } : null;
}

/** Time left in ms, or null without a clock. @param {State} state @returns {number | null} */
export function time_left({ table, now }) {
  const clock = table?.push.clock;
  return table && clock ? Math.max(0, clock.left_ms - (now - table.heard_at)) : null;
}
