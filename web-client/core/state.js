// @ts-check
// The page is a function of one State; Events change it. Pure: no DOM, clock or network.
import { default_choices } from './choices.js';
import { dice_after_entry, dice_with_ask, dice_from_push, dice_without_connection, room_after, room_while_starting, add_fault } from './dice_shown.js';
import { with_advice, apply_push, with_record, shown_push, next_stage, current_table } from './table.js';
import { full_push } from './full_push.js';
import { words } from '../i18n/words.js';

/** @import { RoomPageState, Choices, EventOf, EventType, Game, MatchPush, Page, Player, Room, RoomLine, State, Visit } from './shapes.js' */

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
  asked: [],
};
/** That of a page: a replay may begin at an entry. @param {Page} page @returns {Visit} */
const visit_for = (page) => (page.at === 'match' && page.entry ? { ...fresh_visit, replay: { ...fresh_visit.replay, at: page.entry - 1 } } : fresh_visit);

/** @param {{name: string, page: Page, now: number, choices?: Choices, left?: string | null,
 *     invitation?: import('../ui/join/invitation.js').Invitation | null}} known @returns {State} */
export function initial_state({ name, page, now, choices = default_choices, left = null, invitation = null }) {
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
    advice_delayed: false,
    choices,
    settings: false,
    motion_refused: false,
    offline: false,
    outdated: null,
    hint: 0,
    page_was_hidden: false,
    offer: null,
    device: null,
    device_code_used: false,
    notices: [],
    read_notices: {},
    forgets: false,
    ahead_ms: null,
    reach: null,
    ends: [],
    board: { by: 'wins', days: null },
  };
}

/**
 * The change that each event makes; an event without an entry is an error of types.
 * @type {{[type in EventType]: (state: State, event: EventOf<type>) => State}}
 */
