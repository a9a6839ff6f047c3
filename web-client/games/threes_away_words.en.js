// @ts-check
// What the Threes Away table says.

/** @typedef {import('../views/table.js').Helpers} Helpers */
/** @typedef {import('../types.js').GameEvent} GameEvent */

const faces = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
/** @param {number} count */
const dice = (count) => (count === 1 ? 'one die' : `${count} dice`);
/** @param {number} count */
const chips = (count) => (count === 1 ? '1 chip' : `${count} chips`);
/** @param {number} points */
const or_less = (points) => (points === 0 ? 'a zero' : `${points} or less`);
/** @param {number} permille */
const percent = (permille) => `${(permille / 10).toFixed(1)} %`;
const listed = new Intl.ListFormat('en', { type: 'conjunction' });

export const words = {
  dice: 'Dice',
  players: 'Players',
  chips,
  pot: 'Pot',
  /** @param {number} number @param {number} of */
  pot_of: (number, of) => `Pot ${number} of ${of}`,
  /** @param {number} lowest what comes before the number, the number, what comes after */
  to_beat: (lowest) => ['To beat', `${lowest}`, ''],
  /** @param {number} cap */
  cap: (cap) => ['', cap === 0 ? 'Only 0' : `0 to ${cap}`, cap === 0 ? 'wins' : 'win'],
  nothing_yet: 'No score yet',
  /** @param {string[]} names @param {number} chips */
  took: (names, chips) => `${names.join(', ')} took ${chips}`,
  /** @param {number} points */
  tied: (points) => `Tie at ${points}`,
  /** @param {number} cap */
  unwon: (cap) => `Nobody made ${or_less(cap)}`,
  out: 'out',
  no_chips: 'no chips',
  zero: 'Zero!',
  moon: 'The moon!',
  held: 'keep',
  turned: 'turned',
  sum: 'Kept',
  /** @param {number[]} kept */
  kept_dice: (kept) => (kept.length === 0 ? 'No dice kept yet' : `Kept: ${kept.map((face) => faces[face]).join(', ')}`),
  /** @param {{at_most: number, ties: boolean, permille: number}} goal @param {boolean} mine */
  goal: ({ at_most, ties, permille }, mine) => {
    const need = `${or_less(at_most)} ${ties ? 'still ties' : mine ? 'puts you in front' : 'wins so far'}`;
    return `${need.charAt(0).toUpperCase()}${need.slice(1)}: ${percent(permille)} at best`;
  },
  no_goal: 'The first score of the round',
  /** @param {string} name */
  others: (name) => `${name} is playing.`,
  /** @param {number} at @param {number} face @param {number} worth @param {'kept' | 'turned' | undefined} plan */
  die: (at, face, worth, plan) =>
    `Die ${at + 1}: ${faces[face]}, counts ${worth}${plan === 'turned' ? ', turned over' : ''}${plan ? ', keep' : ''}`,
  /** @param {number} count */
  roll: (count) => `Throw ${dice(count)}`,
  /** @param {number} count */
  keep: (count) => (count === 0 ? 'Keep' : `Keep ${dice(count)}`),
  stop: 'Keep all and stop',
  /** @param {boolean} turnable */
  how: (turnable) => (turnable ? 'tap a die to keep it, again to turn it over' : 'tap the dice to keep'),
  /** @param {number} sum @param {boolean} beaten */
  makes: (sum, beaten) => (beaten ? `makes ${sum}: too much` : `makes ${sum}`),
  not_so: 'this table wants other dice kept',
  bottoms: 'Bottoms',
  turn_all: 'turn all over',
};

/** Why all put chips in. @type {{[why: string]: string}} */
const because = {
  pot: 'for a new pot',
  zero: 'for the zero',
  tie: 'before the tie is played again',
  unwon: 'since the round was not won',
};

/** @param {GameEvent} event @param {Helpers} helpers */
export function say(event, { who, mine, names }) {
  const name = event.seat === undefined ? '' : who(event.seat);
  const you = event.seat === mine;
  switch (event.e) {
    case 'rolloff':
      return `${name} threw ${event.points} for the start.`;
    case 'starts':
      return you ? 'You start.' : `${name} starts.`;
    case 'pot':
      return event.number === 1 ? null : `Pot ${event.number}.`;
    case 'ante':
      return `${payers(event.paid, names, mine)} put chips in ${because[event.why]}: the pot is ${event.pot}.`;
    case 'round':
      return round(event, name, you);
    case 'rolled':
      return `${name} threw ${event.dice.join(' ')}.`;
    case 'bottoms':
      return `${name} called bottoms: ${event.dice.join(' ')}.`;
    case 'kept':
      return `${name} kept ${event.dice.join(' ')}${event.turned.length > 0 ? ', some turned over' : ''}.`;
    case 'out':
      return `${name} came to ${event.sum} and ${you ? 'are' : 'is'} out.`;
    case 'scored':
      return event.points === 0 ? `${name} made a ZERO!` : `${name} scored ${event.points}.`;
    case 'moon':
      return `${name} shot the moon with five 6s!`;
    case 'tied':
      return `${people(event.seats, names, mine)} tie with ${event.points}.`;
    case 'unwon':
      return `Nobody made ${or_less(event.cap)}: the pot stays.`;
    case 'took_pot':
      return `${name} ${you ? 'take' : 'takes'} ${chips(event.chips)} from the pot!`;
    case 'sits_out':
      return `${name} ${you ? 'have' : 'has'} no chips left.`;
    case 'over':
      return 'The game is over.';
    default:
      return null;
  }
}

/** @param {GameEvent} event @param {string} name @param {boolean} you */
function round({ round: number, cap }, name, you) {
  const start = number === 1 ? null : `Round ${number}: ${you ? 'you start' : `${name} starts`}.`;
  return [start, cap === null ? null : `It takes ${or_less(cap)} to win.`].filter(Boolean).join(' ') || null;
}

/** Who pays, to begin a sentence with. @param {number[]} paid @param {string[]} names @param {number | null} mine */
function payers(paid, names, mine) {
  const seats = [...paid.keys()];
  const others = seats.filter((seat) => paid[seat] === 0);
  if (others.length === 0) return 'All';
  if (others.length < seats.length - 2) return `All but ${people(others, names, mine).replace(/^You\b/, 'you')}`;
  return people(
    seats.filter((seat) => paid[seat] > 0),
    names,
    mine,
  );
}

/** @param {number[]} seats @param {string[]} names @param {number | null} mine */
function people(seats, names, mine) {
  const text = listed.format(seats.map((seat) => (seat === mine ? 'you' : names[seat])));
  return seats[0] === mine ? text.replace(/^you/, 'You') : text;
}
