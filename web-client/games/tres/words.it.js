// @ts-check
import { make_formatters } from '../../i18n/language.js';

const { counted, list, plural, text } = make_formatters('it');

/** @type {{[letter: string]: string}} */
const colours = { r: 'rosso', g: 'verde', b: 'blu', y: 'giallo' };
/** @type {{[card: string]: string}} */
const actions = { R3: '3 Inverti', S3: '3 Salta', P3: '3 Pesca tre' };

/** @type {typeof import('./words.en.js').symbols} */
export const symbols = {
  letters: { r: 'R', g: 'V', b: 'B', y: 'G' },
  /** The meaning of a number wild, on two lines of at most nine letters. */
  any: ['qualsiasi', 'numero'],
};

/** @param {string} card */
function card_name(card) {
  if (actions[card]) return actions[card];
  const colour = colours[card.at(card.startsWith('W') ? 1 : 0) ?? ''];
  if (card.startsWith('W')) return colour ? `qualsiasi numero ${colour}` : 'qualsiasi numero';
  return `${card.slice(1)} ${colour}`;
}

/** @param {string[]} cards */
const card_names = (cards) => cards.map(card_name).join(' e ');

/** @type {typeof import('./words.en.js').words} */
export const words = {
  shortcuts: [
    ['D', 'pescare una carta'],
    ['P', 'passare'],
    ['T', 'dire TRES'],
    ['C', 'scoprire qualcuno'],
  ],
  hints: [
    'Scegli un numero in più, o in meno.',
    'Poi scegli dove. O due: 5, 6 sul 7.',
    'Se ti restano tre carte di’ TRES, o ti scoprono.',
  ],
  card_name,
  rivals: 'Gli altri',
  table: 'Tavolo',
  hand: 'Le tue carte',
  card_word: counted({ one: 'carta', other: 'carte' }),
  score: 'Punti',
  said: 'TRES!',
  tres: 'TRES',
  tres_now: 'Dillo ora!',
  tres_with: 'con la mossa',
  tres_set: 'sarà detto',
  catch: 'Ti becco!',
  best_game: counted({ one: '# punto in una mano', other: '# punti in una mano' }),
  best_move: counted({ one: '# carta pescata dagli altri in una mossa', other: '# carte pescate dagli altri in una mossa' }),
  best_catch: counted({ one: 'ha beccato # volta', other: 'ha beccato # volte' }),
  catchable: 'TRES?',
  draw: 'Pesca',
  choose_or_draw: 'scegli una carta o pesca',
  drawn_or_pass: 'cala la carta pescata o passa',
  drawn_and_must: 'cala la carta pescata',
  draw_anyway: 'Pesca lo stesso',
  could_lay: 'Potresti calare una carta.',
  pass: 'Passa',
  pile: 'Mazzo',
  discards: 'Scarti',
  left: 'Si gioca verso sinistra.',
  right: 'Si gioca verso destra.',
  next: text('Poi: {name}'),
  you_next: 'Poi tocca a te',
  here: 'cala qui',
  lay: (card, picked) => `Cala ${card_names(picked)} su ${card_name(card)}`,
  card: (card, playable, fresh) =>
    [card_name(card), fresh && 'appena pescata', playable && 'si può calare'].filter(Boolean).join(', '),
  fresh: 'nuova',
  empty: 'Qui non c’è nessuna carta',
  choose: 'Cala un numero in più o in meno.',
  no_run: 'Serve un numero in più o in meno.',
  needs_second: 'A questa serve un’altra carta.',
  now_table: 'Ora scegli una carta del tavolo.',
  or_second: 'Calala lì o aggiungi un’altra carta.',
  cannot: 'Non puoi calare nessuna carta: pescane una.',
  drawn: 'Cala la carta pescata o passa.',
  must_lay: 'Si può calare: non puoi passare.',
  nothing_drawn: 'Non si può calare: passa.',
  others: text('Gioca {name}.'),
  wait: text('{name} ha tre carte…'),
  catch_now: text('{name} non ha detto TRES!'),
  must_say: 'Tre carte: di’ TRES!',
  last: 'Che cosa ha fatto l’ultima mossa',
  on: 'su',
  toma_tres: 'TOMA TRES!',
  skipped: 'salta',
};

/** @type {typeof import('./words.en.js').shorts} */
export const shorts = {
  played: ['Hai calato', '{name} ha calato'],
  turned_up: 'è in tavola',
  drew: ({ why }) => (why === 'turn' ? ['Hai pescato una carta', '{name} ha pescato una carta'] : ['Tu +{count}', '{name} +{count}']),
  reshuffled: 'Nuovo mazzo dagli scarti',
  passed: ['Hai passato', '{name} ha passato'],
  reversed: 'Cambia il verso',
  lost_turn: ['Salti il turno', '{name} salta il turno'],
  tres: ['Tu: TRES!', '{name}: TRES!'],
  caught: { you: '{by} ti ha beccato', by_you: 'Hai beccato {name}', them: '{by} ha beccato {name}' },
  game_over: (event, { names, mine }) => won(event.winners, names, mine),
};

