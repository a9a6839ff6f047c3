// @ts-check
// The rules of Yahtzee and its relatives, as this table plays them (docs/rules.md 3).
import { speaking } from '../../i18n/language.js';
import { around, late, start_text, titles } from '../../i18n/rules/en.js';
import { facts } from './facts.js';
import { sheets } from './words.en.js';

const { number } = speaking('en');
/** @type {{[preset: string]: string}} */
const game_names = { yahtzee: 'Yahtzee', yatzy: 'Yatzy', kniffel: 'Kniffel', generala: 'Generala' };

/** What a box of the lower section takes. @type {{[box: string]: (points: string, yatzy: boolean) => string}} */
const takes = {
  one_pair: (points) => `Two alike, the higher pair: ${points}`,
  two_pairs: (points) => `Two different pairs, only these: ${points}`,
  three_of_a_kind: (points, yatzy) =>
    yatzy ? `Three alike, only these: ${points}` : `Three or more alike, all five dice: ${points}`,
  four_of_a_kind: (points, yatzy) =>
    yatzy ? `Four alike, only these: ${points}` : `Four or more alike, all five dice: ${points}`,
  full_house: (points, yatzy) =>
    `Three of one number and two of another${yatzy ? ', all five dice' : ''}: ${points}`,
  small_straight: (points, yatzy) => `${yatzy ? '1 to 5' : 'Four in a row'}: ${points}`,
  large_straight: (points, yatzy) => `${yatzy ? '2 to 6' : 'Five in a row'}: ${points}`,
  yahtzee: (points) => `Five alike: ${points}`,
  chance: (points) => `Any dice, all five: ${points}`,
  straight: (points) => `Five in a row: ${points}`,
  poker: (points) => `Four or more alike: ${points}`,
  generala: (points) => `Five alike: ${points}`,
  double_generala: (points) => `Five alike once more: ${points}`,
};

/** @param {import('./facts.js').Options} options @returns {import('../../ui/rules/rulebook.js').Rules} */
export default function write(options) {
  const { preset, upper_bonus, five_is_full_house, columns, order, duplicate, tie, starter } = options;
  const { lines, boxes, yatzy, generala, has_jokers, joker_counts, threes_to_sixes } = facts(options);
  /** @type {{[box: string]: string}} */
  const names = /** @type {{[preset: string]: any}} */ (sheets)[preset];
  const title = game_names[preset];
  const full = names.full_house;
  const apart = joker_counts ? ', jokers apart' : '';
  const example = threes_to_sixes;
  return {
    title,
    lead: `Five dice, three throws a turn, and a card of ${number(boxes)} boxes to fill as well as you can.`,
    sections: [
      {
        title: titles.aim,
        parts: [
          { p: `Fill all ${number(boxes)} boxes of your card, one a turn, and have the highest total in the end.` },
          ...(columns > 1
            ? [{ p: 'The card has three columns. What you make in the second counts double, in the third three times.' }]
            : []),
        ],
      },
      {
        title: titles.start,
        parts: [
          { p: start_text(starter, 'Each throws the five dice and the highest sum starts. Those tied throw again.') },
          { p: around },
        ],
      },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              `Throw all five dice.${duplicate ? ' This first throw of the round is the same for everybody.' : ''}`,
              'Keep what you like and throw the others again, up to twice. Dice kept before may be thrown again, too.',
              'After any throw you may fill a box; after the third you must.',
            ],
          },
          {
            p:
              order === 'forced'
                ? `Boxes are filled from top to bottom${columns > 1 ? ' in each column' : ''}.`
                : 'Boxes are filled in any order, each of them once.',
          },
          { p: 'A box gets what the dice are worth there. Where they are worth nothing that is a zero.' },
        ],
      },
      {
        title: 'Upper section',
        parts: [
          { p: `From ${names.aces} to ${names.sixes}: the sum of the dice of that number.` },
          {
            example: {
              draw: example.dice,
              text: `${number(example.threes)} in ${names.threes}, ${number(example.twos)} in ${names.twos}, or ${number(example.fours)} in ${names.fours}.`,
            },
          },
          {
            p:
              upper_bonus > 0
                ? `Whoever has 63 or more up here${columns > 1 ? ', in a column,' : ''} gets a bonus of ${number(upper_bonus)}. Three of each number are just enough.`
                : 'There is no bonus for the upper section.',
          },
        ],
      },
      {
        title: 'Lower section',
        parts: [
          {
            table: {
              caption: 'Boxes of the lower section',
              head: ['Box', 'Dice', 'Points'],
              rows: lines.map(({ box, dice, rest, points }) => [
                names[box],
                rest ? { draw: dice, rest } : { draw: dice },
                takes[box](number(points), yatzy),
              ]),
            },
          },
          {
            list: [
              five_is_full_house ? `Five alike count as ${full}, too.` : `Five alike do not make ${full}${apart}: it takes two numbers.`,
              ...(generala
                ? [
                    `${names.straight}, ${full} and ${names.poker} made with the first throw of a turn count 5 more.`,
                    `${names.generala} with the first throw of a turn wins the match at once${duplicate ? ', together with all who were given that throw' : ''}.`,
                    `${names.double_generala} counts only when ${names.generala} was made before.`,
                  ]
                : []),
            ],
          },
        ],
      },
      ...(has_jokers ? [{ title: `Another ${names.yahtzee}`, parts: jokers(options, names) }] : []),
      {
        title: titles.end,
        parts: [
          {
            p:
              columns > 1
                ? 'When all cards are full, each column with its bonus is counted once, twice, three times. The highest total wins.'
                : 'When all cards are full, boxes and bonuses are added up. The highest total wins.',
          },
          {
            p:
              tie === 'shared'
                ? 'Whoever shares the highest total shares the win.'
                : `Those who share the highest total play one more turn each, ${names.chance ? `scored as ${names.chance}: the` : 'for the'} sum of their dice. The highest sum wins; those who share it go on until one leads.`,
          },
        ],
      },
      {
        title: titles.time,
        parts: [{ p: late('it throws if nothing lies there yet, and fills the box that gets most.') }],
      },
    ],
  };
}

