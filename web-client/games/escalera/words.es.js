// @ts-check
import { speaking } from '../../i18n/language.js';
import { counted } from './marks.js';

const { gain, list, number, plural } = speaking('es');
const numbers = ['', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis'];
const capital_numbers = ['', 'Un', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis'];
/** @param {number} count */
const points = (count) => plural(count, { one: '# punto', other: '# puntos' });
/** @param {any} event */
const scored = (event) => list(counted(event, (count) => `${numbers[count]} 6`));

/** @type {typeof import('./words.en.js').words} */
export const words = {
  hints: [
    'Un tiro por turno: las escaleras desde el 1 dan puntos.',
    'Los dados que valen quedan juntos, con sus puntos.',
    'Sube hasta la bandera; muchos unos te quitan todo.',
  ],
  dice: 'Dados',
  pot: 'Pozo',
  throw: 'Tirar los dados',
  nothing: 'Nada',
  aces: (count) => `¡${capital_numbers[count]} ases!`,
  zero: (lost, made) => {
    const gone = lost ? plural(lost, { one: 'se va # punto', other: 'se van # puntos' }) : 'de vuelta a cero';
    return made > 0 ? `${gone}, ${gain(made)}` : gone;
  },
  straight: (faces, worth) => `Escalera ${faces.join('-')}: ${points(worth)}`,
  sixes: (count, worth) => `${capital_numbers[count]} 6: ${points(worth)}`,
  rest: (faces) => `No cuentan: ${faces.join(', ')}`,
  first: (name) => `Empieza ${name}`,
  cleared: '→ 0',
};

/** @type {typeof import('./words.en.js').says} */
export const says = {
  rolloff: {
    you: ({ dice, points }) => `Tiraste ${dice.join(' ')} por la salida: ${number(points)}.`,
    them: (name, { dice, points }) => `${name} tiró ${dice.join(' ')} por la salida: ${number(points)}.`,
  },
  ante: ({ ante, pot }) => `Todos ponen ${number(ante)} en el pozo: ${number(pot)}.`,
  pot: {
    you: ({ chips }) => `Te llevas el pozo: ${number(chips)}.`,
    them: (name, { chips }) => `${name} se lleva el pozo: ${number(chips)}.`,
  },
  rolled: {
    you: (event) => {
      const { dice, points, reset, score } = event;
      if (points > 0) return `Tiraste ${scored(event)}: ${gain(points)}, ya tienes ${number(score)}.`;
      return `Tiraste ${dice.join(' ')}${reset ? '.' : ': nada.'}`;
    },
    them: (name, event) => {
      const { dice, points, reset, score } = event;
      if (points > 0) return `${name} tiró ${scored(event)}: ${gain(points)}, ya tiene ${number(score)}.`;
      return `${name} tiró ${dice.join(' ')}${reset ? '.' : ': nada.'}`;
    },
  },
  reset: {
    you: ({ aces, lost }) => `${words.aces(aces)} Pierdes todo: ${points(lost)}.`,
    them: (name, { aces, lost }) => `${words.aces(aces)} ${name} pierde todo: ${points(lost)}.`,
  },
};

/** @type {typeof import('./words.en.js').options} */
export const options = {
  reset_aces: 'Ases que lo borran todo',
  reset_throw_scores: 'La tirada de esos ases cuenta',
  triple_one_two: 'Tres veces 1-2 valen 15',
  multi_straights: 'Varias escaleras en una tirada',
  sixes: 'Cinco y seis 6',
  scale: 'Cuánto valen las escaleras',
  auto_roll: 'Los dados se tiran solos',
  'reset_aces.0': 'Nunca',
  'reset_aces.3': 'Tres',
  'reset_aces.4': 'Cuatro',
  'sixes.s30_60': '30 y 60',
  'sixes.s35_70': '35 y 70',
  'sixes.off': 'Nada',
  'scale.escalera': '5, 10, 15, 20, 25',
  'scale.hearts': '10, 15, 20, 25, 35 y 5 por un 1',
};

/** @type {{[english: string]: string}} */
export const sentences = {
  'Three times 1-2 can only count where multiple straights do (multi_straights).':
    'Tres veces 1-2 solo cuentan donde valen varias escaleras en una tirada.',
};
