// @ts-check
import { make_formatters } from '../../i18n/language.js';

const { counted, list, plural, text } = make_formatters('es');

/** @type {{[letter: string]: string}} */
const colours = { r: 'rojo', g: 'verde', b: 'azul', y: 'amarillo' };
/** @type {{[card: string]: string}} */
const actions = { R3: '3 Reversa', S3: '3 Salta', P3: '3 Roba tres' };

/** @type {typeof import('./words.en.js').symbols} */
export const symbols = {
  letters: { r: 'R', g: 'V', b: 'Az', y: 'Am' },
  /** The meaning of a number wild, on two lines of at most nine letters. */
  any: ['cualquier', 'número'],
};

/** @param {string} card */
function card_name(card) {
  if (actions[card]) return actions[card];
  const colour = colours[card.at(card.startsWith('W') ? 1 : 0) ?? ''];
  if (card.startsWith('W')) return colour ? `cualquier número ${colour}` : 'cualquier número';
  return `${card.slice(1)} ${colour}`;
}

/** @param {string[]} cards */
const card_names = (cards) => cards.map(card_name).join(' y ');

/** @type {typeof import('./words.en.js').words} */
export const words = {
  shortcuts: [
    ['D', 'robar una carta'],
    ['P', 'pasar'],
    ['T', 'decir TRES'],
    ['C', 'sorprender a alguien'],
  ],
  hints: [
    'Elige un número más, o uno menos.',
    'Luego elige dónde. O dos: 5 y 6 en 7.',
    'Si te quedan tres cartas di TRES, o te sorprenden.',
  ],
  card_name,
  rivals: 'Los demás',
  table: 'Mesa',
  hand: 'Tu mano',
  card_word: counted({ one: 'carta', other: 'cartas' }),
  score: 'Puntos',
  said: '¡TRES!',
  tres: 'TRES',
  tres_now: '¡Dilo ya!',
  tres_with: 'con tu jugada',
  tres_set: 'se dirá',
  catch: '¡Te vi!',
  best_game: counted({ one: '# punto en una mano', other: '# puntos en una mano' }),
  best_move: counted({ one: '# carta robada por los demás en una jugada', other: '# cartas robadas por los demás en una jugada' }),
  best_catch: counted({ one: 'sorprendió # vez', other: 'sorprendió # veces' }),
  catchable: '¿TRES?',
  draw: 'Robar',
  choose_or_draw: 'elige una carta o roba',
  drawn_or_pass: 'baja la carta robada o pasa',
  drawn_and_must: 'baja la carta robada',
  draw_anyway: 'Robar igual',
  could_lay: 'Podrías bajar una carta.',
  pass: 'Pasar',
  pile: 'Pila',
  discards: 'Descarte',
  left: 'Se juega hacia la izquierda.',
  right: 'Se juega hacia la derecha.',
  next: text('Sigue: {name}'),
  you_next: 'Sigues tú',
  here: 'aquí',
  lay: (card, picked) => `Bajar ${card_names(picked)} sobre ${card_name(card)}`,
  card: (card, playable, fresh) =>
    [card_name(card), fresh && 'recién robada', playable && 'se puede bajar'].filter(Boolean).join(', '),
  fresh: 'nueva',
  empty: 'Aquí no hay carta',
  choose: 'Baja un número más o uno menos.',
  no_run: 'Debe ser uno más o uno menos.',
  needs_second: 'Esta necesita otra carta.',
  now_table: 'Ahora elige una carta de la mesa.',
  or_second: 'Bájala ahí o suma otra carta.',
  cannot: 'No puedes bajar ninguna carta: roba una.',
  drawn: 'Baja la carta que robaste o pasa.',
  must_lay: 'Se puede bajar: no puedes pasar.',
  nothing_drawn: 'No se puede bajar: pasa.',
  others: text('Juega {name}.'),
  wait: text('A {name} le quedan tres cartas…'),
  catch_now: text('¡{name} no dijo TRES!'),
  must_say: 'Tres cartas: ¡di TRES!',
  last: 'Lo que hizo la última jugada',
  on: 'sobre',
  toma_tres: '¡TOMA TRES!',
  skipped: 'sin turno',
};

/** @type {typeof import('./words.en.js').shorts} */
export const shorts = {
  played: ['Bajaste', '{name} bajó'],
  turned_up: 'sale a la mesa',
  drew: ({ why }) => (why === 'turn' ? ['Robaste una carta', '{name} robó una carta'] : ['Tú +{count}', '{name} +{count}']),
  reshuffled: 'Nueva pila del descarte',
  passed: ['Pasaste', '{name} pasó'],
  reversed: 'Cambia el sentido',
  lost_turn: ['Pierdes el turno', '{name} pierde el turno'],
  tres: ['Tú: ¡TRES!', '{name}: ¡TRES!'],
  caught: { you: '{by} te sorprendió', by_you: 'Sorprendiste a {name}', them: '{by} sorprendió a {name}' },
  game_over: (event, { names, mine }) => won(event.winners, names, mine),
};

