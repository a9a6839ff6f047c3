// @ts-check
// Texts of TRES: the table.
import { make_formatters } from '../../i18n/language.js';

const { counted, list, plural, text } = make_formatters('en');

/** @type {{[letter: string]: string}} */
const colours = { r: 'red', g: 'green', b: 'blue', y: 'yellow' };
/** @type {{[card: string]: string}} */
const actions = { R3: 'Reverse (3)', S3: 'Skip (3)', P3: 'Draw three (3)' };

/** The letters of the colours, where the cards have no colours. @type {{letters: {[letter: string]: string}, any: [string, string]}} */
export const symbols = {
  letters: { r: 'R', g: 'G', b: 'B', y: 'Y' },
  /** The meaning of a number wild, on two lines of at most nine letters. */
  any: ['any', 'number'],
};

/** The spoken name of a card. @param {string} card */
function card_name(card) {
  if (actions[card]) return actions[card];
  const colour = colours[card.at(card.startsWith('W') ? 1 : 0) ?? ''];
  if (card.startsWith('W')) return colour ? `any ${colour} number` : 'any number';
  return `${colour} ${card.slice(1)}`;
}

/** A list of cards as part of a sentence. @param {string[]} cards */
const card_names = (cards) => cards.map(card_name).join(' and ');

export const words = {
  /** @type {[string, string][]} */
  shortcuts: [
    ['D', 'draw a card'],
    ['P', 'pass'],
    ['T', 'say TRES'],
    ['C', 'catch somebody'],
  ],
  hints: [
    'Choose a card one higher or one lower.',
    'Then choose where. Two may go: 5 and 6 on a 7.',
    'With three cards left say TRES, or you are caught.',
  ],
  card_name,
  rivals: 'The others',
  table: 'Table',
  hand: 'Your hand',
  card_word: counted({ one: 'card', other: 'cards' }),
  score: 'Score',
  said: 'TRES!',
  tres: 'TRES',
  tres_now: 'Say it now!',
  tres_with: 'with your move',
  tres_set: 'will be said',
  catch: 'Catch!',
  best_game: counted({ one: '# point in one game', other: '# points in one game' }),
  best_move: counted({ one: '# card drawn by others in one move', other: '# cards drawn by others in one move' }),
  best_catch: counted({ one: '# catch', other: '# catches' }),
  catchable: 'TRES?',
  draw: 'Draw',
  choose_or_draw: 'choose a card or draw',
  drawn_or_pass: 'lay the card you drew or pass',
  drawn_and_must: 'lay the card you drew',
  draw_anyway: 'Draw anyway',
  could_lay: 'You could lay a card.',
  pass: 'Pass',
  pile: 'Pile',
  discards: 'Discards',
  left: 'Play goes to the left.',
  right: 'Play goes to the right.',
  next: text('Next: {name}'),
  you_next: 'Next: you',
  here: 'lay here',
  /** @param {string} card @param {string[]} picked */
  lay: (card, picked) => `Lay ${card_names(picked)} on ${card_name(card)}`,
  /** @param {string} card @param {boolean} playable @param {boolean} fresh */
  card: (card, playable, fresh) =>
    [card_name(card), fresh && 'just drawn', playable && 'can be laid'].filter(Boolean).join(', '),
  fresh: 'new',
  empty: 'Nothing lies here',
  choose: 'Lay one higher or one lower.',
  no_run: 'It must be one higher or lower.',
  needs_second: 'This one needs a second card.',
  now_table: 'Now choose a card of the table.',
  or_second: 'Lay it there, or add a second card.',
  cannot: 'No card of yours can be laid: draw one.',
  drawn: 'Lay the card you drew, or pass.',
  must_lay: 'It can be laid, so you cannot pass.',
  nothing_drawn: 'It cannot be laid: pass.',
  others: text('{name} is playing.'),
  wait: text('{name} has three cards…'),
  catch_now: text('{name} has not said TRES!'),
  must_say: 'Three cards: say TRES!',
  last: 'What the last move did',
  on: 'on',
  toma_tres: 'TOMA TRES!',
  skipped: 'skipped',
};

