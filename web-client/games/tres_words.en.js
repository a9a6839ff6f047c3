// @ts-check
// What the TRES table says.

/** @typedef {import('../views/table.js').Helpers} Helpers */
/** @typedef {import('../types.js').GameEvent} GameEvent */

/** @type {{[letter: string]: string}} */
const colours = { r: 'red', g: 'green', b: 'blue', y: 'yellow' };
/** @type {{[card: string]: string}} */
const actions = { R3: 'Reversa (3)', S3: 'Salta (3)', P3: 'Plus three (3)' };

/** What a person calls the card. @param {string} card */
function card_name(card) {
  if (actions[card]) return actions[card];
  const colour = colours[card.at(card.startsWith('W') ? 1 : 0) ?? ''];
  if (card.startsWith('W')) return colour ? `${colour} number wild` : 'number wild';
  return `${colour} ${card.slice(1)}`;
}

/** The cards, as part of a sentence. @param {string[]} cards */
const card_names = (cards) => cards.map(card_name).join(' and ');

export const words = {
  card_name,
  rivals: 'The others',
  table: 'Table',
  hand: 'Your hand',
  /** @param {number} count */
  cards: (count) => `${count} ${words.card_word(count)}`,
  /** @param {number} count */
  card_word: (count) => (count === 1 ? 'card' : 'cards'),
  score: 'Score',
  said: 'TRES!',
  tres: 'TRES',
  tres_now: 'Say it now!',
  tres_with: 'with your move',
  tres_set: 'will be said',
  catch: 'Catch!',
  catchable: 'TRES?',
  draw: 'Draw',
  pass: 'Pass',
  pile: 'Pile',
  discards: 'Discards',
  left: 'Play goes to the left.',
  right: 'Play goes to the right.',
  /** @param {string} name */
  next: (name) => `Next: ${name}`,
  you_next: 'Next: you',
  here: 'lay here',
  /** @param {string} card @param {string[]} picked */
  lay: (card, picked) => `Lay ${card_names(picked)} on ${card_name(card)}`,
  /** @param {string} card @param {boolean} playable @param {boolean} fresh */
  card: (card, playable, fresh) =>
    [card_name(card), fresh && 'just drawn', playable && 'can be laid'].filter(Boolean).join(', '),
  fresh: 'new',
  empty: 'Nothing lies here',
  choose: 'Choose one card or two.',
  needs_second: 'This one needs a second card.',
  now_table: 'Now tap a card of the table.',
  or_second: 'Lay it there, or add a second card.',
  cannot: 'No card of yours can be laid: draw one.',
  drawn: 'Lay the card you drew, or pass.',
  nothing_drawn: 'It cannot be laid: pass.',
  /** @param {string} name */
  others: (name) => `${name} is playing.`,
  /** @param {string} name */
  wait: (name) => `${name} has three cards…`,
  /** @param {string} name */
  catch_now: (name) => `${name} has not said TRES!`,
  must_say: 'Three cards: say TRES!',
  last: 'What the last move did',
  /** @param {string} name */
  drew: (name) => `${name} drew`,
  /** @param {string} name */
  passed: (name) => `${name} passed`,
  /** @param {string} name */
  laid: (name) => `${name} laid`,
  on: 'on',
  toma_tres: 'TOMA TRES!',
  turned_up: 'turned up',
  turns: 'The direction turns',
  skipped: 'skipped',
  /** @param {string} name */
  loses_turn: (name) => `${name} ${name === 'You' ? 'lose' : 'loses'} the turn`,
  /** @param {string} name @param {number} count */
  got: (name, count) => `${name} +${count}`,
  /** @param {string} name */
  said_by: (name) => `${name}: TRES!`,
  /** @param {string} by @param {string} name */
  caught: (by, name) => `${by} caught ${name === 'You' ? 'you' : name}`,
  /** @param {string[]} names */
  won: (names) => `${names.join(' and ')} won the game`,
};

/** @type {{[why: string]: string}} */
const because = {
  turn: '',
  plus_three: ' for the +3',
  toma_tres: ': TOMA TRES',
  caught: ' for not saying TRES',
  false_catch: ' for a false catch',
};

/** @param {GameEvent} event */
const end_of_play = ({ toma_tres }) => (toma_tres ? ': TOMA TRES!' : '.');

/** @param {GameEvent} event @param {string[]} names */
function game_over({ winners, blocked, points }, names) {
  const who = winners.map((/** @type {number} */ seat) => names[seat]).join(' and ');
  const won = `${who} won the game${points > 0 ? ` and ${points} points` : ''}.`;
  return blocked ? `Blocked: nobody can go on. ${won}` : won;
}

/** @param {GameEvent} event @param {Helpers} helpers */
export function say(event, { who, names }) {
  const name = event.seat === undefined ? '' : who(event.seat);
  const you = name === 'You';
  const own = (/** @type {string[] | undefined} */ cards) => (cards ? `: ${cards.map(card_name).join(', ')}` : '');
  switch (event.e) {
    case 'rolloff':
      return `${name} drew ${card_name(event.card)} for the deal.`;
    case 'deals':
      return `${name} ${you ? 'deal' : 'deals'}.`;
    case 'starts':
      return `${event.game > 1 ? `Game ${event.game}: ` : ''}${name} ${you ? 'start' : 'starts'}.`;
    case 'turned_up':
      return actions[event.card] ? `${card_name(event.card)} was turned up.` : null;
    case 'played':
      return `${name} laid ${card_names(event.cards)} on ${card_name(event.below)}${end_of_play(event)}`;
    case 'reversed':
      return event.direction > 0 ? 'Play goes to the left now.' : 'Play goes to the right now.';
    case 'lost_turn':
      return `${name} ${you ? 'lose' : 'loses'} the turn.`;
    case 'drew':
      return event.count === 0
        ? `There was no card to draw for ${you ? 'you' : name}.`
        : `${name} drew ${words.cards(event.count)}${because[event.why] ?? ''}${own(event.cards)}.`;
    case 'reshuffled':
      return `The ${event.cards} discards were shuffled as the new draw pile.`;
    case 'passed':
      return `${name} passed.`;
    case 'tres':
      return `${name} said TRES!`;
    case 'catch_open':
      return `${name} ${you ? 'have' : 'has'} not said TRES and can be caught!`;
    case 'caught':
      return `${who(event.by)} caught ${you ? 'you' : name}!`;
    case 'false_catch':
      return `${who(event.by)} tried to catch ${you ? 'you' : name}, who had said TRES.`;
    case 'game_over':
      return game_over(event, names);
    case 'over':
      return 'The match is over.';
    default:
      return null;
  }
}
