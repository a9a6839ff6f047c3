// @ts-check
// Texts of Threes Away: the table.
import { make_formatters } from '../../i18n/language.js';
import { payers } from './seats.js';

const { counted, list, number, plural, text } = make_formatters('en');
const faces = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
const chips = counted({ one: '# chip', other: '# chips' });
/** @param {number} points */
const or_less = (points) => (points === 0 ? 'a zero' : `${number(points)} or less`);

/** How often that comes, in words. @param {number} permille */
const how_often = (permille) =>
  permille > 950 ? 'nearly always' : permille > 550 ? 'more than half the time' : permille > 450 ? 'about half the time' : permille < 20 ? 'hardly ever' : `about 1 time in ${number(Math.round(1000 / permille))}`;

export const words = {
  hints: [
    'After each throw keep one die or more.',
    'Low sums win, and a three counts nothing.',
    'The lowest sum of the round takes the pot.',
  ],
  dice: 'Dice',
  players: 'Players',
  chips,
  pot_of: text('Pot {pot} of {of}'),
  /** @param {number} lowest the text before the number, the number, the text after it */
  to_beat: (lowest) => ['To beat', number(lowest), ''],
  /** @param {number} cap */
  cap: (cap) => ['', cap === 0 ? 'Only 0' : `0 to ${number(cap)}`, cap === 0 ? 'wins' : 'win'],
  nothing_yet: 'No score yet',
  /** @param {string[]} names @param {number} chips */
  took: (names, chips) => `${list(names)} took ${number(chips)}`,
  tied: text('Tie at {points}'),
  /** @param {number} cap */
  unwon: (cap) => `Nobody made ${or_less(cap)}`,
  out: 'out',
  next: 'next',
  no_chips: 'no chips',
  pot: text('The pot! +{chips}'),
  zero: 'Zero!',
  moon: 'The moon!',
  counts: text('counts {points}'),
  turned: 'turned',
  sum: 'Kept',
  /** @param {number[]} kept */
  kept_dice: (kept) => (kept.length === 0 ? 'No dice kept yet' : `Kept: ${kept.map((face) => faces[face]).join(', ')}`),
  /** @param {{at_most: number, ties: boolean, permille: number}} goal @param {boolean} mine */
  goal: ({ at_most, ties, permille }, mine) => {
    const need = at_most === 0 ? 'A zero' : `${number(at_most)} or less`;
    const brings = ties ? 'still ties' : mine ? 'puts you in front' : 'wins so far';
    return `${need} ${brings}: ${how_often(permille)}`;
  },
  no_goal: 'The first score of the round',
  others: text('{name} is playing.'),
  only: text('only {points}'),
  /** @param {number} at @param {number} face @param {number} worth @param {'kept' | 'turned' | undefined} plan */
  die: (at, face, worth, plan) =>
    `Die ${at + 1}: ${faces[face]}, counts ${worth}${plan === 'turned' ? ', turned over' : ''}${plan ? ', keep' : ''}`,
  roll: counted({ one: 'Throw one die', other: 'Throw # dice' }),
  /** @param {number} count */
  keep: (count) => (count === 0 ? 'Keep' : plural(count, { one: 'Keep one die', other: 'Keep # dice' })),
  /** @param {number[]} faces @param {number[]} turned as they lie before turning */
  keeping: (faces, turned) =>
    [faces.length > 0 && `keep ${faces.join(' ')}`, turned.length > 0 && `turn over ${turned.join(' ')}`]
      .filter(Boolean)
      .join(', ')
      .replace(/^./, (first) => first.toUpperCase()),
  stop: 'Keep all and stop',
  /** @param {boolean} turnable @returns {string} */
  how: (turnable) => (turnable ? 'choose a die to keep it, again to turn it over' : 'choose the dice to keep'),
  /** @param {number} sum @param {boolean} beaten */
  makes: (sum, beaten) => (beaten ? `makes ${number(sum)}: too much` : `makes ${number(sum)}`),
  not_so: 'this table wants other dice kept',
  bottoms: 'Bottoms',
  turn_all: 'turn all over',
};

/**
 * The reader ("you") and others by name, as a subject.
 * @param {number[]} seats @param {string[]} names
 * @param {number | null} mine
 */