const changes = {
  ticked: (state, { now }) => ({ ...state, now }),
  // Whoever is shut out reads that alone.
  linked: (state, { link }) => ({ ...state, link, trouble: link.state === 'closed' ? null : state.trouble, dice: link.state === 'open' ? state.dice : dice_without_connection(state.dice) }),
  welcomed: (state, { me, games, rooms, cannot_contribute = false, forgets = false, reach = null }) =>
    ({ ...state, greeted: true, me, games, rooms, cannot_contribute, reach, forgets: state.greeted ? state.forgets : forgets }),
  listed: (state, { rooms, total }) => ({ ...state, lobby: rooms, lobby_total: total, further: nothing_further }),
  listed_further: (state, { further }) => ({ ...state, further }),
  wished: (state, { wish }) => ({ ...state, wish }),
  recalled: (state, { mine }) => ({ ...state, mine }),
  invitation_loaded: (state, { invitation }) => ({ ...state, invitation }),
  pushed: (state, { message, now, calm, local }) => apply_message({ ...state, now }, message, calm !== false, local),
  clock_compared: (state, { ahead_ms }) => ({ ...state, ahead_ms }),
  stirred: (state) => ({ ...state, stirs: state.stirs + 1 }),
  motion: (state, { refused }) => ({ ...state, motion_refused: refused }),
  mistrusted: (state, { fault }) => ({ ...state, faults: add_fault(state, fault) }),
  remembered: (state, { ends }) => ({ ...state, ends }),
  sheet: (state, { sheet }) => ({ ...state, sheet }),
  question: (state, { question }) =>
    question || state.question || state.device ? { ...state, question, sheet: null, device: question ? state.device : null, trouble: null } : state,
  checks: (state, { checks }) => ({ ...state, checks }),
  summary_seen: (state) => ({ ...state, summary_seen: true }),
  hint: (state, { hint }) => ({ ...state, hint }),
  network: (state, { offline }) => ({ ...state, offline }),
  outdated: (state, { outdated }) => ({ ...state, outdated }),
  settled: (state) => (state.table ? { ...state, table: { ...state.table, stage: next_stage(state.table.stage) } } : state),
  went: (state, { page }) => ({ ...state, ...visit_for(page), page }),
  named: (state, { name }) => ({ ...state, name, trouble: null }),
  drafted: (state, { text }) => ({ ...state, draft: text }),
  renamed: (state, { me }) => ({ ...state, me }),
  filled: (state, { form }) => ({ ...state, form, trouble: null }),
  seated: (state, { code, yes, left }) => ({ ...state, rooms: update_seated_rooms(state.rooms, code, yes), left: left ? code : state.left }),
  left_over: (state) => ({ ...state, left: null }),
  joined: (state, { code }) => (state.page.at === 'room' && state.page.code === code ? { ...state, joined: true } : state),
  asked: (state, { where }) => ({ ...state, asked: [...state.asked, where], trouble: null }),
  answered: (state, { where }) => ({ ...state, asked: state.asked.filter((one) => one !== where) }),
  advice_delayed: (state, { yes }) => ({ ...state, advice_delayed: yes }),
  failed: (state, { where, text, code }) =>
    ({ ...state, asked: state.asked.filter((one) => one !== where), trouble: { where, text }, joined: state.joined && where !== 'join', locked: state.locked || code === 'wrong_password' }),
  unlocking: (state, { password }) => ({ ...state, password, trouble: null }),
  enlarged: (state, { yes }) => ({ ...state, big: yes }),
  offered: (state, { code }) => ({ ...state, offer: code }),
  device_link_opened: (state, { code }) => ({ ...state, device: code, question: null, trouble: null }),
  notice: (state, { notice }) => add_notice(state, notice),
  notice_read: (state, { no }) => {
    const text = state.notices.find((one) => one.no === no)?.text ?? '';
    return { ...state, notices: without_notice(state, no), read_notices: { ...state.read_notices, [no]: text } };
  },
  notices_closed: (state) => ({ ...state, device_code_used: false, forgets: false }),
  kept: (state, { local }) => (state.table ? { ...state, table: { ...state.table, local }, trouble: null } : state),
  advised: (state, { match, advice }) => with_advice(state, match, advice),
  recorded: (state, event) => (state.table?.push.match === event.match ? { ...state, table: with_record(state.table, event) } : state),
  read: (state, { read }) => (state.table?.advice ? { ...state, table: { ...state.table, advice: { ...state.table.advice, read } } } : state),
  panel: (state, { open }) => ({ ...state, panel: open, unread: 0 }),
  rules: (state, { rules }) => ({ ...state, rules, sheet: null }),
  copied: (state, { text }) => ({ ...state, copied: text }),
  replayed: (state, { replay }) => ({ ...state, replay: { ...state.replay, ...replay } }),
  ranked: (state, { board }) => ({ ...state, board: { ...state.board, ...board } }),
  practised: (state, { chosen }) => ({ ...state, practised: chosen }),
  looked_back: (state) => ({ ...state, older: state.older + 1 }),
  chose: (state, { change }) =>
    ({ ...state, choices: { ...state.choices, ...change }, big: state.big && !change.hidden, wish: state.wish && change.how ? { ...state.wish, how: change.how } : state.wish }),
  settings: (state, { open }) => ({ ...state, settings: open, sheet: null }),
  page_hidden: (state) => ({ ...state, page_was_hidden: state.page_was_hidden || (state.room?.phase === 'playing' && my_seat(state) !== null) }),
};

/** @template {EventType} Type @param {State} state @param {EventOf<Type>} event @returns {State} */
export const reduce = (state, event) => changes[event.type](state, event);

/** @param {State} state @param {import('./types.js').Push} message @param {boolean} calm animations are off
 * @param {object} [local] the stored data of the game's view @returns {State} */
