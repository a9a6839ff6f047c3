// @ts-check
// The types of the page's state and of its events (state.js). Types only; browsers do not load this file.

/** @import * as Wire from '../../js/protocol.js' */

/** @typedef {import('./types.js').Player} Player */
/** @typedef {import('./types.js').Game} Game */
/** @typedef {import('./types.js').Room} Room */
/** @typedef {import('./types.js').RoomLine} RoomLine */
/** @typedef {import('./types.js').MatchPush} MatchPush */
/** One of our tables. `left`: we have left its match, and the server keeps our seat. @typedef {import('./types.js').SeatedRoomSummary & {left?: boolean}} SeatedRoomSummary */
/** @typedef {import('./waiting.js').ShownLink} Link */
/** @typedef {import('./actions.js').Actions} Actions */
/** @typedef {import('./choices.js').Choices} Choices */

/** @typedef {{at: 'start'} | {at: 'nowhere'} | {at: 'new', game: string, options: Record<string, string>}
 *     | {at: 'room', code: string} | {at: 'match', id: string, entry?: number} | {at: 'player', id: string}
 *     | {at: 'top', game?: string} | {at: 'fair'} | {at: 'cup'} | {at: 'practice', position?: string, game?: string} | {at: 'rules', game: string, preset?: string}} Page */
/**
 * Position of a replay: number of entries shown, whether it is playing, and its speed. `inputs`: it shows how throws came about.
 * @typedef {{at: number, playing: boolean, speed: number, inputs: boolean}} Replay
 */
/**
 * The leaderboard that is shown.
 * @typedef {{by: 'wins' | 'best' | 'average' | 'care', days: number | null}} Board
 */
/**
 * Where an action was started; its refusal is shown there.
 * @typedef {'name' | 'make' | 'join' | 'seats' | 'start' | 'move' | 'rematch' | 'chat' | 'leave' | 'quick'
 *     | 'change' | 'cup' | 'device' | 'me' | 'house' | 'hint' | 'list'} Where
 */
/**
 * A question to confirm. `unsaved`: the host has unsaved settings. `leave` with `room`: asked on the start page. `copy`: the browser has refused to.
 * @typedef {{what: 'kick' | 'ban' | 'vote_out' | 'make_host' | 'report', id: string, name: string} | {what: 'house_word'} | {what: 'leave', room?: string} | {what: 'vanish'}
 *     | {what: 'unsaved', then: 'start' | 'rematch'} | {what: 'become', code: string} | {what: 'copy', text: string}} Question
 */
/** `no` is 0 for what only this page says. @typedef {{no: number, text: string, until_ms?: number}} Notice */
/** A game and the kind of opponents. @typedef {{game: string, how: 'friends' | 'strangers' | 'house'}} PendingAction */
/** @typedef {import('./form.js').Form} Form */
/** @typedef {import('./types.js').By} By */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('./types.js').GameEvent} GameEvent */
/** @typedef {import('./match_log.js').LogLine} LogLine */
/**
 * @typedef {object} Table
 * @property {MatchPush} push the newest push
 * @property {number} heard_at time of its arrival; its clock counts down from there
 * @property {string[]} names by seat, kept when a player leaves
 * @property {(import('./avatars.js').Shown | null)[]} players the same, for their avatars
 * @property {import('./types.js').SeatLine[]} seats the room's while it plays the match, then as they were at its end
 * @property {import('./types.js').OptionValues} options of the match; the room's may be those of the next one already
 * @property {LogLine[]} log all known lines of the match, newest last
 * @property {number} seen the newest entry before which the log misses none
 * @property {{seq: number, events: GameEvent[]}} news the newest entry that is not a request for advice
 * @property {import('./types.js').Advice | null} advice advice about the current prompt
 * @property {object} local data of the game's view (dice kept back)
 * @property {Stage} stage animation stage of the newest push
 * @property {MatchPush | null} before the push shown while the dice of the newest one roll
 */
/**
 * `rolling`: dice roll, everything else shows the previous state. `lying`: the dice lie, new throws are ignored, and a result waits.
 * @typedef {'rolling' | 'lying' | 'still'} Stage
 */
/**
 * The dice of the match that starts or runs, as far as the page shows them.
 * @typedef {object} Dice
 * @property {string} match
 * @property {'tips' | 'reveals' | 'play'} step
 * @property {boolean} witness throws also need fresh secrets
 * @property {number} since arrival of its first push, as `now`
 * @property {number[]} seats those whose secrets are in the dice; until they are fixed, those that have sent something
 * @property {number[]} out seats of these that came too late and contribute no more
 * @property {number[]} unopened seats that were too late already before the first entry
 * @property {{seq: number, seat: number | null, move: Move | null} | null} ask the throw that waits for the seats' values; `seat`: who moves
 */
