// @ts-check
// The rules of Threes Away, as this table plays it (docs/rules.md 2).
import { speaking } from '../../i18n/language.js';
import { around, late, start_text, titles } from '../../i18n/rules/en.js';
import { facts } from './facts.js';

const { number, plural } = speaking('en');
/** @param {number} count */
const chips = (count) => plural(count, { one: '# chip', other: '# chips' });

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { ante, start_chips, pots, tie, tie_ante, zero_ante, bottoms, progressive, zero_face } = options;
  const { must_keep_threes, sixes_shoot_the_moon, stop_when_beaten, next_starter, starter } = options;
  const { counting, zeros, kept, beaten, turned, called, caps } = facts(options);
  const tops = progressive !== 'off';
  const next = 'the next player';
  return {
    title: 'Threes Away',
    lead: `Five dice, and the less they show the better: a ${zero_face} counts nothing, and the lowest sum takes the pot.`,
    sections: [
      {
        title: titles.aim,
        parts: [
          {
            p: `Have the most chips after ${plural(pots, { one: 'one pot', other: '# pots' })}. Everybody begins with ${chips(start_chips)}; whoever has them all wins at once. They are only to play with.`,
          },
        ],
      },
      {
        title: titles.start,
        parts: [
          {
            p: start_text(
              starter,
              'Each throws the five dice and the highest sum starts; here every face counts its number. Those tied throw again.',
            ),
          },
          {
            p:
              next_starter === 'rotate'
                ? `After that each round is begun by ${next}.`
                : next_starter === 'winner'
                  ? `After that whoever took the last pot begins the next one. A round that is played again is begun by ${next}.`
                  : `After that whoever had the lowest score of the last round begins, of several the one who threw first; if nobody had a score, ${next}.`,
          },
          { p: around },
        ],
      },
      {
        title: 'The pot',
        parts: [
          { p: `For every pot each player puts in ${chips(ante)}.` },
          { p: 'If you cannot pay it all, you put in what you have and play on. Without chips you sit out from the next pot on.' },
        ],
      },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              'Throw the five dice.',
              `Set aside at least one of them, or as many as you like.${must_keep_threes ? ` Every ${zero_face} must be set aside.` : ''}`,
              'Throw the others, set aside at least one more, and so on until all five are out.',
            ],
          },
          { p: 'You may keep all five at once, even after the first throw.' },
          {
            table: {
              caption: 'What dice count',
              head: ['Die', 'Points'],
              rows: [
                [{ draw: [zero_face] }, 'Nothing'],
                [{ draw: counting }, 'Its number'],
              ],
            },
          },
          { example: { draw: kept.dice, text: `All kept: a score of ${kept.sum}.` } },
        ],
      },
      {
        title: 'Beaten',
        parts: stop_when_beaten
          ? [
              {
                p: `When your dice set aside come to more than the lowest score of this round${tops ? ' or than its limit' : ''}, you are out at once and have no score. With as much you go on.`,
              },
              { example: { draw: [beaten], text: 'The lowest score is 4, and you set this aside: you are out.' } },
            ]
          : [{ p: 'Nobody is out before the turn is over: all dice are thrown, beaten or not.' }],
      },
      {
        title: 'Zero',
        parts: [
          {
            example: {
              draw: zeros,
              text: zero_ante
                ? `Zero, the perfect score. Everybody who plays for this pot puts in ${chips(ante)} more, its maker too.`
                : 'Zero, the perfect score. It brings no more chips into the pot.',
            },
          },
          ...(sixes_shoot_the_moon
            ? [
                {
                  example: {
                    draw: [6, 6, 6, 6, 6],
                    text: 'Five 6s in one throw, all kept: you shoot the moon and take the pot at once, whatever the others have.',
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
              title: 'Bottoms',
              parts:
                bottoms === 'per_die'
                  ? [
                      { p: 'When you set a die aside you may turn it over, if that makes it count less.' },
                      {
                        table: {
                          caption: 'Dice turned over',
                          head: ['Die', 'Counts'],
                          rows: turned.map(({ face, below, value }) => [
                            { draw: [face, '→', below] },
                            value === 0 ? 'Nothing' : number(value),
                          ]),
                        },
                      },
                    ]
                  : [
                      { p: 'After each throw you may call “bottoms” once: then all its dice are read from below.' },
                      {
                        example: {
                          draw: [...called.dice, '→', ...called.below],
                          text: `Bottoms! All kept, that makes ${called.sum}.`,
                        },
                      },
                    ],
            },
          ]),
      {
        title: 'Who takes the pot',
        parts: [
          {
            p: tops
              ? 'The lowest score takes the whole pot, but only if it is low enough for its round.'
              : 'When all have had their turn, the lowest score takes the whole pot.',
          },
          ...(tops
            ? [
                {
                  table: {
                    caption: 'What wins',
                    head: ['Round', 'At most'],
                    rows: [...caps.map(([round, cap]) => [round, number(cap)]), ['…', '…']],
                  },
                },
                {
                  p: `If nobody makes it, all who played put in ${chips(ante)} and play the next round for the same pot.`,
                },
              ]
            : []),
          {
            p: {
              all_tie:
                'One tie, all tie: if the lowest score is shared, all play another round, whatever they had. Only zeros are played off by those alone who made them.',
              tied_only: 'If the lowest score is shared, only those who share it play another round.',
              split: 'Those who share the lowest score share the pot; odd chips go out one by one, from the starter on.',
            }[tie] ?? '',
          },
          ...(tops
            ? [
                {
                  p: {
                    all_tie: 'That holds for a lowest score within the limit, too: shared, it does not win, and the next round has the next limit.',
                    tied_only: 'That holds for a lowest score within the limit, too; the next round has the next limit.',
                    split: 'That holds for a lowest score within the limit; above it nobody takes anything.',
                  }[tie] ?? '',
                },
              ]
            : []),
          ...(tie === 'split'
            ? []
            : [
                {
                  p: tie_ante
                    ? `${tie === 'tied_only' ? 'Only whoever plays again' : 'Whoever plays again'} puts in ${chips(ante)}. Before zeros are played off everybody who plays for the pot does.`
                    : 'Nobody puts in anything for it.',
                },
              ]),
        ],
      },
      {
        title: titles.time,
        parts: [{ p: late(`it sets aside every ${zero_face}, or else the lowest die, and throws on.`) }],
      },
    ],
  };
}
