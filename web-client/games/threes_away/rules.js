// @ts-check
// What the rules page of Threes Away says for a table's options, in any language (docs/rules.md 2).
import { rule_facts } from './rule_facts.js';

/** @import { Part } from '../../ui/rules/rulebook.js' */

/**
 * @param {import('./rule_facts.js').Options} options @param {typeof import('./rules.en.js').rules} texts
 * @param {typeof import('../../i18n/rules/en.js')} shared @returns {import('../../ui/rules/rulebook.js').Rules}
 */
export function make_rules(options, texts, shared) {
  const { start_chips, pots, zero_ante, bottoms, progressive, zero_face } = options;
  const { must_keep_threes, sixes_shoot_the_moon, stop_when_beaten, next_starter, starter } = options;
  const { counting, zeros, kept, beaten } = rule_facts(options);
  const { chips, titles } = shared;
  const ante = chips(options.ante);
  const tops = progressive !== 'off';
  return {
    title: 'Threes Away',
    lead: texts.lead(zero_face),
    sections: [
      { title: titles.aim, parts: [{ p: texts.aim(texts.pots(pots), chips(start_chips)) }] },
      {
        title: titles.start,
        parts: [
          { p: shared.start_text(starter, texts.rolloff) },
          { p: texts.next_starter[next_starter] },
          { p: shared.around },
        ],
      },
      { title: texts.pot_title, parts: [{ p: texts.ante(ante) }, { p: texts.short }] },
      {
        title: titles.turn,
        parts: [
          {
            steps: [
              texts.throw_all,
              must_keep_threes ? `${texts.set_aside} ${texts.must_keep(zero_face)}` : texts.set_aside,
              texts.throw_others,
            ],
          },
          { p: texts.keep_all },
          { table: { ...texts.dice_table, rows: [[{ draw: [zero_face] }, texts.nothing], [{ draw: counting }, texts.its_number]] } },
          { example: { draw: kept.dice, text: texts.kept_example(kept.sum) } },
        ],
      },
      {
        title: texts.beaten_title,
        parts: stop_when_beaten
          ? [
              { p: `${tops ? texts.beaten_or_over_limit : texts.beaten} ${texts.equal}` },
              { example: { draw: [beaten], text: texts.beaten_example } },
            ]
          : [{ p: texts.never_beaten }],
      },
      {
        title: texts.zero_title,
        parts: [
          { example: { draw: zeros, text: zero_ante ? texts.zero_ante(ante) : texts.no_zero_ante } },
          ...(sixes_shoot_the_moon ? [{ example: { draw: [6, 6, 6, 6, 6], text: texts.shoot_the_moon } }] : []),
        ],
      },
      ...(bottoms === 'off' ? [] : [{ title: texts.bottoms_title, parts: bottoms_parts(options, texts, shared) }]),
      { title: texts.winner_title, parts: winner_parts(options, texts, shared) },
      { title: titles.time, parts: [{ p: shared.late(texts.late(zero_face)) }] },
    ],
  };
}

/** Which dice may be turned over. @type {(...from: Parameters<typeof make_rules>) => Part[]} */
function bottoms_parts(options, texts, { formats }) {
  const { turned, called } = rule_facts(options);
  if (options.bottoms === 'per_die') {
    const value_text = (/** @type {number} */ value) => (value === 0 ? texts.nothing : formats.number(value));
    const rows = turned.map(({ face, below, value }) => [{ draw: [face, '→', below] }, value_text(value)]);
    return [{ p: texts.per_die }, { table: { ...texts.turned_table, rows } }];
  }
  const draw = [...called.dice, '→', ...called.below];
  return [{ p: texts.whole_throw }, { example: { draw, text: texts.whole_throw_example(called.sum) } }];
}

/** Which score wins, and what follows when it is shared. @type {(...from: Parameters<typeof make_rules>) => Part[]} */
function winner_parts(options, texts, { chips, formats }) {
  const { tie, tie_ante, progressive } = options;
  const ante = chips(options.ante);
  const limits = rule_facts(options).caps.map(([round, cap]) => [round, formats.number(cap)]);
  const shared_score = [
    ...(progressive === 'off' ? [] : [{ p: texts.tie_within_limit[tie] }]),
    ...(tie === 'split' ? [] : [{ p: tie_ante ? `${texts.tie_ante[tie](ante)} ${texts.zeros_tie_ante}` : texts.no_tie_ante }]),
  ];
  if (progressive === 'off') return [{ p: texts.lowest_wins }, { p: texts.tie[tie] }, ...shared_score];
  return [
    { p: texts.lowest_within_limit_wins },
    { table: { ...texts.limits_table, rows: [...limits, ['…', '…']] } },
    { p: texts.nobody_within_limit(ante) },
    { p: texts.tie[tie] },
    ...shared_score,
  ];
}