/** The last move in a few words beside the cards. @satisfies {import('../say.js').Says<import('./table.js').Own>} */
export const shorts = {
  played: ['You laid', '{name} laid'],
  turned_up: 'turned up',
  drew: ({ why }) => (why === 'turn' ? ['You drew a card', '{name} drew a card'] : ['You +{count}', '{name} +{count}']),
  reshuffled: 'New pile of discards',
  passed: ['You passed', '{name} passed'],
  reversed: 'The direction turns',
  lost_turn: ['You lose the turn', '{name} loses the turn'],
  tres: ['You: TRES!', '{name}: TRES!'],
  caught: { you: '{by} caught you', by_you: 'You caught {name}', them: '{by} caught {name}' },
  game_over: ({ winners }, { names, mine }) => `${people(winners, names, mine)} won the game`,
};

/**
 * The reader ("you") and others by name, as a subject.
 * @param {number[]} seats @param {string[]} names
 * @param {number | null} mine
 */
const people = (seats, names, mine) =>
  list(seats.map((seat, at) => (seat !== mine ? names[seat] : at === 0 ? 'You' : 'you')));

/** Reasons for drawing more than one card. @type {{[why: string]: string}} */
const because = {
  turn: '',
  plus_three: ' for the +3',
  toma_tres: ': TOMA TRES',
  caught: ' for not saying TRES',
  false_catch: ' for a false catch',
};

/** The cards, if the reader may see them. @param {string[] | undefined} cards */
const seen = (cards) => (cards ? `: ${cards.map(card_name).join(', ')}` : '');
/** @param {Extract<import('./table.js').Own['event'], {e: 'drew'}>} event */
const drawn = ({ count, why, cards }) =>
  `${plural(count, { one: '# card', other: '# cards' })}${because[why] ?? ''}${seen(cards)}.`;
/** @param {Extract<import('./table.js').Own['event'], {e: 'played'}>} event */
const laid = ({ cards, below, toma_tres }) =>
  `${card_names(cards)} on ${card_name(below)}${toma_tres ? ': TOMA TRES!' : '.'}`;

/** @satisfies {import('../say.js').Says<import('./table.js').Own>} */
export const says = {
  rolloff: ({ card }) => ['You drew {card} for the deal.', '{name} drew {card} for the deal.', { card: card_name(card) }],
  deals: ['You deal.', '{name} deals.'],
  starts: ({ game }) => (game > 1 ? ['Game {game}: you start.', 'Game {game}: {name} starts.'] : ['You start.', '{name} starts.']),
  turned_up: ({ card }) => (actions[card] ? `${card_name(card)} was turned up.` : null),
  played: (event) => ['You laid {laid}', '{name} laid {laid}', { laid: laid(event) }],
  reversed: ({ direction }) => `Play goes to the ${direction > 0 ? 'left' : 'right'} now.`,
  lost_turn: ['You lose the turn.', '{name} loses the turn.'],
  drew: (event) =>
    event.count === 0
      ? ['There was no card to draw for you.', 'There was no card to draw for {name}.']
      : ['You drew {drawn}', '{name} drew {drawn}', { drawn: drawn(event) }],
  reshuffled: ({ cards }) =>
    plural(cards, {
      one: 'The only discard is the new draw pile.',
      other: 'The # discards were shuffled as the new draw pile.',
    }),
  passed: ['You passed.', '{name} passed.'],
  tres: ['You said TRES!', '{name} said TRES!'],
  catch_open: ['You have not said TRES and can be caught!', '{name} has not said TRES and can be caught!'],
  caught: { you: '{by} caught you!', by_you: 'You caught {name}!', them: '{by} caught {name}!' },
  false_catch: {
    you: '{by} tried to catch you, but you had said TRES.',
    by_you: 'You tried to catch {name}, who had said TRES.',
    them: '{by} tried to catch {name}, who had said TRES.',
  },
  game_over: ({ winners, blocked, points }, { names, mine }) => {
    const stuck = blocked ? 'Blocked: nobody can go on. ' : '';
    const worth = points > 0 ? plural(points, { one: ' and # point', other: ' and # points' }) : '';
    return `${stuck}${people(winners, names, mine)} won the game${worth}.`;
  },
  over: 'The match is over.',
};

/** Names of its options, and of their values as `option.value`. */
export const options = {
  deck: 'Deck',
  wild_colour: 'Colour of a number wild',
  draw_three_loses_turn: 'Drawing three costs the turn too',
  reverse_two_players: 'Reverse with two players',
  must_play_drawn: 'A drawn card must be laid if it can be',
  tres_call: 'Saying TRES',
  false_catch: 'Cards for a false catch',
  match: 'The match',
  first_to: 'Games to win',
  points: 'Points to make',
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
};

/** Translations of the refusals of its options. @type {{[english: string]: string}} */
export const reasons = {};
