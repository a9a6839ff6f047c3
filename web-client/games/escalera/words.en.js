// @ts-check
// Texts of Escalera: the table.
import { make_formatters } from '../../i18n/language.js';
import { combinations } from './marks.js';

const { counted, gain, list, plural, text } = make_formatters('en');
const numbers = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
const capital_numbers = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];
const points = counted({ one: '# point', other: '# points' });
/** @param {Parameters<typeof combinations>[0]} event */
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
  /** @param {number[]} missing of the faces with which a straight begins @param {string} start */
  why: (missing, start) => `Without a ${missing.join(' or a ')}: a straight begins with ${start}`,
  /** @param {number} count */
  straights: (count) => (count > 1 ? `${capital_numbers[count]} straights` : 'Straight'),
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
  /** @param {number} count */
  of_sixes: (count) => `${capital_numbers[count]} sixes`,
  /** @param {string} from @param {string} to points */
  climb: (from, to) => `from ${from} up to ${to}`,
  cleared: '→ 0',
};

/** @satisfies {import('../say.js').Says<import('./table.js').Own>} */
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
