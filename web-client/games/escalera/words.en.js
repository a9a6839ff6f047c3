// @ts-check
// Texts of the Escalera table.
import { speaking } from '../../i18n/language.js';
import { counted } from './marks.js';

const { gain, list, number, plural } = speaking('en');
const numbers = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
const capital_numbers = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];
/** @param {number} count */
const points = (count) => plural(count, { one: '# point', other: '# points' });
/** @param {any} event */
const scored = (event) => list(counted(event, (count) => `${numbers[count]} sixes`));

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
  /** @param {string} name */
  first: (name) => `${name} begins`,
  cleared: '→ 0',
};

/** @satisfies {import('../say.js').Says} */
export const says = {
  rolloff: {
    you: ({ dice, points }) => `You threw ${dice.join(' ')} for the start: ${number(points)}.`,
    them: (name, { dice, points }) => `${name} threw ${dice.join(' ')} for the start: ${number(points)}.`,
  },
  ante: ({ ante, pot }) => `Each put ${number(ante)} in the pot: ${number(pot)}.`,
  pot: {
    you: ({ chips }) => `You take the pot: ${number(chips)}.`,
    them: (name, { chips }) => `${name} takes the pot: ${number(chips)}.`,
  },
  rolled: {
    you: (event) => {
      const { dice, points, reset, score } = event;
      if (points > 0) return `You threw ${scored(event)}: ${gain(points)}, so ${number(score)}.`;
      return `You threw ${dice.join(' ')}${reset ? '.' : ': nothing.'}`;
    },
    them: (name, event) => {
      const { dice, points, reset, score } = event;
      if (points > 0) return `${name} threw ${scored(event)}: ${gain(points)}, so ${number(score)}.`;
      return `${name} threw ${dice.join(' ')}${reset ? '.' : ': nothing.'}`;
    },
  },
  reset: {
    you: ({ aces, lost }) => `${words.aces(aces)} You lose all ${points(lost)}.`,
    them: (name, { aces, lost }) => `${words.aces(aces)} ${name} loses all ${points(lost)}.`,
  },
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

/** Translations of the refusals of its rules. @type {{[english: string]: string}} */
export const sentences = {};
