// @ts-check
import { speaking } from '../../i18n/language.js';

const { counted, list, number, plural, text } = speaking('es');

/** @type {{[letter: string]: string}} */
const colours = { r: 'rojo', g: 'verde', b: 'azul', y: 'amarillo' };
/** @type {{[card: string]: string}} */
const actions = { R3: '3 Reversa', S3: '3 Salta', P3: '3 Roba tres' };

/** @type {typeof import('./words.en.js').signs} */
export const signs = {
  letters: { r: 'R', g: 'V', b: 'Az', y: 'Am' },
  /** What a number wild stands for, on two lines of at most nine letters. */
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
    'En tu turno elige una carta, o dos.',
    'Luego toca la carta de la mesa donde bajarlas.',
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
  choose: 'Elige una carta o dos.',
  needs_second: 'Esta necesita otra carta.',
  now_table: 'Ahora toca una carta de la mesa.',
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
/** @param {any} event */
const drawn = ({ count, why, cards }) =>
  `${plural(count, { one: '# carta', other: '# cartas' })}${because[why] ?? ''}${seen(cards)}.`;
/** @param {any} event */
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

// Las reglas; rules.js decide cuáles de estos textos tiene la página de una mesa.
/** @type {typeof import('./words.en.js').rules} */
export const rules = {
  lead: 'Baja cartas que formen escalera con una de las tres de la mesa, descarta las tuyas antes que nadie y no te olvides de decir TRES.',
  aim: 'Ser el primero en quedarse sin cartas en la mano.',
  single: 'Se decide en una sola partida.',
  first_to: (games) =>
    `Gana el duelo quien primero gane ${games} partidas. La siguiente empieza en seguida, desde el lugar siguiente.`,
  points: (points) =>
    `Gana el duelo quien primero tenga ${points} puntos. Quien gana una partida se anota lo que les queda a los demás; la siguiente empieza en seguida, desde el lugar siguiente.`,
  points_table: { caption: 'Cuánto valen las cartas que quedan', head: ['Carta', 'Puntos'] },
  its_number: 'Su número',
  cards_title: 'Las cartas',
  cards_caption: (cards) => `Las ${cards} cartas`,
  cards_head: ['Cartas', 'Cuántas'],
  numbers: (cards) => `${cards}: del 1 al 9 en cuatro colores, dos veces cada una`,
  wilds: (cards) => `${cards} comodines numerales: el número que quieras`,
  actions_of_each: (cards) => `${cards} de cada acción: un 3 de cualquier color`,
  wild_colour: {
    none: 'El comodín numeral no tiene color.',
    printed: 'El comodín numeral tiene el color que lleva impreso.',
    any: 'El comodín numeral vale como cualquier color.',
  },
  circle: 'Los números van en círculo: después del 9 sigue el 1, y antes del 1 está el 9.',
  rolloff:
    'Cada uno saca una carta y la más alta reparte: las acciones son 3, los comodines numerales 0, y los empatados sacan otra. Empieza quien está a la izquierda.',
  deal: 'Se reparten siete cartas a cada uno. Tres se voltean en la mesa; las demás son la pila para robar.',
  fill: 'Si en la mesa hay menos de tres cartas, se voltean las que faltan.',
  lay: 'Baja una o dos cartas que formen escalera, hacia arriba o hacia abajo, con una carta de la mesa. Todas se descartan.',
  draw: 'Si no puedes o no quieres, roba una carta.',
  must_lay_drawn: 'Si se puede bajar, debes bajarla en seguida, ella sola; si no, pasas.',
  may_lay_drawn: 'Puedes bajarla en seguida, ella sola, o quedártela y pasar.',
  next_up: 'Sobre un 7 va un 8. Los colores no importan.',
  both_sides: 'También 6 y 8 juntos, 8 y 9, o 5 y 6.',
  over_nine: 'Después del 9 sigue el 1.',
  same_number: 'Un 7 no va sobre un 7.',
  actions_title: 'Cartas de acción',
  actions: 'Cada una es además un 3, de cualquier color. Lo que hace depende de cómo llega.',
  actions_table: { caption: 'Qué hacen las acciones', head: ['Carta', 'Al bajarla', 'Al voltearse en la mesa'] },
  reverse_laid: 'Cambia el sentido del juego.',
  reverse_turned_up: 'Cambia el sentido del juego, y quien iba a jugar pierde el turno.',
  skip_laid: 'El jugador siguiente pierde el turno.',
  skip_turned_up: 'Quien iba a jugar pierde el turno.',
  three: 'roba tres cartas',
  three_and_turn: 'roba tres cartas y pierde el turno',
  next_player: (does) => `El jugador siguiente ${does}.`,
  player_to_move: (does) => `Quien iba a jugar ${does}.`,
  reverse_two_players: {
    skip: 'Entre dos, quien baja una Reversa juega otra vez.',
    none: 'Entre dos, bajar una Reversa no cambia nada: le toca al otro.',
  },
  several_turned_up: 'Si se voltean varias, actúan una por una, cada una sobre quien tenga el turno en ese momento.',
  lying_action: 'En la mesa una acción es solo un 3: lo que bajes sobre ella no la repite.',
  toma_tres: (does) => `Tres cartas del mismo color, dos tuyas y la de la mesa: el jugador siguiente ${does}.`,
  toma_tres_numbers: '¡Toma TRES! Todas son verdes.',
  toma_tres_action: 'También es Toma TRES, porque una acción tiene cualquier color. Con el +3 son seis cartas que robar.',
  toma_tres_wild: 'El comodín numeral también es verde: ¡Toma TRES!',
  toma_tres_order:
    'Con una Reversa primero cambia el sentido, y roba quien juega después de eso. Con una Salta el mismo jugador roba y pierde el turno.',
  call_title: 'Decir TRES',
  call: 'Si terminas tu turno con exactamente tres cartas, di TRES: con tu jugada, o justo después.',
  seconds: (count) => plural(count, { one: '# segundo', other: '# segundos' }),
  catching: (wait, more) =>
    `Si no, pasado ${wait}, los demás pueden sorprenderte. Durante ${more} más todos esperan; después el jugador siguiente puede mover, y con eso se acaba. Quien es sorprendido roba tres cartas.`,
  card_count: (count) => plural(count, { one: '# carta', other: '# cartas' }),
  false_catch: (cards) =>
    `Quien acusa a alguien que sí lo dijo roba ${cards}. Si lo hace el jugador siguiente, ya nadie más puede intentarlo; si se equivoca otro, los demás todavía pueden.`,
  no_false_catch: 'A quien sí lo dijo no se le puede sorprender.',
  auto_call: 'Cada vez que terminas tu turno con tres cartas, TRES se dice solo. No se puede sorprender a nadie.',
  no_call: 'En esta mesa nadie dice TRES, y no se puede sorprender a nadie.',
  last_card: 'Quien baja su última carta ha ganado, y lo que esa carta iba a hacer ya no importa.',
  reshuffle: 'Si se acaba la pila, se barajan los descartes y forman la nueva pila.',
  blocked: 'Si en una vuelta entera nadie baja ni recibe una carta, la partida se cierra y gana quien tenga menos.',
  blocked_tie: {
    single: 'Si empatan, comparten la victoria.',
    first_to: 'Si empatan, cada uno gana una partida.',
    points: 'Si empatan, se reparten los puntos.',
  },
  places:
    'Los puestos van por los puntos y, si son iguales, por las cartas que quedaron en la última partida: mejor cuantas menos.',
  late: 'roba y pasa.',
  late_must_lay: 'roba y pasa, o baja la carta robada si es obligatorio.',
  late_silent: 'No dice TRES.',
};
