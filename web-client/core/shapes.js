// @ts-check
// What the state of the page is made of, and what happens to it (state.js). Types only: no browser fetches this.

/** @typedef {import('./types.js').Player} Player */
/** @typedef {import('./types.js').Game} Game */
/** @typedef {import('./types.js').Room} Room */
/** @typedef {import('./types.js').RoomLine} RoomLine */
/** @typedef {import('./types.js').MatchPush} MatchPush */
/** @typedef {import('./connection.js').Link} Link */
/** @typedef {import('./choices.js').Choices} Choices */

/** @typedef {{at: 'start'} | {at: 'nowhere'} | {at: 'new', game: string, options: Record<string, string>}
 *     | {at: 'room', code: string} | {at: 'match', id: string} | {at: 'player', id: string}
 *     | {at: 'top', game?: string} | {at: 'rules', game: string, preset?: string}} Page */
/** Where a replay stands: how many entries have been shown, whether it goes on by itself, and how fast.
 * @typedef {{at: number, playing: boolean, speed: number}} Replay */
/** Which board is shown, and how many pages of older matches.
 * @typedef {{by: 'wins' | 'best' | 'average', days: number | null, older: number}} Board */
/** Where an action was taken: there its refusal is shown.
 * @typedef {'name' | 'make' | 'join' | 'seats' | 'start' | 'move' | 'rematch' | 'chat' | 'leave' | 'quick'
 *     | 'change' | 'device' | 'me' | 'house' | 'hint' | 'list'} Where */
/** What is asked before it is done. `unsaved`: the host's changes to the table have not been saved.
 * `leave` with `room`: from the start page.
 * @typedef {{what: 'kick' | 'ban' | 'vote_out' | 'make_host', id: string, name: string} | {what: 'leave', room?: string} | {what: 'vanish'}
 *     | {what: 'unsaved', then: 'start' | 'rematch'} | {what: 'become', code: string}} Question */
/** A game, and with whom. @typedef {{game: string, how: 'friends' | 'strangers' | 'house'}} Wish */
/** @typedef {import('./form.js').Form} Form */
/** @typedef {import('./types.js').By} By */
/** @typedef {import('./types.js').GameEvent} GameEvent */
/** @typedef {import('./chronicle.js').LogLine} LogLine */
/**
 * @typedef {object} Table
 * @property {MatchPush} push the newest
 * @property {number} heard_at when it came: its clock counts down from there
 * @property {string[]} names by seat, kept when a player leaves
 * @property {LogLine[]} log of the whole match, as far as we were there; the newest last
 * @property {{seq: number, events: GameEvent[]}} news the newest entry that was more than a question to the house
 * @property {import('./types.js').Advice | null} advice what the house has told us about this very prompt
 * @property {object} local what the game's view remembers (dice kept back); the game's own
 * @property {Stage} stage how far the newest push has been acted out
 * @property {MatchPush | null} before the push that is shown while the dice of the newest roll
 */
/** `rolling`: the dice roll, and all else is shown as it was. `lying`: they lie, a throw is not yet heard, and a result
 * waits. @typedef {'rolling' | 'lying' | 'still'} Stage */
/** A table where we have a seat. @typedef {{room: string, game: string, phase: 'waiting' | 'playing' | 'finished',
 * players: string[], your_turn: boolean}} OwnTable */
/** `after`: by game, the room to go on from; null where there are no more.
 * @typedef {{rooms: RoomLine[], after: Record<string, string | null>}} Further */
