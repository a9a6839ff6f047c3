// @ts-check
// The rules of Escalera, as this table plays it (docs/rules.md 1).
import { speaking } from '../../i18n/language.js';
import { around, last_round, late, race_tie, start_text, titles } from '../../i18n/rules/en.js';
import { facts } from './facts.js';

const { number, plural } = speaking('en');

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { target, ante, reset_aces, reset_throw_scores, multi_straights, tie, auto_roll, starter } = options;
  const { points, straights, lone_ace, sixes, combinations, triple_is_double } = facts(options);
  const goal = number(target);
  const worth = (/** @type {number[]} */ ...lengths) => number(points(...lengths));
  return {
    title: 'Escalera',
    lead: `Six dice, one throw a turn, nothing to decide: straights from 1 on bring points, and ${goal} of them the win.${reset_aces > 0 ? ' Beware of too many aces!' : ''}`,
    sections: [
      {
        title: titles.aim,
        parts: [
          { p: `Reach ${goal} points.` },
          {
            p:
              ante > 0
                ? `Everybody puts ${plural(ante, { one: '# chip', other: '# chips' })} into the pot, and the winner takes it.`
                : 'There is no pot: you play for the glory.',
          },
        ],
      },
      {
        title: titles.start,
        parts: [
          { p: start_text(starter, 'Each throws the six dice and the highest sum starts. Those tied throw again.') },
          { p: around },
        ],
      },
      {
        title: titles.turn,
        parts: [
          { p: 'Throw all six dice, once. What they count is added to your total, and the dice pass on.' },
          {
            p: auto_roll
              ? `The dice throw themselves after ${number(1.5)} seconds; you may be quicker.`
              : 'The dice wait until you throw them.',
          },
        ],
      },
      {
        title: 'What a throw counts',
        parts: [
          {
            table: {
              caption: 'Points of a throw',
              head: ['Dice', 'Points'],
              rows: [
                ...straights.map(({ draw, points }) => [
                  { draw },
                  draw.length === 1 ? `${number(points)}, if nothing else counts` : number(points),
                ]),
                ...sixes.map(({ draw, points }) => [{ draw }, number(points)]),
              ],
            },
          },
          {
            list: [
              `A straight begins with a 1.${lone_ace ? ' Alone it counts, if nothing else does, but a second one does not.' : ' Without at least 1-2 there is no straight.'}`,
              'Every die belongs to one straight only.',
              sixes.length > 0
                ? 'Five or six 6s count alone: no other die of the throw does.'
                : 'Five or six 6s count nothing.',
            ],
          },
          {
            example: {
              draw: [1, 2, 3, 4],
              rest: [2, 6],
              text: `1-2-3-4 counts ${worth(4)}. The other 2 has no 1 left to go with.`,
            },
          },
        ],
      },
      {
        title: 'Several straights',
        parts: multi_straights
          ? [
              { p: 'Two straights in one throw both count.' },
              {
                table: {
                  caption: 'Straights that count together',
                  head: ['Dice', 'Points'],
                  rows: combinations.map(({ draw, points }) => [{ draw }, number(points)]),
                },
              },
              ...(triple_is_double
                ? [
                    {
                      example: {
                        draw: [1, 2, '+', 1, 2],
                        rest: [1, 2],
                        text: `Three times 1-2 counts as two of them: ${worth(2, 2)}.`,
                      },
                    },
                  ]
                : []),
            ]
          : [
              { p: 'Only the longest straight of a throw counts.' },
              { example: { draw: [1, 2], rest: [1, 2, 5, 6], text: `One 1-2 counts: ${worth(2)}.` } },
            ],
      },
      {
        title: 'Aces',
        parts:
          reset_aces > 0
            ? [
                {
                  p: `${reset_aces === 3 ? 'Three' : 'Four'} or more aces (1s) in a throw: all that you have is lost, and you begin again from zero.`,
                },
                {
                  p: reset_throw_scores
                    ? 'The throw itself still counts, from zero on.'
                    : 'The throw itself counts nothing.',
                },
                {
                  example: {
                    draw: reset_aces === 3 ? [1, 1, 1] : [1, 1, 1, 1],
                    rest: reset_aces === 3 ? [2, 3, 5] : [2, 3],
                    text: `You had ${number(30)}: now you have ${reset_throw_scores ? worth(3) : number(0)}.`,
                  },
                },
              ]
            : [{ p: 'Aces (1s) never cost anything, however many you throw.' }],
      },
      {
        title: titles.end,
        parts: [{ p: last_round(goal) }, { p: race_tie(tie, goal, reset_aces > 0) }],
      },
      { title: titles.time, parts: [{ p: late('it throws the dice.') }] },
    ],
  };
}
