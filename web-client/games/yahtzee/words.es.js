// @ts-check
import { make_formatters } from '../../i18n/language.js';
import { thrown_faces, foreign_sheets, box_labels } from './sheets.js';

const { counted, text } = make_formatters('es');
const faces = ['', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'];
const upper = { aces: 'Unos', twos: 'Doses', threes: 'Treses', fours: 'Cuatros', fives: 'Cincos', sixes: 'Seises' };
const common = {
  three_of_a_kind: '3 iguales',
  four_of_a_kind: '4 iguales',
  full_house: 'Casa llena',
  small_straight: 'Escalera pequeña',
  large_straight: 'Escalera grande',
  chance: 'Oportunidad',
};

/** @type {typeof import('./words.en.js').sheets} */
export const sheets = {
  yahtzee: { ...upper, ...common, yahtzee: 'Yahtzee' },
  yatzy: { ...upper, one_pair: 'Un par', two_pairs: 'Dos pares', ...common, yahtzee: 'Yatzy' },
  ...foreign_sheets,
};

const { place_of, title_of } = box_labels(sheets);

/** @param {number} throws one to three */
const in_throws = (throws) => ['un tiro', 'dos tiros', 'tres tiros'][throws - 1];

/** @type {typeof import('./words.en.js').words} */
export const words = {
  hints: [
    'Tira los dados, hasta tres veces por turno.',
    'Elige los dados que guardas; solo se tiran los demás.',
    'Luego elige una casilla; elígela otra vez para anotar.',
  ],
  dice: 'Dados',
  first: 'Tirar los dados',
  again: counted({ one: 'Tirar un dado', other: 'Tirar # dados' }),
  left: counted({ one: 'queda # tiro', other: 'quedan # tiros' }),
  keeping: (faces) => (faces.length === 0 ? 'No guardar nada' : `Guardar ${faces.join(' ')}`),
  all_kept: 'Guardas todos los dados',
  none_left: 'Sin más tiros',
  pick: 'Elige una casilla',
  or_keep: 'o dados que guardar',
  others: text('Juega {name}'),
  die: (position, face, kept) => `Dado ${position + 1}: ${faces[face]}${kept ? ', guardado' : ''}`,
  you_keep: 'Guardas',
  keeps: text('{name} guarda'),
  would_bring: text('daría {points}'),
  write: text('Anotar {points} en {place}'),
  write_zero: 'Anotar un cero ahí',
  playoff: text('Quedarme con {points}'),
  cards: 'Tarjetas de puntaje',
  you: 'Tú',
  total: 'En total',
  upper: 'Sección superior',
  lower: 'Sección inferior',
  bonus: 'Extra',
  five: (/** @type {string} */ faces, /** @type {number} */ throws) => `Cinco ${faces.toLowerCase()} en ${in_throws(throws)}`,
  shout: text('¡{box}!'),
  sum: 'Suma',
  further: text('Extra por {box}'),
  box: 'Casilla',
};

/** @type {typeof import('./words.en.js').says} */
export const says = {
  rolloff: ['Tiraste {points} por la salida.', '{name} tiró {points} por la salida.'],
  starts: ['Empiezas tú.', 'Empieza {name}.'],
  rolled: (event) => ['Tiraste {dice}.', '{name} tiró {dice}.', { dice: thrown_faces(event) }],
  scored: (event, { options }) => ['Anotaste {points} en {box}.', '{name} anotó {points} en {box}.', { box: place_of(options, event) }],
  served_generala: ['¡Generala servida! Ganaste la partida.', '¡Generala servida! {name} gana la partida.'],
  yahtzee_bonus: (_, { options }) => [
    '¡Otro {what}! Ganaste {points} puntos extra.',
    '¡Otro {what}! {name} ganó {points} puntos extra.',
    { what: title_of(options, 'yahtzee') },
  ],
  upper_bonus: [
    '¡Ganaste los {points} puntos extra de la sección superior!',
    '¡{name} ganó los {points} puntos extra de la sección superior!',
  ],
  playoff: 'El total más alto está empatado: quienes empatan juegan un turno más, que vale como Oportunidad (la suma de los dados).',
  playoff_scored: ['Hiciste {points} en el desempate.', '{name} hizo {points} en el desempate.'],
  over: 'La partida terminó.',
};

/** @type {typeof import('./words.en.js').options} */
export const options = {
  preset: 'Qué tarjeta',
  joker: 'Yahtzees de más',
  yahtzee_bonus: 'Puntos por cada Yahtzee de más',
  upper_bonus: 'Puntos extra de la sección superior',
  five_is_full_house: 'Cinco iguales valen como casa llena',
  columns: 'Columnas',
  order: 'Orden de las casillas',
  zero: 'Un cero donde los dados puntúan',
  duplicate: 'Todos reciben las mismas primeras tiradas',
  'preset.yahtzee': 'Yahtzee',
  'preset.yatzy': 'Yatzy (escandinavo)',
  'preset.kniffel': 'Kniffel (nombres en alemán)',
  'preset.generala': 'Generala',
  'joker.forced': 'Comodín obligado (oficial)',
  'joker.free': 'Comodín libre',
  'joker.wild': 'Comodín sin límites',
  'joker.none': 'Ni comodín ni puntos extra',
  'columns.1': 'Una',
  'columns.3': 'Tres: ×1, ×2, ×3',
  'order.free': 'Cualquiera',
  'order.forced': 'De arriba abajo',
  'zero.forced': 'No se permite',
  'zero.free': 'Se permite',
  'tie.playoff_turn': 'Turno de desempate',
};

/** @type {{[why: string]: string}} */
export const reasons = {
  no_jokers: '{0} no tiene comodines.',
  no_yahtzee_bonus: '{0} no da puntos extra por otros cinco iguales.',
};
