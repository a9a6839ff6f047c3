// @ts-check
// Who decides dice and cards, as the dialog of the table's sign explains it; and what the page found wrong.
import { speaking } from '../language.js';

const { counted } = speaking('en');

export const words = {
  title: 'Who decides dice and cards?',
  together: 'Before the game the server and the players’ programs each lock a secret away. Every throw and every shuffle comes from all of them together. If one of them is honest, nobody can choose it.',
  fresh: 'For what a move throws or shuffles everybody who is here adds a new secret, and only after the move is made. If one of them is honest, not even the server knows it before.',
  /** The page of the proof says the same. */
  start: 'What is dealt or thrown before the first move comes from the secrets of the start alone: the server could know it early.',
  early: 'This table asks for no new secrets during the game: the server can know throws early.',
  opened: 'After the game all secrets are opened, and anybody can check every throw.',
  not_yours: 'Your secret is not among them. If no player whose secret counts is honest, the server can choose everything.',
  again: counted({ one: 'The same once more in this game.', other: 'The same # more times in this game.' }),
  alone: 'No player’s program takes part in this game. The server alone makes the throws and shuffles, and they cannot be checked.',
  who: 'Whose secret counts',
  you: 'you',
  there: 'counts',
  missing: {
    bot: 'a player of the house, has no secret',
    silent: 'no secret: an old program, or it did not answer at the start',
    out: 'counts no more: answered too late in this game',
  },
  check: 'Check this game',
  more: 'How this works, in plain words',
  faults_title: 'Something is wrong with dice or cards',
  faults_hint: 'Your page has kept notes and found this by itself. Ask who runs this server before you go on.',
  /** What this page noticed, by the kind of the fault. @type {Record<string, string>} */
  faults: {
    commit: 'The server has locked away two different secrets for one game.',
    settings: 'The rules that the secrets are for are not those of this table.',
    players: 'The players were exchanged after the secrets were locked away.',
    mark: 'Somebody else has your place among the secrets.',
    roster: 'The list of the secrets does not fit the secrets, or there are two of them.',
    tip: 'Your secret was left out or exchanged.',
    reveal: 'What another player opened does not fit what they had locked away, or yours was left out.',
    ask_again: 'The server asked twice, and differently, for a secret for the same throw.',
    made_already: 'The server asked for a secret for a throw that had been made already.',
    early: 'The server asked for a secret before the move.',
    hash: 'The server has changed what had happened in the game before.',
    number: 'The server counts the throws wrongly.',
    seats: 'The server asked for the secret of a seat that does not count.',
    not_named: 'The server made a throw without your secret, although you were here.',
    no_ask: 'The server made a throw without asking anybody for a secret.',
    other_entry: 'Another move was made than the one that the secrets were given for.',
    late: 'Your secret came in time, but the server says that it came too late.',
    out: 'The server no longer counts your secrets, although they came in time.',
    rewound: 'The server has gone back to an earlier state of the game.',
    shown_twice: 'The server showed the same moment of the game twice, and differently.',
    proof: 'The secret that the server opened is not the one that it had locked away.',
    never_opened: 'The server did not open its dice.',
    malformed: 'The server sent something about the secrets that cannot be read.',
    new_match: 'The server has broken off a game that was about to start, after it had seen the secrets.',
  },
  /** Explanations of problems that nobody has caused. @type {Record<string, string>} */
  remarks: {
    taken: 'Another device or window of yours takes part for you.',
    lost: 'This browser no longer has your secrets for this game, so yours does not count until the next one.',
    refused: 'The server refused your secret. This browser’s notes about this game may be old.',
    storage: 'This browser cannot keep your secrets, so yours does not count.',
    not_shown: 'You missed the end of an earlier game here. Its page tells whether the server opened its dice.',
    left_out: 'Your secret is not among those of this game: only the secrets of others, or none, decide the dice.',
  },
};
