// @ts-check
// Texts about dice that can be checked: the dialog of the table’s badge, what the page found wrong, and the page about all this.
import { make_formatters } from '../language.js';

const { counted } = make_formatters('en');

// Who decides dice and cards, as the dialog of the table's badge explains it; and what the page found wrong.
export const explained = {
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
  cup: 'These are the dice of the day’s cup. They are the same for everybody and come from the house’s chain of seeds, so they hold no secrets of players. The seed of the day is opened after midnight (UTC), and then everybody can check every throw.',
  who: 'Whose secret counts',
  you: 'you',
  there: 'counts',
  missing: {
    bot: 'a computer player, has no secret',
    silent: 'no secret: an old program, or it did not answer at the start',
    out: 'counts no more: answered too late in this game',
  },
  check: 'Check this game',
  more: 'How this works, in plain words',
  faults_title: 'Something is wrong with dice or cards',
  faults_hint: 'Your page has kept notes and found this by itself. Ask who runs this server before you go on.',
  /** The faults that this page noticed, by their kind. @type {Record<string, string>} */
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

// Texts of the page about dice that can be checked. Text between backticks is shown as code.
export const fair = {
  /** Below the first two sealed envelopes. @type {string[]} */
  sealed: ['the server', 'you'],
  title: 'Dice that you can check',
  lead: 'If your own secret was in a match, you can check afterwards that nobody chose its dice and cards: not the server, not its operator, not another player.',

  sections: [
    {
      title: 'Folded slips of paper',
      text: [
        'Imagine that each player writes a secret number on a slip of paper, folds it and puts it on the table, where all can see it. When all slips are on the table, the players open them, and the dice are computed from all the numbers together.',
        'A player cannot change a slip on the table, and did not know the numbers of the others while writing. So one honest slip is enough to make the result unpredictable for all.',
        'The server and the program of each player do the same. Your page does it by itself; you have nothing to do.',
      ],
      steps: [],
    },
    {
      title: 'What happens in a match',
      text: [],
      steps: [
        'The server folds its slip first, then the program of each player. Nobody can join later or change anything.',
        'The programs of the players open their slips. The server keeps its own closed until the end of the match.',
        'For each throw, the programs of all players who are connected give one more secret, but only after the move stands. If one of them is honest, the server cannot know a throw before the move. A table can do without this; its sign then says that the server can know throws early.',
        'At the end the server opens its slip. The record of the match has everything in it, and anybody can compute every result again.',
      ],
    },
    {
      title: 'What you see',
      text: [
        'At the table there is a small cup. It is closed while the slips are collected, and has a tick when every seat contributes. A tap on it says who does not: built-in bots, old programs, and players whose secret came too late.',
        'On the page of a finished match your browser checks all of it and says, for example, “213 of 213 throws checked; your secret is in each of the 213”. While you watch the match again, it shows for each throw how it came about.',
        'Your browser remembers what it gave, what it was shown, which moves it sent and who sat where, and compares the record with that. If your secret is in the record, the results follow from the secrets, and the record has what you were shown, then nobody chose the results.',
        'Your browser knows no rules. It sees whether you were shown what the record says; whether that is right by the rules, only `cubilete verify` can tell, with the record and your notes, which the page of the match saves.',
        'If your secret is not in a match, your page says so at once, and afterwards it does not call the match fair for you. If nobody honest has a secret in a match, the server chooses its dice and cards freely.',
      ],
      steps: [],
    },
    {
      title: 'Matches that are broken off',
      text: [
        'A server that does not like a deal can break the match off and begin another one with new secrets. That it began again until a deal suited it cannot be proved away, only counted.',
        'Therefore your browser remembers how your last 20 matches here ended, and says before the next one how many of them were broken off: the server ended them without a result, never opened its slip, or has no record of them. Matches that a player has left are counted apart. A single one may be a restart or a bad connection. If it happens often, play elsewhere.',
      ],
      steps: [],
    },
    {
      title: 'If you do not trust this page',
      text: [
        'This page comes from the server that you want to check. A dishonest server could deliver a page that shows any verdict. Therefore you can check elsewhere, too:',
      ],
      steps: [
        'The command `cubilete verify`, which you can compile yourself, also plays the match again by the rules.',
        'The verifier is one file that you can keep, read and use without a network, on any server’s matches.',
        'Programs for bots in Python and JavaScript take part, keep notes and check by themselves.',
      ],
    },
  ],

  who: {
    title: 'Who can do what',
    can: 'Can',
    cannot: 'Cannot',
    rows: [
      {
        who: 'Players, without the server',
        can: 'Delay a throw by one and a half seconds. Leave the match, without knowing what comes.',
        cannot: 'Choose a result, or know it early.',
      },
      {
        who: 'The server, even together with players, if one honest player is asked for each throw',
        can: 'Leave a seat out of a throw beforehand, which is recorded; if no honest seat is left in it, know this throw early. Once a match for each seat: call its secret late after having seen it, which is recorded and gives a second chance for one throw. With several seats at the same throw the chances multiply: four results for two seats, eight for three. Refuse moves, call players absent, end the match, and begin again until a deal suits.',
        cannot: 'Choose anything else. Know a throw before its move stands.',
      },
      {
        who: 'The server, if no honest player contributes',
        can: 'Choose all dice and cards freely, and invent players who contribute.',
        cannot: 'Make your own program believe that you contributed.',
      },
      {
        who: 'A dishonest page, delivered by the server',
        can: 'Make your secret for you, and show any verdict.',
        cannot: 'Deceive a program from elsewhere that kept notes.',
      },
      {
        who: 'A record alone, without anybody’s notes',
        can: 'Show that it is consistent.',
        cannot: 'Show that its players existed, or that nothing was cut off at its end.',
      },
    ],
    secrecy: 'The server always knows all hands and the draw pile. A check says that nobody chose them. It does not say that the operator tells nobody.',
  },

  curious: {
    title: 'For the curious: the arithmetic',
    lead: '`H(a, b, …)` is SHA-256 over the parts, each preceded by its length as four bytes, the highest first. `M(k, a, b, …)` is HMAC-SHA-256 over the same bytes. `u32` and `u64` are numbers of four and eight bytes, `‖` joins bytes. The folded slips are such hashes: they show that a secret was fixed, but not what it is.',
    formulas: {
      commit: 'Before the start the server publishes `C`. `s` is its secret, 32 random bytes; `m` is the id of the match.',
      chain: 'From a secret of 32 random bytes each program computes a chain of 4,096 links. It publishes the last one, the tip `t`, and later the others, backwards. From a link everybody can compute the next one, but nobody the one before.',
      mark: 'The mark of a player: `q` is the player’s id, `z` are 16 random bytes.',
      roster: 'What was fixed before anything was opened: `e` are the settings of the match, `p` the marks of the players, `i ‖ t` each seat with its tip.',
      key: 'The key of the match. `v` is the link before the tip, with which each seat opens its slip. `00` stands for a seat whose link came too late.',
      block: 'Eight words of 32 bits for draw `k`. `c` is 1 for dice, 2 for one number, 3 for a shuffle; `a` the number of dice, numbers or cards; `b` the faces of a die, or 0. Then come the fresh links of the seats that were asked. If eight words are not enough, `j` counts on.',
    },
    after: [
      'A number of 0 to n − 1 is the next word modulo n. Words from 2³² − (2³² mod n) on are skipped, so that all results are equally likely. A die is such a number plus 1. A shuffle begins with the places 0 to a − 1 and, for i from a − 1 down to 1, exchanges place i with one of 0 to i.',
      'The exact text, with all fields of a record and an example to compute by hand, is `docs/fairness.md` in the sources of Cubilete.',
    ],
  },
};