function apply_message(state, message, calm, local) {
  if (message.t === 'device') return { ...state, offer: null, device_code_used: true };
  if (message.t === 'notice') return state.read_notices[message.no] === message.text ? { ...state, notices: without_notice(state, message.no) } : add_notice(state, message);
  if (message.t === 'lobby')
    return {
      ...state,
      lobby: update_room_list(state.lobby, message.put, message.gone),
      lobby_total: message.total ?? 0,
      further: { ...state.further, rooms: update_room_list(state.further.rooms, [], message.gone) },
    };
  if (message.t === 'room') state = with_own_name({ ...state, rooms: update_seated_rooms(state.rooms, message.room, has_seat(message, state.me)) }, message);
  if (message.t === 'gone') state = { ...state, rooms: update_seated_rooms(state.rooms, message.room, false) };
  if (state.page.at !== 'room' || !('room' in message) || message.room !== state.page.code) return state;
  if (!state.joined && message.t !== 'gone') return state; // the server tells our devices of a seat before they join; the join tells all of it
  switch (message.t) {
    case 'room':
      return with_room(state, room_while_starting(state, message));
    case 'chat':
      return add_chat_line(state, message);
    case 'match':
      return with_push(state, full_push(message, state.table?.push ?? null), calm, local);
    case 'dice':
      return { ...state, dice: dice_from_push(state.dice, message, state.now) };
    case 'dice.ask':
      return { ...state, dice: dice_with_ask(state, message) };
    case 'dice.shake':
      return { ...state, shakes: { ...state.shakes, [message.seat]: (state.shakes[message.seat] ?? 0) + 1 } };
    case 'gone':
      return { ...state, ...fresh_visit, trouble: dismissal_trouble(message) };
    default:
      return state;
  }
}

/** @param {State} state @param {MatchPush} push @param {boolean} calm @param {object} [local] @returns {State} */
function with_push(state, push, calm, local) {
  const now = { ...state, room: room_after(state.room, state.dice, push), dice: dice_after_entry(state.dice, push), trouble: trouble_after_push(state, push) };
  return { ...now, table: apply_push(now, push, calm, local) };
}

/** Why a move was refused is old with the next decision. @param {State} state @param {MatchPush} push @returns {State['trouble']} */
const trouble_after_push = ({ trouble, table }, { you }) => (trouble?.where === 'move' && you?.n !== table?.push.you?.n ? null : trouble);

/** Another device may have changed our name. @param {State} state @param {Room} room @returns {State} */
function with_own_name(state, room) {
  const { me } = state;
  const name = me && room.seats.find(({ player }) => player?.id === me.id)?.player?.name;
  if (!name || name === me.name) return state;
  return { ...state, me: { ...me, name }, name: state.name.trim() === me.name ? name : state.name };
}

/** @param {Room} room @param {Player | null} me */
const has_seat = (room, me) => room.seats.some(({ player }) => player !== null && player.id === me?.id);

/** @param {string[]} rooms @param {string} code @param {boolean} yes */
function update_seated_rooms(rooms, code, yes) {
  const others = rooms.filter((one) => one !== code);
  return yes ? [...others, code] : others;
}

/** @param {{reason: string, text?: string}} message with the words of the operator who has closed the table @returns {State['trouble']} */
const dismissal_trouble = ({ reason, text }) => ({ where: 'join', text: text ? words.gone_because(text) : (words.gone[reason] ?? words.gone.closed) });

/** @param {State} state @param {number} no */
const without_notice = ({ notices }, no) => notices.filter((one) => one.no !== no);
/** A later line of the same number replaces it, also by one whose time has passed. @param {State} state @param {import('./shapes.js').Notice} notice @returns {State} */
const add_notice = (state, { no, text, until_ms }) => ({ ...state, notices: [...without_notice(state, no), { no, text, until_ms }] });

/** @param {RoomLine[]} lobby @param {RoomLine[]} put @param {string[]} gone @returns {RoomLine[]} */
export function update_room_list(lobby, put = [], gone = []) {
  const news = new Map(put.map((line) => [line.room, line]));
  const remaining = lobby.filter((line) => !gone.includes(line.room)).map((line) => news.get(line.room) ?? line);
  const known = new Set(remaining.map((line) => line.room));
  return [...remaining, ...put.filter((line) => !known.has(line.room))];
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

/** @param {State} state @param {import('../../js/protocol.js').ChatPush} message @returns {State} */
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
