// @ts-check
// Las reglas de TRES, como se juega en esta mesa (docs/rules.md 4).
import { speaking } from '../../i18n/language.js';
import { around, late, start_text, titles } from '../../i18n/rules/es.js';
import { facts } from './facts.js';

const { number, plural } = speaking('es');

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { wild_colour, draw_three_loses_turn, reverse_two_players, must_play_drawn, tres_call } = options;
  const { false_catch, match, first_to, points, starter } = options;
  const { numbers, wilds, of_each_action, cards, wild, toma_tres_with_wild } = facts(options);
  const three = draw_three_loses_turn ? 'roba tres cartas y pierde el turno' : 'roba tres cartas';
  return {
    title: 'TRES',
    lead: 'Baja cartas que formen escalera con una de las tres de la mesa, descarta las tuyas antes que nadie y no te olvides de decir TRES.',
    sections: [
      {
        title: titles.aim,
        parts: [
          { p: 'Ser el primero en quedarse sin cartas en la mano.' },
          ...(match === 'single'
            ? [{ p: 'Se decide en una sola partida.' }]
            : match === 'first_to'
              ? [
                  {
                    p: `Gana el duelo quien primero gane ${number(first_to)} partidas. La siguiente empieza en seguida, desde el lugar siguiente.`,
                  },
                ]
              : [
                  {
                    p: `Gana el duelo quien primero tenga ${number(points)} puntos. Quien gana una partida se anota lo que les queda a los demás; la siguiente empieza en seguida, desde el lugar siguiente.`,
                  },
                  {
                    table: {
                      caption: 'Cuánto valen las cartas que quedan',
                      head: ['Carta', 'Puntos'],
                      rows: [
                        [{ draw: ['r7'] }, 'Su número'],
                        [{ draw: ['R3', 'S3', 'P3'] }, number(20)],
                        [{ draw: [wild] }, number(40)],
                      ],
                    },
                  },
                ]),
        ],
      },
      {
        title: 'Las cartas',
        parts: [
          {
            table: {
              caption: `Las ${number(cards)} cartas`,
              head: ['Cartas', 'Cuántas'],
              rows: [
                [{ draw: ['r1', 'g4', 'b7', 'y9'] }, `${number(numbers)}: del 1 al 9 en cuatro colores, dos veces cada una`],
                [{ draw: [wild] }, `${number(wilds)} comodines numerales: el número que quieras`],
                [{ draw: ['R3', 'S3', 'P3'] }, `${number(of_each_action)} de cada acción: un 3 de cualquier color`],
              ],
            },
          },
          {
            p: {
              none: 'El comodín numeral no tiene color.',
              printed: 'El comodín numeral tiene el color que lleva impreso.',
              any: 'El comodín numeral vale como cualquier color.',
            }[wild_colour] ?? '',
          },
          { p: 'Los números van en círculo: después del 9 sigue el 1, y antes del 1 está el 9.' },
        ],
      },
      {
        title: titles.start,
        parts: [
          {
            p: start_text(
              starter,
              'Cada uno saca una carta y la más alta reparte: las acciones son 3, los comodines numerales 0, y los empatados sacan otra. Empieza quien está a la izquierda.',
            ),
          },
          { p: around },
          { p: 'Se reparten siete cartas a cada uno. Tres se voltean en la mesa; las demás son la pila para robar.' },
        ],
      },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              'Si en la mesa hay menos de tres cartas, se voltean las que faltan.',
              'Baja una o dos cartas que formen escalera, hacia arriba o hacia abajo, con una carta de la mesa. Todas se descartan.',
              `Si no puedes o no quieres, roba una carta. ${must_play_drawn ? 'Si se puede bajar, debes bajarla en seguida, ella sola; si no, pasas' : 'Puedes bajarla en seguida, ella sola, o quedártela y pasar'}.`,
            ],
          },
          { example: { draw: ['r7', '+', 'y8'], text: 'Sobre un 7 va un 8. Los colores no importan.' } },
          { example: { draw: ['r7', '+', 'b6', 'g8'], text: 'También 6 y 8 juntos, 8 y 9, o 5 y 6.' } },
          { example: { draw: ['b9', '+', 'y1', 'g2'], text: 'Después del 9 sigue el 1.' } },
          { example: { draw: ['r7'], rest: ['b7'], text: 'Un 7 no va sobre un 7.' } },
        ],
      },
      {
        title: 'Cartas de acción',
        parts: [
          { p: 'Cada una es además un 3, de cualquier color. Lo que hace depende de cómo llega.' },
          {
            table: {
              caption: 'Qué hacen las acciones',
              head: ['Carta', 'Al bajarla', 'Al voltearse en la mesa'],
              rows: [
                [
                  { draw: ['R3'] },
                  'Cambia el sentido del juego.',
                  'Cambia el sentido del juego, y quien iba a jugar pierde el turno.',
                ],
                [{ draw: ['S3'] }, 'El jugador siguiente pierde el turno.', 'Quien iba a jugar pierde el turno.'],
                [{ draw: ['P3'] }, `El jugador siguiente ${three}.`, `Quien iba a jugar ${three}.`],
              ],
            },
          },
          {
            list: [
              reverse_two_players === 'skip'
                ? 'Entre dos, quien baja una Reversa juega otra vez.'
                : 'Entre dos, bajar una Reversa no cambia nada: le toca al otro.',
              'Si se voltean varias, actúan una por una, cada una sobre quien tenga el turno en ese momento.',
              'En la mesa una acción es solo un 3: lo que bajes sobre ella no la repite.',
            ],
          },
        ],
      },
      {
        title: '¡Toma TRES!',
        parts: [
          { p: `Tres cartas del mismo color, dos tuyas y la de la mesa: el jugador siguiente ${three}.` },
          { example: { draw: ['g5', '+', 'g6', 'g7'], text: '¡Toma TRES! Todas son verdes.' } },
          {
            example: {
              draw: ['r2', '+', 'r4', 'P3'],
              text: 'También es Toma TRES, porque una acción tiene cualquier color. Con el +3 son seis cartas que robar.',
            },
          },
          ...(toma_tres_with_wild
            ? [{ example: { draw: toma_tres_with_wild, text: 'El comodín numeral también es verde: ¡Toma TRES!' } }]
            : []),
          {
            p: 'Con una Reversa primero cambia el sentido, y roba quien juega después de eso. Con una Salta el mismo jugador roba y pierde el turno.',
          },
        ],
      },
      {
        title: 'Decir TRES',
        parts:
          tres_call === 'window'
            ? [
                { p: 'Si terminas tu turno con exactamente tres cartas, di TRES: con tu jugada, o justo después.' },
                {
                  p: `Si no, pasado ${plural(1, { one: '# segundo', other: '# segundos' })}, los demás pueden sorprenderte. Durante ${plural(2, { one: '# segundo', other: '# segundos' })} más todos esperan; después el jugador siguiente puede mover, y con eso se acaba. Quien es sorprendido roba tres cartas.`,
                },
                {
                  p:
                    false_catch > 0
                      ? `Quien acusa a alguien que sí lo dijo roba ${plural(false_catch, { one: '# carta', other: '# cartas' })}. Si lo hace el jugador siguiente, ya nadie más puede intentarlo; si se equivoca otro, los demás todavía pueden.`
                      : 'A quien sí lo dijo no se le puede sorprender.',
                },
              ]
            : tres_call === 'auto'
              ? [{ p: 'Cada vez que terminas tu turno con tres cartas, TRES se dice solo. No se puede sorprender a nadie.' }]
              : [{ p: 'En esta mesa nadie dice TRES, y no se puede sorprender a nadie.' }],
      },
      {
        title: titles.end,
        parts: [
          {
            list: [
              'Quien baja su última carta ha ganado, y lo que esa carta iba a hacer ya no importa.',
              'Si se acaba la pila, se barajan los descartes y forman la nueva pila.',
              `Si en una vuelta entera nadie baja ni recibe una carta, la partida se cierra y gana quien tenga menos. ${
                match === 'points'
                  ? 'Si empatan, se reparten los puntos.'
                  : match === 'first_to'
                    ? 'Si empatan, cada uno gana una partida.'
                    : 'Si empatan, comparten la victoria.'
              }`,
              ...(match === 'single' ? [] : ['Los puestos van por los puntos y, si son iguales, por las cartas que quedaron en la última partida: mejor cuantas menos.']),
            ],
          },
        ],
      },
      {
        title: titles.time,
        parts: [
          {
            p: late(
              `roba y pasa${must_play_drawn ? ', o baja la carta robada si es obligatorio' : ''}${tres_call === 'window' ? '. No dice TRES' : ''}.`,
            ),
          },
        ],
      },
    ],
  };
}
