// @ts-check
import { make_formatters } from '../../i18n/language.js';
import { thrown_faces, foreign_sheets, box_labels } from './sheets.js';

const { counted, text } = make_formatters('it');
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

const { place_of, title_of } = box_labels(sheets);

/** @param {number} throws one to three */
const in_throws = (throws) => ['un lancio', 'due lanci', 'tre lanci'][throws - 1];

/** @type {typeof import('./words.en.js').words} */
export const words = {
  hints: [
    'Lancia i dadi, fino a tre volte per turno.',
    'Scegli i dadi da tenere; si lanciano solo gli altri.',
    'Poi scegli una casella; sceglila ancora per segnare.',
  ],
  dice: 'Dadi',
  first: 'Lancia i dadi',
  again: counted({ one: 'Lancia un dado', other: 'Lancia # dadi' }),
  left: counted({ one: 'resta # lancio', other: 'restano # lanci' }),
  keeping: (faces) => (faces.length === 0 ? 'Non tenere niente' : `Tieni ${faces.join(' ')}`),
  all_kept: 'Tieni tutti i dadi',
  none_left: 'Niente più lanci',
  pick: 'Scegli una casella',
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
  rolled: (event) => ['Hai tirato {dice}.', '{name} ha tirato {dice}.', { dice: thrown_faces(event) }],
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
