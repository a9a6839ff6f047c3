// @ts-check
// Las reglas de Threes Away, como se juega en esta mesa (docs/rules.md 2).
import { speaking } from '../../i18n/language.js';
import { around, late, start_text, titles } from '../../i18n/rules/es.js';
import { facts } from './facts.js';

const { number, plural } = speaking('es');
/** @param {number} count */
const chips = (count) => plural(count, { one: '# ficha', other: '# fichas' });

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { ante, start_chips, pots, tie, tie_ante, zero_ante, bottoms, progressive, zero_face } = options;
  const { must_keep_threes, sixes_shoot_the_moon, stop_when_beaten, next_starter, starter } = options;
  const { counting, zeros, kept, beaten, turned, called, caps } = facts(options);
  const tops = progressive !== 'off';
  const next = 'el jugador siguiente';
  return {
    title: 'Threes Away',
    lead: `Cinco dados, y cuanto menos sumen, mejor: un ${zero_face} no cuenta nada, y la suma más baja se lleva el pozo.`,
    sections: [
      {
        title: titles.aim,
        parts: [
          {
            p: `Tener más fichas que nadie después de ${plural(pots, { one: 'un pozo', other: '# pozos' })}. Todos empiezan con ${chips(start_chips)}; quien las junta todas gana en el acto. Son solo para jugar.`,
          },
        ],
      },
      {
        title: titles.start,
        parts: [
          {
            p: start_text(
              starter,
              'Cada uno tira los cinco dados y empieza la mayor suma; aquí cada cara vale su número. Los empatados tiran de nuevo.',
            ),
          },
          {
            p:
              next_starter === 'rotate'
                ? `Después, cada ronda la empieza ${next}.`
                : next_starter === 'winner'
                  ? `Después, cada pozo lo empieza quien se llevó el anterior. Si una ronda se repite, la empieza ${next}.`
                  : `Después empieza quien tuvo el puntaje más bajo de la última ronda y, si fueron varios, el que tiró primero; si no lo tuvo nadie, ${next}.`,
          },
          { p: around },
        ],
      },
      {
        title: 'El pozo',
        parts: [
          { p: `En cada pozo todos ponen una entrada de ${chips(ante)}.` },
          {
            p: 'Quien no puede pagarla entera pone lo que le queda y sigue jugando. Sin fichas, no juegas desde el pozo siguiente.',
          },
        ],
      },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              'Tira los cinco dados.',
              `Aparta por lo menos uno, o los que quieras.${must_keep_threes ? ` Cada ${zero_face} hay que apartarlo.` : ''}`,
              'Tira los demás, aparta por lo menos otro, y así hasta que no quede ninguno.',
            ],
          },
          { p: 'Puedes quedarte con los cinco de una vez, incluso en la primera tirada.' },
          {
            table: {
              caption: 'Cuánto valen los dados',
              head: ['Dado', 'Puntos'],
              rows: [
                [{ draw: [zero_face] }, 'Nada'],
                [{ draw: counting }, 'Su número'],
              ],
            },
          },
          { example: { draw: kept.dice, text: `Te quedas con todos: ${kept.sum} puntos.` } },
        ],
      },
      {
        title: 'Quedar fuera',
        parts: stop_when_beaten
          ? [
              {
                p: `Si tus dados apartados suman más que el puntaje más bajo de la ronda${tops ? ' o que su límite' : ''}, quedas fuera en el acto y sin puntaje. Si igualan, sigues.`,
              },
              { example: { draw: [beaten], text: 'El puntaje más bajo es 4 y apartas este dado: quedas fuera.' } },
            ]
          : [{ p: 'Nadie queda fuera antes de terminar su turno: se tiran todos los dados, aunque ya no alcance.' }],
      },
      {
        title: 'El cero',
        parts: [
          {
            example: {
              draw: zeros,
              text: zero_ante
                ? `Cero, el puntaje perfecto. Todos los que juegan por este pozo ponen ${chips(ante)} más, también quien lo hizo.`
                : 'Cero, el puntaje perfecto. No trae más fichas al pozo.',
            },
          },
          ...(sixes_shoot_the_moon
            ? [
                {
                  example: {
                    draw: [6, 6, 6, 6, 6],
                    text: 'Cinco 6 en una sola tirada, todos apartados: te llevas el pozo en el acto, tengan lo que tengan los demás.',
                  },
                },
              ]
            : []),
        ],
      },
      ...(bottoms === 'off'
        ? []
        : [
            {
              title: 'El fondo',
              parts:
                bottoms === 'per_die'
                  ? [
                      { p: 'Al apartar un dado puedes darle la vuelta, si así vale menos.' },
                      {
                        table: {
                          caption: 'Dados dados vuelta',
                          head: ['Dado', 'Vale'],
                          rows: turned.map(({ face, below, value }) => [
                            { draw: [face, '→', below] },
                            value === 0 ? 'Nada' : number(value),
                          ]),
                        },
                      },
                    ]
                  : [
                      { p: 'Después de cada tirada puedes pedir «el fondo» una vez: todos sus dados se leen por debajo.' },
                      {
                        example: {
                          draw: [...called.dice, '→', ...called.below],
                          text: `¡El fondo! Si te quedas con todos, son ${called.sum}.`,
                        },
                      },
                    ],
            },
          ]),
      {
        title: 'Quién se lleva el pozo',
        parts: [
          {
            p: tops
              ? 'El puntaje más bajo se lleva todo el pozo, pero solo si alcanza para su ronda.'
              : 'Cuando todos han jugado, el puntaje más bajo se lleva todo el pozo.',
          },
          ...(tops
            ? [
                {
                  table: {
                    caption: 'Con cuánto se gana',
                    head: ['Ronda', 'A lo sumo'],
                    rows: [...caps.map(([round, cap]) => [round, number(cap)]), ['…', '…']],
                  },
                },
                {
                  p: `Si nadie lo logra, todos los que jugaron ponen ${chips(ante)} y juegan la ronda siguiente por el mismo pozo.`,
                },
              ]
            : []),
          {
            p: {
              all_tie:
                'Un empate, todos empatan: si el puntaje más bajo está empatado, todos juegan otra ronda, tuvieran lo que tuvieran. Solo los ceros se desempatan entre quienes los hicieron.',
              tied_only: 'Si el puntaje más bajo está empatado, solo los empatados juegan otra ronda.',
              split:
                'Quienes empatan con el puntaje más bajo se reparten el pozo; las fichas que sobran se dan de a una, desde quien empezó.',
            }[tie] ?? '',
          },
          ...(tops
            ? [
                {
                  p: {
                    all_tie: 'Lo mismo vale para el puntaje más bajo dentro del límite: empatado no gana, y la ronda siguiente tiene el límite siguiente.',
                    tied_only: 'Lo mismo vale para el puntaje más bajo dentro del límite; la ronda siguiente tiene el límite siguiente.',
                    split: 'Lo mismo vale dentro del límite; por encima nadie se lleva nada.',
                  }[tie] ?? '',
                },
              ]
            : []),
          ...(tie === 'split'
            ? []
            : [
                {
                  p: tie_ante
                    ? `${tie === 'tied_only' ? 'Solo quien juega de nuevo' : 'Quien juega de nuevo'} pone ${chips(ante)}. Antes de desempatar ceros ponen todos los que juegan por el pozo.`
                    : 'Para eso nadie pone nada.',
                },
              ]),
        ],
      },
      {
        title: titles.time,
        parts: [{ p: late(`aparta cada ${zero_face}, o si no el dado más bajo, y sigue tirando.`) }],
      },
    ],
  };
}
