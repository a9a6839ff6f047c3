// @ts-check
// Le regole di Escalera, come si gioca a questo tavolo (docs/rules.md 1).
import { speaking } from '../../i18n/language.js';
import { around, last_round, late, race_tie, start_text, titles } from '../../i18n/rules/it.js';
import { facts } from './facts.js';

const { number, plural } = speaking('it');

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { target, ante, reset_aces, reset_throw_scores, multi_straights, tie, auto_roll, starter } = options;
  const { points, straights, lone_ace, sixes, combinations, triple_is_double } = facts(options);
  const goal = number(target);
  const worth = (/** @type {number[]} */ ...lengths) => number(points(...lengths));
  return {
    title: 'Escalera',
    lead: `Sei dadi, un lancio per turno e niente da decidere: le scale dall’1 in su danno punti, e con ${goal} si vince.${reset_aces > 0 ? ' Attenzione ai troppi assi!' : ''}`,
    sections: [
      {
        title: titles.aim,
        parts: [
          { p: `Arrivare a ${goal} punti.` },
          {
            p:
              ante > 0
                ? `Tutti mettono ${plural(ante, { one: '# fiche', other: '# fiches' })} nel piatto, e chi vince lo prende.`
                : 'Non c’è piatto: si gioca per la gloria.',
          },
        ],
      },
      {
        title: titles.start,
        parts: [
          { p: start_text(starter, 'Ognuno lancia i sei dadi e comincia la somma più alta. Chi è in parità lancia di nuovo.') },
          { p: around },
        ],
      },
      {
        title: titles.turn,
        parts: [
          { p: 'Lancia tutti e sei i dadi, una volta sola. Quello che valgono si aggiunge al tuo totale, e i dadi passano.' },
          {
            p: auto_roll
              ? `I dadi si lanciano da soli dopo ${number(1.5)} secondi; puoi essere più svelto.`
              : 'I dadi aspettano che tu li lanci.',
          },
        ],
      },
      {
        title: 'Quanto vale un lancio',
        parts: [
          {
            table: {
              caption: 'Punti di un lancio',
              head: ['Dadi', 'Punti'],
              rows: [
                ...straights.map(({ draw, points }) => [
                  { draw },
                  draw.length === 1 ? `${number(points)}, se non vale nient’altro` : number(points),
                ]),
                ...sixes.map(({ draw, points }) => [{ draw }, number(points)]),
              ],
            },
          },
          {
            list: [
              `Una scala comincia con un 1.${lone_ace ? ' Da solo conta, se non conta altro, ma un secondo no.' : ' Senza almeno 1-2 non c’è scala.'}`,
              'Ogni dado serve per una sola scala.',
              sixes.length > 0
                ? 'Cinque o sei 6 valgono da soli: nessun altro dado del lancio conta.'
                : 'Cinque o sei 6 non valgono niente.',
            ],
          },
          {
            example: {
              draw: [1, 2, 3, 4],
              rest: [2, 6],
              text: `1-2-3-4 vale ${worth(4)}. All’altro 2 non resta un 1 per fargli compagnia.`,
            },
          },
        ],
      },
      {
        title: 'Più scale',
        parts: multi_straights
          ? [
              { p: 'Due scale nello stesso lancio valgono entrambe.' },
              {
                table: {
                  caption: 'Scale che valgono insieme',
                  head: ['Dadi', 'Punti'],
                  rows: combinations.map(({ draw, points }) => [{ draw }, number(points)]),
                },
              },
              ...(triple_is_double
                ? [
                    {
                      example: {
                        draw: [1, 2, '+', 1, 2],
                        rest: [1, 2],
                        text: `Tre volte 1-2 vale come due: ${worth(2, 2)}.`,
                      },
                    },
                  ]
                : []),
            ]
          : [
              { p: 'Vale solo la scala più lunga del lancio.' },
              { example: { draw: [1, 2], rest: [1, 2, 5, 6], text: `Vale un solo 1-2: ${worth(2)}.` } },
            ],
      },
      {
        title: 'Assi',
        parts:
          reset_aces > 0
            ? [
                {
                  p: `${reset_aces === 3 ? 'Tre' : 'Quattro'} o più assi (1) in un lancio: perdi tutti i tuoi punti e ricominci da zero.`,
                },
                {
                  p: reset_throw_scores ? 'Il lancio stesso però vale, partendo da zero.' : 'Il lancio stesso non vale niente.',
                },
                {
                  example: {
                    draw: reset_aces === 3 ? [1, 1, 1] : [1, 1, 1, 1],
                    rest: reset_aces === 3 ? [2, 3, 5] : [2, 3],
                    text: `Avevi ${number(30)}: adesso hai ${reset_throw_scores ? worth(3) : number(0)}.`,
                  },
                },
              ]
            : [{ p: 'Gli assi (1) non costano mai niente, per quanti tu ne faccia.' }],
      },
      {
        title: titles.end,
        parts: [{ p: last_round(goal) }, { p: race_tie(tie, goal, reset_aces > 0) }],
      },
      { title: titles.time, parts: [{ p: late('lancia i dadi.') }] },
    ],
  };
}
