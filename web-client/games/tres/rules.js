// @ts-check
// What the rules page of TRES says for a table's options, in any language (docs/rules.md 4).
import { rule_facts } from './rule_facts.js';

/** @import { Part } from '../../ui/rules/rulebook.js' */

/**
 * @param {import('./rule_facts.js').Options} options @param {typeof import('./rules.en.js').rules} texts
 * @param {typeof import('../../i18n/rules/en.js')} shared @returns {import('../../ui/rules/rulebook.js').Rules}
 */
export function make_rules(options, texts, shared) {
  const { must_play_drawn, tres_call, match, starter } = options;
  const { toma_tres_with_wild } = rule_facts(options);
  const { titles } = shared;
  const three = draw_three(options, texts);
  const late = must_play_drawn ? texts.late_must_lay : texts.late;
  return {
    title: 'TRES',
    lead: texts.lead,
    sections: [
      { title: titles.aim, parts: [{ p: texts.aim }, ...match_parts(options, texts, shared)] },
      { title: texts.cards_title, parts: card_parts(options, texts, shared) },
      {
        title: titles.start,
        parts: [{ p: shared.start_text(starter, texts.rolloff) }, { p: shared.around }, { p: texts.deal }],
      },
      {
        title: titles.turn,
        parts: [
          { steps: [texts.fill, texts.lay, `${texts.draw} ${must_play_drawn ? texts.must_lay_drawn : texts.may_lay_drawn}`] },
          { example: { draw: ['r7', '+', 'y8'], text: texts.next_up } },
          { example: { draw: ['r7', '+', 'b6', 'g8'], text: texts.both_sides } },
          { example: { draw: ['b9', '+', 'y1', 'g2'], text: texts.over_nine } },
          { example: { draw: ['r7'], rest: ['b7'], text: texts.same_number } },
        ],
      },
      { title: texts.actions_title, parts: action_parts(options, texts) },
      {
        title: '¡Toma TRES!',
        parts: [
          { p: texts.toma_tres(three) },
          { example: { draw: ['g5', '+', 'g6', 'g7'], text: texts.toma_tres_numbers } },
          { example: { draw: ['r2', '+', 'r4', 'P3'], text: texts.toma_tres_action } },
          ...(toma_tres_with_wild ? [{ example: { draw: toma_tres_with_wild, text: texts.toma_tres_wild } }] : []),
          { p: texts.toma_tres_order },
        ],
      },
      { title: texts.call_title, parts: tres_call_rules(options, texts, shared) },
      {
        title: titles.end,
        parts: [
          {
            list: [
              texts.last_card,
              texts.reshuffle,
              `${texts.blocked} ${texts.blocked_tie[match]}`,
              ...(match === 'single' ? [] : [texts.places]),
            ],
          },
        ],
      },
      { title: titles.time, parts: [{ p: shared.late(tres_call === 'window' ? `${late} ${texts.late_silent}` : late) }] },
    ],
  };
}

/** How many games decide. @type {(...from: Parameters<typeof make_rules>) => Part[]} */
function match_parts(options, texts, { formats }) {
  const { match, first_to, points } = options;
  const { number } = formats;
  if (match === 'single') return [{ p: texts.single }];
  if (match === 'first_to') return [{ p: texts.first_to(number(first_to)) }];
  const rows = [
    [{ draw: ['r7'] }, texts.its_number],
    [{ draw: ['R3', 'S3', 'P3'] }, number(20)],
    [{ draw: [rule_facts(options).wild] }, number(40)],
  ];
  return [{ p: texts.points(number(points)) }, { table: { ...texts.points_table, rows } }];
}

/** Who says TRES, and what follows otherwise. @type {(...from: Parameters<typeof make_rules>) => Part[]} */
function tres_call_rules({ tres_call, false_catch }, texts) {
  if (tres_call === 'auto') return [{ p: texts.auto_call }];
  if (tres_call === 'off') return [{ p: texts.no_call }];
  return [
    { p: texts.call },
    { p: texts.catching(texts.seconds(1), texts.seconds(2)) },
    { p: false_catch > 0 ? texts.false_catch(texts.card_count(false_catch)) : texts.no_false_catch },
  ];
}

/** @param {import('./rule_facts.js').Options} options @param {typeof import('./rules.en.js').rules} texts */
const draw_three = ({ draw_three_loses_turn }, texts) => (draw_three_loses_turn ? texts.three_and_turn : texts.three);

/** The cards that there are. @type {(...from: Parameters<typeof make_rules>) => Part[]} */
function card_parts(options, texts, { formats: { number } }) {
  const { numbers, wilds, of_each_action, cards, wild } = rule_facts(options);
  return [
    {
      table: {
        caption: texts.cards_caption(number(cards)),
        head: texts.cards_head,
        rows: [
          [{ draw: ['r1', 'g4', 'b7', 'y9'] }, texts.numbers(number(numbers))],
          [{ draw: [wild] }, texts.wilds(number(wilds))],
          [{ draw: ['R3', 'S3', 'P3'] }, texts.actions_of_each(number(of_each_action))],
        ],
      },
    },
    { p: texts.wild_colour[options.wild_colour] },
    { p: texts.circle },
  ];
}

/** Effects of the action cards. @param {import('./rule_facts.js').Options} options @param {typeof import('./rules.en.js').rules} texts @returns {Part[]} */
function action_parts(options, texts) {
  const three = draw_three(options, texts);
  return [
    { p: texts.actions },
    {
      table: {
        ...texts.actions_table,
        rows: [
          [{ draw: ['R3'] }, texts.reverse_laid, texts.reverse_turned_up],
          [{ draw: ['S3'] }, texts.skip_laid, texts.skip_turned_up],
          [{ draw: ['P3'] }, texts.next_player(three), texts.player_to_move(three)],
        ],
      },
    },
    { list: [texts.reverse_two_players[options.reverse_two_players], texts.several_turned_up, texts.lying_action] },
  ];
}