/** What five alike do once their box is filled.
 * @param {import('./facts.js').Options} options @param {{[box: string]: string}} names
 * @returns {import('../../ui/rules/rulebook.js').Part[]} */
function jokers(options, names) {
  const { joker, columns, order } = options;
  const { bonus, five } = facts(options);
  const { full_house: full, small_straight: small, large_straight: large, yahtzee, chance } = names;
  const boxes = columns > 1 ? `all three ${yahtzee} boxes are` : `the ${yahtzee} box is`;
  const holds = columns > 1 ? `one of the ${yahtzee} boxes holds` : `the ${yahtzee} box holds`;
  const filled = columns > 1 ? 'filled in every column' : 'filled';
  const worth = `${full} ${number(25)}, ${small} ${number(30)}, ${large} ${number(40)}`;
  const extra =
    bonus > 0
      ? `If you throw five alike when ${boxes} filled and ${holds} 50, you get ${number(bonus)} more, every time${columns > 1 ? ', and it is not multiplied' : ''}.`
      : 'Further five alike bring no bonus.';
  if (joker === 'none') return [{ p: extra }, { p: 'Nor are they jokers: they go into any open box, for what they are worth there.' }];
  if (order === 'forced')
    return [{ p: extra }, { p: `Below ${yahtzee} only ${chance} is left: the five dice count their sum there.` }];
  return [
    { p: extra },
    { p: `When ${boxes} filled, with 50 or with 0, five alike are a joker:` },
    ...(joker === 'forced'
      ? [
          {
            steps: [
              'They go into the upper box of their number.',
              `If that is ${filled}, into any open box of the lower section, for full points: ${worth}.`,
              `If those are filled too, they make a zero in an open upper box${bonus > 0 ? '; a bonus is yours all the same' : ''}.`,
            ],
          },
        ]
      : [
          {
            list: [
              'They go into any open box.',
              joker === 'free'
                ? `Once the upper box of their number is ${filled}, they count for full points: ${worth}.`
                : `Everywhere they count for full points: ${worth}.`,
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
                  ? `${yahtzee} holds 0: you may take ${number(40)} in ${large}, without a bonus.`
                  : `${yahtzee} holds 0 and ${names.fours} is filled: you may take ${number(40)} in ${large}, without a bonus.`,
            },
          },
        ]
      : []),
  ];
}
