// @ts-check
// The protocol's messages (protocol.d.ts) under the names of the page, and what it makes of them. Types only.

/** @import * as Wire from '../../js/protocol.js' */

/** @typedef {import('../../js/connection.js').Message} Message */
/** What the server sends by itself. @typedef {import('../../js/connection.js').Push} Push */
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

/** @typedef {Wire.Move} Move in its long form, of any game */
/** @typedef {Wire.MatchPush['events'][number]} GameEvent of any game */
/** What the page itself adds to a log. @typedef {{e: 'dice_late', seat: number} | {e: 'asked_house', seat?: number}} PageEvent */
/** A view with what never changes in its match. @template {{about?: object, view: object}} Push @typedef {Push extends unknown ? NonNullable<Push['about']> & Push['view'] : never} WholeView */
/** @typedef {WholeView<Wire.MatchPush>} View of any game, with the members of `about` */
/** @template {Move} [OwnMove=Move] @typedef {{seat: number, n: number, moves: OwnMove[]}} You */
/** A seat's part of a push: the moves as the server lists them. @typedef {Omit<You, 'moves'> & {moves: (Move | Wire.ListedMove)[]}} Offer */
/**
 * Expected value of each move that prompt `n` offers: `win`, `ahead` and `pot` are shares of 1.
 * @typedef {{n: number, unit: Wire.HintReply['unit'], worth: {move: Move, worth: number}[], read?: boolean}} Advice `read`: put
 *     away until asked for again
 */
/**
 * A push with all its members (full_push.js), of any game.
 * @typedef {Omit<Wire.YahtzeeMatchPush, 'events' | 'about' | 'view' | 'you' | 'clock' | 'result'> & {events: GameEvent[], about?: Wire.MatchPush['about'],
 *     view: View, you?: Offer | null, clock?: Clock | null, result: Result | null}} MatchPush
 */

export {};
