// @ts-check
// Las opciones que tienen varios juegos.

/** @type {typeof import('./en.js').options} */
export const options = {
  starter: 'Quién empieza',
  tie: 'Un empate',
  ante: 'Fichas de entrada',
  target: 'Puntos para ganar',
  'starter.rolloff': 'La tirada más alta',
  'starter.random': 'A la suerte',
  'starter.first': 'El primer lugar',
  'tie.shared': 'Victoria compartida',
  'tie.extra_round_all': 'Ronda extra: todos',
  'tie.extra_round_tied': 'Ronda extra: los empatados',
};

/** @type {typeof import('./en.js').values} */
export const values = {
  true: 'Sí',
  false: 'No',
  off: 'No',
  on: 'Sí',
};
