// @ts-check
// Las reglas; rules.js decide cuáles de estos textos tiene la página de una mesa.
import { make_formatters } from '../../i18n/language.js';

const { plural } = make_formatters('es');

/** @type {typeof import('./rules.en.js').rules} */
export const rules = {
  lead: 'Baja cartas que formen escalera con una de las tres de la mesa, descarta las tuyas antes que nadie y no te olvides de decir TRES.',
  aim: 'Ser el primero en quedarse sin cartas en la mano.',
  single: 'Se decide en una sola mano.',
  first_to: (games) =>
    `Gana la partida quien primero gane ${games} manos. La siguiente empieza en seguida, desde el lugar siguiente.`,
  points: (points) =>
    `Gana la partida quien primero tenga ${points} puntos. Quien gana una mano se anota lo que les queda a los demás; la siguiente empieza en seguida, desde el lugar siguiente.`,
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
  blocked: 'Si en una vuelta entera nadie baja ni recibe una carta, la mano se cierra y gana quien tenga menos.',
  blocked_tie: {
    single: 'Si empatan, comparten la victoria.',
    first_to: 'Si empatan, cada uno gana una mano.',
    points: 'Si empatan, se reparten los puntos.',
  },
  places:
    'Los puestos van por los puntos y, si son iguales, por las cartas que quedaron en la última mano: mejor cuantas menos.',
  late: 'roba y pasa.',
  late_must_lay: 'roba y pasa, o baja la carta robada si es obligatorio.',
  late_silent: 'No dice TRES.',
};
