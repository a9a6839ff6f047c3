// @ts-check
// Texts about the dice of a finished match: what the check found, who contributed, how a throw came about.
import { speaking } from '../language.js';

const { list, number, plural } = speaking('en');

export const words = {
  title: 'The dice of this match',
  /** @param {number} done @param {number} of */
  fetching: (done, of) => `Fetching the log: ${number(done)} of ${plural(of, { one: '# move', other: '# moves' })}`,
  /** @param {number} done @param {number} of */
  checking: (done, of) => `Checking the dice: ${number(done)} of ${plural(of, { one: '# move', other: '# moves' })}`,
  failed: 'This browser could not run the check. The command below can.',
  again: 'Try again',

  /** What was drawn, counted: dice, cards, or both in one match. */
  checked: {
    /** @param {number} done @param {number} of */
    dice: (done, of) => `${number(done)} of ${plural(of, { one: '# throw', other: '# throws' })} checked`,
    /** @param {number} done @param {number} of */
    cards: (done, of) => `${number(done)} of ${plural(of, { one: '# shuffle', other: '# shuffles' })} checked`,
    /** @param {number} done @param {number} of */
    both: (done, of) => `${number(done)} of ${number(of)} throws and shuffles checked`,
  },
  /** @param {string} checked @param {number} draws */
  yours: (checked, draws) => `${checked}; your secret is in ${plural(draws, { one: 'it', other: 'each of the #' })}.`,
  /** @param {string} checked */
  not_yours: (checked) => `${checked}.`,
  /** @param {string} checked */
  until_there: (checked) => `${checked} up to there.`,
  /** @param {string[]} names */
  secrets_of: (names) => `Mixed from the secrets of ${list([...names, 'the server'])}.`,
  server_dice: 'The server’s dice: no player’s secret is in them.',
  /** @param {string} checked */
  server_dice_checked: (checked) => `${checked}: they follow from a secret that the server fixed before the start, but it chose that secret alone.`,
  nobody_took_part: 'No player’s program took part, so there is nothing to check.',
  played_before: 'No proof: this match was played before dice could be checked.',
  log_deleted: 'Nothing to check: the log of this match is not kept any more.',
  unverifiable: 'The dice of this match cannot be checked.',
  /** @param {number} move */
  false_at: (move) => `Do not believe this record: it contradicts itself at move ${number(move)}.`,
  false_record: 'Do not believe this record: it contradicts itself.',
  never_opened: 'Do not believe this match: the server never opened its dice.',

  /** @param {number} remarks */
  imperfect: (remarks) => plural(remarks, { one: 'Less than perfect in # point', other: 'Less than perfect in # points' }),
  /** @param {number} draws */
  early: (draws) =>
    plural(draws, {
      one: 'One result had nobody’s fresh secret in it. The server could know it early, but not choose it.',
      other: '# results had nobody’s fresh secret in them. The server could know them early, but not choose them.',
    }),
  /** @param {string} name @param {number} move */
  late: (name, move) => `${name}’s secret came too late at move ${number(move)}.`,
  /** @param {string} name */
  late_at_start: (name) => `${name}’s secret came too late at the start.`,
  /** @param {number} bits */
  choice: (bits) =>
    plural(bits, {
      one: 'That gave the server at most one choice between two results.',
      other: 'That gave the server at most # choices between two results each.',
    }),
  /** @param {string[]} names */
  silent: (names) => `Without a secret of their own: ${list(names)}.`,

  more: 'Who contributed, and how to check it elsewhere',
  who: 'Who contributed',
  player: 'Player',
  secret_in: 'Secret in',
  fresh_in: 'Fresh secret in',
  /** @param {number} some @param {number} all */
  share: (some, all) => `${number(some)} of ${number(all)}`,
  none: 'none',
  fresh_hint: 'Everyone’s first secret, given at the start, is in every result. A fresh one is given for a single throw, after the move stands, so that nobody can know the throw before.',

  own: {
    agrees: 'It agrees with what this browser noted during the match.',
    differs: 'Do not believe this record: it is not what this browser noted during the match.',
    missing: 'This browser has no notes of this match. It can say that the record is consistent, but not that it is the match that was played.',
    damaged: 'The notes of this browser are damaged. So it can say that the record is consistent, but not that it is the match that was played.',
  },

  elsewhere: 'Check it elsewhere',
  no_rules: 'This browser knows no rules: it computed every result again from the secrets. This command also plays the match again by the rules. It finds a throw that the rules did not ask for, and a move that was not legal.',
  command: 'Command',
  copy: 'Copy the command',
  save_record: 'Save the record',
  save_notes: 'Save my notes',
  save_verifier: 'Save the verifier',
  verifier_hint: 'The verifier is one file. It checks a saved record in any browser, without a network.',
  exact: 'The verdict in the words of all verifiers:',
  explained: 'How can dice be checked?',

  inputs: {
    dice: 'How this throw came about',
    cards: 'How this shuffle came about',
    coming: 'Computing…',
    /** @param {number} k @param {number} dice @param {number} faces */
    of_dice: (k, dice, faces) => `Draw ${number(k)}: ${plural(dice, { one: '# die', other: '# dice' })} with ${plural(faces, { one: '# face', other: '# faces' })}`,
    /** @param {number} k @param {number} a */
    of_pick: (k, a) => `Draw ${number(k)}: one number from 0 to ${number(a - 1)}`,
    /** @param {number} k @param {number} cards */
    of_shuffle: (k, cards) => `Draw ${number(k)}: ${plural(cards, { one: '# card', other: '# cards' })} shuffled`,
    fresh: 'Fresh secrets',
    late: 'came too late',
    nobody: 'Nobody was asked for a fresh secret.',
    how: 'The key of the match, the number of the draw, its kind and size and the fresh secrets give these words of 32 bits. Each word gives one number: the remainder of a division.',
    computed: 'Remainder',
    result: 'Result',
    skipped: 'skipped',
    order: 'The pile, from the top, by the places where its cards were before:',
  },
};
