// @ts-check
// Textos de una mesa: sus opciones, la señal de sus dados, el cubilete antes de una partida, las confirmaciones y las carreras.
import { make_formatters } from '../language.js';

const { list, number, text } = make_formatters('es');

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

// Textos de la señal de la mesa y de una partida que empieza.
/** @type {typeof import('./en.js').badge} */
export const badge = {
  badge: {
    closed: 'Dados y cartas: se juntan los secretos',
    all: 'Dados y cartas: cuenta el secreto de todos',
    some: text('Dados y cartas: secretos que cuentan: {count} de {of}'),
    server: 'Dados y cartas: solo del servidor',
    cup: 'Dados: los de la copa del día, iguales para todos',
    fault: 'Dados y cartas: algo no cuadra',
  },
  broken: text('Tus últimas partidas aquí ({of}): interrumpidas {broken}.'),
  broken_and_abandoned: text('Tus últimas partidas aquí ({of}): interrumpidas {broken}, abandonadas por jugadores {abandoned}.'),
  waits: {
    tips: 'La partida empieza. Se espera a que los programas de todos guarden su secreto.',
    reveals: 'La partida empieza. Se espera a que los programas de todos abran su primer secreto.',
  },
};

// Textos del cubilete que se puede agitar antes de una partida.
/** @type {typeof import('./en.js').shake} */
export const shake = {
  title: 'Agita, que da suerte',
  hint: 'Arrastra el cubilete, tócalo o agita el teléfono: lo que agitas está en los dados.',
  cup: 'El cubilete: agítalo',
  done: 'Agitado. Ya es parte de tu secreto.',
  shakers: text('{names}: cubilete agitado.'),
  cards: {
    hint: 'Arrastra las cartas, tócalas o agita el teléfono: lo que agitas está en la mezcla.',
    cup: 'Las cartas: mézclalas',
    shakers: text('{names}: cartas mezcladas.'),
  },
  motion_refused: 'El movimiento del teléfono no cuenta, porque no se permitió. Si el navegador no vuelve a preguntar, ciérralo y ábrelo otra vez.',
  motion_again: 'Permitir el movimiento',
};

/** @type {typeof import('./en.js').race} */
export const race = {
  others: text('Juega {name}.'),
  race: text('Carrera a {target}'),
  last: '¡Última ronda!',
  extra: (round) => (round === 1 ? '¡Ronda extra!' : `¡Ronda extra ${number(round)}!`),
  lead: (names, score) =>
    names.length === 1 ? `${names[0]} va en cabeza con ${number(score)}.` : `${list(names)} empatan en cabeza con ${number(score)}.`,
};

/** @type {typeof import('./en.js').race_says} */
export const race_says = {
  starts: ['Empiezas tú.', 'Empieza {name}.'],
  final_round: ['Llegaste a la meta: ¡última ronda!', '{name} llegó a la meta: ¡última ronda!'],
  extra_round: ({ seats }, { names }) =>
    `Hay empate en cabeza: ronda extra para ${list(seats.map((/** @type {number} */ seat) => names[seat]))}.`,
  resumed: 'Ya nadie alcanza la meta: la carrera sigue.',
  over: 'La partida terminó.',
};
