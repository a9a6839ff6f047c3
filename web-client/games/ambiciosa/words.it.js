// @ts-check
import { speaking } from '../../i18n/language.js';

const { number, plural, text } = speaking('it');

/** @type {typeof import('./words.en.js').words} */
export const words = {
  hints: [
    'Lancia finché osi: i punti si sommano in mano.',
    'La barra dice che cosa può dare o costare il prossimo.',
    '«Me planto» segna i tuoi punti e chiude il turno.',
  ],
  dice: 'Dadi',
  in_my_hand: 'Hai in mano',
  in_hand: text('In mano a {name}'),
  then: text('in tutto {score}'),
  nothing: 'Niente',
  lost: text('{points} persi'),
  planted: '¡Me planto!',
  three_aces: 'Tre assi!',
  throw: 'Lancia',
  again: 'Lancia ancora',
  stop: 'Me planto',
  gloss: 'mi fermo qui',
  write: text('mi fermo: segno {points}'),
  next: 'Prossimo lancio',
  risk: text('{share} chiude il turno'),
  brings: text('{share} dà {points}'),
  mean: text('media {points}'),
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
  banked: ['«¡Me planto!» Hai segnato {points}: ora sei a {score}.', '«¡Me planto!» {name} ha segnato {points}: ora è a {score}.'],
};

/** @type {typeof import('./words.en.js').options} */
export const options = {
  floor_at_zero: 'Nessuno va sotto zero',
  min_bank: 'Punti per potersi fermare',
  negative_triples: 'I tris cattivi tolgono punti',
};

// Le regole; rules.js decide quali di questi testi ha la pagina di un tavolo.
/** @type {typeof import('./words.en.js').rules} */
export const rules = {
  lead: (goal) =>
    `Tre dadi da poker e un bussolotto. Assi e re fanno punti finché hai il coraggio di lanciare; un lancio sbagliato si riprende tutto ciò che non hai ancora segnato. Si va a ${goal}!`,
  aim: (goal) => `Segnare ${goal} punti. Quelli del turno non contano ancora: li puoi sempre perdere.`,
  rolloff: 'Ognuno lancia un dado e comincia il più alto: asso, re, donna, fante, 10, 9. Chi è in parità lancia di nuovo.',
  turn: [
    'Lancia tutti e tre i dadi.',
    'Assi e re danno punti: aggiungili a quelli del turno.',
    'Lanciali di nuovo tutti e tre, oppure di’ «me planto» (mi fermo): i punti del turno vengono segnati e il turno è finito.',
    'Un lancio che non dà punti chiude il turno, e i suoi punti sono persi.',
  ],
  min_bank: (points) => `Puoi fermarti solo se nel turno hai almeno ${points} punti.`,
  no_min_bank: 'Puoi fermarti con qualsiasi punteggio, ma almeno una volta devi lanciare.',
  dice_title: 'Quanto valgono i dadi',
  dice_table: { caption: 'Ogni dado', head: ['Dado', 'Punti'] },
  ace: (points) => `Asso: ${points}`,
  king: (points) => `Re: ${points}`,
  nothing: 'Niente',
  ace_and_king: 'Un asso e un re: 150.',
  two_aces_and_king: 'Due assi e un re: 250.',
  nothing_thrown: 'Niente: il turno è finito e i suoi punti sono persi.',
  triples_title: 'Tre uguali',
  triples: 'Tre dadi uguali contano per sé, al posto dei singoli dadi.',
  triples_table: { caption: 'Tre uguali', head: ['Lancio', 'Punti'] },
  good_triple: (points) => `${points}, e puoi continuare`,
  bad_triple: (points) => `${points}, e il turno finisce`,
  harmless_triple: 'Niente, e il turno finisce',
  bad_triples: 'Un tris cattivo porta via prima i punti del turno; poi i suoi si tolgono dal totale.',
  bad_triple_example: (turn, points) => `Con ${turn} nel turno: li perdi, e si segna ${points}.`,
  floor: (total) => `Nessuno scende sotto zero: con ${total} segnati, tre fanti ti lasciano a 0.`,
  no_floor: (total, left) => `Il totale può scendere sotto zero: con ${total} segnati, tre fanti ti lasciano a ${left}.`,
  harmless_triples: 'I tris cattivi non costano altro che il turno e i suoi punti.',
  late: 'lancia se deve, e si ferma appena può.',
};
