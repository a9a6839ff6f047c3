// @ts-check
import { make_formatters } from '../../i18n/language.js';
import { payers } from './seats.js';

const { counted, list, number, plural, text } = make_formatters('it');
const faces = ['', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei'];
const chips = counted({ one: '# fiche', other: '# fiches' });
/** @param {number} points */
const or_less = (points) => (points === 0 ? 'uno zero' : `${number(points)} o meno`);

/** How often that comes, in words. @param {number} permille */
const how_often = (permille) =>
  permille > 950 ? 'quasi sempre' : permille > 550 ? 'più di metà delle volte' : permille > 450 ? 'metà delle volte' : permille < 20 ? 'quasi mai' : `1 volta su ${number(Math.round(1000 / permille))}`;

/** @type {typeof import('./words.en.js').words} */
export const words = {
  hints: [
    'Dopo ogni lancio tieni almeno un dado.',
    'Vincono le somme basse, e un tre vale zero.',
    'La somma più bassa del giro prende il piatto.',
  ],
  dice: 'Dadi',
  players: 'Giocatori',
  chips,
  pot_of: text('Piatto {pot} di {of}'),
  to_beat: (lowest) => ['Da battere:', number(lowest), ''],
  cap: (cap) => ['Vince', cap === 0 ? 'solo 0' : `da 0 a ${number(cap)}`, ''],
  nothing_yet: 'Ancora nessun punto',
  took: (names, chips) => `${number(chips)} a ${list(names)}`,
  tied: text('Pareggio a {points}'),
  unwon: (cap) => `Nessuno ha fatto ${or_less(cap)}`,
  out: 'fuori',
  next: 'segue',
  no_chips: 'senza fiches',
  pot: text('Il piatto! +{chips}'),
  zero: 'Zero!',
  moon: 'La luna!',
  counts: text('vale {points}'),
  turned: 'girato',
  sum: 'Tenuti',
  kept_dice: (kept) =>
    kept.length === 0 ? 'Ancora nessun dado tenuto' : `Tenuti: ${kept.map((face) => faces[face]).join(', ')}`,
  goal: ({ at_most, ties, permille }, mine) => {
    const need = at_most === 0 ? 'Uno zero' : `${number(at_most)} o meno`;
    const brings = ties ? 'pareggia ancora' : mine ? 'ti porta in testa' : 'per ora vince';
    return `${need} ${brings}: ${how_often(permille)}`;
  },
  no_goal: 'I primi punti del giro',
  others: text('Gioca {name}.'),
  only: text('solo {points}'),
  die: (at, face, worth, plan) =>
    `Dado ${at + 1}: ${faces[face]}, vale ${worth}${plan === 'turned' ? ', girato' : ''}${plan ? ', tieni' : ''}`,
  roll: counted({ one: 'Lancia un dado', other: 'Lancia # dadi' }),
  keep: (count) => (count === 0 ? 'Tieni' : plural(count, { one: 'Tieni un dado', other: 'Tieni # dadi' })),
  keeping: (faces, turned) =>
    [faces.length > 0 && `tieni ${faces.join(' ')}`, turned.length > 0 && `gira ${turned.join(' ')}`]
      .filter(Boolean)
      .join(', ')
      .replace(/^./, (first) => first.toUpperCase()),
  stop: 'Tieni tutto e fermati',
  how: (turnable) => (turnable ? 'scegli un dado per tenerlo, ancora per girarlo' : 'scegli i dadi da tenere'),
  makes: (sum, beaten) => (beaten ? `fanno ${number(sum)}: troppo` : `fanno ${number(sum)}`),
  not_so: 'questo tavolo vuole che tieni altri dadi',
  bottoms: 'Il fondo',
  turn_all: 'gira tutti i dadi',
};

/** The players who pay chips into the pot. @param {number[]} paid @param {string[]} names @param {number | null} mine */
function put_in(paid, names, mine) {
  const who = payers(paid);
  const people = (/** @type {number[]} */ seats, /** @type {string} */ you) =>
    list(seats.map((seat) => (seat === mine ? you : names[seat])));
  if ('all' in who) return 'Tutti mettono un ante';
  if ('all_but' in who) return `Tutti tranne ${people(who.all_but, 'te')} mettono un ante`;
  if (who.only.length > 1) return `Un ante da ${people(who.only, 'te')}`;
  return who.only[0] === mine ? 'Metti un ante' : `${names[who.only[0]]} mette un ante`;
}

/** Reasons for an ante. @type {{[why: string]: string}} */
const because = {
  pot: 'per un nuovo piatto',
  zero: 'per lo zero',
  tie: 'prima di giocare il pareggio',
  unwon: 'perché nessuno ha vinto il giro',
};

/** @param {number | null} cap */
const takes = (cap) => (cap === null ? null : `Si vince con ${or_less(cap)}.`);

/** @type {typeof import('./words.en.js').says} */
export const says = {
  rolloff: ['Hai tirato {points} per cominciare.', '{name} ha tirato {points} per cominciare.'],
  starts: ['Cominci tu.', 'Comincia {name}.'],
  pot: ({ number: pot }) => (pot === 1 ? null : `Piatto ${number(pot)}.`),
  ante: ({ paid, why, pot }, { names, mine }) =>
    `${put_in(paid, names, mine)} ${because[why]}: il piatto è di ${number(pot)}.`,
  round: ({ round, cap }) =>
    round === 1 ? takes(cap) : ['Giro {round}: cominci tu. {takes}', 'Giro {round}: comincia {name}. {takes}', { takes: takes(cap) ?? '' }],
  rolled: ['Hai tirato {dice}.', '{name} ha tirato {dice}.'],
  bottoms: ['Hai chiamato il fondo: {dice}.', '{name} ha chiamato il fondo: {dice}.'],
  kept: ({ turned }) => [
    'Hai tenuto {dice}{turned}.',
    '{name} ha tenuto {dice}{turned}.',
    { turned: turned.length > 0 ? ', qualcuno girato' : '' },
  ],
  out: ['Sei a {sum} e resti fuori.', '{name} è a {sum} e resta fuori.'],
  scored: ({ points }) =>
    points === 0
      ? ['Hai fatto ZERO!', '{name} ha fatto ZERO!']
      : ['Hai fatto {points}.', '{name} ha fatto {points}.'],
  moon: ['Cinque 6: hai preso la luna!', 'Cinque 6: {name} ha preso la luna!'],
  tied: ({ seats, points }, { names, mine }) =>
    `Pareggio a ${number(points)}: ${list(seats.map((/** @type {number} */ seat) => (seat === mine ? 'tu' : names[seat])))}.`,
  unwon: ({ cap }) => `Nessuno ha fatto ${or_less(cap)}: il piatto resta.`,
  took_pot: (event) => ['Prendi {chips} dal piatto!', '{name} prende {chips} dal piatto!', { chips: chips(event.chips) }],
  sits_out: ['Non hai più fiches.', '{name} non ha più fiches.'],
  over: 'La partita è finita.',
};

/** @type {typeof import('./words.en.js').options} */
export const options = {
  start_chips: 'Fiches a testa',
  pots: 'Piatti in gioco',
  tie_ante: 'Un pareggio porta un altro ante',
  zero_ante: 'Uno zero porta un altro ante',
  bottoms: 'Il fondo (i dadi letti da sotto)',
  progressive: 'Piatti progressivi',
  zero_face: 'La faccia che vale zero',
  must_keep_threes: 'Gli zeri si tengono tutti',
  sixes_shoot_the_moon: 'Cinque 6 prendono il piatto',
  stop_when_beaten: 'Chi è battuto è fuori',
  next_starter: 'Chi comincia il giro dopo',
  'tie.all_tie': 'Un pareggio, tutti pareggiano',
  'tie.tied_only': 'Continua solo chi ha pareggiato',
  'tie.split': 'Chi pareggia divide il piatto',
  'bottoms.per_die': 'Dado per dado',
  'bottoms.whole_throw': 'Tutto il lancio',
  'progressive.a': 'Si vince con 0, 1, 2, 3 … o meno',
  'progressive.b': 'Si vince con 1, 2, 2, 3, 3, 3 … o meno',
  'next_starter.rotate': 'Il giocatore dopo',
  'next_starter.winner': 'Chi ha preso l’ultimo piatto',
  'next_starter.lowest': 'Chi ha fatto meno punti',
};

/** @type {{[why: string]: string}} */
export const reasons = {
  progressive_ante: 'Con i piatti progressivi tutti mettono un ante dopo ogni giro, anche dopo un pareggio.',
};
