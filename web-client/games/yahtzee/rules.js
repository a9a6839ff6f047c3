// @ts-check
// What the rules page of Yahtzee and its variants says for a table's options, in any language (docs/rules.md 3).
import { rule_facts } from './rule_facts.js';

/** @type {{[preset: string]: string}} */
const game_names = { yahtzee: 'Yahtzee', yatzy: 'Yatzy', kniffel: 'Kniffel', generala: 'Generala' };

/**
 * @param {import('./rule_facts.js').Options} options @param {typeof import('./rules.en.js').rules} texts
 * @param {typeof import('../../i18n/rules/en.js')} shared @returns {import('../../ui/rules/rulebook.js').Rules}
 */
export function make_rules(options, texts, shared) {
  const { preset, upper_bonus, columns, order, zero, duplicate, tie, starter } = options;
  const { boxes, has_jokers, threes_to_sixes: example } = rule_facts(options);
  const { titles } = shared;
  const { number } = shared.formats;
  const names = texts.sheets[preset];
  const card = columns > 1 ? texts.three_columns : texts.one_column;
  const playoff = names.chance ? texts.playoff_as_chance(names) : texts.playoff;
  return {
    title: game_names[preset],
    lead: texts.lead(number(boxes)),
    sections: [
      { title: titles.aim, parts: [{ p: texts.aim(number(boxes)) }, ...(columns > 1 ? [{ p: texts.columns }] : [])] },
      { title: titles.start, parts: [{ p: shared.start_text(starter, texts.rolloff) }, { p: shared.around }] },
      {
        title: titles.turn,
        parts: [
          { steps: [duplicate ? `${texts.throw_all} ${texts.duplicate}` : texts.throw_all, texts.throw_again, texts.fill] },
          { p: order === 'forced' ? card.forced_order : texts.free_order },
          { p: zero === 'free' ? texts.worth_or_zero : texts.worth },
        ],
      },
      {
        title: texts.upper_title,
        parts: [
          { p: texts.upper(names) },
          {
            example: {
              draw: example.dice,
              text: texts.upper_example(names, number(example.threes), number(example.twos), number(example.fours)),
            },
          },
          { p: upper_bonus > 0 ? card.upper_bonus(number(upper_bonus)) : texts.no_upper_bonus },
        ],
      },
      { title: texts.lower_title, parts: lower_parts(options, texts, shared) },
      ...(has_jokers ? [{ title: texts.jokers_title(names), parts: jokers(options, texts, shared) }] : []),
      {
        title: titles.end,
        parts: [
          { p: card.end },
          { p: tie === 'shared' ? shared.shared_win : `${playoff} ${texts.playoff_end}` },
        ],
      },
      { title: titles.time, parts: [{ p: shared.late(texts.late) }] },
    ],
  };
}

/** The boxes of the lower section. @type {(...from: Parameters<typeof make_rules>) => import('../../ui/rules/rulebook.js').Part[]} */
function lower_parts(options, texts, { formats: { number } }) {
  const { lines, yatzy, generala, joker_counts } = rule_facts(options);
  const names = texts.sheets[options.preset];
  const takes = yatzy ? { ...texts.takes, ...texts.yatzy_takes } : texts.takes;
  const no_full_house = joker_counts ? texts.only_joker_full_house : texts.no_full_house;
  const served_generala = options.duplicate ? texts.served_generala_together : texts.served_generala;
  return [
    {
      table: {
        ...texts.lower_table,
        rows: lines.map(({ box, dice, rest, points }) => [
          names[box],
          rest ? { draw: dice, rest } : { draw: dice },
          takes[box](number(points)),
        ]),
      },
    },
    {
      list: [
        options.five_is_full_house ? texts.five_is_full_house(names) : no_full_house(names),
        ...(generala ? [texts.served(names), served_generala(names), texts.double_generala(names)] : []),
      ],
    },
  ];
}

/** The rules for five alike once their box is filled.
 * @type {(...from: Parameters<typeof make_rules>) => import('../../ui/rules/rulebook.js').Part[]} */
function jokers(options, texts, { formats: { number } }) {
  const { joker, columns, order, preset } = options;
  const { bonus, five } = rule_facts(options);
  const names = texts.sheets[preset];
  const card = columns > 1 ? texts.three_columns : texts.one_column;
  const extra = { p: bonus > 0 ? card.bonus(names, number(bonus)) : texts.no_bonus };
  if (joker === 'none') return [extra, { p: texts.no_jokers }];
  if (order === 'forced') return [extra, { p: texts.only_chance_left(names) }];
  const worth = `${names.full_house} ${number(25)}, ${names.small_straight} ${number(30)}, ${names.large_straight} ${number(40)}`;
  const example = joker === 'wild' ? texts.wild_joker_example : texts.joker_example;
  return [
    extra,
    { p: card.joker(names) },
    joker === 'forced'
      ? { steps: [texts.upper_first, card.then_lower(worth), bonus > 0 ? texts.then_zero_with_bonus : texts.then_zero] }
      : { list: [texts.any_box, joker === 'free' ? card.full_points(worth) : texts.always_full_points(worth)] },
    // with three columns it would take a page of its own
    ...(columns === 1 ? [{ example: { draw: five, text: example(names, number(40)) } }] : []),
  ];
}
