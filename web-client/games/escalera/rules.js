// @ts-check
// What the rules page of Escalera says for a table's options, in any language (docs/rules.md 1).
import { rule_facts } from './rule_facts.js';

/**
 * @param {import('./rule_facts.js').Options} options @param {typeof import('./rules.en.js').rules} texts
 * @param {typeof import('../../i18n/rules/en.js')} shared @returns {import('../../ui/rules/rulebook.js').Rules}
 */
export function make_rules(options, texts, shared) {
  const { target, ante, reset_aces, tie, auto_roll, starter } = options;
  const { formats, titles } = shared;
  const { number } = formats;
  const goal = number(target);
  const lead = texts.lead(goal);
  return {
    title: 'Escalera',
    lead: reset_aces > 0 ? `${lead} ${texts.beware}` : lead,
    sections: [
      { title: titles.aim, parts: [{ p: texts.aim(goal) }, { p: ante > 0 ? texts.pot(shared.chips(ante)) : texts.no_pot }] },
      { title: titles.start, parts: [{ p: shared.start_text(starter, texts.rolloff) }, { p: shared.around }] },
      { title: titles.turn, parts: [{ p: texts.turn }, { p: auto_roll ? texts.auto_roll(number(1.5)) : texts.own_roll }] },
      { title: texts.throw_title, parts: throw_parts(options, texts, shared) },
      { title: texts.several_title, parts: several_parts(options, texts, shared) },
      { title: texts.aces_title, parts: ace_parts(options, texts, shared) },
      {
        title: titles.end,
        parts: [{ p: shared.last_round(goal) }, { p: shared.race_tie(tie, goal, reset_aces > 0) }],
      },
      { title: titles.time, parts: [{ p: shared.late(texts.late) }] },
    ],
  };
}

/** Points of a throw. @type {(...from: Parameters<typeof make_rules>) => import('../../ui/rules/rulebook.js').Part[]} */
function throw_parts(options, texts, { formats: { number } }) {
  const { points, straights, lone_ace, sixes } = rule_facts(options);
  return [
    {
      table: {
        ...texts.throw_table,
        rows: [
          ...straights.map(({ draw, points }) => [
            { draw },
            draw.length === 1 ? texts.lone_ace_points(number(points)) : number(points),
          ]),
          ...sixes.map(({ draw, points }) => [{ draw }, number(points)]),
        ],
      },
    },
    {
      list: [
        `${texts.straight} ${lone_ace ? texts.lone_ace : texts.no_lone_ace}`,
        texts.one_straight,
        sixes.length > 0 ? texts.sixes : texts.no_sixes,
      ],
    },
    { example: { draw: [1, 2, 3, 4], rest: [2, 6], text: texts.straight_example(number(points(4))) } },
  ];
}

/** Several straights in one throw. @type {(...from: Parameters<typeof make_rules>) => import('../../ui/rules/rulebook.js').Part[]} */
function several_parts(options, texts, { formats: { number } }) {
  const { points, combinations, triple_is_double } = rule_facts(options);
  const points_text = (/** @type {number[]} */ ...lengths) => number(points(...lengths));
  if (!options.multi_straights) return [{ p: texts.longest }, { example: { draw: [1, 2], rest: [1, 2, 5, 6], text: texts.longest_example(points_text(2)) } }];
  return [
    { p: texts.several },
    {
      table: {
        ...texts.several_table,
        rows: combinations.map(({ draw, points }) => [{ draw }, number(points)]),
      },
    },
    ...(triple_is_double
      ? [{ example: { draw: [1, 2, '+', 1, 2], rest: [1, 2], text: texts.triple(points_text(2, 2)) } }]
      : []),
  ];
}

/** Effects of aces. @type {(...from: Parameters<typeof make_rules>) => import('../../ui/rules/rulebook.js').Part[]} */
function ace_parts(options, texts, { formats: { number } }) {
  const { reset_aces, reset_throw_scores } = options;
  if (reset_aces === 0) return [{ p: texts.harmless_aces }];
  return [
    { p: reset_aces === 3 ? texts.three_aces : texts.four_aces },
    { p: reset_throw_scores ? texts.reset_scores : texts.reset_scores_not },
    {
      example: {
        draw: reset_aces === 3 ? [1, 1, 1] : [1, 1, 1, 1],
        rest: reset_aces === 3 ? [2, 3, 5] : [2, 3],
        text: texts.reset_example(number(30), reset_throw_scores ? number(rule_facts(options).points(3)) : number(0)),
      },
    },
  ];
}
