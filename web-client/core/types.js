// @ts-check
// The protocol's messages (protocol/README.md), as far as the client reads them. Types only.

/** @typedef {import('../../js/connection.js').Message} Message */
/** @typedef {import('../../js/connection.js').Reply} Reply */
/** @typedef {{id: string, name: string, bot: boolean}} Player */

/**
 * @typedef {object} OptionSpec
 * @property {string} name
 * @property {'choice' | 'integer' | 'flag'} kind
 * @property {string[]} [choices]
 * @property {number} [min]
 * @property {number} [max]
 * @property {number[]} [values] the allowed values
 * @property {string | number | boolean} default
 * @property {{[option: string]: OptionValues}} [default_where] other defaults, depending on an earlier option
 */
/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} title
 * @property {{min: number, max: number}} seats
 * @property {number} [turn_ms] default time per turn
 * @property {number} [minutes] duration of a typical match of two people
 * @property {OptionSpec[]} options
 */
/** @typedef {{[name: string]: string | number | boolean}} OptionValues */

/** The level of a bot. @typedef {'easy' | 'medium' | 'hard'} Level */
/** @typedef {{room: string, game: string, phase: string, host: string, taken: number, seats: number,
 *     locked?: boolean, quick?: boolean}} RoomLine */
/** @typedef {{player: Player | null, ready: boolean, online: boolean, house: boolean,
 *     out?: {by: string[], needed: number}, stand_in?: {by: string[], needed: number}, level?: Level}} SeatLine `out`: who is for giving an absent player's seat
 *     away; `stand_in`: the players who vote for a bot to play for them; `level`, of a bot */
/** @typedef {{from: string, name: string, text: string, at_ms: number}} ChatLine */
/**
 * @typedef {object} Room
 * @property {string} room
 * @property {string} game
 * @property {OptionValues} options
 * @property {'waiting' | 'playing' | 'finished'} phase
 * @property {string} host
 * @property {boolean} public
 * @property {boolean} locked has a password
 * @property {boolean} watch others may watch
 * @property {boolean} hints advice is allowed
 * @property {boolean | null} [witness] throws are witnessed; null: where two or more people play
 * @property {{turn_ms: number} | null} [clock]
 * @property {SeatLine[]} seats
 * @property {number} spectators
 * @property {Player[]} watchers the first 50 spectators
 * @property {Player[]} next the queue for the next free seat
 * @property {string | null} match
 * @property {ChatLine[]} chat
 * @property {Quick} [quick] state of a quick match's wait
 */
/**
 * `starts_ms` is null while fewer than `needed` players are `here`; `offer`: a bot may be requested.
 * @typedef {{here: number, needed: number, starts_ms: number | null, offer?: boolean}} Quick
 */

/** @typedef {{do: string, [field: string]: any}} Move in its long form */
/** @typedef {{e: string, [field: string]: any}} GameEvent */
/** @typedef {{seat?: number, house?: boolean, hint?: boolean, clock?: boolean, start?: boolean}} By */
/** @typedef {{game: string, phase: string, round: number, turn: {seat: number, [field: string]: any} | null,
 *     seats: {score: number | null, [field: string]: any}[], [field: string]: any}} View */
/** @typedef {{seat: number, n: number, moves: Move[]}} You */
/** A seat's part of a push: the moves as the server lists them. @typedef {{seat: number, n: number, moves: (Move | string)[]}} Offer */
/**
 * Expected value of each move that prompt `n` offers: `win`, `ahead` and `pot` are shares of 1.
 * @typedef {{n: number, unit: 'win' | 'ahead' | 'pot' | 'points', worth: {move: Move, worth: number}[],
 *     read?: boolean}} Advice `read`: put away until asked for again
 */
/** @typedef {{kind: string, left_ms: number, of_ms: number}} Clock */
/** @typedef {{places: (number | null)[], scores: number[], winners: number[], left?: number[], reason: string}} Result
 *  The place of a seat whose player left is null. */
/**
 * @typedef {object} MatchPush
 * @property {string} room
 * @property {string} match
 * @property {number} seq
 * @property {By} by
 * @property {GameEvent[]} events
 * @property {{seq: number, by: By, events: number}[]} [entries] after a resume: the number of events of each entry
 * @property {object} [about] the members of every view that never change, which `view` contains here
 * @property {View} view
 * @property {number[]} to_act
 * @property {Offer | null} [you]
 * @property {Clock | null} [clock]
 * @property {Result | null} result
 * @property {string} hash of the entry and all before it, 64 hexadecimal digits
 * @property {{k: number, seats: number[], fresh: {[seat: string]: string | null}}} [dice] of an entry that drew: the values of the seats that
 *     were asked, null for one that came too late
 * @property {object} [proof] with the last push of a match whose dice were provable
 */

/**
 * The state of the dice of a match that starts or runs.
 * @typedef {object} DicePush
 * @property {string} room
 * @property {string} match
 * @property {'tips' | 'reveals' | 'play'} step what the seats may send now
 * @property {boolean} witness
 * @property {string} commit
 * @property {string} settings
 * @property {string} players
 * @property {{[seat: string]: string}} tips after step `tips`: those of the roster
 * @property {string | null} roster
 * @property {{[seat: string]: string | null} | null} reveals
 * @property {number[]} out seats that contribute no more
 * @property {{seat: number, nonce: string}} [you]
 */
/**
 * A legal move is on disk and draws as soon as these seats have given their values, or the time is over.
 * @typedef {object} DiceAsk
 * @property {string} room
 * @property {string} match
 * @property {number} seq of the entry that will be made
 * @property {string} hash of the entry before
 * @property {By} by
 * @property {number} n
 * @property {Move | null} move
 * @property {number} k
 * @property {number[]} seats
 */

export {};
