// @ts-check
import { speaking } from '../../i18n/language.js';
import { fell, foreign_sheets, names_on } from './sheets.js';

const { counted, text } = speaking('it');
const faces = ['', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei'];
const upper = { aces: 'Uno', twos: 'Due', threes: 'Tre', fours: 'Quattro', fives: 'Cinque', sixes: 'Sei' };
const common = {
  three_of_a_kind: 'Tris',
  four_of_a_kind: 'Poker',
  full_house: 'Full',
  small_straight: 'Scala piccola',
  large_straight: 'Scala grande',
  chance: 'Chance',
};

/** @type {typeof import('./words.en.js').sheets} */
export const sheets = {
  yahtzee: { ...upper, ...common, yahtzee: 'Yahtzee' },
  yatzy: { ...upper, one_pair: 'Coppia', two_pairs: 'Doppia coppia', ...common, yahtzee: 'Yatzy' },
  ...foreign_sheets,
};

const { place_of, title_of } = names_on(sheets);

/** @param {number} throws one to three */
const in_throws = (throws) => ['un lancio', 'due lanci', 'tre lanci'][throws - 1];

/** @type {typeof import('./words.en.js').words} */
export const words = {
  hints: [
    'Lancia i dadi, fino a tre volte per turno.',
    'Tocca i dadi da tenere; si lanciano solo gli altri.',
    'Poi tocca due volte una casella per segnare lì.',
  ],
  dice: 'Dadi',
  first: 'Lancia i dadi',
  again: counted({ one: 'Lancia un dado', other: 'Lancia # dadi' }),
  left: counted({ one: 'resta # lancio', other: 'restano # lanci' }),
  keeping: (faces) => (faces.length === 0 ? 'Non tenere niente' : `Tieni ${faces.join(' ')}`),
  all_kept: 'Tieni tutti i dadi',
  none_left: 'Niente più lanci',
  pick: 'Tocca una casella',
  or_keep: 'o dadi da tenere',
  others: text('Gioca {name}'),
  die: (position, face, kept) => `Dado ${position + 1}: ${faces[face]}${kept ? ', tenuto' : ''}`,
  you_keep: 'Tieni',
  keeps: text('{name} tiene'),
  would_bring: text('darebbe {points}'),
  write: text('Segna {points} in {place}'),
  write_zero: 'Segna uno zero lì',
  playoff: text('Tieni {points}'),
  cards: 'Cartellini',
  you: 'Tu',
  total: 'Totale',
  upper: 'Sezione superiore',
  lower: 'Sezione inferiore',
  bonus: 'Bonus',
  five: (/** @type {string} */ faces, /** @type {number} */ throws) => `Cinque ${faces.toLowerCase()} in ${in_throws(throws)}`,
  shout: text('{box}!'),
  sum: 'Somma',
  further: text('Bonus {box}'),
  box: 'Casella',
};

/** @type {typeof import('./words.en.js').says} */
export const says = {
  rolloff: ['Hai tirato {points} per cominciare.', '{name} ha tirato {points} per cominciare.'],
  starts: ['Cominci tu.', 'Comincia {name}.'],
  rolled: (event) => ['Hai tirato {dice}.', '{name} ha tirato {dice}.', { dice: fell(event) }],
  scored: (event, { options }) => [
    'Hai segnato {points} in {box}.',
    '{name} ha segnato {points} in {box}.',
    { box: place_of(options, event) },
  ],
  served_generala: ['Generala al primo lancio: hai vinto la partita!', 'Generala al primo lancio: {name} vince la partita!'],
  yahtzee_bonus: (_, { options }) => [
    'Un altro {what}: hai {points} punti di bonus!',
    'Un altro {what}: {name} ha {points} punti di bonus!',
    { what: title_of(options, 'yahtzee') },
  ],
  upper_bonus: ['Hai il bonus superiore: {points} punti!', '{name} ha il bonus superiore: {points} punti!'],
  playoff: 'Il totale più alto è in parità: chi ha pareggiato gioca un turno in più, che vale come Chance (la somma dei dadi).',
  playoff_scored: ['Hai fatto {points} nello spareggio.', '{name} ha fatto {points} nello spareggio.'],
  over: 'La partita è finita.',
};

/** @type {typeof import('./words.en.js').options} */
export const options = {
  preset: 'Quale cartellino',
  joker: 'Yahtzee in più',
  yahtzee_bonus: 'Punti per ogni Yahtzee in più',
  upper_bonus: 'Bonus della sezione superiore',
  five_is_full_house: 'Cinque uguali valgono un full',
  columns: 'Colonne',
  order: 'Ordine delle caselle',
  zero: 'Uno zero dove i dadi fanno punti',
  duplicate: 'A tutti gli stessi primi lanci',
  'preset.yahtzee': 'Yahtzee',
  'preset.yatzy': 'Yatzy (scandinavo)',
  'preset.kniffel': 'Kniffel (nomi tedeschi)',
  'preset.generala': 'Generala',
  'joker.forced': 'Jolly obbligato (il regolamento)',
  'joker.free': 'Jolly libero',
  'joker.wild': 'Jolly senza limiti',
  'joker.none': 'Né jolly né bonus',
  'columns.1': 'Una',
  'columns.3': 'Tre: ×1, ×2, ×3',
  'order.free': 'Libero',
  'order.forced': 'Dall’alto in basso',
  'zero.forced': 'Non è permesso',
  'zero.free': 'È permesso',
  'tie.playoff_turn': 'Turno di spareggio',
};

/** @type {{[why: string]: string}} */
export const reasons = {
  no_jokers: '{0} non ha jolly.',
  no_yahtzee_bonus: '{0} non dà bonus per altri cinque uguali.',
};

// Le regole; rules.js decide quali di questi testi ha la pagina di un tavolo.
/** @type {typeof import('./words.en.js').rules} */
export const rules = {
  sheets,
  lead: (boxes) => `Cinque dadi, tre lanci per turno e un cartellino di ${boxes} caselle da riempire meglio che puoi.`,
  aim: (boxes) =>
    `Riempire tutte le ${boxes} caselle del tuo cartellino, una per turno, e avere alla fine il totale più alto.`,
  columns: 'Il cartellino ha tre colonne. Quello che fai nella seconda vale doppio, nella terza triplo.',
  rolloff: 'Ognuno lancia i cinque dadi e comincia la somma più alta. Chi è in parità lancia di nuovo.',
  throw_all: 'Lancia tutti e cinque i dadi.',
  duplicate: 'Questo primo lancio del giro è uguale per tutti.',
  throw_again:
    'Tieni quelli che vuoi e lancia di nuovo gli altri, fino a due volte. Puoi rilanciare anche quelli tenuti prima.',
  fill: 'Dopo qualsiasi lancio puoi riempire una casella; dopo il terzo devi.',
  free_order: 'Le caselle si riempiono in qualsiasi ordine, ciascuna una volta.',
  worth: 'In una casella si segna ciò che i dadi valgono lì. Se non valgono niente, è uno zero.',
  worth_or_zero: 'In una casella si segna ciò che i dadi valgono lì oppure, se si preferisce, uno zero.',
  upper_title: 'Sezione superiore',
  upper: ({ aces, sixes }) => `Da ${aces} a ${sixes}: la somma dei dadi di quel numero.`,
  upper_example: (names, threes, twos, fours) =>
    `${threes} in ${names.threes}, ${twos} in ${names.twos} o ${fours} in ${names.fours}.`,
  no_upper_bonus: 'La sezione superiore non dà bonus.',
  lower_title: 'Sezione inferiore',
  lower_table: { caption: 'Caselle della sezione inferiore', head: ['Casella', 'Dadi', 'Punti'] },
  takes: {
    one_pair: (points) => `Due uguali, la coppia più alta: ${points}`,
    two_pairs: (points) => `Due coppie diverse, solo loro: ${points}`,
    three_of_a_kind: (points) => `Tre o più uguali, tutti e cinque i dadi: ${points}`,
    four_of_a_kind: (points) => `Quattro o più uguali, tutti e cinque i dadi: ${points}`,
    full_house: (points) => `Tre di un numero e due di un altro: ${points}`,
    small_straight: (points) => `Quattro in fila: ${points}`,
    large_straight: (points) => `Cinque in fila: ${points}`,
    yahtzee: (points) => `Cinque uguali: ${points}`,
    chance: (points) => `Qualsiasi lancio, tutti e cinque i dadi: ${points}`,
    straight: (points) => `Cinque in fila: ${points}`,
    poker: (points) => `Quattro o più uguali: ${points}`,
    generala: (points) => `Cinque uguali: ${points}`,
    double_generala: (points) => `Ancora cinque uguali: ${points}`,
  },
  yatzy_takes: {
    three_of_a_kind: (points) => `Tre uguali, solo loro: ${points}`,
    four_of_a_kind: (points) => `Quattro uguali, solo loro: ${points}`,
    full_house: (points) => `Tre di un numero e due di un altro, tutti e cinque i dadi: ${points}`,
    small_straight: (points) => `Da 1 a 5: ${points}`,
    large_straight: (points) => `Da 2 a 6: ${points}`,
  },
  five_is_full_house: ({ full_house }) => `Cinque uguali valgono anche come ${full_house}.`,
  no_full_house: ({ full_house }) => `Cinque uguali non fanno ${full_house}: servono due numeri.`,
  only_joker_full_house: ({ full_house }) =>
    `Cinque uguali non fanno ${full_house}, se non come jolly: servono due numeri.`,
  served: ({ straight, full_house, poker }) =>
    `${straight}, ${full_house} e ${poker} fatti con il primo lancio del turno valgono 5 in più.`,
  served_generala: ({ generala }) => `${generala} con il primo lancio del turno vince subito la partita.`,
  served_generala_together: ({ generala }) =>
    `${generala} con il primo lancio del turno vince subito la partita, insieme a tutti quelli che hanno ricevuto quel lancio.`,
  double_generala: ({ generala, double_generala }) => `${double_generala} vale solo se prima è stata fatta ${generala}.`,
  jokers_title: ({ yahtzee }) => `Un altro ${yahtzee}`,
  no_bonus: 'Altri cinque uguali non danno bonus.',
  no_jokers: 'Non sono nemmeno jolly: vanno in qualsiasi casella aperta, per ciò che valgono lì.',
  only_chance_left: ({ yahtzee, chance }) => `Sotto ${yahtzee} resta solo ${chance}: lì i cinque dadi valgono la loro somma.`,
  upper_first: 'Vanno nella casella superiore del loro numero.',
  then_zero: 'Se anche quelle sono piene, sono uno zero in una casella superiore aperta.',
  then_zero_with_bonus: 'Se anche quelle sono piene, sono uno zero in una casella superiore aperta; il bonus resta tuo.',
  any_box: 'Vanno in qualsiasi casella aperta.',
  always_full_points: (worth) => `Valgono ovunque a punti pieni: ${worth}.`,
  joker_example: ({ yahtzee, fours, large_straight }, points) =>
    `${yahtzee} ha 0 e ${fours} è piena: puoi segnare ${points} in ${large_straight}, senza bonus.`,
  wild_joker_example: ({ yahtzee, large_straight }, points) =>
    `${yahtzee} ha 0: puoi segnare ${points} in ${large_straight}, senza bonus.`,
  one_column: {
    forced_order: 'Le caselle si riempiono dall’alto in basso.',
    upper_bonus: (points) => `Con 63 o più qui sopra c’è un bonus di ${points}. Tre di ogni numero bastano giusti.`,
    bonus: ({ yahtzee }, points) =>
      `Se fai cinque uguali quando la casella ${yahtzee} è piena e ha 50, hai ${points} punti in più, ogni volta.`,
    joker: ({ yahtzee }) => `Quando la casella ${yahtzee} è piena, con 50 o con 0, cinque uguali sono un jolly:`,
    then_lower: (worth) =>
      `Se quella è piena, in qualsiasi casella aperta della sezione inferiore, a punti pieni: ${worth}.`,
    full_points: (worth) => `Quando la casella superiore del loro numero è piena, valgono a punti pieni: ${worth}.`,
    end: 'Quando tutti i cartellini sono pieni, si sommano caselle e bonus. Vince il totale più alto.',
  },
  three_columns: {
    forced_order: 'Le caselle si riempiono dall’alto in basso in ogni colonna.',
    upper_bonus: (points) =>
      `Con 63 o più qui sopra, in una colonna, c’è un bonus di ${points}. Tre di ogni numero bastano giusti.`,
    bonus: ({ yahtzee }, points) =>
      `Se fai cinque uguali quando tutte e tre le caselle ${yahtzee} sono piene e almeno una ha 50, hai ${points} punti in più, ogni volta, e non si moltiplicano.`,
    joker: ({ yahtzee }) =>
      `Quando tutte e tre le caselle ${yahtzee} sono piene, con 50 o con 0, cinque uguali sono un jolly:`,
    then_lower: (worth) =>
      `Se quella è piena in tutte le colonne, in qualsiasi casella aperta della sezione inferiore, a punti pieni: ${worth}.`,
    full_points: (worth) =>
      `Quando la casella superiore del loro numero è piena in tutte le colonne, valgono a punti pieni: ${worth}.`,
    end: 'Quando tutti i cartellini sono pieni, ogni colonna con il suo bonus si conta una, due e tre volte. Vince il totale più alto.',
  },
  playoff: 'Chi è in parità al primo posto gioca un turno in più, per la somma dei dadi.',
  playoff_as_chance: ({ chance }) =>
    `Chi è in parità al primo posto gioca un turno in più, che vale come ${chance}: la somma dei dadi.`,
  playoff_end: 'Vince la somma più alta; se è ancora pari, si continua finché uno solo è in testa.',
  late: 'lancia se non ci sono ancora dadi, e riempie la casella che dà di più.',
};
