// @ts-check
import { speaking } from '../../i18n/language.js';
import { payers } from './seats.js';

const { counted, list, number, plural, text } = speaking('es');
const faces = ['', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'];
const chips = counted({ one: '# ficha', other: '# fichas' });
/** @param {number} points */
const or_less = (points) => (points === 0 ? 'un cero' : `${number(points)} o menos`);

/** How often that comes, in words. @param {number} permille */
const how_often = (permille) =>
  permille > 950 ? 'casi siempre' : permille > 550 ? 'más de la mitad de las veces' : permille > 450 ? 'la mitad de las veces' : permille < 20 ? 'casi nunca' : `1 vez de cada ${number(Math.round(1000 / permille))}`;

/** @type {typeof import('./words.en.js').words} */
export const words = {
  hints: [
    'Después de cada tiro guarda un dado o más.',
    'Ganan las sumas bajas, y un tres vale cero.',
    'La suma más baja de la ronda se lleva el pozo.',
  ],
  dice: 'Dados',
  players: 'Jugadores',
  chips,
  pot_of: text('Pozo {pot} de {of}'),
  to_beat: (lowest) => ['A batir:', number(lowest), ''],
  cap: (cap) => ['Gana', cap === 0 ? 'solo 0' : `0 a ${number(cap)}`, ''],
  nothing_yet: 'Aún sin puntos',
  took: (names, chips) => `${number(chips)} para ${list(names)}`,
  tied: text('Empate a {points}'),
  unwon: (cap) => `Nadie hizo ${or_less(cap)}`,
  out: 'fuera',
  no_chips: 'sin fichas',
  pot: text('¡El pozo! +{chips}'),
  zero: '¡Cero!',
  moon: '¡La luna!',
  counts_zero: 'vale 0',
  held: 'guardar',
  turned: 'al revés',
  sum: 'Guardado',
  kept_dice: (kept) =>
    kept.length === 0 ? 'Aún no guardas dados' : `Guardados: ${kept.map((face) => faces[face]).join(', ')}`,
  goal: ({ at_most, ties, permille }, mine) => {
    const need = at_most === 0 ? 'Un cero' : `${number(at_most)} o menos`;
    const brings = ties ? 'aún empata' : mine ? 'te pone en cabeza' : 'va ganando';
    return `${need} ${brings}: ${how_often(permille)}`;
  },
  no_goal: 'Los primeros puntos de la ronda',
  others: text('Juega {name}.'),
  only: text('solo {points}'),
  die: (at, face, worth, plan) =>
    `Dado ${at + 1}: ${faces[face]}, vale ${worth}${plan === 'turned' ? ', dado vuelta' : ''}${plan ? ', guardar' : ''}`,
  roll: counted({ one: 'Tirar un dado', other: 'Tirar # dados' }),
  keep: (count) => (count === 0 ? 'Guardar' : plural(count, { one: 'Guardar un dado', other: 'Guardar # dados' })),
  keeping: (faces, turned) =>
    [faces.length > 0 && `guardar ${faces.join(' ')}`, turned.length > 0 && `dar vuelta ${turned.join(' ')}`]
      .filter(Boolean)
      .join(', ')
      .replace(/^./, (first) => first.toUpperCase()),
  stop: 'Guardar todo y parar',
  how: (turnable) =>
    turnable ? 'toca un dado para guardarlo, otra vez para darle vuelta' : 'toca los dados que guardas',
  makes: (sum, beaten) => (beaten ? `suman ${number(sum)}: demasiado` : `suman ${number(sum)}`),
  not_so: 'esta mesa pide guardar otros dados',
  bottoms: 'El fondo',
  turn_all: 'dar vuelta a todos',
};

/** The players who pay chips into the pot. @param {number[]} paid @param {string[]} names @param {number | null} mine */
function put_in(paid, names, mine) {
  const who = payers(paid);
  const people = (/** @type {number[]} */ seats) => list(seats.map((seat) => (seat === mine ? 'tú' : names[seat])));
  if ('all' in who) return 'Todos ponen fichas';
  if ('all_but' in who) return `Todos menos ${people(who.all_but)} ponen fichas`;
  if (who.only.length > 1) return `Ponen fichas ${people(who.only)}`;
  return who.only[0] === mine ? 'Pones fichas' : `${names[who.only[0]]} pone fichas`;
}

/** Reasons for an ante. @type {{[why: string]: string}} */
const because = {
  pot: 'por un pozo nuevo',
  zero: 'por el cero',
  tie: 'antes de jugar el desempate',
  unwon: 'porque nadie ganó la ronda',
};

/** @param {number | null} cap */
const takes = (cap) => (cap === null ? null : `Se gana con ${or_less(cap)}.`);

/** @type {typeof import('./words.en.js').says} */
export const says = {
  rolloff: ['Tiraste {points} por la salida.', '{name} tiró {points} por la salida.'],
  starts: ['Empiezas tú.', 'Empieza {name}.'],
  pot: ({ number: pot }) => (pot === 1 ? null : `Pozo ${number(pot)}.`),
  ante: ({ paid, why, pot }, { names, mine }) =>
    `${put_in(paid, names, mine)} ${because[why]}: el pozo es de ${number(pot)}.`,
  round: ({ round, cap }) =>
    round === 1 ? takes(cap) : ['Ronda {round}: empiezas tú. {takes}', 'Ronda {round}: empieza {name}. {takes}', { takes: takes(cap) ?? '' }],
  rolled: ['Tiraste {dice}.', '{name} tiró {dice}.'],
  bottoms: ['Pediste el fondo: {dice}.', '{name} pidió el fondo: {dice}.'],
  kept: ({ turned }) => [
    'Guardaste {dice}{turned}.',
    '{name} guardó {dice}{turned}.',
    { turned: turned.length > 0 ? ', alguno dado vuelta' : '' },
  ],
  out: ['Llegaste a {sum} y quedas fuera.', '{name} llegó a {sum} y queda fuera.'],
  scored: ({ points }) => (points === 0 ? ['¡Hiciste un CERO!', '¡{name} hizo un CERO!'] : ['Hiciste {points}.', '{name} hizo {points}.']),
  moon: ['¡Cinco 6: alcanzaste la luna!', '¡Cinco 6: {name} alcanzó la luna!'],
  tied: ({ seats, points }, { names, mine }) =>
    `Empate a ${number(points)}: ${list(seats.map((/** @type {number} */ seat) => (seat === mine ? 'tú' : names[seat])))}.`,
  unwon: ({ cap }) => `Nadie hizo ${or_less(cap)}: el pozo se queda.`,
  took_pot: (event) => ['¡Te llevas {chips} del pozo!', '¡{name} se lleva {chips} del pozo!', { chips: chips(event.chips) }],
  sits_out: ['No te quedan fichas.', 'A {name} no le quedan fichas.'],
  over: 'La partida terminó.',
};

/** @type {typeof import('./words.en.js').options} */
export const options = {
  start_chips: 'Fichas de cada jugador',
  pots: 'Pozos en juego',
  tie_ante: 'Un empate trae otra entrada',
  zero_ante: 'Un cero trae otra entrada',
  bottoms: 'El fondo (los dados leídos por debajo)',
  progressive: 'Pozos progresivos',
  zero_face: 'La cara que vale cero',
  must_keep_threes: 'Hay que guardar todos los ceros',
  sixes_shoot_the_moon: 'Cinco 6 se llevan el pozo',
  stop_when_beaten: 'Quien se pasa queda fuera',
  next_starter: 'Quién empieza la ronda siguiente',
  'tie.all_tie': 'Un empate, todos empatan',
  'tie.tied_only': 'Siguen solo los empatados',
  'tie.split': 'Los empatados reparten el pozo',
  'bottoms.per_die': 'Dado por dado',
  'bottoms.whole_throw': 'Toda la tirada',
  'progressive.a': 'Se gana con 0, 1, 2, 3 … o menos',
  'progressive.b': 'Se gana con 1, 2, 2, 3, 3, 3 … o menos',
  'next_starter.rotate': 'El siguiente jugador',
  'next_starter.winner': 'Quien se llevó el último pozo',
  'next_starter.lowest': 'Quien hizo menos puntos',
};

/** @type {{[why: string]: string}} */
export const reasons = {
  progressive_ante: 'Con pozos progresivos todos ponen otra entrada tras cada ronda, también tras un empate.',
};

// Las reglas; rules.js decide cuáles de estos textos tiene la página de una mesa.
/** @type {typeof import('./words.en.js').rules} */
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
