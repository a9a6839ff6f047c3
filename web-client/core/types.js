// @ts-check
// The protocol's messages (protocol.d.ts) under the names of the page, and what it makes of them. Types only.

/** @import * as Wire from '../../js/protocol.js' */

/** @typedef {import('../../js/connection.js').Message} Message */
/** @typedef {import('../../js/connection.js').Reply} Reply */
/** @typedef {Wire.Player} Player */
/** @typedef {Wire.Game} Game */
/** @typedef {Wire.Option} OptionSpec */
/** @typedef {Wire.Options} OptionValues */
/** @typedef {Wire.Level} Level */
/** @typedef {Wire.RoomLine} RoomLine */
/** @typedef {Wire.RoomSeat} SeatLine */
/** @typedef {Wire.ChatLine} ChatLine */
/** @typedef {Wire.RoomPush} Room */
/** @typedef {Wire.Quick} Quick */
/** @typedef {Wire.SeatedRoomSummary} SeatedRoomSummary */
/** @typedef {Wire.By} By */
/** @typedef {Wire.Clock} Clock */
/** @typedef {Wire.Result} Result */
/** @typedef {Wire.DicePush} DicePush */
/** @typedef {Wire.DiceAskPush} DiceAsk */

/** @typedef {{do: string, [field: string]: any}} Move in its long form, of any game */
/** @typedef {{e: string, [field: string]: any}} GameEvent of any game */
/** @typedef {{game: string, phase: string, round: number, turn: {seat: number, [field: string]: any} | null,
 *     seats: {score: number | null, [field: string]: any}[], [field: string]: any}} View of any game, with the members of `about` */
/** @typedef {Omit<Wire.YahtzeeYou, 'moves'> & {moves: Move[]}} You */
/** A seat's part of a push: the moves as the server lists them. @typedef {Omit<Wire.YahtzeeYou, 'moves'> & {moves: (Move | string)[]}} Offer */
/**
 * Expected value of each move that prompt `n` offers: `win`, `ahead` and `pot` are shares of 1.
 * @typedef {{n: number, unit: Wire.HintReply['unit'], worth: {move: Move, worth: number}[], read?: boolean}} Advice `read`: put
 *     away until asked for again
 */
/**
 * A push with all its members (whole_push.js), of any game.
 * @typedef {Omit<Wire.YahtzeeMatchPush, 'events' | 'about' | 'view' | 'you' | 'clock' | 'result'> & {events: GameEvent[], about?: object,
 *     view: View, you?: Offer | null, clock?: Clock | null, result: Result | null}} MatchPush
 */

export {};
