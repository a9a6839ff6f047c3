// @ts-check
// What a bot gets from the library, and what it gives. Types only.

/** @import * as Wire from './protocol.js' */

/** @typedef {string | {do: string, [field: string]: any}} Move One of `moves`, or its long form. */
/** @typedef {{game: string, phase: string, round: number, turn?: {seat: number, [field: string]: any} | null,
 *     seats: {score: number | null, [field: string]: any}[], [field: string]: any}} View of any game; protocol.d.ts has those of each */
/** Of a player of the house. @typedef {Wire.Level} Level */
/** @typedef {Wire.Result} Result */
/** @typedef {{seat: number, n: number, moves: Move[]}} You */
/** A push as the library gives it: `view` has the members of `about`, and `moves` and `result` are always there.
 * @typedef {{room: string, match: string, seq: number, events: object[], about: object, view: View, to_act: number[], you?: You,
 *     result: Result | null, [field: string]: any}} Push */
/**
 * @typedef {object} PlayOptions
 * @property {string} server The address of the page, or an invitation link
 * @property {(view: View, moves: Move[], push: Push) => Move | null | Promise<Move | null>} on_turn Returns the
 *     move. Null makes no move: others may move first, or the clock runs out.
 * @property {string} [room] The room code
 * @property {{game: string, house?: Level[], [setting: string]: unknown}} [create] Without `room`: creates a room with these
 *     settings, seats a player of the house for each level in `house`, and starts the match when all seats are taken.
 *     With `house` and without `seats` there is no other seat.
 * @property {string} [quick] Without `room`: the game of a quick match with strangers, which starts by itself; it
 *     searches again when all others have left
 * @property {'player' | 'spectator'} [as] Without it the bot takes a seat if possible, else it waits for one.
 * @property {string} [password] Of the room
 * @property {number} [matches] After this number of matches it leaves; without it, it stays as long as the room exists.
 * @property {string} [name] The name of the player
 * @property {import('./tokens.js').Token} [token] Stores the identity; by default until the program ends.
 * @property {number} [avatar] The drawn face that stands for the bot, 0 to 95 (protocol/README.md, section 4); without it, the one that it had
 * @property {string} [agent] Program and version, for the server's log
 * @property {(result: Result, you: You, push: Push) => void} [on_end] Called at the end of a match.
 * @property {boolean} [dice] False: the bot does not take part in provable dice (docs/fairness.md).
 * @property {import('./contributor.js').Store} [notes] Keeps what the bot saw of the dice; by default beside the token.
 * @property {(fault: import('./contributor.js').Fault) => void} [on_fault] Called at once when the server contradicts
 *     the notes; console.warn by default
 * @property {boolean} [verify] After each match, fetches its record and checks its dice.
 * @property {number} [patience_ms] The time that the server has to publish its secret after a match
 * @property {(code: string) => void} [on_room] Called with the room code after joining.
 * @property {(message: import('./play.js').Message) => void} [on_push] Gets every push of the server, before the bot reacts to it
 * @property {(link: import('./connection.js').Link) => void} [on_link] Gets the changes of the connection's state; by default console.error tells why
 *     there is none
 * @property {(text: string) => void} [warn] Gets a line when a move of `on_turn` was refused for good and the first move is played instead; console.warn by
 *     default
 * @property {AbortSignal} [signal] Ends the bot; the seat stays.
 * @property {import('./connection.js').Options['Socket']} [Socket] A WebSocket class, if there is no global one, as in Node before 22
 * @property {import('./connection.js').Timers} [timers] As in Connection
 * @property {() => number} [random]
 */

export {};