/** @param {number[]} winners @param {string[]} names @param {number | null} mine */
function won(winners, names, mine) {
  if (winners.length > 1) return `Vincono la mano: ${list(winners.map((seat) => (seat === mine ? 'tu' : names[seat])))}`;
  return winners[0] === mine ? 'Hai vinto la mano' : `${names[winners[0]]} ha vinto la mano`;
}

/** @type {{[why: string]: string}} */
const because = {
  turn: '',
  plus_three: ' per il +3',
  toma_tres: ': TOMA TRES!',
  caught: ' senza aver detto TRES',
  false_catch: ' per un’accusa a vuoto',
};

/** @param {string[] | undefined} cards */
const seen = (cards) => (cards ? `: ${cards.map(card_name).join(', ')}` : '');
/** @param {Extract<import('./table.js').Own['event'], {e: 'drew'}>} event */
const drawn = ({ count, why, cards }) =>
  `${plural(count, { one: '# carta', other: '# carte' })}${because[why] ?? ''}${seen(cards)}.`;
/** @param {Extract<import('./table.js').Own['event'], {e: 'played'}>} event */
const laid = ({ cards, below, toma_tres }) =>
  `${card_names(cards)} su ${card_name(below)}${toma_tres ? ': TOMA TRES!' : '.'}`;

/** @type {typeof import('./words.en.js').says} */
export const says = {
  rolloff: ({ card }) => [
    'Hai pescato {card} per decidere chi dà le carte.',
    '{name} ha pescato {card} per decidere chi dà le carte.',
    { card: card_name(card) },
  ],
  deals: ['Dai le carte tu.', '{name} dà le carte.'],
  starts: ({ game }) => (game > 1 ? ['Mano {game}: cominci tu.', 'Mano {game}: comincia {name}.'] : ['Cominci tu.', 'Comincia {name}.']),
  turned_up: ({ card }) => (actions[card] ? `In tavola arriva ${card_name(card)}.` : null),
  played: (event) => ['Hai calato {laid}', '{name} ha calato {laid}', { laid: laid(event) }],
  reversed: ({ direction }) => (direction > 0 ? 'Ora si gioca verso sinistra.' : 'Ora si gioca verso destra.'),
  lost_turn: ['Salti il turno.', '{name} salta il turno.'],
  drew: (event) =>
    event.count === 0
      ? ['Non c’erano carte da pescare.', 'Non c’erano carte da pescare per {name}.']
      : ['Hai pescato {drawn}', '{name} ha pescato {drawn}', { drawn: drawn(event) }],
  reshuffled: ({ cards }) =>
    plural(cards, {
      one: 'L’unico scarto torna a fare da mazzo.',
      other: 'I # scarti, mescolati, tornano a fare da mazzo.',
    }),
  passed: ['Hai passato.', '{name} ha passato.'],
  tres: ['Hai detto TRES!', '{name} ha detto TRES!'],
  catch_open: ['Non hai detto TRES: possono beccarti!', '{name} non ha detto TRES: si può beccare!'],
  caught: { you: '{by} ti ha beccato!', by_you: 'Hai beccato {name}!', them: '{by} ha beccato {name}!' },
  false_catch: {
    you: '{by} ti ha accusato, ma avevi detto TRES.',
    by_you: 'Hai accusato {name}, che aveva detto TRES.',
    them: '{by} ha accusato {name}, che aveva detto TRES.',
  },
  game_over: ({ winners, blocked, points }, { names, mine }) => {
    const stuck = blocked ? 'Blocco: nessuno può continuare. ' : '';
    const worth = points > 0 ? plural(points, { one: ' (# punto)', other: ' (# punti)' }) : '';
    return `${stuck}${won(winners, names, mine)}${worth}.`;
  },
  over: 'La partita è finita.',
};

/** @type {typeof import('./words.en.js').options} */
export const options = {
  deck: 'Mazzo',
  wild_colour: 'Colore di un jolly numerico',
  draw_three_loses_turn: 'Pescare tre costa anche il turno',
  reverse_two_players: 'Inverti in due',
  must_play_drawn: 'La carta pescata si cala, se si può',
  tres_call: 'Dire TRES',
  false_catch: 'Carte per un’accusa a vuoto',
  match: 'La partita',
  first_to: 'Mani da vincere',
  points: 'Punti da fare',
  'deck.std96': '96 carte',
  'deck.big108': '108 carte, più azioni',
  'deck.lite92': '92 carte, meno jolly numerici',
  'wild_colour.none': 'Nessuno',
  'wild_colour.printed': 'Quello stampato',
  'wild_colour.any': 'Uno qualsiasi',
  'reverse_two_players.none': 'Non cambia nulla',
  'reverse_two_players.skip': 'L’altro salta il turno',
  'tres_call.window': 'In tempo, o ti scoprono',
  'tres_call.auto': 'Si dice da solo',
  'tres_call.off': 'Mai',
  'match.single': 'Una mano',
  'match.first_to': 'A tante mani vinte',
  'match.points': 'A punti',
};

/** @type {{[why: string]: string}} */
export const reasons = {
  nobody_caught: 'Si può accusare solo dove TRES va detto in tempo.',
};
