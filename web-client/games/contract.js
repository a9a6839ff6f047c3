// @ts-check
// What the page and the table of a game promise each other. Types only: no browser fetches this.

/** @typedef {import('../core/types.js').Move} Move */
/** @typedef {import('../core/types.js').You} You */
/** @typedef {import('../core/types.js').GameEvent} GameEvent */
/** @typedef {import('../ui/lit.js').Content} Content */

/**
 * What a game's view gets besides the view and what its seat may do.
 * @typedef {object} Helpers
 * @property {string[]} names by seat
 * @property {number | null} mine our seat
 * @property {import('../core/types.js').OptionValues} options of the table
 * @property {GameEvent[]} events of the newest push, to animate
 * @property {number} seq
 * @property {import('../core/shapes.js').LogLine[]} log what happened up to now, the newest last
 * @property {(seat: number) => import('../ui/parts.js').Absence | null} absent why a player does not answer
 * @property {any} local what the view remembers until the match ends
 * @property {(local: object) => void} keep remembers it
 * @property {(move: Move) => Move | undefined} listed the listed move that is equal: nothing else may be played
 * @property {(move: Move) => void} play
 * @property {boolean} busy a move is under way
 * @property {boolean} rolling the dice of the newest events roll: what they brought is not told yet
 * @property {boolean} deaf a throw is not heard: dice roll, or have just come to lie
 * @property {boolean} careful ask once before what is seldom meant
 * @property {Content} trouble why the last move was refused
 * @property {Content} first a hint for who plays the game for the first time, for tables that tell their own news
 * @property {Content} tools buttons to react and to ask the house, for tables that tell their own news
 */
/** A move in words, and in `shown` as a drawing where that says it faster; `take` marks it on the table, where it takes
 * more than a tap, and plays nothing.
 * @typedef {{text: string, shown?: Content, take?: () => void}} Advised */
/** Dice or cards as its rules draw them.
 * @typedef {{draw: (piece: string) => Content, name: (piece: string) => string}} Pieces */
/**
 * What games/<id>.js exports by default.
 * @typedef {object} GameView
 * @property {(view: any, you: You | null, helpers: Helpers) => Content} render
 * @property {(event: GameEvent, helpers: Helpers) => string | null} say an event as a sentence
 * @property {(before: any, now: any, events: GameEvent[]) => any} [rolling] the view to draw while dice roll: theirs are the
 *   faces, all else is as before
 * @property {(view: any, helpers: Helpers) => Content} [reveal] of a finished match: what nobody may see before
 * @property {(view: any, seat: number) => number} [course] what a chart shows of a seat, where that is not its score
 * @property {(move: Move, view: any, you: You, helpers: Helpers) => Advised} [advise] a listed move that the house has judged
 * @property {string} [expected] what points the house expects, where they are not those of the end
 * @property {(events: GameEvent[], table: {mine: number | null, view: any}) => import('../ui/table/effects/beats.js').Beat[]} [feel] how
 *   the news are acted out and heard
 * @property {(thing: string) => Content} [thing] draws what flies
 * @property {(view: any, helpers: Helpers) => string | null} [prompt] what our turn asks for, to be read out
 * @property {(moment: string, view: any) => string} [moment] the words of a moment that the news bring
 * @property {(seat: number, score: number, table: {view: any, options: any}) => string} [scored] a result with its unit, where that is not points
 * @property {(table: {view: any, options: any}) => {amounts: number[], text: (amount: number) => string} | null} [margin] what a match was
 *   won by, by seat, where that is not its scores
 * @property {(log: import('../core/chronicle.js').LogLine[], options: any) => {seat: number, text: string} | null} [best] what was best
 *   in a match, for its result
 * @property {{at: string, text: string}[]} [hints] what to show who plays it for the first time, and where that is
 * @property {boolean} [tells] the game's own table tells the news: on a phone the page need not
 * @property {Pieces} [pieces] what it is played with, for its rules; else dice of six faces
 * @property {boolean} [players] the game's own table shows every player with the score: the page need not
 */

export {};
