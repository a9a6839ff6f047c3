// @ts-check
// The rules of La Ambiciosa, as this table plays it (docs/rules.md 0).
import { speaking } from '../../i18n/language.js';
import { around, last_round, late, race_tie, start_text, titles } from '../../i18n/rules/en.js';

const { gain, number } = speaking('en');

/** @typedef {{target: number, floor_at_zero: boolean, tie: string, min_bank: number, negative_triples: boolean,
 *     starter: string}} Options */

/** @param {Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write({ target, floor_at_zero, tie, min_bank, negative_triples, starter }) {
  const goal = number(target);
  const bad = (/** @type {number} */ points) =>
    negative_triples ? `${gain(points)}, and the turn ends` : 'Nothing, and the turn ends';
  return {
    title: 'La Ambiciosa',
    lead: `Three poker dice and a cup. Aces and kings pile up points as long as you dare to throw; one bad throw takes back all that you have not written down. First to ${goal}!`,
    sections: [
      {
        title: titles.aim,
        parts: [{ p: `Write down ${goal} points. Points in your hand do not count yet: they can still be lost.` }],
      },
      {
        title: titles.start,
        parts: [
          {
            p: start_text(
              starter,
              'Each throws one die and the highest starts: ace, king, queen, jack, 10, 9. Those tied throw again.',
            ),
          },
          { p: around },
        ],
      },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              'Throw all three dice.',
              'Aces and kings score: add their points to those of your turn.',
              'Throw all three again, or say “me planto”: the points of your turn are written down and your turn is over.',
              'A throw that scores nothing ends your turn, and its points are lost.',
            ],
          },
          {
            p:
              min_bank > 0
                ? `You may stop only with at least ${number(min_bank)} points in the turn.`
                : 'You may stop with any points at all, but you must throw once.',
          },
        ],
      },
      {
        title: 'What dice count',
        parts: [
          {
            table: {
              caption: 'Each die',
              head: ['Die', 'Points'],
              rows: [
                [{ draw: ['A'] }, `Ace: ${number(100)}`],
                [{ draw: ['K'] }, `King: ${number(50)}`],
                [{ draw: ['Q', 'J', '10', '9'] }, 'Nothing'],
              ],
            },
          },
          { example: { draw: ['A', 'K'], rest: ['9'], text: 'An ace and a king: 150.' } },
          { example: { draw: ['A', 'A', 'K'], text: 'Two aces and a king: 250.' } },
          { example: { draw: [], rest: ['Q', 'Q', 'J'], text: 'Nothing: the turn is over and its points are lost.' } },
        ],
      },
      {
        title: 'Three alike',
        parts: [
          { p: 'Three alike count as such, in place of the single dice.' },
          {
            table: {
              caption: 'Three alike',
              head: ['Throw', 'Points'],
              rows: [
                [{ draw: ['A', 'A', 'A'] }, `${gain(1000)}, and you may go on`],
                [{ draw: ['K', 'K', 'K'] }, `${gain(500)}, and you may go on`],
                [{ draw: ['Q', 'Q', 'Q'] }, bad(-500)],
                [{ draw: ['J', 'J', 'J'] }, bad(-1000)],
                [{ draw: ['10', '10', '10'] }, bad(-100)],
                [{ draw: ['9', '9', '9'] }, bad(-50)],
              ],
            },
          },
          ...(negative_triples
            ? [
                { p: 'A bad triple takes the points of your turn first; then its own are taken from your total.' },
                {
                  example: {
                    draw: ['Q', 'Q', 'Q'],
                    text: `With ${number(450)} in hand: they are lost, and ${gain(-500)} is written down.`,
                  },
                },
                {
                  p: floor_at_zero
                    ? `No total falls below zero: with ${number(300)} written down, three jacks leave you with 0.`
                    : `A total may fall below zero: with ${number(300)} written down, three jacks leave you with ${gain(-700)}.`,
                },
              ]
            : [{ p: 'Bad triples cost nothing but the turn and its points.' }]),
        ],
      },
      {
        title: titles.end,
        parts: [{ p: last_round(goal) }, { p: race_tie(tie, goal, negative_triples) }],
      },
      { title: titles.time, parts: [{ p: late('it throws if it must, and stops as soon as it may.') }] },
    ],
  };
}
