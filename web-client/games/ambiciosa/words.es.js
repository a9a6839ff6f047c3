// @ts-check
import { make_formatters } from '../../i18n/language.js';

const { list, number, plural, text } = make_formatters('es');

/** @type {{[face: string]: string[]}} */
const counts = { A: ['un as', 'dos ases', 'tres ases'], K: ['un rey', 'dos reyes', 'tres reyes'] };

/** @type {typeof import('./words.en.js').words} */
export const words = {
  hints: [
    'Tira mientras te atrevas: juntas puntos en la mano.',
    'La barra dice qué puede traer o costar el próximo tiro.',
    '«Me planto» anota tus puntos y termina el turno.',
  ],
  dice: 'Dados',
  in_my_hand: 'Llevas',
  in_hand: text('{name} lleva'),
  then: text('serían {score}'),
  nothing: 'Nada',
  lost: text('pierde {points}'),
  planted: '¡Me planto!',
  counted: (faces) =>
    list(Object.keys(counts).flatMap((face) => counts[face][faces.filter((one) => one === face).length - 1] ?? [])).replace(/^./, (first) => first.toUpperCase()),
  three_aces: '¡Tres ases!',
  throw: 'Tirar',
  again: 'Tirar otra vez',
  stop: 'Me planto',
  gloss: 'no tiro más',
  write: text('apuntar {points}'),
  risking: text('y arriesgar {points}'),
  next: 'Próximo tiro',
  risk: text('{share} acaba el turno'),
  brings: text('{share} da {points}'),
  mean: text('media {points}'),
  lose: 'pierdes todo',
  cost: text('{share} cuesta además hasta {points} (J J J)'),
  either: (points) => points.join(' o '),
  from: text('{points} o más'),
  expected: 'Total esperado tras este turno',
  out: 'mira',
};

/** @type {typeof import('./words.en.js').faces} */
export const faces = { A: 'as', K: 'rey', Q: 'reina', J: 'jota', 10: 'diez', 9: 'nueve' };

/** @param {number} points */
const gone = (points) =>
  points > 0 ? plural(points, { one: ', y se pierde # punto', other: ', y se pierden # puntos' }) : '';

/** @type {typeof import('./words.en.js').says} */
export const says = {
  rolloff: ['Tiraste {dice} por la salida.', '{name} tiró {dice} por la salida.'],
  rolled: ({ points }) =>
    points > 0
      ? ['Tiraste {dice}: {points}, llevas {turn_points}.', '{name} tiró {dice}: {points}, lleva {turn_points}.']
      : ['Tiraste {dice}.', '{name} tiró {dice}.'],
  bust: ({ lost }) => `Nada${gone(lost)}.`,
  penalty: ({ lost, points }) => `Son ${number(points)}${gone(lost)}.`,
  banked: ['«¡Me planto!» Apuntaste {points}: ya tienes {score}.', '«¡Me planto!» {name} apuntó {points}: ya tiene {score}.'],
};

/** @type {typeof import('./words.en.js').options} */
export const options = {
  floor_at_zero: 'Nadie baja de cero',
  min_bank: 'Puntos para poder plantarse',
  negative_triples: 'Las tercias malas restan puntos',
};
