// @ts-check
import { make_formatters } from '../../i18n/language.js';
import { combinations } from './marks.js';

const { counted, gain, list, plural, text } = make_formatters('es');
const numbers = ['', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis'];
const capital_numbers = ['', 'Un', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis'];
const points = counted({ one: '# punto', other: '# puntos' });
/** @param {Parameters<typeof combinations>[0]} event */
const scored = (event) => list(combinations(event, (count) => `${numbers[count]} 6`));

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
  why: (missing, start) => `Sin un ${missing.join(' ni un ')}: una escalera empieza con ${start}`,
  straights: (count) => (count > 1 ? `${capital_numbers[count]} escaleras` : 'Escalera'),
  aces: (count) => `¡${capital_numbers[count]} ases!`,
  zero: (lost, made) => {
    const gone = lost ? plural(lost, { one: 'se va # punto', other: 'se van # puntos' }) : 'de vuelta a cero';
    return made > 0 ? `${gone}, ${gain(made)}` : gone;
  },
  straight: (faces, worth) => `Escalera ${faces.join('-')}: ${points(worth)}`,
  sixes: (count, worth) => `${capital_numbers[count]} 6: ${points(worth)}`,
  rest: (faces) => `No cuentan: ${faces.join(', ')}`,
  first: text('Empieza {name}'),
  of_sixes: (count) => `${capital_numbers[count]} 6`,
  climb: (from, to) => `sube de ${from} a ${to}`,
  cleared: '→ 0',
};

/** @type {typeof import('./words.en.js').says} */
export const says = {
  rolloff: ['Tiraste {dice} por la salida: {points}.', '{name} tiró {dice} por la salida: {points}.'],
  ante: 'Todos ponen {ante} en el pozo: {pot}.',
  pot: ['Te llevas el pozo: {chips}.', '{name} se lleva el pozo: {chips}.'],
  rolled: (event) =>
    event.points > 0
      ? [
          'Tiraste {scored}: {gain}, ya tienes {score}.',
          '{name} tiró {scored}: {gain}, ya tiene {score}.',
          { scored: scored(event), gain: gain(event.points) },
        ]
      : ['Tiraste {dice}{end}', '{name} tiró {dice}{end}', { end: event.reset ? '.' : ': nada.' }],
  reset: ({ aces, lost }) => [
    '{aces} Pierdes todo: {lost}.',
    '{aces} {name} pierde todo: {lost}.',
    { aces: words.aces(aces), lost: points(lost) },
  ],
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

/** @type {{[why: string]: string}} */
export const reasons = {
  multi_straights_off: 'Tres veces 1-2 solo cuentan donde valen varias escaleras en una tirada.',
};
