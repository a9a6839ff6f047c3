// @ts-check
// Las reglas de Yahtzee y sus parientes, como se juegan en esta mesa (docs/rules.md 3).
import { speaking } from '../../i18n/language.js';
import { around, late, start_text, titles } from '../../i18n/rules/es.js';
import { facts } from './facts.js';
import { sheets } from './words.es.js';

const { number } = speaking('es');
/** @type {{[preset: string]: string}} */
const game_names = { yahtzee: 'Yahtzee', yatzy: 'Yatzy', kniffel: 'Kniffel', generala: 'Generala' };

/** Lo que pide cada casilla de la sección inferior. @type {{[box: string]: (points: string, yatzy: boolean) => string}} */
const takes = {
  one_pair: (points) => `Dos iguales, el par más alto: ${points}`,
  two_pairs: (points) => `Dos pares distintos, solo ellos: ${points}`,
  three_of_a_kind: (points, yatzy) =>
    yatzy ? `Tres iguales, solo ellos: ${points}` : `Tres o más iguales, los cinco dados: ${points}`,
  four_of_a_kind: (points, yatzy) =>
    yatzy ? `Cuatro iguales, solo ellos: ${points}` : `Cuatro o más iguales, los cinco dados: ${points}`,
  full_house: (points, yatzy) =>
    `Tres de un número y dos de otro${yatzy ? ', los cinco dados' : ''}: ${points}`,
  small_straight: (points, yatzy) => `${yatzy ? 'Del 1 al 5' : 'Cuatro seguidos'}: ${points}`,
  large_straight: (points, yatzy) => `${yatzy ? 'Del 2 al 6' : 'Cinco seguidos'}: ${points}`,
  yahtzee: (points) => `Cinco iguales: ${points}`,
  chance: (points) => `Cualquier tirada, los cinco dados: ${points}`,
  straight: (points) => `Cinco seguidos: ${points}`,
  poker: (points) => `Cuatro o más iguales: ${points}`,
  generala: (points) => `Cinco iguales: ${points}`,
  double_generala: (points) => `Cinco iguales otra vez: ${points}`,
};

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { preset, upper_bonus, five_is_full_house, columns, order, duplicate, tie, starter } = options;
  const { lines, boxes, yatzy, generala, has_jokers, joker_counts, threes_to_sixes } = facts(options);
  /** @type {{[box: string]: string}} */
  const names = /** @type {{[preset: string]: any}} */ (sheets)[preset];
  const title = game_names[preset];
  const full = names.full_house;
  const apart = joker_counts ? ', salvo como comodín' : '';
  const example = threes_to_sixes;
  return {
    title,
    lead: `Cinco dados, tres tiradas por turno y una tarjeta de ${number(boxes)} casillas por llenar lo mejor posible.`,
    sections: [
      {
        title: titles.aim,
        parts: [
          { p: `Llenar las ${number(boxes)} casillas de tu tarjeta, una por turno, y tener al final el total más alto.` },
          ...(columns > 1
            ? [{ p: 'La tarjeta tiene tres columnas. Lo que hagas en la segunda vale el doble, y en la tercera el triple.' }]
            : []),
        ],
      },
      {
        title: titles.start,
        parts: [
          { p: start_text(starter, 'Cada uno tira los cinco dados y empieza la mayor suma. Los empatados tiran de nuevo.') },
          { p: around },
        ],
      },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              `Tira los cinco dados.${duplicate ? ' Esta primera tirada de la ronda es la misma para todos.' : ''}`,
              'Guarda los que quieras y tira los demás, hasta dos veces. También puedes volver a tirar los que habías guardado.',
              'Después de cualquier tirada puedes llenar una casilla; después de la tercera tienes que hacerlo.',
            ],
          },
          {
            p:
              order === 'forced'
                ? `Las casillas se llenan de arriba abajo${columns > 1 ? ' en cada columna' : ''}.`
                : 'Las casillas se llenan en cualquier orden, cada una sola vez.',
          },
          { p: 'En una casilla se anota lo que los dados valen allí. Si no valen nada, es un cero.' },
        ],
      },
      {
        title: 'Sección superior',
        parts: [
          { p: `De ${names.aces} a ${names.sixes}: la suma de los dados de ese número.` },
          {
            example: {
              draw: example.dice,
              text: `${number(example.threes)} en ${names.threes}, ${number(example.twos)} en ${names.twos} o ${number(example.fours)} en ${names.fours}.`,
            },
          },
          {
            p:
              upper_bonus > 0
                ? `Con 63 o más aquí${columns > 1 ? ', en una columna,' : ''} se ganan ${number(upper_bonus)} puntos extra. Tres de cada número alcanzan justo.`
                : 'La sección superior no da puntos extra.',
          },
        ],
      },
      {
        title: 'Sección inferior',
        parts: [
          {
            table: {
              caption: 'Casillas de la sección inferior',
              head: ['Casilla', 'Dados', 'Puntos'],
              rows: lines.map(({ box, dice, rest, points }) => [
                names[box],
                rest ? { draw: dice, rest } : { draw: dice },
                takes[box](number(points), yatzy),
              ]),
            },
          },
          {
            list: [
              five_is_full_house ? `Cinco iguales también valen como ${full}.` : `Cinco iguales no son ${full}${apart}: hacen falta dos números.`,
              ...(generala
                ? [
                    `${names.straight}, ${full} y ${names.poker} servidos, con la primera tirada del turno, valen 5 más.`,
                    `${names.generala} servida, con la primera tirada del turno, gana la partida en el acto${duplicate ? ', junto con todos los que recibieron esa tirada' : ''}.`,
                    `${names.double_generala} vale solo si antes se hizo ${names.generala}.`,
                  ]
                : []),
            ],
          },
        ],
      },
      ...(has_jokers ? [{ title: `Otro ${names.yahtzee}`, parts: jokers(options, names) }] : []),
      {
        title: titles.end,
        parts: [
          {
            p:
              columns > 1
                ? 'Cuando todas las tarjetas están llenas, cada columna con sus puntos extra se cuenta una, dos y tres veces. Gana el total más alto.'
                : 'Cuando todas las tarjetas están llenas, se suman casillas y puntos extra. Gana el total más alto.',
          },
          {
            p:
              tie === 'shared'
                ? 'Quienes comparten el total más alto comparten la victoria.'
                : `Los empatados en el total más alto juegan un turno más cada uno, ${names.chance ? `que se anota como ${names.chance}: la` : 'por la'} suma de sus dados. Gana la mayor suma; si empatan, siguen hasta que uno quede solo al frente.`,
          },
        ],
      },
      {
        title: titles.time,
        parts: [{ p: late('tira si todavía no hay dados, y llena la casilla que más da.') }],
      },
    ],
  };
}

