// @ts-check
// Le regole di Yahtzee e dei suoi parenti, come si gioca a questo tavolo (docs/rules.md 3).
import { speaking } from '../../i18n/language.js';
import { around, late, start_text, titles } from '../../i18n/rules/it.js';
import { facts } from './facts.js';
import { sheets } from './words.it.js';

const { number } = speaking('it');
/** @type {{[preset: string]: string}} */
const game_names = { yahtzee: 'Yahtzee', yatzy: 'Yatzy', kniffel: 'Kniffel', generala: 'Generala' };

/** Ciò che serve per ogni casella della sezione inferiore. @type {{[box: string]: (points: string, yatzy: boolean) => string}} */
const takes = {
  one_pair: (points) => `Due uguali, la coppia più alta: ${points}`,
  two_pairs: (points) => `Due coppie diverse, solo loro: ${points}`,
  three_of_a_kind: (points, yatzy) =>
    yatzy ? `Tre uguali, solo loro: ${points}` : `Tre o più uguali, tutti e cinque i dadi: ${points}`,
  four_of_a_kind: (points, yatzy) =>
    yatzy ? `Quattro uguali, solo loro: ${points}` : `Quattro o più uguali, tutti e cinque i dadi: ${points}`,
  full_house: (points, yatzy) =>
    `Tre di un numero e due di un altro${yatzy ? ', tutti e cinque i dadi' : ''}: ${points}`,
  small_straight: (points, yatzy) => `${yatzy ? 'Da 1 a 5' : 'Quattro in fila'}: ${points}`,
  large_straight: (points, yatzy) => `${yatzy ? 'Da 2 a 6' : 'Cinque in fila'}: ${points}`,
  yahtzee: (points) => `Cinque uguali: ${points}`,
  chance: (points) => `Qualsiasi lancio, tutti e cinque i dadi: ${points}`,
  straight: (points) => `Cinque in fila: ${points}`,
  poker: (points) => `Quattro o più uguali: ${points}`,
  generala: (points) => `Cinque uguali: ${points}`,
  double_generala: (points) => `Ancora cinque uguali: ${points}`,
};

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { preset, upper_bonus, five_is_full_house, columns, order, duplicate, tie, starter } = options;
  const { lines, boxes, yatzy, generala, has_jokers, joker_counts, threes_to_sixes } = facts(options);
  /** @type {{[box: string]: string}} */
  const names = /** @type {{[preset: string]: any}} */ (sheets)[preset];
  const title = game_names[preset];
  const full = names.full_house;
  const apart = joker_counts ? ', se non come jolly' : '';
  const example = threes_to_sixes;
  return {
    title,
    lead: `Cinque dadi, tre lanci per turno e un cartellino di ${number(boxes)} caselle da riempire meglio che puoi.`,
    sections: [
      {
        title: titles.aim,
        parts: [
          { p: `Riempire tutte le ${number(boxes)} caselle del tuo cartellino, una per turno, e avere alla fine il totale più alto.` },
          ...(columns > 1
            ? [{ p: 'Il cartellino ha tre colonne. Quello che fai nella seconda vale doppio, nella terza triplo.' }]
            : []),
        ],
      },
      {
        title: titles.start,
        parts: [
          { p: start_text(starter, 'Ognuno lancia i cinque dadi e comincia la somma più alta. Chi è in parità lancia di nuovo.') },
          { p: around },
        ],
      },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              `Lancia tutti e cinque i dadi.${duplicate ? ' Questo primo lancio del giro è uguale per tutti.' : ''}`,
              'Tieni quelli che vuoi e lancia di nuovo gli altri, fino a due volte. Puoi rilanciare anche quelli tenuti prima.',
              'Dopo qualsiasi lancio puoi riempire una casella; dopo il terzo devi.',
            ],
          },
          {
            p:
              order === 'forced'
                ? `Le caselle si riempiono dall’alto in basso${columns > 1 ? ' in ogni colonna' : ''}.`
                : 'Le caselle si riempiono in qualsiasi ordine, ciascuna una volta.',
          },
          { p: 'In una casella si segna ciò che i dadi valgono lì. Se non valgono niente, è uno zero.' },
        ],
      },
      {
        title: 'Sezione superiore',
        parts: [
          { p: `Da ${names.aces} a ${names.sixes}: la somma dei dadi di quel numero.` },
          {
            example: {
              draw: example.dice,
              text: `${number(example.threes)} in ${names.threes}, ${number(example.twos)} in ${names.twos} o ${number(example.fours)} in ${names.fours}.`,
            },
          },
          {
            p:
              upper_bonus > 0
                ? `Con 63 o più qui sopra${columns > 1 ? ', in una colonna,' : ''} c’è un bonus di ${number(upper_bonus)}. Tre di ogni numero bastano giusti.`
                : 'La sezione superiore non dà bonus.',
          },
        ],
      },
      {
        title: 'Sezione inferiore',
        parts: [
          {
            table: {
              caption: 'Caselle della sezione inferiore',
              head: ['Casella', 'Dadi', 'Punti'],
              rows: lines.map(({ box, dice, rest, points }) => [
                names[box],
                rest ? { draw: dice, rest } : { draw: dice },
                takes[box](number(points), yatzy),
              ]),
            },
          },
          {
            list: [
              five_is_full_house ? `Cinque uguali valgono anche come ${full}.` : `Cinque uguali non fanno ${full}${apart}: servono due numeri.`,
              ...(generala
                ? [
                    `${names.straight}, ${full} e ${names.poker} fatti con il primo lancio del turno valgono 5 in più.`,
                    `${names.generala} con il primo lancio del turno vince subito la partita${duplicate ? ', insieme a tutti quelli che hanno ricevuto quel lancio' : ''}.`,
                    `${names.double_generala} vale solo se prima è stata fatta ${names.generala}.`,
                  ]
                : []),
            ],
          },
        ],
      },
      ...(has_jokers ? [{ title: `Un altro ${names.yahtzee}`, parts: jokers(options, names) }] : []),
      {
        title: titles.end,
        parts: [
          {
            p:
              columns > 1
                ? 'Quando tutti i cartellini sono pieni, ogni colonna con il suo bonus si conta una, due e tre volte. Vince il totale più alto.'
                : 'Quando tutti i cartellini sono pieni, si sommano caselle e bonus. Vince il totale più alto.',
          },
          {
            p:
              tie === 'shared'
                ? 'Chi è in parità al primo posto divide la vittoria.'
                : `Chi è in parità al primo posto gioca un turno in più, ${names.chance ? `che vale come ${names.chance}: la` : 'per la'} somma dei dadi. Vince la somma più alta; se è ancora pari, si continua finché uno solo è in testa.`,
          },
        ],
      },
      {
        title: titles.time,
        parts: [{ p: late('lancia se non ci sono ancora dadi, e riempie la casella che dà di più.') }],
      },
    ],
  };
}