const people = (seats, names, mine) => list(seats.map((seat, at) => (seat !== mine ? names[seat] : at === 0 ? 'You' : 'you')));

/** The players who pay chips into the pot. @param {number[]} paid @param {string[]} names @param {number | null} mine */
function put_in(paid, names, mine) {
  const who = payers(paid);
  if ('all' in who) return 'All put chips in';
  if ('only' in who) {
    const alone = who.only.length === 1 && who.only[0] !== mine;
    return `${people(who.only, names, mine)} ${alone ? 'puts' : 'put'} chips in`;
  }
  return `All but ${people(who.all_but, names, mine).replace(/^You\b/, 'you')} put chips in`;
}

/** Reasons for an ante. @type {{[why: string]: string}} */
const because = {
  pot: 'for a new pot',
  zero: 'for the zero',
  tie: 'before the tie is played again',
  unwon: 'since the round was not won',
};

/** @param {number | null} cap */
const takes = (cap) => (cap === null ? null : `It takes ${or_less(cap)} to win.`);

/** @satisfies {import('../say.js').Says<import('./table.js').Own>} */
export const says = {
  rolloff: ['You threw {points} for the start.', '{name} threw {points} for the start.'],
  starts: ['You start.', '{name} starts.'],
  pot: ({ number: pot }) => (pot === 1 ? null : `Pot ${number(pot)}.`),
  ante: ({ paid, why, pot }, { names, mine }) =>
    `${put_in(paid, names, mine)} ${because[why]}: the pot is ${number(pot)}.`,
  round: ({ round, cap }) =>
    round === 1 ? takes(cap) : ['Round {round}: you start. {takes}', 'Round {round}: {name} starts. {takes}', { takes: takes(cap) ?? '' }],
  rolled: ['You threw {dice}.', '{name} threw {dice}.'],
  bottoms: ['You called bottoms: {dice}.', '{name} called bottoms: {dice}.'],
  kept: ({ turned }) => [
    'You kept {dice}{turned}.',
    '{name} kept {dice}{turned}.',
    { turned: turned.length > 0 ? ', some turned over' : '' },
  ],
  out: ['You came to {sum} and are out.', '{name} came to {sum} and is out.'],
  scored: ({ points }) =>
    points === 0
      ? ['You made a ZERO!', '{name} made a ZERO!']
      : ['You scored {points}.', '{name} scored {points}.'],
  moon: ['You shot the moon with five 6s!', '{name} shot the moon with five 6s!'],
  tied: ({ seats, points }, { names, mine }) => `${people(seats, names, mine)} tie with ${number(points)}.`,
  unwon: ({ cap }) => `Nobody made ${or_less(cap)}: the pot stays.`,
  took_pot: (event) => ['You take {chips} from the pot!', '{name} takes {chips} from the pot!', { chips: chips(event.chips) }],
  sits_out: ['You have no chips left.', '{name} has no chips left.'],
  over: 'The game is over.',
};

/** Names of its options, and of their values as `option.value`. */
export const options = {
  start_chips: 'Chips of each player',
  pots: 'Pots to play for',
  tie_ante: 'A tie brings antes',
  zero_ante: 'A zero brings antes',
  bottoms: 'Bottoms (dice read from below)',
  progressive: 'Progressive pots',
  zero_face: 'The face that counts zero',
  must_keep_threes: 'All zeros must be kept',
  sixes_shoot_the_moon: 'Five 6s take the pot',
  stop_when_beaten: 'Who is beaten is out',
  next_starter: 'Who starts the next round',
  'tie.all_tie': 'One tie, all tie',
  'tie.tied_only': 'Only the tied play on',
  'tie.split': 'The tied share the pot',
  'bottoms.per_die': 'Die by die',
  'bottoms.whole_throw': 'The whole throw',
  'progressive.a': 'Won with 0, 1, 2, 3 … or less',
  'progressive.b': 'Won with 1, 2, 2, 3, 3, 3 … or less',
  'next_starter.rotate': 'The next player',
  'next_starter.winner': 'Who took the last pot',
  'next_starter.lowest': 'Who had the lowest score',
};

/** Translations of the refusals of its options. @type {{[english: string]: string}} */
export const reasons = {};
