// @ts-check
// Las reglas de Escalera, como se juega en esta mesa (docs/rules.md 1).
import { speaking } from '../../i18n/language.js';
import { around, last_round, late, race_tie, start_text, titles } from '../../i18n/rules/es.js';
import { facts } from './facts.js';

const { number, plural } = speaking('es');

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { target, ante, reset_aces, reset_throw_scores, multi_straights, tie, auto_roll, starter } = options;
  const { points, straights, lone_ace, sixes, combinations, triple_is_double } = facts(options);
  const goal = number(target);
  const worth = (/** @type {number[]} */ ...lengths) => number(points(...lengths));
  return {
    title: 'Escalera',
    lead: `Seis dados, una tirada por turno y nada que decidir: las escaleras desde el 1 dan puntos, y con ${goal} se gana.${reset_aces > 0 ? ' ¡Cuidado con sacar demasiados ases!' : ''}`,
    sections: [
      {
        title: titles.aim,
        parts: [
          { p: `Alcanzar ${goal} puntos.` },
          {
            p:
              ante > 0
                ? `Todos ponen ${plural(ante, { one: '# ficha', other: '# fichas' })} en el pozo, y se lo lleva quien gana.`
                : 'No hay pozo: se juega por la gloria.',
          },
        ],
      },
      {
        title: titles.start,
        parts: [
          { p: start_text(starter, 'Cada uno tira los seis dados y empieza la mayor suma. Los empatados tiran de nuevo.') },
          { p: around },
        ],
      },
      {
        title: titles.turn,
        parts: [
          { p: 'Tira los seis dados una sola vez. Lo que valgan se suma a tu total, y los dados pasan.' },
          {
            p: auto_roll
              ? `Los dados se tiran solos a los ${number(1.5)} segundos; puedes adelantarte.`
              : 'Los dados esperan hasta que los tires.',
          },
        ],
      },
      {
        title: 'Cuánto vale una tirada',
        parts: [
          {
            table: {
              caption: 'Puntos de una tirada',
              head: ['Dados', 'Puntos'],
              rows: [
                ...straights.map(({ draw, points }) => [
                  { draw },
                  draw.length === 1 ? `${number(points)}, si no vale nada más` : number(points),
                ]),
                ...sixes.map(({ draw, points }) => [{ draw }, number(points)]),
              ],
            },
          },
          {
            list: [
              `Una escalera empieza con un 1.${lone_ace ? ' Solo también cuenta, si no cuenta otra cosa, pero un segundo no.' : ' Sin al menos 1-2 no hay escalera.'}`,
              'Cada dado sirve para una sola escalera.',
              sixes.length > 0
                ? 'Cinco o seis 6 valen solos: ningún otro dado de la tirada cuenta.'
                : 'Cinco o seis 6 no valen nada.',
            ],
          },
          {
            example: {
              draw: [1, 2, 3, 4],
              rest: [2, 6],
              text: `1-2-3-4 vale ${worth(4)}. Al otro 2 no le queda un 1 que lo acompañe.`,
            },
          },
        ],
      },
      {
        title: 'Varias escaleras',
        parts: multi_straights
          ? [
              { p: 'Dos escaleras en una misma tirada valen las dos.' },
              {
                table: {
                  caption: 'Escaleras que valen juntas',
                  head: ['Dados', 'Puntos'],
                  rows: combinations.map(({ draw, points }) => [{ draw }, number(points)]),
                },
              },
              ...(triple_is_double
                ? [
                    {
                      example: {
                        draw: [1, 2, '+', 1, 2],
                        rest: [1, 2],
                        text: `Tres veces 1-2 vale como dos: ${worth(2, 2)}.`,
                      },
                    },
                  ]
                : []),
            ]
          : [
              { p: 'Solo vale la escalera más larga de la tirada.' },
              { example: { draw: [1, 2], rest: [1, 2, 5, 6], text: `Vale un solo 1-2: ${worth(2)}.` } },
            ],
      },
      {
        title: 'Ases',
        parts:
          reset_aces > 0
            ? [
                {
                  p: `${reset_aces === 3 ? 'Tres' : 'Cuatro'} o más ases (1) en una tirada: pierdes todo tu puntaje y vuelves a empezar desde cero.`,
                },
                {
                  p: reset_throw_scores ? 'La tirada misma sí vale, a partir de cero.' : 'La tirada misma no vale nada.',
                },
                {
                  example: {
                    draw: reset_aces === 3 ? [1, 1, 1] : [1, 1, 1, 1],
                    rest: reset_aces === 3 ? [2, 3, 5] : [2, 3],
                    text: `Tenías ${number(30)}: ahora tienes ${reset_throw_scores ? worth(3) : number(0)}.`,
                  },
                },
              ]
            : [{ p: 'Los ases (1) nunca cuestan nada, saques los que saques.' }],
      },
      {
        title: titles.end,
        parts: [{ p: last_round(goal) }, { p: race_tie(tie, goal, reset_aces > 0) }],
      },
      { title: titles.time, parts: [{ p: late('tira los dados.') }] },
    ],
  };
}
