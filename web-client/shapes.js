// @ts-check
// What the state of the page is made of, and what happens to it (state.js). Types only: no browser fetches this.

/** @typedef {import('./types.js').Player} Player */
/** @typedef {import('./types.js').Game} Game */
/** @typedef {import('./types.js').Room} Room */
/** @typedef {import('./types.js').RoomLine} RoomLine */
/** @typedef {import('./types.js').MatchPush} MatchPush */
/** @typedef {import('./connection.js').Link} Link */
/** @typedef {import('./choices.js').Choices} Choices */

/** @typedef {{at: 'start'} | {at: 'room', code: string} | {at: 'match', id: string} | {at: 'player', id: string}
 *     | {at: 'top', game?: string} | {at: 'rules', game: string, preset?: string}} Page */
/** Where a replay stands: how many entries have been shown, whether it goes on by itself, and how fast.
 * @typedef {{at: number, playing: boolean, speed: number}} Replay */
/** Which board is shown, and how many pages of older matches.
 * @typedef {{by: 'wins' | 'best' | 'average', days: number | null, older: number}} Board */
/** Where an action was taken: there its refusal is shown.
 * @typedef {'name' | 'make' | 'join' | 'seats' | 'start' | 'move' | 'rematch' | 'chat' | 'leave' | 'quick'
 *     | 'change' | 'device' | 'me' | 'house' | 'hint'} Where */
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
 */
/**
 * @typedef {object} State
 * @property {number} now milliseconds on the page's clock
 * @property {Link} link
 * @property {boolean} greeted the server has answered once: who we are and what it plays is known
 * @property {Player | null} me
 * @property {string} name as typed
 * @property {Game[]} games
 * @property {string[]} rooms where we have a seat
 * @property {RoomLine[]} lobby
 * @property {Page} page
 * @property {boolean} joined we are a member of the page's room
 * @property {Room | null} room
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
 *     | {type: 'listed', rooms: RoomLine[]}
 *     | {type: 'pushed', message: any, now: number}
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
/** The archive. @typedef {{look: (path: string) => Found}} Past asks it, once for each page shown */

export {};