/** Lo que hacen cinco iguales cuando su casilla ya está llena.
 * @param {import('./facts.js').Options} options @param {{[box: string]: string}} names
 * @returns {import('../../ui/rules/rulebook.js').Part[]} */
function jokers(options, names) {
  const { joker, columns, order } = options;
  const { bonus, five } = facts(options);
  const { full_house: full, small_straight: small, large_straight: large, yahtzee, chance } = names;
  const boxes = columns > 1 ? `las tres casillas ${yahtzee} están llenas` : `la casilla ${yahtzee} está llena`;
  const holds = columns > 1 ? 'alguna tiene' : 'tiene';
  const filled = columns > 1 ? 'llena en todas las columnas' : 'llena';
  const worth = `${full} ${number(25)}, ${small} ${number(30)}, ${large} ${number(40)}`;
  const extra =
    bonus > 0
      ? `Si sacas cinco iguales cuando ${boxes} y ${holds} 50, ganas ${number(bonus)} puntos más, cada vez${columns > 1 ? ', y no se multiplican' : ''}.`
      : 'Sacar otra vez cinco iguales no da puntos extra.';
  if (joker === 'none') return [{ p: extra }, { p: 'Tampoco son comodín: van en cualquier casilla abierta, por lo que valgan allí.' }];
  if (order === 'forced')
    return [{ p: extra }, { p: `Debajo de ${yahtzee} solo queda ${chance}: allí los cinco dados valen su suma.` }];
  return [
    { p: extra },
    { p: `Cuando ${boxes}, con 50 o con 0, cinco iguales son un comodín:` },
    ...(joker === 'forced'
      ? [
          {
            steps: [
              'Van en la casilla superior de su número.',
              `Si esa está ${filled}, en cualquier casilla abierta de la sección inferior, con todos sus puntos: ${worth}.`,
              `Si esas también están llenas, son un cero en una casilla superior abierta${bonus > 0 ? '; los puntos extra se ganan igual' : ''}.`,
            ],
          },
        ]
      : [
          {
            list: [
              'Van en cualquier casilla abierta.',
              joker === 'free'
                ? `Si la casilla superior de su número está ${filled}, valen todos los puntos: ${worth}.`
                : `En todas valen todos los puntos: ${worth}.`,
            ],
          },
        ]),
    // with three columns it would take a page of its own
    ...(columns === 1
      ? [
          {
            example: {
              draw: five,
              text:
                joker === 'wild'
                  ? `${yahtzee} tiene 0: puedes anotar ${number(40)} en ${large}, sin puntos extra.`
                  : `${yahtzee} tiene 0 y ${names.fours} está llena: puedes anotar ${number(40)} en ${large}, sin puntos extra.`,
            },
          },
        ]
      : []),
  ];
}
