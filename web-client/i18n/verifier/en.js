// @ts-check
// What a check of a match’s dice has found, on the page of the match and in the verifier in one file.
import { make_formatters } from '../language.js';

const { counted, list, number, plural, text } = make_formatters('en');

// Texts about the dice of a finished match: what the check found, who contributed, how a throw came about.
export const proof = {
  title: 'The dice of this match',
  titles: { dice: 'The dice of this match', cards: 'The cards of this match', both: 'The dice and cards of this match' },
  /** @param {number} done @param {number} of */
  fetching: (done, of) => `Fetching the log: ${number(done)} of ${plural(of, { one: '# move', other: '# moves' })}`,
  /** @param {number} done @param {number} of */
  checking: (done, of) => `Checking the dice: ${number(done)} of ${plural(of, { one: '# move', other: '# moves' })}`,
  failed: 'This browser could not run the check. The command below can.',
  again: 'Try again',
  /** On one line at the table after a match. */
  proof: 'How it was checked',
  failed_here: 'The dice could not be checked here.',
  checking_now: 'Checking every throw …',

  /** The count of checked draws: of dice, of cards, or of both in one match. */
  checked: {
    /** @param {number} done @param {number} of */
    dice: (done, of) => `${number(done)} of ${plural(of, { one: '# throw', other: '# throws' })} checked`,
    /** @param {number} done @param {number} of */
    cards: (done, of) => `${number(done)} of ${plural(of, { one: '# shuffle', other: '# shuffles' })} checked`,
    both: text('{done} of {of} throws and shuffles checked'),
  },
  /** @param {string} checked @param {number} draws */
  yours: (checked, draws) => `${checked}; your secret is in ${plural(draws, { one: 'it', other: 'each of the #' })}.`,
  not_yours: text('{checked}.'),
  cup: text('{checked}: they follow from the seed of no. {day} of the cup.'),
  cup_is: 'All who played that day met the same faces. The server knew them from the start, and could not change them.',
  until_there: text('{checked} up to there.'),
  /** @param {string[]} names */
  secrets_of: (names) => `Mixed from the secrets of ${list([...names, 'the server'])}.`,
  server_dice: 'The server’s dice: no player’s secret is in them.',
  left_out: 'Your secret is not in these dice: the server could choose them, or the others together with it.',
  other_device: 'Another device holds your secret in this match. Check it there: only its notes can say whether that secret is in these dice.',
  no_value: 'No throw has a fresh secret of yours, although this browser was there: the server could know the throws early, or the others together with it.',
  server_dice_checked: text('{checked}: they follow from a secret that the server fixed before the start, but it chose that secret alone.'),
  nobody_took_part: 'No player’s program took part, so there is nothing to check.',
  played_before: 'No proof: this match was played before dice could be checked.',
  log_deleted: 'Nothing to check: the log of this match is not kept any more.',
  unverifiable: 'The dice of this match cannot be checked.',
  false_at: text('Do not believe this record: it contradicts itself at move {move}.'),
  false_record: 'Do not believe this record: it contradicts itself.',
  never_opened: 'Do not believe this match: the server never opened its dice.',

  imperfect: counted({ one: 'Less than perfect in # point', other: 'Less than perfect in # points' }),
  /** The dialog of the table’s badge says the same. */
  start: 'What is dealt or thrown before the first move comes from the secrets of the start alone: the server could know it early.',
  early: counted({
    one: 'One result had nobody’s fresh secret in it. The server could know it early.',
    other: '# results had nobody’s fresh secret in them. The server could know them early.',
  }),
  late: text('{name}’s secret came too late at move {move}.'),
  late_at_start: text('{name}’s secret came too late at the start.'),
  choice: counted({
    one: 'That may have given the server a choice between two results.',
    other: 'That may have given the server # choices between two results each.',
  }),
  silent: text('Without a secret of their own: {names}.'),

  more: 'Who contributed, and how to check it elsewhere',
  who: 'Who contributed',
  player: 'Player',
  secret_in: 'Secret in',
  fresh_in: 'Fresh secret in',
  share: text('{some} of {all}'),
  none: 'none',
  fresh_hint: 'Everyone’s first secret, given at the start, is in every result. A fresh one is given for a single throw, after the move stands, so that nobody can know the throw before.',

  own: {
    in_key: text('Your first secret, given at the start, is in every result. A fresh one of yours, given for that one result, is also in {fresh} of {of}.'),
    not_in_key: text('Your first secret came too late at the start, so it is in no result. A fresh one of yours, given for that one result, is in {fresh} of {of}.'),
    stray: counted({
      one: 'One move of your seat came from another device of yours, or from nobody.',
      other: '# moves of your seat came from another device of yours, or from nobody.',
    }),
    past: text('Your last matches here ({of}): {broken} broken off, {abandoned} abandoned by players.'),
    agrees: (/** @type {number} */ agree, /** @type {number} */ entries) =>
      `What this browser was shown agrees with the record in ${agree} of ${entries} moves. Only “cubilete verify” also knows the rules.`,
    unchecked: 'Your secrets agree with the notes of this browser. What it was shown is not checked.',
    differs: 'Do not believe this record: it is not what this browser noted during the match.',
    missing: 'This browser has no notes of this match. It can say that the record is consistent, but not that it is the match that was played.',
    damaged: 'The notes of this browser are damaged. So it can say that the record is consistent, but not that it is the match that was played.',
  },

  elsewhere: 'Check it elsewhere',
  no_rules: 'This browser knows no rules: it computed every result again from the secrets. This command also plays the match again by the rules. It finds a throw that the rules did not ask for, and a move that was not legal.',
  copy: 'Copy the command',
  save_record: 'Save the record',
  save_both: 'Save record and notes',
  with_notes: 'With your notes this command also sees whether you were shown what the rules say. Save record and notes in one file first.',
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

  /** Why a record is false, by the verifiers' English reason (docs/fairness.md) with {} for a number or a seat. @type {{[english: string]: string}} */
  reasons: {
    'the seed is of another day than the match': 'The seed is that of another day.',
    'the seed does not lead to the end of its chain': 'The seed does not belong to the chain that the server published first.',
    'it was played with {}, the day has {}': 'The match was played with {0} throws here, but the record proves {1}.',
    'throw {} of turn {} is out of order': 'Throw {0} of turn {1} does not come next.',
    'throw {} of turn {} does not take all dice': 'Throw {0} of turn {1} leaves dice out.',
    'throw {} of turn {} has another result': 'Throw {0} of turn {1} does not follow from the seed.',
    'throw {} of turn {} was played with another result': 'Throw {0} of turn {1} was played with other faces.',
    'the field {} is malformed': 'A part of the record cannot be read: {0}.',
    'the log has {} entries, the proof says {}': 'The log has {0} moves, but the proof says {1}.',
    'the match has {} draws, the proof says {}': 'The log has {0} draws, but the proof says {1}.',
    "the server's secret does not fit its commitment": 'The secret that the server opened is not the one that it had locked away.',
    'two seats have the same tip': 'Two players have locked away the same secret.',
    'the roster does not fit its hash': 'The list of secrets was changed after it was closed.',
    "the reveals are not those of the roster's seats": 'The players who opened a secret are not those on the list of secrets.',
    'the reveal of seat {} does not lead to its tip': 'The secret that {0} opened is not the one that was locked away.',
    'it has another number': 'The moves are not numbered one after the other.',
    'the settings are not those of the proof': 'The match was played with other settings than those of the proof.',
    'the roster is not that of the proof': 'The list of secrets in the log is not that of the proof.',
    'the reveals are not those of the proof': 'The opened secrets in the log are not those of the proof.',
    'draw {} should be number {}': 'Draw {0} should have the number {1}.',
    'draw {} has an impossible size': 'Draw {0} has an impossible number of dice, faces or cards.',
    'draw {} has another result': 'The result of draw {0} does not follow from the secrets.',
    'its seats are not in rising order': 'The players who were asked for a fresh secret are not in order.',
    'seat {} is not in the roster': '{0} was asked for a fresh secret without being on the list of secrets.',
    'seat {} is out': '{0} was asked for a fresh secret after it had stopped counting.',
    'it asks seats, which starts with the second entry': 'A fresh secret was asked for before the first move.',
    'the values are not those of its seats': 'The fresh secrets are not from the players who were asked.',
    'the value of seat {} is not the next of its chain': 'The fresh secret of {0} is not the one that was fixed before the start.',
    'it was played with {}, the proof has {}': 'The move was played with {0} draws, but the proof has {1}.',
    'draw {} was played with another result': 'Draw {0} was played with another result than the one in the proof.',
    'the entry does not fit its hash': 'The move was changed after it was made.',
    'the notes have another commitment': 'According to the notes, the server had locked away another secret.',
    'the notes have other settings': 'According to the notes, the match had other settings.',
    'the notes have other players': 'According to the notes, there were other players.',
    'seat {} is not the player of the notes': '{0} sits where the player of the notes sat.',
    'the tip of seat {} came in time and is missing': '{0} locked a secret away in time, but it is missing.',
    'seat {} has another tip than in the notes': 'According to the notes, {0} had locked away another secret.',
    'the notes have another roster': 'The notes have another list of secrets.',
    'the reveal of seat {} came in time and is missing': '{0} opened the secret in time, but it is missing.',
    'the notes have other reveals': 'According to the notes, other secrets were opened.',
    'the notes have an entry {}, the log ends before it': 'The notes have a move {0}, but the log ends before it.',
    'the notes have another hash': 'According to the notes, another move was made here.',
    'noticed during the match: {}': 'A contradiction was noticed during the match already.',
    'entry {} was asked for and is missing': 'A fresh secret was given for move {0}, which is missing.',
    'the question followed another entry before it': 'When the fresh secret was asked for, another move had come before.',
    'it is not the one that was asked for': 'It is not the move for which a fresh secret was given.',
    'it drew nothing, but was asked for': 'A fresh secret was given for this move, but nothing was drawn.',
    'it drew, but the server did not ask for it': 'The server threw without asking anybody for a fresh secret, although this browser was there.',
    'its first draw is not the one that was asked for': 'It is not the draw for which a fresh secret was given.',
    'its seats are not those that were asked': 'Other players were asked for a fresh secret than the log says.',
    'the value of seat {} came in time and is missing': 'The fresh secret of {0} came in time, but it is missing.',
    'other dice were shown than are recorded': 'Other dice were shown than the record has.',
    'something else was shown than is recorded': 'Something else was shown at this move than the record says.',
    'seat {} was shown something else than the others': '{0} was shown something else than the others.',
    'the record has other events than were shown': 'The record has other events than were shown.',
    'another result was shown than is recorded': 'Another result was shown than the record has.',
    'the record has other people at its seats': 'According to the notes, other people sat at the table.',
    'it is not the move that was sent': 'It is not the move that this browser sent.',
  },
};

