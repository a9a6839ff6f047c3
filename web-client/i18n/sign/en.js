// @ts-check
// Texts about where the dice and cards of a match come from: the table's sign, what it explains, the cup that can be shaken before a match.
import { speaking } from '../language.js';

const { list, number } = speaking('en');

export const words = {
  title: 'Who decides dice and cards?',
  sign: {
    closed: 'Dice and cards: secrets are being collected',
    all: 'Dice and cards: everybody’s secret counts',
    /** @param {number} count @param {number} of */
    some: (count, of) => `Dice and cards: secrets that count: ${number(count)} of ${number(of)}`,
    server: 'Dice and cards: from the server alone',
    fault: 'Dice and cards: something is wrong',
  },
  together: 'Before the game the server and the players’ programs each lock a secret away. Every throw and every shuffle comes from all of them together, so nobody can choose it.',
  fresh: 'For each throw everybody who is here adds a new secret, and only after the move is made. So not even the server knows the throw before.',
  early: 'This table asks for no new secrets during the game: the server can know throws early.',
  opened: 'After the game all secrets are opened, and anybody can check every throw.',
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
  waits: {
    tips: 'The game is starting. Waiting for the programs of all players to lock their secrets away.',
    reveals: 'The game is starting. Waiting for the programs of all players to open their first secret.',
  },
  shake: {
    title: 'Shake the cup',
    hint: 'If you like: drag the cup, tap it, or shake your phone. The movement becomes part of your secret for the game.',
    cup: 'The cup: shake it',
    done: 'Shaken. It is part of your secret now.',
  },
  /** @param {string[]} names */
  shakers: (names) => `${list(names)} shook the cup.`,
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
    proof: 'The secret that the server opened is not the one that it had locked away.',
    never_opened: 'The server did not open its dice.',
    malformed: 'The server sent something about the secrets that cannot be read.',
    new_match: 'The server has broken off a game that was about to start, after it had seen the secrets.',
  },
  /** The same for what is nobody's fault. @type {Record<string, string>} */
  remarks: {
    taken: 'Another device or window of yours takes part for you.',
    lost: 'This browser no longer has your secrets for this game, so yours does not count until the next one.',
    refused: 'The server refused your secret. This browser’s notes about this game may be old.',
    storage: 'This browser cannot keep your secrets, so yours does not count.',
  },
};
