// @ts-check
// The names of table options for people. What is not listed here is spelled from its name on the wire.

/** @typedef {import('./types.js').OptionSpec} OptionSpec */
/** @typedef {import('./types.js').OptionValues} OptionValues */

/** @type {{[option: string]: string}} */
const labels = {
  starter: 'Who starts',
  preset: 'Whose card',
  joker: 'Extra Yahtzees',
  yahtzee_bonus: 'Bonus for each extra Yahtzee',
  upper_bonus: 'Upper bonus',
  five_is_full_house: 'Five alike is a full house',
  columns: 'Columns',
  order: 'Order of the boxes',
  duplicate: 'Everybody gets the same first throws',
  tie: 'A tie',
  deck: 'Deck',
  wild_colour: 'Colour of a number wild',
  draw_three_loses_turn: 'Drawing three costs the turn too',
  reverse_two_players: 'Reversa with two players',
  must_play_drawn: 'A drawn card must be laid if it can be',
  tres_call: 'Saying TRES',
  false_catch: 'Cards for a false catch',
  match: 'The match',
  first_to: 'Games to win',
  points: 'Points to make',
  ante: 'Ante in chips',
  start_chips: 'Chips of each player',
  pots: 'Pots to play for',
  tie_ante: 'A tie brings antes',
  zero_ante: 'A zero brings antes',
  bottoms: 'Bottoms (dice read from below)',
  progressive: 'Progressive pots',
  zero_face: 'The face that counts zero',
  must_keep_threes: 'All zeros must be kept',
  sixes_shoot_the_moon: 'Five 6s take the pot',
  stop_when_beaten: 'Who is beaten is out',
  next_starter: 'Who starts the next round',
  target: 'Points to win',
  floor_at_zero: 'Nobody falls below zero',
  min_bank: 'Points needed to stop',
  negative_triples: 'Bad triples cost points',
  reset_aces: 'Aces that take all away',
  reset_throw_scores: 'The throw with these aces counts',
  triple_one_two: 'Three times 1-2 counts 15',
  multi_straights: 'Several straights in one throw',
  sixes: 'Five and six 6s',
  scale: 'What straights count',
  auto_roll: 'The dice throw themselves',
};

/** `option.value`, or the value alone. @type {{[value: string]: string}} */
const value_labels = {
  'starter.rolloff': 'Highest throw',
  'starter.random': 'Drawn by lot',
  'starter.first': 'First seat',
  'preset.yahtzee': 'Yahtzee',
  'preset.yatzy': 'Yatzy (Scandinavian)',
  'preset.kniffel': 'Kniffel (German names)',
  'preset.generala': 'Generala',
  'joker.forced': 'Forced joker (the book)',
  'joker.free': 'Free joker',
  'joker.wild': 'Wild joker',
  'joker.none': 'No joker, no bonus',
  'columns.1': 'One',
  'columns.3': 'Three: ×1, ×2, ×3',
  'order.free': 'Any order',
  'order.forced': 'Top to bottom',
  'tie.shared': 'Shared win',
  'tie.playoff_turn': 'Play-off turn',
  'deck.std96': '96 cards',
  'deck.big108': '108 cards, more actions',
  'deck.lite92': '92 cards, fewer number wilds',
  'wild_colour.none': 'None',
  'wild_colour.printed': 'Printed on it',
  'wild_colour.any': 'Any',
  'reverse_two_players.none': 'Changes nothing',
  'reverse_two_players.skip': 'Skips the other',
  'tres_call.window': 'In time, or be caught',
  'tres_call.auto': 'By itself',
  'tres_call.off': 'Never',
  'match.single': 'One game',
  'match.first_to': 'So many games won',
  'match.points': 'For points',
  'tie.all_tie': 'One tie, all tie',
  'tie.tied_only': 'Only the tied play on',
  'tie.split': 'The tied share the pot',
  'bottoms.per_die': 'Die by die',
  'bottoms.whole_throw': 'The whole throw',
  'progressive.a': 'Won with 0, 1, 2, 3 … or less',
  'progressive.b': 'Won with 1, 2, 2, 3, 3, 3 … or less',
  'next_starter.rotate': 'The next player',
  'next_starter.winner': 'Who took the last pot',
  'next_starter.lowest': 'Who had the lowest score',
  'tie.extra_round_all': 'An extra round for all',
  'tie.extra_round_tied': 'An extra round for the tied',
  'reset_aces.0': 'Never',
  'reset_aces.3': 'Three',
  'reset_aces.4': 'Four',
  'sixes.s30_60': '30 and 60',
  'sixes.s35_70': '35 and 70',
  'sixes.off': 'Nothing',
  'scale.escalera': '5, 10, 15, 20, 25',
  'scale.hearts': '10, 15, 20, 25, 35 and 5 for a 1',
  true: 'Yes',
  false: 'No',
  off: 'Off',
  on: 'On',
};

/** @param {string} name */
const spelled = (name) => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** @param {string} option @returns {string} */
export function label_of(option) {
  return labels[option] ?? spelled(option);
}

/** @param {string} option @param {string | number | boolean} value @returns {string} */
export function value_label(option, value) {
  return (
    value_labels[`${option}.${value}`] ??
    value_labels[`${value}`] ??
    (typeof value === 'string' ? spelled(value) : `${value}`)
  );
}

/** The values to choose from, or null where any number of the range will do. @param {OptionSpec} option */
export function choices_of({ kind, choices, values }) {
  return kind === 'choice' ? (choices ?? []) : (values ?? null);
}

/** An option's default beside these others: a preset brings its own. @param {OptionSpec} spec @param {OptionValues} options */
export function usual(spec, options) {
  for (const [option, defaults] of Object.entries(spec.default_where ?? {})) {
    const value = defaults[`${options[option]}`];
    if (value !== undefined) return value;
  }
  return spec.default;
}

/**
 * Options with one of them changed; those left at their default follow.
 * @param {OptionSpec[]} specs @param {OptionValues} options @param {string} name @param {string | number | boolean} value
 */
export function with_option(specs, options, name, value) {
  const changed = { ...options, [name]: value };
  for (const spec of specs)
    if (spec.name !== name && options[spec.name] === usual(spec, options)) changed[spec.name] = usual(spec, changed);
  return changed;
}
