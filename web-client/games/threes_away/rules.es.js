// @ts-check
// Las reglas; rules.js decide cuáles de estos textos tiene la página de una mesa.
import { make_formatters } from '../../i18n/language.js';

const { plural } = make_formatters('es');

/** @type {typeof import('./rules.en.js').rules} */
export const rules = {
  lead: (face) =>
    `Cinco dados, y cuanto menos sumen, mejor: un ${face} no cuenta nada, y la suma más baja se lleva el pozo.`,
  pots: (count) => plural(count, { one: 'un pozo', other: '# pozos' }),
  aim: (pots, chips) =>
    `Tener más fichas que nadie después de ${pots}. Todos empiezan con ${chips}; quien las junta todas gana en el acto. Son solo para jugar.`,
  rolloff:
    'Cada uno tira los cinco dados y empieza la mayor suma; aquí cada cara vale su número. Los empatados tiran de nuevo.',
  next_starter: {
    rotate: 'Después, cada ronda la empieza el jugador siguiente.',
    winner:
      'Después, cada pozo lo empieza quien se llevó el anterior. Si una ronda se repite, la empieza el jugador siguiente.',
    lowest:
      'Después empieza quien tuvo el puntaje más bajo de la última ronda y, si fueron varios, el que tiró primero; si no lo tuvo nadie, el jugador siguiente.',
  },
  pot_title: 'El pozo',
  ante: (chips) => `En cada pozo todos ponen una entrada de ${chips}.`,
  short: 'Quien no puede pagarla entera pone lo que le queda y sigue jugando. Sin fichas, no juegas desde el pozo siguiente.',
  throw_all: 'Tira los cinco dados.',
  set_aside: 'Aparta por lo menos uno, o los que quieras.',
  must_keep: (face) => `Cada ${face} hay que apartarlo.`,
  throw_others: 'Tira los demás, aparta por lo menos otro, y así hasta que no quede ninguno.',
  keep_all: 'Puedes quedarte con los cinco de una vez, incluso en la primera tirada.',
  dice_table: { caption: 'Cuánto valen los dados', head: ['Dado', 'Puntos'] },
  nothing: 'Nada',
  its_number: 'Su número',
  kept_example: (sum) => `Te quedas con todos: ${sum} puntos.`,
  beaten_title: 'Quedar fuera',
  beaten: 'Si tus dados apartados suman más que el puntaje más bajo de la ronda, quedas fuera en el acto y sin puntaje.',
  beaten_or_over_limit:
    'Si tus dados apartados suman más que el puntaje más bajo de la ronda o que su límite, quedas fuera en el acto y sin puntaje.',
  equal: 'Si igualan, sigues.',
  beaten_example: 'El puntaje más bajo es 4 y apartas este dado: quedas fuera.',
  never_beaten: 'Nadie queda fuera antes de terminar su turno: se tiran todos los dados, aunque ya no alcance.',
  zero_title: 'El cero',
  zero_ante: (chips) =>
    `Cero, el puntaje perfecto. Todos los que juegan por este pozo ponen ${chips} más, también quien lo hizo.`,
  no_zero_ante: 'Cero, el puntaje perfecto. No trae más fichas al pozo.',
  shoot_the_moon:
    'Cinco 6 en una sola tirada, todos apartados: te llevas el pozo en el acto, tengan lo que tengan los demás.',
  bottoms_title: 'El fondo',
  per_die: 'Al apartar un dado puedes darle la vuelta, si así vale menos.',
  turned_table: { caption: 'Dados dados vuelta', head: ['Dado', 'Vale'] },
  whole_throw: 'Después de cada tirada puedes pedir «el fondo» una vez: todos sus dados se leen por debajo.',
  whole_throw_example: (sum) => `¡El fondo! Si te quedas con todos, son ${sum}.`,
  winner_title: 'Quién se lleva el pozo',
  lowest_wins: 'Cuando todos han jugado, el puntaje más bajo se lleva todo el pozo.',
  lowest_within_limit_wins: 'El puntaje más bajo se lleva todo el pozo, pero solo si alcanza para su ronda.',
  limits_table: { caption: 'Con cuánto se gana', head: ['Ronda', 'A lo sumo'] },
  nobody_within_limit: (chips) =>
    `Si nadie lo logra, todos los que jugaron ponen ${chips} y juegan la ronda siguiente por el mismo pozo.`,
  tie: {
    all_tie:
      'Un empate, todos empatan: si el puntaje más bajo está empatado, todos juegan otra ronda, tuvieran lo que tuvieran. Solo los ceros se desempatan entre quienes los hicieron.',
    tied_only: 'Si el puntaje más bajo está empatado, solo los empatados juegan otra ronda.',
    split:
      'Quienes empatan con el puntaje más bajo se reparten el pozo; las fichas que sobran se dan de a una, desde quien empezó.',
  },
  tie_within_limit: {
    all_tie:
      'Lo mismo vale para el puntaje más bajo dentro del límite: empatado no gana, y la ronda siguiente tiene el límite siguiente.',
    tied_only: 'Lo mismo vale para el puntaje más bajo dentro del límite; la ronda siguiente tiene el límite siguiente.',
    split: 'Lo mismo vale dentro del límite; por encima nadie se lleva nada.',
  },
  tie_ante: {
    all_tie: (chips) => `Quien juega de nuevo pone ${chips}.`,
    tied_only: (chips) => `Solo quien juega de nuevo pone ${chips}.`,
  },
  zeros_tie_ante: 'Antes de desempatar ceros ponen todos los que juegan por el pozo.',
  no_tie_ante: 'Para eso nadie pone nada.',
  late: (face) => `aparta cada ${face}, o si no el dado más bajo, y sigue tirando.`,
};
