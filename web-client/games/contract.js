// @ts-check
// The interface between the page and a game's view. Types only; browsers do not load this file.

/** @import { GameEvent, Move, OptionValues, PageEvent, View, You } from '../core/types.js' */
/** @typedef {import('../ui/lit.js').Content} Content */

/**
 * The types of one game; `local` is what its view keeps until the match ends.
 * @typedef {{view: View, event: GameEvent, move: Move, local: object}} AnyGame
 */
/**
 * A function that takes what belongs to one game: the page, which knows no game, calls it with that game's alone.
 * @template {unknown[]} Taken @template Given @typedef {{called(...taken: Taken): Given}['called']} Of
 */
/**
 * Data and functions that a game's view gets besides the view and the seat's legal moves.
 * @template {AnyGame} [Own=AnyGame]
 * @typedef {object} Helpers
 * @property {string[]} names by seat
 * @property {(seat: number) => Content} token draws a player's avatar
 * @property {(seat: number, radius: number, x?: number, y?: number) => Content} disc the same within a drawing, around a point
 * @property {number | null} mine our seat
 * @property {OptionValues} options of the table
 * @property {Own['event'][]} events of the newest push, to animate
 * @property {number} seq
 * @property {import('../core/match_log.js').LogLine<Own['event']>[]} log all events so far, newest last
 * @property {string | null} [late] that the clock has moved for us, on our next turn, too; for tables that render their own news
 * @property {(seat: number) => import('../ui/parts.js').Absence | null} absent why a player does not answer
 * @property {Partial<Own['local']>} local data that the view keeps until the match ends
 * @property {Of<[local: Partial<Own['local']>], void>} keep stores it
 * @property {{same<Same extends Own['move']>(move: Same): Same | undefined}['same']} listed finds the equal listed move: only listed moves can be played
 * @property {Of<[move: Own['move']], void>} play
 * @property {() => void} [come_back] takes the seat back that a bot plays; meanwhile no moves are offered, and the button for it stands
 *   in the place of the table's main button
 * @property {boolean} busy a move was sent and not yet answered
 * @property {boolean} rolling the dice of the newest events roll: their result is not shown yet
 * @property {{seat: number | null, move: Own['move'] | null} | null} shaking a throw that waits for the players' secrets; `move` is null if the clock
 *   made it
 * @property {boolean} locked throws are ignored: dice roll or have just stopped
 * @property {boolean} careful ask for confirmation of moves that are rarely intended
 * @property {Content} trouble why the last move was refused
 * @property {Content} first a hint for a player's first match, for tables that render their own news
 * @property {Content} over how the match ended, for tables that show it where their dice lay
 * @property {Content} tools buttons for reactions and advice, for tables that render their own news
 */
/**
 * A move as text, and in `shown` as a drawing if that is quicker to read; `choose` selects the move on the table without playing it, if it
 * needs several taps.
 * @typedef {{text: string, shown?: Content, choose?: () => void}} MoveDescription
 */
/**
 * Selectors of what the keyboard reaches at the game's table besides dice, boxes and buttons.
 * @typedef {object} Keys
 * @property {string[]} first the primary actions, most urgent first
 * @property {string} reached by arrow keys
 * @property {string} idle of these, what is reached only if there is nothing else
 * @property {string} piece once it is selected, the focus goes on to
 * @property {string} place
 */
/**
 * A moment that everybody looks up for: one word, what it was, its points, and the dice or cards, each drawn for its turn in degrees.
 * @typedef {{word: string, line?: string, points?: string, pieces?: ((turn: number) => Content)[]}} Moment
 */
/**
 * Dice or cards of a decision, small; spoken in `label`. `note` says what else was known, `when` the place in the match if it is not the round.
 * @typedef {{shown: Content, label: string, note: string, when?: string}} ShownPosition
 */
/** Dice or cards as the rules draw them. @typedef {{draw: (piece: string) => Content, name: (piece: string) => string}} Pieces */
/**
 * The default export of a game's module.
 * @template {AnyGame} [Own=AnyGame]
 * @typedef {object} GameView
 * @property {Of<[view: Own['view'], you: You<Own['move']> | null, helpers: Helpers<Own>], Content>} render
 * @property {(text: string) => Own['move']} [move_of] a listed move that the server wrote as text
 * @property {Of<[event: Own['event'] | PageEvent, helpers: Helpers<Own>], string | null>} say an event as a sentence
 * @property {Of<[event: Own['event'] | PageEvent, options: OptionValues], boolean>} [ends_window] whether the clock makes an event at the end of a window,
 *   for which nobody is late
 * @property {Of<[before: Own['view'], now: Own['view'], events: Own['event'][]], Own['view']>} [view_while_rolling] the view to draw while dice roll: theirs are the
 *   faces, all else is as before
 * @property {Of<[view: Own['view'], helpers: Helpers<Own>], Content>} [reveal_hidden] of a finished match: what was hidden during play
 * @property {Of<[view: Own['view'], seat: number], number>} [chart_value] the value of a seat in charts, if not its score
 * @property {Of<[move: Own['move'], view: Own['view'], you: You<Own['move']>, helpers: Helpers<Own>], MoveDescription>} [describe_move] a listed move that the server has evaluated
 * @property {Of<[view: Own['view'], helpers: Helpers<Own>], ShownPosition | null>} [show_position] what lay before who decides, for texts about decisions
 * @property {string} [expected] which expected points the advice shows, if not the final ones
 * @property {Of<[events: Own['event'][], table: {mine: number | null, view: Own['view']}], import('../ui/game/beats.js').Beat[]>} [effects] how
 *   the news are acted out and heard
 * @property {(thing: string) => Content} [draw_thing] draws a flying object
 * @property {Of<[view: Own['view'], helpers: Helpers<Own>], string | null>} [prompt] the prompt of our turn, for screen readers
 * @property {Of<[moment: string, view: Own['view'], events: Own['event'][]], string | Moment>} [describe_moment] what a highlight shows
 * @property {Of<[seat: number, score: number, table: {view: Own['view'], options: OptionValues}], string>} [score_with_unit] a result with its unit, where that is not points
 * @property {Of<[table: {view: Own['view'], options: OptionValues}], {amounts: number[], text: (amount: number) => string} | null>} [winning_margin] what a match was
 *   won by, by seat, where that is not its scores
 * @property {Of<[log: import('../core/match_log.js').LogLine<Own['event']>[], options: OptionValues], {seat: number, text: string} | null>} [best_moment] what was best
 *   in a match, for its result
 * @property {{at: string, text: string, due?: Of<[view: Own['view'], local: Partial<Own['local']>], boolean>}[]} [hints] what to show in a player's first match, and where;
 *   `due` whether it is time for it
 * @property {Keys} [keys] where the keyboard goes
 * @property {[string, string][]} [shortcuts] the keys of its table, and what they do, for the list of shortcuts
 * @property {boolean} [shows_news] the game's table renders the news: the page omits them on a phone
 * @property {import('../i18n/table/labels.js').OptionNames} [options] the names of its own options and of their values
 * @property {{[why: string]: string}} [reasons] translations of the refusals of its own options
 * @property {Pieces} [pieces] the dice or cards for its rules; default: six-sided dice
 * @property {boolean} [cards] it is played with cards
 * @property {boolean} [cup] its dice come out of a cup, which stands below the log on a desktop, over the buttons
 * @property {boolean} [shows_result] the game's table shows how the match ended: the page omits it
 * @property {boolean} [players] the game's table shows all players with scores: the page omits them
 */

export {};
