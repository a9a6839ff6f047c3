// @ts-check
// What the rules page of La Ambiciosa says for a table's options, in any language (docs/rules.md 0).

/** @typedef {{target: number, floor_at_zero: boolean, tie: string, min_bank: number, negative_triples: boolean,
 *     starter: string}} Options */

/**
 * @param {Options} options @param {typeof import('./rules.en.js').rules} texts
 * @param {typeof import('../../i18n/rules/en.js')} shared @returns {import('../../ui/rules/rulebook.js').Rules}
 */
export function make_rules(options, texts, shared) {
  const { target, tie, min_bank, negative_triples, starter } = options;
  const { titles } = shared;
  const { number } = shared.formats;
  const goal = number(target);
  return {
    title: 'La Ambiciosa',
    lead: texts.lead(goal),
    sections: [
      { title: titles.aim, parts: [{ p: texts.aim(goal) }] },
      { title: titles.start, parts: [{ p: shared.start_text(starter, texts.rolloff) }, { p: shared.around }] },
      {
        title: titles.turn,
        parts: [{ steps: texts.turn }, { p: min_bank > 0 ? texts.min_bank(number(min_bank)) : texts.no_min_bank }],
      },
      {
        title: texts.dice_title,
        parts: [
          {
            table: {
              ...texts.dice_table,
              rows: [
                [{ draw: ['A'] }, texts.ace(number(100))],
                [{ draw: ['K'] }, texts.king(number(50))],
                [{ draw: ['Q', 'J', '10', '9'] }, texts.nothing],
              ],
            },
          },
          { example: { draw: ['A', 'K'], rest: ['9'], text: texts.ace_and_king } },
          { example: { draw: ['A', 'A', 'K'], text: texts.two_aces_and_king } },
          { example: { draw: [], rest: ['Q', 'Q', 'J'], text: texts.nothing_thrown } },
        ],
      },
      { title: texts.triples_title, parts: triple_parts(options, texts, shared) },
      { title: titles.end, parts: [{ p: shared.last_round(goal) }, { p: shared.race_tie(tie, goal, negative_triples) }] },
      { title: titles.time, parts: [{ p: shared.late(texts.late) }] },
    ],
  };
}

/** Worth of three alike. @type {(...from: Parameters<typeof make_rules>) => import('../../ui/rules/rulebook.js').Part[]} */
function triple_parts({ floor_at_zero, negative_triples }, texts, { formats: { gain, number } }) {
  const good_triple_text = (/** @type {number} */ points) => texts.good_triple(gain(points));
  const bad_triple_text = (/** @type {number} */ points) => (negative_triples ? texts.bad_triple(gain(points)) : texts.harmless_triple);
  return [
    { p: texts.triples },
    {
      table: {
        ...texts.triples_table,
        rows: [
          [{ draw: ['A', 'A', 'A'] }, good_triple_text(1000)],
          [{ draw: ['K', 'K', 'K'] }, good_triple_text(500)],
          [{ draw: ['Q', 'Q', 'Q'] }, bad_triple_text(-500)],
          [{ draw: ['J', 'J', 'J'] }, bad_triple_text(-1000)],
          [{ draw: ['10', '10', '10'] }, bad_triple_text(-100)],
          [{ draw: ['9', '9', '9'] }, bad_triple_text(-50)],
        ],
      },
    },
    ...(negative_triples
      ? [
          { p: texts.bad_triples },
          { example: { draw: ['Q', 'Q', 'Q'], text: texts.bad_triple_example(number(450), gain(-500)) } },
          { p: floor_at_zero ? texts.floor(number(300)) : texts.no_floor(number(300), gain(-700)) },
        ]
      : [{ p: texts.harmless_triples }]),
  ];
}
