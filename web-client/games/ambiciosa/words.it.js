// @ts-check
import { make_formatters } from '../../i18n/language.js';

const { list, number, plural, text } = make_formatters('it');

/** @type {{[face: string]: string[]}} */
const counts = { A: ['un asso', 'due assi', 'tre assi'], K: ['un re', 'due re', 'tre re'] };

/** @type {typeof import('./words.en.js').words} */
export const words = {
  hints: [
    'Lancia finché osi: i punti si sommano in mano.',
    'La barra dice che cosa può dare o costare il prossimo.',
    '«Mi fermo» segna i tuoi punti e chiude il turno.',
  ],
  dice: 'Dadi',
  in_my_hand: 'Hai in mano',
  in_hand: text('In mano a {name}'),
  then: text('in tutto {score}'),
  nothing: 'Niente',
  lost: text('{points} persi'),
  planted: 'Mi fermo!',
  counted: (faces) =>
    list(Object.keys(counts).flatMap((face) => counts[face][faces.filter((one) => one === face).length - 1] ?? [])).replace(/^./, (first) => first.toUpperCase()),
  three_aces: 'Tre assi!',
  throw: 'Lancia',
  again: 'Lancia ancora',
  stop: 'Mi fermo',
  gloss: 'segno i punti',
  write: text('segno {points}'),
  risking: text('e rischia {points}'),
  next: 'Prossimo lancio',
  risk: text('{share} chiude il turno'),
  brings: text('{share} dà {points}'),
  mean: text('media {points}'),
  lose: 'perdi tutto',
  cost: text('{share} costa anche fino a {points} (J J J)'),
  either: (points) => points.join(' o '),
  from: text('da {points} in su'),
  expected: 'Totale atteso dopo questo turno',
  out: 'guarda',
};

/** @type {typeof import('./words.en.js').faces} */
export const faces = { A: 'asso', K: 're', Q: 'donna', J: 'fante', 10: 'dieci', 9: 'nove' };

/** @param {number} points */
const gone = (points) =>
  points > 0 ? plural(points, { one: ', e # punto va perso', other: ', e # punti vanno persi' }) : '';

/** @type {typeof import('./words.en.js').says} */
export const says = {
  rolloff: ['Hai tirato {dice} per cominciare.', '{name} ha tirato {dice} per cominciare.'],
  rolled: ({ points }) =>
    points > 0
      ? ['Hai tirato {dice}: {points}, ne hai in mano {turn_points}.', '{name} ha tirato {dice}: {points}, ne ha in mano {turn_points}.']
      : ['Hai tirato {dice}.', '{name} ha tirato {dice}.'],
  bust: ({ lost }) => `Niente${gone(lost)}.`,
  penalty: ({ lost, points }) => `Fanno ${number(points)}${gone(lost)}.`,
  banked: ['«Mi fermo!» Hai segnato {points}: ora sei a {score}.', '«Mi fermo!» {name} ha segnato {points}: ora è a {score}.'],
};

/** @type {typeof import('./words.en.js').options} */
export const options = {
  floor_at_zero: 'Nessuno va sotto zero',
  min_bank: 'Punti per potersi fermare',
  negative_triples: 'I tris cattivi tolgono punti',
};