// Texts of the verifier in one file.
export const verifier = {
  title: 'Verifier of Cubilete',
  lead: 'Checks the dice of a saved match in this browser. This page has no network: nothing leaves your device.',
  record: 'Record of a match',
  record_hint: 'The file that “Save the record” or “Save record and notes” on the page of the match gave you, or the answer of /api/v1/matches/ID.',
  notes: 'Your notes, if you have some',
  notes_hint: 'The notes of your program, if they are a file of their own. They show that the record is the match that you played.',
  drop: 'You can also drop the files anywhere on this page.',
  own: {
    ...proof.own,
    past: text('The last matches of your notes ({of}): {broken} broken off, {abandoned} abandoned by players.'),
    agrees: (/** @type {number} */ agree, /** @type {number} */ entries) =>
      `What you were shown agrees with your notes in ${agree} of ${entries} moves. Only “cubilete verify” also knows the rules.`,
    unchecked: 'Your secrets agree with your notes. What you were shown is not checked.',
    differs: 'Do not believe this record: it is not what your notes say.',
    missing: 'Without your notes this page can say that the record is consistent, but not that it is the match that was played.',
    damaged: 'Your notes are damaged. So this page can say that the record is consistent, but not that it is the match that was played.',
  },
  /** @param {string} file */
  unreadable: (file) => `${file} is no JSON, so it is no record of a match.`,
  /** @param {string} match */
  other_notes: (match) => `These notes do not have the match ${match}.`,
  /** @param {string} match */
  of_match: (match) => `Match ${match}`,
  no_rules: 'This page knows no rules. The command “cubilete verify FILE” also plays the match again by the rules.',
};
