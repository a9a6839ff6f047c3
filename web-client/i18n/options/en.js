// @ts-check
// The options that several games have. The others are in games/<id>/words.LANGUAGE.js; what is not listed is spelled from its name on the wire.

/** Names of options, and of their values as `option.value`. */
export const options = {
  starter: 'Who starts',
  tie: 'A tie',
  ante: 'Ante in chips',
  target: 'Points to win',
  'starter.rolloff': 'Highest throw',
  'starter.random': 'Drawn by lot',
  'starter.first': 'First seat',
  'tie.shared': 'Shared win',
  'tie.extra_round_all': 'An extra round for all',
  'tie.extra_round_tied': 'An extra round for the tied',
};

/** Values of any option. */
export const values = {
  true: 'Yes',
  false: 'No',
  off: 'Off',
  on: 'On',
};
