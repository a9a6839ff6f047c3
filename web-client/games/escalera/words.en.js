// @ts-check
// Texts of Escalera: the table and the rules.
import { speaking } from '../../i18n/language.js';
import { combinations } from './marks.js';

const { counted, gain, list, number, plural, text } = speaking('en');
const numbers = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
const capital_numbers = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];
const points = counted({ one: '# point', other: '# points' });
/** @param {any} event */
const scored = (event) => list(combinations(event, (count) => `${numbers[count]} sixes`));

export const words = {
  hints: [
    'One throw a turn: straights from 1 bring points.',
    'Dice that count lie together, with their points.',
    'Climb to the flag; too many ones cost what you have.',
  ],
  dice: 'Dice',
  pot: 'Pot',
  throw: 'Throw the dice',
  nothing: 'Nothing',
  /** @param {number} count */
  aces: (count) => `${capital_numbers[count]} aces!`,
  /** @param {number | undefined} lost @param {number} made with this throw */
  zero: (lost, made) => {
    const gone = lost ? plural(lost, { one: '# point is gone', other: '# points are gone' }) : 'back to zero';
    return made > 0 ? `${gone}, ${gain(made)}` : gone;
  },
  /** @param {number[]} faces @param {number} worth */
  straight: (faces, worth) => `Straight ${faces.join('-')}: ${points(worth)}`,
  /** @param {number} count @param {number} worth */
  sixes: (count, worth) => `${capital_numbers[count]} sixes: ${points(worth)}`,
  /** @param {number[]} faces */
  rest: (faces) => `Counts nothing: ${faces.join(', ')}`,
  first: text('{name} begins'),
  cleared: '→ 0',
};

/** @satisfies {import('../say.js').Says} */
export const says = {
  rolloff: ['You threw {dice} for the start: {points}.', '{name} threw {dice} for the start: {points}.'],
  ante: 'Each put {ante} in the pot: {pot}.',
  pot: ['You take the pot: {chips}.', '{name} takes the pot: {chips}.'],
  rolled: (event) =>
    event.points > 0
      ? [
          'You threw {scored}: {gain}, so {score}.',
          '{name} threw {scored}: {gain}, so {score}.',
          { scored: scored(event), gain: gain(event.points) },
        ]
      : ['You threw {dice}{end}', '{name} threw {dice}{end}', { end: event.reset ? '.' : ': nothing.' }],
  reset: ({ aces, lost }) => [
    '{aces} You lose all {lost}.',
    '{aces} {name} loses all {lost}.',
    { aces: words.aces(aces), lost: points(lost) },
  ],
};

/** Names of its options, and of their values as `option.value`. */
export const options = {
  reset_aces: 'Aces that take all away',
  reset_throw_scores: 'The throw with these aces counts',
  triple_one_two: 'Three times 1-2 counts 15',
  multi_straights: 'Several straights in one throw',
  sixes: 'Five and six 6s',
  scale: 'What straights count',
  auto_roll: 'The dice throw themselves',
  'reset_aces.0': 'Never',
  'reset_aces.3': 'Three',
  'reset_aces.4': 'Four',
  'sixes.s30_60': '30 and 60',
  'sixes.s35_70': '35 and 70',
  'sixes.off': 'Nothing',
  'scale.escalera': '5, 10, 15, 20, 25',
  'scale.hearts': '10, 15, 20, 25, 35 and 5 for a 1',
};

/** Translations of the refusals of its options. @type {{[english: string]: string}} */
export const reasons = {};

// The rules; rules.js decides which of these texts a table’s page has.
export const rules = {
  lead: (/** @type {string} */ goal) =>
    `Six dice, one throw a turn, nothing to decide: straights from 1 on bring points, and ${goal} of them the win.`,
  beware: 'Beware of too many aces!',
  aim: (/** @type {string} */ goal) => `Reach ${goal} points.`,
  pot: (/** @type {string} */ chips) => `Everybody puts ${chips} into the pot, and the winner takes it.`,
  no_pot: 'There is no pot: you play for the glory.',
  rolloff: 'Each throws the six dice and the highest sum starts. Those tied throw again.',
  turn: 'Throw all six dice, once. What they count is added to your total, and the dice pass on.',
  auto_roll: (/** @type {string} */ seconds) => `The dice throw themselves after ${seconds} seconds; you may be quicker.`,
  own_roll: 'The dice wait until you throw them.',
  throw_title: 'What a throw counts',
  throw_table: { caption: 'Points of a throw', head: ['Dice', 'Points'] },
  lone_ace_points: (/** @type {string} */ points) => `${points}, if nothing else counts`,
  straight: 'A straight begins with a 1.',
  lone_ace: 'Alone it counts, if nothing else does, but a second one does not.',
  no_lone_ace: 'Without at least 1-2 there is no straight.',
  one_straight: 'Every die belongs to one straight only.',
  sixes: 'Five or six 6s count alone: no other die of the throw does.',
  no_sixes: 'Five or six 6s count nothing.',
  straight_example: (/** @type {string} */ points) => `1-2-3-4 counts ${points}. The other 2 has no 1 left to go with.`,
  several_title: 'Several straights',
  several: 'Two straights in one throw both count.',
  several_table: { caption: 'Straights that count together', head: ['Dice', 'Points'] },
  triple: (/** @type {string} */ points) => `Three times 1-2 counts as two of them: ${points}.`,
  longest: 'Only the longest straight of a throw counts.',
  longest_example: (/** @type {string} */ points) => `One 1-2 counts: ${points}.`,
  aces_title: 'Aces',
  three_aces: 'Three or more aces (1s) in a throw: all that you have is lost, and you begin again from zero.',
  four_aces: 'Four or more aces (1s) in a throw: all that you have is lost, and you begin again from zero.',
  reset_scores: 'The throw itself still counts, from zero on.',
  reset_scores_not: 'The throw itself counts nothing.',
  reset_example: (/** @type {string} */ before, /** @type {string} */ now) => `You had ${before}: now you have ${now}.`,
  harmless_aces: 'Aces (1s) never cost anything, however many you throw.',
  late: 'it throws the dice.',
};