/**
 * A fault that this page has found in the dice of a match. `kind` is a key of the texts in i18n/dice/; `text` is English.
 * @typedef {{match: string, kind: string, text: string, seq: number, again?: number}} DiceFault
 */
/**
 * `after`: by game, the room where the next request starts; null if there are no more.
 * @typedef {{rooms: RoomLine[], after: Record<string, string | null>}} Further
 */
/**
 * The state of a page about a room.
 * @typedef {object} RoomPageState
 * @property {boolean} joined we are a member of the page's room
 * @property {Room | null} room
 * @property {number} room_at arrival of the room's newest push, as `now`
 * @property {Table | null} table
 * @property {Dice | null} dice null: the dice of the match are the server's alone
 * @property {DiceFault[]} faults of the dice at this table, the oldest first
 * @property {{[seat: number]: number}} shakes how often each seat has shaken the cup
 * @property {number} stirs how often we have
 * @property {number} unread
 * @property {string} draft the chat line being written
 * @property {boolean} panel log and chat are open (on a phone)
 * @property {string} password as typed, kept for joining again
 * @property {boolean} locked the room asked for a password
 * @property {boolean} big the QR code fills the screen
 * @property {boolean} summary_seen what is below a result or a replay was scrolled into view
 * @property {string | null} checks the finished match whose dice we check below its result
 */
/**
 * The state of the page that is shown: the next page begins without it.
 * @typedef {object} PageState
 * @property {Replay} replay of a match
 * @property {number} older loaded pages of a player's older matches
 * @property {Move | null} practised what was chosen in the decision that is practised
 * @property {Form | null} form
 * @property {string | null} rules the game whose rules are open over the page
 * @property {Question | null} question the open confirmation dialog
 * @property {'menu' | 'invite' | 'keys' | 'dice' | 'avatar' | null} sheet the open dialog over the page; all but that of the avatar are of a room
 * @property {string | null} copied the text that was just copied
 * @property {{where: Where, text: string} | null} trouble
 * @property {Where[]} asked under way
 */
/** @typedef {RoomPageState & PageState} Visit */
/**
 * The state that lasts from page to page.
 * @typedef {object} AppState
 * @property {number} now milliseconds of the page's clock
 * @property {Link} link
 * @property {boolean} greeted hello was answered: player and catalogue are known
 * @property {Player | null} me
 * @property {string} name as typed, perhaps not saved
 * @property {Game[]} games
 * @property {string[]} rooms where we have a seat
 * @property {RoomLine[]} lobby the first public rooms, kept up to date
 * @property {number} lobby_total total number of public rooms
 * @property {Further} further further public rooms, not kept up to date
 * @property {import('../ui/join/invitation.js').Invitation | null} invitation data of the room of an invitation link
 * @property {string | null} left the room whose running match we have left last
 * @property {SeatedRoomSummary[]} mine state of `rooms` at the last request
 * @property {PendingAction | null} wish the action that waits for a name
 * @property {Page} page
 * @property {boolean} cannot_contribute this page could not promise to take part in provable dice, so the server tells it nothing about them
 * @property {boolean} motion_refused the device's motion was asked for and is not allowed
 * @property {boolean} advice_delayed the server is still computing advice; the request is repeated
 * @property {Choices} choices preferences of this player
 * @property {boolean} settings the preferences dialog is open
 * @property {number} hint which of the first hints of the game is shown
 * @property {boolean} offline the browser reports no network
 * @property {'shown' | 'later' | null} outdated a part is missing since the server has another version of the page; `later`: the player has put the notice away
 * @property {boolean} page_was_hidden the page was hidden during our match
 * @property {string | null} offer our device code, if one was created
 * @property {string | null} device the device code of the link that was opened
 * @property {boolean} device_code_used a device code of ours was just used
 * @property {Notice[]} notices lines to everybody by the operator of the server, which lie over the page until they are read
 * @property {{[no: number]: string}} read_notices what was read of them, by their numbers
 * @property {boolean} forgets this browser stores nothing: who closes the page is somebody new
 * @property {number | null} ahead_ms how far this device's clock is ahead of the server's; null until a line of the operator needs it
 * @property {string[] | null} reach for a page at an address of this machine alone: the server's addresses for others, if it has any
 * @property {string[]} ends how the last matches with provable dice here ended, as far as this browser knows, the oldest first
 * @property {Board} board
 */
