// @ts-check
// The rules of TRES, as this table plays it (docs/rules.md 4).
import { speaking } from '../../i18n/language.js';
import { around, late, start_text, titles } from '../../i18n/rules/en.js';
import { facts } from './facts.js';

const { number, plural } = speaking('en');

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { wild_colour, draw_three_loses_turn, reverse_two_players, must_play_drawn, tres_call } = options;
  const { false_catch, match, first_to, points, starter } = options;
  const { numbers, wilds, of_each_action, cards, wild, toma_tres_with_wild } = facts(options);
  const three = draw_three_loses_turn ? 'draws three cards and loses the turn' : 'draws three cards';
  return {
    title: 'TRES',
    lead: 'Lay cards that make a run with one of the three on the table, be rid of yours first, and do not forget to say TRES.',
    sections: [
      {
        title: titles.aim,
        parts: [
          { p: 'Be the first with no cards left in your hand.' },
          ...(match === 'single'
            ? [{ p: 'One game decides.' }]
            : match === 'first_to'
              ? [
                  {
                    p: `Whoever first wins ${number(first_to)} games wins the match. The next game begins at once, and the next seat starts it.`,
                  },
                ]
              : [
                  {
                    p: `Whoever first has ${number(points)} points wins the match. The winner of a game gets what the others still hold; the next one begins at once, and the next seat starts it.`,
                  },
                  {
                    table: {
                      caption: 'What cards left over are worth',
                      head: ['Card', 'Points'],
                      rows: [
                        [{ draw: ['r7'] }, 'Its number'],
                        [{ draw: ['R3', 'S3', 'P3'] }, number(20)],
                        [{ draw: [wild] }, number(40)],
                      ],
                    },
                  },
                ]),
        ],
      },
      {
        title: 'The cards',
        parts: [
          {
            table: {
              caption: `The ${number(cards)} cards`,
              head: ['Cards', 'How many'],
              rows: [
                [{ draw: ['r1', 'g4', 'b7', 'y9'] }, `${number(numbers)}: 1 to 9 in four colours, each twice`],
                [{ draw: [wild] }, `${number(wilds)} number wilds: any number you like`],
                [{ draw: ['R3', 'S3', 'P3'] }, `${number(of_each_action)} of each action: a 3 of any colour`],
              ],
            },
          },
          {
            p: {
              none: 'A number wild has no colour.',
              printed: 'A number wild has the colour printed on it.',
              any: 'A number wild counts as any colour.',
            }[wild_colour] ?? '',
          },
          { p: 'Numbers go in a circle: after 9 comes 1, and before 1 comes 9.' },
        ],
      },
      {
        title: titles.start,
        parts: [
          {
            p: start_text(
              starter,
              'Each takes a card and the highest deals: actions are 3, number wilds 0, and those tied take another. The player on the dealer’s left starts.',
            ),
          },
          { p: around },
          { p: 'Everybody gets seven cards. Three are turned up on the table, the rest is the pile to draw from.' },
        ],
      },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              'If fewer than three cards lie on the table, those missing are turned up.',
              'Lay one or two cards that make a run, up or down, with one card of the table. All cards of the run are discarded.',
              `If you cannot or will not, draw a card. ${must_play_drawn ? 'If it can be laid you must lay it at once, alone; otherwise you pass' : 'You may lay it at once, alone, or keep it and pass'}.`,
            ],
          },
          { example: { draw: ['r7', '+', 'y8'], text: 'An 8 goes on a 7. Colours do not matter.' } },
          { example: { draw: ['r7', '+', 'b6', 'g8'], text: 'So do 6 and 8 together, 8 and 9, or 5 and 6.' } },
          { example: { draw: ['b9', '+', 'y1', 'g2'], text: 'After 9 comes 1.' } },
          { example: { draw: ['r7'], rest: ['b7'], text: 'A 7 does not go on a 7.' } },
        ],
      },
      {
        title: 'Actions',
        parts: [
          { p: 'Each is also a 3, of any colour. What it does depends on how it comes.' },
          {
            table: {
              caption: 'What actions do',
              head: ['Card', 'When you lay it', 'When it is turned up'],
              rows: [
                [
                  { draw: ['R3'] },
                  'Play turns the other way.',
                  'Play turns the other way, and the player to move loses the turn.',
                ],
                [{ draw: ['S3'] }, 'The next player loses the turn.', 'The player to move loses the turn.'],
                [{ draw: ['P3'] }, `The next player ${three}.`, `The player to move ${three}.`],
              ],
            },
          },
          {
            list: [
              reverse_two_players === 'skip'
                ? 'With two players, whoever lays a Reverse moves again.'
                : 'With two players a Reverse that is laid changes nothing: the other moves next.',
              'If several are turned up, each acts in turn, on the player to move by then.',
              'On the table an action is just a 3: what you lay on it does not set it off again.',
            ],
          },
        ],
      },
      {
        title: '¡Toma TRES!',
        parts: [
          { p: `Three cards of one colour, two of yours and the one on the table: the next player ${three}.` },
          { example: { draw: ['g5', '+', 'g6', 'g7'], text: 'Toma TRES! All are green.' } },
          {
            example: {
              draw: ['r2', '+', 'r4', 'P3'],
              text: 'Toma TRES too, since an action has any colour. With the +3 that makes six cards to draw.',
            },
          },
          ...(toma_tres_with_wild
            ? [{ example: { draw: toma_tres_with_wild, text: 'The number wild is green as well: Toma TRES!' } }]
            : []),
          {
            p: 'With a Reverse play turns first, and whoever is next by then draws. With a Skip the same player draws and loses the turn.',
          },
        ],
      },
      {
        title: 'Saying TRES',
        parts:
          tres_call === 'window'
            ? [
                { p: 'If you end your turn with exactly three cards, say TRES: with your move, or right after it.' },
                {
                  p: `Otherwise, after ${plural(1, { one: '# second', other: '# seconds' })}, the others may catch you. For ${plural(2, { one: '# second', other: '# seconds' })} more everybody waits; then the next player may move, and with that it is over. Whoever is caught draws three cards.`,
                },
                {
                  p:
                    false_catch > 0
                      ? `Whoever catches somebody who did say it draws ${plural(false_catch, { one: '# card', other: '# cards' })}. If that is the next player nobody else may try any more; after another’s mistake the rest still may.`
                      : 'Whoever did say it cannot be caught.',
                },
              ]
            : tres_call === 'auto'
              ? [{ p: 'Whenever you end your turn with three cards TRES is said for you. Nobody can be caught.' }]
              : [{ p: 'At this table nobody says TRES, and nobody can be caught.' }],
      },
      {
        title: titles.end,
        parts: [
          {
            list: [
              'Whoever lays the last card has won, and what that card would have done no longer matters.',
              'When the pile runs out the discards are shuffled and become the pile.',
              `If for a whole lap nobody lays or gets a card, the game is blocked and the fewest cards win. ${
                match === 'points'
                  ? 'Those who have equally few share the points.'
                  : match === 'first_to'
                    ? 'Those who have equally few win a game each.'
                    : 'Those who have equally few share the win.'
              }`,
              ...(match === 'single' ? [] : ['Places go by the score, and where that is equal by the cards left in the last game: fewer are better.']),
            ],
          },
        ],
      },
      {
        title: titles.time,
        parts: [
          {
            p: late(
              `it draws and passes${must_play_drawn ? ', or lays the drawn card if it must' : ''}${tres_call === 'window' ? '. It does not say TRES' : ''}.`,
            ),
          },
        ],
      },
    ],
  };
}