/** Ciò che fanno cinque uguali quando la loro casella è già piena.
 * @param {import('./facts.js').Options} options @param {{[box: string]: string}} names
 * @returns {import('../../ui/rules/rulebook.js').Part[]} */
function jokers(options, names) {
  const { joker, columns, order } = options;
  const { bonus, five } = facts(options);
  const { full_house: full, small_straight: small, large_straight: large, yahtzee, chance } = names;
  const boxes = columns > 1 ? `tutte e tre le caselle ${yahtzee} sono piene` : `la casella ${yahtzee} è piena`;
  const holds = columns > 1 ? 'almeno una ha' : 'ha';
  const filled = columns > 1 ? 'piena in tutte le colonne' : 'piena';
  const worth = `${full} ${number(25)}, ${small} ${number(30)}, ${large} ${number(40)}`;
  const extra =
    bonus > 0
      ? `Se fai cinque uguali quando ${boxes} e ${holds} 50, hai ${number(bonus)} punti in più, ogni volta${columns > 1 ? ', e non si moltiplicano' : ''}.`
      : 'Altri cinque uguali non danno bonus.';
  if (joker === 'none') return [{ p: extra }, { p: 'Non sono nemmeno jolly: vanno in qualsiasi casella aperta, per ciò che valgono lì.' }];
  if (order === 'forced')
    return [{ p: extra }, { p: `Sotto ${yahtzee} resta solo ${chance}: lì i cinque dadi valgono la loro somma.` }];
  return [
    { p: extra },
    { p: `Quando ${boxes}, con 50 o con 0, cinque uguali sono un jolly:` },
    ...(joker === 'forced'
      ? [
          {
            steps: [
              'Vanno nella casella superiore del loro numero.',
              `Se quella è ${filled}, in qualsiasi casella aperta della sezione inferiore, a punti pieni: ${worth}.`,
              `Se anche quelle sono piene, sono uno zero in una casella superiore aperta${bonus > 0 ? '; il bonus resta tuo' : ''}.`,
            ],
          },
        ]
      : [
          {
            list: [
              'Vanno in qualsiasi casella aperta.',
              joker === 'free'
                ? `Quando la casella superiore del loro numero è ${filled}, valgono a punti pieni: ${worth}.`
                : `Valgono ovunque a punti pieni: ${worth}.`,
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
                  ? `${yahtzee} ha 0: puoi segnare ${number(40)} in ${large}, senza bonus.`
                  : `${yahtzee} ha 0 e ${names.fours} è piena: puoi segnare ${number(40)} in ${large}, senza bonus.`,
            },
          },
        ]
      : []),
  ];
}