/** @typedef {AppState & Visit} State */

/**
 * Of a finished match; the id of a deleted player is null.
 * @typedef {{players: (import('./avatars.js').Shown & {name: string, bot: boolean})[], options: import('./types.js').OptionValues}} Recorded
 */
/**
 * The events of the page with their members. `code` is the code of a refusal.
 * @typedef {{
 *   ticked: {now: number},
 *   linked: {link: Link},
 *   welcomed: {me: Player, games: Game[], rooms: string[], cannot_contribute?: boolean, forgets?: boolean, reach?: string[] | null},
 *   listed: {rooms: RoomLine[], total: number},
 *   listed_further: {further: Further},
 *   wished: {wish: PendingAction | null},
 *   recalled: {mine: SeatedRoomSummary[]},
 *   invitation_loaded: {invitation: import('../ui/join/invitation.js').Invitation | null},
 *   pushed: {message: import('./types.js').Push, now: number, calm?: boolean, local?: object},
 *   settled: {},
 *   stirred: {},
 *   motion: {refused: boolean},
 *   mistrusted: {fault: {match: string, room?: string, kind: string, text: string, again?: number}},
 *   remembered: {ends: string[]},
 *   sheet: {sheet: State['sheet']},
 *   question: {question: Question | null},
 *   summary_seen: {},
 *   checks: {checks: string},
 *   hint: {hint: number},
 *   network: {offline: boolean},
 *   outdated: {outdated: 'shown' | 'later'},
 *   went: {page: Page},
 *   named: {name: string},
 *   renamed: {me: Player},
 *   drafted: {text: string},
 *   filled: {form: Form | null},
 *   seated: {code: string, yes: boolean, left?: boolean},
 *   left_over: {},
 *   joined: {code: string},
 *   asked: {where: Where},
 *   answered: {where: Where},
 *   advice_delayed: {yes: boolean},
 *   failed: {where: Where, text: string, code?: string},
 *   unlocking: {password: string},
 *   enlarged: {yes: boolean},
 *   offered: {code: string | null},
 *   device_link_opened: {code: string | null},
 *   notices_closed: {},
 *   notice: {notice: Notice},
 *   notice_read: {no: number},
 *   kept: {local: object},
 *   advised: {match: string, advice: import('./types.js').Advice},
 *   recorded: {match: string} & Recorded,
 *   read: {read: boolean},
 *   panel: {open: boolean},
 *   rules: {rules: string | null},
 *   copied: {text: string | null},
 *   replayed: {replay: Partial<Replay>},
 *   ranked: {board: Partial<Board>},
 *   looked_back: {},
 *   practised: {chosen: Move},
 *   chose: {change: Partial<Choices>},
 *   settings: {open: boolean},
 *   page_hidden: {},
 *   clock_compared: {ahead_ms: number},
 * }} Events
 */
/** @typedef {keyof Events} EventType */
/** One of these types. @template {EventType} Type @typedef {{[type in Type]: {type: type} & Events[type]}[Type]} EventOf */
/** @typedef {EventOf<EventType>} Event */

/**
 * An answer of the HTTP API about finished matches. `progress`: how much of a long log has come. `closed`: a match of the cup, until its day is over.
 * @template [Data=unknown]
 * @typedef {{state: 'coming', progress?: {have: number, of: number}} | {state: 'missing' | 'closed' | 'failed'} | {state: 'here', data: Data}} Found
 */
/**
 * Access to the HTTP API about finished matches; each address is requested once per page.
 * @typedef MatchHistory
 * @property {{load<Data>(path: string): Found<Data>}['load']} load public data, as the API describes it
 * @property {(before: string | null) => Found<Wire.MeMatchesReply>} own_matches our own matches, including private ones
 * @property {() => Found<Wire.CupTodayReply>} cup the cup of the day, and yesterday's field
 * @property {() => Found<Wire.MeBoardReply>} board whether we appear on the leaderboards
 * @property {(on: boolean) => void} set_on_boards changes `board`
 * @property {{cached<Data>(key: string, ask: () => Promise<Found<Data>>): Found<Data>}['cached']} cached the answer of `ask`, which is called once per page
 * @property {import('../../js/connection.js').Connection['request']} asked sends a request
 * @property {() => void} retry_failed for what could not be had
 * @property {() => void} changed renders the page again
 */

export {};
