// @ts-check
import { make_formatters } from '../../i18n/language.js';
import { payers } from './seats.js';

const { counted, list, number, plural, text } = make_formatters('es');
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
  next: 'sigue',
  no_chips: 'sin fichas',
  pot: text('¡El pozo! +{chips}'),
  zero: '¡Cero!',
  moon: '¡La luna!',
  counts: text('vale {points}'),
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
    turnable ? 'elige un dado para guardarlo, otra vez para darle vuelta' : 'elige los dados que guardas',
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
