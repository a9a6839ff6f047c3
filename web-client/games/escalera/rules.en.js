// @ts-check
// The texts of the rules of Escalera; rules.js decides which of them a table's page has.
import * as shared from '../../i18n/rules/en.js';
import { write } from './rules.js';

export const texts = {
  lead: (/** @type {string} */ goal) =>
    `Six dice, one throw a turn, nothing to decide: straights from 1 on bring points, and ${goal} of them the win.`,
  beware: 'Beware of too many aces!',
  aim: (/** @type {string} */ goal) => `Reach ${goal} points.`,
  pot: (/** @type {string} */ chips) => `Everybody puts ${chips} into the pot, and the winner takes it.`,
  no_pot: 'There is no pot: you play for the glory.',
  rolloff: 'Each throws the six dice and the highest sum starts. Those tied throw again.',
  turn: 'Throw all six dice, once. What they count is added to your total, and the dice pass on.',
  auto_roll: (/** @type {string} */ seconds) => `The dice throw themselves after ${seconds} seconds; you may be quicker.`,
  own_roll: 'The dice wait until you throw them.',
  throw_title: 'What a throw counts',
  throw_table: { caption: 'Points of a throw', head: ['Dice', 'Points'] },
  lone_ace_points: (/** @type {string} */ points) => `${points}, if nothing else counts`,
  straight: 'A straight begins with a 1.',
  lone_ace: 'Alone it counts, if nothing else does, but a second one does not.',
  no_lone_ace: 'Without at least 1-2 there is no straight.',
  one_straight: 'Every die belongs to one straight only.',
  sixes: 'Five or six 6s count alone: no other die of the throw does.',
  no_sixes: 'Five or six 6s count nothing.',
  straight_example: (/** @type {string} */ points) => `1-2-3-4 counts ${points}. The other 2 has no 1 left to go with.`,
  several_title: 'Several straights',
  several: 'Two straights in one throw both count.',
  several_table: { caption: 'Straights that count together', head: ['Dice', 'Points'] },
  triple: (/** @type {string} */ points) => `Three times 1-2 counts as two of them: ${points}.`,
  longest: 'Only the longest straight of a throw counts.',
  longest_example: (/** @type {string} */ points) => `One 1-2 counts: ${points}.`,
  aces_title: 'Aces',
  three_aces: 'Three or more aces (1s) in a throw: all that you have is lost, and you begin again from zero.',
  four_aces: 'Four or more aces (1s) in a throw: all that you have is lost, and you begin again from zero.',
  reset_scores: 'The throw itself still counts, from zero on.',
  reset_scores_not: 'The throw itself counts nothing.',
  reset_example: (/** @type {string} */ before, /** @type {string} */ now) => `You had ${before}: now you have ${now}.`,
  harmless_aces: 'Aces (1s) never cost anything, however many you throw.',
  late: 'it throws the dice.',
};

/** @param {import('./facts.js').Options} options */
export default function rules(options) {
  return write(options, texts, shared);
}