/**
 * @typedef {object} State
 * @property {number} now milliseconds on the page's clock
 * @property {Link} link
 * @property {boolean} greeted the server has answered once: who we are and what it plays is known
 * @property {Player | null} me
 * @property {string} name as typed
 * @property {Game[]} games
 * @property {string[]} rooms where we have a seat
 * @property {RoomLine[]} lobby the public rooms most worth showing
 * @property {number} lobby_total how many public rooms there are
 * @property {Further} further public rooms beyond those, as they were when we asked
 * @property {import('../ui/join/invitation.js').Invitation | null} invitation what is known of a room that we have been invited to
 * @property {OwnTable[]} mine the tables of `rooms`, as they were when we asked last
 * @property {Wish | null} wish what was wanted before there was a name
 * @property {Page} page
 * @property {boolean} joined we are a member of the page's room
 * @property {Room | null} room
 * @property {number} room_at when the newest push of the room came, as `now`
 * @property {Table | null} table
 * @property {Form | null} form
 * @property {Where[]} asked under way
 * @property {{where: Where, text: string} | null} trouble
 * @property {boolean} put_off the house is still at its sums, and will be asked again
 * @property {boolean} panel log and chat are open (on a phone)
 * @property {string | null} rules the game whose rules lie open over the page
 * @property {number} unread
 * @property {boolean} copied
 * @property {Choices} choices how this player likes the page
 * @property {boolean} settings the sheet with the choices is open
 * @property {Question | null} question what must be answered before it is done
 * @property {'menu' | 'invite' | 'keys' | null} sheet what lies over the room until it is answered
 * @property {number} hint which of the first hints of the game is shown
 * @property {boolean} offline the browser says that it has no network
 * @property {boolean} looked the way a match went has come into sight, below its result
 * @property {boolean} wandered we have left the page while a match of ours ran
 * @property {string} password as typed at the door, kept for coming back
 * @property {boolean} locked the door has asked for a password
 * @property {boolean} big the invitation fills the screen
 * @property {string | null} offer our code for another device
 * @property {string | null} device a code that a link brought, to become the player of another device
 * @property {boolean} doubled another device has just become this player
 * @property {Replay} replay
 * @property {Board} board
 */

/** `code` is the refusal's, where it was one.
 * @typedef {{type: 'ticked', now: number}
 *     | {type: 'linked', link: Link}
 *     | {type: 'welcomed', me: Player, games: Game[], rooms: string[]}
 *     | {type: 'listed', rooms: RoomLine[], total: number}
 *     | {type: 'listed_further', further: Further}
 *     | {type: 'wished', wish: Wish | null}
 *     | {type: 'recalled', mine: OwnTable[]}
 *     | {type: 'told', invitation: import('../ui/join/invitation.js').Invitation | null}
 *     | {type: 'pushed', message: any, now: number, calm?: boolean, local?: object}
 *     | {type: 'settled'}
 *     | {type: 'sheet', sheet: State['sheet']}
 *     | {type: 'question', question: Question | null}
 *     | {type: 'looked'}
 *     | {type: 'hint', hint: number}
 *     | {type: 'network', offline: boolean}
 *     | {type: 'went', page: Page}
 *     | {type: 'named', name: string}
 *     | {type: 'renamed', me: Player}
 *     | {type: 'filled', form: Form | null}
 *     | {type: 'seated', code: string, yes: boolean}
 *     | {type: 'joined', code: string}
 *     | {type: 'asked', where: Where}
 *     | {type: 'answered', where: Where}
 *     | {type: 'put_off', yes: boolean}
 *     | {type: 'failed', where: Where, text: string, code?: string}
 *     | {type: 'unlocking', password: string}
 *     | {type: 'enlarged', yes: boolean}
 *     | {type: 'offered', code: string | null}
 *     | {type: 'invited', code: string | null}
 *     | {type: 'noticed'}
 *     | {type: 'kept', local: object}
 *     | {type: 'advised', match: string, advice: import('./types.js').Advice}
 *     | {type: 'read', read: boolean}
 *     | {type: 'paneled', open: boolean}
 *     | {type: 'opened', rules: string | null}
 *     | {type: 'copied', yes: boolean}
 *     | {type: 'replayed', replay: Partial<Replay>}
 *     | {type: 'ranked', board: Partial<Board>}
 *     | {type: 'chose', change: Partial<Choices>}
 *     | {type: 'set', open: boolean}
 *     | {type: 'wandered'}} Event
 */

/** What an address of the archive gave. @typedef {{state: 'coming' | 'missing' | 'failed'} | {state: 'here', data: any}} Found */
/** The archive, asked once for each page shown. @typedef Past
 * @property {(path: string) => Found} look what anybody may see
 * @property {(before: string | null) => Found} own our own matches, private ones, too
 * @property {() => Found} board whether we may stand on the leaderboards
 * @property {(on: boolean) => void} stand changes that */

export {};