/** @param {number[]} winners @param {string[]} names @param {number | null} mine */
function won(winners, names, mine) {
  if (winners.length > 1) return `Ganan la mano: ${list(winners.map((seat) => (seat === mine ? 'tú' : names[seat])))}`;
  return winners[0] === mine ? 'Ganaste la mano' : `${names[winners[0]]} ganó la mano`;
}

/** @type {{[why: string]: string}} */
const because = {
  turn: '',
  plus_three: ' por el +3',
  toma_tres: ': ¡TOMA TRES!',
  caught: ' por no decir TRES',
  false_catch: ' por acusar en falso',
};

/** @param {string[] | undefined} cards */
const seen = (cards) => (cards ? `: ${cards.map(card_name).join(', ')}` : '');
/** @param {Extract<import('./table.js').Own['event'], {e: 'drew'}>} event */
const drawn = ({ count, why, cards }) =>
  `${plural(count, { one: '# carta', other: '# cartas' })}${because[why] ?? ''}${seen(cards)}.`;
/** @param {Extract<import('./table.js').Own['event'], {e: 'played'}>} event */
const laid = ({ cards, below, toma_tres }) =>
  `${card_names(cards)} sobre ${card_name(below)}${toma_tres ? ': ¡TOMA TRES!' : '.'}`;

/** @type {typeof import('./words.en.js').says} */
export const says = {
  rolloff: ({ card }) => [
    'Sacaste {card} para ver quién reparte.',
    '{name} sacó {card} para ver quién reparte.',
    { card: card_name(card) },
  ],
  deals: ['Repartes tú.', 'Reparte {name}.'],
  starts: ({ game }) => (game > 1 ? ['Mano {game}: empiezas tú.', 'Mano {game}: empieza {name}.'] : ['Empiezas tú.', 'Empieza {name}.']),
  turned_up: ({ card }) => (actions[card] ? `Sale a la mesa ${card_name(card)}.` : null),
  played: (event) => ['Bajaste {laid}', '{name} bajó {laid}', { laid: laid(event) }],
  reversed: ({ direction }) =>
    direction > 0 ? 'Ahora se juega hacia la izquierda.' : 'Ahora se juega hacia la derecha.',
  lost_turn: ['Pierdes el turno.', '{name} pierde el turno.'],
  drew: (event) =>
    event.count === 0
      ? ['No había cartas que robar.', 'No había cartas que robar para {name}.']
      : ['Robaste {drawn}', '{name} robó {drawn}', { drawn: drawn(event) }],
  reshuffled: ({ cards }) =>
    plural(cards, {
      one: 'La única carta del descarte vuelve a la pila.',
      other: 'Las # cartas del descarte se mezclan y vuelven a la pila.',
    }),
  passed: ['Pasaste.', '{name} pasó.'],
  tres: ['¡Dijiste TRES!', '¡{name} dijo TRES!'],
  catch_open: ['No dijiste TRES: ¡te pueden sorprender!', '{name} no dijo TRES: ¡sorpréndele!'],
  caught: { you: '¡{by} te sorprendió!', by_you: '¡Sorprendiste a {name}!', them: '¡{by} sorprendió a {name}!' },
  false_catch: {
    you: '{by} te acusó, pero habías dicho TRES.',
    by_you: 'Acusaste a {name}, que había dicho TRES.',
    them: '{by} acusó a {name}, que había dicho TRES.',
  },
  game_over: ({ winners, blocked, points }, { names, mine }) => {
    const stuck = blocked ? 'Bloqueo: nadie puede seguir. ' : '';
    const worth = points > 0 ? plural(points, { one: ' (# punto)', other: ' (# puntos)' }) : '';
    return `${stuck}${won(winners, names, mine)}${worth}.`;
  },
  over: 'La partida terminó.',
};

/** @type {typeof import('./words.en.js').options} */
export const options = {
  deck: 'Mazo',
  wild_colour: 'Color de un comodín numeral',
  draw_three_loses_turn: 'Robar tres también cuesta el turno',
  reverse_two_players: 'Reversa entre dos',
  must_play_drawn: 'La carta robada se baja si se puede',
  tres_call: 'Decir TRES',
  false_catch: 'Cartas por acusar en falso',
  match: 'La partida',
  first_to: 'Manos por ganar',
  points: 'Puntos por hacer',
  'deck.std96': '96 cartas',
  'deck.big108': '108 cartas, más de acción',
  'deck.lite92': '92 cartas, menos comodines numerales',
  'wild_colour.none': 'Ninguno',
  'wild_colour.printed': 'El que lleva impreso',
  'wild_colour.any': 'Cualquiera',
  'reverse_two_players.none': 'No cambia nada',
  'reverse_two_players.skip': 'El otro pierde el turno',
  'tres_call.window': 'A tiempo, o te sorprenden',
  'tres_call.auto': 'Se dice solo',
  'tres_call.off': 'Nunca',
  'match.single': 'Una mano',
  'match.first_to': 'A tantas manos ganadas',
  'match.points': 'A puntos',
};

/** @type {{[why: string]: string}} */
export const reasons = {
  nobody_caught: 'Solo se puede acusar donde hay que decir TRES a tiempo.',
};
